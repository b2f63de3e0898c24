/* agglomerate.h - join the two clusters that save most, until none saves anything: exact best pairs, whatever the cost
 * of a path. A cost is a sum over paths of a function of (documents of the cluster, documents that have the path), and
 * of the cluster's size. */
#ifndef HUSK_CLUSTER_AGGLOMERATE_H
#define HUSK_CLUSTER_AGGLOMERATE_H

#include "cluster/sets.h"

/* One step of the way: `b` joined `a`, and the cluster is called `a` from then on; a < b. */
typedef struct merge_step {
    uint32_t a, b;
    double saved; /* in the unit of the method's cost */
} merge_step;

typedef struct merge_list {
    merge_step *step;
    uint32_t n;
} merge_list;

/* What a path costs. Costs are whole numbers, so that no order of adding can change them: ones for MDL_ONES, 2^-20 bits
 * for CODE_LENGTH. */
typedef struct path_cost {
    enum { MDL_ONES, CODE_LENGTH } kind;
    uint32_t n_features; /* CODE_LENGTH: absent ones cost too */
    uint32_t max_docs;
    int64_t *log_gamma_a; /* log2 gamma(k + a), k <= max_docs */
    int64_t *base;        /* by size of a cluster: its absent features, and its share of n H(partition) */
} path_cost;

/* Equations 1 and 4 of the papers. */
path_cost path_cost_ones(void);

/* The length of a cluster's features in a Beta(a, a)-Bernoulli code, and `partition` times that of the partition
 * itself: sum over features of -log2 [G(k+a) G(m-k+a) G(2a) / (G(a)^2 G(m+2a))], and n H(partition). */
husk_status path_cost_code_length(uint32_t n_features, uint32_t max_docs, double a, double partition, path_cost *out);
void path_cost_free(path_cost *cost);

/* Start from one cluster for each set of `sets`, standing for weight[i] equal documents, or from groups of them:
 * start[i] is the first set of i's group (NULL: each its own). Join until no join saves. Numbers must come from the
 * content (doc_sets_order): ties go to the lowest. The steps, in order, are the caller's, freed with free(out->step);
 * those of `start` are not among them. */
husk_status agglomerate(const doc_sets *sets, const uint32_t *weight, const uint32_t *start, const path_cost *cost,
                        merge_list *out);

#endif
