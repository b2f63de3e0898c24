/* main_model.h - the model that says which blocks of a page are main content when the page's site is known. */
#ifndef HUSK_JUDGE_SITE_MAIN_MODEL_H
#define HUSK_JUDGE_SITE_MAIN_MODEL_H

#include "judge/site/main_columns.h"
#include "judge/model_file.h"
#include "judge/site/path_model.h"

typedef struct main_model {
    forest full;  /* over main_columns.h: added to the page model's log odds against its threshold, the log odds of main
                     content */
    forest quick; /* over the columns that need no page model: the log odds of main content */
} main_model;

/* The model that is compiled in: models/main.txt (models/README.md tells how it was made). */
extern const main_model main_model_builtin;

/* All that judges a page of a site. */
typedef struct judge_models {
    page_model page;
    path_model site;
    main_model main;
} judge_models;

/* Read the models that a text has, in `memory`; the others are those that are compiled in. BAD_FILE. */
husk_status judge_models_read(slice text, arena *memory, judge_models *models, husk_error *error);

/* Read a main model's text: its forests are "main" and "quick". BAD_FILE. */
husk_status main_model_read(slice text, arena *memory, main_model *model, husk_error *error);

#endif
