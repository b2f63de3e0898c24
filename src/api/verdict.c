/* verdict.c - public API for judging: custom models and the names of the built-in ones, options, and accessors for the
 * parts of a verdict. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/stop.h"
#include "husk/models.h"
#include "page/language.h"

/* --- models ------------------------------------------------------------------------------------------------------- */

husk_status husk_page_model_read(const char *text, size_t len, husk_page_model **out, husk_error *error)
{
    husk_page_model *m = calloc(1, sizeof *m);
    *out = NULL;
    if (m == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a model");
    arena_init(&m->memory, HUSK_MAX_PAGE_ARENA);
    husk_status status = judge_models_read((slice){ text, len }, &m->memory, &judge_models_builtin, &m->models, error);
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
    const uint64_t digests[] = { models_digest(m),
                                 m->page.digest,
                                 m->site.digest,
                                 m->main.digest,
                                 pair_model_builtin.digest,
                                 judge_models_builtin.columns.digest };
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

/* --- judging ------------------------------------------------------------------------------------------------------ */

OPTIONS_INIT(husk_judge_options, .method = HUSK_METHOD_AUTO)

static husk_status check_method(const husk_judge_options *o, bool has_site, husk_error *error)
{
    bool needs_site = o->outside ? o->outside->needs_site : o->method == HUSK_METHOD_SITE;
    if ((unsigned)o->method > HUSK_METHOD_SITE || (unsigned)o->aim > HUSK_AIM_RECALL ||
        (unsigned)o->depth > HUSK_DEPTH_CLASS)
        return error_set(error, HUSK_BAD_ARGUMENT, "unknown method, aim or depth of judging");
    if (needs_site && !has_site)
        return error_set(error, HUSK_BAD_ARGUMENT, "this method needs a site file");
    return HUSK_OK;
}

husk_status husk_judge(husk_page *page, husk_site *site, const husk_judge_options *options, husk_verdict **out,
                       husk_error *error)
{
    husk_judge_options o;
    *out = NULL;
    husk_status status = OPTIONS_READ(&o, options, husk_judge_options, model, error);
    status = status ?: check_method(&o, site != NULL, error);
    if (status != HUSK_OK)
        return status;
    if (o.method == HUSK_METHOD_AUTO)
        o.method = site ? HUSK_METHOD_SITE : HUSK_METHOD_PAGE;
    husk_verdict *v = calloc(1, sizeof *v);
    if (v == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    v->page = page;
    status = verdict_make(v, site, &o, error);
    if (stop_is_set(page->options.stop))
        status = error_set(error, HUSK_STOPPED, "%s: stopped", husk_page_id(page));
    if (status == HUSK_OK)
        *out = v;
    else
        husk_verdict_free(v);
    return status;
}

void husk_verdict_free(husk_verdict *v)
{
    if (v) {
        husk_page_free(v->stand_in);
        arena_free(&v->memory);
    }
    free(v);
}

const char *husk_verdict_language(const husk_verdict *v)
{
    if (!v->is_judged)
        return NULL;
    return v->stand_in ? language_detect(v->stand_in, NULL) : language_detect(v->page, v->keep);
}

husk_page *husk_verdict_page(const husk_verdict *v)
{
    return v->page;
}

const husk_judgement *husk_verdict_judgement(const husk_verdict *v)
{
    return &v->judgement;
}

const husk_fit *husk_verdict_fit(const husk_verdict *v)
{
    return &v->fit;
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

/* Built on first use; a verdict belongs to one thread at a time. */
static husk_verdict *with_blocks(const husk_verdict *v)
{
    husk_verdict *made = (husk_verdict *)v;
    verdict_blocks(made, true);
    return made;
}

size_t husk_verdict_n_blocks(const husk_verdict *v)
{
    return with_blocks(v)->n_blocks;
}

const husk_block *husk_verdict_block(const husk_verdict *v, size_t i)
{
    return i < with_blocks(v)->n_blocks ? &v->blocks[i] : NULL;
}

husk_status husk_verdict_path(husk_verdict *v, size_t i, husk_output *output)
{
    if (i >= with_blocks(v)->n_blocks)
        return HUSK_BAD_ARGUMENT;
    return verdict_path(v, v->parts[i].element, &output->bytes) ? output->bytes.status : HUSK_NO_MEMORY;
}

/* --- reasons ------------------------------------------------------------------------------------------------------ */

const husk_reason *husk_verdict_reasons(husk_verdict *v, size_t i, size_t *n)
{
    return verdict_reasons(with_blocks(v), i, n);
}

husk_status husk_verdict_why(husk_verdict *v, size_t i, husk_output *output)
{
    if (i >= with_blocks(v)->n_blocks)
        return HUSK_BAD_ARGUMENT;
    verdict_why(v, i, &output->bytes);
    return output->bytes.status;
}
