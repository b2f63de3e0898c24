/* sets.h - sets of small numbers, one per document: the input of clustering.
 * A document's items are ascending and distinct; the numbers do not depend on the order of the documents. */
#ifndef HUSK_CLUSTER_SETS_H
#define HUSK_CLUSTER_SETS_H

#include <stddef.h>
#include <stdint.h>

#include "husk/husk.h"

typedef struct doc_sets {
    uint32_t n_docs;
    uint32_t n_items; /* items are below this */
    size_t *first;    /* n_docs + 1: document d has item[first[d]] .. item[first[d + 1] - 1] */
    uint32_t *item;
    const husk_stop *stop; /* polled while they are clustered; may be NULL */
} doc_sets;

static inline uint32_t doc_size(const doc_sets *sets, uint32_t doc)
{
    return (uint32_t)(sets->first[doc + 1] - sets->first[doc]);
}

static inline const uint32_t *doc_items(const doc_sets *sets, uint32_t doc)
{
    static const uint32_t none[1];
    return sets->item ? sets->item + sets->first[doc] : none; /* damaged records may leave no items at all */
}

/* The number of items in both of two ascending lists. */
static inline uint32_t common_items(const uint32_t *a, uint32_t n_a, const uint32_t *b, uint32_t n_b)
{
    uint32_t i = 0, j = 0, n = 0;
    while (i < n_a && j < n_b) {
        uint32_t x = a[i], y = b[j];
        n += x == y;
        i += x <= y;
        j += y <= x;
    }
    return n;
}

void doc_sets_free(doc_sets *sets);

/* One join: `b` joined `a`, and the cluster is called `a` from then on; a < b. */
typedef struct merge_step {
    uint32_t a, b;
    double saved; /* in the unit of a published method's cost; AUTO: the mean probability that both are of one kind */
} merge_step;

/* The documents of a collection, and the paths (or other hashes) in them. */
typedef struct path_sets {
    uint32_t n_paths;  /* distinct paths of the collection, |P_D| */
    uint64_t *hash;    /* by path, ascending */
    uint32_t *support; /* by path: documents that have it */
    doc_sets sets;
} path_sets;

void path_sets_free(path_sets *found);

typedef struct set_builder set_builder;

/* NULL if out of memory. */
set_builder *set_builder_new(void);
/* Add one document's hashes, in any order, with or without repeats. LIMIT: more documents than can be counted. */
husk_status set_builder_add(set_builder *b, const uint64_t *paths, size_t n);
/* Supports and sets; frees `b` in any case. */
husk_status set_builder_finish(set_builder *b, path_sets *out);
void set_builder_free(set_builder *b);

/* List the documents group by group, each in `order` (NULL: ascending): those of group g are from docs[start[g]] on.
 * `start` has n_groups + 1 entries. */
void docs_by_group(const uint32_t *group, const uint32_t *order, uint32_t n_docs, uint32_t n_groups, uint32_t *start,
                   uint32_t *docs);

/* Order documents by content only: by a hash of their items' hashes. Equal sets are adjacent, and `same[i]` says that
 * order[i] has the same set as order[i - 1]; it may be NULL. `hash` is by item. Both arrays hold n_docs and belong to
 * the caller. */
husk_status doc_sets_order(const doc_sets *sets, const uint64_t *hash, uint32_t *order, bool *same);

/* The share of their paths and elements that pages of one site have in common. */
#define SITE_OVERLAP .5

/* Split pages into sites (sites.c): those of one `host` (0: none) that share SITE_OVERLAP of what the smaller one
 * shares with any page, and of the larger one's `elements`, which are of the same documents. Fills group[d] for every
 * document, numbered from 0 by first document in `order`, and n_groups. `order` derives from the content
 * (doc_sets_order); `support` is by item. */
husk_status sites_find(const doc_sets *sets, const doc_sets *elements, const uint64_t *host, const uint32_t *support,
                       const uint32_t *order, uint32_t *group, uint32_t *n_groups);

#endif
