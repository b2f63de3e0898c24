/* status.h - error reporting: a status is returned, details go into the caller's struct.
 * HUSK_OK is 0, so `status = status ?: step()` takes a step only if all before it succeeded. */
#ifndef HUSK_BASE_STATUS_H
#define HUSK_BASE_STATUS_H

#include "husk/husk.h"

/* Fill `error` (may be NULL) and return `status`, so that a failing function ends in one line. */
__attribute__((format(printf, 3, 4))) husk_status error_set(husk_error *error, husk_status status, const char *format,
                                                            ...);

/* If `status` is not OK, fill `error` with what was being done and the status's text. Returns `status`. */
__attribute__((format(printf, 3, 4))) husk_status status_told(husk_error *error, husk_status status, const char *format,
                                                              ...);

/* A message without the "NAME: " that it begins with, if it does; one that a long name fills says nothing more. */
const char *message_without(const char *message, const char *name);

#endif
