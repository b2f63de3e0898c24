/* agglomerate.c - exact agglomeration over inverted lists of paths.
 * What joining k and l saves depends only on their shared paths, apart from terms given by a histogram of supports.
 * So one walk over the lists of k's paths finds k's gain with every other cluster at once, and no table of pairs is
 * kept. A path that no other cluster has can't be shared: it is counted by its support and not listed, so that a
 * large cluster is as fast to join as its template. Cost: one walk per join, and per cluster whose partner is gone
 * and whose old gain reached the top (partners.h). A walk reads the lists of all its paths, which makes the whole
 * quadratic; with a limit, a longer walk reads the shortest lists first, up to the limit, and compares only the
 * clusters that it met most often. Limits: memory is linear in the sets' items. */
#include "text-mdl/agglomerate.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/stop.h"
#include "text-mdl/mdl.h"
#include "text-mdl/partners.h"

#define GONE UINT32_MAX /* in place of a cluster: the posting was removed by a join */
/* Clusters that a limited walk compares, of those met at least a quarter as often as the first. On 50,000 pages half
 * as many cost 1.1 % more ones; without the quarter 1.3 % fewer, in one and a half times the time (bench_cluster
 * growth). */
#define COMPARED 16u
#define LEAST_MET 4u
#define LISTED 0x80000000u /* flag in a count: the path is already listed; documents are fewer than 2^31 */

typedef struct posting {
    uint32_t cluster;
    uint32_t support;
} posting;

/* The number of paths of a cluster with one support. */
typedef struct support_count {
    uint32_t support;
    uint32_t n_paths;
} support_count;

typedef struct histogram {
    support_count *bin; /* ascending */
    uint32_t n;
} histogram;

typedef struct cluster {
    uint32_t n_docs; /* 0: joined to another */
    uint32_t n_items;
    uint32_t *item; /* paths that other clusters have too, ascending */
    uint32_t *support;
    uint32_t *place;  /* index of its posting in each path's list */
    histogram common; /* of these */
    histogram lone;   /* of the paths that only it has */
    uint32_t version; /* incremented with each join */
    int64_t cost;
} cluster;

typedef struct engine {
    uint32_t n;
    const husk_stop *stop;
    cluster *clusters;
    posting *postings; /* of path p: [first[p], first[p] + n_places[p]), some of them GONE */
    size_t *first;
    uint32_t *n_places;
    uint32_t *n_postings; /* of path p, without removed ones */
    uint32_t limit;       /* postings per walk; 0: all */
    uint32_t *met;        /* by cluster, during a limited walk: number of lists it is on */
    uint32_t *by_length;  /* a limited walk's paths, by the length of their lists */
    size_t by_length_room;
    int64_t *shared; /* by cluster: the contribution of shared paths, during a walk */
    uint32_t *touched;
    uint32_t n_touched;
    bool *is_touched;
    int64_t *memo;     /* by cluster size: cost of the walking cluster's own paths in a cluster that much larger */
    uint32_t *memo_of; /* by cluster size: the walk that wrote it */
    uint32_t walk;
    uint32_t *seen_version; /* by cluster: its partner's version when chosen */
    uint32_t *scratch;      /* one cluster's supports, sorted */
    size_t scratch_room;
    partners best;
} engine;

/* The cost of a path with this support in a cluster of n documents. */
static inline int64_t path_cost(uint32_t n, uint32_t support)
{
    return mdl_path_ones(n, support);
}

static int64_t histogram_cost(const histogram *h, uint32_t n)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < h->n; i++)
        sum += h->bin[i].n_paths * path_cost(n, h->bin[i].support);
    return sum;
}

static int64_t own_paths(const cluster *c, uint32_t n)
{
    return histogram_cost(&c->common, n) + histogram_cost(&c->lone, n);
}

static void histogram_free(histogram *h)
{
    free(h->bin);
    *h = (histogram){ 0 };
}

static bool histogram_merge(histogram *into, const support_count *from, uint32_t n)
{
    support_count *all = malloc(((size_t)into->n + n + 1) * sizeof *all);
    if (all == NULL)
        return false;
    uint32_t i = 0, j = 0, to = 0;
    while (i < into->n || j < n) {
        uint32_t x = i < into->n ? into->bin[i].support : UINT32_MAX, y = j < n ? from[j].support : UINT32_MAX;
        all[to++] =
            (support_count){ x < y ? x : y, (x <= y ? into->bin[i].n_paths : 0) + (y <= x ? from[j].n_paths : 0) };
        i += x <= y;
        j += y <= x;
    }
    free(into->bin);
    *into = (histogram){ all, to };
    return true;
}

/* Add paths with one support. */
static bool histogram_add(histogram *h, uint32_t support, uint32_t n_paths)
{
    uint32_t at = 0;
    while (at < h->n && h->bin[at].support != support)
        at++;
    if (n_paths == 0)
        return true;
    if (at == h->n)
        return histogram_merge(h, &(support_count){ support, n_paths }, 1);
    h->bin[at].n_paths += n_paths;
    return true;
}

/* Add one path for each of these supports, which are sorted in place. */
static bool histogram_count(histogram *h, uint32_t *support, uint32_t n)
{
    if (n == 0)
        return true;
    support_count *bin = malloc(n * sizeof *bin);
    uint32_t n_bins = 0;
    if (bin == NULL)
        return false;
    qsort(support, n, sizeof *support, by_u32);
    for (uint32_t i = 0; i < n; i++) {
        if (i == 0 || support[i] != support[i - 1])
            bin[n_bins++] = (support_count){ support[i], 0 };
        bin[n_bins - 1].n_paths++;
    }
    bool ok = histogram_merge(h, bin, n_bins);
    free(bin);
    return ok;
}

/* Move paths that only c still has out of its list: c is alone in their inverted lists. */
static bool set_lone_apart(engine *e, cluster *c)
{
    uint32_t to = 0, n_lone = 0;
    for (uint32_t i = 0; i < c->n_items; i++) {
        if (e->n_postings[c->item[i]] == 1) {
            e->scratch[n_lone++] = c->support[i];
            continue;
        }
        c->item[to] = c->item[i];
        c->place[to] = c->place[i];
        c->support[to++] = c->support[i];
    }
    c->n_items = to;
    return histogram_count(&c->lone, e->scratch, n_lone);
}

/* Summarise c's paths, and its cost. */
static bool summarise(engine *e, cluster *c)
{
    if (c->n_items > e->scratch_room) {
        uint32_t *more = realloc(e->scratch, c->n_items * sizeof *more);
        if (more == NULL)
            return false;
        e->scratch = more;
        e->scratch_room = c->n_items;
    }
    if (!set_lone_apart(e, c))
        return false;
    if (c->n_items)
        memcpy(e->scratch, c->support, c->n_items * sizeof *e->scratch);
    histogram_free(&c->common);
    if (!histogram_count(&c->common, e->scratch, c->n_items))
        return false;
    c->cost = own_paths(c, c->n_docs);
    return true;
}

static void engine_free(engine *e)
{
    for (uint32_t c = 0; e->clusters && c < e->n; c++) {
        free(e->clusters[c].item);
        free(e->clusters[c].support);
        free(e->clusters[c].place);
        histogram_free(&e->clusters[c].common);
        histogram_free(&e->clusters[c].lone);
    }
    free(e->clusters);
    free(e->postings);
    free(e->first);
    free(e->n_places);
    free(e->n_postings);
    free(e->met);
    free(e->by_length);
    free(e->shared);
    free(e->touched);
    free(e->is_touched);
    free(e->memo);
    free(e->memo_of);
    free(e->seen_version);
    free(e->scratch);
    partners_free(&e->best);
}

/* By path: is it in no set, in one, or (2) in more? */
static uint8_t *sets_with_path(const doc_sets *sets)
{
    uint8_t *n_sets = calloc((size_t)sets->n_items + 1, sizeof *n_sets);
    for (size_t i = 0; n_sets && i < sets->first[sets->n_docs]; i++)
        n_sets[sets->item[i]] += n_sets[sets->item[i]] < 2;
    return n_sets;
}

/* Working memory for the first clusters, by set and by path. */
typedef struct maker {
    const doc_sets *sets;
    const uint32_t *weight;
    uint32_t *next;  /* by set: the next one of its group, or UINT32_MAX */
    uint8_t *n_sets; /* by path */
    uint32_t *count; /* by path, zero between two clusters */
} maker;

/* Count the paths of the sets in a chain that several sets have; the others are lone. */
static bool count_paths(const maker *m, uint32_t set, cluster *c, size_t *n)
{
    for (uint32_t d = set; d != UINT32_MAX; d = m->next[d]) {
        uint32_t n_lone = 0;
        c->n_docs += m->weight[d];
        for (uint32_t i = 0; i < doc_size(m->sets, d); i++) {
            uint32_t p = doc_items(m->sets, d)[i];
            if (m->n_sets[p] == 1) {
                n_lone++;
                continue;
            }
            *n += m->count[p] == 0;
            m->count[p] += m->weight[d];
        }
        if (!histogram_add(&c->lone, m->weight[d], n_lone))
            return false;
    }
    return true;
}

/* Make a cluster of the sets in a chain: count every path, then list those seen. */
static bool cluster_of_sets(cluster *c, const maker *m, uint32_t set)
{
    size_t n = 0;
    if (!count_paths(m, set, c, &n))
        return false;
    c->item = malloc((n ? n : 1) * sizeof *c->item);
    c->support = malloc((n ? n : 1) * sizeof *c->support);
    c->place = malloc((n ? n : 1) * sizeof *c->place);
    if (!c->item || !c->support || !c->place)
        return false;
    for (uint32_t d = set; d != UINT32_MAX && c->n_items < n; d = m->next[d])
        for (uint32_t i = 0; i < doc_size(m->sets, d); i++) {
            uint32_t p = doc_items(m->sets, d)[i];
            if (m->n_sets[p] == 1 || m->count[p] & LISTED)
                continue;
            m->count[p] |= LISTED;
            c->item[c->n_items++] = p;
        }
    if (c->n_items)
        qsort(c->item, c->n_items, sizeof *c->item, by_u32);
    for (uint32_t i = 0; i < c->n_items; i++) {
        c->support[i] = m->count[c->item[i]] & ~LISTED;
        m->count[c->item[i]] = 0;
    }
    return true;
}

static bool clusters_init(engine *e, const doc_sets *sets, const uint32_t *weight, const uint32_t *start)
{
    uint32_t n = sets->n_docs;
    maker m = { sets, weight, malloc(((size_t)n + 1) * sizeof *m.next), sets_with_path(sets),
                calloc((size_t)sets->n_items + 1, sizeof *m.count) };
    bool ok = m.next && m.n_sets && m.count;
    for (uint32_t d = 0; ok && d < n; d++)
        m.next[d] = UINT32_MAX;
    for (uint32_t d = n;
         ok && start && d-- > 0;) /* from the end, so that the chain after a group's first set is in order */
        if (start[d] != d) {
            m.next[d] = m.next[start[d]];
            m.next[start[d]] = d;
        }
    for (uint32_t d = 0; ok && d < n; d++)
        if (start == NULL || start[d] == d)
            ok = cluster_of_sets(&e->clusters[d], &m, d);
    free(m.next);
    free(m.n_sets);
    free(m.count);
    return ok;
}

static void postings_init(engine *e, uint32_t n_items)
{
    for (uint32_t k = 0; k < e->n; k++)
        for (uint32_t i = 0; i < e->clusters[k].n_items; i++)
            e->first[e->clusters[k].item[i] + 1]++;
    for (uint32_t p = 0; p < n_items; p++)
        e->first[p + 1] += e->first[p];
    for (uint32_t k = 0; k < e->n; k++) {
        const cluster *c = &e->clusters[k];
        for (uint32_t i = 0; i < c->n_items; i++) {
            uint32_t p = c->item[i];
            c->place[i] = e->n_places[p]++;
            e->n_postings[p]++;
            e->postings[e->first[p] + c->place[i]] = (posting){ k, c->support[i] };
        }
    }
}

static husk_status engine_init(engine *e, const doc_sets *sets, const uint32_t *weight, const uint32_t *start,
                               uint32_t limit)
{
    size_t n = sets->n_docs, total = 1, n_items = n ? sets->first[n] : 0;
    *e = (engine){ .n = (uint32_t)n, .limit = limit };
    for (size_t d = 0; d < n; d++)
        total += weight[d];
    if (total >= LISTED)
        return HUSK_BAD_ARGUMENT;
    e->clusters = calloc(n + 1, sizeof *e->clusters);
    e->postings = malloc((n_items + 1) * sizeof *e->postings);
    e->first = calloc((size_t)sets->n_items + 1, sizeof *e->first);
    e->n_postings = calloc((size_t)sets->n_items + 1, sizeof *e->n_postings);
    e->n_places = calloc((size_t)sets->n_items + 1, sizeof *e->n_places);
    e->met = calloc(n + 1, sizeof *e->met);
    e->shared = calloc(n + 1, sizeof *e->shared);
    e->touched = malloc((n + 1) * sizeof *e->touched);
    e->is_touched = calloc(n + 1, sizeof *e->is_touched);
    e->memo = malloc((total + 1) * sizeof *e->memo);
    e->memo_of = calloc(total + 1, sizeof *e->memo_of);
    e->seen_version = calloc(n + 1, sizeof *e->seen_version);
    bool ok = e->clusters && e->postings && e->first && e->n_places && e->n_postings && e->met && e->shared &&
              e->touched && e->is_touched && e->memo && e->memo_of && e->seen_version &&
              partners_init(&e->best, (uint32_t)n) == HUSK_OK;
    if (!ok || !clusters_init(e, sets, weight, start))
        return HUSK_NO_MEMORY;
    postings_init(e, sets->n_items);
    for (uint32_t c = 0; c < e->n; c++) {
        if (e->clusters[c].n_docs == 0)
            continue;
        if (!summarise(e, &e->clusters[c]))
            return HUSK_NO_MEMORY;
    }
    return HUSK_OK;
}

static void touch(engine *e, uint32_t l)
{
    if (e->is_touched[l])
        return;
    e->is_touched[l] = true;
    e->touched[e->n_touched++] = l;
}

/* The additional cost of a path in the union of two clusters with n documents together, over both separately. */
static inline int64_t shared_cost(uint32_t n, uint32_t a, uint32_t b)
{
    return path_cost(n, a + b) - path_cost(n, a) - path_cost(n, b);
}

/* For every cluster that shares a path with k, sum how much the cost of shared paths differs between joined and
 * separate. Clusters that share none save nothing by joining: min(s, n + 1 - s) only grows with n. */
static void walk_lists(engine *e, uint32_t k)
{
    const cluster *c = &e->clusters[k];
    for (uint32_t i = 0; i < c->n_items; i++) {
        const posting *list = e->postings + e->first[c->item[i]];
        uint32_t n_list = e->n_places[c->item[i]], sk = c->support[i];
        for (uint32_t j = 0; j < n_list; j++) {
            uint32_t l = list[j].cluster;
            if (l == GONE || l == k)
                continue;
            touch(e, l);
            e->shared[l] += shared_cost(c->n_docs + e->clusters[l].n_docs, sk, list[j].support);
        }
    }
}

/* --- a limited walk ----------------------------------------------------------------------------------------------- */

/* The index of `item` in the cluster's items from `from` on, or where it would be: galloping search. */
static uint32_t find_item(const cluster *c, uint32_t from, uint32_t item)
{
    uint32_t low = from, high = c->n_items;
    for (uint32_t step = 1; step < high - low; step *= 2) {
        if (c->item[low + step] >= item) {
            high = low + step;
            break;
        }
        low += step;
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c->item[middle] < item)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The exact sum for one pair: each path of the shorter is looked up in the longer. */
static int64_t pair_shared(const cluster *a, const cluster *b)
{
    const cluster *few = a->n_items <= b->n_items ? a : b, *many = few == a ? b : a;
    uint32_t n = a->n_docs + b->n_docs, at = 0;
    int64_t sum = 0;
    for (uint32_t i = 0; i < few->n_items && at < many->n_items; i++) {
        at = find_item(many, at, few->item[i]);
        if (at < many->n_items && many->item[at] == few->item[i])
            sum += shared_cost(n, few->support[i], many->support[at]);
    }
    return sum;
}

static bool is_long(const engine *e, const cluster *c)
{
    size_t length = 0;
    for (uint32_t i = 0; i < c->n_items && e->limit && length <= e->limit; i++)
        length += e->n_places[c->item[i]];
    return e->limit && length > e->limit;
}

/* The cluster's paths in e->by_length, those with the shortest lists first, by powers of two. */
static bool order_by_length(engine *e, const cluster *c)
{
    uint32_t start[33] = { 0 };
    if (!array_grow(&e->by_length, &e->by_length_room, c->n_items, sizeof *e->by_length))
        return false;
    for (uint32_t i = 0; i < c->n_items; i++)
        start[32 - (uint32_t)__builtin_clz(e->n_postings[c->item[i]] | 1)]++;
    for (uint32_t k = 0, sum = 0; k < 33; k++) {
        uint32_t n = start[k];
        start[k] = sum;
        sum += n;
    }
    for (uint32_t i = 0; i < c->n_items; i++)
        e->by_length[start[32 - (uint32_t)__builtin_clz(e->n_postings[c->item[i]] | 1)]++] = c->item[i];
    return true;
}

/* Count on how many of k's shortest lists each other cluster is. */
static void meet(engine *e, uint32_t k)
{
    uint32_t left = e->limit;
    for (uint32_t i = 0; i < e->clusters[k].n_items && left; i++) {
        const posting *list = e->postings + e->first[e->by_length[i]];
        uint32_t n_list = e->n_places[e->by_length[i]];
        for (uint32_t j = 0; j < n_list && left; j++, left--)
            if (list[j].cluster != GONE && list[j].cluster != k) {
                touch(e, list[j].cluster);
                e->met[list[j].cluster]++;
            }
    }
}

/* Keep the touched clusters that were met most often; on a tie the lower number. */
static void keep_most_met(engine *e)
{
    uint32_t kept[COMPARED], n = 0;
    for (uint32_t i = 0; i < e->n_touched; i++) {
        uint32_t l = e->touched[i], at = n;
        while (at > 0 && (e->met[kept[at - 1]] < e->met[l] || (e->met[kept[at - 1]] == e->met[l] && kept[at - 1] > l)))
            at--;
        e->is_touched[l] = false;
        if (at == COMPARED)
            continue;
        n += n < COMPARED;
        memmove(kept + at + 1, kept + at, (n - at - 1) * sizeof *kept);
        kept[at] = l;
    }
    while (n && e->met[kept[n - 1]] * LEAST_MET < e->met[kept[0]])
        n--;
    for (uint32_t i = 0; i < e->n_touched; i++)
        e->met[e->touched[i]] = 0;
    memcpy(e->touched, kept, n * sizeof *kept);
    e->n_touched = n;
}

/* The same sums as walk_lists, for only a few clusters. */
static bool walk_some(engine *e, uint32_t k)
{
    const cluster *c = &e->clusters[k];
    if (!order_by_length(e, c))
        return false;
    meet(e, k);
    keep_most_met(e);
    for (uint32_t i = 0; i < e->n_touched; i++)
        e->shared[e->touched[i]] = pair_shared(c, &e->clusters[e->touched[i]]);
    return true;
}

static int64_t own_of_walker(engine *e, const cluster *c, uint32_t n)
{
    if (e->memo_of[n] != e->walk) {
        e->memo_of[n] = e->walk;
        e->memo[n] = own_paths(c, n);
    }
    return e->memo[n];
}

/* Find k's best partner. With `update`, clusters for which k is better than their present partner are updated. */
static bool walk(engine *e, uint32_t k, bool update)
{
    const cluster *c = &e->clusters[k];
    e->walk++;
    e->n_touched = 0;
    if (!is_long(e, c))
        walk_lists(e, k);
    else if (!walk_some(e, k))
        return false;
    int64_t best = INT64_MIN;
    uint32_t partner = PARTNER_NONE;
    for (uint32_t i = 0; i < e->n_touched; i++) {
        uint32_t l = e->touched[i];
        int64_t shared = e->shared[l];
        e->shared[l] = 0;
        e->is_touched[l] = false;
        const cluster *o = &e->clusters[l];
        uint32_t n = c->n_docs + o->n_docs;
        int64_t gain = c->cost + o->cost - (own_of_walker(e, c, n) + own_paths(o, n) + shared);
        if (gain > best || (gain == best && l < partner)) {
            best = gain;
            partner = l;
        }
        if (update && partners_is_better(&e->best, l, gain, k)) {
            partners_set(&e->best, l, gain, k);
            e->seen_version[l] = c->version;
        }
    }
    partners_set(&e->best, k, best, partner);
    if (partner != PARTNER_NONE)
        e->seen_version[k] = e->clusters[partner].version;
    return true;
}

/* Merge a path of a's and b's lists into item n of `to`, with one posting for both. */
static void join_item(engine *e, uint32_t a, const cluster *ca, uint32_t i, const cluster *cb, uint32_t j, cluster *to)
{
    uint32_t x = i < ca->n_items ? ca->item[i] : UINT32_MAX, y = j < cb->n_items ? cb->item[j] : UINT32_MAX;
    uint32_t n = to->n_items++, path = x < y ? x : y;
    posting *list = e->postings + e->first[path];
    to->item[n] = path;
    to->support[n] = (x <= y ? ca->support[i] : 0) + (y <= x ? cb->support[j] : 0);
    to->place[n] = x <= y ? ca->place[i] : cb->place[j];
    list[to->place[n]] = (posting){ a, to->support[n] };
    if (x == y) {
        list[cb->place[j]].cluster = GONE;
        e->n_postings[path]--;
    }
}

/* Move b's paths and documents to a. */
static bool join_items(engine *e, uint32_t number_a, cluster *a, cluster *b)
{
    size_t room = (size_t)a->n_items + b->n_items + 1;
    cluster to = { .item = malloc(room * sizeof *to.item),
                   .support = malloc(room * sizeof *to.support),
                   .place = malloc(room * sizeof *to.place) };
    if (!to.item || !to.support || !to.place) {
        free(to.item);
        free(to.support);
        free(to.place);
        return false;
    }
    for (uint32_t i = 0, j = 0; i < a->n_items || j < b->n_items;) {
        uint32_t x = i < a->n_items ? a->item[i] : UINT32_MAX, y = j < b->n_items ? b->item[j] : UINT32_MAX;
        join_item(e, number_a, a, i, b, j, &to);
        i += x <= y;
        j += y <= x;
    }
    free(a->item);
    free(a->support);
    free(a->place);
    free(b->item);
    free(b->support);
    free(b->place);
    b->item = b->support = b->place = NULL;
    b->n_items = 0;
    a->item = to.item;
    a->support = to.support;
    a->place = to.place;
    a->n_items = to.n_items;
    a->n_docs += b->n_docs;
    b->n_docs = 0;
    a->version++;
    b->version++;
    return true;
}

/* Compact the lists of c's paths that are more than half gaps: each gap is paid for once. */
static void close_gaps(engine *e, const cluster *c)
{
    for (uint32_t i = 0; i < c->n_items; i++) {
        uint32_t p = c->item[i], to = 0, n = e->n_places[p];
        posting *list = e->postings + e->first[p];
        if (n <= 2 * e->n_postings[p] + 4)
            continue;
        for (uint32_t j = 0; j < n; j++) {
            if (list[j].cluster == GONE)
                continue;
            const cluster *o = &e->clusters[list[j].cluster];
            o->place[find_item(o, 0, p)] = to;
            list[to++] = list[j];
        }
        e->n_places[p] = to;
    }
}

static bool join(engine *e, uint32_t a, uint32_t b)
{
    partners_remove(&e->best, a);
    partners_remove(&e->best, b);
    cluster *c = &e->clusters[a], *o = &e->clusters[b];
    if (!join_items(e, a, c, o) || !histogram_merge(&c->lone, o->lone.bin, o->lone.n))
        return false;
    histogram_free(&o->lone);
    histogram_free(&o->common);
    if (!summarise(e, c))
        return false;
    close_gaps(e, c);
    return walk(e, a, true);
}

static bool run(engine *e, merge_list *out)
{
    for (uint32_t c = 0; c < e->n && !stop_is_set(e->stop); c++)
        if (e->clusters[c].n_docs && !walk(e, c, false))
            return false;
    for (;;) {
        uint32_t c = partners_top(&e->best);
        if (c == PARTNER_NONE || e->best.gain[c] <= 0 || stop_is_set(e->stop))
            break;
        uint32_t o = e->best.partner[c];
        if (o == PARTNER_NONE || e->clusters[o].version != e->seen_version[c]) {
            if (!walk(e, c, false)) /* the partner changed: search again */
                return false;
            continue;
        }
        uint32_t a = c < o ? c : o, b = c < o ? o : c;
        out->step[out->n++] = (merge_step){ a, b, (double)e->best.gain[c] };
        if (!join(e, a, b))
            return false;
    }
    return true;
}

husk_status agglomerate(const doc_sets *sets, const uint32_t *weight, const uint32_t *start, uint32_t limit,
                        merge_list *out)
{
    *out = (merge_list){ calloc(sets->n_docs ? sets->n_docs : 1, sizeof(merge_step)), 0 };
    if (out->step == NULL)
        return HUSK_NO_MEMORY;
    if (sets->n_docs == 0)
        return HUSK_OK;
    engine e;
    husk_status status = engine_init(&e, sets, weight, start, limit);
    e.stop = sets->stop;
    if (status == HUSK_OK && !run(&e, out))
        status = HUSK_NO_MEMORY;
    if (status == HUSK_OK && stop_is_set(sets->stop))
        status = HUSK_STOPPED;
    engine_free(&e);
    if (status != HUSK_OK) {
        free(out->step);
        *out = (merge_list){ 0 };
    }
    return status;
}
