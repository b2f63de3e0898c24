/* learner.h - what a husk_learner is, for the files that learn and dump. */
#ifndef HUSK_API_LEARNER_H
#define HUSK_API_LEARNER_H

#include "api/output.h"
#include "learn/learner.h"

struct husk_learner {
    learner *inner;
    arena memory; /* the model's, if one was given */
    path_model model;
    bool anew; /* hosts are learned as if the file did not have them */
};

/* What else a host has, and how the report tells of it. */
typedef struct host_ending {
    husk_status (*add)(void *context, model_host *host, arena *memory, husk_error *error);
    void (*tell)(void *context, const model_host *host, buffer *report);
    void *context;
} host_ending;

/* husk_learner_finish, each host with such an ending before it is written. */
husk_status learner_finish(husk_learner *l, const char *path, const host_ending *ending, husk_output *report,
                           husk_error *error);

#endif
