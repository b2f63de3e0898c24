/* partners.h - the best partner of every cluster, with the best of all on top: an indexed heap.
 * A cluster whose partner is gone keeps its old gain, an upper bound of what it can find now: it is examined again
 * only when that bound reaches the top. That keeps agglomeration exact without a table of all pairs. */
#ifndef HUSK_PAPERS_PARTNERS_H
#define HUSK_PAPERS_PARTNERS_H

#include <stdbool.h>
#include <stdint.h>

#include "husk/husk.h"

#define PARTNER_NONE UINT32_MAX

typedef struct partners {
    uint32_t n;
    int64_t *gain;     /* by cluster */
    uint32_t *partner; /* PARTNER_NONE: unknown; gain is a bound */
    uint32_t *heap;    /* clusters; the largest gain first, then the lowest number */
    uint32_t *place;   /* by cluster; PARTNER_NONE if not in the heap */
    uint32_t n_heap;
} partners;

husk_status partners_init(partners *p, uint32_t n);
void partners_free(partners *p);

/* Set cluster c's gain and partner, adding it to the heap if needed. */
void partners_set(partners *p, uint32_t c, int64_t gain, uint32_t partner);
void partners_remove(partners *p, uint32_t c);

/* The cluster on top, or PARTNER_NONE. */
uint32_t partners_top(const partners *p);

/* Is (gain, partner) better than what c has? The lower number wins a tie. */
static inline bool partners_is_better(const partners *p, uint32_t c, int64_t gain, uint32_t partner)
{
    return gain > p->gain[c] || (gain == p->gain[c] && partner < p->partner[c]);
}

#endif
