/* task.h - work on a thread of its own, while the first thread draws progress and looks after Ctrl-C. */
#ifndef HUSK_CLI_TASK_H
#define HUSK_CLI_TASK_H

#include <pthread.h>

#include "command.h"
#include "progress.h"

typedef struct task {
    void *context; /* of the functions */
    husk_status (*work)(void *context, husk_error *error);
    /* Ten times a second, on the first thread, with the lock held. True: wait for the work no longer. May be NULL. */
    bool (*tick)(void *context);

    pthread_mutex_t lock; /* the work takes it where it touches what `tick` touches */
    pthread_cond_t ended;
    bool has_ended;
    husk_status status; /* what `work` returned */
    husk_error error;
} task;

/* Run `work` to its end: true. False: `tick` gave it up; then the lock stays held and the process must end soon. */
bool task_run(task *t);

/* The source that a command line asks for. NULL after telling why. */
husk_source *task_open_source(const common_settings *common, const char *const *inputs, size_t n_inputs);

#endif
