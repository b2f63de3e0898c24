/* path_model.h - the model that judges the paths of a site.
 * Which are content, from what is there on all learned pages. */
#ifndef HUSK_JUDGE_SITE_PATH_MODEL_H
#define HUSK_JUDGE_SITE_PATH_MODEL_H

#include "base/text.h"
#include "judge/forest.h"
#include "judge/site/path_columns.h"

struct path_model {
    forest paths; /* over path_columns.h: the log odds of content */
};
typedef struct path_model path_model;

/* Parse a site model, in the format of a page model (model_file.c) with one forest, "paths". Its arrays are in
 * `memory`. BAD_FILE. */
husk_status path_model_read(slice text, arena *memory, path_model *model, husk_error *error);

/* The built-in model: models/site.txt (models/README.md says how it was made). */
extern const path_model path_model_builtin;

#endif
