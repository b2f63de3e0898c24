/* models.h - reading a file of models that the command line names. */
#ifndef HUSK_CLI_MODELS_H
#define HUSK_CLI_MODELS_H

#include <stdbool.h>

#include "husk/husk.h"

/* The models in `path`, or, for NULL, those that come with husk. NULL after telling why. */
husk_pagelevel *models_open(const char *path);

/* The page model in `path`. NULL after telling why. */
husk_block_model *models_open_blocks(const char *path);

/* Give a learner the site model in `path`. False after telling why. */
bool models_give_site(const char *path, husk_learner *learner);

#endif
