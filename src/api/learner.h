/* learner.h - what a husk_learner is, for the files that learn and dump. */
#ifndef HUSK_API_LEARNER_H
#define HUSK_API_LEARNER_H

#include "site/learner.h"

struct husk_learner {
    learner *inner;
    arena memory;     /* the model's, if one was given */
    site_model model;
    bool anew;        /* hosts are learned as if the file did not have them */
};

#endif
