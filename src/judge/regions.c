/* regions.c - the exact minimum of a Potts energy on a tree, two labels: the sum of the pulls that are not followed and of the borders between a node and its parent.
 * Up the tree each node learns what either label would cost it and everything inside; down the tree each takes the cheaper one under its parent's.
 * Not the isotonic smoothing (isotonic.c): that lets no node be less template than its parent, so it can't give a heading of a section back to it.
 * Cost: two passes over the nodes, 9 bytes each. Limits: none of its own. */
#include "judge/regions.h"

#include <math.h>
#include <string.h>

typedef struct label_costs {
    float template, content;
} label_costs;

static label_costs leaf_costs(float pull)
{
    return (label_costs){ .template = pull > 0 ? pull : 0, .content = pull < 0 ? -pull : 0 };
}

/* To the parent's costs what the child adds to each. */
static void add_child(label_costs *parent, label_costs child, region_borders borders)
{
    parent->template += fminf(child.template, child.content + borders.content_inside);
    parent->content += fminf(child.content, child.template + borders.template_inside);
}

static bool is_content(label_costs own, bool parent_is, region_borders borders)
{
    return parent_is ? own.content <= own.template + borders.template_inside : own.content + borders.content_inside < own.template;
}

husk_status regions_label(const region_tree *tree, region_borders borders, arena *memory, bool *content)
{
    uint32_t n = tree->n_nodes;
    label_costs *costs = arena_array(memory, (size_t)n + 1, sizeof *costs);
    bool *inside = arena_array(memory, (size_t)n + 1, sizeof *inside);
    if (costs == NULL || inside == NULL)
        return HUSK_NO_MEMORY;
    memset(costs, 0, ((size_t)n + 1) * sizeof *costs);
    for (uint32_t i = 0; i < tree->n_leaves; i++)
        add_child(&costs[tree->node[i]], leaf_costs(tree->pull[i]), borders);
    for (uint32_t i = n; i-- > 1;)
        add_child(&costs[tree->parent[i]], costs[i], borders);
    inside[0] = costs[0].content < costs[0].template;
    for (uint32_t i = 1; i < n; i++)
        inside[i] = is_content(costs[i], inside[tree->parent[i]], borders);
    for (uint32_t i = 0; i < tree->n_leaves; i++)
        content[i] = is_content(leaf_costs(tree->pull[i]), inside[tree->node[i]], borders);
    return HUSK_OK;
}
