/* verdict.c - judge a page with any of the methods, and give the answer in one form.
 * The work is done in page->scratch, which is restored; a few bytes per block and text are kept. Cost: that of the
 * method. */
#include "judge/verdict.h"

#include "base/status.h"
#include "judge/rules.h"
#include "judge/select.h"

static const judge_models *models_of(const husk_judge_options *o)
{
    return o->model ? &o->model->models : &judge_models_builtin;
}

/* --- what is kept ------------------------------------------------------------------------------------------------- */

void *verdict_keep(husk_verdict *v, const void *from, size_t n, size_t size)
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
    v->content = verdict_keep(v, j->keep, n, sizeof *v->content);
    bool asked = j->template_odds != NULL; /* otherwise there is nothing but main content to go by */
    v->template = asked ? verdict_keep(v, j->template_odds, n, sizeof *v->template) : NULL;
    for (uint32_t b = 0; v->content && v->template && b < n; b++) {
        v->content[b] = v->template[b] < 0;
        v->template[b] = 1 / (1 + expf(-v->template[b]));
    }
    v->keep = verdict_keep(v, j->keep, n, sizeof *v->keep);
    v->comment = verdict_keep(v, j->comment, n, sizeof *v->comment);
    v->raised = verdict_keep(v, j->raised, n, sizeof *v->raised);
    v->main = verdict_keep(v, j->probability, n, sizeof *v->main);
    v->threshold = j->threshold;
    return v->content && (v->template || !asked) && v->keep && v->comment && v->raised && v->main ? HUSK_OK
                                                                                                  : HUSK_NO_MEMORY;
}

static husk_status keep_reasons(husk_verdict *v, const page_model *model, const page_judgement *j)
{
    block_reason *reasons;
    husk_status status = explain_blocks(model, j, &v->page->scratch, &reasons);
    if (status == HUSK_OK)
        v->reasons = verdict_keep(v, reasons, (size_t)v->page->n_blocks * EXPLAIN_REASONS, sizeof *v->reasons);
    return status == HUSK_OK && v->reasons == NULL ? HUSK_NO_MEMORY : status;
}

husk_status verdict_mark_by_blocks(husk_verdict *v)
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
    v->marks = verdict_keep(v, NULL, page->n_nodes, 1);
    for (uint32_t i = 1; v->marks && i < page->n_nodes; i++) {
        bool is_text = page->block_of[i] != NODE_NONE;
        if (is_text ? !content[page->block_of[i]] : page_is_element(page, i) && !chosen[i])
            v->marks[i] = VERDICT_TEMPLATE;
    }
    return v->marks ? HUSK_OK : HUSK_NO_MEMORY;
}

husk_status verdict_keep_texts(husk_verdict *v, const site_verdict *s)
{
    v->by_texts = true;
    v->texts = verdict_keep(v, s->texts, s->n_texts, sizeof *v->texts);
    v->n_texts = s->n_texts;
    v->marks = verdict_keep(v, s->matched, v->page->n_nodes, 1);
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

void verdict_set_site(husk_verdict *v, const site_verdict *s, float expected)
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
static void set_obstacle(husk_verdict *v)
{
    v->judgement.obstacle = v->stand_in ? HUSK_OBSTACLE_NONE : obstacle_find(v->page, v->keep);
    if (v->judgement.obstacle != HUSK_OBSTACLE_NONE) {
        v->judgement.kind = NULL;
        v->judgement.confidence = -1;
    }
}

/* --- by the page -------------------------------------------------------------------------------------------------- */

/* The page model's answer. Extraction asks only what is main content, and does not pay for what is template. */
static husk_status ask_page_model(husk_verdict *v, const husk_judge_options *o, page_judgement *j)
{
    const page_model *model = &models_of(o)->page;
    bool template = o->depth == HUSK_DEPTH_FULL || o->depth == HUSK_DEPTH_TEMPLATE;
    husk_status status = page_judge(v->page, model, o->aim, &v->page->scratch, j);
    return status == HUSK_OK && template ? page_template(v->page, model, &v->page->scratch, j) : status;
}

static husk_status judge_by_page(husk_verdict *v, const husk_judge_options *o)
{
    page_judgement j;
    husk_status status = ask_page_model(v, o, &j);
    status = status ?: keep_blocks(v, &j);
    if (o->why)
        status = status ?: keep_reasons(v, &models_of(o)->page, &j);
    if (o->depth == HUSK_DEPTH_FULL)
        status = status ?: verdict_mark_by_blocks(v);
    v->judgement.kind = page_kind_name(j.kind);
    v->judgement.confidence = j.confidence;
    return status;
}

/* --- by the site -------------------------------------------------------------------------------------------------- */

/* Main content by the site. */
static husk_status keep_main(husk_verdict *v, const main_answer *answer)
{
    uint32_t n = v->page->n_blocks;
    v->keep = verdict_keep(v, answer->keep, n, sizeof *v->keep);
    v->main = verdict_keep(v, answer->probability, n, sizeof *v->main);
    v->threshold = answer->threshold;
    return v->keep && v->main ? HUSK_OK : HUSK_NO_MEMORY;
}

static bool page_had_a_say(const site_verdict *s)
{
    uint32_t i = 0;
    while (i < s->n_texts && s->texts[i].by != JUDGED_BY_PAGE && s->texts[i].by != JUDGED_BY_BOTH)
        i++;
    return i < s->n_texts;
}

static husk_status judge_by_site(husk_verdict *v, husk_site *site, const husk_judge_options *o, husk_error *error)
{
    page_judgement j;
    site_verdict s;
    main_answer answer;
    husk_page *page = v->page;
    husk_status status = ask_page_model(v, o, &j);
    status = status ?: site_judge(site, page, models_of(o), &j, &page->scratch, &s, error);
    status = status ?: site_main(page, &s, models_of(o), &j, &page->scratch, &answer);
    if (status != HUSK_OK)
        return status;
    float expected = answer.probability ? answer.expected : -1;
    verdict_set_site(v, &s, expected);
    v->elements_wait = true;
    v->judgement.kind = v->judgement.kind ? v->judgement.kind : page_kind_name(j.kind);
    v->judgement.confidence = expected >= 0 ? expected : j.confidence;
    status = keep_blocks(v, &j);
    if (status == HUSK_OK && answer.probability)
        status = keep_main(v, &answer);
    if (status == HUSK_OK && answer.probability && !answer.is_forum)
        page_comments(page, &j, v->comment);
    if (status == HUSK_OK && o->why && page_had_a_say(&s))
        status = keep_reasons(v, &models_of(o)->page, &j);
    return status ?: verdict_keep_texts(v, &s);
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

static husk_status judge(husk_verdict *v, husk_site *site, const husk_judge_options *o, husk_error *error)
{
    if (o->outside)
        return o->outside->judge(o->outside, v, site, error);
    v->models = models_digest(models_of(o));
    return o->method == HUSK_METHOD_SITE ? judge_by_site(v, site, o, error) : judge_by_page(v, o);
}

/* Correct the choice by the rules for any method. */
static husk_status correct(husk_verdict *v, const husk_judge_options *o)
{
    judging at = { .page = v->page,
                   .memory = &v->page->scratch,
                   .outside = o->outside != NULL,
                   .aim = o->aim,
                   .kind = v->judgement.kind,
                   .probability = v->main,
                   .keep = v->keep };
    return rules_apply(RULE_KEEP, &at);
}

husk_status verdict_make(husk_verdict *v, husk_site *site, const husk_judge_options *options, husk_error *error)
{
    husk_page *page = v->page;
    arena_init(&v->memory, HUSK_MAX_PAGE_ARENA);
    v->has_site = site != NULL;
    v->judgement = (husk_judgement){ .size = sizeof v->judgement,
                                     .method = options->outside ? HUSK_METHOD_AUTO : options->method,
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
        status = correct(v, options);
        if (status == HUSK_OK && options->depth != HUSK_DEPTH_TEMPLATE)
            status = stand_in_make(page, v->keep, &v->stand_in, &v->stand_in_node);
        if (status == HUSK_OK)
            set_obstacle(v);
        if (v->stand_in)
            memset(v->keep, 0, page->n_blocks * sizeof *v->keep);
    } else if (!v->is_judged && site)
        status = find_class(v, site, error);
    arena_restore(&page->scratch, mark);
    return status_told(error, status, "%s: judging", page->id.data ? page->id.data : "");
}
