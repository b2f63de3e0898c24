/* parse.c - UTF-8 to lexbor's tree, under budgets.
 * A hook on the tokenizer's token callback sees every token before the tree does: there nodes are counted, the clock is
 * read now and then, and what would make the tree quadratic (depth, open formatting, attributes without end) is kept
 * small. Cost: 3-5 % of a parse. A page past a budget is cut, marked, and still a page. */
#include <stdlib.h>
#include <time.h>

#include "base/limits.h"
#include "base/status.h"
#include "page/decode.h"
#include "page/parser.h"

/* Open formatting elements are opened again in every new paragraph, so each costs a node a paragraph. Real pages stay
 * under 20. */
#define MAX_FORMATTING 64
/* Letters in <noscript> that could be a page: counters and pictures without scripts have fewer. */
#define NOSCRIPT_LEAST 400
/* Bytes between two looks at the names that lexbor interned: one tag may bring any number of attributes. Pieces of this
 * size cost under 1 % (bench/run parse), since each ends where a tag does. */
#define PIECE_BYTES ((size_t)64 << 10)
/* Tokens between two looks at the clock. */
#define CLOCK_EVERY 256
/* A page's parser that grew beyond this is made anew for the next page. */
#define KEEP_BYTES ((size_t)8 << 20)
#define KEEP_SCRATCH ((size_t)32 << 20)

static uint64_t time_by(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* A thread works no longer than the clock on the wall goes, and that one is read without asking the kernel: while it is
 * not past the budget, no other needs to be read. */
static bool out_of_time(const page_parser *p)
{
    return p->deadline && time_by(CLOCK_MONOTONIC) > p->wall_deadline && time_by(CLOCK_THREAD_CPUTIME_ID) > p->deadline;
}

/* Past a budget? Names it. */
static const char *over_budget(const page_parser *p)
{
    if (p->n_tokens >= p->max_tokens)
        return "nodes";
    if (p->n_tokens % CLOCK_EVERY)
        return NULL;
    if (lexbor_mem_chunk_length(p->document->dom_document.mraw->mem) > p->max_chunks)
        return "memory";
    if (out_of_time(p))
        return "time";
    return NULL;
}

static bool is_formatting(lxb_tag_id_t tag)
{
    switch (tag) {
    case LXB_TAG_A:
    case LXB_TAG_B:
    case LXB_TAG_BIG:
    case LXB_TAG_CODE:
    case LXB_TAG_EM:
    case LXB_TAG_FONT:
    case LXB_TAG_I:
    case LXB_TAG_NOBR:
    case LXB_TAG_S:
    case LXB_TAG_SMALL:
    case LXB_TAG_STRIKE:
    case LXB_TAG_STRONG:
    case LXB_TAG_TT:
    case LXB_TAG_U:
        return true;
    default:
        return false;
    }
}

static bool is_void(lxb_tag_id_t tag)
{
    switch (tag) {
    case LXB_TAG_AREA:
    case LXB_TAG_BASE:
    case LXB_TAG_BR:
    case LXB_TAG_COL:
    case LXB_TAG_EMBED:
    case LXB_TAG_HR:
    case LXB_TAG_IMG:
    case LXB_TAG_INPUT:
    case LXB_TAG_LINK:
    case LXB_TAG_META:
    case LXB_TAG_PARAM:
    case LXB_TAG_SOURCE:
    case LXB_TAG_TRACK:
    case LXB_TAG_WBR:
    case LXB_TAG__TEXT:
    case LXB_TAG__EM_COMMENT:
    case LXB_TAG__EM_DOCTYPE:
    case LXB_TAG__END_OF_FILE:
        return true;
    default:
        return false;
    }
}

/* Each further attribute is compared with all before it: a tag keeps the first ones. */
static void cap_attributes(lxb_html_token_t *token)
{
    lxb_html_token_attr_t *attribute = token->attr_first;
    for (unsigned n = 1; attribute; n++, attribute = attribute->next)
        if (n == HUSK_MAX_ATTRIBUTES_PER_NODE && attribute->next) {
            attribute->next = NULL;
            token->attr_last = attribute;
            return;
        }
}

static lxb_html_token_t *on_token(lxb_html_tokenizer_t *tokenizer, lxb_html_token_t *token, void *context)
{
    page_parser *p = context;
    p->n_tokens++;
    const char *cut = over_budget(p);
    if (cut) {
        p->cut = cut;
        tokenizer->status = LXB_STATUS_STOP;
        return NULL;
    }
    if (!(token->type & LXB_HTML_TOKEN_TYPE_CLOSE) && token->tag_id != LXB_TAG__TEXT) {
        const lxb_html_tree_t *tree = tokenizer->tree;
        if (token->attr_first)
            cap_attributes(token);
        if (tree->open_elements->length >= p->max_depth && !is_void(token->tag_id))
            return token;
        if (tree->active_formatting->length >= MAX_FORMATTING && is_formatting(token->tag_id))
            return token;
    }
    token = p->tree_callback(tokenizer, token, p->tree_context);
    raw_text_hook(p, tokenizer);
    return token;
}

/* How much of the rest is given to lexbor at once: up to a tag's end where one is near, else to a space, so that
 * nothing is looked at in halves. */
static size_t piece_len(const char *rest, size_t len)
{
    if (len <= 2 * PIECE_BYTES)
        return len;
    const char *end = memchr(rest + PIECE_BYTES, '>', PIECE_BYTES);
    if (end == NULL)
        end = memchr(rest + PIECE_BYTES, ' ', PIECE_BYTES);
    return end ? (size_t)(end - rest) + 1 : 2 * PIECE_BYTES;
}

/* Lexbor keeps every name that it does not know in tables of a fixed number of chains: names without end are quadratic,
 * within one token even. */
static bool too_many_names(const lxb_html_tokenizer_t *tokenizer)
{
    return lexbor_dobject_allocated(tokenizer->attrs->entries) > HUSK_MAX_MARKUP_NAMES ||
           lexbor_dobject_allocated(tokenizer->tags->entries) > HUSK_MAX_MARKUP_NAMES;
}

/* Lexbor's buffer for a text that goes on from piece to piece grows by a piece at a time, copied as often where memory
 * can't be moved: doubled, it is copied a few times. */
static bool widen_buffer(lxb_html_tokenizer_t *t)
{
    size_t used = (size_t)(t->pos - t->start), size = (size_t)(t->end - t->start);
    if (used < PIECE_BYTES || size - used > 2 * PIECE_BYTES)
        return true;
    lxb_char_t *wider = lexbor_realloc(t->start, 2 * size);
    if (wider == NULL)
        return false;
    t->start = wider;
    t->pos = wider + used;
    t->end = wider + 2 * size;
    return true;
}

static lxb_status_t parse_pieces(page_parser *p, slice text)
{
    const lxb_html_parser_t *parser = p->document->dom_document.parser;
    lxb_status_t status = LXB_STATUS_OK;
    p->input_end = text.data + text.len;
    p->resume = text.data;
    while (p->resume < p->input_end && status == LXB_STATUS_OK) {
        const char *at = p->resume;
        size_t len = piece_len(at, (size_t)(p->input_end - at));
        if (!widen_buffer(parser->tkz))
            return LXB_STATUS_ERROR_MEMORY_ALLOCATION;
        status = lxb_html_document_parse_chunk(p->document, (const lxb_char_t *)at, len);
        if (p->resume < at + len)
            p->resume = at + len;
        if (status == LXB_STATUS_OK && too_many_names(parser->tkz)) {
            p->cut = "names";
            return LXB_STATUS_STOP;
        }
    }
    return status;
}

static husk_status parse_once(page_parser *p, slice text, bool scripting)
{
    lxb_html_document_t *document = p->document;
    lxb_html_document_clean(document);
    document->dom_document.compat_mode =
        LXB_DOM_DOCUMENT_CMODE_NO_QUIRKS; /* which cleaning leaves as the page before made it */
    lxb_html_document_scripting_set(document, scripting);
    lxb_html_document_opt_set(document, LXB_HTML_DOCUMENT_OPT_UNDEF);
    /* What scripts would be told of is told to nobody. Lexbor itself would look through a <select> at each of its
     * options, to know which is chosen: 100,000 of them take minutes (bench/hostile), and only <selectedcontent> asks.
     */
    lxb_html_document_dom_opt_set(document, LXB_DOM_DOCUMENT_OPT_WO_EVENTS);
    if (lxb_html_document_parse_chunk_begin(document) != LXB_STATUS_OK)
        return HUSK_NO_MEMORY;
    lxb_html_parser_t *parser = document->dom_document.parser;
    lxb_html_parser_scripting_set(parser, scripting);
    p->tree_callback = parser->tkz->callback_token_done;
    p->tree_context = parser->tkz->callback_token_ctx;
    lxb_html_tokenizer_callback_token_done_set(parser->tkz, on_token, p);
    p->n_tokens = 0;
    p->cut = NULL;
    lxb_status_t status = parse_pieces(p, text);
    if (status == LXB_STATUS_OK)
        status = lxb_html_document_parse_chunk_end(document);
    if (p->cut)
        return HUSK_LIMIT;
    lxb_html_tokenizer_callback_token_done_set(parser->tkz, p->tree_callback, p->tree_context);
    return status == LXB_STATUS_OK ? HUSK_OK : HUSK_NO_MEMORY;
}

/* A <noscript> that is never closed holds, for a browser with scripting, the rest of the page. It is the last thing of
 * the page then: its text node is the last of all. */
static bool noscript_swallowed(const lxb_html_document_t *document, slice text)
{
    const lxb_dom_node_t *node = lxb_dom_interface_node(document);
    while (node->last_child)
        node = node->last_child;
    if (node->type != LXB_DOM_NODE_TYPE_TEXT || node->parent == NULL || node->parent->local_name != LXB_TAG_NOSCRIPT)
        return false;
    const lexbor_str_t *data = &((const lxb_dom_character_data_t *)node)->data;
    size_t tail = data->length < 64 ? data->length : 64;
    return data->length > 512 && text.len >= tail &&
           memcmp(data->data + data->length - tail, text.data + text.len - tail, tail) == 0;
}

/* Letters outside tags. */
static size_t plain_len(slice html)
{
    size_t n = 0;
    bool inside = false;
    for (size_t i = 0; i < html.len; i++) {
        char c = html.data[i];
        n += !inside && c != '<' && !is_space(c);
        inside = c == '<' || (inside && c != '>');
    }
    return n;
}

/* A shell whose content is in <noscript>, for readers without scripts: what a script would fetch is not here, so that
 * is the page. */
static bool noscript_holds_page(const husk_page *page)
{
    size_t noscript = 0;
    if (page->parser->noscript_bytes <= NOSCRIPT_LEAST || page->parser->noscript_bytes <= 2 * page->parser->shown_bytes)
        return false;
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if (page->flags[i] & NODE_TEXT && page->flags[i] & (NODE_SILENT | NODE_HIDDEN) &&
            !(page->flags[i] & NODE_BLANK) && page->tag[page->parent[i]] == TAG_NOSCRIPT)
            noscript += plain_len(page->text[i]);
    return noscript > NOSCRIPT_LEAST && noscript > 2 * page->parser->shown_bytes;
}

husk_status page_parse_text(husk_page *page, slice text, bool scripting, husk_error *error)
{
    page_parser *p = page->parser;
    const husk_page_options *o = &page->options;
    p->max_tokens = o->max_nodes;
    p->max_depth = o->max_depth;
    uint64_t budget = (uint64_t)o->max_milliseconds * 1000000u;
    p->deadline = budget ? time_by(CLOCK_THREAD_CPUTIME_ID) + budget : 0;
    p->wall_deadline = budget ? time_by(CLOCK_MONOTONIC) + budget : 0;
    /* Some pages make more nodes than they have tags: open formatting is repeated in every paragraph. */
    p->max_chunks =
        o->max_nodes * (size_t)HUSK_MAX_TREE_BYTES_PER_NODE / p->document->dom_document.mraw->mem->chunk_min_size + 1;
    p->scripting = scripting;
    husk_status status = parse_once(p, text, scripting);
    if (status == HUSK_OK && scripting && noscript_swallowed(p->document, text)) {
        p->scripting = false;
        status = parse_once(p, text, false);
    }
    if (status == HUSK_LIMIT) {
        page->status = HUSK_LIMIT;
        page->cut = p->cut;
        return HUSK_OK;
    }
    if (status != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory while parsing %zu bytes", text.len);
    return HUSK_OK;
}

static husk_status document_renew(page_parser *p)
{
    if (p->document)
        lxb_html_document_destroy(p->document);
    p->document = lxb_html_document_create();
    return p->document ? HUSK_OK : HUSK_NO_MEMORY;
}

void husk_page_options_init(husk_page_options *options, size_t size)
{
    memset(options, 0, size);
    *options = (husk_page_options){
        .size = size,
        .max_bytes = HUSK_MAX_PAGE_BYTES,
        .max_nodes = HUSK_MAX_NODES,
        .max_depth = HUSK_MAX_DEPTH,
        .max_milliseconds = HUSK_MAX_PARSE_MS,
    };
}

husk_status husk_page_new(const husk_page_options *options, husk_page **out, husk_error *error)
{
    *out = NULL;
    husk_page *page = calloc(1, sizeof *page);
    page_parser *p = calloc(1, sizeof *p);
    if (page)
        page->parser = p;
    if (page == NULL || p == NULL || document_renew(p) != HUSK_OK || (page->urls = url_resolver_new()) == NULL) {
        if (page == NULL)
            free(p);
        husk_page_free(page);
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a page");
    }
    husk_page_options_init(&page->options, sizeof page->options);
    if (options)
        memcpy(&page->options, options, options->size < sizeof page->options ? options->size : sizeof page->options);
    buffer_init(&p->decoded, page->options.max_bytes);
    buffer_init(&page->block_text, page->options.max_bytes * 2);
    arena_init(&page->scratch, HUSK_MAX_PAGE_ARENA);
    arena_init(&p->names, HUSK_MAX_PAGE_ARENA);
    intern_init(&p->tags, &p->names, UINT16_MAX - TAG_OWN);
    *out = page;
    return HUSK_OK;
}

void husk_page_free(husk_page *page)
{
    if (page == NULL)
        return;
    page_parser *p = page->parser;
    if (p) {
        if (p->document)
            lxb_html_document_destroy(p->document);
        buffer_free(&p->decoded);
        intern_free(&p->tags);
        arena_free(&p->names);
        free(p);
    }
    free(page->parent);
    free(page->end);
    free(page->tag);
    free(page->flags);
    free(page->text);
    free(page->attribute);
    free(page->attributes);
    free(page->blocks);
    free(page->block_of);
    free(page->judge_cache);
    free(page->meta_cache);
    buffer_free(&page->block_text);
    arena_free(&page->scratch);
    url_resolver_free(page->urls);
    free(page);
}

static slice keep_string(husk_page *page, const char *text)
{
    char *copy = text ? arena_copy(&page->scratch, text, strlen(text)) : NULL;
    return copy ? (slice){ copy, strlen(copy) } : (slice){ "", 0 };
}

/* Everything of the page before is forgotten; memory beyond a usual page's is given back. */
static husk_status page_reset(husk_page *page, const husk_raw *raw)
{
    page_parser *p = page->parser;
    if (p->cut || p->decoded.size > KEEP_BYTES || lexbor_mem_chunk_length(p->document->dom_document.mraw->mem) > 4096)
        if (document_renew(p) != HUSK_OK)
            return HUSK_NO_MEMORY;
    buffer_trim(&p->decoded, KEEP_BYTES);
    buffer_trim(&page->block_text, KEEP_BYTES);
    arena_reset(&page->scratch, KEEP_SCRATCH);
    intern_free(&p->tags);
    arena_reset(&p->names, KEEP_BYTES);
    page->status = HUSK_OK;
    page->cut = NULL;
    page->n_blocks = 0;
    page->has_blocks = false;
    page->id = keep_string(page, raw->id);
    page->url = keep_string(page, raw->url);
    page->base_ready = false;
    return HUSK_OK;
}

/* Plain text is a page of one <pre>, or of paragraphs: a browser shows it as the first. */
static husk_status wrap_text(husk_page *page, slice *text)
{
    char *copy = arena_alloc(&page->scratch, text->len + 12);
    if (copy == NULL)
        return HUSK_NO_MEMORY;
    memcpy(copy, "<plaintext>\n", 12);
    memcpy(copy + 12, text->data, text->len);
    *text = (slice){ copy, text->len + 12 };
    return HUSK_OK;
}

husk_status husk_page_parse(husk_page *page, const husk_raw *raw, husk_error *error)
{
    slice text, bytes = { raw->bytes ? raw->bytes : "", raw->bytes ? raw->len : 0 };
    if (page_reset(page, raw) != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a page");
    if (bytes.len > page->options.max_bytes) {
        bytes.len = page->options.max_bytes;
        page->status = HUSK_LIMIT;
        page->cut = "bytes";
    }
    husk_status status = decode(bytes, raw->charset, &page->parser->decoded, &text, &page->encoding);
    if (status == HUSK_LIMIT) {
        page->status = HUSK_LIMIT;
        page->cut = "bytes";
    } else if (status != HUSK_OK) {
        return error_set(error, status, "out of memory while decoding %zu bytes", bytes.len);
    }
    if (raw->is_text && wrap_text(page, &text) != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory for %zu bytes of text", text.len);
    status = page_parse_text(page, text, true, error);
    if (status == HUSK_OK)
        status = page_flatten(page);
    if (status == HUSK_OK && page->parser->scripting && page->status == HUSK_OK && noscript_holds_page(page)) {
        status = page_parse_text(page, text, false, error);
        if (status == HUSK_OK)
            status = page_flatten(page);
    }
    if (status != HUSK_OK)
        return error_set(error, status, "out of memory for a page of %zu bytes", bytes.len);
    if (page->status == HUSK_LIMIT)
        return error_set(error, HUSK_LIMIT, "cut at the budget of %s", page->cut);
    return HUSK_OK;
}
