/* verdict.c - judge a page with any of the methods, and give the answer in one form.
 * The work is done in page->scratch, which is restored; a few bytes per block and text are kept. Cost: that of the
 * method. If the site is sure of nearly all of the page, the page model runs only at full depth. */
#include "judge/verdict.h"

#include <math.h>
#include <string.h>

#include "base/limits.h"
#include "base/status.h"
#include "judge/heading_between.h"
#include "judge/lead.h"
#include "judge/obstacle.h"
#include "judge/post_frame.h"
#include "judge/site/evidence.h"
#include "judge/select.h"
#include "judge/table_whole.h"
#include "judge/site/trust.h"

/* --- what is kept ------------------------------------------------------------------------------------------------- */

static void *keep_copy(husk_verdict *v, const void *from, size_t n, size_t size)
{
    void *to = arena_array(&v->memory, n + 1, size);
    if (to && n && from)
        memcpy(to, from, n * size);
    else if (to)
        memset(to, 0, (n + 1) * size);
    return to;
}

static husk_status keep_blocks(husk_verdict *v, const page_judgement *j)
{
    uint32_t n = v->page->n_blocks;
    v->content = keep_copy(v, j->keep, n, sizeof *v->content);
    v->keep = keep_copy(v, j->keep, n, sizeof *v->keep);
    v->comment = keep_copy(v, j->comment, n, sizeof *v->comment);
    v->raised = keep_copy(v, j->raised, n, sizeof *v->raised);
    v->main = keep_copy(v, j->probability, n, sizeof *v->main);
    v->threshold = j->threshold;
    return v->content && v->keep && v->comment && v->raised && v->main ? HUSK_OK : HUSK_NO_MEMORY;
}

static husk_status keep_reasons(husk_verdict *v, const page_model *model, const page_judgement *j)
{
    block_reason *reasons;
    husk_status status = explain_blocks(model, j, v->page->options.stop, &v->page->scratch, &reasons);
    if (status == HUSK_OK)
        v->reasons = keep_copy(v, reasons, (size_t)v->page->n_blocks * EXPLAIN_REASONS, sizeof *v->reasons);
    return status == HUSK_OK && v->reasons == NULL ? HUSK_NO_MEMORY : status;
}

/* If blocks were judged, a text has its block's label, and an element without text that of its surroundings. */
static husk_status mark_by_blocks(husk_verdict *v)
{
    const husk_page *page = v->page;
    const bool *content = v->content;
    uint8_t *chosen;
    bool *shown = arena_array(&v->page->scratch, (size_t)page->n_blocks + 1, sizeof *shown);
    if (shown == NULL)
        return HUSK_NO_MEMORY;
    memcpy(shown, content, page->n_blocks * sizeof *shown);
    if (select_nodes(page, shown, &v->page->scratch, &chosen) != HUSK_OK)
        return HUSK_NO_MEMORY;
    v->marks = keep_copy(v, NULL, page->n_nodes, 1);
    for (uint32_t i = 1; v->marks && i < page->n_nodes; i++) {
        bool is_text = page->block_of[i] != NODE_NONE;
        if (is_text ? !content[page->block_of[i]] : page_is_element(page, i) && !chosen[i])
            v->marks[i] = VERDICT_TEMPLATE;
    }
    return v->marks ? HUSK_OK : HUSK_NO_MEMORY;
}

static husk_status keep_texts(husk_verdict *v, const site_verdict *s)
{
    v->by_texts = true;
    v->texts = keep_copy(v, s->texts, s->n_texts, sizeof *v->texts);
    v->n_texts = s->n_texts;
    v->marks = keep_copy(v, s->matched, v->page->n_nodes, 1);
    if (v->texts == NULL || v->marks == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < s->n_texts; i++)
        v->marks[s->texts[i].node] = s->texts[i].template ? VERDICT_TEMPLATE : 0;
    return HUSK_OK;
}

void verdict_match_elements(husk_verdict *v)
{
    if (v->elements_wait && v->host && v->marks)
        site_match_elements(v->page, v->host, v->marks);
    v->elements_wait = false;
}

/* --- the page as a whole ------------------------------------------------------------------------------------------ */

static void set_host(husk_verdict *v, const site_host *host)
{
    v->host = host;
    v->judgement.host_known = host != NULL;
    if (host)
        v->judgement.host = (husk_string){ host->model.name.len ? host->model.name.data : "", host->model.name.len };
}

static void set_class(husk_verdict *v, const model_class *c)
{
    v->judgement.page_class = c ? c->number : 0;
    v->judgement.class_name = c && c->name.len ? (husk_string){ c->name.data, c->name.len } : (husk_string){ "", 0 };
}

/* Kind and confidence from the site, if it counts and knows them. */
static void set_site(husk_verdict *v, const site_verdict *s, float expected)
{
    int kind = s->host && expected >= 0 ? site_class_kind(s->host, s->page_class) : -1;
    set_host(v, s->host);
    set_class(v, s->page_class);
    v->judgement.confidence = expected;
    v->judgement.kind = kind >= 0 ? page_kind_name(kind) : NULL;
    v->judgement.has_fit = s->has_fit;
    v->judgement.fits = s->fits;
    v->judgement.fit = s->fit;
    site_fit_write(s, &v->fit);
}

/* A page without its content has no kind and no confidence. */
static husk_status set_obstacle(husk_verdict *v)
{
    husk_status status = obstacle_find(v->page, v->keep, &v->judgement.obstacle);
    if (v->judgement.obstacle != HUSK_OBSTACLE_NONE) {
        v->judgement.kind = NULL;
        v->judgement.confidence = -1;
    }
    return status;
}

/* --- by the page -------------------------------------------------------------------------------------------------- */

static husk_status judge_by_page(husk_verdict *v, const verdict_options *o)
{
    page_judgement j;
    const page_model *model = o->models ? &o->models->page : &page_model_builtin;
    husk_status status = page_judge(v->page, model, o->aim, &v->page->scratch, &j);
    if (status == HUSK_OK)
        status = keep_blocks(v, &j);
    if (status == HUSK_OK && o->why)
        status = keep_reasons(v, model, &j);
    if (status == HUSK_OK && o->depth == HUSK_DEPTH_FULL)
        status = mark_by_blocks(v);
    v->judgement.kind = page_kind_name(j.kind);
    v->judgement.confidence = j.confidence;
    return status;
}

static husk_status judge_by_pagelevel(husk_verdict *v, const verdict_options *o)
{
    pagelevel_verdict p;
    isotonic memory = { 0 };
    husk_page *page = v->page;
    husk_status status = page_blocks(page);
    if (status == HUSK_OK)
        status = pagelevel_judge(page, o->pagelevel, &o->smoothing, &memory, &p);
    isotonic_free(&memory);
    if (status != HUSK_OK)
        return status;
    v->keep = keep_copy(v, NULL, page->n_blocks, sizeof *v->keep);
    v->main = keep_copy(v, NULL, page->n_blocks, sizeof *v->main);
    v->elements = keep_copy(v, NULL, page->n_blocks, sizeof *v->elements);
    v->levels = keep_copy(v, NULL, page->n_blocks, sizeof *v->levels);
    v->is_scored = keep_copy(v, NULL, page->n_blocks, sizeof *v->is_scored);
    bool *content = v->content = keep_copy(v, NULL, page->n_blocks, sizeof *content);
    if (!v->keep || !v->main || !v->elements || !v->levels || !v->is_scored || !content)
        return HUSK_NO_MEMORY;
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        uint32_t node = page->blocks[b].first_node, k = p.tree.keeper[node];
        content[b] = !pagelevel_is_template(&p, o->pagelevel, node);
        v->keep[b] = content[b] && !(page->blocks[b].flags & BLOCK_HIDDEN);
        v->is_scored[b] = k != NODE_NONE;
        v->levels[b] =
            v->is_scored[b] ? (uint8_t)(255u - p.smoothed[k]) : 255; /* in the paper the score is that of template */
        v->main[b] = (float)v->levels[b] / 255;
        v->elements[b] = v->is_scored[b]
                             ? logistic_reason(o->pagelevel, p.tree.area[k], p.features + (size_t)k * N_NODE_FEATURES,
                                               p.usual, !content[b])
                             : "not scored";
    }
    v->threshold = 1 - o->pagelevel->threshold;
    return mark_by_blocks(v);
}

/* --- by the site -------------------------------------------------------------------------------------------------- */

/* Main content by the site; nothing if it was not asked for. */
static husk_status keep_main(husk_verdict *v, const main_answer *answer)
{
    uint32_t n = v->page->n_blocks;
    v->keep = keep_copy(v, answer->keep, n, sizeof *v->keep);
    v->main = keep_copy(v, answer->probability, n, sizeof *v->main);
    v->threshold = answer->threshold;
    return v->keep && v->main ? HUSK_OK : HUSK_NO_MEMORY;
}

/* A page that fits its site needs the page model only where the site is unsure, unless something only that model
 * knows is wanted. `done` is false if the page must be judged in full. */
static husk_status judge_quickly(husk_verdict *v, husk_site *site, const verdict_options *o, bool *done,
                                 husk_error *error)
{
    site_verdict s;
    main_answer answer = { .expected = 0 };
    husk_page *page = v->page;
    *done = false;
    if (o->depth == HUSK_DEPTH_FULL || o->aim != AIM_BALANCE || o->models)
        return HUSK_OK;
    husk_status status = page_blocks(page);
    if (status == HUSK_OK)
        status = site_judge(site, page, o->depth == HUSK_DEPTH_TEMPLATE ? SITE_QUICK : SITE_PLACES, NULL,
                            &page->scratch, &s, error);
    if (status != HUSK_OK || s.host == NULL || !s.fits)
        return status;
    if (o->depth != HUSK_DEPTH_TEMPLATE) {
        status = site_main(page, &s, NULL, NULL, &page->scratch, &answer);
        if (status != HUSK_OK || answer.probability == NULL)
            return status;
    }
    status = keep_main(v, &answer);
    if (status == HUSK_OK && o->depth == HUSK_DEPTH_PAGE)
        status = site_page_class(s.host, page, &page->scratch, &s.page_class);
    set_site(v, &s, answer.expected);
    if (status != HUSK_OK || (o->depth == HUSK_DEPTH_PAGE && v->judgement.kind == NULL))
        return status;
    *done = true;
    v->elements_wait = true;
    return keep_texts(v, &s);
}

static husk_status judge_by_site(husk_verdict *v, husk_site *site, const verdict_options *o, husk_error *error)
{
    page_judgement j;
    site_verdict s;
    main_answer answer;
    bool done;
    husk_page *page = v->page;
    husk_status status = judge_quickly(v, site, o, &done, error);
    if (status != HUSK_OK || done)
        return status;
    const page_model *model = o->models ? &o->models->page : &page_model_builtin;
    status = page_judge(page, model, o->aim, &page->scratch, &j);
    if (status == HUSK_OK)
        status = site_judge(site, page, SITE_JOINT, &j, &page->scratch, &s, error);
    if (status == HUSK_OK)
        status = site_main(page, &s, o->models, &j, &page->scratch, &answer);
    if (status != HUSK_OK)
        return status;
    float expected = answer.probability ? answer.expected : -1;
    set_site(v, &s, expected);
    v->elements_wait = true;
    v->judgement.kind = v->judgement.kind ? v->judgement.kind : page_kind_name(j.kind);
    v->judgement.confidence = expected >= 0 ? expected : j.confidence;
    status = keep_blocks(v, &j);
    if (status == HUSK_OK && answer.probability)
        status = keep_main(v, &answer);
    if (status == HUSK_OK && answer.probability && !answer.is_forum)
        page_comments(page, &j, v->comment);
    return status == HUSK_OK ? keep_texts(v, &s) : status;
}

/* A block is main content if most of its text is not template. */
static husk_status keep_most(husk_verdict *v, const site_verdict *s)
{
    husk_page *page = v->page;
    float *bytes = arena_array(&page->scratch, (size_t)page->n_blocks + 1, 2 * sizeof *bytes);
    v->keep = keep_copy(v, NULL, page->n_blocks, sizeof *v->keep);
    v->main = keep_copy(v, NULL, page->n_blocks, sizeof *v->main);
    if (bytes == NULL || v->keep == NULL || v->main == NULL)
        return HUSK_NO_MEMORY;
    memset(bytes, 0, ((size_t)page->n_blocks + 1) * 2 * sizeof *bytes);
    for (uint32_t i = 0; i < s->n_texts; i++) {
        uint32_t b = page->block_of[s->texts[i].node];
        if (b != NODE_NONE)
            bytes[2 * b + s->texts[i].template] += (float)page->text[s->texts[i].node].len;
    }
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        float all = bytes[2 * b] + bytes[2 * b + 1];
        v->main[b] = all > 0 ? bytes[2 * b] / all : 0;
        v->keep[b] = v->main[b] >= .5f && all > 0 && !(page->blocks[b].flags & BLOCK_HIDDEN);
    }
    return HUSK_OK;
}

/* SiteLevel of the leaves: a text is its own smallest subtree, so it is in a subtree that theta of the pages have if
 * they have the text. One page proves nothing. */
static husk_status sitelevel_texts(const husk_page *page, float theta, arena *memory, site_verdict *s)
{
    s->texts = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *s->texts);
    s->matched = arena_array(memory, (size_t)page->n_nodes + 1, 1);
    if (s->texts == NULL || s->matched == NULL)
        return HUSK_NO_MEMORY;
    memset(s->matched, 0, (size_t)page->n_nodes + 1);
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if ((page->flags[i] & (NODE_TEXT | NODE_SILENT | NODE_BLANK)) != NODE_TEXT)
            continue;
        text_verdict *t = &s->texts[s->n_texts++];
        *t = (text_verdict){ .node = i, .by = JUDGED_BY_TEXT, .site = -1, .page = -1 };
        if (s->host) {
            t->pages = tally_pages(&s->host->texts, evidence_text(page, i));
            t->of = s->host->model.n_sampled;
        }
        t->template = t->pages >= 2 && (float)t->pages >= theta * (float)t->of;
        t->odds = t->template ? -MOST_SITE : MOST_SITE;
    }
    return HUSK_OK;
}

static husk_status judge_by_template(husk_verdict *v, husk_site *site, const verdict_options *o, husk_error *error)
{
    site_verdict s = { 0 };
    husk_page *page = v->page;
    husk_status status = page_blocks(page);
    if (status == HUSK_OK && o->method == HUSK_METHOD_CONSENSUS) {
        status = site_judge(site, page, SITE_CONSENSUS, NULL, &page->scratch, &s, error);
    } else if (status == HUSK_OK) {
        status = site_page_host(site, page, &s.host, error);
        if (status == HUSK_OK && s.host)
            status = site_page_class(s.host, page, &page->scratch, &s.page_class);
        if (status == HUSK_OK)
            status = sitelevel_texts(page, o->theta, &page->scratch, &s);
        v->elements_wait = true;
    }
    if (status != HUSK_OK)
        return status;
    set_site(v, &s, s.host ? 0 : -1);
    v->judgement.confidence = -1;
    v->threshold = .5f;
    status = keep_most(v, &s);
    return status == HUSK_OK ? keep_texts(v, &s) : status;
}

static husk_status find_class(husk_verdict *v, husk_site *site, husk_error *error)
{
    const site_host *host;
    class_verdict c = { 0 };
    husk_status status = site_page_host(site, v->page, &host, error);
    if (status != HUSK_OK)
        return status;
    set_host(v, host);
    if (host)
        status = classifier_page(host->classes, v->page, &v->page->scratch, &c);
    set_class(v, c.page_class);
    v->judgement.class_margin = c.page_class ? (float)c.margin : 0;
    return status;
}

static husk_status judge(husk_verdict *v, husk_site *site, const verdict_options *o, husk_error *error)
{
    switch (o->method) {
    case HUSK_METHOD_PAGELEVEL:
        return judge_by_pagelevel(v, o);
    case HUSK_METHOD_SITELEVEL:
    case HUSK_METHOD_CONSENSUS:
        return judge_by_template(v, site, o, error);
    case HUSK_METHOD_SITE:
        return judge_by_site(v, site, o, error);
    default:
        return judge_by_page(v, o);
    }
}

/* The published methods stay as published. */
static bool by_models(const verdict_options *o)
{
    return o->method == HUSK_METHOD_AUTO || o->method == HUSK_METHOD_PAGE || o->method == HUSK_METHOD_SITE;
}

/* Are headings parts of the text? On a product's page they belong to boxes: reviews, shipping, similar products. */
static bool has_sections(const husk_verdict *v, const verdict_options *o)
{
    return by_models(o) && o->aim != AIM_PRECISION && v->main &&
           !(v->judgement.kind && strcmp(v->judgement.kind, "product") == 0);
}

husk_status verdict_make(husk_verdict *v, husk_site *site, const verdict_options *options, husk_error *error)
{
    husk_page *page = v->page;
    arena_init(&v->memory, HUSK_MAX_PAGE_ARENA);
    v->has_site = site != NULL;
    v->judgement = (husk_judgement){ .size = sizeof v->judgement,
                                     .method = options->method,
                                     .confidence = -1,
                                     .host = { "", 0 },
                                     .class_name = { "", 0 } };
    v->fit = (husk_fit){ .size = sizeof v->fit };
    if (page->outcome != HUSK_OK && page->outcome != HUSK_LIMIT)
        return HUSK_OK;
    arena_mark mark = arena_save(&page->scratch);
    v->is_judged = options->depth != HUSK_DEPTH_CLASS;
    husk_status status = HUSK_OK;
    if (v->is_judged)
        status = judge(v, site, options, error);
    if (v->is_judged && status == HUSK_OK) {
        table_whole_keep(page, v->keep); /* with any method: a reader wants a table whole or not at all */
        if (has_sections(v, options))
            heading_between_keep(page, v->main, v->keep);
        if (by_models(options)) {
            post_frame_drop(page, v->keep);
            lead_drop_excerpt(page, v->keep);
        }
        status = set_obstacle(v);
        if (has_sections(v, options))
            lead_keep(page, true, v->keep);
    } else if (!v->is_judged && site)
        status = find_class(v, site, error);
    arena_restore(&page->scratch, mark);
    return status == HUSK_OK ? HUSK_OK
                             : error_set(error, status, "%s: judging: %s", page->id.data ? page->id.data : "",
                                         husk_status_text(status));
}
