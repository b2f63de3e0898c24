/* essential.h - the paths of a page that come from its template, as far as counting shows.
 * Papers: Sathees Babu, section III; Naveensundar 2014, section 4 (there: non-content paths). */
#ifndef HUSK_CLUSTER_ESSENTIAL_H
#define HUSK_CLUSTER_ESSENTIAL_H

#include "cluster/sets.h"

typedef struct essential essential;

typedef struct essential_result {
    uint32_t n_paths;    /* distinct paths of the collection, |P_D| */
    uint64_t *hash;      /* by path, ascending */
    uint32_t *support;   /* by path: documents that have it */
    uint32_t *threshold; /* by document: the mode of its paths' supports; 0 for a document without paths */
    doc_sets all;        /* every path of each document */
    doc_sets sets;       /* the essential ones: support >= threshold, the columns of M_E */
    unsigned halvings;   /* 0: all paths were kept; h: those whose mixed hash is below 2^(64 - h) */
} essential_result;

/* A collection to fill. At most `max_paths` distinct paths are kept (0: limited only by memory); beyond that a sample
 * by hash, independent of the order of the documents. NULL if out of memory. */
essential *essential_new(uint32_t max_paths);

/* Add one document's path hashes, in any order, with or without repeats. LIMIT: more documents or paths than can be
 * counted. */
husk_status essential_add(essential *e, const uint64_t *paths, size_t n);

/* Supports, thresholds and sets; frees `e` in any case. With `filter` false all paths are essential. */
husk_status essential_finish(essential *e, bool filter, essential_result *out);

void essential_free(essential *e);
void essential_result_free(essential_result *result);

#endif
