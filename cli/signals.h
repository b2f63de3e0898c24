/* signals.h - Ctrl-C ends a run cleanly; a reader that went away ends it silently. */
#ifndef HUSK_CLI_SIGNALS_H
#define HUSK_CLI_SIGNALS_H

#include "husk/husk.h"

/* Once, at the start: a broken pipe becomes a failed write, which we handle; libraries that write to sockets need it
 * too. */
void signals_start(void);

/* From now on the first SIGINT, SIGTERM or SIGHUP only sets the flag that is returned; the second ends the process at
 * once. NULL: out of memory, and signals do what they always do. */
husk_stop *signals_catch_stop(void);

/* A file to remove if the process is ended by a signal; NULL: none. The text must outlive the setting. */
void signals_remove_on_end(const char *path);

/* End as a process does whose reader went away. */
_Noreturn void signals_end_by_pipe(void);

#endif
