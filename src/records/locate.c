/* locate.c - the values of a page, and the keys that locate each.
 * Pages of a class are alike, but no single way to locate a value works on all of them: rows are missing, boxes are
 * inserted. So each value gets several keys, of different kinds, that fail in different ways; learning finds which of
 * them agree. Cost: one pass over the nodes, and a climb to the common ancestor of each value and its label. Limits:
 * HUSK_MAX_VALUES per page. */
#include "records/locate.h"

#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/table.h"
#include "page/views.h"
#include "store/tally.h"

/* Code points of a label: longer texts are prose. */
#define MAX_LABEL 60
/* Code points of a label that a value starts with: "Height: 6-8". */
#define MAX_PREFIX 40
/* Values further from a label than this are not located by counting from it. */
#define MAX_DISTANCE 12

typedef struct page_walk {
    husk_page *page;
    const locate_site *site;
    uint64_t *path;  /* by node: tags, classes and ids from the root */
    uint64_t *place; /* by node: tags and their positions */
    uint32_t *depth;
    located_value *values;
    uint32_t n, n_texts, room;
} page_walk;

/* Below four pages of five, values that a site repeats (a genre, a publisher) would pass for labels. */
uint32_t locate_label_rank(uint32_t pages, uint32_t of)
{
    if (of > 1 && (uint64_t)pages * 10 >= (uint64_t)of * 8)
        return LABEL_SURE;
    return pages >= 3 && (uint64_t)pages * 4 >= of ? LABEL_HINT : 0;
}

/* --- texts -------------------------------------------------------------------------------------------------------- */

static bool is_value_text(const husk_page *page, uint32_t node)
{
    uint8_t flags = page->flags[node];
    if (!(flags & NODE_TEXT) || flags & NODE_BLANK)
        return false;
    return (!(flags & NODE_SILENT) || page->parent[node] == page->title) && has_word(page->text[node]);
}

static bool is_letter(uint32_t c)
{
    return is_word(c) && !(c >= '0' && c <= '9');
}

/* Short, and not just a number: tables of figures repeat those from page to page. */
static bool may_name(slice text)
{
    text = slice_trim(text);
    size_t n = 0;
    bool letter = false;
    for (size_t at = 0; at < text.len && n <= MAX_LABEL; n++)
        letter |= is_letter(utf8_next(text.data, text.len, &at));
    return letter && n <= MAX_LABEL;
}

static uint64_t element_hash(const husk_page *page, uint32_t node)
{
    return node ? page_step_hash(page, node, STEP_CLASS) : 0;
}

/* The text and the two elements around it: the same text may be a label in one place and a value in another
 * ("Private", of a loan and of a school). The whole path would be too specific: some pages have an additional box. */
static uint64_t label_hash(const husk_page *page, uint32_t node, uint64_t text)
{
    uint32_t around = page->parent[node];
    uint64_t outer = around ? element_hash(page, page->parent[around]) : 0;
    return hash_pair(text, hash_pair(element_hash(page, around), outer));
}

/* White space, or a no-break space. */
static bool is_blank_at(slice text, size_t at)
{
    return is_space(text.data[at]) || (text.len - at >= 2 && text.data[at] == '\xc2' && text.data[at + 1] == '\xa0');
}

/* Without white space and no-break spaces at both ends. */
static slice trim_blank(slice text)
{
    for (text = slice_trim(text); text.len && is_blank_at(text, 0); text = slice_trim(text)) {
        text.data += 2;
        text.len -= 2;
    }
    for (; text.len >= 2 && is_blank_at(text, text.len - 2) && !is_space(text.data[text.len - 2]);
         text = slice_trim(text))
        text.len -= 2;
    return text;
}

/* The bytes of the trimmed text up to its first colon, if that can end a label followed by a value: not a time or a
 * URL, and not a lone colon. */
static size_t prefix_len(slice text)
{
    size_t at = 0;
    bool word = false;
    for (int n = 0; n < MAX_PREFIX && at < text.len; n++) {
        uint32_t c = utf8_next(text.data, text.len, &at);
        if (c == ':' || c == 0xff1a)
            return word && trim_blank((slice){ text.data + at, text.len - at }).len &&
                           (c != ':' || is_blank_at(text, at))
                       ? at
                       : 0;
        word |= is_letter(c);
    }
    return 0;
}

/* Distinguish a label inside a text from one that stands alone. */
static uint64_t prefix_hash(slice text, size_t len)
{
    return ~hash_bytes(text.data, len);
}

void locate_texts(const husk_page *page, void (*each)(void *context, uint64_t text), void *context)
{
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (!is_value_text(page, i) || page->flags[i] & NODE_SILENT)
            continue;
        slice text = slice_trim(page->text[i]);
        size_t prefix = prefix_len(text);
        if (prefix)
            each(context, label_hash(page, i, prefix_hash(text, prefix)));
        if (may_name(text))
            each(context, label_hash(page, i, page_step_hash(page, i, STEP_TAG)));
    }
}

/* --- places ------------------------------------------------------------------------------------------------------- */

/* The number of children of this tag that a parent has had up to `node`. */
static uint32_t count_child(hash_map *children, const husk_page *page, uint32_t node, uint16_t tag, bool *ok)
{
    uint64_t key = hash_pair((uint64_t)page->parent[node] << 16 | tag, 0);
    *ok = *ok && map_count(children, key, node);
    return map_get(children, key);
}

static uint64_t tag_hash(const husk_page *page, uint32_t node)
{
    slice name = page_tag_name(page, page->tag[node]);
    return hash_bytes(name.data, name.len);
}

/* Tags and positions for every node, and its depth. Texts count among the values of their parent. */
static bool walk_nodes(page_walk *w, arena *memory)
{
    const husk_page *page = w->page;
    hash_map children = { 0 };
    w->place = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *w->place);
    w->depth = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *w->depth);
    if (w->place == NULL || w->depth == NULL)
        return false;
    bool ok = true;
    w->place[0] = 1;
    w->depth[0] = 0;
    for (uint32_t i = 1; ok && i < page->n_nodes; i++) {
        uint32_t parent = page->parent[i];
        bool text = page->flags[i] & NODE_TEXT;
        w->depth[i] = w->depth[parent] + 1;
        w->place[i] = 0;
        if (text && !is_value_text(page, i))
            continue;
        uint64_t number = count_child(&children, page, i, text ? TAG_TEXT : page->tag[i], &ok);
        w->place[i] = hash_pair(w->place[parent], text ? number : hash_pair(tag_hash(page, i), number));
    }
    map_free(&children);
    return ok;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* The microdata name of the element around the text, or a hash of 0. */
static uint64_t property_of(const husk_page *page, uint32_t node)
{
    for (int up = 0; up < 3 && node != 0; up++, node = page->parent[node]) {
        slice name = page_attribute_value(page, node, ATTR_ITEMPROP);
        if (name.len == 0)
            name = page_attribute_value(page, node, ATTR_PROPERTY);
        if (name.len)
            return hash_bytes(name.data, name.len);
    }
    return 0;
}

slice located_meta_name(const husk_page *page, uint32_t node)
{
    static const uint16_t names[] = { ATTR_PROPERTY, ATTR_ITEMPROP, ATTR_NAME };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        slice name = page_attribute_value(page, node, names[i]);
        if (name.len)
            return name;
    }
    return (slice){ NULL, 0 };
}

static located_value *add_value(page_walk *w, uint32_t node, uint16_t source, uint64_t text)
{
    located_value *v = &w->values[w->n++];
    *v = (located_value){ .node = node, .source = source, .label = LOCATE_NONE, .inside = LOCATE_NONE, .text = text };
    return v;
}

static void add_text(page_walk *w, uint32_t node)
{
    located_value *v = add_value(w, node, VALUE_TEXT, page_step_hash(w->page, node, STEP_TAG));
    v->key[LOCATE_PATH] = w->path[node];
    v->key[LOCATE_PLACE] = w->place[node];
    v->key[LOCATE_PROPERTY] = property_of(w->page, w->page->parent[node]);
}

static void add_meta(page_walk *w, uint32_t node)
{
    slice name = located_meta_name(w->page, node),
          content = slice_trim(page_attribute_value(w->page, node, ATTR_CONTENT));
    if (name.len == 0 || !has_word(content))
        return;
    located_value *v = add_value(w, node, VALUE_META, hash_bytes(content.data, content.len));
    v->key[LOCATE_PROPERTY] = ~hash_bytes(name.data, name.len); /* unlike a text under the same name */
}

/* The target of a link or the source of an image. A link is located like the text inside it; otherwise, and for
 * images, by its own path. */
static void add_address(page_walk *w, uint32_t node, uint32_t *text)
{
    const husk_page *page = w->page;
    bool link = page->tag[node] == TAG_A;
    slice address = slice_trim(page_attribute_value(page, node, link ? ATTR_HREF : ATTR_SRC));
    while (*text < w->n_texts && w->values[*text].node < node)
        ++*text;
    if (address.len == 0 || address.data[0] == '#')
        return;
    located_value *v = add_value(w, node, link ? VALUE_LINK : VALUE_IMAGE, hash_bytes(address.data, address.len));
    v->key[LOCATE_PATH] = hash_pair(w->path[node], v->source);
    v->key[LOCATE_PLACE] = hash_pair(w->place[node], v->source);
    if (!link || *text == w->n_texts || w->values[*text].node >= page->end[node])
        return;
    const located_value *inside = &w->values[*text];
    v->inside = *text;
    for (int kind = 0; kind < N_LOCATOR_KINDS; kind++)
        v->key[kind] = inside->key[kind] ? hash_pair(inside->key[kind], VALUE_LINK) : 0;
}

static bool find_values(page_walk *w, arena *memory)
{
    const husk_page *page = w->page;
    w->room = page->n_nodes < HUSK_MAX_VALUES ? page->n_nodes : HUSK_MAX_VALUES;
    w->values = arena_array(memory, (size_t)w->room + 1, sizeof *w->values);
    if (w->values == NULL)
        return false;
    for (uint32_t i = 1; i < page->n_nodes && w->n < w->room; i++) {
        if (is_value_text(page, i))
            add_text(w, i);
        else if (page->tag[i] == TAG_META && page_is_element(page, i))
            add_meta(w, i);
    }
    w->n_texts = w->n;
    return true;
}

/* --- labels ------------------------------------------------------------------------------------------------------- */

/* The tags up from the label to the common ancestor, and down from there to the value. */
static uint64_t way(const page_walk *w, uint32_t from, uint32_t to)
{
    const husk_page *page = w->page;
    uint64_t up = 1, down = 2;
    uint32_t a = page->parent[from], b = page->parent[to];
    while (a != b) {
        if (w->depth[a] >= w->depth[b]) {
            up = hash_pair(up, tag_hash(page, a));
            a = page->parent[a];
        } else {
            down = hash_pair(down, tag_hash(page, b));
            b = page->parent[b];
        }
    }
    return hash_pair(up, down);
}

/* How certain it is that the text is a label. */
static uint32_t label_rank(const page_walk *w, const located_value *v)
{
    if (v->source != VALUE_TEXT || w->page->flags[v->node] & NODE_SILENT || !may_name(w->page->text[v->node]))
        return 0;
    return counts_find(w->site->labels, w->site->n_labels, label_hash(w->page, v->node, v->text));
}

/* "Height: 6-8": the text contains its label, if pages repeat it. */
static void label_inside(const page_walk *w, located_value *v)
{
    slice text = slice_trim(w->page->text[v->node]);
    size_t len = prefix_len(text);
    uint64_t label = len ? label_hash(w->page, v->node, prefix_hash(text, len)) : 0;
    if (len == 0 || counts_find(w->site->labels, w->site->n_labels, label) == 0)
        return;
    v->prefix = (uint32_t)len;
    v->key[LOCATE_PREFIX] = label;
}

static void label_forward(page_walk *w)
{
    uint32_t label = LOCATE_NONE, hint = LOCATE_NONE;
    for (uint32_t i = 0; i < w->n; i++) {
        located_value *v = &w->values[i];
        v->rank = (uint16_t)label_rank(w, v);
        if (v->source != VALUE_TEXT || w->page->flags[v->node] & NODE_SILENT)
            continue;
        label_inside(w, v);
        if (label != LOCATE_NONE &&
            (v->rank != LABEL_SURE || i - label == 1)) { /* what nearly all pages have may still be a value */
            const located_value *l = &w->values[label];
            v->key[LOCATE_LABEL] = hash_pair(l->text, way(w, l->node, v->node));
            if (i - label <= MAX_DISTANCE)
                v->key[LOCATE_AFTER] = hash_pair(l->text, i - label);
        }
        if (hint != label && hint != LOCATE_NONE && v->rank != LABEL_SURE)
            v->key[LOCATE_HINT] = hash_pair(w->values[hint].text, way(w, w->values[hint].node, v->node));
        v->label = hint;
        if (v->rank == LABEL_SURE)
            label = hint = i;
        else if (v->rank == LABEL_HINT)
            hint = i;
    }
}

static void label_backward(page_walk *w)
{
    uint32_t label = LOCATE_NONE;
    for (uint32_t i = w->n; i-- > 0;) {
        located_value *v = &w->values[i];
        if (v->source != VALUE_TEXT || w->page->flags[v->node] & NODE_SILENT)
            continue;
        if (label != LOCATE_NONE && label - i <= (v->rank == LABEL_SURE ? 1 : MAX_DISTANCE))
            v->key[LOCATE_BEFORE] = hash_pair(w->values[label].text, label - i);
        if (v->rank == LABEL_SURE)
            label = i;
    }
}

husk_status locate_page(husk_page *page, const locate_site *site, arena *memory, located_value **values, uint32_t *n)
{
    page_walk w = { .page = page, .site = site };
    if (evidence_paths(page, &site->names, memory, &w.path) != HUSK_OK || !walk_nodes(&w, memory) ||
        !find_values(&w, memory))
        return HUSK_NO_MEMORY;
    label_forward(&w);
    label_backward(&w);
    for (uint32_t i = 1, text = 0; i < page->n_nodes && w.n < w.room; i++)
        if (page_is_element(page, i) && (page->tag[i] == TAG_A || page->tag[i] == TAG_IMG))
            add_address(&w, i, &text);
    *values = w.values;
    *n = w.n;
    return HUSK_OK;
}

void located_write(husk_page *page, const located_value *value, bool label, buffer *out)
{
    size_t prefix = label ? 0 : value->prefix;
    if (value->source == VALUE_LINK || value->source == VALUE_IMAGE) {
        slice address =
            slice_trim(page_attribute_value(page, value->node, value->source == VALUE_LINK ? ATTR_HREF : ATTR_SRC));
        if (!page_resolve(page, address, out))
            buffer_append(out, address.data, address.len);
        return;
    }
    slice text = slice_trim(value->source == VALUE_TEXT ? page->text[value->node]
                                                        : page_attribute_value(page, value->node, ATTR_CONTENT));
    text = trim_blank((slice){ text.data + prefix, text.len - prefix });
    for (size_t i = 0; i < text.len; i++) {
        if (!is_space(text.data[i]))
            buffer_byte(out, text.data[i]);
        else if (!is_space(text.data[i - 1]))
            buffer_byte(out, ' ');
    }
}
