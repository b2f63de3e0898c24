/* models.h - files named on the command line that are read whole: models, answers and ground truth. */
#ifndef HUSK_CLI_MODELS_H
#define HUSK_CLI_MODELS_H

#include "command.h"

/* A whole file of up to `most` bytes, malloc'd; "-" is stdin. NULL after reporting why. */
char *file_read(const char *path, size_t most, size_t *len);

/* What the first line says it is: a page model, or PageLevel models. False after reporting why it is neither, or not
 * the one for `method`, if that is PAGE or PAGELEVEL. */
bool models_open(const char *path, int method, husk_page_model **page, husk_pagelevel **pagelevel);

/* Let a learner use a site model. False after reporting why not. */
bool models_give_site(const char *path, husk_learner *learner);

#endif
