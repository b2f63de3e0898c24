/* site_main.c - the main answer with a site: a forest corrects log odds, the page model's or, for documentation, the
 * site model's (judge/columns.h); which, and for what kinds of site another way, is in judge/rules.c.
 * It uses what the site knows of each block's place. It was trained with varying numbers of learned pages, so it has
 * learned how far to trust each source. Cost: one forest over the blocks, or two. */
#include "judge/site/site_main.h"

#include "judge/rules.h"

bool site_has_say(const husk_page *page, const site_verdict *v, const main_model *by)
{
    const model_area *body =
        v->host && (float)v->host->model.n_sampled >= by->main_pages && v->fits && v->area && page->body != NODE_NONE
            ? v->area[page->body]
            : NULL;
    return body && body->has_facts;
}

/* Add a forest's log odds and those that it corrects (column `start`), by weight. */
static husk_status add_odds(const forest *f, const main_matrix *m, unsigned start, float weight, arena *memory,
                            float *sum)
{
    float *odds = arena_array(memory, (size_t)m->stride + 32, sizeof *odds);
    if (odds == NULL)
        return HUSK_NO_MEMORY;
    husk_status status = forest_score(f, m->values, m->n, m->stride, NULL, FOREST_BEST, memory, odds);
    for (uint32_t b = 0; b < m->n && status == HUSK_OK; b++)
        sum[b] += weight * (odds[b] + main_column(m, start)[b]);
    return status;
}

static void to_probabilities(uint32_t n, float *p)
{
    for (uint32_t b = 0; b < n; b++)
        p[b] = 1 / (1 + expf(-p[b]));
}

/* The forests' log odds, with those that the page model's own choice has. */
static husk_status score_full(const judging *j, float *p)
{
    const main_model *main = j->main_model;
    const float docs = j->docs;
    husk_status status = HUSK_OK;
    for (uint32_t b = 0; b < j->site->n; b++) {
        float odds = j->own_odds[b];
        p[b] = docs * main->docs_odds + (1 - docs) * (j->alone->keep[b] ? odds : -odds);
    }
    if (docs < 1)
        status = add_odds(&main->full, j->site, MAIN_against, 1 - docs, j->memory, p);
    if (status == HUSK_OK && docs > 0)
        status = add_odds(&main->docs, j->site, MAIN_template, docs, j->memory, p);
    return status;
}

static void choose(const husk_page *page, main_answer *a)
{
    a->expected = block_expected_f(page, a->probability);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        a->keep[b] = a->probability[b] >= a->threshold;
}

husk_status site_main(husk_page *page, const site_verdict *v, const judge_models *models, const page_judgement *j,
                      arena *memory, main_answer *out)
{
    main_matrix m;
    const main_model *main = &models->main;
    *out = (main_answer){ .threshold = main->main_threshold };
    if (!site_has_say(page, v, main) || main->full.n_trees == 0)
        return HUSK_OK;
    husk_status status = main_features(page, v, memory, &m);
    if (status != HUSK_OK)
        return status;
    main_features_page(j, &m);
    float *p = arena_array(memory, (size_t)m.stride + 32, sizeof *p);
    float *own_odds = arena_array(memory, (size_t)m.n + 1, sizeof *own_odds);
    out->keep = arena_array(memory, (size_t)m.n + 1, sizeof *out->keep);
    if (p == NULL || own_odds == NULL || out->keep == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t b = 0; b < m.n; b++)
        own_odds[b] = main->page_odds;
    judging at = { .page = page,
                   .memory = memory,
                   .page_model = &models->page,
                   .main_model = main,
                   .probability = p,
                   .keep = out->keep,
                   .site = &m,
                   .own_odds = own_odds,
                   .alone = j };
    out->is_forum = site_is_forum(&at);
    out->threshold = out->is_forum ? main->forum_threshold : main->main_threshold;
    status = rules_apply(RULE_SITE, &at);
    if (status == HUSK_OK && !at.is_answered)
        status = score_full(&at, p);
    if (status != HUSK_OK)
        return status;
    to_probabilities(m.n, p);
    out->probability = p;
    choose(page, out);
    return rules_apply(RULE_SITE_KEEP, &at);
}
