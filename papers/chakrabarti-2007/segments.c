/* segments.c - PageLevel's models from files, and its segments as JSON Lines. */
#include "chakrabarti-2007/pagelevel.h"

#include <math.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/escape.h"
#include "base/limits.h"
#include "base/status.h"
#include "judge/verdict.h"

husk_status husk_pagelevel_read(const char *bytes, size_t len, husk_pagelevel **out, husk_error *error)
{
    *out = malloc(sizeof **out);
    if (!*out)
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a model");
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

husk_status pagelevel_model(const husk_published *published, logistic_model *own, const logistic_model **model,
                            husk_error *error)
{
    *model = published->pagelevel ? &published->pagelevel->model : own;
    return published->pagelevel ? HUSK_OK : logistic_read(logistic_built_in.data, logistic_built_in.len, own, error);
}

husk_status pagelevel_of(const husk_published *published, husk_page *page, const logistic_model *model,
                         pagelevel_verdict *out)
{
    isotonic memory = { 0 };
    pagelevel_options smoothing = { .penalty_factor = published->penalty_factor,
                                    .penalty = (pagelevel_penalty)published->penalty,
                                    .no_smoothing = published->no_smoothing };
    husk_status status = pagelevel_judge(page, model, &smoothing, &memory, out);
    isotonic_free(&memory);
    return status;
}

/* --- segments ----------------------------------------------------------------------------------------------------- */

typedef struct segment_writer {
    husk_verdict path; /* for paths only */
    const logistic_model *model;
    const pagelevel_verdict *verdict;
    buffer *out;
    buffer piece; /* a string before it is escaped */
} segment_writer;

static void write_piece(segment_writer *w)
{
    json_string(w->out, (slice){ w->piece.data ? w->piece.data : "", w->piece.len });
    buffer_clear(&w->piece);
}

/* The fields after the text: label, score, why. `k` is a scored node. */
static void write_verdict(segment_writer *w, uint32_t k)
{
    const pagelevel_verdict *v = w->verdict;
    bool template = pagelevel_is_template(v, w->model, v->tree.node[k]);
    unsigned content = 255u - v->smoothed[k]; /* internally, as in the paper, the score is that of template */
    buffer_format(w->out, ",\"label\":\"%s\",\"score\":%u.%03u,\"why\":", template ? "template" : "content",
                  content / 255u, content % 255u * 1000u / 255u);
    const char *why =
        logistic_reason(w->model, v->tree.area[k], v->features + (size_t)k * N_NODE_FEATURES, v->usual, template);
    json_string(w->out, (slice){ why, strlen(why) });
}

/* The blocks of a segment in order, without those of nested segments. */
static void write_segment_text(segment_writer *w, uint32_t k, uint32_t *at)
{
    const pagelevel_verdict *v = w->verdict;
    const husk_page *page = w->path.page;
    uint32_t end = page->end[v->tree.node[k]];
    while (*at < page->n_blocks && page->blocks[*at].first_node < v->tree.node[k])
        (*at)++;
    for (uint32_t i = *at; i < page->n_blocks && page->blocks[i].first_node < end; i++) {
        const page_block *b = &page->blocks[i];
        if (v->segment[v->tree.keeper[b->first_node]] != k || b->flags & BLOCK_HIDDEN)
            continue;
        if (w->piece.len)
            buffer_byte(&w->piece, '\n');
        buffer_append(&w->piece, page->block_text.data + b->text_start, b->text_len);
    }
    write_piece(w);
}

static bool write_segment(segment_writer *w, uint32_t k, const uint32_t *number, uint32_t *at)
{
    const pagelevel_verdict *v = w->verdict;
    layout_box box = v->boxes.box[v->tree.node[k]];
    buffer_text(w->out, "{\"id\":");
    json_string(w->out, w->path.page->id);
    buffer_format(w->out, ",\"segment\":%u,\"inside\":", number[k]);
    if (k)
        buffer_format(w->out, "%u", number[v->segment[v->tree.parent[k]]]);
    else
        buffer_text(w->out, "null");
    buffer_text(w->out, ",\"path\":");
    bool room = verdict_path(&w->path, v->tree.node[k], &w->piece);
    write_piece(w);
    buffer_format(w->out, ",\"box\":[%ld,%ld,%ld,%ld],\"text\":", lrintf(box.x), lrintf(box.y), lrintf(box.width),
                  lrintf(box.height));
    write_segment_text(w, k, at);
    write_verdict(w, k);
    buffer_text(w->out, "}\n");
    return room;
}

static husk_status write_segments(segment_writer *w)
{
    const pagelevel_verdict *v = w->verdict;
    uint32_t *number = arena_array(&w->path.page->scratch, v->tree.n, sizeof *number), n = 0, at = 0;
    bool room = number != NULL;
    for (uint32_t k = 0; room && k < v->tree.n; k++)
        if (v->segment[k] == k) {
            number[k] = n++;
            room = write_segment(w, k, number, &at);
        }
    return room ? HUSK_OK : HUSK_NO_MEMORY;
}

husk_status husk_pagelevel_segments(husk_page *page, const husk_published *published, husk_output *output,
                                    husk_error *error)
{
    husk_published defaults;
    logistic_model own;
    pagelevel_verdict v;
    husk_published_init(&defaults);
    published = published ? published : &defaults;
    segment_writer w = { .path = { .page = page }, .verdict = &v, .out = &output->bytes };
    husk_status status = pagelevel_model(published, &own, &w.model, error);
    if (status != HUSK_OK || (page->outcome != HUSK_OK && page->outcome != HUSK_LIMIT))
        return status;
    arena_init(&w.path.memory, HUSK_MAX_PAGE_ARENA);
    buffer_init(&w.piece, HUSK_MAX_OUTPUT_BYTES);
    arena_mark mark = arena_save(&page->scratch);
    status = page_blocks(page);
    if (status == HUSK_OK)
        status = pagelevel_of(published, page, w.model, &v);
    if (status == HUSK_OK)
        status = write_segments(&w);
    arena_restore(&page->scratch, mark);
    if (status == HUSK_OK)
        status = w.piece.status ? w.piece.status : output->bytes.status;
    buffer_free(&w.piece);
    arena_free(&w.path.memory);
    return status ? error_set(error, status, "segments: %s", husk_status_text(status)) : HUSK_OK;
}
