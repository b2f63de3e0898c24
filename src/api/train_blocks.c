/* train_blocks.c - dump the page model's features for training; read by models/train.
 * A page's record: seven 32-bit numbers (magic, lengths of id, blocks, columns, summary columns, texts, marks), the
 * id, the blocks' texts and the elements' class words as JSON, the rows of floats and the summary. Little-endian,
 * like the machines used for training. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/page_model.h"
#include "api/output.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/status.h"
#include "husk/lab.h"
#include "judge/page_model.h"

#define MAGIC 0x314b5348u

husk_status husk_page_model_read(const char *text, size_t len, husk_page_model **out, husk_error *error)
{
    husk_page_model *m = calloc(1, sizeof *m);
    *out = NULL;
    if (m == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a model");
    arena_init(&m->memory, HUSK_MAX_PAGE_ARENA);
    husk_status status = judge_models_read((slice){ text, len }, &m->memory, &m->models, error);
    if (status == HUSK_OK)
        *out = m;
    else
        husk_page_model_free(m);
    return status;
}

const char *husk_model_name(size_t i, char digest[17])
{
    static const char *const names[] = { "models", "page", "site", "main", "kinds" };
    const judge_models *m = &judge_models_builtin;
    const uint64_t digests[] = { models_digest(m), m->page.digest, m->site.digest, m->main.digest,
                                 pair_model_builtin.digest };
    if (i >= sizeof names / sizeof *names)
        return NULL;
    snprintf(digest, 17, "%016" PRIx64, digests[i]);
    return names[i];
}

void husk_page_model_free(husk_page_model *model)
{
    if (model)
        arena_free(&model->memory);
    free(model);
}

void husk_page_model_columns(husk_output *output)
{
    char name[BLOCK_NAME_SIZE];
    buffer *b = &output->bytes;
    for (unsigned c = 0; c < N_BLOCK_COLUMNS; c++) {
        block_column_name(c, name);
        buffer_format(b, "%s\n", name);
    }
    buffer_text(b, "|\n");
    for (unsigned c = 0; c < N_SUMMARY_COLUMNS; c++)
        if (c < N_PAGE_SUMMARY)
            buffer_format(b, "%s\n", page_summary_name(c));
        else
            buffer_format(b, "+%u\n", c - N_PAGE_SUMMARY);
}

typedef struct mark_writer {
    buffer *out;
    char sign; /* 0 for class and id, '@' for role, '%' for itemprop, '~' for text */
} mark_writer;

static void take_word(void *context, uint64_t hash, slice word)
{
    mark_writer *w = context;
    (void)hash;
    buffer_byte(w->out, ' ');
    if (w->sign)
        buffer_byte(w->out, w->sign);
    json_escape(w->out, word);
}

static void write_names(const husk_page *page, uint32_t node, buffer *out)
{
    for (uint32_t k = page->attribute[node]; k < page->attribute[node + 1]; k++) {
        const page_attribute *a = &page->attributes[k];
        mark_writer w = { out, a->id == ATTR_ROLE ? '@' : a->id == ATTR_ITEMPROP ? '%' : 0 };
        if (a->id == ATTR_CLASS || a->id == ATTR_ID || a->id == ATTR_ROLE || a->id == ATTR_ITEMPROP)
            class_words_split(w.sign ? CLASS_PREFIX_ROLE : CLASS_PREFIX_NAME, (slice){ a->value, a->value_len },
                              take_word, &w);
    }
}

/* The same for the words of short texts. */
static void write_labels(const husk_page *page, bool any, buffer *out)
{
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        const page_block *block = &page->blocks[b];
        if (block->n_words > CLASS_TEXT_WORDS)
            continue;
        mark_writer w = { out, '~' };
        size_t start = out->len;
        buffer_text(out, any ? ",[\"" : "[\"");
        size_t words = out->len;
        class_words_split(CLASS_PREFIX_TEXT, (slice){ page->block_text.data + block->text_start, block->text_len },
                          take_word, &w);
        if (out->len == words) {
            out->len = start;
            continue;
        }
        any = true;
        buffer_format(out, "\",%u,%u]", b, b + 1);
    }
}

/* [names, first block, block after the last] per element that has names and text. */
static husk_status write_marks(const husk_page *page, arena *memory, buffer *out)
{
    uint32_t *first = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *first), b = 0;
    if (first == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i <= page->n_nodes; i++) {
        while (b < page->n_blocks && page->blocks[b].first_node < i)
            b++;
        first[i] = b;
    }
    buffer_byte(out, '[');
    bool any = false;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (page->flags[i] & (NODE_TEXT | NODE_SILENT) || first[i] == first[page->end[i]])
            continue;
        size_t start = out->len;
        buffer_text(out, any ? ",[\"" : "[\"");
        size_t names = out->len;
        write_names(page, i, out);
        if (out->len == names) {
            out->len = start;
            continue;
        }
        any = true;
        buffer_format(out, "\",%u,%u]", first[i], first[page->end[i]]);
    }
    write_labels(page, any, out);
    buffer_byte(out, ']');
    return HUSK_OK;
}

static void write_texts(const husk_page *page, buffer *out)
{
    buffer_byte(out, '[');
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        if (b)
            buffer_byte(out, ',');
        json_string(out, (slice){ page->block_text.data + page->blocks[b].text_start, page->blocks[b].text_len });
    }
    buffer_byte(out, ']');
}

husk_status husk_page_model_dump(husk_page *page, const husk_page_model *model, husk_output *output, husk_error *error)
{
    buffer *out = &output->bytes;
    arena_mark mark = arena_save(&page->scratch);
    page_judgement j;
    husk_status status = page_judge_all(page, &model->models.page, &page->scratch, &j);
    size_t header_at = out->len;
    uint32_t header[7] = { MAGIC, (uint32_t)page->id.len, page->n_blocks, N_BLOCK_COLUMNS, N_SUMMARY_COLUMNS, 0, 0 };
    buffer_append(out, (const char *)header, sizeof header);
    buffer_append(out, page->id.data, page->id.len);
    size_t at = out->len;
    write_texts(page, out);
    header[5] = (uint32_t)(out->len - at);
    at = out->len;
    if (status == HUSK_OK)
        status = write_marks(page, &page->scratch, out);
    header[6] = (uint32_t)(out->len - at);
    for (uint32_t b = 0; b < page->n_blocks && status == HUSK_OK; b++)
        for (unsigned c = 0; c < N_BLOCK_COLUMNS; c++) {
            float value = block_value(&j.features, c, b);
            buffer_append(out, (const char *)&value, sizeof value);
        }
    buffer_append(out, (const char *)j.summary, sizeof j.summary);
    arena_restore(&page->scratch, mark);
    if (status == HUSK_OK)
        status = out->status;
    if (status != HUSK_OK)
        return error_set(error, status, "a dump of %u blocks: %s", page->n_blocks, husk_status_text(status));
    memcpy(out->data + header_at, header, sizeof header);
    return HUSK_OK;
}
