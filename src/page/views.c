/* views.c - the page as the papers see it, from the preorder arrays.
 * An element's attributes are hashed one by one and added, so that their order does not matter and nothing is sorted;
 * text is folded and lower-cased as it is hashed. Cost: one pass over nodes, attributes and text per view. */
#include "page/views.h"

#include "base/arrays.h"

#define SEED_TEXT 0x7465787400000000u
#define SEED_CLOSE 0x636c6f7365000000u

#define PIECE_BYTES 1024u /* hashed at a time, on the stack */

/* Is `text`, which has no leading or trailing white space, surely already folded (and lower case)? Most texts are,
 * and then need no copy. The loop has no branches and only bytes, so that the compiler can vectorise it. */
static bool is_folded(slice text, bool lowered)
{
    const unsigned char *t = (const unsigned char *)text.data;
    unsigned char bad = text.len && lowered && t[0] != (unsigned char)lower(text.data[0]), letters = lowered ? 26 : 0;
    for (size_t i = 1; i < text.len; i++)
        bad |= ((unsigned char)(t[i] - '\t') < 5) | ((t[i] == ' ') & (t[i - 1] == ' ')) |
               ((unsigned char)(t[i] - 'A') < letters);
    return !bad;
}

/* Hash of `text` with white space folded (and lower-cased); short texts on the stack, long ones in pieces. */
static uint64_t folded_hash(slice text, bool lowered)
{
    char piece[PIECE_BYTES];
    size_t n = 0;
    uint64_t hash = 0;
    bool space = false;
    text = slice_trim(text);
    if (text.len < PIECE_BYTES && is_folded(text, lowered))
        return hash_pair(hash, hash_bytes(text.data, text.len));
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        if (is_space(c)) {
            space = true;
            continue;
        }
        if (n + 2 > sizeof piece) {
            hash = hash_pair(hash, hash_bytes(piece, n));
            n = 0;
        }
        if (space)
            piece[n++] = ' ';
        piece[n++] = lowered ? lower(c) : c;
        space = false;
    }
    return hash_pair(hash, hash_bytes(piece, n));
}

/* The target of a link or picture says nothing about the template. */
static bool is_address(const page_attribute *a)
{
    return a->id == ATTR_HREF || a->id == ATTR_SRC || a->id == ATTR_SRCSET || a->id == ATTR_ACTION ||
           a->id == ATTR_DATA_SRC;
}

/* A box measured by scripts/render differs from page to page and is not part of the page's markup. */
static bool is_markup(const page_attribute *a)
{
    return a->id != ATTR_DATA_HUSK_BOX;
}

/* Does the attribute say how an element looks? Those that the HTML standard maps to CSS (section 15, "presentational
 * hints"), without background, which is a URL. */
static bool is_presentation(const page_attribute *a)
{
    static const char names[] =
        " align alink bgcolor border bordercolor bottommargin cellpadding cellspacing clear color "
        "colspan compact face frame height hspace leftmargin link marginheight marginwidth "
        "noshade nowrap rightmargin rowspan rules size style text topmargin valign vlink "
        "vspace width ";
    char name[16] = " ";
    if (a->id == ATTR_CLASS || (size_t)a->name_len + 3 > sizeof name)
        return a->id == ATTR_CLASS;
    memcpy(name + 1, a->name, a->name_len);
    name[a->name_len + 1] = ' ';
    return strstr(names, name) != NULL;
}

static bool in_step(const page_attribute *a, page_step step)
{
    if (step == STEP_CLASS)
        return a->id == ATTR_CLASS;
    if (step == STEP_PRESENTATION)
        return is_presentation(a);
    return step == STEP_ATTRIBUTES && !is_address(a) && is_markup(a);
}

static uint64_t attribute_hash(const page_attribute *a)
{
    return hash_pair(hash_bytes(a->name, a->name_len), folded_hash((slice){ a->value, a->value_len }, true));
}

uint64_t page_step_hash(const husk_page *page, uint32_t node, page_step step)
{
    if (page->flags[node] & NODE_TEXT)
        return SEED_TEXT ^ folded_hash(page->text[node], false);
    slice name = page_tag_name(page, page->tag[node]);
    uint64_t hash = hash_bytes(name.data, name.len), sum = 0;
    if (step != STEP_TAG)
        for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++)
            if (in_step(&page->attributes[a], step))
                sum += attribute_hash(&page->attributes[a]);
    return sum ? hash_pair(hash, sum) : hash;
}

static void write_folded(slice text, bool lowered, buffer *out)
{
    text = slice_trim(text);
    for (size_t i = 0; i < text.len; i++) {
        if (!is_space(text.data[i]))
            buffer_byte(out, lowered ? lower(text.data[i]) : text.data[i]);
        else if (!is_space(text.data[i - 1]))
            buffer_byte(out, ' ');
    }
}

void page_step_write(const husk_page *page, uint32_t node, page_step step, buffer *out)
{
    if (page->flags[node] & NODE_TEXT) {
        write_folded(page->text[node], false, out);
        return;
    }
    slice name = page_tag_name(page, page->tag[node]);
    buffer_append(out, name.data, name.len);
    for (uint32_t i = page->attribute[node]; i < page->attribute[node + 1]; i++) {
        const page_attribute *a = &page->attributes[i];
        if (!in_step(a, step))
            continue;
        if (a->id == ATTR_CLASS) {
            for (slice rest = { a->value, a->value_len }, word; slice_word(&rest, &word);) {
                buffer_byte(out, '.');
                buffer_append(out, word.data, word.len);
            }
            continue;
        }
        buffer_byte(out, '[');
        buffer_append(out, a->name, a->name_len);
        buffer_byte(out, '=');
        write_folded((slice){ a->value, a->value_len }, false, out);
        buffer_byte(out, ']');
    }
}

/* Up to the element that names the part of the page, in most templates. */
#define PLACE_STEPS 6

void page_place_write(const husk_page *page, uint32_t node, page_step step, buffer *out)
{
    uint32_t chain[PLACE_STEPS], n = 0;
    for (uint32_t i = node; i != 0 && page->tag[i] != TAG_BODY && n < PLACE_STEPS; i = page->parent[i])
        chain[n++] = i;
    while (n-- > 0) {
        slice id = page_attribute_value(page, chain[n], ATTR_ID), rel = page_attribute_value(page, chain[n], ATTR_REL);
        page_step_write(page, chain[n], step, out);
        if (id.len && step < STEP_ATTRIBUTES) {
            buffer_byte(out, '#');
            write_folded(id, false, out);
        }
        if (rel.len && step < STEP_ATTRIBUTES) {
            buffer_text(out, "[rel=");
            write_folded(rel, false, out);
            buffer_byte(out, ']');
        }
        buffer_text(out, n ? " > " : "");
    }
}

static bool is_path(const husk_page *page, uint32_t node)
{
    uint8_t flags = page->flags[node];
    if (flags & NODE_TEXT)
        return !(flags & (NODE_BLANK | NODE_SILENT));
    return !(page->tag[node] == TAG_HEAD && page->end[node] == node + 1 &&
             page->attribute[node] == page->attribute[node + 1]);
}

husk_status page_path_hashes(const husk_page *page, page_step step, arena *memory, uint64_t **by_node)
{
    uint64_t *hashes = arena_array(memory, page->n_nodes, sizeof *hashes);
    if (hashes == NULL)
        return HUSK_NO_MEMORY;
    hashes[0] = hash_bytes("Document", 8);
    for (uint32_t i = 1; i < page->n_nodes; i++)
        hashes[i] = is_path(page, i) ? hash_pair(hashes[page->parent[i]], page_step_hash(page, i, step)) : 0;
    hashes[0] = 0;
    *by_node = hashes;
    return HUSK_OK;
}

husk_status page_path_set(const husk_page *page, page_step step, arena *memory, uint64_t **paths, uint32_t *n)
{
    uint64_t *set;
    if (page_path_hashes(page, step, memory, &set) != HUSK_OK)
        return HUSK_NO_MEMORY;
    uint32_t some = 0;
    for (uint32_t i = 0; i < page->n_nodes; i++)
        if (set[i])
            set[some++] = set[i];
    *paths = set;
    *n = (uint32_t)hashes_unique(set, some);
    return HUSK_OK;
}

uint64_t page_element_hash(const husk_page *page, uint32_t node)
{
    slice name = page_tag_name(page, page->tag[node]);
    uint64_t sum = 0;
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++)
        if (is_markup(&page->attributes[a]))
            sum += attribute_hash(&page->attributes[a]);
    return hash_pair(hash_bytes(name.data, name.len), sum);
}

static bool has_close(const husk_page *page, uint32_t node)
{
    return !(tag_kind(page->tag[node]) & KIND_VOID);
}

static uint64_t close_hash(const husk_page *page, uint32_t node)
{
    slice name = page_tag_name(page, page->tag[node]);
    return SEED_CLOSE ^ hash_bytes(name.data, name.len);
}

husk_status page_tokens(const husk_page *page, arena *memory, page_token **tokens, uint32_t *n)
{
    page_token *list = arena_array(memory, (size_t)page->n_nodes * 2, sizeof *list);
    if (list == NULL)
        return HUSK_NO_MEMORY;
    uint32_t count = 0, open = 0; /* `open`: the innermost open element */
    for (uint32_t i = 1; i <= page->n_nodes; i++) {
        for (; open && i >= page->end[open]; open = page->parent[open])
            if (has_close(page, open))
                list[count++] = (page_token){ close_hash(page, open), open, TOKEN_CLOSE };
        if (i == page->n_nodes)
            break;
        if (!(page->flags[i] & NODE_TEXT)) {
            list[count++] = (page_token){ page_element_hash(page, i), i, TOKEN_OPEN };
            open = i;
        } else if (!(page->flags[i] & NODE_BLANK)) {
            list[count++] = (page_token){ SEED_TEXT ^ folded_hash(page->text[i], true), i, TOKEN_TEXT };
        }
    }
    *tokens = list;
    *n = count;
    return HUSK_OK;
}

static int by_name(const void *a, const void *b)
{
    const page_attribute *x = *(const page_attribute *const *)a, *y = *(const page_attribute *const *)b;
    size_t n = x->name_len < y->name_len ? x->name_len : y->name_len;
    int order = memcmp(x->name, y->name, n);
    return order ? order : (x->name_len > y->name_len) - (x->name_len < y->name_len);
}

static void write_open(const husk_page *page, uint32_t node, buffer *out)
{
    const page_attribute *sorted[HUSK_MAX_ATTRIBUTES_PER_NODE];
    size_t n = 0;
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1] && n < HUSK_MAX_ATTRIBUTES_PER_NODE; a++)
        if (is_markup(&page->attributes[a]))
            sorted[n++] = &page->attributes[a];
    qsort(sorted, n, sizeof *sorted, by_name);
    slice name = page_tag_name(page, page->tag[node]);
    buffer_byte(out, '<');
    buffer_append(out, name.data, name.len);
    for (size_t i = 0; i < n; i++) {
        buffer_byte(out, ' ');
        buffer_append(out, sorted[i]->name, sorted[i]->name_len);
        buffer_text(out, "=\"");
        write_folded((slice){ sorted[i]->value, sorted[i]->value_len }, true, out);
        buffer_byte(out, '"');
    }
    buffer_byte(out, '>');
}

void page_token_write(const husk_page *page, page_token token, buffer *out)
{
    slice name = page_tag_name(page, page->tag[token.node]);
    switch (token.kind) {
    case TOKEN_OPEN:
        write_open(page, token.node, out);
        break;
    case TOKEN_CLOSE:
        buffer_format(out, "</%.*s>", (int)name.len, name.data);
        break;
    default:
        write_folded(page->text[token.node], true, out);
    }
}

static bool is_link(const husk_page *page, uint32_t node)
{
    return (page->tag[node] == TAG_A || page->tag[node] == TAG_AREA) && !(page->flags[node] & NODE_FOREIGN) &&
           page_attribute_find(page, node, ATTR_HREF);
}

static int by_path_then_order(const void *a, const void *b)
{
    const page_link *x = *(page_link *const *)a, *y = *(page_link *const *)b;
    return ORDER_OF(x->path, y->path) ?: ORDER_OF(x->node, y->node);
}

/* Number collections in the order of their first link: sort by path, let the first of each represent it, number those
 * in order. */
static husk_status number_collections(page_link *links, uint32_t n, arena *memory, uint32_t *n_collections)
{
    page_link **sorted = arena_array(memory, n, sizeof *sorted);
    if (sorted == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++)
        sorted[i] = &links[i];
    qsort(sorted, n, sizeof *sorted, by_path_then_order);
    uint32_t first = 0, count = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (sorted[i]->path != sorted[first]->path)
            first = i;
        sorted[i]->collection = (uint32_t)(sorted[first] - links);
    }
    for (uint32_t i = 0; i < n; i++)
        links[i].collection = links[i].collection == i ? count++ : links[links[i].collection].collection;
    if (n_collections)
        *n_collections = count;
    return HUSK_OK;
}

husk_status page_links(const husk_page *page, page_step step, arena *memory, page_link **links, uint32_t *n,
                       uint32_t *n_collections)
{
    uint64_t *hashes = arena_array(memory, page->n_nodes, sizeof *hashes);
    uint32_t count = 0;
    if (hashes == NULL)
        return HUSK_NO_MEMORY;
    hashes[0] = hash_bytes("Document", 8);
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (page->flags[i] & NODE_TEXT)
            continue;
        hashes[i] = hash_pair(hashes[page->parent[i]], page_step_hash(page, i, step));
        count += is_link(page, i);
    }
    page_link *list = arena_array(memory, count, sizeof *list);
    if (list == NULL)
        return HUSK_NO_MEMORY;
    *n = 0;
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if (!(page->flags[i] & NODE_TEXT) && is_link(page, i))
            list[(*n)++] = (page_link){ hashes[i], i, 0 };
    *links = list;
    return number_collections(list, count, memory, n_collections);
}

static uint32_t folded_len(slice text)
{
    size_t n = 0;
    bool space = false;
    for (size_t i = 0; i < text.len; i++) {
        bool s = is_space(text.data[i]);
        n += !s || !space;
        space = s;
    }
    return (uint32_t)n;
}

static uint32_t tags_len(const husk_page *page, uint32_t node)
{
    size_t n = 2 + page_tag_name(page, page->tag[node]).len;
    if (has_close(page, node))
        n = 2 * n + 1;
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++)
        if (is_markup(&page->attributes[a]))
            n += 4u + page->attributes[a].name_len + page->attributes[a].value_len;
    return (uint32_t)n;
}

husk_status page_subtrees(const husk_page *page, arena *memory, page_subtree **by_node)
{
    page_subtree *s = arena_array(memory, page->n_nodes, sizeof *s);
    if (s == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < page->n_nodes; i++) {
        bool text = page->flags[i] & NODE_TEXT;
        s[i].hash = text ? SEED_TEXT ^ folded_hash(page->text[i], false) : page_element_hash(page, i);
        s[i].html_len = text ? folded_len(page->text[i]) : tags_len(page, i);
    }
    /* Last to first: a node's subtree is complete when it is reached, and its children are added last child first. */
    for (uint32_t i = page->n_nodes; i-- > 1;) {
        page_subtree *parent = &s[page->parent[i]];
        if (!(page->flags[i] & NODE_BLANK))
            parent->hash = hash_pair(parent->hash, s[i].hash);
        parent->html_len += s[i].html_len;
    }
    *by_node = s;
    return HUSK_OK;
}
