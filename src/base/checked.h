/* checked.h - overflow-checked addition and multiplication, for sizes that come from input. */
#ifndef HUSK_BASE_CHECKED_H
#define HUSK_BASE_CHECKED_H

#include <stdbool.h>
#include <stddef.h>

/* False on overflow; *out must then not be used. */
static inline bool size_add(size_t a, size_t b, size_t *out)
{
    return !__builtin_add_overflow(a, b, out);
}

static inline bool size_mul(size_t a, size_t b, size_t *out)
{
    return !__builtin_mul_overflow(a, b, out);
}

#endif
