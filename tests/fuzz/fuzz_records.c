/* fuzz_records.c - pages, separated by a byte 0xff, become columns and then records.
 * Nothing is read out of bounds, no name occurs twice, and the first page's output is the same after the others. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "fuzz/kept_page.h"
#include "page/page.h"
#include "records/columns.h"
#include "store/tally.h"
#include "write/records.h"

#define MOST_PAGES 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct counter {
    hash_map tally;
    uint32_t stamp;
} counter;

static void count(void *context, uint64_t hash)
{
    counter *c = context;
    if (!map_count(&c->tally, hash, c->stamp))
        abort();
}

static void parse(husk_page *page, slice html)
{
    husk_raw raw = {
        .size = sizeof(husk_raw), .id = "page", .url = "http://site.example/a/b", .bytes = html.data, .len = html.len
    };
    if (kept_page_parse(&page, NULL, &raw))
        return;
    raw.len = 0; /* the bytes of another format: an empty page stands in */
    kept_page_parse(&page, NULL, &raw);
}

static void learn(husk_page *page, const slice *pages, uint32_t n, arena *memory, model_host *host, model_class *c)
{
    counter names = { 0 }, texts = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        parse(page, pages[i]);
        names.stamp = texts.stamp = i + 1;
        evidence_names(page, count, &names);
        locate_texts(page, count, &texts);
    }
    host->names = tally_counts(&names.tally, 2, memory, &host->n_names);
    c->labels = tally_counts(&texts.tally, 2, memory, &c->n_labels);
    for (uint32_t i = 0; i < c->n_labels; i++)
        c->labels[i].pages = locate_label_rank(c->labels[i].pages, n);
    locate_site site = { { .names = host->names, .n = host->n_names }, c->labels, c->n_labels };
    column_builder *b = column_builder_new(&site, host);
    for (uint32_t i = 0; i < n; i++) {
        parse(page, pages[i]);
        if (columns_add(b, page) != HUSK_OK)
            abort();
    }
    if (columns_finish(b, memory, &c->columns, &c->n_columns, NULL) != HUSK_OK)
        abort();
    column_builder_free(b);
    map_free(&names.tally);
    map_free(&texts.tally);
}

/* Kept from input to input: new memory takes longer than what is done with it. */
static void memory_ready(arena *memory)
{
    if (memory->cap == 0)
        arena_init(memory, (size_t)1 << 28);
    arena_reset(memory, (size_t)1 << 20);
}

static uint64_t write_page(const column_index *index, husk_page *page, const model_class *c, slice html)
{
    static arena memory;
    page_record record;
    buffer out;
    parse(page, html);
    memory_ready(&memory);
    buffer_init(&out, (size_t)1 << 28);
    if (columns_read(index, page, &memory, &record) != HUSK_OK)
        abort();
    for (uint32_t i = 0; i < c->n_columns; i++)
        for (uint32_t k = 0; k < record.columns[i].n; k++) {
            located_write(page, &record.values[record.picked[record.columns[i].first + k]], k % 2 == 0, &out);
            buffer_byte(&out, 0);
        }
    uint64_t hash = hash_bytes(out.data ? out.data : "", out.len);
    buffer_free(&out);
    return hash;
}

static void check_names(const model_class *c)
{
    for (uint32_t i = 0; i < c->n_columns; i++)
        for (uint32_t k = 0; k < i; k++)
            if (c->columns[i].name.len == 0 ||
                (c->columns[i].name.len == c->columns[k].name.len &&
                 memcmp(c->columns[i].name.data, c->columns[k].name.data, c->columns[i].name.len) == 0))
                abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    slice pages[MOST_PAGES];
    uint32_t n = 0;
    for (size_t from = 0, i = 0; i <= size && n < MOST_PAGES; i++)
        if (i == size || data[i] == 0xff) {
            pages[n++] = (slice){ (const char *)data + from, i - from };
            from = i + 1;
        }
    static husk_page *page;
    static arena memory;
    model_host host = { 0 };
    model_class c = { .number = 1 };
    if (page == NULL && husk_page_new(NULL, &page, NULL) != HUSK_OK)
        abort();
    memory_ready(&memory);
    learn(page, pages, n, &memory, &host, &c);
    check_names(&c);
    column_index *index = column_index_new(&host, &c);
    uint64_t first = write_page(index, page, &c, pages[0]);
    for (uint32_t i = 1; i < n; i++)
        write_page(index, page, &c, pages[i]);
    if (write_page(index, page, &c, pages[0]) != first)
        abort();
    column_index_free(index);
    return 0;
}
