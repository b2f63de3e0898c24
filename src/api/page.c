/* page.c - public API for a page: parsing, its outcome, its metadata, and its views as JSON. */
#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/arrays.h"
#include "base/escape.h"
#include "base/limits.h"
#include "page/decode.h"
#include "page/meta/metadata.h"
#include "page/views.h"
#include "write/write.h"

OPTIONS_INIT(husk_raw, .id = "")

/* --- parsing ------------------------------------------------------------------------------------------------------ */

/* Lines and records name the page themselves: store `why` without the id in front. */
static void remember(husk_page *page, husk_status status, const char *why)
{
    const char *reason = why && why[0] ? why : husk_status_text(status);
    size_t len = page->id.len;
    if (len && strncmp(reason, page->id.data, len) == 0 && strncmp(reason + len, ": ", 2) == 0)
        reason += len + 2;
    page->outcome = status;
    snprintf(page->reason, sizeof page->reason, "%s", status == HUSK_OK ? "" : reason);
}

void husk_page_fail(husk_page *page, husk_status status, const char *reason)
{
    char copy[sizeof page->reason]; /* it may be the page's own buffer */
    snprintf(copy, sizeof copy, "%s", reason ? reason : "");
    remember(page, status, copy);
}

/* Keep where the page is from. */
static husk_status provenance_keep(husk_page *page, const char *provenance)
{
    size_t len = provenance ? strlen(provenance) : 0;
    const char *copy = len ? arena_copy(&page->kept, provenance, len) : NULL;
    page->provenance = (slice){ copy, copy ? len : 0 };
    return len && copy == NULL ? HUSK_NO_MEMORY : HUSK_OK;
}

/* A page that could not be read is treated as empty. */
static husk_status parse_failed(husk_page *page, husk_raw *raw, husk_error *error)
{
    husk_raw empty = { .size = sizeof empty, .id = raw->id, .url = raw->url };
    husk_status status = page_parse_raw(page, &empty, error);
    if (status == HUSK_OK)
        status = provenance_keep(page, raw->provenance);
    if (status != HUSK_OK)
        return status;
    remember(page, raw->status, raw->reason);
    return error_set(error, raw->status, "%s", page->reason);
}

husk_status husk_page_parse(husk_page *page, const husk_raw *given, husk_error *error)
{
    husk_raw raw = { 0 };
    husk_error why = { 0 };
    husk_status status = OPTIONS_TAKE(&raw, given, husk_raw, reason, error);
    if (status != HUSK_OK || given == NULL)
        return given ? status : error_set(error, HUSK_BAD_ARGUMENT, "no page to parse");
    bool is_html = !raw.is_text && status_has_page(raw.status);
    const char *other = is_html ? foreign_bytes((slice){ raw.bytes, raw.len }) : NULL;
    if (other) {
        raw.status = HUSK_BAD_FILE;
        raw.reason = other;
    }
    if (!status_has_page(raw.status))
        return parse_failed(page, &raw, error);
    status = page_parse_raw(page, &raw, &why);
    if (status_has_page(status) && provenance_keep(page, raw.provenance) != HUSK_OK)
        status = error_set(&why, HUSK_NO_MEMORY, "out of memory");
    if (status == HUSK_OK && raw.status == HUSK_OK)
        return HUSK_OK;
    if (!status_has_page(status) || raw.status == HUSK_OK)
        remember(page, status, why.message);
    else
        remember(page, raw.status, raw.reason);
    return error_set(error, page->outcome, "%s", page->reason);
}

husk_status husk_page_parse_html(husk_page *page, const char *html, size_t len, const char *url, husk_error *error)
{
    husk_raw raw = { .size = sizeof raw, .id = url ? url : "", .url = url, .bytes = html, .len = len };
    return husk_page_parse(page, &raw, error);
}

const char *husk_page_id(const husk_page *page)
{
    return page->id.data ? page->id.data : "";
}

const char *husk_page_url(const husk_page *page)
{
    return page->url.data ? page->url.data : "";
}

husk_status husk_page_status(const husk_page *page)
{
    return page->outcome;
}

const char *husk_page_reason(const husk_page *page)
{
    return page->reason;
}

/* --- metadata ----------------------------------------------------------------------------------------------------- */

const husk_metadata *husk_page_metadata(husk_page *page, int64_t now)
{
    metadata_options options = { .now = now };
    husk_metadata *m = arena_alloc(&page->kept, sizeof *m);
    if (m == NULL || page_metadata_read(page, &options, &page->kept, m) != HUSK_OK)
        return NULL;
    husk_string *texts[] = { &m->title,       &m->author,   &m->date, &m->published, &m->modified, &m->sitename,
                             &m->description, &m->language, &m->url,  &m->image,     &m->license,  &m->pagetype };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i]->len == 0)
            texts[i]->data = "";
    return m;
}

/* --- views, for inspection and tests: one item per line, so that grep and diff work on them ----------------------- */

typedef struct view_writer {
    husk_page *page;
    buffer *out;
    buffer piece; /* a string before it is escaped */
    arena memory;
    bool any;
} view_writer;

static void item_begin(view_writer *w)
{
    buffer_text(w->out, w->any ? ",\n  {" : "\n  {");
    w->any = true;
}

static void piece_end(view_writer *w)
{
    json_string(w->out, (slice){ w->piece.data ? w->piece.data : "", w->piece.len });
    buffer_clear(&w->piece);
}

/* Document\html\body\p: the steps from the root to the node, in long paths as many as verdict_path writes. */
static void path_string(view_writer *w, uint32_t node, page_step step)
{
    uint32_t chain[HUSK_MAX_DEPTH * 2];
    size_t n = 0;
    for (uint32_t i = node; i != 0 && i != NODE_NONE && n < sizeof chain / sizeof *chain; i = w->page->parent[i])
        chain[n++] = i;
    buffer_text(&w->piece, "Document");
    for (size_t i = n; i-- > 0;) {
        buffer_byte(&w->piece, '\\');
        if (n > PAGE_PATH_STEPS && i == n - PAGE_PATH_HEAD - 1) {
            buffer_text(&w->piece, "…");
            i = PAGE_PATH_STEPS - PAGE_PATH_HEAD;
        } else {
            page_step_write(w->page, chain[i], step, &w->piece);
        }
    }
    piece_end(w);
}

static void attributes_object(view_writer *w, uint32_t node)
{
    const husk_page *page = w->page;
    buffer_text(w->out, ", \"attributes\": {");
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *at = &page->attributes[a];
        buffer_text(w->out, a == page->attribute[node] ? "" : ", ");
        json_string(w->out, (slice){ at->name, at->name_len });
        buffer_text(w->out, ": ");
        json_string(w->out, (slice){ at->value, at->value_len });
    }
    buffer_byte(w->out, '}');
}

static husk_status view_nodes(view_writer *w)
{
    static const struct {
        uint8_t flag;
        const char *name;
    } flags[] = { { NODE_BLANK, "blank" },     { NODE_HIDDEN, "hidden" }, { NODE_SILENT, "silent" },
                  { NODE_FOREIGN, "foreign" }, { NODE_PRE, "pre" },       { NODE_LINK, "link" } };
    const husk_page *page = w->page;
    for (uint32_t i = 0; i < page->n_nodes; i++) {
        item_begin(w);
        buffer_format(w->out, "\"node\": %u, \"parent\": %d, \"end\": %u, \"tag\": ", i,
                      page->parent[i] == NODE_NONE ? -1 : (int)page->parent[i], page->end[i]);
        json_string(w->out, page_tag_name(page, page->tag[i]));
        if (page->attribute[i] < page->attribute[i + 1])
            attributes_object(w, i);
        if (page->flags[i] & NODE_TEXT) {
            buffer_text(w->out, ", \"text\": ");
            json_string(w->out, page->text[i]);
        }
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
            if (page->flags[i] & flags[f].flag)
                buffer_format(w->out, ", \"%s\": true", flags[f].name);
        buffer_byte(w->out, '}');
    }
    return HUSK_OK;
}

static husk_status view_paths(view_writer *w)
{
    uint64_t *by_node, *set;
    uint32_t n = 0;
    husk_status status = page_path_hashes(w->page, STEP_TAG, &w->memory, &by_node);
    if (status == HUSK_OK)
        status = page_path_set(w->page, STEP_TAG, &w->memory, &set, &n);
    bool *seen = status == HUSK_OK ? arena_array(&w->memory, (size_t)n + 1, sizeof *seen) : NULL;
    if (seen == NULL)
        return HUSK_NO_MEMORY;
    memset(seen, 0, n);
    for (uint32_t i = 0; i < w->page->n_nodes; i++) {
        const uint64_t *found = by_node[i] ? bsearch(&by_node[i], set, n, sizeof *set, by_u64) : NULL;
        if (found == NULL || seen[found - set])
            continue;
        seen[found - set] = true;
        item_begin(w);
        buffer_format(w->out, "\"hash\": \"%016llx\", \"path\": ", (unsigned long long)by_node[i]);
        path_string(w, i, STEP_TAG);
        buffer_byte(w->out, '}');
    }
    return HUSK_OK;
}

static husk_status view_tokens(view_writer *w)
{
    static const char *const kinds[] = { "open", "close", "text" };
    page_token *tokens;
    uint32_t n;
    if (page_tokens(w->page, &w->memory, &tokens, &n) != HUSK_OK)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        item_begin(w);
        buffer_format(w->out, "\"hash\": \"%016llx\", \"kind\": \"%s\", \"node\": %u, \"token\": ",
                      (unsigned long long)tokens[i].hash, kinds[tokens[i].kind], tokens[i].node);
        page_token_write(w->page, tokens[i], &w->piece);
        piece_end(w);
        buffer_byte(w->out, '}');
    }
    return HUSK_OK;
}

/* One item per collection: its path and its URLs. */
static husk_status view_links(view_writer *w)
{
    page_link *links;
    uint32_t n, n_collections;
    if (page_links(w->page, STEP_ATTRIBUTES, &w->memory, &links, &n, &n_collections) != HUSK_OK)
        return HUSK_NO_MEMORY;
    uint32_t *next = arena_array(&w->memory, (size_t)n + 1, sizeof *next),
             *last = arena_array(&w->memory, (size_t)n_collections + 1, sizeof *last);
    if (next == NULL || last == NULL)
        return HUSK_NO_MEMORY;
    memset(last, 0xff, ((size_t)n_collections + 1) * sizeof *last);
    for (uint32_t i = n; i-- > 0;) { /* linked lists of a collection's links, built from the end */
        next[i] = last[links[i].collection];
        last[links[i].collection] = i;
    }
    for (uint32_t c = 0; c < n_collections; c++) {
        item_begin(w);
        buffer_format(w->out, "\"hash\": \"%016llx\", \"path\": ", (unsigned long long)links[last[c]].path);
        path_string(w, links[last[c]].node, STEP_ATTRIBUTES);
        buffer_text(w->out, ", \"urls\": [");
        for (uint32_t i = last[c]; i != UINT32_MAX; i = next[i]) {
            slice href = page_attribute_value(w->page, links[i].node, ATTR_HREF);
            if (!page_resolve(w->page, href, &w->piece))
                buffer_append(&w->piece, href.data, href.len);
            buffer_text(w->out, i == last[c] ? "" : ", ");
            piece_end(w);
        }
        buffer_text(w->out, "]}");
    }
    return HUSK_OK;
}

static husk_status view_subtrees(view_writer *w)
{
    page_subtree *subtrees;
    if (page_subtrees(w->page, &w->memory, &subtrees) != HUSK_OK)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < w->page->n_nodes; i++) {
        if (w->page->flags[i] & NODE_BLANK)
            continue;
        item_begin(w);
        buffer_format(w->out, "\"node\": %u, \"hash\": \"%016llx\", \"html_len\": %u, \"tag\": ", i,
                      (unsigned long long)subtrees[i].hash, subtrees[i].html_len);
        json_string(w->out, page_tag_name(w->page, w->page->tag[i]));
        buffer_byte(w->out, '}');
    }
    return HUSK_OK;
}

static husk_status view_blocks(view_writer *w)
{
    husk_page *page = w->page;
    if (page_blocks(page) != HUSK_OK)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < page->n_blocks; i++) {
        const page_block *b = &page->blocks[i];
        item_begin(w);
        buffer_format(w->out, "\"block\": %u, \"nodes\": [%u, %u], \"container\": ", i, b->first_node, b->last_node);
        path_string(w, b->container, STEP_CLASS);
        buffer_format(w->out, ", \"words\": %u, \"link_words\": %u, \"links\": %u%s%s, \"text\": ", b->n_words,
                      b->n_link_words, b->n_links, b->flags & BLOCK_HIDDEN ? ", \"hidden\": true" : "",
                      b->flags & BLOCK_PRE ? ", \"pre\": true" : "");
        json_string(w->out, page_block_text(page, i));
        buffer_byte(w->out, '}');
    }
    return HUSK_OK;
}

/* The chosen values, then all candidates with their sources: why a title is the title. */
static husk_status view_metadata(view_writer *w)
{
    husk_metadata m;
    meta_candidates considered;
    metadata_options options = { .considered = &considered };
    if (page_metadata_read(w->page, &options, &w->memory, &m) != HUSK_OK)
        return HUSK_NO_MEMORY;
    item_begin(w);
    buffer_text(w->out, "\"chosen\": ");
    metadata_json(&m, w->out);
    buffer_byte(w->out, '}');
    for (uint32_t i = 0; i < considered.n; i++) {
        const meta_candidate *c = &considered.list[i];
        item_begin(w);
        buffer_format(w->out,
                      "\"field\": \"%s\", \"source\": \"%s\", \"node\": %u, \"value\": ", meta_field_name(c->field),
                      meta_source_name(c->source), c->node);
        json_string(w->out, c->value);
        buffer_byte(w->out, '}');
    }
    return HUSK_OK;
}

husk_status husk_page_view(husk_page *page, const char *view, husk_output *output, husk_error *error)
{
    static const struct {
        const char *name;
        husk_status (*write)(view_writer *w);
    } views[] = { { "nodes", view_nodes },      { "paths", view_paths },       { "tokens", view_tokens },
                  { "links", view_links },      { "subtrees", view_subtrees }, { "blocks", view_blocks },
                  { "metadata", view_metadata } };
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        if (strcmp(view, views[i].name) != 0)
            continue;
        view_writer w = { .page = page, .out = &output->bytes };
        buffer_init(&w.piece, HUSK_MAX_OUTPUT_BYTES);
        arena_init(&w.memory, HUSK_MAX_PAGE_ARENA);
        size_t start = w.out->len, cap = page_cap_output(page, w.out);
        buffer_text(w.out, "{\"id\": ");
        json_string(w.out, page->id);
        buffer_format(w.out, ", \"%s\": [", view);
        husk_status status = views[i].write(&w);
        buffer_text(w.out, "\n]}\n");
        if (status == HUSK_OK)
            status = w.out->status != HUSK_OK ? w.out->status : w.piece.status;
        if (status != HUSK_OK)
            w.out->len = start; /* half an object is none */
        w.out->cap = cap;
        buffer_free(&w.piece);
        arena_free(&w.memory);
        return status_told(error, status, "the %s view", view);
    }
    return error_set(error, HUSK_BAD_ARGUMENT,
                     "no such view: %s (nodes, paths, tokens, links, subtrees, blocks, metadata)", view);
}
