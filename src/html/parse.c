/* parse.c - a page's bytes to its tree, within budgets.
 * Each token is counted, the clock is checked now and then, and memory for one more token is available before it is
 * processed. A page beyond a budget is cut and marked, and still a valid tree. Cost: linear in the bytes; max_depth
 * and MAX_FORMATTING bound what one token can scan. */

#include "base/buffer.h"
#include "base/stop.h"
#include "html/builder.h"

/* Tokens between two checks of the clock. */
#define CLOCK_EVERY 256
/* Nanoseconds by the wall clock that a page is not charged for: longer than nearly all take. */
#define UNTIMED 2000000u

struct html_parser {
    builder build;
    html_tree tree;
    html_side side;
    arena own_names; /* names of unlisted tags */
    intern own_tags;
    buffer lines;           /* the page without carriage returns, if it has any */
    uint64_t budget;        /* of this thread's CPU time, in nanoseconds; 0: none */
    uint64_t deadline;      /* when it is used up; 0: not known yet */
    uint64_t wall_deadline; /* in wall-clock time: until then the CPU clock need not be read */
};

html_parser *html_parser_new(void)
{
    html_parser *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    side_init(&p->side, HUSK_MAX_PAGE_ARENA);
    arena_init(&p->own_names, HUSK_MAX_PAGE_ARENA);
    intern_init(&p->own_tags, &p->own_names, HUSK_MAX_MARKUP_NAMES);
    buffer_init(&p->lines, HUSK_MAX_PAGE_BYTES_ASKED);
    return p;
}

void html_parser_free(html_parser *p)
{
    if (p == NULL)
        return;
    builder *b = &p->build;
    void *owned[] = { p->tree.parent,
                      p->tree.end,
                      p->tree.tag,
                      p->tree.flags,
                      p->tree.text,
                      p->tree.attribute,
                      p->tree.attributes,
                      b->stack,
                      b->formatting,
                      b->first,
                      b->last,
                      b->next,
                      b->prev };
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    side_free(&p->side);
    intern_free(&p->own_tags);
    arena_free(&p->own_names);
    buffer_free(&p->lines);
    free(p);
}

void html_parser_trim(html_parser *p, size_t keep)
{
    side_reset(&p->side, keep);
    intern_free(&p->own_tags);
    arena_reset(&p->own_names, keep);
    buffer_trim(&p->lines, keep);
}

html_tree *html_parser_tree(html_parser *p)
{
    return &p->tree;
}

slice html_tag_name(const html_parser *p, uint16_t tag)
{
#define NAME(c_name, text, ...) [TAG_##c_name] = { text, sizeof(text) - 1 },
    static const slice names[TAG_FREE] = {
        [TAG_DOCUMENT] = { "#document", 9 }, [TAG_TEXT] = { "#text", 5 }, PAGE_TAGS(NAME) PARSER_TAGS(NAME)
    };
#undef NAME
    if (tag < TAG_FREE)
        return names[tag];
    const intern_entry *e = &p->own_tags.entries[tag - TAG_FREE];
    return (slice){ e->data, e->len };
}

/* --- budgets ------------------------------------------------------------------------------------------------------ */

static void clock_start(html_parser *p, uint32_t milliseconds)
{
    p->budget = (uint64_t)milliseconds * 1000000u;
    p->deadline = 0;
    p->wall_deadline = p->budget ? now_ns() + UNTIMED : 0;
}

/* Reading the CPU clock is a system call, which takes as long as a small page; reading the wall clock is not. So the
 * CPU clock starts once a page takes long, and, since CPU time can't exceed wall-clock time, is read again when the
 * budget could be used up. */
static bool out_of_time(html_parser *p)
{
    if (p->budget == 0 || now_ns() <= p->wall_deadline)
        return false;
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    uint64_t now = (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
    if (p->deadline == 0) {
        p->deadline = now + p->budget;
        p->wall_deadline += p->budget;
    }
    return now > p->deadline;
}

static bool cut(builder *b, const char *budget)
{
    b->status = HUSK_LIMIT;
    b->cut = budget;
    return false;
}

/* May the next token be processed? */
static bool within_budget(html_parser *p, uint32_t n_tokens)
{
    builder *b = &p->build;
    if (n_tokens >= b->options->max_nodes || p->tree.n_nodes > b->options->max_nodes)
        return cut(b, "nodes");
    if (n_tokens % CLOCK_EVERY == 0 && stop_is_set(b->options->stop)) {
        b->status = HUSK_STOPPED;
        return false;
    }
    if (n_tokens % CLOCK_EVERY == 0 && out_of_time(p))
        return cut(b, "time");
    return builder_room(b);
}

/* Did the last token find the room it needed? */
static bool had_room(html_parser *p)
{
    builder *b = &p->build;
    if (p->side.failed) {
        b->status = HUSK_NO_MEMORY;
        return p->side.memory.no_memory ? false : cut(b, "memory");
    }
    if (b->t.too_many_names)
        return p->own_tags.n < HUSK_MAX_MARKUP_NAMES ? (b->status = HUSK_NO_MEMORY, false) : cut(b, "names");
    return b->status == HUSK_OK;
}

/* --- the loop ----------------------------------------------------------------------------------------------------- */

/* Before the next token: what the tokenizer must know of the tree. */
static void tokenizer_update(html_parser *p)
{
    builder *b = &p->build;
    b->t.cdata = foreign_current(b) != NULL;
    if (b->t.raw)
        b->t.raw_name = html_tag_name(p, b->t.raw_tag);
}

/* Process one token; false after the last. */
static bool take(builder *b, token_kind kind)
{
    static void (*const rules[])(builder * b) = {
        [TOKEN_TEXT] = rules_text,       [TOKEN_RAW] = rules_raw,         [TOKEN_START] = rules_start_tag,
        [TOKEN_END] = rules_end_tag,     [TOKEN_COMMENT] = rules_comment, [TOKEN_DOCTYPE] = rules_doctype,
        [TOKEN_EOF] = rules_end_of_file,
    };
    rules[kind](b);
    return kind != TOKEN_EOF;
}

static void run(html_parser *p)
{
    builder *b = &p->build;
    for (uint32_t n_tokens = 1;; n_tokens++) {
        token_kind kind = token_next(&b->t);
        if (!within_budget(p, n_tokens) || !take(b, kind) || !had_room(p))
            break;
        if (kind == TOKEN_START || kind == TOKEN_END)
            tokenizer_update(p);
    }
    had_room(p);
    if (b->status == HUSK_LIMIT)
        templates_close(b);
}

/* --- start -------------------------------------------------------------------------------------------------------- */

/* Normalise line ends as in the standard: CR LF and CR become LF. */
static bool without_returns(html_parser *p, slice *text)
{
    const char *at = text->data, *end = at + text->len, *next = memchr(at, '\r', text->len);
    if (next == NULL)
        return true;
    buffer *out = &p->lines;
    if (out->status == HUSK_NO_MEMORY) /* from an earlier page: try again */
        buffer_free(out);
    buffer_clear(out);
    if (!buffer_reserve(out, text->len + HTML_PADDING))
        return false;
    for (; next; next = memchr(at, '\r', (size_t)(end - at))) {
        buffer_append(out, at, (size_t)(next - at));
        buffer_byte(out, '\n');
        at = next + (next + 1 < end && next[1] == '\n' ? 2 : 1);
    }
    buffer_append(out, at, (size_t)(end - at));
    memset(out->data + out->len, 0, HTML_PADDING);
    *text = (slice){ out->data, out->len };
    return true;
}

static void begin(html_parser *p, slice text, const html_options *options)
{
    builder *b = &p->build;
    tokenizer_init(&b->t, text, &p->side, &p->own_tags);
    b->tree = &p->tree;
    b->options = options;
    b->status = HUSK_OK;
    b->cut = NULL;
    b->depth = b->n_formatting = b->n_late = 0;
    memset(b->n_open, 0, sizeof b->n_open);
    b->mode = MODE_INITIAL;
    b->frameset_ok = true;
    b->quirks = b->foster = b->skip_newline = b->linked = false;
    b->head = b->form = HTML_NONE;
    p->tree.n_nodes = p->tree.n_attributes = 0;
}

/* The document itself. */
static void begin_tree(html_parser *p)
{
    p->tree.n_nodes = 1;
    p->tree.parent[0] = HTML_NONE;
    p->tree.tag[0] = TAG_DOCUMENT;
    p->tree.flags[0] = 0;
    p->tree.text[0] = (slice){ NULL, 0 };
    p->tree.attribute[0] = p->tree.attribute[1] = 0;
}

husk_status html_parse(html_parser *p, slice text, const html_options *options, const char **cut_at)
{
    builder *b = &p->build;
    side_reset(&p->side, SIZE_MAX);
    intern_free(&p->own_tags);
    arena_reset(&p->own_names, SIZE_MAX);
    *cut_at = NULL;
    if (!options->no_returns && !without_returns(p, &text))
        return HUSK_NO_MEMORY;
    begin(p, text, options);
    if (!builder_room(b))
        return HUSK_NO_MEMORY;
    begin_tree(p);
    clock_start(p, options->max_milliseconds);
    run(p);
    if (b->status == HUSK_OK || b->status == HUSK_LIMIT)
        builder_finish(b);
    *cut_at = b->cut;
    return b->status;
}
