/* cluster.h - cluster pages by template: five published methods behind one interface.
 * Papers: Sathees Babu; Naveensundar 2014. */
#ifndef HUSK_CLUSTER_CLUSTER_H
#define HUSK_CLUSTER_CLUSTER_H

#include "cluster/agglomerate.h"

typedef enum cluster_method {
    CLUSTER_MDL,  /* TEXT-MDL: the exact best pair by equation 1 */
    CLUSTER_HASH, /* TEXT-HASH: the best pair by estimated cost */
    CLUSTER_MAX,  /* TEXT-MAX: among pairs with maximal Jaccard coefficient */
    CLUSTER_DICE, /* TEXT-DICEMAX: among pairs with maximal Dice coefficient */
    CLUSTER_LSH   /* among pairs that share a bucket */
} cluster_method;

typedef struct cluster_options {
    cluster_method method;
    unsigned length; /* of signatures */
    unsigned bands;  /* for CLUSTER_LSH; must divide the length */
    uint64_t seed;   /* for the permutations */
    bool estimated;  /* for CLUSTER_LSH: no last joins by exact cost */
} cluster_options;

typedef struct clustering {
    uint32_t n_docs;
    uint32_t n_clusters;
    uint32_t *cluster_of; /* by document; numbered by the clusters' first documents */
    merge_step *step;     /* n_docs - n_clusters of them; a and b are documents whose clusters join */
    uint32_t n_steps;
} clustering;

/* Cluster documents by their sets. `hash` is by item. The partition does not depend on the order of the documents. */
husk_status cluster_sets(const doc_sets *sets, const uint64_t *hash, const cluster_options *options, clustering *out);

void clustering_free(clustering *c);

#endif
