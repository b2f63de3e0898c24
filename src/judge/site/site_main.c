/* site_main.c - the main answer with a site: a forest corrects log odds, the page model's or, for documentation, the
 * site model's (judge/site/columns.h); which, and for what kinds of site another way, is in judge/rules.c.
 * It uses what the site knows of each block's place. It was trained with varying numbers of learned pages, so it has
 * learned how far to trust each source. A smaller forest that needs no page model comes first: if it is sure of the
 * whole page, its answer stands. Cost: one forest over the blocks, or two and the page model. */
#include "judge/site/site_main.h"

#include <math.h>

#include "judge/rules.h"

/* The quick answer is computed for this many blocks at a time, as many as the forest takes at once. */
#define QUICK_STEP 64u

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
    husk_status status = forest_score(f, m->values, m->n, m->stride, FOREST_BEST, memory, odds);
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

/* Add the words of blocks that are neither surely main content nor surely not. */
static float add_open(float open, float sure, const page_block *blocks, uint32_t n, const float *p)
{
    for (uint32_t b = 0; b < n; b++)
        open += p[b] < sure && p[b] > 1 - sure ? (float)blocks[b].n_words : 0;
    return open;
}

/* The quick answer, if it is sure of the page. Most pages are not, and their first blocks show it. */
static husk_status score_quick(const husk_page *page, const main_model *main, const main_matrix *m, arena *memory,
                               float *p, bool *sure)
{
    float docs = site_documentation(m), open = 0, words = 0;
    for (uint32_t b = 0; b < m->n; b++)
        words += (float)page->blocks[b].n_words;
    *sure = true;
    for (uint32_t from = 0; from < m->n && *sure; from += QUICK_STEP) {
        uint32_t n = m->n - from < QUICK_STEP ? m->n - from : QUICK_STEP;
        if (forest_score(&main->quick, m->values + from, n, m->stride, FOREST_BEST, memory, p + from) != HUSK_OK)
            return HUSK_NO_MEMORY;
        for (uint32_t b = from; b < from + n; b++)
            p[b] += docs * main_column(m, MAIN_template)[b];
        to_probabilities(n, p + from);
        open = add_open(open, main->quick_sure, page->blocks + from, n, p + from);
        *sure = open <= main->quick_open * words;
    }
    return HUSK_OK;
}

static void choose(const husk_page *page, main_answer *a)
{
    a->expected = block_expected_f(page, a->probability);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        a->keep[b] = a->probability[b] >= a->threshold;
}

/* The full answer; runs the page model if it has not run. */
static husk_status answer(const judge_models *models, page_judgement *made, main_matrix *m, judging *at)
{
    if (at->alone == NULL) {
        husk_status status = page_judge_choice(at->page, &models->page, AIM_BALANCE, at->memory, made);
        if (status != HUSK_OK)
            return status;
        at->alone = made;
    }
    main_features_page(at->page, at->alone, m);
    at->own_odds = arena_array(at->memory, (size_t)m->n + 1, sizeof *at->own_odds);
    for (uint32_t b = 0; at->own_odds && b < m->n; b++)
        at->own_odds[b] = models->main.page_odds;
    husk_status status = at->own_odds ? rules_apply(RULE_SITE, at) : HUSK_NO_MEMORY;
    if (status == HUSK_OK && !at->is_answered)
        status = score_full(at, at->probability);
    to_probabilities(m->n, at->probability);
    return status;
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
    float *p = arena_array(memory, (size_t)m.stride + 32, sizeof *p);
    out->keep = arena_array(memory, (size_t)m.n + 1, sizeof *out->keep);
    if (p == NULL || out->keep == NULL)
        return HUSK_NO_MEMORY;
    page_judgement made;
    judging at = { .page = page,
                   .memory = memory,
                   .page_model = &models->page,
                   .main_model = main,
                   .probability = p,
                   .keep = out->keep,
                   .site = &m,
                   .alone = j };
    out->is_forum = site_is_forum(&at);
    out->threshold = out->is_forum ? main->forum_threshold : main->main_threshold;
    bool quick = j == NULL && !out->is_forum && main->quick.n_trees > 0 && !site_is_wiki(&at);
    if (quick)
        status = score_quick(page, main, &m, memory, p, &quick);
    if (status == HUSK_OK && !quick)
        status = answer(models, &made, &m, &at);
    out->probability = p;
    if (status != HUSK_OK)
        return status;
    choose(page, out);
    return quick ? HUSK_OK : rules_apply(RULE_SITE_KEEP, &at);
}
