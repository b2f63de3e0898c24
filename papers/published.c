/* published.c - a published method as a husk_outside_method, and what the methods that judge texts have in common. */
#include "published.h"

#include <string.h>

#include "base/status.h"

static husk_status judge(const husk_outside_method *method, husk_verdict *v, husk_site *site, husk_error *error)
{
    const husk_published *published = (const husk_published *)method;
    switch (published->method) {
    case HUSK_METHOD_PAGELEVEL:
        return published_pagelevel(published, v, error);
    case HUSK_METHOD_SITELEVEL:
        return published_sitelevel(published, v, site, error);
    case HUSK_METHOD_CONSENSUS:
        return published_consensus(v, site, error);
    }
    return error_set(error, HUSK_BAD_ARGUMENT, "unknown method of judging");
}

#define PUBLISHED(by, site)                                              \
    {                                                                    \
        { judge, site }, .method = by, .theta = .1f, .penalty_factor = 1 \
    }
static const husk_published defaults[] = { PUBLISHED(HUSK_METHOD_PAGELEVEL, false),
                                           PUBLISHED(HUSK_METHOD_SITELEVEL, true),
                                           PUBLISHED(HUSK_METHOD_CONSENSUS, true) };

void husk_published_init(husk_published *published)
{
    *published = defaults[0];
}

void husk_judge_by(husk_judge_options *options, uint32_t method, husk_published *published)
{
    bool is_published = method >= HUSK_METHOD_PAGELEVEL && method <= HUSK_METHOD_CONSENSUS;
    const husk_published *by = is_published ? &defaults[method - HUSK_METHOD_PAGELEVEL] : NULL;
    options->method = is_published ? HUSK_METHOD_AUTO : method;
    options->outside = is_published ? &by->outside : NULL;
    if (!is_published || published == NULL)
        return;
    published->outside = by->outside;
    published->method = by->method;
    options->outside = &published->outside;
}

husk_status published_find_class(const husk_verdict *v, husk_site *site, site_verdict *s, husk_error *error)
{
    husk_page *page = v->page;
    *s = (site_verdict){ 0 };
    husk_status status = page_blocks(page);
    if (status == HUSK_OK)
        status = site_page_host(site, page, &s->host, error);
    if (status == HUSK_OK && s->host)
        status = site_page_class(s->host, page, &page->scratch, &s->page_class);
    if (status != HUSK_OK)
        return status;
    s->texts = arena_array(&page->scratch, (size_t)page->n_nodes + 1, sizeof *s->texts);
    s->matched = arena_array(&page->scratch, (size_t)page->n_nodes + 1, 1);
    if (s->texts == NULL || s->matched == NULL)
        return HUSK_NO_MEMORY;
    memset(s->matched, 0, (size_t)page->n_nodes + 1);
    return HUSK_OK;
}

static husk_status keep_most(husk_verdict *v, const site_verdict *s)
{
    husk_page *page = v->page;
    float *bytes = arena_array(&page->scratch, (size_t)page->n_blocks + 1, 2 * sizeof *bytes);
    v->keep = verdict_keep(v, NULL, page->n_blocks, sizeof *v->keep);
    v->main = verdict_keep(v, NULL, page->n_blocks, sizeof *v->main);
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

husk_status published_keep_texts(husk_verdict *v, const site_verdict *s)
{
    verdict_set_site(v, s, s->host ? 0 : -1);
    v->judgement.confidence = -1;
    v->threshold = .5f;
    husk_status status = keep_most(v, s);
    return status == HUSK_OK ? verdict_keep_texts(v, s) : status;
}
