/* crawl_host.c - the result of exploring as a host of the site file: link paths, links and names of its classes.
 * If templates are built, the classes are those of crawl_learn.c. For a map alone they are the explorer's if
 * crawled by links; otherwise the pages are clustered by appearance (host_classes.c): link paths alone split kinds
 * of page that differ in a menu, and join those whose links all stand in the same frame. Pages beyond those kept for
 * clustering follow pages with the same link paths. Cost: the clustering, and a pass over the links. Limits:
 * HUSK_MAX_CRAWL_CLUSTERED pages are clustered. */
#include <stdlib.h>

#include "crawl/crawl.h"
#include "base/limits.h"
#include "base/status.h"
#include "learn/class_name.h"
#include "cluster/classify.h"
#include "cluster/collection.h"
#include "cluster/pairs/pairs.h"
#include "judge/model_file.h"
#include "learn/host_classes.h"
#include "store/tally.h"

typedef struct host_draft {
    const crawl_site *site;
    const explored *e;
    arena *memory;
    model_host *host;
    uint32_t *class_of; /* by explored page: the index of its class, or CLASS_NONE */
} host_draft;

static const crawl_page *page_at(const host_draft *d, uint32_t page)
{
    return &d->site->pages[d->e->pages[page].address];
}

/* --- classes by clustering ---------------------------------------------------------------------------------------- */

/* The pages whose traits were kept. */
typedef struct kept_traits {
    const host_draft *d;
    uint32_t *page;            /* the explored page */
    uint32_t *kept, *class_of; /* all of them in order; the result */
    float *weight;
    uint32_t n;
} kept_traits;

static husk_status kept_record(void *context, uint32_t i, buffer *out, husk_error *error)
{
    const kept_traits *k = context;
    const crawl_page *p = page_at(k->d, k->page[i]);
    size_t len = p->traits_len;
    const void *record = collection_record_traits(k->d->site->traits.data + p->traits_at, len, &len);
    buffer_clear(out);
    buffer_append(out, record, record ? len : 0);
    return record && out->status == HUSK_OK ? HUSK_OK
                                            : error_set(error, HUSK_NO_MEMORY, "a page's traits can't be read again");
}

static husk_status kept_features(void *context, uint32_t i, uint64_t **features, uint32_t *n, husk_error *error)
{
    buffer record;
    buffer_init(&record, HUSK_MAX_PAGE_ARENA);
    husk_status status = kept_record(context, i, &record, error);
    if (status == HUSK_OK && !class_traits(record.data, record.len, features, n))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    buffer_free(&record);
    return status;
}

static bool kept_list(kept_traits *k)
{
    uint32_t n = k->d->e->n_pages;
    k->page = malloc((n + 1u) * sizeof *k->page);
    k->kept = malloc((n + 1u) * sizeof *k->kept);
    k->class_of = malloc((n + 1u) * sizeof *k->class_of);
    k->weight = malloc((n + 1u) * sizeof *k->weight);
    if (k->page == NULL || k->kept == NULL || k->class_of == NULL || k->weight == NULL)
        return false;
    for (uint32_t p = 0; p < n; p++)
        if (page_at(k->d, p)->traits_len) {
            k->page[k->n] = p;
            k->weight[k->n] = k->d->e->pages[p].stands_for;
            k->kept[k->n] = k->n;
            k->n++;
        }
    return true;
}

static husk_status classes_cluster(host_draft *d, husk_error *error)
{
    kept_traits k = { .d = d };
    model_host *host = d->host;
    husk_status status = kept_list(&k) ? HUSK_OK : HUSK_NO_MEMORY;
    host_pages pages = { .n_pages = k.n,
                         .kept = k.kept,
                         .n_kept = k.n,
                         .traits = kept_record,
                         .features = kept_features,
                         .context = &k,
                         .weight = k.weight,
                         .least_share = (double)pair_model_builtin.kinds_explored,
                         .least_pages = 1 };
    hash_map shared = { 0 };
    if (status == HUSK_OK)
        status = host_traits_count(&pages, &shared, error);
    pages.shared = &shared;
    if (status == HUSK_OK)
        status = host_classes_find(&pages, d->memory, k.class_of, &host->classes, &host->n_classes, error);
    if (status == HUSK_OK && host->n_classes == 1) /* nothing else distinguishes its pages from other sites' */
        status = host_classes_count(&pages, k.class_of, 0, d->memory, &host->classes[0], error);
    for (uint32_t i = 0; status == HUSK_OK && i < k.n; i++)
        d->class_of[k.page[i]] = k.class_of[i];
    map_free(&shared);
    free(k.page);
    free(k.kept);
    free(k.class_of);
    free(k.weight);
    return status;
}

/* Pages without traits go where most pages of the same explorer class, by link paths, went. */
static husk_status rest_place(host_draft *d)
{
    uint32_t n = site_model_n_classes(d->e->model);
    uint32_t *votes = calloc((size_t)n * d->host->n_classes + 1, sizeof *votes);
    if (votes == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t p = 0; p < d->e->n_pages; p++)
        if (page_at(d, p)->traits_len && d->e->pages[p].class_number != CLASS_NONE)
            votes[(size_t)d->e->pages[p].class_number * d->host->n_classes + d->class_of[p]]++;
    for (uint32_t p = 0; p < d->e->n_pages; p++) {
        uint32_t k = d->e->pages[p].class_number, best = CLASS_NONE, most = 0;
        if (page_at(d, p)->traits_len)
            continue;
        for (uint32_t c = 0; k != CLASS_NONE && c < d->host->n_classes; c++)
            if (votes[(size_t)k * d->host->n_classes + c] > most) {
                most = votes[(size_t)k * d->host->n_classes + c];
                best = c;
            }
        d->class_of[p] = best;
    }
    free(votes);
    return HUSK_OK;
}

/* --- common to all hosts ------------------------------------------------------------------------------------------ */

/* Link paths, and the pages of the class that have them. */
static husk_status schemas_fill(host_draft *d)
{
    uint32_t n_paths = d->e->n_path_hashes, *pages = calloc(n_paths + 1u, sizeof *pages),
             *list = calloc(n_paths + 1u, sizeof *list);
    husk_status status = pages && list ? HUSK_OK : HUSK_NO_MEMORY;
    for (uint32_t k = 0; k < d->host->n_classes && status == HUSK_OK; k++) {
        model_class *c = &d->host->classes[k];
        uint32_t n = 0;
        for (uint32_t p = 0; p < d->e->n_pages; p++) {
            page_schema s = explored_schema(d->e, p);
            for (uint32_t i = 0; d->class_of[p] == k && i < s.n_paths; i++)
                if (pages[s.paths[i]]++ == 0)
                    list[n++] = s.paths[i];
        }
        if (n == 0) /* no page with links was seen: keep the old schema */
            continue;
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
            qsort(c->schema, n, sizeof *c->schema, by_hash_order);
    }
    free(pages);
    free(list);
    return status;
}

static bool arrow_make(const host_draft *d, const class_link *link, model_arrow *arrow)
{
    uint64_t hash = d->e->path_hash[link->path];
    slice text = crawl_path_name(d->site, hash);
    size_t skip = text.len > MODEL_TEXT_BYTES ? text.len - MODEL_TEXT_BYTES : 0;
    while (skip < text.len && ((unsigned char)text.data[skip] & 0xc0) == 0x80)
        skip++;
    const char *copy = arena_copy(d->memory, text.data + skip, text.len - skip);
    *arrow = (model_arrow){ d->host->classes[link->from].number,
                            d->host->classes[link->to].number,
                            hash,
                            link->n,
                            { copy, copy ? text.len - skip : 0 } };
    return copy;
}

/* By class: does it have a visited page? */
static bool *classes_met(const host_draft *d)
{
    bool *met = calloc(d->host->n_classes + 1u, sizeof *met);
    for (uint32_t p = 0; met && p < d->e->n_pages; p++)
        if (d->class_of[p] != CLASS_NONE)
            met[d->class_of[p]] = true;
    return met;
}

/* Merge the new links with those that the file has of other classes; both are sorted by class. */
static bool arrows_merge(host_draft *d, const class_link *links, uint32_t n, const bool *met)
{
    model_host *host = d->host;
    const model_arrow *before = host->arrows;
    uint32_t n_before = host->n_arrows, i = 0;
    host->n_arrows = 0;
    host->arrows = arena_array(d->memory, (size_t)n + n_before, sizeof *host->arrows);
    bool ok = host->arrows;
    for (uint32_t b = 0; ok && b < n_before; b++) {
        if (met[model_class_place(host->classes, host->n_classes, before[b].from)])
            continue;
        for (; ok && i < n && host->classes[links[i].from].number < before[b].from; i++)
            ok = arrow_make(d, &links[i], &host->arrows[host->n_arrows++]);
        if (ok)
            host->arrows[host->n_arrows++] = before[b];
    }
    for (; ok && i < n; i++)
        ok = arrow_make(d, &links[i], &host->arrows[host->n_arrows++]);
    return ok;
}

static husk_status arrows_fill(host_draft *d)
{
    class_link *links = NULL;
    uint32_t n = 0;
    bool *met = classes_met(d);
    husk_status status = met ? explored_class_links(d->e, d->class_of, &links, &n) : HUSK_NO_MEMORY;
    if (status == HUSK_OK && !arrows_merge(d, links, n, met))
        status = HUSK_NO_MEMORY;
    free(met);
    free(links);
    return status;
}

/* The pages' URLs and titles, class by class; first[k] is where class k starts, n_classes + 1 of them. */
static class_page *pages_by_class(const host_draft *d, uint32_t *first)
{
    class_page *pages = calloc(d->e->n_pages + 1u, sizeof *pages);
    uint32_t n = 0;
    for (uint32_t k = 0; pages && k < d->host->n_classes; k++) {
        first[k] = n;
        for (uint32_t p = 0; p < d->e->n_pages; p++)
            if (d->class_of[p] == k)
                pages[n++] = (class_page){ page_at(d, p)->id, page_at(d, p)->title };
    }
    first[d->host->n_classes] = n;
    return pages;
}

static husk_status names_fill(host_draft *d)
{
    uint32_t *first = calloc(d->host->n_classes + 1u, sizeof *first);
    class_page *pages = first ? pages_by_class(d, first) : NULL;
    husk_status status = pages ? HUSK_OK : HUSK_NO_MEMORY;
    for (uint32_t k = 0; k < d->host->n_classes && status == HUSK_OK; k++) {
        buffer name;
        if (first[k] == first[k + 1])
            continue;
        buffer_init(&name, HUSK_MAX_URL_BYTES);
        class_name(pages, first[d->host->n_classes], first[k], first[k + 1] - first[k], &name);
        const char *copy = arena_copy(d->memory, name.len ? name.data : "", name.len);
        d->host->classes[k].name = (slice){ copy, name.len };
        status = copy ? name.status : HUSK_NO_MEMORY;
        buffer_free(&name);
    }
    free(first);
    free(pages);
    return status;
}

/* --- the map alone ------------------------------------------------------------------------------------------------ */

static husk_status classes_explored(host_draft *d)
{
    uint32_t n = site_model_n_classes(d->e->model);
    d->host->classes = arena_array(d->memory, n, sizeof *d->host->classes);
    d->host->n_classes = n;
    for (uint32_t k = 0; d->host->classes && k < n; k++)
        d->host->classes[k] = (model_class){ .number = k + 1 };
    for (uint32_t p = 0; p < d->e->n_pages; p++)
        d->class_of[p] = d->e->pages[p].class_number;
    return d->host->classes ? HUSK_OK : HUSK_NO_MEMORY;
}

/* A template without tokens has one slot. */
static husk_status classes_fill(host_draft *d)
{
    model_host *host = d->host;
    for (uint32_t k = 0; k < host->n_classes; k++) {
        model_slot *slot = arena_array(d->memory, 1, sizeof *slot);
        if (slot == NULL)
            return HUSK_NO_MEMORY;
        *slot = (model_slot){ 0 };
        host->classes[k].slots = slot;
        host->classes[k].n_pages = 0;
    }
    for (uint32_t p = 0; p < d->e->n_pages; p++)
        if (d->class_of[p] != CLASS_NONE)
            host->classes[d->class_of[p]].n_pages++;
    return HUSK_OK;
}

static husk_status pages_fill(host_draft *d)
{
    d->host->pages = arena_array(d->memory, d->e->n_pages, sizeof *d->host->pages);
    for (uint32_t p = 0; d->host->pages && p < d->e->n_pages; p++)
        d->host->pages[p] =
            (model_page){ page_at(d, p)->id,
                          d->class_of[p] == CLASS_NONE ? MODEL_NO_CLASS : d->host->classes[d->class_of[p]].number, 0 };
    d->host->n_pages = d->e->n_pages;
    return d->host->pages ? HUSK_OK : HUSK_NO_MEMORY;
}

static husk_status map_fill(host_draft *d, husk_error *error)
{
    husk_status status = schemas_fill(d);
    if (status == HUSK_OK)
        status = arrows_fill(d);
    if (status == HUSK_OK)
        status = names_fill(d);
    return status == HUSK_NO_MEMORY
               ? error_set(error, status, "out of memory for the model of %u pages", (unsigned)d->e->n_pages)
               : status;
}

husk_status crawl_map_add(const crawl_site *site, const explored *e, uint32_t *class_of, arena *memory,
                          model_host *host, husk_error *error)
{
    host_draft d = { site, e, memory, host, class_of };
    return map_fill(&d, error);
}

husk_status crawl_host(const crawl_site *site, const explored *e, arena *memory, model_host *host, husk_error *error)
{
    host_draft d = { site, e, memory, host, calloc(e->n_pages + 1u, sizeof *d.class_of) };
    husk_status status = d.class_of ? HUSK_OK : HUSK_NO_MEMORY;
    *host = (model_host){ .name = { site->place->host, strlen(site->place->host) },
                          .models = models_digest(&judge_models_builtin) };
    if (status == HUSK_OK)
        status = crawl_by_links(site) ? classes_explored(&d) : classes_cluster(&d, error);
    if (status == HUSK_OK && !crawl_by_links(site))
        status = rest_place(&d);
    if (status == HUSK_OK)
        status = pages_fill(&d);
    if (status == HUSK_OK)
        status = classes_fill(&d);
    if (status == HUSK_OK)
        status = map_fill(&d, error);
    free(d.class_of);
    return status == HUSK_NO_MEMORY
               ? error_set(error, status, "out of memory for the model of %u pages", (unsigned)e->n_pages)
               : status;
}
