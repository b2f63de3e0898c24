/* checked.h - sizes that come from input are added and multiplied with checks. */
#ifndef HUSK_BASE_CHECKED_H
#define HUSK_BASE_CHECKED_H

#include <stdbool.h>
#include <stddef.h>

/* False, and *out untouched by the caller's reading, when the sum or product does not fit. */
static inline bool size_add(size_t a, size_t b, size_t *out)
{
    return !__builtin_add_overflow(a, b, out);
}

static inline bool size_mul(size_t a, size_t b, size_t *out)
{
    return !__builtin_mul_overflow(a, b, out);
}

#endif
