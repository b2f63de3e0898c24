/* signals.h - Ctrl-C ends a run cleanly; a closed pipe ends it silently. */
#ifndef HUSK_CLI_SIGNALS_H
#define HUSK_CLI_SIGNALS_H

#include "husk/husk.h"

/* Call once at the start: turns a broken pipe into a failed write, which is handled; libraries that write to sockets
 * need it too. */
void signals_start(void);

/* From now on the first SIGINT, SIGTERM or SIGHUP only sets the returned flag; the second ends the process at once.
 * NULL: out of memory, and signals keep their default action. */
husk_stop *signals_catch_stop(void);

/* A file to remove if a signal ends the process; NULL: none. The string must outlive the setting. */
void signals_remove_on_end(const char *path);

/* End like a process whose pipe was closed. */
_Noreturn void signals_end_by_pipe(void);

#endif
