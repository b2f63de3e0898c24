/* kinds.c - the kinds of page of one site by `auto`, with other limits than the shipped one. One JSON object a line, for each limit.
 *   bench_kinds LIMIT[,LIMIT...] FILE...   what a split must save at least of the elements' code (kinds.h); the cluster of each file, by number
 * Pages are read once. bench/kinds chooses a limit without a site and judges that site by it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "site/heap.h"

static void need(bool ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "bench_kinds: %s\n", what);
        exit(1);
    }
}

static void heap_of(husk_heap *heap, double least)
{
    husk_cluster_options options;
    husk_cluster_options_init(&options, sizeof options);
    need(heap_init(heap, &options, NULL) == HUSK_OK, "out of memory");
    heap->least_share = least;
}

/* One record for each file; empty where there is no page. */
static void read_records(char **files, uint32_t n, buffer *records)
{
    husk_source *source;
    husk_page *page;
    husk_raw raw;
    husk_error error = { 0 };
    husk_heap heap;
    heap_of(&heap, 0);
    need(husk_page_new(NULL, &page, &error) == HUSK_OK, error.message);
    for (uint32_t i = 0; i < n; i++) {
        const char *file = files[i];
        buffer_init(&records[i], HUSK_MAX_PAGE_ARENA);
        need(husk_source_open(&file, 1, NULL, &source, &error) == HUSK_OK, error.message);
        if (husk_source_next(source, &raw, &error) == HUSK_OK && raw.status == HUSK_OK && husk_page_parse(page, &raw, &error) == HUSK_OK)
            need(heap_record(&heap, page, raw.id, &records[i]) == HUSK_OK, "out of memory");
        husk_source_free(source);
    }
    husk_page_free(page);
    heap_clear(&heap);
}

static void cluster(double least, const buffer *records, uint32_t n)
{
    husk_heap heap;
    heap_of(&heap, least);
    for (uint32_t i = 0; i < n; i++)
        need(records[i].len == 0 || heap_add(&heap, records[i].data, records[i].len) == HUSK_OK, "out of memory");
    need(heap_cluster(&heap) == HUSK_OK, "clustering failed");
    printf("{\"least\": %g, \"clusters\": [", least);
    for (uint32_t i = 0, at = 0; i < n; i++) {
        long number = records[i].len ? (long)heap.clusters.cluster_of[at++] : -1 - (long)i; /* what is no page stands alone */
        printf("%s%ld", i ? ", " : "", number);
    }
    printf("]}\n");
    heap_clear(&heap);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: bench_kinds LIMIT[,LIMIT...] FILE...\n");
        return 2;
    }
    uint32_t n = (uint32_t)argc - 2;
    buffer *records = calloc(n, sizeof *records);
    need(records, "out of memory");
    read_records(argv + 2, n, records);
    for (char *limit = strtok(argv[1], ","); limit; limit = strtok(NULL, ","))
        cluster(strtod(limit, NULL), records, n);
    for (uint32_t i = 0; i < n; i++)
        buffer_free(&records[i]);
    free(records);
    return 0;
}
