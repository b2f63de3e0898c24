/* schema.c - pages by their tag paths: of one template when they share most of them.
 * Cost: one sort a page, one merge a comparison. Evidence: leader clustering by this at .6 tells forty sites apart (F .99), the kinds of page
 * of one site only roughly, which is what site/cluster is for. */
#include "site/schema.h"

#include <stdlib.h>

#include "page/views.h"
#include "site/tally.h"

static int by_hash(const void *a, const void *b)
{
    return hash_order(*(const uint64_t *)a, *(const uint64_t *)b);
}

husk_status schema_of_page(const husk_page *page, arena *memory, uint64_t **paths, uint32_t *n)
{
    uint64_t *by_node;
    husk_status status = page_path_hashes(page, STEP_TAG, memory, &by_node);
    if (status != HUSK_OK)
        return status;
    uint32_t count = 0, kept = 0;
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if (by_node[i] && !(page->flags[i] & NODE_TEXT))
            by_node[count++] = by_node[i];
    qsort(by_node, count, sizeof *by_node, by_hash);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || by_node[i] != by_node[kept - 1])
            by_node[kept++] = by_node[i];
    *paths = by_node;
    *n = kept;
    return HUSK_OK;
}

static double share(size_t both, size_t n, size_t m)
{
    return n + m ? (double)both / (double)(n + m - both) : 0;
}

double schema_alike(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m)
{
    size_t both = 0;
    for (uint32_t i = 0, j = 0; i < n && j < m;) {
        int order = hash_order(a[i], b[j]);
        both += order == 0;
        i += order <= 0;
        j += order >= 0;
    }
    return share(both, n, m);
}

double schema_like_class(const uint64_t *paths, uint32_t n, const model_class *c)
{
    size_t both = 0, core = 0;
    for (uint32_t i = 0, j = 0; j < c->n_paths; j++) {
        if (c->paths[j].pages * 2 < c->n_sampled)
            continue;
        core++;
        while (i < n && hash_order(paths[i], c->paths[j].hash) < 0)
            i++;
        both += i < n && paths[i] == c->paths[j].hash;
    }
    return share(both, n, core);
}
