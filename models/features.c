/* features.c - the features of pages and sites that the built-in models are trained on, for the programs beside it.
 * All records start with 32-bit numbers, a magic number first; little-endian, like the machines used for training. */
#include "api/api.h"
#include "base/escape.h"
#include "husk/lab.h"
#include "judge/site/trie.h"

#define BLOCKS_MAGIC 0x314b5348u
#define MAIN_MAGIC 0x4d534b48u
#define PATHS_MAGIC 0x50534b48u

static void write_columns(column_set set, husk_output *output)
{
    char name[COLUMN_NAME_SIZE];
    for (unsigned c = 0; c < column_count(set); c++) {
        column_name(set, c, name);
        buffer_format(&output->bytes, "%s\n", name);
    }
}

void husk_page_model_columns(husk_output *output)
{
    write_columns(COLUMNS_BLOCK, output);
    buffer_text(&output->bytes, "|\n");
    write_columns(COLUMNS_SUMMARY, output);
}

void husk_main_model_columns(husk_output *output)
{
    write_columns(COLUMNS_MAIN, output);
}

void husk_learner_columns(husk_output *output)
{
    write_columns(COLUMNS_PLACE, output);
}

/* A row of a matrix that is stored by column. */
static void write_row(const float *values, unsigned n, size_t stride, buffer *out)
{
    for (unsigned c = 0; c < n; c++)
        buffer_append(out, (const char *)&values[c * stride], sizeof *values);
}

static void write_texts(const husk_page *page, uint32_t n, buffer *out)
{
    buffer_byte(out, '[');
    for (uint32_t b = 0; b < n; b++) {
        if (b)
            buffer_byte(out, ',');
        json_string(out, page_block_text(page, b));
    }
    buffer_byte(out, ']');
}

/* --- the page model ----------------------------------------------------------------------------------------------- */

/* Read by models/train: after the magic number the lengths of id, blocks, columns, summary columns, texts, marks; then
 * the id, the blocks' texts and the elements' class words as JSON, the rows of floats and the summary. */
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
        class_words_split(CLASS_PREFIX_TEXT, page_block_text(page, b), take_word, &w);
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

husk_status husk_page_model_dump(husk_page *page, const husk_page_model *model, husk_output *output, husk_error *error)
{
    buffer *out = &output->bytes;
    arena_mark mark = arena_save(&page->scratch);
    page_judgement j;
    husk_status status = page_judge_all(page, &model->models.page, &page->scratch, &j);
    size_t header_at = out->len;
    uint32_t header[7] = {
        BLOCKS_MAGIC, (uint32_t)page->id.len, page->n_blocks, N_BLOCK_COLUMNS, N_SUMMARY_COLUMNS, 0, 0
    };
    buffer_append(out, (const char *)header, sizeof header);
    buffer_append(out, page->id.data, page->id.len);
    size_t at = out->len;
    write_texts(page, page->n_blocks, out);
    header[5] = (uint32_t)(out->len - at);
    at = out->len;
    status = status ?: write_marks(page, &page->scratch, out);
    header[6] = (uint32_t)(out->len - at);
    for (uint32_t b = 0; b < page->n_blocks && status == HUSK_OK; b++)
        for (unsigned c = 0; c < N_BLOCK_COLUMNS; c++) {
            float value = block_value(&j.features, c, b);
            buffer_append(out, (const char *)&value, sizeof value);
        }
    buffer_append(out, (const char *)j.summary, sizeof j.summary);
    arena_restore(&page->scratch, mark);
    status = status ?: out->status;
    if (status == HUSK_OK)
        memcpy(out->data + header_at, header, sizeof header);
    return status_told(error, status, "a dump of %u blocks", page->n_blocks);
}

/* --- the main model ----------------------------------------------------------------------------------------------- */

/* Read by models/train_main: after the magic number the length of the page's id, blocks, columns, length of the texts;
 * then the id, the blocks' texts as JSON, and per block 1 or 0 for a comment, the page model's probability and choice,
 * and its columns, all 32 bits wide. A page whose site has no say has no blocks. */
static void write_block(const main_matrix *m, const page_judgement *j, uint32_t b, buffer *out)
{
    float head[3] = { j->comment[b], j->probability[b], j->keep[b] };
    buffer_append(out, (const char *)head, sizeof head);
    write_row(m->values + b, N_MAIN_COLUMNS, m->stride, out);
}

static void write_record(const husk_page *page, const main_matrix *m, const page_judgement *j, buffer *out)
{
    buffer texts;
    buffer_init(&texts, (size_t)1 << 28);
    write_texts(page, m->n, &texts);
    uint32_t head[5] = { MAIN_MAGIC, (uint32_t)page->id.len, m->n, N_MAIN_COLUMNS, (uint32_t)texts.len };
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
    husk_status status = page_judge(page, &models->page, HUSK_AIM_BALANCE, &page->scratch, &j);
    status = status ?: site_judge(site, page, models, &j, &page->scratch, &v, error);
    if (status == HUSK_OK && site_has_say(page, &v, &models->main)) {
        status = main_features(page, &v, &page->scratch, &m);
        if (status == HUSK_OK)
            main_features_page(&j, &m);
    }
    if (status == HUSK_OK)
        write_record(page, &m, &j, &output->bytes);
    arena_restore(&page->scratch, mark);
    status = status ?: output->bytes.status;
    return status_told(error, status, "a dump");
}

/* --- the site model ----------------------------------------------------------------------------------------------- */

/* Read by models/train_site: after the magic number the paths, columns and pages of a host; then per path its parent
 * (4294967295: none), whether it is on the container's chain, its words, its words that data-husk-content labels
 * content, template, and template on fewer than 80 % of the pages, and its columns, all 32 bits wide. */
static void write_path(const trie *t, const place_matrix *m, uint32_t i, buffer *out)
{
    const trie_node *node = &t->nodes[i];
    uint32_t head[2] = { node->parent, m->chain[i] };
    float words[4] = { (float)node->sums[SUM_words], (float)node->sums[SUM_true_content],
                       (float)node->sums[SUM_true_template], (float)node->sums[SUM_true_rare] };
    buffer_append(out, (const char *)head, sizeof head);
    buffer_append(out, (const char *)words, sizeof words);
    write_row(m->values + i, N_PLACE_COLUMNS, m->stride, out);
}

husk_status husk_learner_dump(husk_learner *l, husk_output *output, husk_error *error)
{
    husk_status status = HUSK_OK;
    for (uint32_t h = 0; h < learner_n_hosts(l) && status == HUSK_OK; h++) {
        arena memory;
        trie paths;
        place_matrix m;
        arena_init(&memory, HUSK_MAX_HOST_BYTES);
        status = learner_paths(l, h, &memory, &paths, error);
        if (status == HUSK_OK && place_features(&paths, &memory, &m) != HUSK_OK)
            status = error_set(error, HUSK_NO_MEMORY, "out of memory");
        uint32_t head[4] = { PATHS_MAGIC, paths.n, N_PLACE_COLUMNS, paths.n_pages };
        buffer_append(&output->bytes, (const char *)head, sizeof head);
        for (uint32_t i = 0; i < paths.n && status == HUSK_OK; i++)
            write_path(&paths, &m, i, &output->bytes);
        trie_free(&paths);
        arena_free(&memory);
    }
    return status == HUSK_OK ? output_status(output, "the dump", error) : status;
}
