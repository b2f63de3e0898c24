/* pool.h - workers that take things one after the other and give them back in that order.
 * There is no queue thread: whoever is free reads the next thing (one at a time), works on it alone, and whoever
 * finishes the oldest one writes all that are ready. Memory is bounded by the number of slots and by the bytes they may
 * hold together. */
#ifndef HUSK_BASE_POOL_H
#define HUSK_BASE_POOL_H

#include <stddef.h>

#include "husk/husk.h"

typedef struct pool_ops {
    /* Fill `slot` with the next thing; END when there is none. Called by one worker at a time, in order.
     * Returns through `bytes` how much memory the slot now holds. */
    husk_status (*read)(void *context, void *slot, size_t *bytes, husk_error *error);
    /* Work on it, with this worker's own `state`. Updates `bytes`. */
    husk_status (*work)(void *context, void *state, void *slot, size_t *bytes, husk_error *error);
    /* Take the result; called for every slot that was read, in that order, one at a time. */
    husk_status (*write)(void *context, void *slot, husk_error *error);
} pool_ops;

typedef struct pool_options {
    unsigned jobs;       /* 1: everything on the calling thread */
    size_t max_bytes;    /* reading waits while the slots hold more (one slot is always let through) */
    size_t slot_size;    /* bytes of a slot, cleared before its first use, used again afterwards */
    void *const *states; /* one for each job */
    void (*slot_free)(void *slot);
    const husk_stop *stop; /* may be NULL; set: read no more, finish what was read */
} pool_options;

/* OK when `read` came to its END; STOPPED when stopped; else the first failure in input order. After a failure of
 * `work` or `write`, nothing later is written. */
husk_status pool_run(const pool_options *options, const pool_ops *ops, void *context, husk_error *error);

#endif
