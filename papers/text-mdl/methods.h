/* methods.h - cluster pages by template: five published methods behind one interface.
 * Papers: Sathees Babu; Naveensundar 2014. */
#ifndef HUSK_PAPERS_METHODS_H
#define HUSK_PAPERS_METHODS_H

#include "cluster/collection.h"
#include "text-mdl/agglomerate.h"

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

/* Cluster documents by their sets. `hash` is by item. The partition does not depend on the order of the documents. */
husk_status cluster_sets(const doc_sets *sets, const uint64_t *hash, const cluster_options *options, clustering *out);

/* Append the joins as an SVG picture. NO_MEMORY or the buffer's status. */
husk_status joins_svg(const husk_clustering *collection, buffer *out);

#endif
