/* finish.h - a learner's hosts into a site file. */
#ifndef HUSK_LEARN_FINISH_H
#define HUSK_LEARN_FINISH_H

#include "learn/learner.h"

/* What else a host gets before it is written, and who is told what was found; both may be NULL. */
typedef struct host_ending {
    husk_status (*add)(void *context, model_host *host, arena *memory, husk_error *error);
    /* `before` is NULL for a host that the file did not have. */
    void (*tell)(void *context, const model_host *before, const learned_host *host);
    void *context;
} host_ending;

/* Learn every host and write the file `path`, which appears whole or not at all. `fresh`: as if the file did not have
 * them. Once per learner. */
husk_status learner_finish(learner *l, const char *path, bool fresh, const host_ending *ending, husk_error *error);

#endif
