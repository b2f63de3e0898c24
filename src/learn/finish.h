/* finish.h - write a learner's hosts to a site file. */
#ifndef HUSK_LEARN_FINISH_H
#define HUSK_LEARN_FINISH_H

#include "learn/learner.h"

/* What to add to a host before it is written, and the callback for the report; both may be NULL. */
typedef struct host_ending {
    husk_status (*add)(void *context, model_host *host, arena *memory, husk_error *error);
    /* `before` is NULL for a host that the file did not have. */
    void (*report)(void *context, const model_host *before, const learned_host *host);
    void *context;
} host_ending;

/* Learn every host and write the file `path`, which appears complete or not at all. `fresh`: ignore what the file has
 * of them. Once per learner. */
husk_status learner_finish(learner *l, const char *path, bool fresh, const host_ending *ending, husk_error *error);
/* The same in memory: see store_writer_open_memory. */
husk_status learner_finish_memory(learner *l, slice before, buffer *file, bool fresh, const host_ending *ending,
                                  husk_error *error);

#endif
