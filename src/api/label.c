/* label.c - a verdict for every block of a page as JSON lines: what people look at when they ask why something is in or
 * out. */
#include <stdlib.h>
#include <string.h>

#include "api/output.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/status.h"
#include "judge/explain.h"

void husk_label_options_init(husk_label_options *options, size_t size)
{
    husk_label_options defaults = { .size = size, .why = true };
    memset(options, 0, size);
    memcpy(options, &defaults, size < sizeof defaults ? size : sizeof defaults);
}

/* For every element, which of its parent's children of the same name it is, from 1. One pass: each child is seen once
 * from its parent. */
static husk_status find_places(const husk_page *page, arena *memory, uint32_t **places)
{
    typedef struct count {
        uint32_t parent, n;
    } count;
    count *counts = arena_array(memory, (size_t)UINT16_MAX + 1, sizeof *counts);
    *places = arena_array(memory, page->n_nodes, sizeof **places);
    if (counts == NULL || *places == NULL)
        return HUSK_NO_MEMORY;
    memset(counts, 0xff, ((size_t)UINT16_MAX + 1) * sizeof *counts);
    for (uint32_t i = 0; i < page->n_nodes; i++)
        for (uint32_t c = i + 1; c < page->end[i]; c = page->end[c]) {
            count *k = &counts[page->tag[c]];
            k->n = k->parent == i ? k->n + 1 : 1;
            k->parent = i;
            (*places)[c] = k->n;
        }
    return HUSK_OK;
}

/* /html/body/div[2]/p[1]: an XPath that finds the element again. */
static void write_path(const husk_page *page, const uint32_t *places, uint32_t node, buffer *out)
{
    uint32_t chain[HUSK_MAX_DEPTH * 2];
    size_t n = 0;
    for (uint32_t i = node; i && n < sizeof chain / sizeof *chain; i = page->parent[i])
        chain[n++] = i;
    while (n--) {
        buffer_byte(out, '/');
        json_escape(out, page_tag_name(page, page->tag[chain[n]]));
        if (page->tag[chain[n]] != TAG_HTML && page->tag[chain[n]] != TAG_BODY)
            buffer_format(out, "[%u]", places[chain[n]]);
    }
}

static void write_why(const block_reason *reasons, bool raised, buffer *out)
{
    buffer_text(out, ",\"why\":\"");
    if (raised)
        buffer_text(out, "code, judged by the prose around it; by itself: ");
    for (unsigned k = 0; k < EXPLAIN_REASONS && reasons[k].weight != 0; k++)
        buffer_format(out, "%s%s %+.1f", k ? ", " : "", block_column_text(reasons[k].column),
                      (double)reasons[k].weight);
    buffer_byte(out, '"');
}

static void write_label(const husk_page *page, const uint32_t *places, uint32_t b, const page_judgement *j,
                        const block_reason *reasons, buffer *out)
{
    const page_block *block = &page->blocks[b];
    buffer_text(out, "{\"page\":");
    json_string(out, page->id);
    buffer_text(out, ",\"path\":\"");
    write_path(page, places, block->container, out);
    buffer_text(out, "\",\"text\":");
    json_string(out, (slice){ page->block_text.data + block->text_start, block->text_len });
    buffer_format(out, ",\"label\":\"%s\",\"score\":%.3f", j->keep[b] ? "content" : "template",
                  (double)j->probability[b]);
    if (reasons)
        write_why(reasons + (size_t)b * EXPLAIN_REASONS, j->raised[b], out);
    buffer_text(out, "}\n");
}

husk_status husk_label(husk_page *page, const husk_label_options *options, husk_output *output, husk_error *error)
{
    husk_label_options o;
    husk_label_options_init(&o, sizeof o);
    if (options)
        memcpy(&o, options, options->size < sizeof o ? options->size : sizeof o);
    arena_mark mark = arena_save(&page->scratch);
    page_judgement j;
    block_reason *reasons = NULL;
    uint32_t *places = NULL;
    husk_status status = page_judge(page, &page_model_builtin, AIM_BALANCE, &page->scratch, &j);
    if (status == HUSK_OK)
        status = find_places(page, &page->scratch, &places);
    if (status == HUSK_OK && o.why)
        status = explain_blocks(&page_model_builtin, &j, &page->scratch, &reasons);
    for (uint32_t b = 0; status == HUSK_OK && b < page->n_blocks; b++)
        write_label(page, places, b, &j, reasons, &output->bytes);
    arena_restore(&page->scratch, mark);
    if (status == HUSK_OK)
        status = output->bytes.status;
    return status == HUSK_OK
               ? HUSK_OK
               : error_set(error, status, "%.*s: %s", (int)page->id.len, page->id.data, husk_status_text(status));
}
