/* parse.c - raw bytes to a page: decode, parse within budgets, and use <noscript> if it holds the page.
 * Padded bytes are parsed in place; others are copied first. A page beyond a budget is cut and marked, and still
 * usable. */
#include <stdlib.h>

#include "base/status.h"
#include "base/stop.h"
#include "page/decode.h"
#include "page/page.h"

/* Letters in <noscript> that could be a page: counters and fallback pictures have fewer. */
#define NOSCRIPT_LEAST 400
/* A parser that grew beyond this frees memory for the next page. */
#define KEEP_BYTES ((size_t)8 << 20)
#define KEEP_SCRATCH ((size_t)32 << 20)

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

/* A script shell with its content in <noscript>: what a script would fetch is not here, so that is the page. */
static bool noscript_holds_page(const husk_page *page)
{
    size_t noscript = 0;
    if (page->noscript_bytes <= NOSCRIPT_LEAST || page->noscript_bytes <= 2 * page->shown_bytes)
        return false;
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if (page->flags[i] & NODE_TEXT && page->flags[i] & (NODE_SILENT | NODE_HIDDEN) &&
            !(page->flags[i] & NODE_BLANK) && page->tag[page->parent[i]] == TAG_NOSCRIPT)
            noscript += plain_len(page->text[i]);
    return noscript > NOSCRIPT_LEAST && noscript > 2 * page->shown_bytes;
}

/* One parse of padded UTF-8 text, filling the page's arrays. */
static husk_status parse_once(husk_page *page, slice text, bool scripting)
{
    html_options options = {
        .max_nodes = page->options.max_nodes,
        .max_depth = page->options.max_depth,
        .max_milliseconds = page->options.max_milliseconds,
        .stop = page->options.stop,
        .marked = (uint64_t)1 << ATTR_HIDDEN | (uint64_t)1 << ATTR_ARIA_HIDDEN | (uint64_t)1 << ATTR_STYLE |
                  (uint64_t)1 << ATTR_HREF,
        .scripting = scripting,
        .no_returns = page->no_returns,
    };
    page->scripting = scripting;
    const char *cut;
    if (stop_is_set(page->options.stop)) /* the parser polls it only now and then */
        return HUSK_STOPPED;
    husk_status status = html_parse(page->parser, text, &options, &cut);
    if (status == HUSK_LIMIT) {
        page->status = HUSK_LIMIT;
        page->cut = cut;
    }
    return status;
}

/* The page's own arrays after a parse with this status, if there is a tree. */
static husk_status nodes_of(husk_page *page, husk_status parsed)
{
    return parsed == HUSK_OK || parsed == HUSK_LIMIT ? page_nodes(page) : parsed;
}

static husk_status parse_text(husk_page *page, slice text)
{
    husk_status status = parse_once(page, text, true);
    status = nodes_of(page, status);
    if (status == HUSK_OK && page->scripting && page->status == HUSK_OK && noscript_holds_page(page))
        status = nodes_of(page, parse_once(page, text, false));
    return status;
}

OPTIONS_INIT(husk_page_options, .max_bytes = HUSK_MAX_PAGE_BYTES, .max_nodes = HUSK_MAX_NODES,
             .max_depth = HUSK_MAX_DEPTH, .max_milliseconds = HUSK_MAX_PARSE_MS)

husk_status husk_page_new(const husk_page_options *options, husk_page **out, husk_error *error)
{
    husk_page_options o;
    *out = NULL;
    husk_status status = OPTIONS_READ(&o, options, husk_page_options, max_milliseconds, error);
    if (status != HUSK_OK)
        return status;
    husk_page *page = calloc(1, sizeof *page);
    if (page == NULL || (page->parser = html_parser_new()) == NULL || (page->urls = url_resolver_new()) == NULL) {
        husk_page_free(page);
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a page");
    }
    page->options = o;
    buffer_init(&page->decoded, page->options.max_bytes);
    buffer_init(&page->block_text, page->options.max_bytes * 2);
    arena_init(&page->scratch, HUSK_MAX_PAGE_ARENA);
    arena_init(&page->kept, HUSK_MAX_PAGE_ARENA);
    *out = page;
    return HUSK_OK;
}

void husk_page_free(husk_page *page)
{
    if (page == NULL)
        return;
    html_parser_free(page->parser);
    buffer_free(&page->decoded);
    free(page->blocks);
    free(page->block_of);
    free(page->value_hash);
    free(page->judge_cache);
    free(page->meta_cache);
    buffer_free(&page->block_text);
    arena_free(&page->scratch);
    arena_free(&page->kept);
    url_resolver_free(page->urls);
    free(page);
}

static slice keep_string(husk_page *page, const char *text)
{
    char *copy = text ? arena_copy(&page->scratch, text, strlen(text)) : NULL;
    return copy ? (slice){ copy, strlen(copy) } : (slice){ "", 0 };
}

/* In lower case: an archive's URL may have its host in any. */
static slice keep_host(husk_page *page)
{
    slice host = url_host(page->url);
    char *copy = arena_copy(&page->scratch, host.data ? host.data : "", host.len);
    for (size_t i = 0; copy && i < host.len; i++)
        copy[i] = lower(copy[i]);
    return copy ? (slice){ copy, host.len } : (slice){ "", 0 };
}

/* Forget everything of the previous page; free memory beyond that of a typical page. */
static void page_reset(husk_page *page, const husk_raw *raw)
{
    html_parser_trim(page->parser, KEEP_BYTES);
    buffer_trim(&page->decoded, KEEP_BYTES);
    buffer_trim(&page->block_text, KEEP_BYTES);
    arena_reset(&page->scratch, KEEP_SCRATCH);
    arena_reset(&page->kept, 0);
    page->provenance = (slice){ 0 };
    page->outcome = HUSK_OK;
    page->reason[0] = 0;
    page->status = HUSK_OK;
    page->cut = NULL;
    page->n_nodes = page->n_blocks = 0;
    page->has_blocks = false;
    page->id = keep_string(page, raw->id);
    page->url = keep_string(page, raw->url);
    page->host = keep_host(page);
    page->url_is_assumed = raw->url_is_assumed;
    page->base_ready = false;
}

/* `text` with padding after it and, for plain text, `before` in front: in place if the bytes already allow it. */
static husk_status pad(husk_page *page, slice *text, slice before, bool is_padded)
{
    if (is_padded && before.len == 0)
        return HUSK_OK;
    size_t len = before.len + text->len;
    char *copy = arena_alloc(&page->scratch, len + HTML_PADDING);
    if (copy == NULL)
        return HUSK_NO_MEMORY;
    memcpy(copy, before.data, before.len);
    memcpy(copy + before.len, text->data, text->len);
    memset(copy + len, 0, HTML_PADDING);
    *text = (slice){ copy, len };
    return HUSK_OK;
}

/* Padding after decoded text, if its cap allows it. */
static bool pad_decoded(buffer *decoded, slice *text)
{
    if (!buffer_reserve(decoded, HTML_PADDING))
        return false;
    memset(decoded->data + decoded->len, 0, HTML_PADDING);
    text->data = decoded->data;
    return true;
}

/* UTF-8 with padding. Plain text becomes a page with one <pre>, as in browsers. */
static husk_status prepare(husk_page *page, const husk_raw *raw, slice bytes, slice *text)
{
    decoded_text found;
    husk_status status = decode(bytes, raw->charset, &page->decoded, &found);
    *text = found.text;
    page->encoding = found.encoding;
    page->no_returns = found.no_returns;
    if (status == HUSK_LIMIT) {
        page->status = HUSK_LIMIT;
        page->cut = "bytes";
    } else if (status != HUSK_OK) {
        return status;
    }
    bool is_padded = raw->padding >= HTML_PADDING && bytes.len == raw->len;
    if (text->len && text->data == page->decoded.data)
        is_padded = pad_decoded(&page->decoded, text);
    return pad(page, text, raw->is_text ? SLICE("<plaintext>\n") : SLICE(""), is_padded);
}

husk_status page_parse_raw(husk_page *page, const husk_raw *raw, husk_error *error)
{
    slice text, bytes = { raw->bytes ? raw->bytes : "", raw->bytes ? raw->len : 0 };
    page_reset(page, raw);
    if ((raw->id && raw->id[0] && page->id.len == 0) || (raw->url && raw->url[0] && page->url.len == 0))
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a page's name");
    page->n_bytes = bytes.len;
    if (bytes.len > page->options.max_bytes) {
        bytes.len = page->options.max_bytes;
        page->status = HUSK_LIMIT;
        page->cut = "bytes";
    }
    husk_status status = prepare(page, raw, bytes, &text);
    status = status ?: parse_text(page, text);
    if (status == HUSK_STOPPED)
        return error_set(error, status, "stopped");
    if (status != HUSK_OK)
        return error_set(error, status, "out of memory for a page of %zu bytes", bytes.len);
    if (page->status == HUSK_LIMIT)
        return error_set(error, HUSK_LIMIT, "cut at the limit of %s", page->cut);
    return HUSK_OK;
}
