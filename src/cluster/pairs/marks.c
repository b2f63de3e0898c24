/* marks.c - hints of a page's kind beside its elements.
 * A generator rarely names a template in a single place: it adds a word to body's class, a meta element to posts
 * only, a schema.org type; and a listing has more links and repeats one element. Cost: one walk over the page.
 * Limits: MAX_MARKS hashes per set, MAX_SCRIPT bytes per script. */
#include "cluster/pairs/marks.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"

#define MAX_MARKS 4096u
#define MAX_SCRIPT 65536u
/* Letters beside its link that make an element a teaser, not a menu entry. */
#define TEASER_LETTERS 40u
/* The most nodes of a teaser: larger elements contain teasers. */
#define TEASER_NODES 200u
#define MAX_TEASERS 4096u

enum { HEAD_META = 1, HEAD_LINK, HEAD_TYPE, HEAD_OG_TYPE };
enum { ADDRESS_FOLDER = 1, ADDRESS_DEPTH, ADDRESS_FORM, ADDRESS_WORD, ADDRESS_QUERY };

typedef struct marker {
    const husk_page *page;
    marks *out;
    uint64_t *teaser; /* tag and class of teaser elements */
    uint32_t n_teasers;
    uint32_t *links, *letters; /* by node: links, and letters outside links, before it */
} marker;

static void add(marks *m, int set, uint64_t hash)
{
    if (m->n[set] < MAX_MARKS)
        m->set[set][m->n[set]++] = hash;
}

static uint64_t lower_hash(slice s)
{
    char word[64];
    size_t n = s.len < sizeof word ? s.len : sizeof word;
    for (size_t i = 0; i < n; i++)
        word[i] = lower(s.data[i]);
    return hash_bytes(word, n);
}

static void add_words(marks *m, int set, uint64_t of, slice s)
{
    for (slice word; slice_word(&s, &word);)
        add(m, set, hash_pair(of, hash_bytes(word.data, word.len)));
}

/* --- head --------------------------------------------------------------------------------------------------------- */

/* Every "@type": "..." of a script; its other strings don't matter here. */
static void script_types(marks *m, slice s)
{
    static const char key[] = "\"@type\"";
    size_t len = s.len < MAX_SCRIPT ? s.len : MAX_SCRIPT, n = sizeof key - 1;
    for (size_t i = 0; i + n < len; i++) {
        if (s.data[i] != '"' || memcmp(s.data + i, key, n) != 0)
            continue;
        size_t from = i + n;
        while (from < len && (is_space(s.data[from]) || s.data[from] == ':' || s.data[from] == '['))
            from++;
        size_t to = from + 1;
        while (to < len && s.data[to] != '"')
            to++;
        if (to < len && s.data[from] == '"')
            add(m, MARKS_HEAD, hash_pair(hash_bytes(s.data + from + 1, to - from - 1), HEAD_TYPE));
    }
}

static void meta_mark(marker *k, uint32_t node)
{
    slice name = page_attribute_value(k->page, node, ATTR_PROPERTY);
    if (name.len == 0)
        name = page_attribute_value(k->page, node, ATTR_NAME);
    if (name.len == 0)
        return;
    add(k->out, MARKS_HEAD, hash_pair(lower_hash(name), HEAD_META));
    if (name.len == 7 && memcmp(name.data, "og:type", 7) == 0)
        add(k->out, MARKS_HEAD, hash_pair(lower_hash(page_attribute_value(k->page, node, ATTR_CONTENT)), HEAD_OG_TYPE));
}

static void head_mark(marker *k, uint32_t node)
{
    const husk_page *page = k->page;
    if (page->tag[node] == TAG_META)
        meta_mark(k, node);
    else if (page->tag[node] == TAG_LINK) {
        uint64_t type = lower_hash(page_attribute_value(page, node, ATTR_TYPE));
        add(k->out, MARKS_HEAD,
            hash_pair(hash_pair(lower_hash(page_attribute_value(page, node, ATTR_REL)), type), HEAD_LINK));
    } else if (page->tag[node] == TAG_SCRIPT && node + 1 < page->end[node])
        script_types(k->out, page->text[node + 1]);
    slice type = page_attribute_value(page, node, ATTR_ITEMTYPE);
    if (type.len) {
        size_t from = type.len;
        while (from > 0 && type.data[from - 1] != '/')
            from--;
        add(k->out, MARKS_HEAD, hash_pair(hash_bytes(type.data + from, type.len - from), HEAD_TYPE));
    }
}

/* --- URL ---------------------------------------------------------------------------------------------------------- */

/* The form of a name: digits as 0, runs of other letters as a, the rest unchanged; its first eight. */
static uint64_t form_of(slice s)
{
    char form[8];
    size_t n = 0;
    for (size_t i = 0; i < s.len && n < sizeof form; i++) {
        char c = s.data[i];
        c = c >= '0' && c <= '9' ? '0' : c == '-' || c == '_' || c == '.' || c == '%' ? c : 'a';
        if (n == 0 || form[n - 1] != c)
            form[n++] = c;
    }
    return hash_bytes(form, n);
}

static bool is_letter(char c)
{
    return (lower(c) >= 'a' && lower(c) <= 'z') || (unsigned char)c >= 128;
}

static void name_words(marks *m, slice s)
{
    for (size_t i = 0; i < s.len;) {
        size_t begin = i;
        while (i < s.len && is_letter(s.data[i]))
            i++;
        if (i > begin)
            add(m, MARKS_ADDRESS, hash_pair(lower_hash((slice){ s.data + begin, i - begin }), ADDRESS_WORD));
        i += i == begin;
    }
}

static void address_marks(marker *k)
{
    slice s = k->page->url.len ? k->page->url : k->page->id;
    size_t end = 0, depth = 0, begin = 0;
    while (end < s.len && s.data[end] != '?' && s.data[end] != '#')
        end++;
    for (size_t i = 0; i <= end; i++) {
        if (i < end && s.data[i] != '/')
            continue;
        slice part = { s.data + begin, i - begin };
        begin = i + 1;
        if (part.len == 0)
            continue;
        depth++;
        add(k->out, MARKS_ADDRESS, hash_pair(hash_pair(form_of(part), depth), ADDRESS_FORM));
        if (i < end)
            add(k->out, MARKS_ADDRESS, hash_pair(hash_pair(lower_hash(part), depth), ADDRESS_FOLDER));
        else
            name_words(k->out, part);
    }
    add(k->out, MARKS_ADDRESS, hash_pair(hash_bytes(&depth, sizeof depth), ADDRESS_DEPTH));
    for (size_t i = end; i < s.len && s.data[i] != '#'; i++)
        if (s.data[i] == '?' || s.data[i] == '&') {
            size_t to = i + 1;
            while (to < s.len && s.data[to] != '=' && s.data[to] != '&' && s.data[to] != '#')
                to++;
            add(k->out, MARKS_ADDRESS, hash_pair(hash_bytes(s.data + i + 1, to - i - 1), ADDRESS_QUERY));
        }
}

/* --- shape -------------------------------------------------------------------------------------------------------- */

static const uint8_t shape_of_tag[TAG_OWN] = {
    [TAG_A] = SHAPE_LINKS,          [TAG_P] = SHAPE_PARAGRAPHS, [TAG_H1] = SHAPE_HEADINGS,
    [TAG_H2] = SHAPE_HEADINGS,      [TAG_H3] = SHAPE_HEADINGS,  [TAG_H4] = SHAPE_HEADINGS,
    [TAG_ARTICLE] = SHAPE_ARTICLES, [TAG_IMG] = SHAPE_IMAGES,   [TAG_LI] = SHAPE_ITEMS,
    [TAG_TR] = SHAPE_ROWS,          [TAG_INPUT] = SHAPE_INPUTS, [TAG_TEXTAREA] = SHAPE_INPUTS,
    [TAG_TIME] = SHAPE_TIMES,       [TAG_PRE] = SHAPE_LINES,
};

static void text_sizes(marker *k, uint32_t node)
{
    const husk_page *page = k->page;
    uint32_t *shape = k->out->shape;
    if (page->flags[node] & (NODE_BLANK | NODE_SILENT))
        return;
    uint32_t n = (uint32_t)slice_trim(page->text[node]).len;
    bool link = page->flags[node] & NODE_LINK;
    shape[SHAPE_LETTERS] += n;
    if (link)
        shape[SHAPE_LINK_LETTERS] += n;
    else if (n > shape[SHAPE_LONGEST])
        shape[SHAPE_LONGEST] = n;
    if (!link && page->tag[page->parent[node]] == TAG_P)
        shape[SHAPE_PARAGRAPH_LETTERS] += n;
}

/* Prefix sums of links and of letters outside links: a subtree's count is a difference. */
static void count_before(marker *k)
{
    const husk_page *page = k->page;
    k->links[0] = k->letters[0] = 0;
    for (uint32_t i = 0; i < page->n_nodes; i++) {
        bool text = (page->flags[i] & (NODE_TEXT | NODE_BLANK | NODE_SILENT | NODE_LINK)) == NODE_TEXT;
        k->links[i + 1] = k->links[i] + (page->tag[i] == TAG_A);
        k->letters[i + 1] = k->letters[i] + (text ? (uint32_t)page->text[i].len : 0);
    }
}

/* Does an element with a class contain a link, and some text outside links? */
static void teaser(marker *k, uint32_t node, uint64_t class)
{
    uint32_t end = k->page->end[node];
    if (class == 0 || k->n_teasers == MAX_TEASERS || end - node > TEASER_NODES)
        return;
    if (k->links[end] > k->links[node + 1] && k->letters[end] - k->letters[node + 1] >= TEASER_LETTERS)
        k->teaser[k->n_teasers++] = hash_pair(class, k->page->tag[node]);
}

static void count_teasers(marker *k)
{
    uint32_t most = 0;
    qsort(k->teaser, k->n_teasers, sizeof *k->teaser, by_u64);
    for (uint32_t i = 0, run = 0; i < k->n_teasers; i++) {
        run = i && k->teaser[i] == k->teaser[i - 1] ? run + 1 : 1;
        most = run > most ? run : most;
    }
    k->out->shape[SHAPE_TEASERS] = most;
}

static void element_marks(marker *k, uint32_t node)
{
    const husk_page *page = k->page;
    slice tag = page_tag_name(page, page->tag[node]), class = page_attribute_value(page, node, ATTR_CLASS);
    uint8_t shape = page->tag[node] < TAG_OWN ? shape_of_tag[page->tag[node]] : SHAPE_ELEMENTS;
    k->out->shape[SHAPE_ELEMENTS]++;
    if (shape != SHAPE_ELEMENTS)
        k->out->shape[shape]++;
    uint64_t of = hash_bytes(tag.data, tag.len);
    if (class.len)
        add_words(k->out, MARKS_CLASS, of, class);
    if (page->tag[node] == TAG_HTML || page->tag[node] == TAG_BODY) {
        add_words(k->out, MARKS_BODY, of, class);
        add_words(k->out, MARKS_BODY, of + 1, page_attribute_value(page, node, ATTR_ID));
    } else {
        teaser(k, node, class.len ? hash_bytes(class.data, class.len) : 0);
    }
    head_mark(k, node);
}

husk_status marks_of_page(const husk_page *page, arena *memory, marks *out)
{
    marker k = { .page = page, .out = out };
    *out = (marks){ .n = { 0 } };
    for (int s = 0; s < N_MARK_SETS; s++)
        if ((out->set[s] = arena_array(memory, MAX_MARKS, sizeof *out->set[s])) == NULL)
            return HUSK_NO_MEMORY;
    k.teaser = arena_array(memory, MAX_TEASERS, sizeof *k.teaser);
    k.links = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *k.links);
    k.letters = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *k.letters);
    if (!k.teaser || !k.links || !k.letters)
        return HUSK_NO_MEMORY;
    count_before(&k);
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if (page->flags[i] & NODE_TEXT)
            text_sizes(&k, i);
        else
            element_marks(&k, i);
    address_marks(&k);
    count_teasers(&k);
    for (int s = 0; s < N_MARK_SETS; s++)
        out->n[s] = hashes_unique(out->set[s], out->n[s]);
    return HUSK_OK;
}
