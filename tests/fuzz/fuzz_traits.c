/* fuzz_traits.c - any bytes as a page's traits, alone or as a record of a collection: refused, or read completely.
 * Records come from workers of the same process; this tests that they are checked all the same. A collection of
 * everything accepted is clustered. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/classify.h"
#include "cluster/collection.h"
#include "cluster/traits.h"
#include "husk/lab.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile uint64_t sum;

static void add_all(const uint64_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sum += numbers[i];
}

static void try_record(const void *bytes, size_t len)
{
    traits t;
    uint64_t *list;
    uint32_t n;
    if (!traits_read(bytes, len, &t))
        return;
    add_all(t.paths, t.n_paths);
    add_all(t.elements, t.n_elements);
    for (size_t i = 0; i < t.n_slots; i++)
        sum += t.slots[i].slot + t.slots[i].value;
    add_all(t.words, t.n_words);
    if (class_traits(bytes, len, &list, &n)) {
        add_all(list, n);
        free(list);
    }
}

/* The record as it is and its first half, three times each: a collection of more than one page. */
static void try_collection(const void *bytes, size_t len)
{
    husk_clustering *collection;
    husk_text_options text;
    husk_text_options_init(&text);
    text.method = len % 2 ? HUSK_TEXT_NONE : HUSK_TEXT_MDL;
    if (husk_text_clustering_new(NULL, &text, &collection, NULL))
        abort();
    bool taken = false;
    for (int i = 0; i < 3; i++) {
        taken |= collection_add(collection, bytes, len) == HUSK_OK;
        taken |= collection_add(collection, bytes, len / 16 * 8) == HUSK_OK;
    }
    if (taken && husk_clustering_run(collection, NULL) == HUSK_OK)
        for (uint32_t i = 0; i < husk_clustering_n_pages(collection); i++)
            if (husk_clustering_cluster_of(collection, i) >= husk_clustering_n_clusters(collection))
                abort();
    husk_clustering_free(collection);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    void *aligned = malloc(size ? size : 1);
    if (!aligned)
        abort();
    if (size)
        memcpy(aligned, data, size);
    try_record(aligned, size);
    try_collection(aligned, size);
    free(aligned);
    return 0;
}
