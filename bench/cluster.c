/* cluster.c - the published clustering methods: time, memory, cost and quality, as JSON lines.
 * bench/cluster compares them with other libraries; papers/text-mdl makes the papers' tables from them. N pages are
 * spread over the archives; a page's file is its class. A FILE named *.sets is the output of dump.
 * - bench_cluster methods N FILE...: each method; synthetic pages, as for scale, if there are fewer than N
 * - bench_cluster lengths N FILE...: the same by signature length and bands, and the error of the estimated cost
 * - bench_cluster scale N FILE...: lsh on N synthetic path sets (a random page without a twentieth of its paths, with
 *   five new ones); signing and clustering are timed separately
 * - bench_cluster sites N FILE...: the first half of auto: divide pages into sites by all their paths
 * - bench_cluster auto N FILE...: all of auto, to kinds of page
 * - bench_cluster dump N FILE...: the essential path sets: class, number of paths, hashes, as 64-bit numbers
 * - bench_cluster dump-all N FILE...: the same with all paths */
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/hash.h"
#include "base/limits.h"
#include "page/views.h"
#include "text-mdl/methods.h"
#include "cluster/sets.h"
#include "text-mdl/essential.h"
#include "cluster/collection.h"
#include "text-mdl/lsh.h"
#include "text-mdl/mdl.h"
#include "cluster/minhash.h"

typedef struct page_set {
    uint64_t *path;
    uint32_t n;
    uint32_t class;
    buffer record; /* for auto */
} page_set;

typedef struct bench_pages {
    page_set *page;
    uint32_t n, room;
    uint32_t n_classes;
} bench_pages;

#define ROUNDS 5
/* New paths of a synthetic page. */
#define OWN_PATHS 5u

static const char *const names[] = { "mdl", "hash", "max", "dice", "lsh" };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* processor time: other work on the machine must not count */
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double megabytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

/* --- what is held of the allocator -------------------------------------------------------------------------------- */

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
void __wrap_free(void *p);

static size_t held, most_held;

static void *held_add(void *p)
{
    held += p ? malloc_usable_size(p) : 0;
    most_held = held > most_held ? held : most_held;
    return p;
}

void *__wrap_malloc(size_t n)
{
    return held_add(__real_malloc(n));
}

void *__wrap_calloc(size_t n, size_t size)
{
    return held_add(__real_calloc(n, size));
}

void *__wrap_realloc(void *p, size_t n)
{
    size_t before = p ? malloc_usable_size(p) : 0;
    void *q = __real_realloc(p, n);
    held -= q || n == 0 ? before : 0;
    return held_add(q);
}

void __wrap_free(void *p)
{
    size_t size = p ? malloc_usable_size(p) : 0;
    held = size < held ? held - size : 0; /* what another library took is not in it */
    __real_free(p);
}

static void need(bool ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "bench_cluster: %s\n", what);
        exit(1);
    }
}

static page_set *page_add(bench_pages *c, uint32_t class, const uint64_t *paths, uint32_t n)
{
    if (c->n == c->room) {
        c->room = c->room ? c->room * 2 : 1024;
        c->page = realloc(c->page, c->room * sizeof *c->page);
        need(c->page, "out of memory");
    }
    page_set *p = &c->page[c->n++];
    *p = (page_set){ .path = malloc((n ? n : 1) * sizeof *paths), .n = n, .class = class };
    need(p->path, "out of memory");
    if (n)
        memcpy(p->path, paths, n * sizeof *paths);
    return p;
}

/* What dump-all wrote. */
static void read_sets(bench_pages *c, const char *file)
{
    FILE *in = fopen(file, "rb");
    uint64_t head[2], *paths = NULL;
    need(in, "a file of path sets can't be read");
    while (fread(head, sizeof *head, 2, in) == 2) {
        paths = realloc(paths, ((size_t)head[1] + 1) * sizeof *paths);
        need(paths && fread(paths, sizeof *paths, head[1], in) == head[1], "a file of path sets is cut");
        page_add(c, (uint32_t)head[0], paths, (uint32_t)head[1]);
        c->n_classes = head[0] >= c->n_classes ? (uint32_t)head[0] + 1 : c->n_classes;
    }
    free(paths);
    fclose(in);
}

static void read_pages(bench_pages *c, const char *file, const husk_clustering *collection)
{
    husk_source *source;
    husk_page *page;
    husk_raw raw = { .size = sizeof(husk_raw) };
    husk_error error = { 0 };
    husk_page_options options;
    husk_page_options_init(&options, sizeof options);
    options.max_milliseconds = 0;
    need(husk_source_open(&file, 1, NULL, &source, &error) == HUSK_OK &&
             husk_page_new(&options, &page, &error) == HUSK_OK,
         error.message);
    while (husk_source_next(source, &raw, &error) == HUSK_OK) {
        arena memory;
        uint64_t *paths;
        uint32_t n;
        if (raw.status != HUSK_OK || husk_page_parse(page, &raw, &error) != HUSK_OK)
            continue;
        arena_init(&memory, HUSK_MAX_PAGE_ARENA);
        need(page_path_set(page, STEP_TAG, &memory, &paths, &n) == HUSK_OK, "out of memory");
        page_set *p = page_add(c, c->n_classes, paths, n);
        arena_free(&memory);
        buffer_init(&p->record, HUSK_MAX_PAGE_ARENA);
        need(collection == NULL || collection_record(collection, page, raw.id, &p->record) == HUSK_OK, "out of memory");
    }
    c->n_classes++;
    husk_page_free(page);
    husk_source_free(source);
}

/* F as the papers define it: for each class the best of its clusters, weighted by the class's size. */
static double f_measure(const bench_pages *c, const uint32_t *chosen, uint32_t n, const uint32_t *cluster_of,
                        uint32_t n_clusters)
{
    uint32_t *both = calloc((size_t)c->n_classes * n_clusters + 1, sizeof *both),
             *size = calloc((size_t)n_clusters + 1, sizeof *size);
    uint32_t *classes = calloc((size_t)c->n_classes + 1, sizeof *classes);
    need(both && size && classes, "out of memory");
    for (uint32_t d = 0; d < n; d++) {
        uint32_t k = c->page[chosen[d]].class;
        both[(size_t)k * n_clusters + cluster_of[d]]++;
        size[cluster_of[d]]++;
        classes[k]++;
    }
    double f = 0;
    for (uint32_t k = 0; k < c->n_classes; k++) {
        double best = 0;
        for (uint32_t j = 0; j < n_clusters; j++) {
            double share = 2. * both[(size_t)k * n_clusters + j] / ((double)size[j] + classes[k]);
            best = share > best ? share : best;
        }
        f += best * classes[k] / n;
    }
    free(both);
    free(size);
    free(classes);
    return f;
}

static path_sets essential_of(const bench_pages *c, const uint32_t *chosen, uint32_t n, bool filter)
{
    set_builder *e = set_builder_new();
    need(e, "out of memory");
    for (uint32_t d = 0; d < n; d++)
        need(set_builder_add(e, c->page[chosen[d]].path, c->page[chosen[d]].n) == HUSK_OK, "out of memory");
    path_sets r;
    need(set_builder_finish(e, &r) == HUSK_OK, "out of memory");
    if (filter) {
        doc_sets sets;
        need(essential_sets(&r, NULL, &sets) == HUSK_OK, "out of memory");
        doc_sets_free(&r.sets);
        r.sets = sets;
    }
    return r;
}

/* `n` pages, evenly over all: classes stay in proportion. */
static uint32_t *spread(const bench_pages *c, uint32_t n)
{
    uint32_t *chosen = malloc((n ? n : 1) * sizeof *chosen);
    need(chosen && n <= c->n, "not so many pages");
    for (uint32_t i = 0; i < n; i++)
        chosen[i] = (uint32_t)((uint64_t)i * c->n / n);
    return chosen;
}

/* Document d of `sets` becomes row d of the signatures; `paths` is room for its hashes. */
static void sign(const doc_sets *sets, const uint64_t *hash, uint32_t d, signatures *s, uint64_t *paths)
{
    for (uint32_t i = 0; i < doc_size(sets, d); i++)
        paths[i] = hash[doc_items(sets, d)[i]];
    minhash_sign(paths, doc_size(sets, d), s->length, 1, s->rank + (size_t)d * s->length);
    signatures_start(s, d, 1, doc_size(sets, d));
}

static uint64_t *path_room(void)
{
    uint64_t *paths = malloc(((size_t)HUSK_MAX_NODES + OWN_PATHS) * sizeof *paths);
    need(paths, "out of memory");
    return paths;
}

/* Joins that would still save by exact cost, and why a method that looks at the most alike left the first of each
 * cluster undone. */
typedef struct undone {
    uint32_t joins;
    uint32_t not_most_alike;  /* each of the two is more like another, or the coefficient is 0: never looked at */
    uint32_t not_by_estimate; /* looked at, but the signatures say that joining saves nothing */
} undone;

static double likeness(const signatures *s, cluster_method method, uint32_t a, uint32_t b)
{
    return method == CLUSTER_DICE ? signatures_dice(s, a, b) : signatures_jaccard(s, a, b);
}

static double most_alike(const signatures *s, cluster_method method, uint32_t a)
{
    double most = 0;
    for (uint32_t b = 0; b < s->n; b++)
        if (b != a && s->n_docs[b] && likeness(s, method, a, b) > most)
            most = likeness(s, method, a, b);
    return most;
}

/* Sign all documents, and join them by cluster: first[d] is the first document of d's. */
static void sign_clusters(const path_sets *r, const uint32_t *first, signatures *s)
{
    uint64_t *paths = path_room();
    for (uint32_t d = 0; d < r->sets.n_docs; d++) {
        sign(&r->sets, r->hash, d, s, paths);
        if (first[d] != d)
            signatures_join(s, first[d], d);
    }
    free(paths);
}

static undone what_is_left(const path_sets *r, const clustering *found, const cluster_options *o)
{
    uint32_t n = found->n_docs, *first = malloc(((size_t)n + 1) * sizeof *first),
             *weight = malloc(((size_t)n + 1) * sizeof *weight);
    uint32_t *of_cluster = malloc(((size_t)found->n_clusters + 1) * sizeof *of_cluster);
    bool *joined = calloc((size_t)n + 1, sizeof *joined);
    bool by_likeness = o->method == CLUSTER_MAX || o->method == CLUSTER_DICE;
    merge_list left;
    signatures s;
    need(first && weight && of_cluster && joined && signatures_init(&s, n, o->length) == HUSK_OK, "out of memory");
    for (uint32_t d = n; d-- > 0;)
        of_cluster[found->cluster_of[d]] = d;
    for (uint32_t d = 0; d < n; d++) {
        first[d] = of_cluster[found->cluster_of[d]];
        weight[d] = 1;
    }
    sign_clusters(r, first, &s);
    need(agglomerate(&r->sets, weight, first, 0, &left) == HUSK_OK, "out of memory");
    undone u = { .joins = left.n };
    for (uint32_t m = 0; m < left.n; m++) {
        uint32_t a = left.step[m].a, b = left.step[m].b;
        double like = likeness(&s, o->method, a, b);
        bool is_first = !joined[a] && !joined[b];
        joined[a] = joined[b] = true;
        if (is_first && by_likeness &&
            (like == 0 || (like < most_alike(&s, o->method, a) && like < most_alike(&s, o->method, b))))
            u.not_most_alike++;
        else if (is_first && signatures_cost(&s, a) + signatures_cost(&s, b) <= signatures_joined_cost(&s, a, b))
            u.not_by_estimate++;
    }
    signatures_free(&s);
    free(first);
    free(weight);
    free(of_cluster);
    free(joined);
    free(left.step);
    return u;
}

static double run_once(const bench_pages *c, const uint32_t *chosen, const path_sets *r, const cluster_options *o,
                       double exact)
{
    clustering found;
    doc_sets templates;
    mdl_cost cost;
    size_t before = held;
    most_held = held;
    double begin = seconds();
    need(cluster_sets(&r->sets, r->hash, o, &found) == HUSK_OK, "clustering failed");
    double took = seconds() - begin, own = (double)(most_held - before);
    need(mdl_templates(&r->sets, found.cluster_of, found.n_clusters, &templates) == HUSK_OK &&
             mdl_measure(&r->sets, r->n_paths, found.cluster_of, &templates, &cost) == HUSK_OK,
         "out of memory");
    undone left = what_is_left(r, &found, o);
    printf("{\"method\": \"%s\", \"pages\": %u, \"length\": %u, \"bands\": %u, \"seconds\": %.6f, \"own_bytes\": %.0f, "
           "\"peak_mb\": %.1f, \"clusters\": %u, \"cost\": %.1f, "
           "\"to_exact\": %.4f, \"joins_left\": %u, \"not_most_alike\": %u, \"not_by_estimate\": %u, \"f\": %.4f}\n",
           o->estimated ? "lsh-estimated" : names[o->method], r->sets.n_docs, o->method == CLUSTER_MDL ? 0 : o->length,
           o->method == CLUSTER_LSH ? o->bands : 0, took, own, megabytes(), found.n_clusters, cost.total,
           exact > 0 ? cost.total / exact : 1., left.joins, left.not_most_alike, left.not_by_estimate,
           f_measure(c, chosen, r->sets.n_docs, found.cluster_of, found.n_clusters));
    fflush(stdout);
    doc_sets_free(&templates);
    clustering_free(&found);
    return cost.total;
}

/* How far the estimated cost of a class's pages as one cluster is from the exact: mean of |estimate / exact - 1| over
 * the classes. */
static void estimate_error(const bench_pages *c, const uint32_t *chosen, const path_sets *r, unsigned length)
{
    double error = 0;
    uint32_t *count = calloc((size_t)r->n_paths + 1, sizeof *count), counted = 0;
    uint64_t *hashes = path_room();
    need(count, "out of memory");
    for (uint32_t k = 0; k < c->n_classes; k++) {
        signatures s;
        need(signatures_init(&s, r->sets.n_docs, length) == HUSK_OK, "out of memory");
        uint32_t first = UINT32_MAX, n = 0;
        for (uint32_t d = 0; d < r->sets.n_docs; d++) {
            if (c->page[chosen[d]].class != k)
                continue;
            for (uint32_t i = 0; i < doc_size(&r->sets, d); i++)
                count[doc_items(&r->sets, d)[i]]++;
            sign(&r->sets, r->hash, d, &s, hashes);
            if (n++ == 0)
                first = d;
            else
                signatures_join(&s, first, d);
        }
        double exact = 0;
        for (uint32_t p = 0; p < r->n_paths; p++) {
            exact += count[p] ? mdl_path_ones(n, count[p]) : 0;
            count[p] = 0;
        }
        if (exact > 0) {
            error += fabs(signatures_cost(&s, first) / exact - 1);
            counted++;
        }
        signatures_free(&s);
    }
    printf("{\"estimate\": true, \"length\": %u, \"mean_error\": %.4f}\n", length, counted ? error / counted : 0);
    free(count);
    free(hashes);
}

static void bench_lengths(const bench_pages *c, uint32_t n)
{
    uint32_t *chosen = spread(c, n);
    path_sets r = essential_of(c, chosen, n, true);
    cluster_options exact = { CLUSTER_MDL, SIGNATURE_LENGTH, LSH_BANDS, 1, false };
    double cost = run_once(c, chosen, &r, &exact, 0);
    for (unsigned length = 64; length <= 1024; length *= 2) {
        estimate_error(c, chosen, &r, length);
        for (int m = CLUSTER_HASH; m <= CLUSTER_DICE; m++)
            run_once(c, chosen, &r, &(cluster_options){ (cluster_method)m, length, length / 4, 1, false }, cost);
        for (unsigned rows = 2; rows <= 16; rows *= 2)
            run_once(c, chosen, &r, &(cluster_options){ CLUSTER_LSH, length, length / rows, 1, false }, cost);
    }
    path_sets_free(&r);
    free(chosen);
}

/* Synthetic path sets, made from real ones. */
static doc_sets made_sets(const path_sets *r, uint32_t n, uint32_t *base, uint64_t **hash)
{
    size_t room = 1;
    uint64_t draw = 7;
    for (uint32_t d = 0; d < n; d++) {
        draw = hash_pair(draw, d);
        base[d] = (uint32_t)(draw % r->sets.n_docs);
        room += doc_size(&r->sets, base[d]) + OWN_PATHS;
    }
    doc_sets made = { n, r->n_paths + n * OWN_PATHS, malloc(((size_t)n + 1) * sizeof(size_t)),
                      malloc(room * sizeof(uint32_t)), NULL };
    *hash = malloc(((size_t)made.n_items + 1) * sizeof **hash);
    need(made.first && made.item && *hash, "out of memory");
    for (uint32_t p = 0; p < made.n_items; p++)
        (*hash)[p] = p < r->n_paths ? r->hash[p] : hash_pair(11, p);
    size_t to = 0;
    for (uint32_t d = 0; d < n; d++) {
        made.first[d] = to;
        for (uint32_t i = 0; i < doc_size(&r->sets, base[d]); i++)
            if ((draw = hash_pair(draw, i)) % 20)
                made.item[to++] = doc_items(&r->sets, base[d])[i];
        for (uint32_t i = 0; i < OWN_PATHS; i++)
            made.item[to++] = r->n_paths + d * OWN_PATHS + i;
    }
    made.first[n] = to;
    return made;
}

/* `r` for `n` pages, more than there are: the sets of made ones. */
static path_sets made_result(const path_sets *r, uint32_t n, uint32_t *base)
{
    uint64_t *hash;
    doc_sets made = made_sets(r, n, base, &hash);
    return (path_sets){ .n_paths = made.n_items, .hash = hash, .sets = made };
}

static void bench_methods(const bench_pages *c, uint32_t n)
{
    uint32_t *chosen = spread(c, n < c->n ? n : c->n);
    path_sets r = essential_of(c, chosen, n < c->n ? n : c->n, true);
    double exact = 0;
    if (n > c->n) {
        chosen = realloc(chosen, n * sizeof *chosen);
        need(chosen, "out of memory");
        path_sets made = made_result(&r, n, chosen);
        path_sets_free(&r);
        r = made;
    }
    for (int m = CLUSTER_MDL; m <= CLUSTER_LSH; m++) {
        cluster_options o = { (cluster_method)m, SIGNATURE_LENGTH, LSH_BANDS, 1, false };
        double cost = run_once(c, chosen, &r, &o, exact);
        exact = m == CLUSTER_MDL ? cost : exact;
    }
    cluster_options estimated = { CLUSTER_LSH, SIGNATURE_LENGTH, LSH_BANDS, 1, true };
    run_once(c, chosen, &r, &estimated, exact);
    path_sets_free(&r);
    free(chosen);
}

static void roots_of(const merge_list *merges, uint32_t *root, uint32_t n)
{
    for (uint32_t d = 0; d < n; d++)
        root[d] = d;
    for (uint32_t m = 0; m < merges->n; m++)
        root[merges->step[m].b] = merges->step[m].a;
    for (uint32_t d = 0; d < n; d++)
        root[d] = root[root[d]];
}

/* F and the number of clusters, from roots. */
static double f_of_roots(const bench_pages *c, const uint32_t *base, const uint32_t *root, uint32_t n,
                         uint32_t *n_clusters)
{
    uint32_t *number = malloc(((size_t)n + 1) * sizeof *number);
    need(number, "out of memory");
    *n_clusters = 0;
    for (uint32_t d = 0; d < n; d++)
        number[d] = root[d] == d ? (*n_clusters)++ : number[root[d]];
    double f = f_measure(c, base, n, number, *n_clusters);
    free(number);
    return f;
}

static void bench_scale(const bench_pages *c, uint32_t n, unsigned length, unsigned bands)
{
    uint32_t *all = spread(c, c->n), *base = malloc(((size_t)n + 1) * sizeof *base),
             *root = malloc(((size_t)n + 1) * sizeof *root);
    uint32_t *weight = malloc(((size_t)n + 1) * sizeof *weight), estimated, exact;
    uint64_t *hash, *paths = path_room();
    path_sets r = essential_of(c, all, c->n, true);
    need(base && root && weight, "out of memory");
    doc_sets made = made_sets(&r, n, base, &hash);
    signatures s;
    merge_list merges;
    need(signatures_init(&s, n, length) == HUSK_OK, "out of memory");
    double begin = seconds();
    for (uint32_t d = 0; d < n; d++) {
        sign(&made, hash, d, &s, paths);
        weight[d] = 1;
    }
    double signing = seconds() - begin;
    free(hash);
    begin = seconds();
    need(lsh_agglomerate(&s, bands, &merges) == HUSK_OK, "out of memory");
    double took = seconds() - begin;
    signatures_free(&s);
    roots_of(&merges, root, n);
    free(merges.step);
    double f_estimated = f_of_roots(c, base, root, n, &estimated);
    begin = seconds();
    need(agglomerate(&made, weight, root, 0, &merges) == HUSK_OK, "out of memory");
    double last = seconds() - begin;
    for (uint32_t m = 0; m < merges.n; m++)
        root[merges.step[m].b] = merges.step[m].a;
    for (uint32_t d = 0; d < n; d++)
        root[d] = root[root[d]];
    double f_exact = f_of_roots(c, base, root, n, &exact);
    printf("{\"method\": \"lsh\", \"made\": true, \"pages\": %u, \"length\": %u, \"bands\": %u, \"signing_seconds\": "
           "%.2f, \"seconds\": %.3f, "
           "\"last_joins_seconds\": %.3f, \"peak_mb\": %.0f, \"clusters_estimated\": %u, \"f_estimated\": %.4f, "
           "\"clusters\": %u, \"f\": %.4f}\n",
           n, length, bands, signing, took, last, megabytes(), estimated, f_estimated, exact, f_exact);
    free(merges.step);
    free(base);
    free(root);
    free(weight);
    free(paths);
    free(all);
    doc_sets_free(&made);
    path_sets_free(&r);
}

/* `n` of all pages, drawn without regard to their place. */
static uint32_t *drawn(const bench_pages *c, uint32_t n)
{
    uint32_t *chosen = spread(c, c->n);
    uint64_t draw = 5;
    for (uint32_t i = 0; i < n; i++) {
        draw = hash_pair(draw, i);
        uint32_t other = i + (uint32_t)(draw % (c->n - i)), page = chosen[i];
        chosen[i] = chosen[other];
        chosen[other] = page;
    }
    return chosen;
}

/* lsh on real pages: 1,000 and each time about twice as many, up to n. */
static void bench_growth(const bench_pages *c, uint32_t n)
{
    uint32_t *chosen = drawn(c, n < c->n ? n : c->n);
    for (double size = 1000; size < 1.01 * n; size *= 1.918) {
        uint32_t pages = size > n ? n : (uint32_t)size;
        need(pages <= c->n, "not so many pages");
        path_sets r = essential_of(c, chosen, pages, true);
        for (int exact = 1; exact >= 0; exact--) {
            cluster_options o = { CLUSTER_LSH, SIGNATURE_LENGTH, LSH_BANDS, 1, !exact };
            clustering found;
            double begin = seconds();
            need(cluster_sets(&r.sets, r.hash, &o, &found) == HUSK_OK, "clustering failed");
            double took = seconds() - begin;
            printf("{\"method\": \"lsh\", \"pages\": %u, \"exact_joins\": %s, \"seconds\": %.4f, \"clusters\": %u, "
                   "\"f\": %.4f}\n",
                   pages, exact ? "true" : "false", took, found.n_clusters,
                   f_measure(c, chosen, pages, found.cluster_of, found.n_clusters));
            fflush(stdout);
            clustering_free(&found);
        }
        path_sets_free(&r);
    }
    free(chosen);
}

/* From path sets to sites, counting of supports and all; the best of several rounds. */
static void bench_sites(const bench_pages *c, uint32_t n)
{
    uint32_t *chosen = spread(c, n), *order = malloc(((size_t)n + 1) * sizeof *order),
             *site = malloc(((size_t)n + 1) * sizeof *site), n_sites;
    uint64_t *no_host = calloc((size_t)n + 1, sizeof *no_host);
    bool *same = malloc(((size_t)n + 1) * sizeof *same);
    double least = INFINITY;
    need(order && site && same && no_host, "out of memory");
    for (int round = 0; round < ROUNDS; round++) {
        double begin = seconds();
        path_sets r = essential_of(c, chosen, n, false);
        need(doc_sets_order(&r.sets, r.hash, order, same) == HUSK_OK &&
                 sites_find(&r.sets, &r.sets, no_host, r.support, order, site, &n_sites) == HUSK_OK,
             "out of memory");
        least = fmin(least, seconds() - begin);
        path_sets_free(&r);
    }
    printf("{\"method\": \"auto, sites\", \"pages\": %u, \"seconds\": %.4f, \"peak_mb\": %.1f, \"clusters\": %u, "
           "\"f\": %.4f}\n",
           n, least, megabytes(), n_sites, f_measure(c, chosen, n, site, n_sites));
    free(chosen);
    free(order);
    free(site);
    free(same);
    free(no_host);
}

static void bench_auto(const bench_pages *c, uint32_t n, husk_clustering *collection)
{
    uint32_t *chosen = spread(c, n);
    double begin = seconds();
    for (uint32_t d = 0; d < n; d++)
        need(collection_add(collection, c->page[chosen[d]].record.data, c->page[chosen[d]].record.len) == HUSK_OK,
             "out of memory");
    need(collection_cluster(collection) == HUSK_OK, "clustering failed");
    double took = seconds() - begin;
    printf(
        "{\"method\": \"auto\", \"pages\": %u, \"seconds\": %.4f, \"peak_mb\": %.1f, \"clusters\": %u, \"f\": %.4f}\n",
        n, took, megabytes(), collection->clusters.n_clusters,
        f_measure(c, chosen, n, collection->clusters.cluster_of, collection->clusters.n_clusters));
    free(chosen);
}

/* The essential path sets, or all paths of each page. */
static void dump(const bench_pages *c, uint32_t n, bool all)
{
    uint32_t *chosen = spread(c, n);
    path_sets r = essential_of(c, chosen, n, !all);
    const doc_sets *sets = &r.sets;
    for (uint32_t d = 0; d < n; d++) {
        uint64_t head[2] = { c->page[chosen[d]].class, doc_size(sets, d) };
        fwrite(head, sizeof *head, 2, stdout);
        for (uint32_t i = 0; i < doc_size(sets, d); i++)
            fwrite(&r.hash[doc_items(sets, d)[i]], sizeof *r.hash, 1, stdout);
    }
    path_sets_free(&r);
    free(chosen);
}

int main(int argc, char **argv)
{
    bench_pages c = { 0 };
    if (argc < 4) {
        fprintf(stderr, "usage: bench_cluster methods|lengths|scale|growth|sites|auto|dump|dump-all N FILE...\n");
        return 2;
    }
    uint32_t n = (uint32_t)strtoul(argv[2], NULL, 10);
    bool is_auto = strcmp(argv[1], "auto") == 0;
    husk_clustering collection;
    husk_cluster_options options;
    husk_cluster_options_init(&options, sizeof options);
    collection_init(&collection, &options, NULL);
    for (int i = 3; i < argc; i++)
        if (strlen(argv[i]) > 5 && strcmp(argv[i] + strlen(argv[i]) - 5, ".sets") == 0)
            read_sets(&c, argv[i]);
        else
            read_pages(&c, argv[i], is_auto ? &collection : NULL);
    if (strcmp(argv[1], "methods") == 0)
        bench_methods(&c, n);
    else if (strcmp(argv[1], "lengths") == 0)
        bench_lengths(&c, n);
    else if (strcmp(argv[1], "scale") == 0)
        bench_scale(&c, n, SIGNATURE_LENGTH, LSH_BANDS);
    else if (strcmp(argv[1], "growth") == 0)
        bench_growth(&c, n);
    else if (strcmp(argv[1], "sites") == 0)
        bench_sites(&c, n);
    else if (is_auto)
        bench_auto(&c, n, &collection);
    else
        dump(&c, n, strcmp(argv[1], "dump-all") == 0);
    for (uint32_t i = 0; i < c.n; i++) {
        free(c.page[i].path);
        buffer_free(&c.page[i].record);
    }
    free(c.page);
    collection_clear(&collection);
    return 0;
}
