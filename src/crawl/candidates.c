/* candidates.c - group the pages of one link collection by schema; small groups collapse into large ones.
 * Large groups are authoritative: starting with the largest, each absorbs groups that are near enough, the smallest
 * first, as in Fig. 5; the schema of the merged group is the union of both. Cost: O(groups^2 * paths). Limits: as
 * many pages as one collection gives, about ten. Paper: Crescenzi, Merialdo and Missier 2005, section 3.1. */
#include "crawl/explore.h"

#include <stdlib.h>

#include "base/arrays.h"

typedef struct schema_group {
    uint32_t first; /* first page */
    uint32_t n;
    uint32_t number;       /* of a group that is left */
    const uint32_t *paths; /* the union of its pages' */
    uint32_t n_paths;
    uint32_t into; /* the group it collapsed into, or itself */
} schema_group;

static bool schema_same(const page_schema *a, const page_schema *b)
{
    return a->n_paths == b->n_paths &&
           (a->n_paths == 0 || memcmp(a->paths, b->paths, a->n_paths * sizeof *a->paths) == 0);
}

/* The group of a page's schema before collapsing; n if there is none. */
static uint32_t group_find(const page_schema *pages, uint32_t page, const schema_group *groups, uint32_t n)
{
    uint32_t g = 0;
    while (g < n && !schema_same(&pages[groups[g].first], &pages[page]))
        g++;
    return g;
}

static uint32_t groups_make(const page_schema *pages, uint32_t n, schema_group *groups)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t g = group_find(pages, i, groups, count);
        if (g == count)
            groups[count++] = (schema_group){ .first = i, .paths = pages[i].paths, .n_paths = pages[i].n_paths };
        groups[g].n++;
    }
    return count;
}

static int by_size(const void *a, const void *b)
{
    const schema_group *x = a, *y = b;
    return ORDER_OF(y->n, x->n) ?: ORDER_OF(x->first, y->first);
}

/* The sorted union of both groups' paths becomes `into`'s. */
static bool group_collapse(schema_group *into, schema_group *from, arena *memory)
{
    uint32_t n = 0, i = 0, j = 0, *all = arena_array(memory, (size_t)into->n_paths + from->n_paths, sizeof *all);
    if (all == NULL)
        return false;
    while (i < into->n_paths || j < from->n_paths) {
        bool left = j == from->n_paths || (i < into->n_paths && into->paths[i] <= from->paths[j]);
        uint32_t path = left ? into->paths[i] : from->paths[j];
        i += i < into->n_paths && into->paths[i] == path;
        j += j < from->n_paths && from->paths[j] == path;
        all[n++] = path;
    }
    into->paths = all;
    into->n_paths = n;
    into->n += from->n;
    from->into = into->into;
    return true;
}

static bool groups_collapse(schema_group *groups, uint32_t n, double threshold, arena *memory)
{
    for (uint32_t i = 0; i < n; i++)
        groups[i].into = i;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = n; j-- > i + 1 && groups[i].into == i;)
            if (groups[j].into == j &&
                schema_distance(groups[i].paths, groups[i].n_paths, groups[j].paths, groups[j].n_paths) < threshold &&
                !group_collapse(&groups[i], &groups[j], memory))
                return false;
    return true;
}

husk_status candidates_select(const page_schema *pages, uint32_t n, double threshold, uint32_t *group,
                              uint32_t *n_groups)
{
    arena memory;
    arena_init(&memory, SIZE_MAX);
    schema_group *groups = arena_array(&memory, n, sizeof *groups);
    uint32_t count = groups ? groups_make(pages, n, groups) : 0, kept = 0;
    if (groups)
        qsort(groups, count, sizeof *groups, by_size);
    bool ok = groups && groups_collapse(groups, count, threshold, &memory);
    for (uint32_t i = 0; ok && i < count; i++)
        if (groups[i].into == i)
            groups[i].number = kept++;
    for (uint32_t i = 0; ok && i < n; i++)
        group[i] = groups[groups[group_find(pages, i, groups, count)].into].number;
    *n_groups = ok ? kept : *n_groups;
    arena_free(&memory);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}
