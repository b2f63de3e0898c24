/* mdl.c - the exact cost of a clustering and its linear approximation.
 * Cost: one pass over the essential sets, with one counter per path. Limits: only memory. */
#include "text-mdl/mdl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"

/* -p log2 p, 0 at 0. */
static double plogp(double p)
{
    return p > 0 ? -p * log2(p) : 0;
}

/* |M| H of a matrix with these numbers of 1s and -1s. */
static double matrix_bits(double cells, double ones, double minus)
{
    if (cells <= 0)
        return 0;
    double a = ones / cells, b = minus / cells;
    return cells * (plogp(a) + plogp(b) + plogp(1 - a - b));
}

/* beta / alpha of equation 1: the entropy's slope from the origin to the share of ones in M_E. It is the same for
 * every clustering of one collection, so the best pair is the one that saves most ones. */
static double mdl_bits_per_one(const doc_sets *sets, uint32_t n_paths)
{
    double cells = (double)n_paths * sets->n_docs;
    double ones = (double)(sets->n_docs ? sets->first[sets->n_docs] : 0);
    return ones > 0 ? matrix_bits(cells, ones, 0) / ones : 0;
}

/* Append the template of one cluster to `out`; `count` is zero before and after. */
static void append_template(const doc_sets *sets, const uint32_t *docs, uint32_t n_docs, uint32_t *count, doc_sets *out,
                            uint32_t cluster)
{
    size_t begin = out->first[cluster], to = begin;
    for (uint32_t i = 0; i < n_docs; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript): docs_by_group filled docs */
        for (size_t k = sets->first[docs[i]]; k < sets->first[docs[i] + 1]; k++)
            /* A path joins exactly when its count makes it template: once, whatever comes after. */
            if (++count[sets->item[k]] == n_docs / 2 + 1)
                out->item[to++] = sets->item[k];
    for (uint32_t i = 0; i < n_docs; i++)
        for (size_t k = sets->first[docs[i]]; k < sets->first[docs[i] + 1]; k++)
            count[sets->item[k]] = 0;
    if (to > begin)
        qsort(out->item + begin, to - begin, sizeof *out->item, by_u32);
    out->first[cluster + 1] = to;
}

husk_status mdl_templates(const doc_sets *sets, const uint32_t *cluster_of, uint32_t n_clusters, doc_sets *out)
{
    size_t n_items = sets->n_docs ? sets->first[sets->n_docs] : 0;
    uint32_t *start = malloc(((size_t)n_clusters + 1) * sizeof *start);
    uint32_t *docs = malloc((sets->n_docs ? sets->n_docs : 1) * sizeof *docs);
    uint32_t *count = calloc(sets->n_items ? sets->n_items : 1, sizeof *count);
    *out = (doc_sets){ n_clusters, sets->n_items, calloc((size_t)n_clusters + 1, sizeof(size_t)),
                       malloc((n_items ? n_items : 1) * sizeof(uint32_t)), NULL };
    bool ok = start && docs && count && out->first && out->item;
    if (ok) {
        docs_by_group(cluster_of, NULL, sets->n_docs, n_clusters, start, docs);
        for (uint32_t c = 0; c < n_clusters; c++)
            append_template(sets, docs + start[c], start[c + 1] - start[c], count, out, c);
    } else {
        doc_sets_free(out);
    }
    free(start);
    free(docs);
    free(count);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}

husk_status mdl_measure(const doc_sets *sets, uint32_t n_paths, const uint32_t *cluster_of, const doc_sets *templates,
                        mdl_cost *out)
{
    *out = (mdl_cost){ 0 };
    for (uint32_t d = 0; d < sets->n_docs; d++) {
        uint32_t c = cluster_of[d];
        if (c >= templates->n_docs)
            return HUSK_BAD_ARGUMENT;
        uint32_t both =
            common_items(doc_items(sets, d), doc_size(sets, d), doc_items(templates, c), doc_size(templates, c));
        out->extra += doc_size(sets, d) - both;
        out->missing += doc_size(templates, c) - both;
    }
    out->template_ones = templates->n_docs ? templates->first[templates->n_docs] : 0;
    double n = sets->n_docs, cells = (double)n_paths * n;
    out->templates = matrix_bits(cells, (double)out->template_ones, 0);
    out->delta = matrix_bits(cells, (double)out->extra, (double)out->missing);
    out->documents = n > 1 ? n * log2(n) : 0;
    out->total = out->templates + out->documents + out->delta;
    out->approximate =
        mdl_bits_per_one(sets, n_paths) * (double)(out->template_ones + out->extra + out->missing) + out->documents;
    return HUSK_OK;
}
