/* groups.c - sites by single linkage on the overlap of path sets.
 * Only paths on at least two pages count. Pages of different sites share at most .26 of the smaller set (4,000 pages of 40 sites), pages of
 * one site form a chain of .45 or more, mostly above .8 (25 documentation sites): half is far from both.
 * Cost: a walk over the lists of who has each path for the sample, then one over each further page's own paths. Limits: a heap of
 * more pages than the sample is taken in rounds; what no group has half of is the next round's heap. */
#include "site/groups.h"

#include <stdlib.h>
#include <string.h>

#define MIN_OVERLAP .5
/* Pages of fewer shared paths than this are alike only when they are equal: html, head, title and body are on every page. */
#define MIN_COMMON 8u
#define MAX_ROUNDS 16

typedef struct linker {
    const doc_sets *sets;
    const uint32_t *support;
    uint32_t *size;   /* by document: its paths that others have too */
    uint32_t *root;   /* by document; itself for the first of a group */
    bool *placed;     /* by document */
    size_t *first;    /* by path: postings */
    uint32_t *posting;
    uint32_t *common; /* by document */
    uint32_t *touched;
} linker;

static uint32_t root_of(uint32_t *root, uint32_t d)
{
    while (root[d] != d) {
        root[d] = root[root[d]];
        d = root[d];
    }
    return d;
}

static bool is_alike(const linker *k, uint32_t a, uint32_t b, uint32_t common)
{
    uint32_t least = k->size[a] < k->size[b] ? k->size[a] : k->size[b];
    if (common == k->size[a] && common == k->size[b])
        return true;
    return common >= MIN_COMMON && common >= MIN_OVERLAP * least;
}

/* Postings of the documents of one round, documents as they stand in `docs`. */
static bool list_round(linker *k, const uint32_t *docs, uint32_t n)
{
    size_t total = 0;
    memset(k->first, 0, ((size_t)k->sets->n_items + 1) * sizeof *k->first);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < doc_size(k->sets, docs[i]); j++) {
            uint32_t p = doc_items(k->sets, docs[i])[j];
            if (k->support[p] > 1) {
                k->first[p + 1]++;
                total++;
            }
        }
    for (uint32_t p = 0; p < k->sets->n_items; p++)
        k->first[p + 1] += k->first[p];
    free(k->posting);
    k->posting = malloc((total ? total : 1) * sizeof *k->posting);
    if (k->posting == NULL)
        return false;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < doc_size(k->sets, docs[i]); j++) {
            uint32_t p = doc_items(k->sets, docs[i])[j];
            if (k->support[p] > 1)
                k->posting[k->first[p]++] = docs[i];
        }
    memmove(k->first + 1, k->first, k->sets->n_items * sizeof *k->first);
    k->first[0] = 0;
    return true;
}

/* Count the paths that `doc` shares with each listed document or group; `touched` gets who they are. */
static uint32_t count_common(linker *k, uint32_t doc)
{
    uint32_t n = 0;
    for (uint32_t j = 0; j < doc_size(k->sets, doc); j++) {
        uint32_t p = doc_items(k->sets, doc)[j];
        for (size_t i = k->first[p]; i < k->first[p + 1]; i++) {
            uint32_t other = k->posting[i];
            if (k->common[other]++ == 0)
                k->touched[n++] = other;
        }
    }
    return n;
}

static void link_round(linker *k, const uint32_t *docs, uint32_t n)
{
    uint32_t empty = UINT32_MAX; /* documents with nothing shared stand together */
    for (uint32_t i = 0; i < n; i++) {
        uint32_t d = docs[i], n_touched = count_common(k, d);
        k->placed[d] = true;
        if (k->size[d] == 0 && doc_size(k->sets, d) == 0) {
            empty = empty == UINT32_MAX ? d : empty;
            k->root[root_of(k->root, d)] = root_of(k->root, empty);
        }
        for (uint32_t t = 0; t < n_touched; t++) {
            uint32_t o = k->touched[t];
            if (o != d && is_alike(k, d, o, k->common[o]))
                k->root[root_of(k->root, d)] = root_of(k->root, o);
            k->common[o] = 0;
        }
    }
}

/* Let each path list the groups that have it, instead of the documents. */
static void list_groups(linker *k)
{
    size_t to = 0, from = 0;
    for (uint32_t p = 0; p < k->sets->n_items; p++) {
        size_t end = k->first[p + 1], begin = to;
        for (; from < end; from++) {
            uint32_t g = root_of(k->root, k->posting[from]);
            if (k->common[g] == 0) {
                k->common[g] = 1;
                k->posting[to++] = g;
            }
        }
        k->first[p] = begin;
        for (size_t i = begin; i < to; i++)
            k->common[k->posting[i]] = 0;
    }
    /* first[p] is the begin of p; the end of p is the begin of p + 1. */
    k->first[k->sets->n_items] = to;
}

/* Give documents that were not compared to the group that has most of their paths. */
static void place_rest(linker *k, const uint32_t *docs, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t d = docs[i], n_touched = count_common(k, d), best = UINT32_MAX, most = 0;
        for (uint32_t t = 0; t < n_touched; t++) {
            uint32_t g = k->touched[t];
            if (k->common[g] > most || (k->common[g] == most && g < best)) {
                most = k->common[g];
                best = g;
            }
            k->common[g] = 0;
        }
        if (best != UINT32_MAX && most >= MIN_COMMON && most >= MIN_OVERLAP * k->size[d]) {
            k->root[d] = best;
            k->placed[d] = true;
        }
    }
}

static husk_status linker_init(linker *k, const doc_sets *sets, const uint32_t *support)
{
    size_t n = sets->n_docs ? sets->n_docs : 1;
    *k = (linker){ .sets = sets, .support = support };
    k->size = calloc(n, sizeof *k->size);
    k->root = malloc(n * sizeof *k->root);
    k->placed = calloc(n, sizeof *k->placed);
    k->first = malloc(((size_t)sets->n_items + 2) * sizeof *k->first);
    k->common = calloc(n, sizeof *k->common);
    k->touched = malloc(n * sizeof *k->touched);
    if (!k->size || !k->root || !k->placed || !k->first || !k->common || !k->touched)
        return HUSK_NO_MEMORY;
    for (uint32_t d = 0; d < sets->n_docs; d++) {
        k->root[d] = d;
        for (uint32_t j = 0; j < doc_size(sets, d); j++)
            k->size[d] += support[doc_items(sets, d)[j]] > 1;
    }
    return HUSK_OK;
}

static void linker_free(linker *k)
{
    free(k->size);
    free(k->root);
    free(k->placed);
    free(k->first);
    free(k->posting);
    free(k->common);
    free(k->touched);
}

/* Rounds of at most `sample` documents, evenly out of what is left, whose order says nothing. */
static bool run(linker *k, const uint32_t *order, uint32_t sample, uint32_t *left, uint32_t *round)
{
    uint32_t n_left = k->sets->n_docs;
    memcpy(left, order, n_left * sizeof *left);
    for (int r = 0; n_left && r < MAX_ROUNDS; r++) {
        uint32_t n = n_left < sample ? n_left : sample, to = 0;
        for (uint32_t i = 0; i < n; i++)
            round[i] = left[(uint64_t)i * n_left / n];
        if (!list_round(k, round, n))
            return false;
        link_round(k, round, n);
        for (uint32_t i = 0; i < n_left; i++)
            if (!k->placed[left[i]])
                left[to++] = left[i];
        n_left = to;
        if (n_left == 0)
            break;
        list_groups(k);
        place_rest(k, left, n_left);
        for (uint32_t i = to = 0; i < n_left; i++)
            if (!k->placed[left[i]])
                left[to++] = left[i];
        n_left = to;
    }
    return true;
}

husk_status groups_find(const doc_sets *sets, const uint32_t *support, const uint32_t *order, uint32_t sample, uint32_t *group,
                        uint32_t *n_groups)
{
    linker k;
    husk_status status = linker_init(&k, sets, support);
    size_t n = sets->n_docs ? sets->n_docs : 1;
    uint32_t *left = malloc(n * sizeof *left), *round = malloc(n * sizeof *round);
    *n_groups = 0;
    if (status == HUSK_OK && (!left || !round || !run(&k, order, sample, left, round)))
        status = HUSK_NO_MEMORY;
    if (status == HUSK_OK) {
        memset(group, 0xff, sets->n_docs * sizeof *group);
        for (uint32_t i = 0; i < sets->n_docs; i++) {
            uint32_t r = root_of(k.root, order[i]);
            if (group[r] == UINT32_MAX)
                group[r] = (*n_groups)++;
            group[order[i]] = group[r];
        }
    }
    free(left);
    free(round);
    linker_free(&k);
    return status;
}
