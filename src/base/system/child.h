/* child.h - run another program, with bytes in and bytes out. */
#ifndef HUSK_BASE_SYSTEM_CHILD_H
#define HUSK_BASE_SYSTEM_CHILD_H

#include "base/buffer.h"
#include "base/text.h"

/* Run argv[0], found on PATH, without a shell. `in` is its stdin, its stdout is appended to `out`, its stderr is
 * discarded. It is killed after `seconds`, or when it writes more than out's cap.
 * IO: it is not installed, failed or timed out; `error` says which. LIMIT: it wrote too much. */
husk_status child_run(char *const *argv, slice in, unsigned seconds, buffer *out, husk_error *error);

#endif
