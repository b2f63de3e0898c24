/* judge.c - template is what the template of the page's class has, aligned with the page.
 * The alignment and the consensus tree that makes the template are the product's: src/template/. Paper: Geraci and
 * Maggini 2011, section 2. */
#include <string.h>

#include "base/limits.h"
#include "published.h"

/* The place of each token of the page in the template, or TEMPLATE_NONE. */
static husk_status find_places(const site_verdict *s, husk_page *page, const page_token *tokens, uint32_t n,
                               uint32_t *places)
{
    aligner al;
    if (s->page_class == NULL)
        return HUSK_OK;
    aligner_init(&al, HUSK_MAX_ALIGN_BYTES);
    husk_status status = template_match(s->host->templates[s->page_class - s->host->model.classes], &al, tokens, n,
                                        &page->scratch, places);
    aligner_free(&al);
    return status;
}

/* Every token of the class's template is template. The tokens were chosen at learning, by the share of the pages that
 * have them (half, or husk learn --set keep). */
husk_status published_consensus(husk_verdict *v, husk_site *site, husk_error *error)
{
    site_verdict s;
    page_token *tokens = NULL;
    uint32_t n = 0;
    husk_page *page = v->page;
    husk_status status = published_find_class(v, site, &s, error);
    if (status == HUSK_OK)
        status = page_tokens(page, &page->scratch, &tokens, &n);
    uint32_t *places = status == HUSK_OK ? arena_array(&page->scratch, (size_t)n + 1, sizeof *places) : NULL;
    if (places == NULL)
        return status == HUSK_OK ? HUSK_NO_MEMORY : status;
    memset(places, 0xff, n * sizeof *places);
    status = find_places(&s, page, tokens, n, places);
    for (uint32_t i = 0; i < n && status == HUSK_OK; i++) {
        bool found = places[i] != TEMPLATE_NONE;
        if (tokens[i].kind == TOKEN_OPEN)
            s.matched[tokens[i].node] = found;
        else if (tokens[i].kind == TOKEN_TEXT && published_shows_text(page, tokens[i].node))
            s.texts[s.n_texts++] = (text_verdict){ .node = tokens[i].node,
                                                   .template = found,
                                                   .by = JUDGED_BY_TOKEN,
                                                   .site = -1,
                                                   .page = -1,
                                                   .odds = found ? -CERTAIN_ODDS : CERTAIN_ODDS,
                                                   .pages = found ? s.page_class->tokens[places[i]].pages : 0,
                                                   .of = s.page_class ? s.page_class->n_sampled : 0 };
    }
    return status == HUSK_OK ? published_keep_texts(v, &s) : status;
}
