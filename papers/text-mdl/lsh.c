/* lsh.c - TEXT-MDL over the pairs that banded buckets propose.
 * A bucket of m clusters proposes the m - 1 pairs of neighbours, not all m (m - 1) / 2: as clusters join, a pair
 * comes to mean the clusters that its two ends are now in, so everything in a bucket can still be joined. Pairs are
 * processed by levels of savings, an eighth of an octave each: a pair whose saving fell below its level moves down,
 * so each is examined a few times, not once per join. Cost: O(n bands) pairs, each a comparison of two signatures.
 * Limits: within a level the order is that of the rows, not the exact best; the estimate blurs as clusters grow, so
 * cluster.c joins the rest by exact cost, as the paper counts it. */
#include "text-mdl/lsh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/table.h"

#define LEVELS_PER_OCTAVE 8
#define MAX_LEVELS (64 * LEVELS_PER_OCTAVE) /* savings of 2^-20 to 2^44 bits */

typedef struct pair {
    uint32_t a, b;
} pair;

typedef struct level {
    pair *pairs;
    size_t n, room;
} level;

typedef struct buckets {
    signatures *s;
    uint32_t *root; /* by cluster: the one it joined, finally itself */
    double *cost;
    level levels[MAX_LEVELS];
} buckets;

/* The level of a saving; -1 if it saves nothing. Found by comparison, so that no rounding of a logarithm decides. */
static int level_of(double saving)
{
    static const double step[LEVELS_PER_OCTAVE] = { 0.5,
                                                    0.5452538663326288,
                                                    0.5946035575013605,
                                                    0.6484197773255048,
                                                    0.7071067811865476,
                                                    0.7711054127039704,
                                                    0.8408964152537145,
                                                    0.9170040432046712 };
    if (saving <= 1e-6)
        return -1;
    int exponent, at = LEVELS_PER_OCTAVE - 1;
    double mantissa = frexp(saving, &exponent);
    while (mantissa < step[at])
        at--;
    int found = (exponent + 20) * LEVELS_PER_OCTAVE + at;
    return found < 0 ? 0 : found >= MAX_LEVELS ? MAX_LEVELS - 1 : found;
}

static bool propose(buckets *k, int at, uint32_t a, uint32_t b)
{
    level *v = &k->levels[at];
    if (!array_grow(&v->pairs, &v->room, v->n + 1, sizeof *v->pairs))
        return false;
    v->pairs[v->n++] = (pair){ a, b };
    return true;
}

static double saving_of(const buckets *k, uint32_t a, uint32_t b)
{
    return k->cost[a] + k->cost[b] - signatures_joined_cost(k->s, a, b);
}

static void join(buckets *k, uint32_t a, uint32_t b, double saving, merge_list *out)
{
    out->step[out->n++] = (merge_step){ a, b, saving };
    k->root[b] = a;
    signatures_join(k->s, a, b);
    k->cost[a] = signatures_cost(k->s, a);
}

/* The last cluster seen in each bucket of one band: a table by the bucket's key. */
typedef struct last_seen {
    uint64_t *key;
    uint32_t *cluster; /* + 1, or 0 */
    size_t n_slots;
} last_seen;

static bool last_seen_init(last_seen *t, uint32_t n)
{
    t->n_slots = table_size(n, 16);
    t->key = malloc(t->n_slots * sizeof *t->key);
    t->cluster = malloc(t->n_slots * sizeof *t->cluster);
    return t->key && t->cluster;
}

/* The cluster that was in this bucket before c, or UINT32_MAX. */
static uint32_t last_seen_swap(last_seen *t, uint64_t key, uint32_t c)
{
    size_t at;
    TABLE_PLACE(at, key, t->n_slots, t->cluster[at] == 0, t->key[at] == key);
    uint32_t before = t->cluster[at] - 1; /* wraps to UINT32_MAX */
    t->key[at] = key;
    t->cluster[at] = c + 1;
    return before;
}

/* Clusters with equal signatures save most: join them at once. */
static void join_equal(buckets *k, last_seen *t, merge_list *out)
{
    signatures *s = k->s;
    memset(t->cluster, 0, t->n_slots * sizeof *t->cluster);
    for (uint32_t c = 0; c < s->n; c++) {
        uint64_t key = hash_bytes(s->rank + (size_t)c * s->length, s->length * sizeof(uint32_t));
        uint32_t before = last_seen_swap(t, key, c);
        if (before == UINT32_MAX || !signatures_equal(s, before, c))
            continue;
        uint32_t a = root_of(k->root, before);
        join(k, a, c, saving_of(k, a, c), out);
    }
}

static bool propose_neighbours(buckets *k, unsigned bands, last_seen *t)
{
    signatures *s = k->s;
    unsigned rows = s->length / bands;
    for (unsigned band = 0; band < bands; band++) {
        memset(t->cluster, 0, t->n_slots * sizeof *t->cluster);
        for (uint32_t c = 0; c < s->n; c++) {
            if (k->root[c] != c || s->n_paths[c] == 0)
                continue;
            const uint32_t *rank = s->rank + (size_t)c * s->length + (size_t)band * rows;
            uint32_t before = last_seen_swap(t, hash_bytes(rank, rows * sizeof *rank), c);
            if (before == UINT32_MAX)
                continue;
            int at = level_of(saving_of(k, before, c));
            if (at >= 0 && !propose(k, at, before, c))
                return false;
        }
    }
    return true;
}

static bool work_off(buckets *k, merge_list *out)
{
    for (int at = MAX_LEVELS - 1; at >= 0; at--) {
        /* Pairs that sink move to lower levels, so this one only shrinks. */
        for (size_t i = 0; i < k->levels[at].n; i++) {
            uint32_t a = root_of(k->root, k->levels[at].pairs[i].a), b = root_of(k->root, k->levels[at].pairs[i].b);
            if (a == b)
                continue;
            if (a > b) {
                uint32_t t = a;
                a = b;
                b = t;
            }
            double saving = saving_of(k, a, b);
            int now = level_of(saving);
            if (now >= at)
                join(k, a, b, saving, out);
            else if (now >= 0 && !propose(k, now, a, b))
                return false;
        }
        free(k->levels[at].pairs);
        k->levels[at] = (level){ 0 };
    }
    return true;
}

husk_status lsh_agglomerate(signatures *s, unsigned bands, merge_list *out)
{
    if (bands == 0 || s->length % bands)
        return HUSK_BAD_ARGUMENT;
    size_t n = s->n ? s->n : 1;
    buckets *k = calloc(1, sizeof *k);
    last_seen t = { 0 };
    *out = (merge_list){ calloc(n, sizeof(merge_step)), 0 };
    bool ok = k && out->step && last_seen_init(&t, s->n);
    if (ok) {
        k->s = s;
        k->root = malloc(n * sizeof *k->root);
        k->cost = malloc(n * sizeof *k->cost);
        ok = k->root && k->cost;
    }
    for (uint32_t c = 0; ok && c < s->n; c++) {
        k->root[c] = c;
        k->cost[c] = signatures_cost(s, c);
    }
    if (ok)
        join_equal(k, &t, out);
    ok = ok && propose_neighbours(k, bands, &t) && work_off(k, out);
    for (int at = 0; k && at < MAX_LEVELS; at++)
        free(k->levels[at].pairs);
    if (k) {
        free(k->root);
        free(k->cost);
    }
    free(k);
    free(t.key);
    free(t.cluster);
    if (ok)
        return HUSK_OK;
    free(out->step);
    *out = (merge_list){ 0 };
    return HUSK_NO_MEMORY;
}
