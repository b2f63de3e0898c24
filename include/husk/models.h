/* models.h - custom models.
 * The rules of husk.h apply. These calls may change between minor versions; those of husk.h do not. */
#ifndef HUSK_MODELS_H
#define HUSK_MODELS_H

#include <husk/husk.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From a model file (models/page.txt is the built-in one). Immutable: one may serve many threads. BAD_FILE,
 * NEWER_FILE: `error` names the line. */
HUSK_API husk_status husk_page_model_read(const char *text, size_t len, husk_page_model **out, husk_error *error);
HUSK_API void husk_page_model_free(husk_page_model *model);

/* Judge places with this site model (models/site.txt is the built-in one) from now on. BAD_FILE. */
HUSK_API husk_status husk_learner_model(husk_learner *learner, const char *text, size_t len, husk_error *error);

#ifdef __cplusplus
}
#endif
#endif
