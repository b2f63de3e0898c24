/* sitejudge.c - a page against its site.
 * The class is the one whose usual tag paths the page has most of. The page's tokens are aligned with the class's template; a text is template
 * when it is matched there, when it is on most of the host's pages, or when the place it stands in is template all over the site. Cost: one alignment a page, and a look-up a text and an element. */
#include "site/sitejudge.h"

#include <string.h>

#include "base/limits.h"
#include "base/status.h"
#include "site/areas.h"
#include "site/evidence.h"
#include "site/schema.h"
#include "site/tally.h"

/* From this score on an area is template. */
#define AREA_TEMPLATE 128

typedef struct page_work {
    husk_page *page;
    arena *memory;
    page_token *tokens;
    uint32_t n_tokens;
    uint32_t *places; /* in the template, by token */
    text_evidence *texts;
    uint32_t n_texts;
} page_work;

/* By traits where the file has them: kinds of page may share all their paths. */
static husk_status find_class(page_work *w, site_verdict *v)
{
    uint64_t *paths;
    uint32_t n;
    class_verdict by_traits = { 0 };
    bool has_traits = classifier_features(v->host->classes) == BY_TRAITS;
    husk_status status = schema_of_page(w->page, w->memory, &paths, &n);
    const model_host *host = &v->host->model;
    if (status == HUSK_OK && has_traits)
        status = classifier_page(v->host->classes, w->page, w->memory, &by_traits);
    for (uint32_t i = 0; status == HUSK_OK && i < host->n_classes; i++) {
        double fit = schema_like_class(paths, n, &host->classes[i]);
        if (has_traits ? by_traits.nearest == &host->classes[i] : fit > v->fit) {
            v->fit = fit;
            v->page_class = fit >= SITE_LEAST_FIT ? &host->classes[i] : NULL;
        }
    }
    return status;
}

static husk_status match_template(page_work *w, site_verdict *v)
{
    aligner al;
    aligner_init(&al, HUSK_MAX_ALIGN_BYTES);
    const template_index *index = v->host->templates[v->page_class - v->host->model.classes];
    husk_status status = template_match(index, &al, w->tokens, w->n_tokens, w->memory, w->places);
    aligner_free(&al);
    for (uint32_t i = 0; status == HUSK_OK && i < w->n_tokens; i++)
        if (w->places[i] != TEMPLATE_NONE && w->tokens[i].kind != TOKEN_TEXT)
            v->matched[w->tokens[i].node] |= w->tokens[i].kind == TOKEN_OPEN ? 1 : 2;
    return status;
}

static uint8_t share_score(uint32_t pages, uint32_t of)
{
    return of ? (uint8_t)(pages >= of ? 255 : (uint64_t)pages * 255 / of) : 0;
}

/* Text counts on 70 % of the pages: at half, values that a site repeats (a genre, a publisher) are lost, as measured on forty data sites (labelled
 * values kept .982 with half, .989 so), and what half of a class's pages happen to tell alike (on ten documentation sites F .9115, .9149 so).
 * A token of a template needs two pages more than half besides: of four pages that share a word by chance there are many. */
static bool token_counts(uint32_t pages, uint32_t of)
{
    return (uint64_t)pages * 10 >= (uint64_t)of * 7 && pages * 2 >= of + 4;
}

static bool text_counts(uint32_t pages, uint32_t of)
{
    return of > 1 && (uint64_t)pages * 10 >= (uint64_t)of * 7;
}

static text_verdict judge_text(const page_work *w, const site_verdict *v, const text_evidence *t)
{
    const model_host *host = &v->host->model;
    const model_class *c = v->page_class;
    uint32_t place = w->places[t->token];
    if (c && place != TEMPLATE_NONE && token_counts(c->tokens[place].pages, c->n_sampled))
        return (text_verdict){ t->node, true, share_score(c->tokens[place].pages, c->n_sampled), REASON_TOKEN, c->tokens[place].pages, c->n_sampled };
    uint32_t pages = counts_find(host->texts, host->n_texts, t->text);
    if (text_counts(pages, host->n_sampled))
        return (text_verdict){ t->node, true, share_score(pages, host->n_sampled), REASON_TEXT, pages, host->n_sampled };
    const model_area *area = area_find(host->areas, host->n_areas, t->area);
    if (area && area->score >= AREA_TEMPLATE)
        return (text_verdict){ t->node, true, (uint8_t)area->score, REASON_AREA, 0, 0 };
    return (text_verdict){ t->node, false, share_score(pages, host->n_sampled) / 2, REASON_NONE, pages, host->n_sampled };
}

static husk_status judge_texts(page_work *w, site_verdict *v)
{
    area_names names = { v->host->model.names, v->host->model.n_names };
    husk_status status =
        evidence_of_page(w->page, w->page->urls, w->tokens, w->n_tokens, &names, w->memory, &w->texts, &w->n_texts, NULL);
    w->page->base_ready = false; /* the resolver's base was set for links of files too */
    v->texts = status == HUSK_OK ? arena_array(w->memory, (size_t)w->n_texts + 1, sizeof *v->texts) : NULL;
    if (v->texts == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < w->n_texts; i++)
        v->texts[v->n_texts++] = judge_text(w, v, &w->texts[i]);
    return HUSK_OK;
}

/* Nothing is known: everything is content. */
static husk_status judge_nothing(page_work *w, site_verdict *v)
{
    v->texts = arena_array(w->memory, (size_t)w->n_tokens + 1, sizeof *v->texts);
    if (v->texts == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < w->n_tokens; i++)
        if (w->tokens[i].kind == TOKEN_TEXT && !(w->page->flags[w->tokens[i].node] & NODE_SILENT))
            v->texts[v->n_texts++] = (text_verdict){ .node = w->tokens[i].node, .reason = REASON_NO_HOST };
    return HUSK_OK;
}

husk_status site_judge(husk_site *site, husk_page *page, arena *memory, site_verdict *out, husk_error *error)
{
    *out = (site_verdict){ 0 };
    page_work w = { .page = page, .memory = memory };
    husk_status status = site_find_host(site, url_host(page->url), &out->host, error);
    if (status != HUSK_OK)
        return status;
    status = page_tokens(page, memory, &w.tokens, &w.n_tokens);
    out->matched = arena_array(memory, (size_t)page->n_nodes + 1, 1);
    w.places = arena_array(memory, (size_t)w.n_tokens + 1, sizeof *w.places);
    if (status != HUSK_OK || out->matched == NULL || w.places == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    memset(out->matched, 0, page->n_nodes);
    memset(w.places, 0xff, w.n_tokens * sizeof *w.places);
    if (out->host) {
        status = find_class(&w, out);
        if (status == HUSK_OK && out->page_class)
            status = match_template(&w, out);
        if (status == HUSK_OK)
            status = judge_texts(&w, out);
    } else {
        status = judge_nothing(&w, out);
    }
    return status == HUSK_OK ? HUSK_OK : error_set(error, status, "judging by the site: %s", husk_status_text(status));
}
