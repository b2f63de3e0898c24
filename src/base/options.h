/* options.h - option structs from callers compiled against other versions.
 * A struct starts with its size. Members that an older caller lacks keep their defaults; members that a newer caller
 * adds are not read. */
#ifndef HUSK_BASE_OPTIONS_H
#define HUSK_BASE_OPTIONS_H

#include <stddef.h>

#include "husk/husk.h"

/* The size of a struct up to and including `last`, the last member of its first release. */
#define OPTIONS_FIRST(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

/* Fill the caller's `size` bytes: defaults as far as they reach, zeros beyond, and `size` as the first member. */
void options_fill(void *options, size_t size, const void *defaults, size_t defaults_size);

/* Define TYPE_init: the members that follow are its defaults, the others are 0. */
#define OPTIONS_INIT(type, ...)                                  \
    void type##_init(type *options, size_t size)                 \
    {                                                            \
        type defaults = { __VA_ARGS__ };                         \
        options_fill(options, size, &defaults, sizeof defaults); \
    }

/* Copy the caller's struct over `out`, which holds `out_size` bytes of defaults. `given` may be NULL. BAD_ARGUMENT:
 * its size is 0 or less than `first_size`; `name` is the struct's name, for the error. */
husk_status options_take(void *out, size_t out_size, const void *given, size_t first_size, const char *name,
                         husk_error *error);

/* The caller's struct over its type's defaults. */
#define OPTIONS_READ(out, given, type, last, error) \
    (type##_init((out), sizeof(type)), OPTIONS_TAKE((out), (given), type, last, (error)))

/* options_take for a variable that holds its type's defaults. */
#define OPTIONS_TAKE(out, given, type, last, error) \
    options_take((out), sizeof(type), (given), OPTIONS_FIRST(type, last), #type, (error))

#endif
