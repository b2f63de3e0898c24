/* nodes.c - nodes and where they go.
 * A node is a row in the tree's arrays. As long as every node goes to the end of an open element, the order of
 * creation is preorder, and the parent is all that is known of its place. A node that goes elsewhere (foster
 * parenting, the adoption agency, a reopened <head>) makes the builder link children as well. */
#include "html/builder.h"

#include "base/arrays.h"

static bool grow_nodes(html_tree *tree)
{
    uint32_t n = tree->node_size ? tree->node_size * 2 : 4096;
    if (!array_resize(&tree->parent, n, sizeof *tree->parent) || !array_resize(&tree->end, n, sizeof *tree->end) ||
        !array_resize(&tree->tag, n, sizeof *tree->tag) || !array_resize(&tree->flags, n, sizeof *tree->flags) ||
        !array_resize(&tree->text, n, sizeof *tree->text) ||
        !array_resize(&tree->attribute, (size_t)n + 1, sizeof *tree->attribute))
        return false;
    tree->node_size = n;
    return true;
}

static bool grow_links(builder *b)
{
    uint32_t n = b->tree->node_size;
    if (!array_resize(&b->first, n, sizeof *b->first) || !array_resize(&b->last, n, sizeof *b->last) ||
        !array_resize(&b->next, n, sizeof *b->next) || !array_resize(&b->prev, n, sizeof *b->prev))
        return false;
    b->link_size = n;
    return true;
}

bool builder_grow(builder *b)
{
    if ((b->tree->n_nodes + ROOM > b->tree->node_size && !grow_nodes(b->tree)) ||
        (b->linked && b->link_size < b->tree->node_size && !grow_links(b)) ||
        !array_grow(&b->stack, &b->stack_size, (size_t)b->depth + ROOM, sizeof *b->stack) ||
        !array_grow(&b->formatting, &b->formatting_size, (size_t)b->n_formatting + ROOM, sizeof *b->formatting))
        b->status = HUSK_NO_MEMORY;
    return b->status == HUSK_OK;
}

/* --- links -------------------------------------------------------------------------------------------------------- */

void link_before(builder *b, uint32_t node, uint32_t parent, uint32_t before)
{
    uint32_t prev = before == HTML_NONE ? b->last[parent] : b->prev[before];
    b->tree->parent[node] = parent;
    b->prev[node] = prev;
    b->next[node] = before;
    *(prev == HTML_NONE ? &b->first[parent] : &b->next[prev]) = node;
    *(before == HTML_NONE ? &b->last[parent] : &b->prev[before]) = node;
}

void link_remove(builder *b, uint32_t node)
{
    uint32_t parent = b->tree->parent[node], prev = b->prev[node], next = b->next[node];
    if (parent == HTML_NONE)
        return;
    *(prev == HTML_NONE ? &b->first[parent] : &b->next[prev]) = next;
    *(next == HTML_NONE ? &b->last[parent] : &b->prev[next]) = prev;
    b->tree->parent[node] = b->prev[node] = b->next[node] = HTML_NONE;
}

static void link_clear(builder *b, uint32_t node)
{
    b->first[node] = b->last[node] = b->next[node] = b->prev[node] = HTML_NONE;
}

bool links_begin(builder *b)
{
    if (b->linked)
        return true;
    if (b->link_size < b->tree->node_size && !grow_links(b)) {
        b->status = HUSK_NO_MEMORY;
        return false;
    }
    b->linked = true;
    for (uint32_t i = 0; i < b->tree->n_nodes; i++)
        link_clear(b, i);
    for (uint32_t i = 1; i < b->tree->n_nodes; i++)
        if (b->tree->parent[i] != HTML_NONE) /* one being placed has none yet */
            link_before(b, i, b->tree->parent[i], HTML_NONE);
    return true;
}

/* --- places ------------------------------------------------------------------------------------------------------- */

typedef struct place {
    uint32_t parent;
    uint32_t before; /* HTML_NONE: at the end */
} place;

static uint32_t last_open(const builder *b, uint16_t tag)
{
    uint32_t at = b->depth;
    while (at-- > 0 && b->stack[at].tag != tag)
        ;
    return at;
}

/* Before the table, in its parent; in a template without a table, at its end, though a part of a table is open. */
static place foster_place(builder *b)
{
    uint32_t table = last_open(b, TAG_TABLE), template = last_open(b, TAG_TEMPLATE);
    bool is_linked = links_begin(b);
    if (template != HTML_NONE && (table == HTML_NONE || template > table))
        return (place){ b->stack[template].node, HTML_NONE };
    if (table == HTML_NONE || !is_linked)
        return (place){ b->stack[0].node, HTML_NONE };
    uint32_t node = b->stack[table].node, parent = b->tree->parent[node];
    return parent != HTML_NONE ? (place){ parent, node } : (place){ b->stack[table - 1].node, HTML_NONE };
}

static inline place place_for(builder *b, uint32_t target, unsigned category)
{
    return b->foster && category & IS_TABLE_PART ? foster_place(b) : (place){ target, HTML_NONE };
}

static void put(builder *b, uint32_t node, place p)
{
    if (b->linked)
        link_before(b, node, p.parent, p.before);
    else
        b->tree->parent[node] = p.parent;
}

void node_place(builder *b, uint32_t node, const open_element *target)
{
    put(b, node, place_for(b, target->node, target->category));
}

/* The text right before a place, or HTML_NONE. */
static uint32_t text_before(const builder *b, place p)
{
    uint32_t i = b->tree->n_nodes - 1;
    if (b->linked)
        i = p.before == HTML_NONE ? b->last[p.parent] : b->prev[p.before];
    else if (b->tree->parent[i] != p.parent)
        return HTML_NONE;
    return i != HTML_NONE && b->tree->flags[i] & HTML_TEXT ? i : HTML_NONE;
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

static inline uint32_t node_new(builder *b, uint16_t tag, uint8_t flags)
{
    html_tree *tree = b->tree;
    uint32_t i = tree->n_nodes++;
    tree->parent[i] = HTML_NONE;
    tree->tag[i] = tag;
    tree->text[i] = (slice){ NULL, 0 };
    tree->attribute[i + 1] = tree->n_attributes;
    tree->flags[i] = flags; /* the last: a store of bytes could change `tree`, for all that the compiler knows */
    if (b->linked)
        link_clear(b, i);
    return i;
}

/* Beyond the cap they are dropped, the element stays. */
static void attributes_add(builder *b, const html_attribute *attributes, uint32_t n)
{
    html_tree *tree = b->tree;
    if (n > HUSK_MAX_ATTRIBUTES - tree->n_attributes)
        n = HUSK_MAX_ATTRIBUTES - tree->n_attributes;
    if (!array_grow(&tree->attributes, &tree->attribute_size, (size_t)tree->n_attributes + n, sizeof *attributes)) {
        b->status = HUSK_NO_MEMORY;
        return;
    }
    if (n)
        memcpy(tree->attributes + tree->n_attributes, attributes, n * sizeof *attributes);
    tree->n_attributes += n;
}

static inline uint32_t element_make(builder *b, uint16_t tag, uint8_t space, const html_attribute *attributes,
                                    uint32_t n)
{
    uint8_t flags = space == SPACE_HTML ? 0 : space == SPACE_SVG ? HTML_SVG : HTML_MATH;
    uint32_t i = node_new(b, tag, flags);
    if (n) {
        attributes_add(b, attributes, n);
        b->tree->attribute[i + 1] = b->tree->n_attributes;
    }
    return i;
}

uint32_t element_new(builder *b, uint16_t tag, uint8_t space, const html_attribute *attributes, uint32_t n)
{
    return element_make(b, tag, space, attributes, n);
}

static uint32_t insert(builder *b, uint16_t tag, uint8_t space, const html_attribute *attributes, uint32_t n)
{
    uint32_t i = element_make(b, tag, space, attributes, n);
    if (n && b->t.ids & b->options->marked)
        b->tree->flags[i] |= HTML_MARKED;
    if (b->depth)
        node_place(b, i, current(b));
    else
        put(b, i, (place){ 0, HTML_NONE });
    push(b, i, tag, space);
    return i;
}

uint32_t insert_element(builder *b)
{
    return insert(b, b->t.tag, SPACE_HTML, b->t.attributes, b->t.n_attributes);
}

uint32_t insert_foreign(builder *b, uint8_t space)
{
    foreign_attributes(b);
    return insert(b, b->t.tag, space, b->t.attributes, b->t.n_attributes);
}

uint32_t insert_bare(builder *b, uint16_t tag)
{
    return insert(b, tag, SPACE_HTML, NULL, 0);
}

/* --- texts -------------------------------------------------------------------------------------------------------- */

#define LEAST_GROWN ((size_t)64)

/* The capacity of a grown text: the power of two at or above its length. */
static size_t grown_size(size_t len)
{
    return len <= LEAST_GROWN ? LEAST_GROWN : (size_t)1 << (64 - __builtin_clzll(len - 1));
}

/* Append `more` to the text of node `i`: in place if it already follows it or if there is room. */
__attribute__((noinline)) static void text_join(builder *b, uint32_t i, slice more)
{
    slice *text = &b->tree->text[i];
    bool grown = b->tree->flags[i] & TEXT_GROWN;
    if (leading_space(more) < more.len)
        b->tree->flags[i] &= (uint8_t)~HTML_BLANK;
    if (text->data + text->len == more.data && !grown) {
        text->len += more.len;
        return;
    }
    if (!grown || text->len + more.len > grown_size(text->len)) {
        size_t size = grown_size(text->len + more.len);
        char *room = side_room(b->t.side, size);
        if (room == NULL)
            return;
        memcpy(room, text->data, text->len);
        side_used(b->t.side, room + size);
        text->data = room;
        b->tree->flags[i] |= TEXT_GROWN;
    }
    memcpy((char *)text->data + text->len, more.data, more.len);
    text->len += more.len;
}

void insert_text(builder *b, slice text)
{
    if (text.len == 0)
        return;
    place p = place_for(b, current(b)->node, current(b)->category);
    uint32_t before = text_before(b, p);
    if (before != HTML_NONE && !(b->tree->flags[before] & TEXT_SEALED)) {
        text_join(b, before, text);
        return;
    }
    bool blank = leading_space(text) == text.len; /* now: its bytes are in the fast cache */
    uint32_t i = node_new(b, TAG_TEXT, HTML_TEXT | (blank ? HTML_BLANK : 0));
    b->tree->text[i] = text;
    put(b, i, p);
}

void insert_comment(builder *b)
{
    uint32_t before = text_before(b, place_for(b, current(b)->node, current(b)->category));
    if (before != HTML_NONE)
        b->tree->flags[before] |= TEXT_SEALED;
}

/* --- late attributes ---------------------------------------------------------------------------------------------- */

static bool same_name(const html_attribute *a, const html_attribute *c)
{
    return a->name_len == c->name_len && memcmp(a->name, c->name, a->name_len) == 0;
}

static bool has_attribute(const builder *b, uint32_t node, const html_attribute *a)
{
    for (uint32_t i = b->tree->attribute[node]; i < b->tree->attribute[node + 1]; i++)
        if (same_name(&b->tree->attributes[i], a))
            return true;
    for (uint32_t i = 0; i < b->n_late; i++)
        if (b->late[i].node == node && same_name(&b->late[i].attribute, a))
            return true;
    return false;
}

/* They wait until the arrays are ordered. */
void attributes_merge(builder *b, uint32_t node)
{
    for (uint32_t i = 0; i < b->t.n_attributes && b->n_late < MAX_LATE; i++) {
        const html_attribute *a = &b->t.attributes[i];
        if (has_attribute(b, node, a))
            continue;
        b->late[b->n_late++] = (late_attribute){ *a, node };
        if (b->options->marked >> a->id & 1)
            b->tree->flags[node] |= HTML_MARKED;
    }
}

/* --- the order of the arrays -------------------------------------------------------------------------------------- */

/* A page whose nodes were all created in order needs only the ends of subtrees. For others, about one page in six
 * (bench/run parse), one walk over the links renumbers the nodes, leaving out detached nodes and the contents of
 * templates; then each array is gathered through a copy. */

/* Does the walk go below `node`? A template's contents are not part of the page. */
static bool has_shown_children(const builder *b, uint32_t node)
{
    bool is_template = b->tree->tag[node] == TAG_TEMPLATE && !(b->tree->flags[node] & (HTML_SVG | HTML_MATH));
    return b->first[node] != HTML_NONE && (b->options->templates || !is_template);
}

/* order[k] is the node that becomes the k-th, at[i] the new number of node i; returns the number of nodes left. */
static uint32_t walk(const builder *b, uint32_t *order, uint32_t *at)
{
    uint32_t n = 0, i = 0;
    for (;;) {
        at[i] = n;
        order[n++] = i;
        if (has_shown_children(b, i)) {
            i = b->first[i];
            continue;
        }
        while (i && b->next[i] == HTML_NONE)
            i = b->tree->parent[i];
        if (i == 0)
            return n;
        i = b->next[i];
    }
}

static void gather_nodes(html_tree *tree, const uint32_t *order, const uint32_t *at, uint32_t n, void *scratch)
{
#define GATHER(member, value)                                     \
    do {                                                          \
        __typeof__(tree->member) from = scratch;                  \
        memcpy(from, tree->member, tree->n_nodes * sizeof *from); \
        for (uint32_t i = 0; i < n; i++)                          \
            tree->member[i] = value;                              \
    } while (0)
    GATHER(tag, from[order[i]]);
    GATHER(flags, from[order[i]]);
    GATHER(text, from[order[i]]);
    GATHER(parent, i ? at[from[order[i]]] : from[0]);
#undef GATHER
}

/* `scratch` has room for every attribute, including late ones. */
static void gather_attributes(builder *b, const uint32_t *order, uint32_t n, html_attribute *scratch)
{
    html_tree *tree = b->tree;
    uint32_t n_attributes = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = order[i], from = tree->attribute[node], len = tree->attribute[node + 1] - from;
        tree->end[i] = n_attributes; /* free until the ends are known */
        if (len)
            memcpy(scratch + n_attributes, tree->attributes + from, len * sizeof *scratch);
        n_attributes += len;
        if (tree->tag[i] != TAG_HTML && tree->tag[i] != TAG_BODY)
            continue;
        for (uint32_t k = 0; k < b->n_late; k++)
            if (b->late[k].node == node)
                scratch[n_attributes++] = b->late[k].attribute;
    }
    memcpy(tree->attribute, tree->end, n * sizeof *tree->end);
    tree->attribute[n] = tree->n_attributes = n_attributes;
}

static size_t scratch_size(const builder *b)
{
    size_t nodes = b->tree->n_nodes * sizeof(slice);
    size_t attributes = ((size_t)b->tree->n_attributes + b->n_late) * sizeof(html_attribute);
    return (nodes > attributes ? nodes : attributes) + sizeof(html_attribute);
}

static void reorder(builder *b)
{
    html_tree *tree = b->tree;
    void *scratch = links_begin(b) ? malloc(scratch_size(b)) : NULL;
    if (scratch == NULL) {
        b->status = HUSK_NO_MEMORY;
        return;
    }
    uint32_t *order = b->last, *at = b->prev; /* the walk needs only the other two */
    uint32_t n = walk(b, order, at);
    gather_nodes(tree, order, at, n, scratch);
    gather_attributes(b, order, n, scratch);
    uint32_t n_attributes = tree->n_attributes;
    if (!array_grow(&tree->attributes, &tree->attribute_size, n_attributes, sizeof *tree->attributes))
        b->status = HUSK_NO_MEMORY;
    else if (n_attributes)
        memcpy(tree->attributes, scratch, n_attributes * sizeof *tree->attributes);
    tree->n_nodes = n;
    free(scratch);
}

void builder_finish(builder *b)
{
    html_tree *tree = b->tree;
    if (b->linked || b->n_late)
        reorder(b);
    if (b->status == HUSK_NO_MEMORY)
        return;
    if (tree->n_nodes > b->options->max_nodes) {
        tree->n_nodes = b->options->max_nodes;
        tree->n_attributes = tree->attribute[tree->n_nodes];
        b->status = HUSK_LIMIT;
        b->cut = "nodes";
    }
    for (uint32_t i = 0; i < tree->n_nodes; i++)
        tree->end[i] = i + 1;
    for (uint32_t i = tree->n_nodes - 1; i > 0; i--) { /* without a branch: it could not be foreseen */
        uint32_t *end = &tree->end[tree->parent[i]];
        *end = *end < tree->end[i] ? tree->end[i] : *end;
    }
}
