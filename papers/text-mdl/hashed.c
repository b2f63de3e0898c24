/* hashed.c - the best pair by estimated cost, with a heap of best partners.
 * TEXT-MAX and TEXT-DICEMAX first join clusters with equal signatures, then let each cluster consider only the most
 * similar ones: the cost is estimated for few pairs, and finding them takes a count of equal ranks. Cost: O(n length)
 * per join and per lost partner; no table of pairs. Limits: only time, which is quadratic; lsh.c is not. */
#include "text-mdl/hashed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/stop.h"
#include "text-mdl/partners.h"

/* Estimated savings are rounded to this fraction of a one, so that the heap's order can't depend on a last bit. */
#define PARTS 1024.0

typedef struct searcher {
    signatures *s;
    hashed_search search;
    uint32_t *alive; /* remaining clusters, ascending */
    uint32_t n_alive;
    double *cost;     /* by cluster */
    double *likeness; /* by cluster: similarity to its partner */
    uint32_t *version;
    uint32_t *seen_version;
    partners best;
} searcher;

static husk_status searcher_init(searcher *r, signatures *s, hashed_search search)
{
    size_t n = s->n ? s->n : 1;
    *r = (searcher){ .s = s, .search = search };
    r->alive = malloc(n * sizeof *r->alive);
    r->cost = calloc(n, sizeof *r->cost);
    r->likeness = calloc(n, sizeof *r->likeness);
    r->version = calloc(n, sizeof *r->version);
    r->seen_version = calloc(n, sizeof *r->seen_version);
    if (!r->alive || !r->cost || !r->likeness || !r->version || !r->seen_version)
        return HUSK_NO_MEMORY;
    return partners_init(&r->best, s->n);
}

static void searcher_free(searcher *r)
{
    free(r->alive);
    free(r->cost);
    free(r->likeness);
    free(r->version);
    free(r->seen_version);
    partners_free(&r->best);
}

static int64_t saved(const searcher *r, uint32_t a, uint32_t b)
{
    return llround((r->cost[a] + r->cost[b] - signatures_joined_cost(r->s, a, b)) * PARTS);
}

/* The similarity of two clusters; TEXT-HASH considers all pairs alike. */
static double likeness(const searcher *r, uint32_t a, uint32_t b)
{
    switch (r->search) {
    case HASHED_JACCARD:
        return signatures_jaccard(r->s, a, b);
    case HASHED_DICE:
        return signatures_dice(r->s, a, b);
    default:
        return 1;
    }
}

static void choose(searcher *r, uint32_t c, int64_t gain, uint32_t partner, double like)
{
    partners_set(&r->best, c, gain, partner);
    r->likeness[c] = like;
    if (partner != PARTNER_NONE)
        r->seen_version[c] = r->version[partner];
}

static bool is_stale(const searcher *r, uint32_t c)
{
    uint32_t p = r->best.partner[c];
    return p != PARTNER_NONE && r->seen_version[c] != r->version[p];
}

/* Is partner k, with this similarity to c, better for c than its present one? A lost partner keeps its similarity
 * until c searches again. */
static bool is_better(const searcher *r, uint32_t c, double like, int64_t gain, uint32_t k)
{
    if (like != r->likeness[c])
        return like > r->likeness[c];
    return partners_is_better(&r->best, c, gain, k);
}

/* Compare k with all others and give it its best partner. With `update`, the others are updated too. */
static void look(searcher *r, uint32_t k, bool update)
{
    double most = 0;
    int64_t best = INT64_MIN;
    uint32_t partner = PARTNER_NONE;
    for (uint32_t i = 0; i < r->n_alive; i++) {
        uint32_t l = r->alive[i];
        if (l == k)
            continue;
        double like = likeness(r, k, l);
        bool for_k = like > 0 && like >= most, for_l = update && like > 0 && like >= r->likeness[l];
        if (!for_k && !for_l)
            continue;
        int64_t gain = saved(r, k, l);
        if (for_k && (like > most || gain > best)) {
            most = like;
            best = gain;
            partner = l;
        }
        if (for_l && is_better(r, l, like, gain, k))
            choose(r, l, gain, k, like);
    }
    choose(r, k, best, partner, most);
}

typedef struct signed_row {
    uint64_t key;
    uint32_t row;
} signed_row;

static int by_key(const void *a, const void *b)
{
    const signed_row *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

static void record(searcher *r, uint32_t a, uint32_t b, double gain, merge_list *out)
{
    out->step[out->n++] = (merge_step){ a, b, gain };
    signatures_join(r->s, a, b);
    r->version[a]++;
    r->version[b]++;
    r->cost[a] = signatures_cost(r->s, a);
}

/* Line 1 of the papers' TakeInitBestPair. */
static husk_status join_equal_signatures(searcher *r, merge_list *out)
{
    signatures *s = r->s;
    signed_row *rows = malloc((s->n ? s->n : 1) * sizeof *rows);
    if (rows == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t c = 0; c < s->n; c++)
        rows[c] = (signed_row){ hash_bytes(s->rank + (size_t)c * s->length, s->length * sizeof(uint32_t)), c };
    qsort(rows, s->n, sizeof *rows, by_key);
    for (uint32_t i = 1, first = 0; i < s->n; i++) {
        uint32_t a = rows[first].row, b = rows[i].row;
        if (rows[i].key == rows[first].key && signatures_equal(s, a, b))
            record(r, a, b, r->cost[a] + r->cost[b] - signatures_joined_cost(s, a, b), out);
        else
            first = i;
    }
    free(rows);
    return HUSK_OK;
}

static void drop(searcher *r, uint32_t c)
{
    uint32_t low = 0, high = r->n_alive;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (r->alive[middle] < c)
            low = middle + 1;
        else
            high = middle;
    }
    memmove(r->alive + low, r->alive + low + 1, (r->n_alive - low - 1) * sizeof *r->alive);
    r->n_alive--;
}

/* A stored gain bounds what TEXT-HASH can still find, since every pair is considered. By similarity it is no bound:
 * once the most similar cluster is gone, the next one may save something although the first did not. So before the
 * end, every cluster whose partner changed searches again. Returns whether any did. */
static bool look_again(searcher *r)
{
    bool any = false;
    for (uint32_t i = 0; i < r->n_alive; i++)
        if (is_stale(r, r->alive[i])) {
            look(r, r->alive[i], false);
            any = true;
        }
    return any;
}

static void run(searcher *r, merge_list *out)
{
    for (uint32_t c = 0; c < r->s->n; c++)
        if (r->s->n_docs[c])
            r->alive[r->n_alive++] = c;
    for (uint32_t i = 0; i < r->n_alive; i++)
        look(r, r->alive[i], false);
    while (!stop_is_set(r->s->stop)) {
        uint32_t c = partners_top(&r->best);
        if (c == PARTNER_NONE || r->best.gain[c] <= 0) {
            if (!look_again(r))
                return;
            continue;
        }
        if (is_stale(r, c)) {
            look(r, c, false);
            continue;
        }
        uint32_t o = r->best.partner[c], a = c < o ? c : o, b = c < o ? o : c;
        double gain = (double)r->best.gain[c] / PARTS;
        partners_remove(&r->best, b);
        drop(r, b);
        record(r, a, b, gain, out);
        look(r, a, true);
    }
}

husk_status hashed_agglomerate(signatures *s, hashed_search search, merge_list *out)
{
    *out = (merge_list){ calloc(s->n ? s->n : 1, sizeof(merge_step)), 0 };
    searcher r;
    husk_status status = searcher_init(&r, s, search);
    if (out->step == NULL)
        status = HUSK_NO_MEMORY;
    for (uint32_t c = 0; status == HUSK_OK && c < s->n; c++)
        r.cost[c] = signatures_cost(s, c);
    if (status == HUSK_OK && search != HASHED_ALL)
        status = join_equal_signatures(&r, out);
    if (status == HUSK_OK)
        run(&r, out);
    if (status == HUSK_OK && stop_is_set(s->stop))
        status = HUSK_STOPPED;
    searcher_free(&r);
    if (status != HUSK_OK) {
        free(out->step);
        *out = (merge_list){ 0 };
    }
    return status;
}
