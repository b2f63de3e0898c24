/* crawl_host.c - what exploring found, as a host of the site file: classes with what tells them apart, and the links between them.
 * As published, a class is the explorer's. Otherwise the pages are clustered by what they look like (site/kinds.c): link paths alone split
 * kinds of page that differ in a menu, and join those whose links all stand in the same frame. Pages beyond those that were kept for
 * clustering get the class that fits best.
 * Cost: the clustering, and one sort of all traits. Limits: HUSK_MAX_CRAWL_CLUSTERED pages are clustered. */
#include <stdlib.h>
#include <unistd.h>

#include "api/crawl.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/temp_file.h"
#include "base/unique.h"
#include "site/class_name.h"
#include "site/classify.h"
#include "site/heap.h"
#include "site/hostmodel.h"
#include "site/learner.h"

/* A site explored from its start page has more than one kind of page: a split need not save as much as in a heap that may have one. */
#define CRAWL_LEAST_SHARE .05

typedef struct host_draft {
    const crawl_site *site;
    const explored *e;
    arena *memory;
    model_host *host;
    uint32_t *class_of; /* by explored page */
    uint32_t n_classes;
} host_draft;

static const crawl_page *page_at(const host_draft *d, uint32_t page)
{
    return &d->site->pages[d->e->pages[page].address];
}

static const char *traits_at(const host_draft *d, uint32_t page)
{
    return d->site->traits.data + page_at(d, page)->traits_at;
}

/* --- classes by clustering ------------------------------------------------------------------------------------------- */

static husk_status classes_cluster(host_draft *d, husk_error *error)
{
    husk_heap heap;
    husk_cluster_options options;
    husk_cluster_options_init(&options, sizeof options);
    husk_status status = heap_init(&heap, &options, error);
    uint32_t n = 0;
    float *weight = malloc((d->e->n_pages + 1u) * sizeof *weight);
    if (weight == NULL && status == HUSK_OK)
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    heap.least_share = CRAWL_LEAST_SHARE;
    heap.slots.weight = weight;
    for (uint32_t p = 0; p < d->e->n_pages && status == HUSK_OK; p++)
        if (page_at(d, p)->traits_len) {
            weight[n] = d->e->pages[p].stands_for;
            d->class_of[p] = n++;
            status = heap_add(&heap, traits_at(d, p), page_at(d, p)->traits_len);
        }
    if (status == HUSK_OK)
        status = heap_cluster(&heap);
    for (uint32_t p = 0; p < d->e->n_pages && status == HUSK_OK; p++)
        if (page_at(d, p)->traits_len)
            d->class_of[p] = heap.clusters.cluster_of[d->class_of[p]];
    d->n_classes = heap.clusters.n_clusters;
    heap_clear(&heap);
    free(weight);
    return status;
}

/* A hash so that its order is that of the file, whose numbers are signed. */
static uint64_t file_order(uint64_t hash)
{
    return hash ^ UINT64_C(1) << 63;
}

/* Leave each trait once a page, and none that a single page has: it tells that page, not its class. */
static size_t uses_reduce(numbered_hash *uses, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0, end; i < n; i = end) {
        size_t first = kept;
        for (end = i; end < n && uses[end].hash == uses[i].hash; end++)
            if (kept == first || uses[kept - 1].number != uses[end].number)
                uses[kept++] = uses[end];
        if (kept - first == 1)
            kept = first;
    }
    return kept;
}

/* What traits tell, by hash in the file's order, then by page; malloc'd. */
static numbered_hash *uses_gather(const host_draft *d, size_t *n)
{
    numbered_hash *uses = malloc((d->site->traits.len / sizeof(uint64_t) + 1) * sizeof *uses);
    bool ok = uses != NULL;
    *n = 0;
    for (uint32_t p = 0; ok && p < d->e->n_pages; p++) {
        size_t len = page_at(d, p)->traits_len;
        uint64_t *list = NULL;
        uint32_t n_list = 0;
        if (len == 0)
            continue;
        const void *record = heap_record_traits(traits_at(d, p), len, &len);
        ok = record && class_traits_all(record, len, &list, &n_list);
        for (uint32_t i = 0; ok && i < n_list; i++)
            uses[(*n)++] = (numbered_hash){ file_order(list[i]), p };
        free(list);
    }
    if (ok && hashes_sort(uses, *n)) {
        *n = uses_reduce(uses, *n);
        return uses;
    }
    free(uses);
    return NULL;
}

/* Deal the traits out to the classes that have them. `seen`, by class: the first use of the trait it had last, plus one. A class without room is
 * only counted for. */
static void traits_deal(host_draft *d, const numbered_hash *uses, size_t n, size_t *seen)
{
    memset(seen, 0, d->n_classes * sizeof *seen);
    for (size_t i = 0, first = 0; i < n; i++) {
        uint32_t k = d->class_of[uses[i].number];
        model_class *c = &d->host->classes[k];
        first = uses[i].hash == uses[first].hash ? first : i;
        bool is_new = seen[k] != first + 1;
        seen[k] = first + 1;
        c->n_traits += is_new;
        if (c->traits && is_new)
            c->traits[c->n_traits - 1] = (model_count){ file_order(uses[i].hash), 0 };
        if (c->traits)
            c->traits[c->n_traits - 1].pages++;
    }
}

static husk_status traits_fill(host_draft *d)
{
    size_t n = 0, *seen = malloc((d->n_classes + 1u) * sizeof *seen);
    numbered_hash *uses = seen ? uses_gather(d, &n) : NULL;
    husk_status status = uses ? HUSK_OK : HUSK_NO_MEMORY;
    if (uses)
        traits_deal(d, uses, n, seen);
    for (uint32_t k = 0; k < d->n_classes && status == HUSK_OK; k++) {
        model_class *c = &d->host->classes[k];
        c->traits = arena_array(d->memory, c->n_traits, sizeof *c->traits);
        c->n_traits = 0;
        status = c->traits ? HUSK_OK : HUSK_NO_MEMORY;
    }
    if (status == HUSK_OK)
        traits_deal(d, uses, n, seen);
    free(uses);
    free(seen);
    return status;
}

/* Pages whose traits were not kept: by their link paths, the explorer's class says where most of their like went. */
static husk_status rest_place(host_draft *d)
{
    uint32_t n = sitemodel_n_classes(d->e->model);
    uint32_t *votes = calloc((size_t)n * d->n_classes + 1, sizeof *votes);
    if (votes == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t p = 0; p < d->e->n_pages; p++)
        if (page_at(d, p)->traits_len && d->e->pages[p].class_number != CLASS_NONE)
            votes[(size_t)d->e->pages[p].class_number * d->n_classes + d->class_of[p]]++;
    for (uint32_t p = 0; p < d->e->n_pages; p++) {
        uint32_t k = d->e->pages[p].class_number, best = CLASS_NONE, most = 0;
        if (page_at(d, p)->traits_len)
            continue;
        for (uint32_t c = 0; k != CLASS_NONE && c < d->n_classes; c++)
            if (votes[(size_t)k * d->n_classes + c] > most) {
                most = votes[(size_t)k * d->n_classes + c];
                best = c;
            }
        d->class_of[p] = best;
    }
    free(votes);
    return HUSK_OK;
}

/* --- what every host has ------------------------------------------------------------------------------------------------ */

static int by_count_hash(const void *a, const void *b)
{
    int64_t x = (int64_t)((const model_count *)a)->hash, y = (int64_t)((const model_count *)b)->hash;
    return (x > y) - (x < y);
}

/* Link paths and the pages of the class that have them. */
static husk_status schemas_fill(host_draft *d)
{
    uint32_t n_paths = d->e->n_path_hashes, *pages = calloc(n_paths + 1u, sizeof *pages), *list = calloc(n_paths + 1u, sizeof *list);
    husk_status status = pages && list ? HUSK_OK : HUSK_NO_MEMORY;
    for (uint32_t k = 0; k < d->n_classes && status == HUSK_OK; k++) {
        model_class *c = &d->host->classes[k];
        uint32_t n = 0;
        for (uint32_t p = 0; p < d->e->n_pages; p++) {
            page_schema s = explored_schema(d->e, p);
            for (uint32_t i = 0; d->class_of[p] == k && i < s.n_paths; i++)
                if (pages[s.paths[i]]++ == 0)
                    list[n++] = s.paths[i];
        }
        c->schema = arena_array(d->memory, n, sizeof *c->schema);
        if (c->schema == NULL)
            status = HUSK_NO_MEMORY;
        for (uint32_t i = 0; i < n; i++) {
            if (c->schema)
                c->schema[i] = (model_count){ d->e->path_hash[list[i]], pages[list[i]] };
            pages[list[i]] = 0;
        }
        c->n_schema = n;
        if (c->schema)
            qsort(c->schema, n, sizeof *c->schema, by_count_hash);
    }
    free(pages);
    free(list);
    return status;
}

static husk_status arrows_fill(host_draft *d)
{
    class_link *links = NULL;
    uint32_t n = 0;
    husk_status status = explored_class_links(d->e, d->class_of, &links, &n);
    d->host->arrows = status == HUSK_OK ? arena_array(d->memory, n, sizeof *d->host->arrows) : NULL;
    for (uint32_t i = 0; d->host->arrows && i < n; i++) {
        uint64_t hash = d->e->path_hash[links[i].path];
        slice text = crawl_path_name(d->site, hash);
        size_t skip = text.len > MODEL_TEXT_BYTES ? text.len - MODEL_TEXT_BYTES : 0;
        while (skip < text.len && ((unsigned char)text.data[skip] & 0xc0) == 0x80)
            skip++;
        const char *copy = arena_copy(d->memory, text.data + skip, text.len - skip);
        if (copy == NULL)
            status = HUSK_NO_MEMORY;
        d->host->arrows[i] = (model_arrow){ links[i].from + 1, links[i].to + 1, hash, links[i].n, { copy, copy ? text.len - skip : 0 } };
    }
    d->host->n_arrows = n;
    free(links);
    return d->host->arrows ? status : HUSK_NO_MEMORY;
}

/* The pages' addresses and titles class by class; first[k] is where class k begins, n_classes + 1 of them. */
static class_page *pages_by_class(const host_draft *d, uint32_t *first)
{
    class_page *pages = calloc(d->e->n_pages + 1u, sizeof *pages);
    uint32_t n = 0;
    for (uint32_t k = 0; pages && k < d->n_classes; k++) {
        first[k] = n;
        for (uint32_t p = 0; p < d->e->n_pages; p++)
            if (d->class_of[p] == k)
                pages[n++] = (class_page){ page_at(d, p)->id, page_at(d, p)->title };
    }
    first[d->n_classes] = n;
    return pages;
}

static husk_status names_fill(host_draft *d)
{
    uint32_t *first = calloc(d->n_classes + 1u, sizeof *first);
    class_page *pages = first ? pages_by_class(d, first) : NULL;
    husk_status status = pages ? HUSK_OK : HUSK_NO_MEMORY;
    for (uint32_t k = 0; k < d->n_classes && status == HUSK_OK; k++) {
        buffer name;
        buffer_init(&name, HUSK_MAX_URL_BYTES);
        class_name(pages, first[d->n_classes], first[k], first[k + 1] - first[k], &name);
        const char *copy = arena_copy(d->memory, name.len ? name.data : "", name.len);
        d->host->classes[k].name = (slice){ copy, name.len };
        status = copy ? name.status : HUSK_NO_MEMORY;
        buffer_free(&name);
    }
    free(first);
    free(pages);
    return status;
}

/* Classes without a template, when none is asked for. */
static husk_status classes_fill(host_draft *d)
{
    model_host *host = d->host;
    host->classes = arena_array(d->memory, d->n_classes, sizeof *host->classes);
    if (host->classes == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t k = 0; k < d->n_classes; k++) {
        host->classes[k] = (model_class){ .number = k + 1, .slots = arena_array(d->memory, 1, sizeof(model_slot)) };
        if (host->classes[k].slots == NULL)
            return HUSK_NO_MEMORY;
        host->classes[k].slots[0] = (model_slot){ 0 };
    }
    host->n_classes = d->n_classes;
    for (uint32_t p = 0; p < d->e->n_pages; p++)
        if (d->class_of[p] != CLASS_NONE)
            host->classes[d->class_of[p]].n_pages++;
    return HUSK_OK;
}

static husk_status pages_fill(host_draft *d)
{
    d->host->pages = arena_array(d->memory, d->e->n_pages, sizeof *d->host->pages);
    for (uint32_t p = 0; d->host->pages && p < d->e->n_pages; p++)
        d->host->pages[p] = (model_page){ page_at(d, p)->id, d->class_of[p] == CLASS_NONE ? MODEL_NO_CLASS : d->class_of[p] + 1, 0 };
    d->host->n_pages = d->e->n_pages;
    return d->host->pages ? HUSK_OK : HUSK_NO_MEMORY;
}

/* --- templates ----------------------------------------------------------------------------------------------------------- */

/* A page that was seen, parsed again from what was kept of it. */
static husk_status page_again(void *context, const sampled_page *sampled, husk_page *page, buffer *scratch, husk_error *error)
{
    const crawl_site *site = context;
    const crawl_page *p = &site->pages[sampled->at];
    buffer_clear(scratch);
    if (!buffer_reserve(scratch, p->body_len + 1))
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (!temp_file_read(fileno(site->bodies), p->body_at, scratch->data, p->body_len))
        return error_set(error, HUSK_IO, "a temporary file can't be read");
    scratch->len = p->body_len;
    husk_raw raw = { .id = p->id.data, .url = p->url, .charset = p->charset, .bytes = scratch->data, .len = p->body_len, .is_text = p->is_text };
    husk_status status = husk_page_parse(page, &raw, error);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

static int by_key(const void *a, const void *b)
{
    const sampled_page *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* Each class's pages in an order that does not depend on when they were seen, as many as a sample has. */
static husk_status templates_fill(host_draft *d, husk_error *error)
{
    learner_options options;
    learner_options_init(&options);
    options.host.template.consensus.jobs = d->site->n_workers;
    options.host.template.warn = d->site->o->warn;
    options.host.template.warn_context = d->site->o->warn_context;
    sampled_class *classes = calloc(d->n_classes + 1u, sizeof *classes);
    sampled_page *pages = calloc(d->e->n_pages + 1u, sizeof *pages);
    husk_status status = classes && pages && fflush(d->site->bodies) == 0 ? HUSK_OK : error_set(error, HUSK_NO_MEMORY, "out of memory");
    uint32_t at = 0;
    for (uint32_t k = 0; k < d->n_classes && status == HUSK_OK; k++) {
        uint32_t first = at;
        for (uint32_t p = 0; p < d->e->n_pages; p++)
            if (d->class_of[p] == k) {
                slice id = page_at(d, p)->id;
                pages[at++] = (sampled_page){ hash_pair(d->site->o->seed, hash_bytes(id.data, id.len)), d->e->pages[p].address, 0 };
            }
        qsort(pages + first, at - first, sizeof *pages, by_key);
        uint32_t n = at - first;
        classes[k] = (sampled_class){ pages + first, n < options.sample ? n : options.sample, n, k + 1 };
    }
    page_reader reader = { .parse = page_again, .context = (void *)d->site, .options = &d->site->o->page };
    if (status == HUSK_OK)
        status = hostmodel_make(&reader, classes, d->n_classes, &options.host, d->memory, d->host, error);
    free(classes);
    free(pages);
    return status;
}

husk_status crawl_host(const crawl_site *site, const explored *e, arena *memory, model_host *host, husk_error *error)
{
    host_draft d = { site, e, memory, host, calloc(e->n_pages + 1u, sizeof *d.class_of), sitemodel_n_classes(e->model) };
    husk_status status = d.class_of ? HUSK_OK : HUSK_NO_MEMORY;
    *host = (model_host){ .name = { site->place->host, strlen(site->place->host) } };
    for (uint32_t p = 0; p < e->n_pages && status == HUSK_OK; p++)
        d.class_of[p] = e->pages[p].class_number;
    if (status == HUSK_OK && site->wants_traits)
        status = classes_cluster(&d, error);
    if (status == HUSK_OK && site->wants_traits)
        status = rest_place(&d);
    if (status == HUSK_OK)
        status = pages_fill(&d);
    if (status == HUSK_OK)
        status = site->bodies ? templates_fill(&d, error) : classes_fill(&d);
    if (status == HUSK_OK && site->wants_traits)
        status = traits_fill(&d);
    if (status == HUSK_OK)
        status = schemas_fill(&d);
    if (status == HUSK_OK)
        status = arrows_fill(&d);
    if (status == HUSK_OK)
        status = names_fill(&d);
    free(d.class_of);
    return status == HUSK_NO_MEMORY ? error_set(error, status, "out of memory for the model of %u pages", (unsigned)e->n_pages) : status;
}
