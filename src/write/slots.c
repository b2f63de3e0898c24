/* slots.c - find the slot of its class's template that each text of a page is in.
 * The page's tokens are aligned with the template, as in learning: unmatched tokens are between two matched ones.
 * Cost: one alignment. Limits: HUSK_MAX_ALIGN_BYTES; a page too long for it has no slots. */
#include "write/slots.h"

#include "base/limits.h"

static const model_class *class_of(const husk_verdict *v, uint32_t *place)
{
    uint32_t number = v->judgement.page_class;
    if (v->host == NULL || number == 0)
        return NULL;
    const model_host *host = &v->host->model;
    *place = model_class_place(host->classes, host->n_classes, number);
    return *place < host->n_classes && host->classes[*place].n_tokens ? &host->classes[*place] : NULL;
}

/* Of the slots from..to, the one that most of the learned pages fill with text: if template tokens are missing on
 * this page, its text may
 * be in any of them. */
static uint32_t likely_slot(const model_class *c, uint32_t from, uint32_t to)
{
    uint32_t best = from;
    for (uint32_t i = from; i <= to; i++)
        if (c->slots[i].texts && (c->slots[best].texts == 0 || c->slots[i].pages > c->slots[best].pages))
            best = i;
    return best;
}

static void fill(const model_class *c, const page_token *tokens, uint32_t n, const uint32_t *places, uint32_t *slots)
{
    uint32_t from = 0; /* the template token that is still to come */
    for (uint32_t i = 0; i < n;) {
        uint32_t end = i;
        while (end < n && places[end] == TEMPLATE_NONE)
            end++;
        uint32_t to = end < n ? places[end] : c->n_tokens, slot = end > i ? likely_slot(c, from, to) : 0;
        for (; i < end; i++)
            if (tokens[i].kind == TOKEN_TEXT)
                slots[tokens[i].node] = slot;
        from = to + (to < c->n_tokens);
        i = end + 1;
    }
}

husk_status slots_of(const husk_verdict *v, arena *memory, uint32_t **out)
{
    page_token *tokens;
    uint32_t n, place;
    aligner al;
    *out = NULL;
    const model_class *c = class_of(v, &place);
    if (c == NULL)
        return HUSK_OK;
    husk_status status = page_tokens(v->page, memory, &tokens, &n);
    uint32_t *places = status == HUSK_OK ? arena_array(memory, (size_t)n + 1, sizeof *places) : NULL;
    uint32_t *slots = places ? arena_array(memory, (size_t)v->page->n_nodes + 1, sizeof *slots) : NULL;
    if (slots == NULL)
        return HUSK_NO_MEMORY;
    memset(places, 0xff, n * sizeof *places);
    memset(slots, 0xff, ((size_t)v->page->n_nodes + 1) * sizeof *slots);
    aligner_init(&al, HUSK_MAX_ALIGN_BYTES);
    status = template_match(v->host->templates[place], &al, tokens, n, memory, places);
    aligner_free(&al);
    if (status != HUSK_OK)
        return status == HUSK_LIMIT ? HUSK_OK : status;
    fill(c, tokens, n, places, slots);
    *out = slots;
    return HUSK_OK;
}
