/* mdl.h - the description length of a clustering: M_E = M_T * M_D + M_delta.
 * M_T says which paths are in each cluster's template, M_D which documents are in each cluster, M_delta what is left
 * over (1) or missing (-1). Papers: Sathees Babu, sections IV and V; Naveensundar 2014, section 5. */
#ifndef HUSK_PAPERS_MDL_H
#define HUSK_PAPERS_MDL_H

#include "cluster/sets.h"

typedef struct mdl_cost {
    uint64_t template_ones; /* 1s of M_T */
    uint64_t extra;         /* 1s of M_delta */
    uint64_t missing;       /* -1s of M_delta */
    double templates;       /* L(M_T) = |M_T| H */
    double documents;       /* L(M_D) = |D| log2 |D| */
    double delta;           /* L(M_delta) */
    double total;           /* L(C), the sum of the three */
    double approximate;     /* equation 1 */
} mdl_cost;

/* The cost in ones (equation 4) of a path that `support` of a cluster's `n` essential sets have: `support` 1s of
 * M_delta if it is not in the template, otherwise one of M_T and a -1 for each document without it. Template: support
 * >= (n + 1) / 2. */
static inline uint32_t mdl_path_ones(uint32_t n, uint32_t support)
{
    uint32_t missing = n + 1 - support;
    return support < missing ? support : missing;
}

static inline bool mdl_is_template(uint32_t n, uint32_t support)
{
    return 2 * (uint64_t)support >= (uint64_t)n + 1;
}

/* The template of each cluster, as sets by cluster. cluster_of is by document, below n_clusters. */
husk_status mdl_templates(const doc_sets *sets, const uint32_t *cluster_of, uint32_t n_clusters, doc_sets *out);

/* The cost of a clustering with these templates. `n_paths` is |P_D|, essential or not: the matrices have n_paths *
 * n_docs cells. */
husk_status mdl_measure(const doc_sets *sets, uint32_t n_paths, const uint32_t *cluster_of, const doc_sets *templates,
                        mdl_cost *out);

#endif
