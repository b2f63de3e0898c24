/* stop.h - a flag that ends long work early: one atomic, which any thread or signal handler may set. */
#ifndef HUSK_BASE_STOP_H
#define HUSK_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

#include "husk/husk.h"

struct husk_stop {
    atomic_bool set;
};

/* `stop` may be NULL. */
static inline bool stop_is_set(const husk_stop *stop)
{
    return stop && atomic_load_explicit(&stop->set, memory_order_relaxed);
}

#endif
