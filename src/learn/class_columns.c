/* class_columns.c - the labels and columns of a class.
 * Labels, the texts on most pages, must be known before values can be located by them, so the pages are read twice.
 * Cost: two parses of at most HUSK_MAX_COLUMN_PAGES pages. */
#include "learn/class_columns.h"

#include "base/limits.h"
#include "base/status.h"
#include "records/columns.h"
#include "store/tally.h"

typedef struct label_count {
    hash_map texts;
    uint32_t stamp;
    bool no_memory;
} label_count;

static void count_text(void *context, uint64_t text)
{
    label_count *l = context;
    l->no_memory |= !map_count(&l->texts, text, l->stamp);
}

static husk_status count_labels(const page_reader *reader, const sampled_class *from, uint32_t n, husk_page *page,
                                buffer *bytes, arena *memory, model_class *c, husk_error *error)
{
    label_count labels = { .stamp = 0 };
    husk_status status = HUSK_OK;
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++) {
        status = reader->parse(reader->context, &from->pages[i], page, bytes, error);
        labels.stamp++;
        if (status == HUSK_OK)
            locate_texts(page, count_text, &labels);
    }
    uint32_t n_counts = 0, kept = 0;
    model_count *counts =
        status == HUSK_OK && !labels.no_memory ? tally_counts(&labels.texts, 2, memory, &n_counts) : NULL;
    for (uint32_t i = 0; counts && i < n_counts; i++) {
        uint32_t rank = locate_label_rank(counts[i].pages, n);
        if (rank)
            counts[kept++] = (model_count){ counts[i].hash, rank };
    }
    map_free(&labels.texts);
    c->labels = counts;
    c->n_labels = kept;
    return status != HUSK_OK || counts ? status : error_set(error, HUSK_LIMIT, "a host is too large");
}

husk_status class_columns_make(const page_reader *reader, const sampled_class *from, husk_page *page, buffer *bytes,
                               const model_host *host, arena *memory, model_class *c, husk_error *error)
{
    uint32_t n = from->n < HUSK_MAX_COLUMN_PAGES ? from->n : HUSK_MAX_COLUMN_PAGES;
    husk_status status = count_labels(reader, from, n, page, bytes, memory, c, error);
    if (status != HUSK_OK)
        return status;
    locate_site site = { { .names = host->names, .n = host->n_names }, c->labels, c->n_labels };
    column_builder *builder = column_builder_new(&site);
    if (builder == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    husk_status made = HUSK_OK;
    for (uint32_t i = 0; status == HUSK_OK && made == HUSK_OK && i < n; i++) {
        status = reader->parse(reader->context, &from->pages[i], page, bytes, error);
        if (status == HUSK_OK)
            made = columns_add(builder, page);
    }
    if (status == HUSK_OK && made == HUSK_OK)
        made = columns_finish(builder, memory, &c->columns, &c->n_columns);
    column_builder_free(builder);
    return status == HUSK_OK && made != HUSK_OK ? error_set(error, made, "columns: %s", husk_status_text(made))
                                                : status;
}
