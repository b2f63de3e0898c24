/* options.h - structs that callers of other versions give: how much of one is filled and how much is read.
 * A struct begins with its size. What an older caller's does not have keeps its default; what a newer caller's has
 * beyond ours is not read. */
#ifndef HUSK_BASE_OPTIONS_H
#define HUSK_BASE_OPTIONS_H

#include <stddef.h>

#include "husk/husk.h"

/* Bytes of a struct up to and with `last`, the last member that its first release had. */
#define OPTIONS_FIRST(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

/* Fill the caller's `size` bytes: the defaults as far as they go, zeros beyond, and `size` in front. */
void options_fill(void *options, size_t size, const void *defaults, size_t defaults_size);

/* Lay the caller's struct over `out`, which holds `out_size` bytes of defaults. `given` may be NULL. BAD_ARGUMENT: its
 * size is 0 or less than `first_size`; `name` is the struct's, for the error. */
husk_status options_take(void *out, size_t out_size, const void *given, size_t first_size, const char *name,
                         husk_error *error);

/* options_take for a variable that is its type's defaults. */
#define OPTIONS_TAKE(out, given, type, last, error) \
    options_take((out), sizeof(type), (given), OPTIONS_FIRST(type, last), #type, (error))

#endif
