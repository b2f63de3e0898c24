/* signatures.h - signatures of clusters of path sets: the extended MinHash of TEXT-HASH.
 * A cluster's signature keeps for each permutation the least rank r of its documents' paths and the number n of
 * documents that have that path. Equations 2 to 4 of Sathees Babu then give the cluster's cost without reading any
 * path. */
#ifndef HUSK_PAPERS_SIGNATURES_H
#define HUSK_PAPERS_SIGNATURES_H

#include "cluster/minhash.h"
#include "husk/husk.h"

/* With 128 the cost of TEXT-MAX is 9 % above the exact method's on 4,000 pages of 40 sites, with 256 2 % (bench/run
 * cluster). */
#define SIGNATURE_LENGTH 256u

/* Signatures of clusters, initially one per document. Rows of `length`. */
typedef struct signatures {
    uint32_t n;
    unsigned length;
    uint32_t *rank;
    uint32_t *count;       /* n(sig[q]) */
    uint32_t *n_docs;      /* 0: joined to another */
    uint64_t *n_paths;     /* sum of its documents' set sizes */
    const husk_stop *stop; /* as in doc_sets */
} signatures;

husk_status signatures_init(signatures *s, uint32_t n, unsigned length);
void signatures_free(signatures *s);

/* Make row c represent `weight` equal documents with `n_paths` paths each; the caller writes its ranks, before or
 * after. */
void signatures_start(signatures *s, uint32_t c, uint32_t weight, uint32_t n_paths);

/* The cost of cluster c in ones by equations 2 to 4. The sum over k of w(k) n(D, k) is S * sum_q w(n_q) / sum_q n_q,
 * where S is n_paths and w(k) = min(k, |D| + 1 - k): no histogram of the n_q is needed. */
double signatures_cost(const signatures *s, uint32_t c);
/* The same for the cluster that a and b would make. */
double signatures_joined_cost(const signatures *s, uint32_t a, uint32_t b);

/* The number of permutations under which all documents of a and b share the least path: the Jaccard coefficient of
 * all their sets, times length. */
uint32_t signatures_jaccard(const signatures *s, uint32_t a, uint32_t b);
/* Their Dice coefficient, 2 |intersection of all| / (|union of a| + |union of b|). With U the union of both, `full`
 * matches estimate |intersection of all| / U, and equal ranks |union of a and union of b intersected| / U; so the
 * denominator is U (length + equal ranks) / length, and U cancels: one pass over the ranks. */
double signatures_dice(const signatures *s, uint32_t a, uint32_t b);

/* b joins a. */
void signatures_join(signatures *s, uint32_t a, uint32_t b);

bool signatures_equal(const signatures *s, uint32_t a, uint32_t b);

#endif
