/* reorder.c - put the arrays in preorder, and find where each subtree ends.
 * A page whose nodes were all created in order needs only the ends. For others one walk over the links renumbers the
 * nodes, leaving out detached nodes and the contents of templates; then each array is gathered through a copy. Cost:
 * a few passes over the nodes; about one page in six needs it (bench/run parse). */
#include "html/builder.h"

#include "base/arrays.h"

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
    uint32_t *parent = scratch;
    memcpy(parent, tree->parent, tree->n_nodes * sizeof *parent);
    for (uint32_t i = 1; i < n; i++)
        tree->parent[i] = at[parent[order[i]]];
    uint16_t *tag = scratch;
    memcpy(tag, tree->tag, tree->n_nodes * sizeof *tag);
    for (uint32_t i = 0; i < n; i++)
        tree->tag[i] = tag[order[i]];
    uint8_t *flags = scratch;
    memcpy(flags, tree->flags, tree->n_nodes * sizeof *flags);
    for (uint32_t i = 0; i < n; i++)
        tree->flags[i] = flags[order[i]];
    slice *text = scratch;
    memcpy(text, tree->text, tree->n_nodes * sizeof *text);
    for (uint32_t i = 0; i < n; i++)
        tree->text[i] = text[order[i]];
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
