/* arrays.c - sort and deduplicate hashes.
 * Large sets are first split into as many buckets by their leading bits, which are random, so that each bucket has
 * few to sort. A page's nodes have few distinct paths (a tenth, on real pages), so recently seen hashes are dropped
 * before the sort by a table indexed by the low bits; the sort removes what it misses. Cost: O(n), plus the sort of
 * the remainder. Limits: none. */
#include "base/arrays.h"

#define PLACES 1024u /* 8 KB: fits the L1 cache */

static bool hashes_are_unique(const uint64_t *values, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (values[i - 1] >= values[i])
            return false;
    return true;
}

size_t hashes_unique(uint64_t *values, size_t n)
{
    uint64_t seen[PLACES] = { 0 };
    size_t some = 0, kept = 0;
    if (hashes_are_unique(values, n))
        return n;
    for (size_t i = 0; i < n; i++) {
        uint64_t v = values[i];
        if (v && seen[v % PLACES] == v)
            continue;
        seen[v % PLACES] = v;
        values[some++] = v;
    }
    qsort(values, some, sizeof *values, by_u64);
    for (size_t i = 0; i < some; i++)
        if (kept == 0 || values[i] != values[kept - 1])
            values[kept++] = values[i];
    return kept;
}

static int by_hash_and_number(const void *a, const void *b)
{
    const numbered_hash *x = a, *y = b;
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): hashes_sort filled the array in a loop */
    return ORDER_OF(x->hash, y->hash) ?: ORDER_OF(x->number, y->number);
}

/* Sort one bucket: insertion sort for a few; a bucket with many (hashes chosen to collide) uses the general sort. */
static void bucket_sort(numbered_hash *h, size_t n)
{
    if (n > 16) {
        qsort(h, n, sizeof *h, by_hash_and_number);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        numbered_hash v = h[i];
        size_t at = i;
        for (; at > 0 && by_hash_and_number(&h[at - 1], &v) > 0; at--)
            h[at] = h[at - 1];
        h[at] = v;
    }
}

bool hashes_sort(numbered_hash *hashes, size_t n)
{
    unsigned bits = 1;
    if (n < 2)
        return true;
    while (bits < 20 && (size_t)4 << bits < n)
        bits++;
    size_t n_buckets = (size_t)1 << bits, *first = calloc(n_buckets + 1, sizeof *first);
    numbered_hash *by_bucket = malloc(n * sizeof *by_bucket);
    bool ok = first && by_bucket;
    for (size_t i = 0; ok && i < n; i++)
        first[(hashes[i].hash >> (64 - bits)) + 1]++;
    for (size_t b = 0; ok && b < n_buckets; b++)
        first[b + 1] += first[b];
    for (size_t i = 0; ok && i < n; i++)
        by_bucket[first[hashes[i].hash >> (64 - bits)]++] = hashes[i];
    for (size_t b = 0, begin = 0; ok && b < n_buckets; begin = first[b++])
        bucket_sort(by_bucket + begin, first[b] - begin);
    if (ok)
        memcpy(hashes, by_bucket, n * sizeof *hashes);
    free(first);
    free(by_bucket);
    return ok;
}
