/* learner.h - the definition of husk_learner, for the files that learn and dump. */
#ifndef HUSK_API_LEARNER_H
#define HUSK_API_LEARNER_H

#include "base/buffer.h"
#include "judge/model_file.h"
#include "learn/learner.h"

struct husk_learner {
    learner *inner;
    arena memory;        /* for the model, if one was given */
    judge_models models; /* likewise */
    bool fresh;
};

/* Write what the file had of a host and what was learned now, as readable lines. */
void write_learned(const model_host *before, const learned_host *host, buffer *report);

#endif
