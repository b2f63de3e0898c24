/* signatures.c - signatures of clusters, and what they tell of a join.
 * Cost: length steps per pair to compare, in the lanes of minhash.h. Limits: MINHASH_MAX_LENGTH; 2^26 documents. */
#include "text-mdl/signatures.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

husk_status signatures_init(signatures *s, uint32_t n, unsigned length)
{
    *s = (signatures){ .n = n, .length = length };
    size_t cells, room = n ? n : 1;
    if (length == 0 || length > MINHASH_MAX_LENGTH || !size_mul(room, length, &cells) ||
        cells > SIZE_MAX / sizeof(uint32_t))
        return HUSK_BAD_ARGUMENT;
    s->rank = malloc(cells * sizeof *s->rank);
    s->count = malloc(cells * sizeof *s->count);
    s->n_docs = calloc(room, sizeof *s->n_docs);
    s->n_paths = calloc(room, sizeof *s->n_paths);
    if (s->rank && s->count && s->n_docs && s->n_paths)
        return HUSK_OK;
    signatures_free(s);
    return HUSK_NO_MEMORY;
}

void signatures_free(signatures *s)
{
    free(s->rank);
    free(s->count);
    free(s->n_docs);
    free(s->n_paths);
    *s = (signatures){ 0 };
}

static uint32_t *rank_row(const signatures *s, uint32_t c)
{
    return s->rank + (size_t)c * s->length;
}

static uint32_t *count_row(const signatures *s, uint32_t c)
{
    return s->count + (size_t)c * s->length;
}

void signatures_start(signatures *s, uint32_t c, uint32_t weight, uint32_t n_paths)
{
    s->n_docs[c] = weight;
    s->n_paths[c] = (uint64_t)n_paths * weight;
    for (unsigned q = 0; q < s->length; q++)
        count_row(s, c)[q] = weight;
}

/* 32-bit sums keep the lanes' width; this many counts of up to 2^26 documents can't overflow. */
#define PIECE 64u

/* Sums over the permutations of n_q and of w(n_q). */
typedef struct count_sums {
    uint64_t counts, ones;
} count_sums;

LANES static count_sums joined_sums(const uint32_t *ra, const uint32_t *na, const uint32_t *rb, const uint32_t *nb,
                                    unsigned length, uint32_t n_docs)
{
    count_sums sums = { 0, 0 };
    for (unsigned begin = 0; begin < length; begin += PIECE) {
        unsigned end = begin + PIECE < length ? begin + PIECE : length;
        uint32_t counts = 0, ones = 0;
        for (unsigned q = begin; q < end; q++) {
            uint32_t n = (ra[q] <= rb[q] ? na[q] : 0) + (rb[q] <= ra[q] ? nb[q] : 0);
            uint32_t other = n_docs + 1 - n;
            counts += n;
            ones += n < other ? n : other;
        }
        sums.counts += counts;
        sums.ones += ones;
    }
    return sums;
}

static double cost_of(uint64_t n_paths, count_sums sums)
{
    return sums.counts ? (double)n_paths * (double)sums.ones / (double)sums.counts : 0;
}

double signatures_cost(const signatures *s, uint32_t c)
{
    count_sums sums = { 0, 0 };
    for (unsigned q = 0; q < s->length; q++) {
        uint32_t n = count_row(s, c)[q], other = s->n_docs[c] + 1 - n;
        sums.counts += n;
        sums.ones += n < other ? n : other;
    }
    return cost_of(s->n_paths[c], sums);
}

double signatures_joined_cost(const signatures *s, uint32_t a, uint32_t b)
{
    count_sums sums = joined_sums(rank_row(s, a), count_row(s, a), rank_row(s, b), count_row(s, b), s->length,
                                  s->n_docs[a] + s->n_docs[b]);
    return cost_of(s->n_paths[a] + s->n_paths[b], sums);
}

LANES static uint32_t full_matches(const uint32_t *ra, const uint32_t *na, const uint32_t *rb, const uint32_t *nb,
                                   unsigned length, uint32_t a_docs, uint32_t b_docs)
{
    uint32_t n = 0;
    for (unsigned q = 0; q < length; q++)
        n += (ra[q] == rb[q]) & (na[q] == a_docs) & (nb[q] == b_docs);
    return n;
}

uint32_t signatures_jaccard(const signatures *s, uint32_t a, uint32_t b)
{
    return full_matches(rank_row(s, a), count_row(s, a), rank_row(s, b), count_row(s, b), s->length, s->n_docs[a],
                        s->n_docs[b]);
}

LANES static uint32_t equal_ranks(const uint32_t *ra, const uint32_t *rb, unsigned length)
{
    uint32_t n = 0;
    for (unsigned q = 0; q < length; q++)
        n += ra[q] == rb[q];
    return n;
}

double signatures_dice(const signatures *s, uint32_t a, uint32_t b)
{
    uint32_t full = signatures_jaccard(s, a, b);
    if (full == 0)
        return 0;
    return 2.0 * full / (s->length + equal_ranks(rank_row(s, a), rank_row(s, b), s->length));
}

void signatures_join(signatures *s, uint32_t a, uint32_t b)
{
    uint32_t *ra = rank_row(s, a), *na = count_row(s, a), *rb = rank_row(s, b), *nb = count_row(s, b);
    for (unsigned q = 0; q < s->length; q++) {
        na[q] = (ra[q] <= rb[q] ? na[q] : 0) + (rb[q] <= ra[q] ? nb[q] : 0);
        ra[q] = ra[q] < rb[q] ? ra[q] : rb[q];
    }
    s->n_docs[a] += s->n_docs[b];
    s->n_docs[b] = 0;
    s->n_paths[a] += s->n_paths[b];
}

bool signatures_equal(const signatures *s, uint32_t a, uint32_t b)
{
    return memcmp(rank_row(s, a), rank_row(s, b), s->length * sizeof(uint32_t)) == 0;
}
