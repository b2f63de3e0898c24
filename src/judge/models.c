/* models.c - models from one file, with the built-in ones for what the file lacks.
 * A file that has any forest of a model has the whole model: a missing second pass is none. */
#include "judge/model_file.h"

#include <math.h>

#include "base/hash.h"
#include "base/status.h"

/* The decisions that the file gives; the built-in ones for the others. */
static void take_decisions(const judge_models *read, judge_models *models)
{
    for (const model_part *d = model_decisions; d->name; d++) {
        const float *given = (const float *)(const void *)((const char *)read + d->offset),
                    *built_in = (const float *)(const void *)((const char *)&judge_models_builtin + d->offset);
        *(float *)(void *)((char *)models + d->offset) = isnan(*given) ? *built_in : *given;
    }
}

uint64_t models_digest(const judge_models *models)
{
    return hash_pair(hash_pair(hash_pair(models->page.digest, models->site.digest),
                               hash_pair(models->main.digest, pair_model_builtin.digest)),
                     models->columns.digest);
}

husk_status judge_models_read(slice text, arena *memory, judge_models *models, husk_error *error)
{
    judge_models read;
    models_none(&read);
    husk_status status = model_add(text, memory, &read, error);
    if (status != HUSK_OK)
        return status;
    if (read.kinds.same.n_trees || read.columns.worth.n_trees)
        return error_set(error, HUSK_BAD_FILE, "the %s model cannot be replaced: it is compiled in",
                         read.kinds.same.n_trees ? "kinds" : "columns");
    *models = judge_models_builtin;
    if (read.page.first.n_trees || read.page.words.n_slots)
        models->page = read.page;
    models->page.template = read.page.template.n_trees ? read.page.template : judge_models_builtin.page.template;
    if (read.site.paths.n_trees)
        models->site = read.site;
    if (read.main.full.n_trees)
        models->main = read.main;
    take_decisions(&read, models);
    models->page.digest = read.page.digest ? read.page.digest : judge_models_builtin.page.digest;
    models->site.digest = read.site.digest ? read.site.digest : judge_models_builtin.site.digest;
    models->main.digest = read.main.digest ? read.main.digest : judge_models_builtin.main.digest;
    return HUSK_OK;
}
