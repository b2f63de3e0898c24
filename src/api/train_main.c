/* train_main.c - dump the main model's features for training; read by models/train_main.
 * A page's record: five 32-bit numbers (magic, length of its id, blocks, columns, length of the texts), the id, the
 * blocks' texts as JSON, then per block 1 or 0 for a comment, the page model's probability and choice, and its
 * columns, all 32 bits wide. A page whose site has no say has no blocks. Little-endian, like the machines used for
 * training. */
#include "api/output.h"
#include "api/page_model.h"
#include "base/json.h"
#include "base/status.h"
#include "husk/lab.h"
#include "judge/site/site_main.h"

#define MAGIC 0x4d534b48u

void husk_main_model_columns(husk_output *output)
{
    char name[MAIN_NAME_SIZE];
    for (unsigned c = 0; c < N_MAIN_COLUMNS; c++) {
        main_column_name(c, name);
        buffer_format(&output->bytes, "%s\n", name);
    }
}

static void write_block(const main_matrix *m, const page_judgement *j, uint32_t b, buffer *out)
{
    float head[3] = { j->comment[b], j->probability[b], j->keep[b] };
    buffer_append(out, (const char *)head, sizeof head);
    for (unsigned c = 0; c < N_MAIN_COLUMNS; c++)
        buffer_append(out, (const char *)&m->values[(size_t)c * m->stride + b], sizeof(float));
}

static void write_record(const husk_page *page, const main_matrix *m, const page_judgement *j, buffer *out)
{
    buffer texts;
    buffer_init(&texts, (size_t)1 << 28);
    buffer_byte(&texts, '[');
    for (uint32_t b = 0; b < m->n; b++) {
        if (b)
            buffer_byte(&texts, ',');
        json_string(&texts, (slice){ page->block_text.data + page->blocks[b].text_start, page->blocks[b].text_len });
    }
    buffer_byte(&texts, ']');
    uint32_t head[5] = { MAGIC, (uint32_t)page->id.len, m->n, N_MAIN_COLUMNS, (uint32_t)texts.len };
    buffer_append(out, (const char *)head, sizeof head);
    buffer_append(out, page->id.data, page->id.len);
    buffer_append(out, texts.data, texts.len);
    for (uint32_t b = 0; b < m->n; b++)
        write_block(m, j, b, out);
    buffer_free(&texts);
}

husk_status husk_main_model_dump(husk_page *page, husk_site *site, const husk_page_model *model, husk_output *output,
                                 husk_error *error)
{
    arena_mark mark = arena_save(&page->scratch);
    page_judgement j;
    site_verdict v;
    main_matrix m = { .n = 0 };
    const judge_models *models = model ? &model->models : &judge_models_builtin;
    husk_status status = page_judge(page, &models->page, AIM_BALANCE, &page->scratch, &j);
    if (status == HUSK_OK)
        status = site_judge(site, page, models, SITE_PLACES, NULL, &page->scratch, &v, error);
    if (status == HUSK_OK && site_has_say(page, &v, &models->main)) {
        status = main_features(page, &v, &page->scratch, &m);
        if (status == HUSK_OK)
            main_features_page(page, &j, &m);
    }
    if (status == HUSK_OK)
        write_record(page, &m, &j, &output->bytes);
    arena_restore(&page->scratch, mark);
    if (status == HUSK_OK)
        status = output->bytes.status;
    return status == HUSK_OK ? HUSK_OK : error_set(error, status, "a dump: %s", husk_status_text(status));
}
