/* essential.h - the paths of a page that its template made, as far as counting can tell.
 * Papers: Sathees Babu, section III; Naveensundar 2014, section 4 (there: non-content paths). */
#ifndef HUSK_CLUSTER_ESSENTIAL_H
#define HUSK_CLUSTER_ESSENTIAL_H

#include "cluster/sets.h"

typedef struct essential essential;

typedef struct essential_result {
    uint32_t n_paths;    /* different paths of the collection, |P_D| */
    uint64_t *hash;      /* by path, ascending */
    uint32_t *support;   /* by path: documents that have it */
    uint32_t *threshold; /* by document: the mode of its paths' supports; 0 for a document without paths */
    doc_sets all;        /* every path of each document */
    doc_sets sets;       /* the essential ones: support >= threshold, the columns of M_E */
    unsigned halvings;   /* 0: all paths were kept; h: those whose mixed hash is below 2^(64 - h) */
} essential_result;

/* A collection to be filled. At most `max_paths` different paths are kept (0: no bound but memory): beyond it a sample
 * by hash is, the same whatever the order of the documents. NULL without memory. */
essential *essential_new(uint32_t max_paths);

/* One document's path hashes, in any order, repeated or not. LIMIT: more documents or paths than can be counted. */
husk_status essential_add(essential *e, const uint64_t *paths, size_t n);

/* Supports, thresholds and sets; `e` is freed, whatever comes back. With `filter` false all paths are essential. */
husk_status essential_finish(essential *e, bool filter, essential_result *out);

void essential_free(essential *e);
void essential_result_free(essential_result *result);

#endif
