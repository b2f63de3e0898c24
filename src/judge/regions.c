/* regions.c - the exact minimum of a Potts energy on a tree, two labels: the sum of the pulls that are not followed and
 * of the borders between a node and its parent. Up the tree each node learns what either label would cost it and
 * everything inside; down the tree each takes the cheaper one under its parent's. Not the isotonic smoothing
 * (isotonic.c): that lets no node be less template than its parent, so it can't give a heading of a section back to it.
 * Cost: two passes over those nodes alone that have leaves inside, a few hundred of a page's thousands. Limits: none of
 * its own. */
#include "judge/regions.h"

#include <string.h>

typedef struct label_costs {
    float template, content;
} label_costs;

/* A node with leaves inside; parents come before their children, the root first. */
typedef struct region_node {
    uint32_t parent;
    bool content;
    label_costs costs;
} region_node;

static label_costs leaf_costs(float pull)
{
    return (label_costs){ .template = pull > 0 ? pull : 0, .content = pull < 0 ? -pull : 0 };
}

/* To the parent's costs what the child adds to each. Not fminf, which is a call. */
static void add_child(label_costs *parent, label_costs child, region_borders borders)
{
    float outside = child.content + borders.content_inside, inside = child.template + borders.template_inside;
    parent->template += child.template <outside ? child.template : outside;
    parent->content += child.content < inside ? child.content : inside;
}

static bool is_content(label_costs own, bool parent_is, region_borders borders)
{
    return parent_is ? own.content <= own.template + borders.template_inside
                     : own.content + borders.content_inside < own.template;
}

/* A row for the node and each of its ancestors that has none; `row`: by node, its row or 0. Node 0 has row 0. */
static uint32_t add_path(const region_tree *tree, uint32_t node, uint32_t *row, region_node *nodes, uint32_t n)
{
    uint32_t next = n;
    for (uint32_t at = node; at != 0 && row[at] == 0; at = tree->parent[at])
        next++;
    for (uint32_t at = node, i = next; i > n; at = tree->parent[at])
        row[at] = --i;
    for (uint32_t at = node; at != 0 && row[at] >= n; at = tree->parent[at])
        nodes[row[at]] = (region_node){ .parent = row[tree->parent[at]] };
    return next;
}

husk_status regions_label(const region_tree *tree, region_borders borders, arena *memory, bool *content)
{
    uint32_t n = 1, *row = arena_array(memory, (size_t)tree->n_nodes + 1, sizeof *row);
    region_node *nodes = arena_array(memory, (size_t)tree->n_nodes + 1, sizeof *nodes);
    if (row == NULL || nodes == NULL)
        return HUSK_NO_MEMORY;
    memset(row, 0, ((size_t)tree->n_nodes + 1) * sizeof *row);
    nodes[0] = (region_node){ 0 };
    for (uint32_t i = 0; i < tree->n_leaves; i++) {
        n = add_path(tree, tree->node[i], row, nodes, n);
        add_child(&nodes[row[tree->node[i]]].costs, leaf_costs(tree->pull[i]), borders);
    }
    for (uint32_t i = n; i-- > 1;)
        add_child(&nodes[nodes[i].parent].costs, nodes[i].costs, borders);
    nodes[0].content = nodes[0].costs.content < nodes[0].costs.template;
    for (uint32_t i = 1; i < n; i++)
        nodes[i].content = is_content(nodes[i].costs, nodes[nodes[i].parent].content, borders);
    for (uint32_t i = 0; i < tree->n_leaves; i++)
        content[i] = is_content(leaf_costs(tree->pull[i]), nodes[row[tree->node[i]]].content, borders);
    return HUSK_OK;
}
