/* pool.h - a worker pool that keeps input order.
 * There is no queue thread: a free worker reads the next item (one reader at a time), works on it alone, and
 * whichever worker finishes the oldest item writes all that are ready. Memory is bounded by the number of slots and
 * by the bytes they may hold together. */
#ifndef HUSK_BASE_POOL_H
#define HUSK_BASE_POOL_H

#include <stddef.h>

#include "husk/husk.h"

typedef struct pool_ops {
    /* Fill `slot` with the next item; END if there is none. Called by one worker at a time, in order.
     * Sets `bytes` to the memory the slot now holds. */
    husk_status (*read)(void *context, void *slot, size_t *bytes, husk_error *error);
    /* Work on the item, with this worker's own `state`. Updates `bytes`. */
    husk_status (*work)(void *context, void *state, void *slot, size_t *bytes, husk_error *error);
    /* Consume the result; called for every slot that was read, in that order, one at a time. May be NULL. */
    husk_status (*write)(void *context, void *slot, husk_error *error);
} pool_ops;

typedef struct pool_options {
    unsigned jobs;       /* 1: run everything on the calling thread */
    size_t max_bytes;    /* reading waits while the slots hold more (one slot is always allowed) */
    size_t slot_size;    /* bytes per slot; zeroed before its first use, then reused */
    void *const *states; /* one per job */
    void (*slot_free)(void *slot);
    const husk_stop *stop; /* may be NULL; if set: stop reading, finish what was read */
} pool_options;

/* As many jobs as asked for, or one per core if 0; at least 1, at most HUSK_MAX_JOBS. */
unsigned pool_jobs(unsigned asked);

/* OK if `read` reached END; STOPPED if stopped; otherwise the first failure in input order. After a failure of `work`
 * or `write`, nothing later is written. */
husk_status pool_run(const pool_options *options, const pool_ops *ops, void *context, husk_error *error);

#endif
