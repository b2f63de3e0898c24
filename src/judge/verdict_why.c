/* verdict_why.c - why a block has its label, as typed reasons and in words. */
#include "base/limits.h"
#include "judge/verdict.h"

static husk_why site_why(const husk_verdict *v, const text_verdict *t)
{
    switch ((judged_by)t->by) {
    case JUDGED_BY_TOKEN:
        return HUSK_WHY_TEMPLATE;
    case JUDGED_BY_TEXT:
        return HUSK_WHY_TEXT;
    case JUDGED_BY_SITE:
        return HUSK_WHY_PLACE;
    case JUDGED_BY_BOTH:
        return HUSK_WHY_PLACE_AND_LOOK;
    case JUDGED_BY_PAGE:
        break;
    }
    return v->host == NULL      ? HUSK_WHY_NO_HOST
           : !v->judgement.fits ? HUSK_WHY_NO_FIT
           : !t->known          ? HUSK_WHY_NEW_PLACE
                                : HUSK_WHY_UNSURE;
}

static void site_words(husk_why why, const text_verdict *t, buffer *out)
{
    switch (why) {
    case HUSK_WHY_TEMPLATE:
        if (t->template)
            buffer_format(out, "in the template, on %u of %u pages", t->pages, t->of);
        else
            buffer_text(out, "not in the template");
        break;
    case HUSK_WHY_TEXT:
        buffer_format(out, "the same text is on %u of %u pages", t->pages, t->of);
        break;
    case HUSK_WHY_PLACE:
        buffer_format(out, "this place is %s on this site", t->site < .5f ? "template" : "content");
        break;
    case HUSK_WHY_PLACE_AND_LOOK:
        buffer_format(out, "this place is %s on this site, and so it looks", t->template ? "template" : "content");
        break;
    case HUSK_WHY_NO_HOST:
        buffer_text(out, "the site file does not know this host");
        break;
    case HUSK_WHY_NO_FIT:
        buffer_text(out, "the page does not fit its site");
        break;
    case HUSK_WHY_NEW_PLACE:
        buffer_text(out, "the site file does not know this place");
        break;
    default:
        buffer_text(out, "the site is not sure of this place");
        break;
    }
}

static const char *const raised_words = "code, judged by the prose around it; by itself";

static const char *kept_words(husk_verdict *v, husk_why why, const text_verdict *t)
{
    buffer words;
    buffer_init(&words, HUSK_MAX_OUTPUT_BYTES);
    site_words(why, t, &words);
    const char *copy = arena_copy(&v->memory, words.data ? words.data : "", words.len);
    if (words.status == HUSK_NO_MEMORY)
        v->memory.no_memory = true;
    buffer_free(&words);
    return copy ? copy : "";
}

const husk_reason *verdict_reasons(husk_verdict *v, size_t i, size_t *n)
{
    husk_reason *list = arena_array(&v->memory, EXPLAIN_REASONS + 1, sizeof *list);
    *n = 0;
    if (list == NULL || i >= v->n_blocks)
        return list;
    uint32_t b = v->parts[i].block;
    if (v->parts[i].embedded) {
        list[(*n)++] = (husk_reason){ sizeof *list, HUSK_WHY_EMBEDDED, "the page's data or scripts have it", 0 };
    } else if (v->by_texts) {
        const text_verdict *t = &v->texts[v->parts[i].first];
        husk_why why = site_why(v, t);
        list[(*n)++] = (husk_reason){ sizeof *list, why, kept_words(v, why, t), 0 };
    } else if (v->elements) {
        list[(*n)++] = (husk_reason){ sizeof *list, HUSK_WHY_ELEMENT, v->elements[b], 0 };
    } else if (v->reasons) {
        const block_reason *r = v->reasons + (size_t)b * EXPLAIN_REASONS;
        if (v->raised[b])
            list[(*n)++] = (husk_reason){ sizeof *list, HUSK_WHY_RAISED, raised_words, 0 };
        for (unsigned k = 0; k < EXPLAIN_REASONS && r[k].weight != 0; k++)
            list[(*n)++] = (husk_reason){ sizeof *list, HUSK_WHY_FEATURE, block_column_text(r[k].column), r[k].weight };
    }
    return list;
}

void verdict_why(husk_verdict *v, size_t i, buffer *out)
{
    size_t n;
    const husk_reason *r = verdict_reasons(v, i, &n);
    for (size_t k = 0, features = 0; k < n; k++) {
        if (r[k].why == HUSK_WHY_FEATURE)
            buffer_format(out, "%s%s %+.1f", features++ ? ", " : "", r[k].words, (double)r[k].weight);
        else
            buffer_format(out, "%s%s", r[k].words, r[k].why == HUSK_WHY_RAISED ? ": " : "");
    }
    if (v->memory.no_memory) /* lost words must not look like none */
        out->status = HUSK_NO_MEMORY;
}
