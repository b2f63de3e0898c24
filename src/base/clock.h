/* clock.h - a monotonic clock, for durations and time limits. */
#ifndef HUSK_BASE_CLOCK_H
#define HUSK_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

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
