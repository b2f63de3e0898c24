/* traits.c - a page's paths, elements and slots as hashes.
 * Why slots: on most sites one element says what kind of page it is on (a body's class, "Class Foo", "Member List"),
 * so every place that could hold such a label is recorded here, and kinds.c finds which of them does. Cost: one walk
 * over the page. Limits: traits.h. */
#include "cluster/traits.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/table.h"
#include "base/arrays.h"
#include "page/views.h"

enum { SLOT_CLASS = 1, SLOT_ID, SLOT_TEXT, SLOT_FIRST_TEXT, SLOT_FIRST_CHILD, SLOT_FILE, SLOT_FOLDER };
/* Letters of a text to search for its first words. */
#define MAX_TEXT 120u
#define FIRST_SLOTS (1u << 14)

/* The number of children of one tag that the last element of a depth has had so far. */
typedef struct sibling_count {
    uint32_t parent;
    uint32_t n;
} sibling_count;

typedef struct gatherer {
    const husk_page *page;
    uint64_t *place;    /* by element: its path from the root with ordinals; 0: too deep or too late */
    uint8_t *depth;     /* by element that has a place */
    uint64_t *elements; /* tag and class, distinct; at most n_nodes */
    uint32_t n_elements;
    uint16_t *first; /* open addressing: index in elements, + 1; 0 is free */
    uint32_t first_room;
    trait_slot *slots;
    uint32_t n_slots;
    unsigned char letters[256];
    uint64_t *words; /* slot, n, words */
    size_t n_words;
    uint32_t n_texts;
    slice last_text; /* its first words are at last_words: nested elements start with the same text */
    size_t last_words, n_last_words;
    uint32_t next_text;      /* the first text to read at or after the walk's node */
    slice trimmed;           /* that text */
    sibling_count *siblings; /* by depth and tag */
    size_t n_tags;
    uint64_t tags[TAG_OWN]; /* hashes of their names, computed on demand */
    memo *classes;          /* words_hash of class attributes, which recur on a page and on others of its site */
} gatherer;

static void put(buffer *out, uint64_t value)
{
    buffer_append(out, (const char *)&value, sizeof value);
}

/* The words of a class attribute in any order: their hashes sorted. 0 for none. */
static uint64_t words_hash(slice s)
{
    uint64_t words[64];
    size_t n = 0;
    for (slice word; n < 64 && slice_word(&s, &word);)
        words[n++] = hash_bytes(word.data, word.len);
    if (n > 1)
        qsort(words, n, sizeof *words, by_u64);
    uint64_t h = 0;
    for (size_t k = 0; k < n; k++)
        h = k && words[k] == words[k - 1] ? h : hash_pair(h, words[k]);
    return h;
}

/* An element's class and id attributes, by number; NODE_NONE if it has none, or an empty one. */
typedef struct element_names {
    uint32_t class, id;
} element_names;

static inline element_names names_of(const husk_page *page, uint32_t node)
{
    element_names names = { NODE_NONE, NODE_NONE };
    for (uint32_t a = page->attribute[node + 1]; a-- > page->attribute[node];) { /* the first of each remains */
        const page_attribute *at = &page->attributes[a];
        if (at->id == ATTR_CLASS)
            names.class = at->value_len ? a : NODE_NONE;
        else if (at->id == ATTR_ID)
            names.id = at->value_len ? a : NODE_NONE;
    }
    return names;
}

static inline uint64_t class_hash(gatherer *g, uint32_t class)
{
    if (class == NODE_NONE)
        return 0;
    uint64_t key = page_value_hash(g->page, class), hash;
    if (memo_find(g->classes, key, &hash))
        return hash;
    const page_attribute *at = &g->page->attributes[class];
    hash = words_hash((slice){ at->value, at->value_len });
    memo_keep(g->classes, key, hash);
    return hash;
}

static void add_slot(gatherer *g, uint64_t slot, uint64_t value)
{
    if (g->n_slots < TRAIT_MAX_SLOTS)
        g->slots[g->n_slots++] = (trait_slot){ slot, value };
}

/* Map letters to lower case, keep those beyond ASCII; 0: not a letter. */
static void fill_letters(unsigned char *letters)
{
    for (int i = 0; i < 256; i++) {
        unsigned char c = (unsigned char)lower((char)i);
        letters[i] = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c >= 128 ? c : 0;
    }
}

/* The first words of a text, by their first 64 letters. */
static size_t first_words(const unsigned char *letters, slice text, uint64_t *words)
{
    char word[64];
    size_t n = 0, i = 0, len = text.len < MAX_TEXT ? text.len : MAX_TEXT;
    while (i < len && n < TRAIT_MAX_WORDS) {
        size_t k = 0;
        for (unsigned char c; i < len && (c = letters[(unsigned char)text.data[i]]); i++)
            if (k < sizeof word)
                word[k++] = (char)c;
        if (k)
            words[n++] = hash_bytes(word, k);
        i++;
    }
    return n;
}

static void add_words(gatherer *g, uint64_t slot, slice text)
{
    if (g->n_texts == TRAIT_MAX_SLOTS)
        return;
    uint64_t *to = g->words + g->n_words;
    bool again = g->n_last_words && text.data == g->last_text.data && text.len == g->last_text.len;
    if (again)
        memcpy(to + 2, g->words + g->last_words, g->n_last_words * sizeof *to);
    else
        g->n_last_words = first_words(g->letters, text, to + 2);
    if (g->n_last_words == 0)
        return;
    to[0] = slot;
    to[1] = g->n_last_words;
    g->last_text = text;
    g->last_words = g->n_words + 2;
    g->n_words += 2 + g->n_last_words;
    g->n_texts++;
}

/* The first visible text inside the walk's element; a title's text counts although it is in the head. */
static slice first_text(gatherer *g, uint32_t node)
{
    const husk_page *page = g->page;
    uint32_t text = g->next_text;
    if (text <= node) { /* the walk only moves forward: all look-ups together pass each node once */
        for (text = node; text < page->n_nodes; text++)
            if ((page->flags[text] & (NODE_TEXT | NODE_BLANK | NODE_SILENT)) == NODE_TEXT)
                break;
        g->next_text = text;
        g->trimmed = text < page->n_nodes ? slice_trim(page->text[text]) : (slice){ NULL, 0 };
    }
    if (page->tag[node] == TAG_TITLE && node + 1 < page->end[node])
        return slice_trim(page->text[node + 1]);
    return text < page->end[node] ? g->trimmed : (slice){ NULL, 0 };
}

/* The position of an element among its siblings of one tag, from 1; 0 if above the limit. Siblings come in order,
 * with only deeper elements between them, so one count per depth and tag is enough. */
static uint32_t ordinal_of(gatherer *g, uint32_t node)
{
    sibling_count *count = &g->siblings[g->depth[node] * g->n_tags + g->page->tag[node]];
    if (count->parent != g->page->parent[node])
        *count = (sibling_count){ .parent = g->page->parent[node] };
    return ++count->n <= TRAIT_MAX_ORDINAL ? count->n : 0;
}

static void place_slots(gatherer *g, uint32_t node, uint64_t class, uint32_t id)
{
    uint64_t place = g->place[node];
    add_slot(g, hash_pair(place, SLOT_CLASS), class);
    if (id != NODE_NONE)
        add_slot(g, hash_pair(place, SLOT_ID), page_value_hash(g->page, id));
    slice text = first_text(g, node);
    if (text.len)
        add_words(g, hash_pair(place, SLOT_TEXT), text);
}

static uint64_t tag_hash(gatherer *g, uint32_t node)
{
    uint16_t tag = g->page->tag[node];
    if (tag < TAG_OWN && g->tags[tag])
        return g->tags[tag];
    slice name = page_tag_name(g->page, tag);
    uint64_t hash = hash_bytes(name.data, name.len);
    if (tag < TAG_OWN)
        g->tags[tag] = hash;
    return hash;
}

/* Record a tag and class; true on its first call. */
static bool is_first(gatherer *g, uint64_t element)
{
    uint32_t at;
    TABLE_PLACE(at, (uint32_t)element, g->first_room, g->first[at] == 0, g->elements[g->first[at] - 1] == element);
    if (g->first[at] || g->n_elements == FIRST_SLOTS / 2)
        return false;
    g->elements[g->n_elements++] = element;
    g->first[at] = (uint16_t)g->n_elements;
    return true;
}

static void first_slots(gatherer *g, uint32_t node, uint64_t element)
{
    const husk_page *page = g->page;
    if (!is_first(g, element))
        return;
    slice text = first_text(g, node);
    if (text.len)
        add_words(g, hash_pair(element, SLOT_FIRST_TEXT), text);
    uint32_t child = node + 1;
    while (child < page->end[node] && (page->flags[child] & NODE_TEXT))
        child = page->end[child];
    if (child < page->end[node])
        add_slot(g, hash_pair(element, SLOT_FIRST_CHILD),
                 hash_pair(tag_hash(g, child), class_hash(g, names_of(page, child).class)));
}

/* The last two segments of the URL or file path: the file name and its directory. */
static void address_slots(gatherer *g)
{
    slice s = g->page->url.len ? g->page->url : g->page->id;
    size_t end = 0;
    while (end < s.len && s.data[end] != '?' && s.data[end] != '#')
        end++;
    size_t file = end;
    while (file > 0 && s.data[file - 1] != '/')
        file--;
    add_words(g, SLOT_FILE, (slice){ s.data + file, end - file });
    size_t folder = file ? file - 1 : 0;
    while (folder > 0 && s.data[folder - 1] != '/')
        folder--;
    if (file > folder + 1)
        add_words(g, SLOT_FOLDER, (slice){ s.data + folder, file - 1 - folder });
}

static size_t count_tags(const husk_page *page)
{
    uint16_t most = TAG_OWN;
    for (uint32_t i = 0; i < page->n_nodes; i++)
        most = page->tag[i] > most ? page->tag[i] : most;
    return most + 1u;
}

static bool gather_init(gatherer *g, const husk_page *page, memo *classes, arena *memory)
{
    size_t n = (size_t)page->n_nodes + 1, texts = 2 * n + 2 < TRAIT_MAX_SLOTS ? 2 * n + 2 : TRAIT_MAX_SLOTS;
    *g = (gatherer){ .page = page, .first_room = 16, .n_tags = count_tags(page) };
    while (g->first_room < FIRST_SLOTS && g->first_room < 2 * n)
        g->first_room *= 2;
    size_t n_siblings = (TRAIT_MAX_DEPTH + 1) * g->n_tags;
    g->classes = classes ? classes : arena_zeros(memory, 1, sizeof *classes);
    g->place = arena_array(memory, n, sizeof *g->place);
    g->depth = arena_array(memory, n, sizeof *g->depth);
    g->elements = arena_array(memory, n, sizeof *g->elements);
    g->slots = arena_array(memory, TRAIT_MAX_SLOTS, sizeof *g->slots);
    g->words = arena_array(memory, texts, (TRAIT_MAX_WORDS + 2) * sizeof *g->words);
    g->first = arena_zeros(memory, g->first_room, sizeof *g->first);
    g->siblings = arena_zeros(memory, n_siblings, sizeof *g->siblings);
    if (!g->classes || !g->place || !g->depth || !g->elements || !g->slots || !g->words || !g->first || !g->siblings)
        return false;
    fill_letters(g->letters);
    return true;
}

/* An element's path from the root, derived from its parent's. */
static void find_place(gatherer *g, uint32_t node)
{
    uint32_t parent = g->page->parent[node];
    g->place[node] = 0;
    if (g->place[parent] == 0 || g->depth[parent] == TRAIT_MAX_DEPTH)
        return;
    g->depth[node] = (uint8_t)(g->depth[parent] + 1);
    uint32_t ordinal = ordinal_of(g, node);
    if (ordinal)
        g->place[node] = hash_pair(hash_pair(g->place[parent], tag_hash(g, node)), ordinal);
}

static husk_status gather(gatherer *g, const husk_page *page, memo *classes, arena *memory)
{
    if (!gather_init(g, page, classes, memory))
        return HUSK_NO_MEMORY;
    g->place[0] = 1;
    g->depth[0] = 0;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (page->flags[i] & NODE_TEXT)
            continue;
        element_names names = names_of(page, i);
        uint64_t class = class_hash(g, names.class);
        first_slots(g, i, hash_pair(tag_hash(g, i), class));
        find_place(g, i);
        if (g->place[i])
            place_slots(g, i, class, names.id);
    }
    address_slots(g);
    return HUSK_OK;
}

husk_status traits_of_page(const husk_page *page, memo *classes, arena *memory, traits *out)
{
    gatherer g;
    husk_status status = gather(&g, page, classes, memory);
    *out = (traits){ .elements = g.elements,
                     .n_elements = g.n_elements,
                     .slots = g.slots,
                     .n_slots = g.n_slots,
                     .words = g.words,
                     .n_words = g.n_words };
    return status;
}

/* Marks as stored in a record: the sizes of the sets, the sets, the shape. All 0 if kinds are not wanted. */
static husk_status write_marks(const husk_page *page, bool kinds, arena *memory, buffer *out)
{
    marks m = { .n = { 0 } };
    husk_status status = kinds ? marks_of_page(page, memory, &m) : HUSK_OK;
    for (int s = 0; s < N_MARK_SETS; s++)
        put(out, m.n[s]);
    for (int s = 0; s < N_MARK_SETS; s++)
        buffer_append(out, (const char *)m.set[s], m.n[s] * sizeof *m.set[s]);
    for (int k = 0; k < N_SHAPES; k++)
        put(out, m.shape[k]);
    return status;
}

husk_status traits_write(const husk_page *page, bool kinds, buffer *out)
{
    arena memory;
    gatherer g = { 0 };
    uint64_t *paths = NULL;
    uint32_t n_paths = 0;
    arena_init(&memory, HUSK_MAX_PAGE_ARENA);
    husk_status status = page_path_set(page, STEP_TAG, &memory, &paths, &n_paths);
    if (status == HUSK_OK && kinds)
        status = gather(&g, page, NULL, &memory);
    if (status == HUSK_OK) {
        size_t n_elements = hashes_unique(g.elements, g.n_elements);
        put(out, page->host.len ? hash_bytes(page->host.data, page->host.len) : 0);
        put(out, n_paths);
        put(out, n_elements);
        put(out, g.n_slots);
        put(out, g.n_words);
        buffer_append(out, (const char *)paths, n_paths * sizeof *paths);
        buffer_append(out, (const char *)g.elements, n_elements * sizeof *g.elements);
        buffer_append(out, (const char *)g.slots, g.n_slots * sizeof *g.slots);
        buffer_append(out, (const char *)g.words, g.n_words * sizeof *g.words);
        status = write_marks(page, kinds, &memory, out);
    }
    arena_free(&memory);
    return status == HUSK_OK ? out->status : status;
}

/* The marks at the end of a record, `n` numbers starting at `p`. */
static bool read_marks(const uint64_t *p, size_t n, traits *out)
{
    size_t at = N_MARK_SETS;
    if (n < N_MARK_SETS + N_SHAPES)
        return false;
    for (int s = 0; s < N_MARK_SETS; s++) {
        if (p[s] > n - at)
            return false;
        out->marks[s] = p + at;
        out->n_marks[s] = p[s];
        at += p[s];
    }
    out->shape = p + at;
    return n - at == N_SHAPES;
}

bool traits_read(const void *bytes, size_t len, traits *out)
{
    const uint64_t *p = bytes;
    size_t n = len / sizeof *p;
    if (n < 5 || len % sizeof *p || p[1] > n || p[2] > n || p[3] > n || p[4] > n ||
        5 + p[1] + p[2] + 2 * p[3] + p[4] > n)
        return false;
    *out = (traits){ .host = p[0], .n_paths = p[1], .n_elements = p[2], .n_slots = p[3], .n_words = p[4] };
    out->paths = p + 5;
    out->elements = out->paths + out->n_paths;
    out->slots = (const trait_slot *)(out->elements + out->n_elements);
    out->words = (const uint64_t *)(out->slots + out->n_slots);
    for (size_t i = 0; i < out->n_words; i += 2 + out->words[i + 1])
        if (out->n_words - i < 2 || out->words[i + 1] > TRAIT_MAX_WORDS || 2 + out->words[i + 1] > out->n_words - i)
            return false;
    const uint64_t *end = out->words + out->n_words;
    return read_marks(end, n - (size_t)(end - p), out);
}

/* --- tag paths ---------------------------------------------------------------------------------------------------- */

husk_status page_tag_paths(const husk_page *page, arena *memory, uint64_t **paths, uint32_t *n)
{
    uint32_t some = 0;
    husk_status status = page_path_hashes(page, STEP_TAG, memory, paths);
    if (status != HUSK_OK)
        return status;
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if ((*paths)[i] && !(page->flags[i] & NODE_TEXT))
            (*paths)[some++] = (*paths)[i];
    *n = (uint32_t)hashes_unique(*paths, some);
    return HUSK_OK;
}
