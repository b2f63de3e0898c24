/* drift.h - has the site changed since it was learned? A sequential test over how well its pages still fit. */
#ifndef HUSK_LEARN_DRIFT_H
#define HUSK_LEARN_DRIFT_H

#include "husk/husk.h"

/* One host's state; start from all zeros. */
typedef struct drift_state {
    double sum;       /* CUSUM */
    uint64_t n;       /* pages seen */
    uint64_t poor;    /* of them, pages that the site could not judge */
    double fits;      /* summed */
    uint64_t changed; /* the page, from 1, at which the change was detected; 0: none */
} drift_state;

/* Add a page. True once: when the change is detected. */
bool drift_add(drift_state *d, const husk_fit *fit);

#endif
