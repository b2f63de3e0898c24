/* main_model.h - the model that decides which blocks are main content if the page's site is known. */
#ifndef HUSK_JUDGE_SITE_MAIN_MODEL_H
#define HUSK_JUDGE_SITE_MAIN_MODEL_H

#include "judge/site/main_columns.h"
#include "judge/model_file.h"
#include "judge/site/path_model.h"

typedef struct main_model {
    forest full;  /* over main_columns.h: added to the page model's log odds relative to its threshold, gives the log
                     odds of main content */
    forest docs;  /* the same columns, for documentation: added to the site model's log odds */
    forest quick; /* over the columns that need no page model: the log odds of main content */
} main_model;

/* The built-in model: models/main.txt (models/README.md says how it was made). */
extern const main_model main_model_builtin;

/* All models that judge a page of a site. */
typedef struct judge_models {
    page_model page;
    path_model site;
    main_model main;
} judge_models;

/* Read the models in a file, in `memory`; the others are the built-in ones. BAD_FILE. */
husk_status judge_models_read(slice text, arena *memory, judge_models *models, husk_error *error);

/* Parse a main model: its forests are "main", "docs" and "quick". BAD_FILE. */
husk_status main_model_read(slice text, arena *memory, main_model *model, husk_error *error);

#endif
