/* verdict_why.c - why a block has its label, as typed reasons and in words: the only place that makes the sentences.
 * What the site knows comes first; where the page had a say, its facts follow. */

#include "base/escape.h"
#include "judge/verdict.h"
#include "sentences.h" /* SENTENCES, from sentences.txt, which says how they are chosen */

#define MOST_QUOTED 48 /* bytes of a text that a sentence quotes */

/* When a sentence is said: its side of the label, or how the two numbers compare. */
enum { ANY, FOR, AGAINST, ALL_OF, FIRST_HALF };
#define MANY UINT32_MAX

static const struct {
    uint8_t why, when;
    uint32_t least, most;
    const char *code, *words;
} sentences[] = {
#define SENTENCE(why, when, least, most, code, words) { HUSK_WHY_##why, when, least, most, code, words },
    SENTENCES(SENTENCE)
#undef SENTENCE
};

/* --- sentences ---------------------------------------------------------------------------------------------------- */

static bool holds(unsigned when, const husk_reason *r)
{
    switch (when) {
    case FOR:
        return r->for_main;
    case AGAINST:
        return !r->for_main;
    case ALL_OF:
        return r->value >= r->of;
    case FIRST_HALF:
        return r->value * 2 < r->of;
    default:
        return true;
    }
}

/* The row of `sentences` for a reason. */
static size_t sentence_of(const husk_reason *r)
{
    size_t k = 0;
    while (sentences[k].why != r->why || r->value < sentences[k].least || r->value > sentences[k].most ||
           !holds(sentences[k].when, r))
        k++;
    return k;
}

static void write_sentence(const char *words, const husk_reason *r, buffer *out)
{
    for (const char *brace; (brace = strchr(words, '{')) != NULL; words = strchr(brace, '}') + 1) {
        buffer_append(out, words, (size_t)(brace - words));
        if (brace[1] != 't') {
            buffer_format(out, "%u", brace[1] == 'n' ? r->value : r->of);
            continue;
        }
        bool is_long = r->why != HUSK_WHY_METHOD && r->text.len > MOST_QUOTED;
        buffer_append(out, r->text.data, is_long ? utf8_valid_len(r->text.data, MOST_QUOTED) : r->text.len);
        buffer_text(out, is_long ? "…" : "");
    }
    buffer_text(out, words);
}

static const char *words_of(husk_verdict *v, const husk_reason *r)
{
    buffer words;
    const char *sentence = sentences[sentence_of(r)].words;
    if (strchr(sentence, '{') == NULL)
        return sentence;
    buffer_init(&words, HUSK_MAX_OUTPUT_BYTES);
    write_sentence(sentence, r, &words);
    const char *copy = arena_copy(&v->memory, words.data ? words.data : "", words.len);
    if (words.status == HUSK_NO_MEMORY)
        v->memory.no_memory = true;
    buffer_free(&words);
    return copy ? copy : "";
}

/* --- reasons ------------------------------------------------------------------------------------------------------ */

typedef struct reason_list {
    husk_verdict *v;
    husk_reason *list;
    size_t n;
} reason_list;

static void add(reason_list *to, husk_why why, bool for_main, uint32_t value, uint32_t of, slice text)
{
    if (to->n == EXPLAIN_REASONS)
        return;
    if (text.len > HUSK_MAX_TITLE_BYTES)
        text.len = utf8_valid_len(text.data, HUSK_MAX_TITLE_BYTES);
    husk_reason *r = &to->list[to->n++];
    *r = (husk_reason){ .size = sizeof *r,
                        .why = why,
                        .for_main = for_main,
                        .value = value,
                        .of = of,
                        .text = { text.data ? text.data : "", text.len } };
    r->code = sentences[sentence_of(r)].code;
    r->words = words_of(to->v, r);
}

static void add_plain(reason_list *to, husk_why why, bool for_main)
{
    add(to, why, for_main, 0, 0, (slice){ NULL, 0 });
}

/* Where a block is that a rule kept or dropped, against what the facts say: a row of a table, the heading above it. */
static void add_where(reason_list *to, uint32_t b)
{
    const bool *keep = to->v->keep;
    bool main = keep[b], before = b && keep[b - 1], after = b + 1 < to->v->page->n_blocks && keep[b + 1];
    if (main ? before && after : before != after)
        add_plain(to, main ? HUSK_WHY_WITHIN_MAIN : after ? HUSK_WHY_BEFORE_MAIN : HUSK_WHY_AFTER_MAIN, main);
    else
        add(to, HUSK_WHY_LENGTH, main, to->v->page->blocks[b].n_words, 0, (slice){ NULL, 0 });
}

static void add_page(reason_list *to, uint32_t b)
{
    const block_reason *r = to->v->reasons ? to->v->reasons + (size_t)b * EXPLAIN_REASONS : NULL;
    if (r && b != NODE_NONE && !to->v->by_texts && (r->weight > 0) != to->v->keep[b])
        add_where(to, b);
    for (unsigned k = 0; r && b != NODE_NONE && k < EXPLAIN_REASONS && r[k].weight != 0; k++)
        add(to, (husk_why)r[k].why, r[k].weight > 0, r[k].value, r[k].of, r[k].text);
}

/* How often the site's pages have the text; nothing if that says nothing. What half of them have is the rule, unless a
 * method without probabilities has one of its own. */
static void add_repetition(reason_list *to, const text_verdict *t)
{
    bool is_own = t->site < 0 ? !t->template : t->pages * 2 < t->of;
    if (t->pages > 1)
        add(to, HUSK_WHY_SAME_TEXT, is_own, t->pages, t->of, (slice){ NULL, 0 });
    else if (t->of > 1)
        add(to, HUSK_WHY_DIFFERS, true, 0, t->of, (slice){ NULL, 0 });
}

static void add_site(reason_list *to, const text_verdict *t)
{
    const husk_verdict *v = to->v;
    switch ((judged_by)t->by) {
    case JUDGED_BY_TOKEN:
        add(to, HUSK_WHY_TEMPLATE, !t->template, t->pages, t->of, (slice){ NULL, 0 });
        break;
    case JUDGED_BY_TEXT:
        if (!t->template && t->pages * 2 >= t->of) /* but not at this place */
            add_plain(to, HUSK_WHY_PLACE, true);
        add_repetition(to, t);
        break;
    case JUDGED_BY_SITE:
    case JUDGED_BY_BOTH:
        add_repetition(to, t);
        if (t->here >= .9f)
            add_plain(to, HUSK_WHY_SAME_HERE, false);
        if (t->here < .9f || !t->template)
            add_plain(to, HUSK_WHY_PLACE, t->site >= .5f);
        break;
    case JUDGED_BY_PAGE:
        add_plain(to,
                  v->host == NULL      ? HUSK_WHY_NO_HOST
                  : !v->judgement.fits ? HUSK_WHY_NO_FIT
                  : !t->known          ? HUSK_WHY_NEW_PLACE
                                       : HUSK_WHY_UNSURE,
                  !t->template);
        break;
    }
    if (t->by == JUDGED_BY_PAGE || t->by == JUDGED_BY_BOTH)
        add_page(to, v->page->block_of[t->node]);
}

const husk_reason *verdict_reasons(husk_verdict *v, size_t i, size_t *n)
{
    if (v->said && v->said_of == i) {
        *n = v->n_said;
        return v->said;
    }
    reason_list to = { v, arena_array(&v->memory, EXPLAIN_REASONS, sizeof(husk_reason)), 0 };
    *n = 0;
    if (to.list == NULL || i >= v->n_blocks)
        return to.list;
    uint32_t b = v->parts[i].block;
    if (v->parts[i].embedded) {
        add_plain(&to, HUSK_WHY_EMBEDDED, true);
    } else if (v->by_texts) {
        add_site(&to, &v->texts[v->parts[i].first]);
    } else if (v->elements) {
        add(&to, HUSK_WHY_METHOD, v->blocks[i].label != HUSK_TEMPLATE, 0, 0,
            (slice){ v->elements[b], v->elements[b] ? strlen(v->elements[b]) : 0 });
    } else if (v->reasons) {
        if (v->raised[b])
            add_plain(&to, HUSK_WHY_RAISED, true);
        add_page(&to, b);
    }
    v->said = to.list;
    v->said_of = i;
    *n = v->n_said = to.n;
    return to.list;
}

/* A site's reasons are about template or not, a page's about main content or not. */
static bool speaks_for(const husk_reason *r, husk_label label)
{
    bool of_site = r->why >= HUSK_WHY_SAME_TEXT && r->why <= HUSK_WHY_METHOD;
    return r->for_main == (of_site ? label != HUSK_TEMPLATE : label == HUSK_MAIN);
}

/* Lost words must not look like none. */
static void check_words(const husk_verdict *v, buffer *out)
{
    if (v->memory.no_memory)
        out->status = HUSK_NO_MEMORY;
}

/* What speaks for the label, then what speaks against it. */
void verdict_why(husk_verdict *v, size_t i, buffer *out)
{
    size_t n, written = 0;
    const husk_reason *r = verdict_reasons(v, i, &n);
    for (unsigned against = 0; against < 2; against++) {
        for (size_t k = 0, first = 1; k < n; k++) {
            if (speaks_for(&r[k], v->blocks[i].label) == against)
                continue;
            buffer_text(out, written ? ", " : "");
            buffer_text(out, against && first ? written ? "though " : "although " : "");
            buffer_text(out, r[k].words);
            written++;
            first = 0;
        }
    }
    check_words(v, out);
}

void verdict_write_reasons(husk_verdict *v, size_t i, bool words, buffer *out)
{
    size_t n;
    const husk_reason *r = verdict_reasons(v, i, &n);
    buffer_byte(out, '[');
    for (size_t k = 0; k < n; k++) {
        buffer_format(out, "%s{\"code\":\"%s\",\"main\":%s", k ? "," : "", r[k].code, r[k].for_main ? "true" : "false");
        if (r[k].value || r[k].of)
            buffer_format(out, ",\"value\":%u", r[k].value);
        if (r[k].of)
            buffer_format(out, ",\"of\":%u", r[k].of);
        if (r[k].text.len && r[k].why != HUSK_WHY_METHOD)
            json_string_after(out, ",\"text\":", r[k].text);
        if (words)
            json_string_after(out, ",\"words\":", (slice){ r[k].words, strlen(r[k].words) });
        buffer_byte(out, '}');
    }
    buffer_byte(out, ']');
    check_words(v, out);
}
