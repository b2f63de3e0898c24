/* view.c - a page's views as JSON, for inspection and tests: one item per line, so that grep and diff work on it. */
#include "api/api.h"
#include "base/arrays.h"
#include "base/escape.h"
#include "base/limits.h"
#include "page/views.h"
#include "write/write.h"

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
