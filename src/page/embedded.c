/* embedded.c - find content in a page's bytes that is not in its visible tree.
 * Every script that holds data, and every attribute that holds JSON, is scanned for strings; prose strings are
 * grouped by their path (a list's items share one), and the longest group is the content. Keys of interface texts
 * (labels, translations, consent) are skipped. Strings that hold JSON are scanned again, MAX_LEVELS deep; React's
 * flight rows are joined first. Cost: linear in the scripts. Limits: MAX_BYTES scanned, MAX_ITEMS strings kept. */
#include "page/embedded.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/letters.h"
#include "page/fragment.h"
#include "page/script_strings.h"

#define MAX_BYTES ((size_t)16 << 20) /* scanned per page: the largest state in the measured pages is far smaller */
#define MAX_ITEMS 8192u              /* strings kept: bounds memory; not reached on real pages */
#define MAX_QUEUE 256u               /* strings that hold JSON, waiting */
#define MAX_LEVELS 3u                /* JSON in a JSON string: two levels are common, more are not */
#define MAX_CANDIDATES 16u           /* groups of prose to compare */
/* A shorter string in a state is a label; a shorter attribute is a widget's options. */
#define LEAST_STATE_WORDS 8u
#define LEAST_ATTRIBUTE 1000u
#define LEAST_RAW 12u   /* minimum length of a prose string */
#define MAX_ROW_NAME 9u /* of a flight row, with its colon: a number in hexadecimal */

typedef struct item {
    slice text;
    slice key;
    uint64_t path;
    uint64_t hash;
    uint32_t node;
    uint32_t n_words;
    uint32_t order;
    embedded_kind kind;
} item;

typedef struct waiting {
    slice text;
    uint32_t node;
    uint8_t level;
    bool linked_data;
} waiting;

typedef struct finder {
    husk_page *page;
    arena *memory;
    fragment_reader fragments;
    buffer plain, raw, flight;
    item *items;
    uint32_t n_items;
    waiting *queue;
    uint32_t n_queue;
    size_t scanned;
    unsigned where;
    waiting now; /* being scanned */
    bool no_memory;
} finder;

/* A bit for a character, the same for both cases of a letter. */
static uint32_t char_bit(char c)
{
    return (uint32_t)1 << (c & 31);
}

/* Interface texts, and data about the site: parts of keys. Every key of a state comes here, and few keys have the
 * first three characters of a part. */
static bool is_shut(slice key)
{
    uint32_t has = 0;
    static const char *const parts[] = {
        "i18n",      "locale",      "translat", "messages",   "labels",     "dictionar", "cookie",       "consent",
        "privacy",   "legal",       "terms",    "footer",     "navigation", "menu",      "config",       "settings",
        "tooltip",   "placeholder", "error",    "experiment", "breadcrumb", "publisher", "organization", "related",
        "recommend", "sidebar",     "seo",      "metadata",   "license",    "style",     "theme",        "feature"
    };
    for (size_t i = 0; i < key.len; i++)
        has |= char_bit(key.data[i]);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        uint32_t needs = char_bit(parts[i][0]) | char_bit(parts[i][1]) | char_bit(parts[i][2]);
        if ((has & needs) == needs && slice_has_nocase(key, parts[i]))
            return true;
    }
    return false;
}

/* Prose: words separated by spaces, few characters that prose lacks; or a script written without spaces. */
static bool is_prose(slice text, uint32_t n_words)
{
    size_t spaces = 0, odd = 0, wide = 0, chars = 0, letters = 0;
    for (size_t at = 0; at < text.len; chars++) {
        uint32_t c = utf8_next(text.data, text.len, &at);
        spaces += c == ' ' || c == '\n';
        letters += c > '9' && is_word(c);
        odd += c < 0x80 && strchr("{}[]<>=_|\\^~#@*;", (int)(c ? c : ' ')) && c != ' ';
        wide += c >= 0xe00 && is_wide_word(c);
    }
    if (odd * 25 > chars || letters * 10 < (chars - spaces) * 7) /* code; an SVG path, a table of numbers */
        return false;
    return wide * 3 > chars ? n_words >= 4 : spaces * 20 > chars && spaces * 2 < chars;
}

static bool contains_same(const finder *f, uint64_t hash)
{
    for (uint32_t i = f->n_items > 512 ? f->n_items - 512 : 0; i < f->n_items; i++)
        if (f->items[i].hash == hash)
            return true;
    return false;
}

/* The kind of a JSON-LD member's text; false if it is not content. */
static bool linked_kind(slice key, slice around, embedded_kind *kind)
{
    static const char *const bodies[] = { "articlebody", "text" };
    static const char *const described[] = { "description",
                                             "recipeingredient",
                                             "recipeinstructions",
                                             "responsibilities",
                                             "qualifications",
                                             "skills",
                                             "transcript",
                                             "abstract",
                                             "step",
                                             "experiencerequirements",
                                             "educationrequirements",
                                             "jobbenefits" };
    static const char *const steps[] = { "recipeinstructions", "step", "itemlistelement" };
    if (SLICE_IS_ANY(key, bodies))
        *kind = SLICE_IS_ANY(around, steps) ? EMBEDDED_DESCRIPTION
                                            : EMBEDDED_BODY; /* a recipe is its ingredients and steps together */
    else if (SLICE_IS_ANY(key, described))
        *kind = EMBEDDED_DESCRIPTION;
    else
        return false;
    return true;
}

/* The text of a string, without tags and entities, in f->plain. */
static slice plain_text(finder *f, slice text)
{
    buffer_clear(&f->plain);
    bool ok = fragment_is_html(text) ? fragment_text(&f->fragments, text, &f->plain)
                                     : fragment_decode(&f->fragments, text, &f->plain);
    f->no_memory |= !ok;
    return slice_trim((slice){ f->plain.data ? f->plain.data : "", f->plain.len });
}

static void keep_item(finder *f, slice text, slice key, uint64_t path, embedded_kind kind)
{
    slice plain = plain_text(f, text);
    uint32_t n_words = count_words(plain.data, plain.len);
    uint32_t least = kind == EMBEDDED_STATE ? LEAST_STATE_WORDS : 1;
    if (n_words < least || f->n_items == MAX_ITEMS || (n_words >= LEAST_STATE_WORDS && !is_prose(plain, n_words)))
        return;
    uint64_t hash = hash_bytes(plain.data, plain.len);
    if (contains_same(f, hash))
        return;
    char *copy = arena_copy(f->memory, plain.data, plain.len),
         *name = arena_copy(f->memory, key.data ? key.data : "", key.len < 64 ? key.len : 64);
    if (copy == NULL || name == NULL) {
        f->no_memory = true;
        return;
    }
    f->items[f->n_items] = (item){
        { copy, plain.len }, { name, key.len < 64 ? key.len : 64 }, path, hash, f->now.node, n_words, f->n_items, kind
    };
    f->n_items++;
}

/* JSON in a string waits until this scan is done: nothing recurses. */
static bool is_nested(finder *f, slice text)
{
    slice inner = slice_trim(text);
    if (inner.len < 60 || (inner.data[0] != '{' && inner.data[0] != '[') || memchr(inner.data, '"', inner.len) == NULL)
        return false;
    if (f->now.level + 1u < MAX_LEVELS && f->n_queue < MAX_QUEUE) {
        char *copy = arena_copy(f->memory, inner.data, inner.len);
        if (copy)
            f->queue[f->n_queue++] =
                (waiting){ { copy, inner.len }, f->now.node, (uint8_t)(f->now.level + 1), f->now.linked_data };
    }
    return true;
}

static bool on_string(void *context, const script_string *s)
{
    finder *f = context;
    embedded_kind kind = EMBEDDED_STATE;
    if (s->shut && !f->now.linked_data)
        return !f->no_memory;
    if (f->now.linked_data && !linked_kind(s->key, s->around, &kind))
        return !f->no_memory;
    /* prose soon has a space or a non-ASCII character: most long strings are URLs, classes, hashes */
    size_t look = s->raw.len < 80 ? s->raw.len : 80;
    bool spaced = false;
    for (size_t i = 0; i < look && !spaced; i++)
        spaced = s->raw.data[i] == ' ' || s->raw.data[i] == '{' || s->raw.data[i] == '[' ||
                 (unsigned char)s->raw.data[i] >= 0x80 || s->raw.data[i] == '\\';
    if (!spaced)
        return !f->no_memory;
    buffer_clear(&f->raw);
    script_unescape(s->raw, &f->raw);
    slice text = { f->raw.data ? f->raw.data : "", f->raw.len };
    if (!is_nested(f, text))
        keep_item(f, text, s->key, s->path, kind);
    return !f->no_memory;
}

static void scan_one(finder *f, const waiting *w)
{
    static const script_scan shape = { .is_shut = is_shut, .each = on_string, .least = LEAST_RAW };
    script_scan scan = shape;
    scan.context = f;
    if (f->scanned > MAX_BYTES || w->text.len > MAX_BYTES - f->scanned)
        return;
    f->scanned += w->text.len;
    f->now = *w;
    script_strings(w->text, &scan);
}

static void enqueue(finder *f, slice text, uint32_t node, bool linked_data)
{
    if (f->n_queue < MAX_QUEUE)
        f->queue[f->n_queue++] = (waiting){ text, node, 0, linked_data };
}

static bool on_flight(void *context, const script_string *s)
{
    finder *f = context;
    if (f->flight.len < MAX_BYTES)
        script_unescape(s->raw, &f->flight);
    return true;
}

/* The text of a value "T4f,text of 0x4f bytes"; false if it is another value. */
static bool flight_text(slice all, size_t value, slice *text)
{
    char *after;
    char digits[12] = { 0 };
    if (value >= all.len || all.data[value] != 'T')
        return false;
    memcpy(digits, all.data + value + 1, all.len - value - 1 < 11 ? all.len - value - 1 : 11);
    unsigned long len = strtoul(digits, &after, 16);
    size_t start = value + 1 + (size_t)(after - digits) + 1;
    if (*after != ',' || start >= all.len || len > all.len - start)
        return false;
    *text = (slice){ all.data + start, len };
    return true;
}

/* React's flight rows: "1a:T4f,text of 0x4f bytes", or "1b:[…JSON…]" up to the end of the line. */
static void read_flight(finder *f, uint32_t node)
{
    slice all = { f->flight.data ? f->flight.data : "", f->flight.len }, text;
    waiting here = { all, node, 1, false };
    f->now = here;
    for (size_t at = 0, end = 0; at < all.len && !f->no_memory;) {
        if (at >= end) { /* the line of the last row has ended */
            const char *line = memchr(all.data + at, '\n', all.len - at);
            end = line ? (size_t)(line - all.data) : all.len;
        }
        const char *colon = memchr(all.data + at, ':', end - at < MAX_ROW_NAME ? end - at : MAX_ROW_NAME);
        if (colon == NULL) {
            at = end + 1;
            continue;
        }
        size_t value = (size_t)(colon - all.data) + 1;
        if (flight_text(all, value, &text)) {
            size_t start = (size_t)(text.data - all.data);
            at = start + text.len;
            text.len = utf8_valid_len(text.data, text.len); /* a wrong length may end inside a character */
            keep_item(f, text, SLICE("T"), start, EMBEDDED_STATE);
            continue;
        }
        waiting row = { { all.data + value, end - value }, node, 1, false };
        scan_one(f, &row);
        f->now = here;
        at = end + 1;
    }
}

/* Does the script hold data rather than code? Long, with an object or list near its start. */
static bool holds_data(slice type, slice text)
{
    if (text.len < 200)
        return false;
    if (slice_has_nocase(type, "json"))
        return true;
    if (type.len && !slice_has_nocase(type, "javascript") && !slice_is_nocase(type, "module"))
        return false;
    slice head = { text.data, text.len < 4096 ? text.len : 4096 };
    for (size_t i = 0; i + 2 < head.len; i++)
        if ((head.data[i] == '=' || head.data[i] == '(' || head.data[i] == ':') &&
            (head.data[i + 1] == '{' || head.data[i + 1] == '[' || head.data[i + 1] == '"' ||
             is_space(head.data[i + 1])))
            return true;
    return false;
}

static void look_at_script(finder *f, uint32_t node)
{
    const husk_page *page = f->page;
    if (page->end[node] <= node + 1)
        return;
    slice text = page->text[node + 1];
    if (page_is_json_ld(page, node)) {
        if (f->where & EMBEDDED_IN_DATA)
            enqueue(f, text, node, true);
        return;
    }
    if (!(f->where & EMBEDDED_IN_SCRIPTS))
        return;
    slice start = slice_trim((slice){ text.data, text.len < 60 ? text.len : 60 });
    if (slice_has_nocase(start, "self.__next_f")) {
        script_scan scan = { .each = on_flight, .context = f };
        script_strings(text, &scan);
    } else if (holds_data(page_attribute_value(page, node, ATTR_TYPE), text)) {
        enqueue(f, text, node, false);
    }
}

/* <meta itemprop=articleBody content=…>, and attributes that hold JSON. */
static void look_at_attributes(finder *f, uint32_t node)
{
    const husk_page *page = f->page;
    waiting here = { { NULL, 0 }, node, 0, true };
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *at = &page->attributes[a];
        slice value = { at->value, at->value_len };
        embedded_kind kind;
        if (at->id == ATTR_CONTENT && page->tag[node] == TAG_META) {
            slice property = page_attribute_value(page, node, ATTR_ITEMPROP);
            f->now = here;
            if (f->where & EMBEDDED_IN_DATA && property.len && linked_kind(property, (slice){ NULL, 0 }, &kind))
                keep_item(f, value, property, 2, kind);
        } else if (f->where & EMBEDDED_IN_SCRIPTS && value.len >= LEAST_ATTRIBUTE &&
                   (value.data[0] == '{' || value.data[0] == '[')) {
            enqueue(f, value, node, false);
        }
    }
}

static int by_group(const void *a, const void *b)
{
    const item *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->kind == EMBEDDED_STATE && x->node != y->node)
        return x->node < y->node ? -1 : 1;
    if (x->kind == EMBEDDED_STATE && x->path != y->path)
        return x->path < y->path ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static bool same_group(const item *a, const item *b)
{
    return a->kind == b->kind && (a->kind != EMBEDDED_STATE || (a->node == b->node && a->path == b->path));
}

/* Join the items of a group into one text, in page order. */
static bool join_group(finder *f, const item *items, uint32_t n, embedded_text *out)
{
    buffer_clear(&f->raw);
    uint32_t n_words = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            buffer_byte(&f->raw, '\n');
        buffer_append(&f->raw, items[i].text.data, items[i].text.len);
        n_words += items[i].n_words;
    }
    char *copy = arena_copy(f->memory, f->raw.data, f->raw.len);
    if (copy == NULL || f->raw.status != HUSK_OK)
        return false;
    *out = (embedded_text){
        .kind = items->kind, .text = { copy, f->raw.len }, .n_words = n_words, .node = items->node, .key = items->key
    };
    return true;
}

/* The share of the longer title words that a text has near its start: its own text has them, other texts in scripts
 * don't. */
#define LOOK_BYTES 4096u
static bool is_titled(const husk_page *page, slice text)
{
    char small[LOOK_BYTES + 4], title[256];
    if (page->title == NODE_NONE || page->end[page->title] <= page->title + 1)
        return false;
    size_t n_text = text_lower(text, small, LOOK_BYTES),
           n_title = text_lower(page->text[page->title + 1], title, sizeof title);
    unsigned words = 0, found = 0;
    for (size_t i = 0; i < n_title;) {
        size_t from = i;
        while (i < n_title && ((unsigned char)title[i] >= 0x80 || (title[i] >= 'a' && title[i] <= 'z')))
            i++;
        if (i - from >= 4) {
            words++;
            found += memmem(small, n_text, title + from, i - from) != NULL;
        }
        i += i == from;
    }
    return words >= 2 && found * 2 >= words;
}

/* A state's member named content, or about the title, scores higher than a longer one that is not. */
static uint64_t worth_of(const husk_page *page, const item *items, uint32_t n, uint32_t n_words)
{
    static const char *const names[] = { "articlebody", "body",   "bodyhtml",     "body_html", "content",
                                         "contenthtml", "html",   "text",         "markdown",  "descriptionhtml",
                                         "rendered",    "t",      "value",        "children",  "paragraph",
                                         "paragraphs",  "cooked", "post_content", "story",     "innerhtml",
                                         "raw" };
    uint64_t worth = (uint64_t)n_words * (SLICE_IS_ANY(items->key, names) ? 4 : 1);
    for (uint32_t i = 0; i < n && i < 3; i++)
        if (is_titled(page, items[i].text))
            return worth * 3;
    return worth;
}

static int by_worth(const void *a, const void *b)
{
    const embedded_text *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->worth != y->worth)
        return x->worth > y->worth ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static uint32_t words_of(const item *items, uint32_t n)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += items[i].n_words;
    return sum;
}

/* Turn the largest groups into texts: all JSON-LD bodies are one, all its descriptions another. */
static void make_texts(finder *f, embedded_text *texts, uint32_t *n_texts)
{
    uint32_t from[MAX_CANDIDATES], len[MAX_CANDIDATES], n = 0;
    uint64_t worth[MAX_CANDIDATES];
    qsort(f->items, f->n_items, sizeof *f->items, by_group);
    for (uint32_t i = 0, end; i < f->n_items; i = end) {
        for (end = i + 1; end < f->n_items && same_group(&f->items[i], &f->items[end]); end++)
            ;
        uint64_t w = worth_of(f->page, &f->items[i], end - i, words_of(&f->items[i], end - i));
        uint32_t at = n;
        if (n == MAX_CANDIDATES) { /* drop the smallest */
            at = 0;
            for (uint32_t k = 1; k < n; k++)
                at = worth[k] < worth[at] ? k : at;
            if (worth[at] >= w)
                continue;
        } else {
            n++;
        }
        from[at] = i;
        len[at] = end - i;
        worth[at] = w;
    }
    *n_texts = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!join_group(f, &f->items[from[i]], len[i], &texts[*n_texts])) {
            f->no_memory = true;
            return;
        }
        texts[(*n_texts)++].worth = worth[i];
    }
    qsort(texts, *n_texts, sizeof *texts, by_worth);
}

husk_status page_embedded(husk_page *page, unsigned where, arena *memory, embedded_text **out, uint32_t *n_out)
{
    finder f = { .page = page, .memory = memory, .where = where };
    uint32_t flight_node = 0;
    *n_out = 0;
    f.items = arena_array(memory, MAX_ITEMS, sizeof *f.items);
    f.queue = arena_array(memory, MAX_QUEUE, sizeof *f.queue);
    *out = arena_array(memory, MAX_CANDIDATES, sizeof **out);
    if (f.items == NULL || f.queue == NULL || *out == NULL)
        return HUSK_NO_MEMORY;
    buffer_init(&f.plain, HUSK_MAX_PAGE_BYTES);
    buffer_init(&f.raw, HUSK_MAX_PAGE_BYTES);
    buffer_init(&f.flight, MAX_BYTES * 2);
    for (uint32_t i = 1; i < page->n_nodes && !f.no_memory; i++) {
        if (page->tag[i] == TAG_SCRIPT) {
            size_t before = f.flight.len;
            look_at_script(&f, i);
            flight_node = f.flight.len > before ? i : flight_node;
        } else if (page->attribute[i] < page->attribute[i + 1]) {
            look_at_attributes(&f, i);
        }
    }
    if (f.flight.len)
        read_flight(&f, flight_node);
    for (uint32_t i = 0; i < f.n_queue && !f.no_memory; i++) {
        waiting w = f.queue[i]; /* the queue grows while it is read */
        scan_one(&f, &w);
    }
    make_texts(&f, *out, n_out);
    fragment_free(&f.fragments);
    buffer_free(&f.plain);
    buffer_free(&f.raw);
    buffer_free(&f.flight);
    return f.no_memory ? HUSK_NO_MEMORY : HUSK_OK;
}

/* A script shell shows a few words: a name, "loading", a menu. */
#define SHELL_SHOWN 150u
#define SHELL_TAKEN 60u
/* If the tree's content has more words than this, embedded text is not searched for. */
#define ENOUGH_TAKEN 200u

static bool is_shell(uint32_t tree_words, uint32_t shown_words)
{
    return tree_words < SHELL_TAKEN && shown_words < SHELL_SHOWN;
}

/* Is a backslash followed by something that could be a letter of a key, once a string in a string is unescaped? */
static bool hides_letters(slice json)
{
    const char *end = json.data + json.len;
    for (const char *at = json.data; (at = memchr(at, '\\', (size_t)(end - at))); at++) {
        if (end - at < 2 || strchr("nrtbf\"\\/", at[1]))
            continue;
        if (at[1] != 'u' || (end - at >= 5 && at[2] == '0' && at[3] == '0' && at[4] >= '4' && at[4] < '8'))
            return true;
    }
    return false;
}

/* May JSON-LD have a member of BODY's kind? "text" is a name of its own there, not the end of "@context". */
static bool may_have_body(slice json)
{
    if (slice_has_nocase(json, "articlebody") || hides_letters(json))
        return true;
    for (size_t at = 0; (at = letters_find(json, at, 't', 'e')) + 4 <= json.len; at++) {
        char before = at ? lower(json.data[at - 1]) : ' ';
        bool inside = before >= 'a' && before <= 'z' && !(at > 1 && json.data[at - 2] == '\\');
        if (!inside && slice_is_nocase((slice){ json.data + at, 4 }, "text"))
            return true;
    }
    return false;
}

/* Only a BODY can replace the content of a page that is not a shell, and few pages have one. */
static bool page_may_have_body(const husk_page *page)
{
    for (uint32_t i = 0; (i = page_find_tags(page, i + 1, TAG_SCRIPT, TAG_META, TAG_META)) < page->n_nodes;) {
        embedded_kind kind;
        if (page_is_json_ld(page, i) && may_have_body(page->text[i + 1]))
            return true;
        if (page->tag[i] == TAG_META &&
            linked_kind(page_attribute_value(page, i, ATTR_ITEMPROP), (slice){ NULL, 0 }, &kind) &&
            kind == EMBEDDED_BODY)
            return true;
    }
    return false;
}

unsigned embedded_wanted(const husk_page *page, uint32_t tree_words, uint32_t shown_words)
{
    if (is_shell(tree_words, shown_words))
        return EMBEDDED_IN_DATA | EMBEDDED_IN_SCRIPTS;
    return tree_words < ENOUGH_TAKEN && page_may_have_body(page) ? EMBEDDED_IN_DATA : 0;
}

const embedded_text *embedded_choose(const embedded_text *texts, uint32_t n, uint32_t tree_words, uint32_t shown_words)
{
    static const uint32_t least[] = { [EMBEDDED_BODY] = 40, [EMBEDDED_DESCRIPTION] = 30, [EMBEDDED_STATE] = 60 };
    bool shell = is_shell(tree_words, shown_words);
    const embedded_text *best = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const embedded_text *t = &texts[i];
        bool fuller = t->n_words >= least[t->kind] && (uint64_t)tree_words * 3 < t->n_words &&
                      (shell || t->kind == EMBEDDED_BODY);
        /* the first of a kind is its best; a later, less certain kind must have far more text */
        if (fuller && (best == NULL || (best->kind != t->kind && (uint64_t)best->n_words * 3 < t->n_words)))
            best = t;
    }
    return best;
}
