/* sites.c - find sites by single linkage on the overlap of path sets, and of elements, among pages of the same host.
 * A host with designs that have little in common is several sites: each has kinds of its own, and comparing pages in
 * pairs within each finds more of them (live sites .0009 of F, and forty kinds where it is one of all pages). Pages
 * without a host are compared with each other. Only paths on at least two pages count. Pages of different sites share
 * at most .26 of the smaller set (4,000 pages of 40 sites), pages of one site form a chain of .45 or more, mostly above
 * .8 (25 documentation sites): half is far from both. Two pages that share half of the smaller one's paths share one of
 * the rarer half of them: only such pages are compared, and only while they are in different groups; a path whose pages
 * are all in one group is settled and skipped. Cost: about that of the inverted lists. Limits: pages that are held in
 * memory. */
#include "cluster/sets.h"

#include <stdlib.h>

#include "base/arrays.h"

/* Pages with fewer shared paths are similar only if equal: html, head, title and body are on every page. */
#define MIN_COMMON 8u

typedef struct linker {
    arena memory; /* of all that follows */
    const doc_sets *given;
    const doc_sets *elements; /* tags with their classes, by document */
    const uint64_t *host;     /* by document; 0: none */
    doc_sets sets;            /* of the paths on at least two documents, renumbered */
    uint32_t *support;
    uint32_t *root; /* by document; itself for the first of a group, by rank */
    uint32_t *rank; /* by document: its position in the order, which derives from the content */
    size_t *first;  /* by path: postings */
    uint32_t *posting;
    uint32_t *common; /* by document */
    uint32_t *touched;
    uint32_t *rarer; /* one document's paths, the rarer first */
    bool *settled;   /* by path: all its documents are in one group */
} linker;

static void join(linker *k, uint32_t a, uint32_t b)
{
    a = root_of(k->root, a);
    b = root_of(k->root, b);
    if (k->rank[a] < k->rank[b])
        k->root[b] = a;
    else
        k->root[a] = b;
}

/* Half of the larger page's elements, a tag with its classes each: tag paths alone link a page of a few elements to
 * pages of any site, and those to each other. Of 137 live sites in one collection, clusters then had pages of 59 sites
 * (precision .11 by pages, now .98: bench/run cluster); of sites alone the classes stay within .001. */
static bool has_like_elements(const linker *k, uint32_t a, uint32_t b)
{
    uint32_t size_a = doc_size(k->elements, a), size_b = doc_size(k->elements, b);
    uint32_t common = common_items(doc_items(k->elements, a), size_a, doc_items(k->elements, b), size_b);
    return common >= SITE_OVERLAP * (size_a > size_b ? size_a : size_b);
}

static bool is_alike(const linker *k, uint32_t a, uint32_t b)
{
    uint32_t size_a = doc_size(&k->sets, a), size_b = doc_size(&k->sets, b), least = size_a < size_b ? size_a : size_b;
    uint32_t common = common_items(doc_items(&k->sets, a), size_a, doc_items(&k->sets, b), size_b);
    bool same = common == size_a && common == size_b;
    return (same || (common >= MIN_COMMON && common >= SITE_OVERLAP * least)) && has_like_elements(k, a, b);
}

static int by_size(const void *a, const void *b, void *context)
{
    const linker *k = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return ORDER_OF(doc_size(&k->sets, y), doc_size(&k->sets, x)) ?: ORDER_OF(k->rank[x], k->rank[y]);
}

/* Inverted lists, the largest documents first, also in `docs`. */
static void list_paths(linker *k, uint32_t *docs, uint32_t n)
{
    qsort_r(docs, n, sizeof *docs, by_size, k);
    memset(k->first, 0, ((size_t)k->sets.n_items + 1) * sizeof *k->first);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < doc_size(&k->sets, docs[i]); j++)
            k->first[doc_items(&k->sets, docs[i])[j] + 1]++;
    for (uint32_t p = 0; p < k->sets.n_items; p++)
        k->first[p + 1] += k->first[p];
    memset(k->settled, 0, k->sets.n_items);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < doc_size(&k->sets, docs[i]); j++)
            k->posting[k->first[doc_items(&k->sets, docs[i])[j]]++] = docs[i];
    memmove(k->first + 1, k->first, k->sets.n_items * sizeof *k->first);
    k->first[0] = 0;
}

static int by_support(const void *a, const void *b, void *context)
{
    const uint32_t *support = context;
    return ORDER_OF(support[*(const uint32_t *)a], support[*(const uint32_t *)b]);
}

/* Enough paths that any similar document of at least the same size has one of them: settled ones as far as there are,
 * which are skipped, and the rarest of the others, which are listed. */
static uint32_t rarer_paths(linker *k, uint32_t doc)
{
    uint32_t open = 0, size = doc_size(&k->sets, doc), half = (size + 1) / 2,
             least = half > MIN_COMMON ? half : MIN_COMMON;
    for (uint32_t j = 0; j < doc_size(&k->sets, doc); j++) {
        uint32_t p = doc_items(&k->sets, doc)[j];
        if (!k->settled[p])
            k->rarer[open++] = p;
    }
    uint32_t enough = size < least ? size > 0 : size - least + 1, settled = size - open;
    if (enough <= settled)
        return 0;
    qsort_r(k->rarer, open, sizeof *k->rarer, by_support, k->support);
    return enough - settled;
}

/* Are all documents with the path in one group? Then it has nothing more to contribute. */
static bool is_settled(linker *k, uint32_t path)
{
    uint32_t group = root_of(k->root, k->posting[k->first[path]]);
    for (size_t i = k->first[path] + 1; i < k->first[path + 1]; i++)
        if (root_of(k->root, k->posting[i]) != group)
            return false;
    return true;
}

/* Join the document with all similar listed ones of at least the same size. */
static void link_document(linker *k, uint32_t doc)
{
    uint32_t n = rarer_paths(k, doc), n_touched = 0;
    for (uint32_t j = 0; j < n; j++) {
        uint32_t p = k->rarer[j];
        for (size_t i = k->first[p]; i < k->first[p + 1]; i++) {
            uint32_t other = k->posting[i];
            if (doc_size(&k->sets, other) < doc_size(&k->sets, doc))
                break;
            if (k->common[other])
                continue;
            k->common[other] = 1;
            k->touched[n_touched++] = other;
            if (k->host[other] == k->host[doc] && root_of(k->root, other) != root_of(k->root, doc) &&
                is_alike(k, doc, other))
                join(k, doc, other);
        }
        k->settled[p] = is_settled(k, p);
    }
    for (uint32_t t = 0; t < n_touched; t++)
        k->common[k->touched[t]] = 0;
}

static void link_all(linker *k, uint32_t *docs, uint32_t n)
{
    uint32_t empty = UINT32_MAX; /* documents that share nothing form one group */
    list_paths(k, docs, n);
    for (uint32_t i = n; i-- > 0;) { /* the smallest first: they are compared with all others */
        uint32_t d = docs[i];
        if (doc_size(k->given, d) == 0) {
            empty = empty == UINT32_MAX ? d : empty;
            join(k, d, empty);
        }
        link_document(k, d);
    }
}

/* The paths on at least two documents, renumbered. */
static bool keep_shared(linker *k, const uint32_t *support)
{
    const doc_sets *from = k->given;
    uint32_t *number = arena_array(&k->memory, from->n_items, sizeof *number), n = 0;
    size_t to = 0;
    k->sets.first = arena_zeros(&k->memory, (size_t)from->n_docs + 1, sizeof *k->sets.first);
    k->sets.item = arena_array(&k->memory, from->first[from->n_docs] + 1, sizeof *k->sets.item);
    k->support = arena_array(&k->memory, (size_t)from->n_items + 1, sizeof *k->support);
    if (!number || !k->sets.first || !k->sets.item || !k->support)
        return false;
    for (uint32_t p = 0; p < from->n_items; p++) {
        number[p] = support[p] > 1 ? n : UINT32_MAX;
        k->support[n] = support[p];
        n += support[p] > 1;
    }
    for (uint32_t d = 0; d < from->n_docs; d++) {
        for (uint32_t j = 0; j < doc_size(from, d); j++) {
            uint32_t p = number[doc_items(from, d)[j]];
            k->sets.item[to] = p;
            to += p != UINT32_MAX;
        }
        k->sets.first[d + 1] = to;
    }
    k->sets.n_docs = from->n_docs;
    k->sets.n_items = n;
    return true;
}

static bool linker_init(linker *k, const doc_sets *given, const doc_sets *elements, const uint32_t *support,
                        const uint32_t *order)
{
    uint32_t largest = 0, n = given->n_docs;
    *k = (linker){ .given = given, .elements = elements };
    arena_init(&k->memory, SIZE_MAX);
    if (!keep_shared(k, support))
        return false;
    for (uint32_t d = 0; d < n; d++)
        largest = doc_size(&k->sets, d) > largest ? doc_size(&k->sets, d) : largest;
    k->root = arena_array(&k->memory, n, sizeof *k->root);
    k->rank = arena_array(&k->memory, n, sizeof *k->rank);
    k->first = arena_array(&k->memory, (size_t)k->sets.n_items + 2, sizeof *k->first);
    k->posting = arena_array(&k->memory, k->sets.first[n], sizeof *k->posting);
    k->common = arena_zeros(&k->memory, n, sizeof *k->common);
    k->touched = arena_array(&k->memory, n, sizeof *k->touched);
    k->rarer = arena_array(&k->memory, largest, sizeof *k->rarer);
    k->settled = arena_array(&k->memory, k->sets.n_items, sizeof *k->settled);
    if (!k->root || !k->rank || !k->first || !k->posting || !k->common || !k->touched || !k->rarer || !k->settled)
        return false;
    for (uint32_t d = 0; d < n; d++) {
        k->root[d] = d;
        k->rank[order[d]] = d;
    }
    return true;
}

husk_status sites_find(const doc_sets *sets, const doc_sets *elements, const uint64_t *host, const uint32_t *support,
                       const uint32_t *order, uint32_t *group, uint32_t *n_groups)
{
    linker k;
    *n_groups = 0;
    bool ok = linker_init(&k, sets, elements, support, order);
    if (ok) {
        k.host = host;
        memcpy(group, order, sets->n_docs * sizeof *group);
        link_all(&k, group, sets->n_docs);
        memset(group, 0xff, sets->n_docs * sizeof *group);
    }
    for (uint32_t i = 0; ok && i < sets->n_docs; i++) {
        uint32_t r = root_of(k.root, order[i]);
        if (group[r] == UINT32_MAX)
            group[r] = (*n_groups)++;
        group[order[i]] = group[r];
    }
    arena_free(&k.memory);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}
