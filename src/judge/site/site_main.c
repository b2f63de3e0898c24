/* site_main.c - the main answer with a site: a forest corrects log odds, the page model's or, for documentation, the
 * site model's (judge/site/main_columns.h).
 * It uses what the site knows of each block's place. It was trained with varying numbers of learned pages, so it has
 * learned how far to trust each source. A smaller forest that needs no page model comes first: if it is sure of the
 * whole page, its answer stands. Cost: one forest over the blocks, or two and the page model. */
#include "judge/site/site_main.h"

#include <math.h>

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

static const float *column(const main_matrix *m, unsigned c)
{
    return m->values + (size_t)c * m->stride;
}

static bool is_wiki(const main_matrix *m)
{
    return m->n > 0 && *column(m, MAIN_wiki) > 0;
}

static bool is_forum(const main_matrix *m, const main_model *by)
{
    return m->n > 0 && *column(m, MAIN_site_forum) >= by->forum_share;
}

/* The share of the site's learned pages that the page model takes for documentation. */
static float documentation(const main_matrix *m)
{
    float share = m->n > 0 ? *column(m, MAIN_site_documentation) : 0;
    return share > 0 ? share : 0;
}

/* How far a site counts as documentation. There, what varies from page to page is main content, and the page model
 * takes lists of functions for navigation: a forest for documentation corrects the site model's log odds, and the
 * answer is weighted by this share. The page model takes a wiki for documentation too, but there titles, categories
 * and edit links vary. models/train_main does the same. */
static float docs_share(const main_matrix *m, const main_model *main)
{
    float share = documentation(m);
    return share > main->docs_share && main->docs.n_trees > 0 && !is_wiki(m) ? share : 0;
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
        sum[b] += weight * (odds[b] + column(m, start)[b]);
    return status;
}

static void to_probabilities(uint32_t n, float *p)
{
    for (uint32_t b = 0; b < n; b++)
        p[b] = 1 / (1 + expf(-p[b]));
}

static bool has_few_words(const husk_page *page, const page_judgement *j, float few)
{
    uint32_t words = 0;
    for (uint32_t b = 0; b < page->n_blocks && (float)words < few; b++)
        words += j->keep[b] ? page->blocks[b].n_words : 0;
    return (float)words < few;
}

static husk_status score_full(const husk_page *page, const main_model *main, const page_judgement *j,
                              const main_matrix *m, arena *memory, float *p)
{
    float docs = docs_share(m, main);
    bool few = docs == 0 && has_few_words(page, j, main->few_words);
    husk_status status = HUSK_OK;
    for (uint32_t b = 0; b < m->n; b++) {
        bool shared = column(m, MAIN_text_pages)[b] >= main->shared_text && (float)page->blocks[b].n_words > main->label_words;
        float odds = few && !shared ? main->few_odds : main->page_odds;
        p[b] = docs * main->docs_odds + (1 - docs) * (j->keep[b] ? odds : -odds);
    }
    if (docs < 1)
        status = add_odds(&main->full, m, MAIN_against, 1 - docs, memory, p);
    if (status == HUSK_OK && docs > 0)
        status = add_odds(&main->docs, m, MAIN_template, docs, memory, p);
    to_probabilities(m->n, p);
    return status;
}

/* A forum's posts stand at one place, and so do names, dates and signatures: what the page model makes of that place
 * on all learned pages counts as much as what it makes of the block. Four forums are too few to train a forest with;
 * this has nothing to train. */
static void score_forum(const main_matrix *m, float *p)
{
    const float *place = column(m, MAIN_PLACES + 1 + FACT_block_probability),
                *pages = column(m, MAIN_PLACES + 1 + FACT_block_pages);
    for (uint32_t b = 0; b < m->n; b++) {
        bool known = column(m, MAIN_unknown)[b] == 0 && pages[b] > 0;
        float at = (place[b] + 1) / 257;
        p[b] = column(m, MAIN_against)[b] + (known ? logf(at / (1 - at)) : 0);
    }
    to_probabilities(m->n, p);
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
    float docs = documentation(m), open = 0, words = 0;
    for (uint32_t b = 0; b < m->n; b++)
        words += (float)page->blocks[b].n_words;
    *sure = true;
    for (uint32_t from = 0; from < m->n && *sure; from += QUICK_STEP) {
        uint32_t n = m->n - from < QUICK_STEP ? m->n - from : QUICK_STEP;
        if (forest_score(&main->quick, m->values + from, n, m->stride, FOREST_BEST, memory, p + from) != HUSK_OK)
            return HUSK_NO_MEMORY;
        for (uint32_t b = from; b < from + n; b++)
            p[b] += docs * column(m, MAIN_template)[b];
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

/* A heading on all pages belongs to the content it heads, if the page model agrees: on held-out sites this changes
 * nothing, but readers miss such headings. */
static void keep_headings(const husk_page *page, const main_matrix *m, main_answer *a)
{
    const float *against = m->values + (size_t)MAIN_against * m->stride,
                *heading = m->values + (size_t)MAIN_heading * m->stride;
    for (uint32_t b = page->n_blocks; b-- > 1;)
        if (a->keep[b] && !a->keep[b - 1] && heading[b - 1] > 0 && against[b - 1] >= 0 &&
            page->blocks[b - 1].n_link_words < page->blocks[b - 1].n_words)
            a->keep[b - 1] = true;
}

/* The full answer; runs the page model if it has not run. */
static husk_status answer(husk_page *page, const judge_models *models, const page_judgement *j, main_matrix *m,
                          arena *memory, float *p)
{
    page_judgement made;
    if (j == NULL) {
        husk_status status = page_judge_choice(page, &models->page, AIM_BALANCE, memory, &made);
        if (status != HUSK_OK)
            return status;
        j = &made;
    }
    main_features_page(page, j, m);
    if (is_forum(m, &models->main)) {
        score_forum(m, p);
        return HUSK_OK;
    }
    return score_full(page, &models->main, j, m, memory, p);
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
    out->is_forum = is_forum(&m, main);
    out->threshold = out->is_forum ? main->forum_threshold : main->main_threshold;
    float *p = arena_array(memory, (size_t)m.stride + 32, sizeof *p);
    out->keep = arena_array(memory, (size_t)m.n + 1, sizeof *out->keep);
    if (p == NULL || out->keep == NULL)
        return HUSK_NO_MEMORY;
    bool quick = j == NULL && !out->is_forum && main->quick.n_trees > 0 && !is_wiki(&m);
    if (quick)
        status = score_quick(page, main, &m, memory, p, &quick);
    if (status == HUSK_OK && !quick)
        status = answer(page, models, j, &m, memory, p);
    out->probability = p;
    if (status != HUSK_OK)
        return status;
    choose(page, out);
    if (!quick)
        keep_headings(page, &m, out);
    return status;
}
