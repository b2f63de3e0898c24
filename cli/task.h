/* task.h - work on a separate thread, while the main thread draws progress; Ctrl-C ends a run cleanly, a closed pipe
 * silently. */
#ifndef HUSK_CLI_TASK_H
#define HUSK_CLI_TASK_H

#include <pthread.h>

#include "command.h"
#include "talk.h"

/* A progress line at the bottom of the terminal. */
typedef struct progress {
    bool wanted;
    double started;
    double drawn;
} progress;

typedef struct task {
    void *context; /* for the functions */
    husk_status (*work)(void *context, husk_error *error);
    /* Ten times a second, on the main thread, with the lock held. True: stop waiting for the work. May be NULL. */
    bool (*tick)(struct task *t);

    pthread_mutex_t lock; /* the work takes it to access what `tick` accesses */
    pthread_cond_t ended;
    bool has_ended;
    progress progress;
    husk_status status; /* what `work` returned */
    husk_error error;
} task;

/* Run `work` to its end: true. False: `tick` gave up; then the lock stays held and the process must end soon. `draws`:
 * what `tick` draws is shown, if there is a terminal; not where the data itself goes to it. */
bool task_run(task *t, bool draws);

/* For `tick`: draw if due, not within the first second, and at most five times a second. total 0: unknown. */
void progress_draw(progress *p, uint64_t pages, uint64_t bytes, uint64_t total);

/* The same with a custom line, in ASCII; cut at the terminal's width. */
void progress_draw_line(progress *p, const char *line);

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

/* Open the source for a command line. NULL after reporting why. */
husk_source *task_open_source(const common_settings *common, const char *const *inputs, size_t n_inputs);

#endif
