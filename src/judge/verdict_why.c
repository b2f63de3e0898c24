/* verdict_why.c - why a block has its label, as typed reasons and in words: the only place that makes the sentences.
 * What the site knows comes first; where the page had a say, its facts follow. */
#include <string.h>

#include "base/json.h"
#include "base/limits.h"
#include "judge/verdict.h"

#define MOST_QUOTED 48 /* bytes of a text that a sentence quotes */

static const char *const codes[] = {
    [HUSK_WHY_LENGTH] = "length",
    [HUSK_WHY_SENTENCES] = "sentences",
    [HUSK_WHY_NO_SENTENCE] = "no-sentence",
    [HUSK_WHY_LINKS] = "links",
    [HUSK_WHY_LINK_LIST] = "link-list",
    [HUSK_WHY_DIGITS] = "digits",
    [HUSK_WHY_CAPITALS] = "capitals",
    [HUSK_WHY_MARK] = "mark",
    [HUSK_WHY_WORD] = "word",
    [HUSK_WHY_TITLE] = "title",
    [HUSK_WHY_DESCRIPTION] = "description",
    [HUSK_WHY_REPEATED] = "repeated",
    [HUSK_WHY_HIDDEN] = "hidden",
    [HUSK_WHY_CODE] = "code",
    [HUSK_WHY_ELEMENT] = "element",
    [HUSK_WHY_INSIDE] = "inside",
    [HUSK_WHY_CLASS] = "class",
    [HUSK_WHY_ID] = "id",
    [HUSK_WHY_ROLE] = "role",
    [HUSK_WHY_ITEMPROP] = "itemprop",
    [HUSK_WHY_HEADING] = "heading",
    [HUSK_WHY_LIST] = "list",
    [HUSK_WHY_TABLE] = "table",
    [HUSK_WHY_BOXES] = "boxes",
    [HUSK_WHY_SIMILAR] = "similar",
    [HUSK_WHY_POSITION] = "position",
    [HUSK_WHY_HEADLINE] = "headline",
    [HUSK_WHY_ABOVE_HEADLINE] = "above-headline",
    [HUSK_WHY_BELOW_HEADLINE] = "below-headline",
    [HUSK_WHY_BEFORE_MAIN] = "before-main",
    [HUSK_WHY_WITHIN_MAIN] = "within-main",
    [HUSK_WHY_AFTER_MAIN] = "after-main",
    [HUSK_WHY_MOST_TEXT] = "most-text",
    [HUSK_WHY_OUTSIDE_MOST] = "outside-most",
    [HUSK_WHY_AROUND] = "around",
    [HUSK_WHY_WORDS_AROUND] = "words-around",
    [HUSK_WHY_LINKS_AROUND] = "links-around",
    [HUSK_WHY_UNDER] = "under",
    [HUSK_WHY_BESIDE] = "beside",
    [HUSK_WHY_IMAGE] = "image",
    [HUSK_WHY_RAISED] = "raised",
    [HUSK_WHY_SAME_TEXT] = "same-text",
    [HUSK_WHY_DIFFERS] = "differs",
    [HUSK_WHY_SAME_HERE] = "same-here",
    [HUSK_WHY_PLACE] = "place",
    [HUSK_WHY_NO_HOST] = "no-host",
    [HUSK_WHY_NO_FIT] = "no-fit",
    [HUSK_WHY_NEW_PLACE] = "new-place",
    [HUSK_WHY_UNSURE] = "unsure",
    [HUSK_WHY_TEMPLATE] = "template",
    [HUSK_WHY_METHOD] = "method",
    [HUSK_WHY_EMBEDDED] = "embedded",
};

/* --- sentences ---------------------------------------------------------------------------------------------------- */

/* A reason without numbers and quotations; NULL: it has some. */
static const char *plain_words(const husk_reason *r)
{
    switch (r->why) {
    case HUSK_WHY_TITLE:
        return "the page's title has this text";
    case HUSK_WHY_DESCRIPTION:
        return "begins like the page's description";
    case HUSK_WHY_HIDDEN:
        return "hidden";
    case HUSK_WHY_CODE:
        return "preformatted text";
    case HUSK_WHY_HEADLINE:
        return "the page's headline";
    case HUSK_WHY_ABOVE_HEADLINE:
        return "above the page's headline";
    case HUSK_WHY_BELOW_HEADLINE:
        return "below the page's headline";
    case HUSK_WHY_BEFORE_MAIN:
        return "before the first paragraph of the main content";
    case HUSK_WHY_WITHIN_MAIN:
        return "between paragraphs of the main content";
    case HUSK_WHY_AFTER_MAIN:
        return "after the last paragraph of the main content";
    case HUSK_WHY_MOST_TEXT:
        return "in the part of the page with the most text";
    case HUSK_WHY_OUTSIDE_MOST:
        return "outside the part of the page with the most text";
    case HUSK_WHY_IMAGE:
        return "beside an image";
    case HUSK_WHY_RAISED:
        return "code, judged by the prose around it";
    case HUSK_WHY_DIFFERS:
        return "the text differs on every page";
    case HUSK_WHY_SAME_HERE:
        return "this place has the same text on every page";
    case HUSK_WHY_PLACE:
        return r->for_main ? "this place has each page's own text" : "this place is part of the site's template";
    case HUSK_WHY_NO_HOST:
        return "the site file does not know this host";
    case HUSK_WHY_NO_FIT:
        return "the page does not fit its site";
    case HUSK_WHY_NEW_PLACE:
        return "the site file does not know this place";
    case HUSK_WHY_UNSURE:
        return "the site is not sure of this place";
    case HUSK_WHY_EMBEDDED:
        return "the page's data or scripts have it";
    default:
        return NULL;
    }
}

static void counted_words(const husk_reason *r, buffer *out)
{
    const unsigned n = r->value, of = r->of;
    switch (r->why) {
    case HUSK_WHY_LENGTH:
        if (n == 1)
            buffer_text(out, "a single word");
        else
            buffer_format(out, "%s%u words", r->for_main ? "a text of " : "only ", n);
        break;
    case HUSK_WHY_SENTENCES:
        buffer_format(out, "a paragraph of %u words with %u sentence%s", of, n, n == 1 ? "" : "s");
        break;
    case HUSK_WHY_NO_SENTENCE:
        buffer_format(out, "%u words without a sentence", n);
        break;
    case HUSK_WHY_LINKS:
        if (n == 0)
            buffer_text(out, "text without links");
        else if (n == 100)
            buffer_text(out, "a link");
        else
            buffer_format(out, "%u %% of its words are links", n);
        break;
    case HUSK_WHY_LINK_LIST:
        buffer_format(out, "one of %u links in a list", n);
        break;
    case HUSK_WHY_DIGITS:
        if (n == 100)
            buffer_text(out, "only digits");
        else
            buffer_format(out, "%u %% digits", n);
        break;
    case HUSK_WHY_CAPITALS:
        if (n >= of)
            buffer_text(out, "all words capitalised");
        else
            buffer_format(out, "%u of %u words capitalised", n, of);
        break;
    case HUSK_WHY_REPEATED:
        if (n == 2)
            buffer_text(out, "the same text twice on this page");
        else
            buffer_format(out, "the same text %u times on this page", n);
        break;
    case HUSK_WHY_HEADING:
        buffer_format(out, "a heading <h%u>", n);
        break;
    case HUSK_WHY_LIST:
        buffer_format(out, "in a list of %u item%s", n, n == 1 ? "" : "s");
        break;
    case HUSK_WHY_TABLE:
        buffer_format(out, "in a table of %u row%s", n, n == 1 ? "" : "s");
        break;
    case HUSK_WHY_BOXES:
        buffer_format(out, "in one of %u boxes with the same markup", n);
        break;
    case HUSK_WHY_SIMILAR:
        buffer_format(out, "one of %u texts with the same markup", n);
        break;
    case HUSK_WHY_POSITION:
        buffer_text(out, n * 2 < of ? "near the top of the page" : "near the end of the page");
        break;
    case HUSK_WHY_AROUND:
        if (n > 20 && n < 60)
            buffer_format(out, "only %u %% of the text around it is main content", n);
        else
            buffer_text(out, n >= 60 ? "the text around it is main content" : "the text around it is not main content");
        break;
    case HUSK_WHY_WORDS_AROUND:
        if (n == 0)
            buffer_text(out, "no text beside it");
        else
            buffer_format(out, "%s%u word%s beside it", r->for_main ? "" : "only ", n, n == 1 ? "" : "s");
        break;
    case HUSK_WHY_LINKS_AROUND:
        if (n <= 10)
            buffer_text(out, n ? "hardly any links around it" : "no links around it");
        else if (n == 100)
            buffer_text(out, "only links around it");
        else
            buffer_format(out, "%u %% of the words around it are links", n);
        break;
    case HUSK_WHY_SAME_TEXT:
        buffer_format(out, "the same text on %u of %u pages", n, of);
        break;
    case HUSK_WHY_TEMPLATE:
        if (r->for_main)
            buffer_text(out, "not in the template");
        else
            buffer_format(out, "in the template, on %u of %u pages", n, of);
        break;
    default:
        break;
    }
}

/* What comes before and after the quoted text; NULL: it has none. */
static bool quoted_words(const husk_reason *r, buffer *out)
{
    static const struct {
        husk_why why;
        const char *before, *after;
    } quotes[] = {
        { HUSK_WHY_MARK, "has ", "" },
        { HUSK_WHY_WORD, "the word “", "”" },
        { HUSK_WHY_ELEMENT, "element <", ">" },
        { HUSK_WHY_INSIDE, "in <", ">" },
        { HUSK_WHY_CLASS, "class name `", "`" },
        { HUSK_WHY_ID, "id `", "`" },
        { HUSK_WHY_ROLE, "role `", "`" },
        { HUSK_WHY_ITEMPROP, "itemprop `", "`" },
        { HUSK_WHY_UNDER, "under the heading “", "”" },
        { HUSK_WHY_BESIDE, "next to “", "”" },
        { HUSK_WHY_METHOD, "", "" },
    };
    for (size_t k = 0; k < sizeof quotes / sizeof *quotes; k++) {
        if (quotes[k].why != r->why)
            continue;
        bool is_long = r->why != HUSK_WHY_METHOD && r->text.len > MOST_QUOTED;
        buffer_text(out, quotes[k].before);
        buffer_append(out, r->text.data, is_long ? utf8_valid_len(r->text.data, MOST_QUOTED) : r->text.len);
        buffer_text(out, is_long ? "…" : "");
        buffer_text(out, r->why == HUSK_WHY_ELEMENT && !r->for_main ? ">, not a paragraph" : quotes[k].after);
        return true;
    }
    return false;
}

static const char *words_of(husk_verdict *v, const husk_reason *r)
{
    buffer words;
    const char *plain = plain_words(r);
    if (plain)
        return plain;
    buffer_init(&words, HUSK_MAX_OUTPUT_BYTES);
    if (!quoted_words(r, &words))
        counted_words(r, &words);
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
                        .code = codes[why],
                        .for_main = for_main,
                        .value = value,
                        .of = of,
                        .text = { text.data ? text.data : "", text.len } };
    r->words = words_of(to->v, r);
}

static void add_plain(reason_list *to, husk_why why, bool for_main)
{
    add(to, why, for_main, 0, 0, (slice){ NULL, 0 });
}

static void add_page(reason_list *to, uint32_t b)
{
    const block_reason *r = to->v->reasons ? to->v->reasons + (size_t)b * EXPLAIN_REASONS : NULL;
    for (unsigned k = 0; r && b != NODE_NONE && k < EXPLAIN_REASONS && r[k].weight != 0; k++)
        add(to, (husk_why)r[k].why, r[k].weight > 0, r[k].value, r[k].of, r[k].text);
}

/* How often the site's pages have the text; nothing if that says nothing. */
static void add_repetition(reason_list *to, const text_verdict *t)
{
    if (t->pages > 1)
        add(to, HUSK_WHY_SAME_TEXT, !t->template, t->pages, t->of, (slice){ NULL, 0 });
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
        add_repetition(to, t);
        break;
    case JUDGED_BY_SITE:
    case JUDGED_BY_BOTH:
        add_repetition(to, t);
        if (t->template && t->here >= .9f)
            add_plain(to, HUSK_WHY_SAME_HERE, false);
        else
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

/* What speaks for the label, then what speaks against it. A site's reasons are about template or not, a page's about main
 * content or not. */
void verdict_why(husk_verdict *v, size_t i, buffer *out)
{
    size_t n, written = 0;
    const husk_reason *r = verdict_reasons(v, i, &n);
    const bool is_main = n && (v->by_texts ? v->blocks[i].label != HUSK_TEMPLATE : v->blocks[i].label == HUSK_MAIN);
    for (unsigned against = 0; against < 2; against++) {
        for (size_t k = 0, first = 1; k < n; k++) {
            if ((r[k].for_main != is_main) != against)
                continue;
            buffer_text(out, written ? ", " : "");
            buffer_text(out, against && first ? written ? "though " : "although " : "");
            buffer_text(out, r[k].words);
            written++;
            first = 0;
        }
    }
    if (v->memory.no_memory) /* lost words must not look like none */
        out->status = HUSK_NO_MEMORY;
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
        if (r[k].text.len && r[k].why != HUSK_WHY_METHOD) {
            buffer_text(out, ",\"text\":");
            json_string(out, (slice){ r[k].text.data, r[k].text.len });
        }
        if (words) {
            buffer_text(out, ",\"words\":");
            json_string(out, (slice){ r[k].words, strlen(r[k].words) });
        }
        buffer_byte(out, '}');
    }
    buffer_byte(out, ']');
}
