/* models.h - custom models, and the features that they are trained on.
 * The rules of husk.h apply. These calls may change between minor versions; those of husk.h do not. */
#ifndef HUSK_MODELS_H
#define HUSK_MODELS_H

#include <husk/husk.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- the page model ----------------------------------------------------------------------------------------------- */

/* From a model file (models/page.txt is the built-in one). Immutable: one may serve many threads. BAD_FILE,
 * NEWER_FILE: `error` names the line. */
HUSK_API husk_status husk_page_model_read(const char *text, size_t len, husk_page_model **out, husk_error *error);
HUSK_API void husk_page_model_free(husk_page_model *model);

/* Append the names of the feature columns, one per line, a line "|", and those of a page's summary. */
HUSK_API void husk_page_model_columns(husk_output *output);

/* Append a parsed page's features in the format that models/train reads (src/api/train.c). */
HUSK_API husk_status husk_page_model_dump(husk_page *page, const husk_page_model *model, husk_output *output,
                                          husk_error *error);

/* --- the main model ----------------------------------------------------------------------------------------------- */

/* Append a parsed page's features combined with what a site file knows of its blocks' places, in the format that
 * models/train_main reads (src/api/train.c). `model` may be NULL. */
HUSK_API husk_status husk_main_model_dump(husk_page *page, husk_site *site, const husk_page_model *model,
                                          husk_output *output, husk_error *error);

/* Append the names of these features, one per line. */
HUSK_API void husk_main_model_columns(husk_output *output);

/* --- the site model ----------------------------------------------------------------------------------------------- */

/* Judge places with this site model (models/site.txt is the built-in one) from now on. BAD_FILE. */
HUSK_API husk_status husk_learner_model(husk_learner *learner, const char *text, size_t len, husk_error *error);

/* Append the features of every path of the pages added so far, in the format that models/train_site reads. Once per
 * learner, instead of husk_learner_finish. */
HUSK_API husk_status husk_learner_dump(husk_learner *learner, husk_output *output, husk_error *error);

/* Append the names of these features, one per line. */
HUSK_API void husk_learner_columns(husk_output *output);

#ifdef __cplusplus
}
#endif
#endif
