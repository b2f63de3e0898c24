/* kinds_slots.h - the slots of a site's pages, each as a partition of them: for kinds.c and its parts. */
#ifndef HUSK_CLUSTER_KINDS_SLOTS_H
#define HUSK_CLUSTER_KINDS_SLOTS_H

#include "cluster/kinds.h"
#include "cluster/pairs/pairs.h"

#define NO_VALUE UINT64_MAX /* the page lacks the slot */
#define RARE_VALUE (UINT64_MAX - 1)

/* One slot as a partition of the choosing pages. */
typedef struct partition {
    uint64_t slot;
    uint32_t n_groups;
    uint32_t n_rare; /* pages whose value is rare */
    double cover;
    uint16_t *group;  /* by page */
    uint32_t *column; /* by group: its index among the votes' columns, or NO_COLUMN */
} partition;

/* A slot's value on a page. */
typedef struct seen_value {
    uint64_t value;
    uint32_t page;
} seen_value;

typedef struct chooser {
    arena memory; /* of all that follows */
    const doc_sets *elements, *paths;
    const slot_store *store;
    uint32_t *docs; /* the choosing pages: some of the site's, in their order */
    uint32_t n;
    uint32_t rare;  /* a value on fewer pages is rare, a word on fewer does not count */
    uint32_t least; /* no column for what fewer pages have */
    seen_value *seen;
    numbered_hash *slots; /* of the values seen, sorted */
    size_t n_seen;
    partition *parts;
    uint32_t n_parts;
    double *log_a, *log_2a; /* log2 [G(k+a)/G(a)], log2 [G(k+2a)/G(2a)] */
    /* The two codes: columns of each page, as lists. */
    uint32_t n_columns[2];
    size_t *first[2];
    uint32_t *column[2];
    double whole[2];      /* their length with one kind */
    double page_elements; /* of all choosing pages */
    uint32_t *counts;     /* groups * columns */
    size_t counts_room;
} chooser;

/* The page's index among all documents, and its traits. */
static inline uint32_t kinds_doc(const chooser *c, uint32_t page)
{
    return c->docs[page];
}

static inline const traits *kinds_traits(const chooser *c, uint32_t page)
{
    return &c->store->page[kinds_doc(c, page)];
}

/* Call in this order; false if out of memory. Collect every slot's value on every page; build the distinct partitions.
 */
bool kinds_gather_values(chooser *c);
bool kinds_gather_partitions(chooser *c);

/* The number of pages of each group with each element. Joining changes the counts. */
typedef struct group_counts {
    uint32_t n;      /* groups */
    size_t columns;  /* elements */
    uint32_t *count; /* by group and element */
    uint32_t *size;  /* by group: pages; none is empty */
} group_counts;

/* Join groups until no two are alike; into[g] is the group that g is in now, the lowest of them. The tables are log2
 * [G(k+a)/G(a)] and log2 [G(k+2a)/G(2a)] of the code, up to all pages. False if out of memory. */
bool same_kinds_join(group_counts *groups, const double *log_a, const double *log_2a, uint32_t *into);

/* The site's labels: the best one's groups by page into `group` (the caller's, n), the agreement of all into
 * labels->slots (the caller's, n * n). `slot` is the best one's, 0 for none. */
bool kinds_find_labels(chooser *c, uint32_t *group, pair_labels *labels, uint64_t *slot);

/* Everything by which a site's choosing pages are compared. */
typedef struct choice {
    chooser c;
    bit_columns views[N_VIEWS];
    pair_labels labels;
    uint32_t *label; /* by page */
    uint64_t slot;
    const uint64_t **shape;
    page_pairs pairs;
} choice;

/* For the pages docs[0 .. n), as in kinds_split. False if out of memory; free in any case. */
bool kinds_choice_init(choice *k, const doc_sets *elements, const doc_sets *paths, const slot_store *store,
                       const uint32_t *docs, uint32_t n);
void kinds_choice_free(choice *k);

#endif
