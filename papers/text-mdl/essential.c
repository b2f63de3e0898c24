/* essential.c - thresholds and essential path sets of a collection of pages.
 * Cost: two passes over the documents' paths. Limits: only memory. */
#include "text-mdl/essential.h"

#include <stdlib.h>

/* The most frequent support of a document's paths, the smallest on a tie. `count` is zero before and after. */
static uint32_t mode_of_supports(const path_sets *found, uint32_t doc, uint32_t *count)
{
    const uint32_t *items = doc_items(&found->sets, doc);
    uint32_t n = doc_size(&found->sets, doc), mode = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t s = found->support[items[i]];
        count[s]++;
        if (mode == 0 || count[s] > count[mode] || (count[s] == count[mode] && s < mode))
            mode = s;
    }
    for (uint32_t i = 0; i < n; i++)
        count[found->support[items[i]]] = 0;
    return mode;
}

husk_status essential_sets(const path_sets *found, uint32_t *threshold, doc_sets *out)
{
    const doc_sets *all = &found->sets;
    uint32_t n = all->n_docs, *count = calloc((size_t)n + 1, sizeof *count);
    *out = (doc_sets){ n, found->n_paths, calloc((size_t)n + 1, sizeof(size_t)),
                       malloc((all->first[n] ? all->first[n] : 1) * sizeof(uint32_t)), all->stop };
    bool ok = count && out->first && out->item;
    size_t to = 0;
    for (uint32_t d = 0; ok && d < n; d++) {
        uint32_t least = mode_of_supports(found, d, count);
        if (threshold)
            threshold[d] = least;
        for (size_t i = all->first[d]; i < all->first[d + 1]; i++)
            if (found->support[all->item[i]] >= least)
                out->item[to++] = all->item[i];
        out->first[d + 1] = to;
    }
    free(count);
    if (!ok)
        doc_sets_free(out);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}
