/* stop.h - what ends long work early: a flag and a clock.
 * The flag is one atomic, which any thread or signal handler may set; the clock is monotonic. */
#ifndef HUSK_BASE_STOP_H
#define HUSK_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "husk/husk.h"

struct husk_stop {
    atomic_bool set;
};

/* `stop` may be NULL. */
static inline bool stop_is_set(const husk_stop *stop)
{
    return stop && atomic_load_explicit(&stop->set, memory_order_relaxed);
}

static inline uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static inline uint64_t now_ms(void)
{
    return now_ns() / 1000000u;
}

#endif
