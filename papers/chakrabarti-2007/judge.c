/* judge.c - PageLevel and SiteLevel as answers for a page's blocks and texts.
 * Paper: Chakrabarti, Kumar and Punera 2007, sections 3 and 4. */
#include "chakrabarti-2007/pagelevel.h"
#include "judge/site/evidence.h"
#include "published.h"

/* --- PageLevel ---------------------------------------------------------------------------------------------------- */

static bool has_room(husk_verdict *v)
{
    uint32_t n = v->page->n_blocks;
    v->keep = verdict_keep(v, NULL, n, sizeof *v->keep);
    v->main = verdict_keep(v, NULL, n, sizeof *v->main);
    v->elements = verdict_keep(v, NULL, n, sizeof *v->elements);
    v->is_scored = verdict_keep(v, NULL, n, sizeof *v->is_scored);
    v->content = verdict_keep(v, NULL, n, sizeof *v->content);
    return v->keep && v->main && v->elements && v->is_scored && v->content;
}

static void judge_block(husk_verdict *v, uint32_t b, const pagelevel_verdict *p, const logistic_model *model)
{
    const page_block *block = &v->page->blocks[b];
    uint32_t k = p->tree.keeper[block->first_node];
    v->content[b] = !pagelevel_is_template(p, model, block->first_node);
    v->keep[b] = v->content[b] && !(block->flags & BLOCK_HIDDEN);
    v->is_scored[b] = k != NODE_NONE;
    /* in the paper the score is that of template */
    v->main[b] = v->is_scored[b] ? (float)(255u - p->smoothed[k]) / 255 : 1;
    v->elements[b] = v->is_scored[b]
                         ? logistic_reason(model, p->tree.area[k], p->features + (size_t)k * N_NODE_FEATURES, p->usual,
                                           !v->content[b])
                         : "not scored";
}

husk_status published_pagelevel(const husk_published *published, husk_verdict *v, husk_error *error)
{
    pagelevel_verdict p;
    logistic_model own;
    const logistic_model *model;
    husk_status status = pagelevel_model(published, &own, &model, error);
    if (status == HUSK_OK)
        status = page_blocks(v->page);
    if (status == HUSK_OK)
        status = pagelevel_of(published, v->page, model, &p);
    if (status == HUSK_OK && !has_room(v))
        status = HUSK_NO_MEMORY;
    if (status != HUSK_OK)
        return status;
    for (uint32_t b = 0; b < v->page->n_blocks; b++)
        judge_block(v, b, &p, model);
    v->threshold = 1 - model->threshold;
    return verdict_mark_by_blocks(v);
}

/* --- SiteLevel ---------------------------------------------------------------------------------------------------- */

/* SiteLevel of the leaves: a text is its own smallest subtree, so it is in a subtree that theta of the pages have if
 * they have the text. One page proves nothing. */
husk_status published_sitelevel(const husk_published *published, husk_verdict *v, husk_site *site, husk_error *error)
{
    site_verdict s;
    const husk_page *page = v->page;
    husk_status status = published_find_class(v, site, &s, error);
    for (uint32_t i = 1; status == HUSK_OK && i < page->n_nodes; i++) {
        if (!published_shows_text(page, i))
            continue;
        text_verdict *t = &s.texts[s.n_texts++];
        *t = (text_verdict){ .node = i, .by = JUDGED_BY_TEXT, .site = -1, .page = -1 };
        if (s.host) {
            t->pages = map_get(&s.host->texts, evidence_text(page, i));
            t->of = s.host->model.n_sampled;
        }
        t->template = t->pages >= 2 && (float)t->pages >= published->theta * (float)t->of;
        t->odds = t->template ? -CERTAIN_ODDS : CERTAIN_ODDS;
    }
    v->elements_wait = true;
    return status == HUSK_OK ? published_keep_texts(v, &s) : status;
}
