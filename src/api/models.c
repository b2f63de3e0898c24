/* models.c - public API for models: custom ones, and the names of the built-in ones. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "husk/models.h"

husk_status husk_page_model_read(const char *text, size_t len, husk_page_model **out, husk_error *error)
{
    husk_page_model *m = calloc(1, sizeof *m);
    *out = NULL;
    if (m == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a model");
    arena_init(&m->memory, HUSK_MAX_PAGE_ARENA);
    husk_status status = judge_models_read((slice){ text, len }, &m->memory, &m->models, error);
    if (status == HUSK_OK)
        *out = m;
    else
        husk_page_model_free(m);
    return status;
}

const char *husk_model_name(size_t i, char digest[17])
{
    static const char *const names[] = { "models", "page", "site", "main", "kinds", "columns" };
    const judge_models *m = &judge_models_builtin;
    const uint64_t digests[] = {
        models_digest(m),          m->page.digest, m->site.digest, m->main.digest, pair_model_builtin.digest,
        worth_model_builtin.digest
    };
    if (i >= sizeof names / sizeof *names)
        return NULL;
    snprintf(digest, 17, "%016" PRIx64, digests[i]);
    return names[i];
}

void husk_page_model_free(husk_page_model *model)
{
    if (model)
        arena_free(&model->memory);
    free(model);
}
