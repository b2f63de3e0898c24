/* main_model.c - models from one file, with the built-in ones for what the file lacks. */
#include "judge/site/main_model.h"

husk_status judge_models_read(slice text, arena *memory, judge_models *models, husk_error *error)
{
    husk_status status = models_read(text, memory, &models->page, &models->site, &models->main, error);
    if (models->page.first.n_trees == 0 && models->page.words.n_slots == 0)
        models->page = page_model_builtin;
    if (models->site.paths.n_trees == 0)
        models->site = path_model_builtin;
    if (models->main.full.n_trees == 0)
        models->main = main_model_builtin;
    return status;
}
