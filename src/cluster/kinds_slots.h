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

/* Everything by which a site's choosing pages are compared. */
typedef struct choice {
    arena memory; /* of all that follows */
    const doc_sets *elements, *paths;
    const slot_store *store;
    uint32_t *docs; /* the choosing pages: some of the site's, in their order, by their index among all documents */
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
    bit_columns views[N_VIEWS];
    pair_labels labels;
    uint32_t *label; /* by page: its group by the best label */
    uint64_t slot;   /* of that, 0 for none */
    const uint64_t **shape;
    page_pairs pairs;
} choice;

static inline const traits *kinds_traits(const choice *c, uint32_t page)
{
    return &c->store->page[c->docs[page]];
}

/* Call in this order; false if out of memory. Collect every slot's value on every page; build the distinct partitions.
 */
bool kinds_gather_values(choice *c);
bool kinds_gather_partitions(choice *c);

/* The number of pages of each group with each element. Joining changes the counts. */
typedef struct group_counts {
    uint32_t n;                   /* groups */
    size_t columns;               /* elements */
    uint32_t *count;              /* by group and element */
    uint32_t *size;               /* by group: pages; none is empty */
    const double *log_a, *log_2a; /* of the code, up to all pages */
    uint32_t *into;               /* by group: the one that it is in now, the lowest of them */
    double *own;                  /* by group: its bits */
    double *saves;                /* by pair of groups, the lower first: share of the smaller one's bits */
} group_counts;

/* Join groups until no two are alike: fills `into`. False if out of memory. */
bool same_kinds_join(group_counts *groups);

/* The site's labels: the best one's groups by page, and the agreement of all. */
bool kinds_find_labels(choice *c);

/* For the pages docs[0 .. n), as in kinds_split. False if out of memory; free in any case. */
bool kinds_choice_init(choice *k, const doc_sets *elements, const doc_sets *paths, const slot_store *store,
                       const uint32_t *docs, uint32_t n);
void kinds_choice_free(choice *k);

#endif
