/* kinds.c - the kinds of page of one site by `auto`, with other limits than the shipped one. One JSON object a line.
 *   bench_kinds LIMIT[,LIMIT...] FILE...   for each limit (what a split must save at least of the elements' code,
 * kinds.h) the cluster of each file bench_kinds draws N TIMES FILE...      N pages drawn at random from each archive,
 * so often: how many draws are split with the shipped limit Pages are read once. bench/kinds chooses a limit without a
 * site and judges that site by it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/random.h"
#include "cluster/collection.h"

#define MAX_RECORDS 4096u

static void need(bool ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "bench_kinds: %s\n", what);
        exit(1);
    }
}

static void heap_of(husk_clustering *heap, double least)
{
    husk_cluster_options options;
    husk_cluster_options_init(&options, sizeof options);
    need(collection_init(heap, &options, NULL) == HUSK_OK, "out of memory");
    heap->least_share = least;
}

typedef struct reader {
    husk_page *page;
    husk_clustering heap; /* says what a record has */
} reader;

static void reader_init(reader *r)
{
    husk_error error = { 0 };
    heap_of(&r->heap, 0);
    need(husk_page_new(NULL, &r->page, &error) == HUSK_OK, error.message);
}

static void reader_free(reader *r)
{
    husk_page_free(r->page);
    collection_clear(&r->heap);
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
        need(collection_record(&r->heap, r->page, raw.id, &records[n++]) == HUSK_OK, "out of memory");
    }
    husk_source_free(source);
    return n;
}

static void cluster(double least, const buffer *records, uint32_t n)
{
    husk_clustering heap;
    heap_of(&heap, least);
    for (uint32_t i = 0; i < n; i++)
        need(records[i].len == 0 || collection_add(&heap, records[i].data, records[i].len) == HUSK_OK, "out of memory");
    need(collection_cluster(&heap) == HUSK_OK, "clustering failed");
    printf("{\"least\": %g, \"clusters\": [", least);
    for (uint32_t i = 0, at = 0; i < n; i++) {
        long number =
            records[i].len ? (long)heap.clusters.cluster_of[at++] : -1 - (long)i; /* what is no page stands alone */
        printf("%s%ld", i ? ", " : "", number);
    }
    printf("]}\n");
    collection_clear(&heap);
}

static void by_limits(char *limits, char **files, uint32_t n)
{
    buffer *records = calloc(n, sizeof *records); /* empty where there is no page */
    reader r;
    need(records, "out of memory");
    reader_init(&r);
    for (uint32_t i = 0; i < n; i++)
        read_file(&r, files[i], &records[i], 1);
    for (char *limit = strtok(limits, ","); limit; limit = strtok(NULL, ","))
        cluster(strtod(limit, NULL), records, n);
    for (uint32_t i = 0; i < n; i++)
        buffer_free(&records[i]);
    free(records);
    reader_free(&r);
}

/* Is a draw of `n` of the records more than one cluster? Those drawn come first, in any order. */
static bool is_split(buffer *records, uint32_t n_records, uint32_t n, random_state *random)
{
    husk_clustering heap;
    heap_of(&heap, KINDS_LEAST_SHARE);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t other = i + random_below(random, n_records - i);
        buffer drawn = records[other];
        records[other] = records[i];
        records[i] = drawn;
        need(collection_add(&heap, drawn.data, drawn.len) == HUSK_OK, "out of memory");
    }
    need(collection_cluster(&heap) == HUSK_OK, "clustering failed");
    bool split = heap.clusters.n_clusters > 1;
    collection_clear(&heap);
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
    bool is_draws = argc > 4 && strcmp(argv[1], "draws") == 0;
    if (argc < 3) {
        fprintf(stderr, "usage: bench_kinds LIMIT[,LIMIT...] FILE... | draws N TIMES FILE...\n");
        return 2;
    }
    if (is_draws)
        draws((uint32_t)strtoul(argv[2], NULL, 10), (uint32_t)strtoul(argv[3], NULL, 10), argv + 4, (uint32_t)argc - 4);
    else
        by_limits(argv[1], argv + 2, (uint32_t)argc - 2);
    return 0;
}
