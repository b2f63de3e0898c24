/* pagelevel.c - PageLevel for callers: models, labels and segments as JSON lines, the report. */
#include "api/pagelevel.h"

#include <math.h>
#include <stdlib.h>

#include "api/output.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/status.h"
#include "page/views.h"
#include "write/report.h"

husk_status husk_pagelevel_read(const char *bytes, size_t len, husk_pagelevel **out, husk_error *error)
{
    *out = malloc(sizeof **out);
    if (!*out)
        return error_set(error, HUSK_NO_MEMORY, "no memory for a model");
    slice file = bytes ? (slice){ bytes, len } : logistic_built_in;
    husk_status status = logistic_read(file.data, file.len, &(*out)->model, error);
    if (status) {
        free(*out);
        *out = NULL;
    }
    return status;
}

void husk_pagelevel_free(husk_pagelevel *models)
{
    free(models);
}

void husk_pagelevel_options_init(husk_pagelevel_options *options, size_t size)
{
    husk_pagelevel_options defaults = { .size = size, .penalty_factor = 1 };
    memset(options, 0, size);
    memcpy(options, &defaults, size < sizeof defaults ? size : sizeof defaults);
}

/* --- lines ------------------------------------------------------------------------------------------------------ */

typedef struct line_writer {
    husk_page *page;
    const logistic_model *model;
    const pagelevel_verdict *verdict;
    buffer *out;
    buffer piece; /* a string before it is escaped */
} line_writer;

static void write_piece(line_writer *w)
{
    json_string(w->out, (slice){ w->piece.data ? w->piece.data : "", w->piece.len });
}

/* html/body/div.box: the elements from the root to the node, itself included. */
static void write_path(line_writer *w, uint32_t node)
{
    uint32_t chain[HUSK_MAX_DEPTH * 2];
    size_t n = 0;
    for (uint32_t i = node; i != 0 && i != NODE_NONE && n < sizeof chain / sizeof *chain; i = w->page->parent[i])
        chain[n++] = i;
    buffer_clear(&w->piece);
    while (n--) {
        page_step_write(w->page, chain[n], STEP_CLASS, &w->piece);
        if (n)
            buffer_byte(&w->piece, '/');
    }
    write_piece(w);
}

/* What follows the text: label, score, why. `k` is a scored node. */
static void write_verdict(line_writer *w, uint32_t k)
{
    const pagelevel_verdict *v = w->verdict;
    bool template = pagelevel_is_template(v, w->model, v->tree.node[k]);
    unsigned content = 255u - v->smoothed[k]; /* inside, as in the paper, a score is that of template */
    buffer_format(w->out, ", \"label\": \"%s\", \"score\": %u.%03u, \"why\": ", template ? "template" : "content",
                  content / 255u, content % 255u * 1000u / 255u);
    const char *why =
        logistic_reason(w->model, v->tree.area[k], v->features + (size_t)k * N_NODE_FEATURES, v->usual, template);
    json_string(w->out, (slice){ why, strlen(why) });
}

static void write_block(line_writer *w, const page_block *b)
{
    buffer_text(w->out, "{\"page\": ");
    json_string(w->out, w->page->id);
    buffer_text(w->out, ", \"path\": ");
    write_path(w, w->page->parent[b->first_node]);
    buffer_text(w->out, ", \"text\": ");
    json_string(w->out, (slice){ w->page->block_text.data + b->text_start, b->text_len });
    write_verdict(w, w->verdict->tree.keeper[b->first_node]);
    buffer_text(w->out, "}\n");
}

static void write_blocks(line_writer *w)
{
    for (uint32_t i = 0; i < w->page->n_blocks; i++)
        if (w->verdict->tree.keeper[w->page->blocks[i].first_node] != NODE_NONE)
            write_block(w, &w->page->blocks[i]);
}

/* The blocks of a segment, one after the other; those of the segments inside it are theirs. */
static void write_segment_text(line_writer *w, uint32_t k, uint32_t *at)
{
    const pagelevel_verdict *v = w->verdict;
    uint32_t end = w->page->end[v->tree.node[k]];
    buffer_clear(&w->piece);
    while (*at < w->page->n_blocks && w->page->blocks[*at].first_node < v->tree.node[k])
        (*at)++;
    for (uint32_t i = *at; i < w->page->n_blocks && w->page->blocks[i].first_node < end; i++) {
        const page_block *b = &w->page->blocks[i];
        if (v->segment[v->tree.keeper[b->first_node]] != k || b->flags & BLOCK_HIDDEN)
            continue;
        if (w->piece.len)
            buffer_byte(&w->piece, '\n');
        buffer_append(&w->piece, w->page->block_text.data + b->text_start, b->text_len);
    }
    write_piece(w);
}

static void write_segment(line_writer *w, uint32_t k, const uint32_t *number, uint32_t *at)
{
    const pagelevel_verdict *v = w->verdict;
    layout_box box = v->boxes.box[v->tree.node[k]];
    buffer_text(w->out, "{\"page\": ");
    json_string(w->out, w->page->id);
    buffer_format(w->out, ", \"segment\": %u, \"inside\": ", number[k]);
    if (k)
        buffer_format(w->out, "%u", number[v->segment[v->tree.parent[k]]]);
    else
        buffer_text(w->out, "null");
    buffer_text(w->out, ", \"path\": ");
    write_path(w, v->tree.node[k]);
    buffer_format(w->out, ", \"box\": [%ld, %ld, %ld, %ld], \"text\": ", lrintf(box.x), lrintf(box.y),
                  lrintf(box.width), lrintf(box.height));
    write_segment_text(w, k, at);
    write_verdict(w, k);
    buffer_text(w->out, "}\n");
}

static husk_status write_segments(line_writer *w)
{
    const pagelevel_verdict *v = w->verdict;
    uint32_t *number = arena_array(&w->page->scratch, v->tree.n, sizeof *number), n = 0, at = 0;
    if (!number)
        return HUSK_NO_MEMORY;
    for (uint32_t k = 0; k < v->tree.n; k++)
        if (v->segment[k] == k) {
            number[k] = n++;
            write_segment(w, k, number, &at);
        }
    return HUSK_OK;
}

/* --- calls ------------------------------------------------------------------------------------------------------ */

static husk_status judge(husk_page *page, const husk_pagelevel *models, const husk_pagelevel_options *options,
                         pagelevel_verdict *v)
{
    isotonic memory = { 0 };
    pagelevel_options o = { .penalty_factor = options->penalty_factor, .no_smoothing = options->no_smoothing };
    husk_status status = page_blocks(page);
    status = status ? status : pagelevel_judge(page, &models->model, &o, &memory, v);
    isotonic_free(&memory);
    return status;
}

husk_status husk_pagelevel_label(husk_page *page, const husk_pagelevel *models, const husk_pagelevel_options *options,
                                 husk_output *output, husk_error *error)
{
    husk_pagelevel_options defaults;
    husk_pagelevel_options_init(&defaults, sizeof defaults);
    options = options ? options : &defaults;
    pagelevel_verdict v;
    husk_status status = judge(page, models, options, &v);
    line_writer w = { .page = page, .model = &models->model, .verdict = &v, .out = &output->bytes };
    buffer_init(&w.piece, HUSK_MAX_OUTPUT_BYTES);
    if (!status && options->segments)
        status = write_segments(&w);
    else if (!status)
        write_blocks(&w);
    status = status ? status : w.piece.status ? w.piece.status : output->bytes.status;
    buffer_free(&w.piece);
    return status ? error_set(error, status, "labels: %s", husk_status_text(status)) : HUSK_OK;
}

husk_status husk_pagelevel_report(husk_page *page, const husk_pagelevel *models, const husk_pagelevel_options *options,
                                  husk_output *output, husk_error *error)
{
    husk_pagelevel_options defaults;
    husk_pagelevel_options_init(&defaults, sizeof defaults);
    pagelevel_verdict v;
    husk_status status = judge(page, models, options ? options : &defaults, &v);
    status = status ? status : report_write(page, &models->model, &v, &output->bytes);
    return status ? error_set(error, status, "report: %s", husk_status_text(status)) : HUSK_OK;
}
