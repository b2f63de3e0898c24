/* page_model.h - a page model read from a file, for the calls that take one. */
#ifndef HUSK_API_PAGE_MODEL_H
#define HUSK_API_PAGE_MODEL_H

#include "base/arena.h"
#include "judge/model_file.h"

struct husk_page_model {
    judge_models models;
    arena memory; /* holds all that they point to */
};

#endif
