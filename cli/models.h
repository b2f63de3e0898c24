/* models.h - open a model file named on the command line. */
#ifndef HUSK_CLI_MODELS_H
#define HUSK_CLI_MODELS_H

#include <stdbool.h>

#include "husk/husk.h"
#include "husk/lab.h"

/* PageLevel models from `path`. NULL after reporting why. */
husk_pagelevel *models_open_pagelevel(const char *path);

/* A page model from `path`. NULL after reporting why. */
husk_page_model *models_open_page(const char *path);

/* Whichever of the two `path` holds. False after reporting why it is neither. */
bool models_open(const char *path, husk_page_model **page, husk_pagelevel **pagelevel);

/* Give a learner the site model in `path`. False after reporting why. */
bool models_give_site(const char *path, husk_learner *learner);

#endif
