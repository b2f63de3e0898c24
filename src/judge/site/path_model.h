/* path_model.h - the model that judges the paths of a site: which are content, from what stands there on all learned
 * pages. */
#ifndef HUSK_JUDGE_SITE_PATH_MODEL_H
#define HUSK_JUDGE_SITE_PATH_MODEL_H

#include "base/text.h"
#include "judge/forest.h"
#include "judge/site/path_columns.h"

struct path_model {
    forest paths; /* over path_columns.h: the log odds of being content */
};
typedef struct path_model path_model;

/* Read a site model's text, which is written as a page model is (model_file.c) and has one forest, "paths". Its arrays
 * are made in `memory`. BAD_FILE. */
husk_status path_model_read(slice text, arena *memory, path_model *model, husk_error *error);

/* The model that is compiled in: models/site.txt (models/README.md tells how it was made). */
extern const path_model path_model_builtin;

#endif
