/* kinds.c - the kinds of page of one site by `auto`, for evaluating and training its model.
 * Draws are the same in every run.
 * - bench_kinds pairs N[,N...] FILE...: N pages drawn from the files (0: all), the smaller draws from the larger; for
 * each draw and each site in it a line of JSON with its pages, then the columns of all pairs (pairs.h) as floats
 * - bench_kinds columns: their names
 * - bench_kinds draws N TIMES FILE...: N pages drawn from each archive, TIMES times: how many draws are split */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/hash.h"
#include "base/escape.h"
#include "cluster/collection.h"
#include "cluster/kinds_slots.h"

#define MAX_RECORDS 4096u

static void need(bool ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "bench_kinds: %s\n", what);
        exit(1);
    }
}

static void collection_of(husk_clustering *collection)
{
    husk_cluster_options options;
    husk_cluster_options_init(&options, sizeof options);
    collection_init(collection, &options, NULL);
}

typedef struct reader {
    husk_page *page;
    husk_clustering collection; /* says what a record has */
} reader;

static void reader_init(reader *r)
{
    husk_error error = { 0 };
    collection_of(&r->collection);
    need(husk_page_new(NULL, &r->page, &error) == HUSK_OK, error.message);
}

static void reader_free(reader *r)
{
    husk_page_free(r->page);
    collection_clear(&r->collection);
}

/* The records of a file's pages, `room` at most; how many there are. */
static uint32_t read_file(reader *r, const char *file, buffer *records, uint32_t room)
{
    husk_source *source;
    husk_raw raw = { .size = sizeof(husk_raw) };
    husk_error error = { 0 };
    uint32_t n = 0;
    need(husk_source_open(&file, 1, NULL, &source, &error) == HUSK_OK, error.message);
    while (n < room && husk_source_next(source, &raw, &error) == HUSK_OK) {
        if (raw.status != HUSK_OK || husk_page_parse(r->page, &raw, &error) != HUSK_OK)
            continue;
        buffer_init(&records[n], HUSK_MAX_PAGE_ARENA);
        need(collection_record(&r->collection, r->page, raw.id, &records[n++]) == HUSK_OK, "out of memory");
    }
    husk_source_free(source);
    return n;
}

/* Put `n` of the records first, drawn at random. */
static void draw(buffer *records, uint32_t n_records, uint32_t n, random_state *random)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t other = i + random_below(random, n_records - i);
        buffer drawn = records[other];
        records[other] = records[i];
        records[i] = drawn;
    }
}

/* The id of the first page that is this document. */
static slice doc_name(const husk_clustering *collection, uint32_t doc)
{
    uint32_t page = doc;
    while (collection->doc_of[page] != doc)
        page++;
    return (slice){ collection->id[page], strlen(collection->id[page]) };
}

static void write_pairs(const choice *k, const husk_clustering *collection, uint32_t draw)
{
    buffer line;
    float columns[N_PAIR_COLUMNS];
    buffer_init(&line, HUSK_MAX_PAGE_ARENA);
    buffer_format(&line, "{\"draw\": %u, \"columns\": %d, \"pages\": [", draw, N_PAIR_COLUMNS);
    for (uint32_t p = 0; p < k->n; p++) {
        buffer_text(&line, p ? ", " : "");
        json_string(&line, doc_name(collection, k->docs[p]));
    }
    buffer_text(&line, "]}\n");
    fwrite(line.data, 1, line.len, stdout);
    buffer_free(&line);
    for (uint32_t a = 0; a < k->n; a++)
        for (uint32_t b = a + 1; b < k->n; b++) {
            pairs_columns(&k->pairs, a, b, columns);
            fwrite(columns, sizeof *columns, N_PAIR_COLUMNS, stdout);
        }
}

/* The pages of each site that clustering found, as kinds_split sees them. */
static void pairs_of_sites(const husk_clustering *collection, const doc_sets *elements, uint32_t draw)
{
    uint32_t *docs = malloc(((size_t)collection->records.n + 1) * sizeof *docs);
    need(docs, "out of memory");
    for (uint32_t s = 0; s < collection->n_sites; s++) {
        choice k;
        uint32_t n = 0;
        for (uint32_t d = 0; d < collection->records.n; d++)
            if (collection->site_of[collection->clusters.cluster_of[d]] == s)
                docs[n++] = d;
        need(kinds_choice_init(&k, elements, &collection->found.sets, &collection->slots, docs, n), "out of memory");
        write_pairs(&k, collection, draw);
        kinds_choice_free(&k);
    }
    free(docs);
}

static void pairs_of_draw(const buffer *records, uint32_t n, uint32_t draw)
{
    set_builder *elements = set_builder_new();
    path_sets found;
    husk_clustering collection;
    collection_of(&collection);
    need(elements, "out of memory");
    for (uint32_t i = 0; i < n; i++) {
        traits t;
        size_t len;
        const void *record = collection_record_traits(records[i].data, records[i].len, &len);
        uint32_t n_docs = collection.records.n;
        need(record && traits_read(record, len, &t) &&
                 collection_add(&collection, records[i].data, records[i].len) == HUSK_OK &&
                 (collection.records.n == n_docs || set_builder_add(elements, t.elements, t.n_elements) == HUSK_OK),
             "out of memory");
    }
    need(set_builder_finish(elements, &found) == HUSK_OK && collection_cluster(&collection) == HUSK_OK,
         "clustering failed");
    pairs_of_sites(&collection, &found.sets, draw);
    path_sets_free(&found);
    collection_clear(&collection);
}

static void pairs(const char *sizes, char **files, uint32_t n_files)
{
    static buffer records[MAX_RECORDS];
    uint32_t n_records = 0;
    random_state random = { 7 };
    reader r;
    reader_init(&r);
    for (uint32_t f = 0; f < n_files; f++)
        n_records += read_file(&r, files[f], records + n_records, MAX_RECORDS - n_records);
    draw(records, n_records, n_records, &random);
    for (char *end; *sizes; sizes = end + (*end == ',')) {
        uint32_t n = (uint32_t)strtoul(sizes, &end, 10);
        need(end > sizes, "a number of pages is missing");
        pairs_of_draw(records, n == 0 || n > n_records ? n_records : n, n);
    }
    reader_free(&r);
    for (uint32_t i = 0; i < n_records; i++)
        buffer_free(&records[i]);
}

/* Is a draw of `n` of the records more than one cluster? Those drawn come first, in any order. */
static bool is_split(buffer *records, uint32_t n_records, uint32_t n, random_state *random)
{
    husk_clustering collection;
    collection_of(&collection);
    draw(records, n_records, n, random);
    for (uint32_t i = 0; i < n; i++)
        need(collection_add(&collection, records[i].data, records[i].len) == HUSK_OK, "out of memory");
    need(collection_cluster(&collection) == HUSK_OK, "clustering failed");
    bool split = collection.clusters.n_clusters > 1;
    collection_clear(&collection);
    return split;
}

static void draws(uint32_t n, uint32_t times, char **files, uint32_t n_files)
{
    static buffer records[MAX_RECORDS];
    uint32_t n_draws = 0, n_split = 0;
    random_state random = { 7 };
    reader r;
    reader_init(&r);
    for (uint32_t f = 0; f < n_files; f++) {
        uint32_t n_records = read_file(&r, files[f], records, MAX_RECORDS);
        for (uint32_t t = 0; t < times && n <= n_records; t++, n_draws++)
            n_split += is_split(records, n_records, n, &random);
        for (uint32_t i = 0; i < n_records; i++)
            buffer_free(&records[i]);
    }
    reader_free(&r);
    printf("{\"pages\": %u, \"draws\": %u, \"split\": %u}\n", n, n_draws, n_split);
}

int main(int argc, char **argv)
{
    bool is_draws = argc > 4 && strcmp(argv[1], "draws") == 0, is_pairs = argc > 3 && strcmp(argv[1], "pairs") == 0;
    char name[PAIR_NAME_SIZE];
    if (argc == 2 && strcmp(argv[1], "columns") == 0) {
        for (unsigned c = 0; c < N_PAIR_COLUMNS; c++) {
            pair_column_name(c, name);
            puts(name);
        }
        return 0;
    }
    if (!is_draws && !is_pairs) {
        fprintf(stderr, "usage: bench_kinds columns | pairs N[,N...] FILE... | draws N TIMES FILE...\n");
        return 2;
    }
    if (is_draws)
        draws((uint32_t)strtoul(argv[2], NULL, 10), (uint32_t)strtoul(argv[3], NULL, 10), argv + 4, (uint32_t)argc - 4);
    else
        pairs(argv[2], argv + 3, (uint32_t)argc - 3);
    return 0;
}
