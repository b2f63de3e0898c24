/* status.h - the conventions of husk.h: errors, and option structs from callers compiled against other versions.
 * A status is returned, details go into the caller's struct. HUSK_OK is 0, so `status = status ?: step()` takes a step
 * only if all before it succeeded. */
#ifndef HUSK_BASE_STATUS_H
#define HUSK_BASE_STATUS_H

#include <stddef.h>

#include "husk/husk.h"

/* --- errors ------------------------------------------------------------------------------------------------------- */

/* Fill `error` (may be NULL) and return `status`, so that a failing function ends in one line. */
__attribute__((format(printf, 3, 4))) husk_status error_set(husk_error *error, husk_status status, const char *format,
                                                            ...);

/* If `status` is not OK, fill `error` with what was being done and the status's text. Returns `status`. */
__attribute__((format(printf, 3, 4))) husk_status status_told(husk_error *error, husk_status status, const char *format,
                                                              ...);

/* Is there a page, whole or cut? */
static inline bool status_has_page(husk_status status)
{
    return status == HUSK_OK || status == HUSK_LIMIT;
}

/* A message without the "NAME: " that it begins with, if it does; one that a long name fills says nothing more. */
const char *message_without(const char *message, const char *name);

/* --- option structs ----------------------------------------------------------------------------------------------- */

/* A struct starts with its size. Members that an older caller lacks keep their defaults; members that a newer caller
 * adds are not read. */

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
