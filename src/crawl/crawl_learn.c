/* crawl_learn.c - what a crawl leaves in the site file: its pages as husk learn learns them, and the map of their
 * links. Pages go to a learner as they arrive, with the number of pages of the site each represents. What only the
 * links show (link paths, links between classes) is added before the host is written. Cost: that of learning,
 * and a table of the pages' hashes. Limits: those of the learner; HUSK_MAX_CRAWL_CLUSTERED pages are clustered. */
#include <stdlib.h>

#include "crawl/crawl.h"
#include "base/status.h"

typedef struct host_draft {
    const crawl_site *site;
    const explored *e;
    arena *memory;
    model_host *host;
    const uint32_t *class_of; /* by explored page: the index of its class, or CLASS_NONE */
} host_draft;

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

husk_status crawl_map_add(const crawl_site *site, const explored *e, const uint32_t *class_of, arena *memory,
                          model_host *host, husk_error *error)
{
    host_draft d = { site, e, memory, host, class_of };
    husk_status status = schemas_fill(&d);
    status = status ?: arrows_fill(&d);
    return status == HUSK_NO_MEMORY
               ? error_set(error, status, "out of memory for the model of %u pages", (unsigned)e->n_pages)
               : status;
}

typedef struct learned_crawl {
    const crawl_site *site;
    const explored *e;
    hash_map page_of; /* by hash of a page's bytes: the first page with them, + 1 */
    crawl_learned report;
    void *report_context;
} learned_crawl;

static husk_status no_memory(husk_error *error)
{
    return error_set(error, HUSK_NO_MEMORY, "out of memory");
}

husk_status crawl_learner_new(const husk_crawl_options *o, const crawl_place *place, unsigned jobs, learner **out,
                              husk_error *error)
{
    husk_learn_options options;
    husk_learn_options_init(&options, sizeof options);
    options.clustered = HUSK_MAX_CRAWL_CLUSTERED;
    options.seed = o->seed;
    options.jobs = jobs;
    options.warn = o->warn;
    options.warn_context = o->warn_context;
    options.page = o->page;
    options.fresh = o->fresh;
    options.remembered = o->remembered;
    options.date = o->date;
    husk_status status = husk_learner_new(&options, out, error);
    if (status == HUSK_OK)
        learner_set_crawl(*out, &(learner_crawl){ .host = place->host });
    return status;
}

static float stands_for(void *context, uint64_t bytes_hash)
{
    const learned_crawl *c = context;
    uint32_t p = map_get(&c->page_of, bytes_hash);
    return p ? c->e->pages[p - 1].stands_for : 1;
}

static uint64_t bytes_of(const learned_crawl *c, uint32_t page)
{
    return c->site->pages[c->e->pages[page].address].bytes_hash;
}

static bool pages_index(learned_crawl *c)
{
    bool ok = true;
    for (uint32_t p = 0; ok && p < c->e->n_pages; p++)
        if (map_get(&c->page_of, bytes_of(c, p)) == 0)
            ok = map_put(&c->page_of, bytes_of(c, p), p + 1);
    return ok;
}

/* A page is identified by its bytes: duplicates in the file are one page. */
static uint32_t *classes_of_pages(const learned_crawl *c, const model_host *host)
{
    hash_map row = { 0 }; /* by hash of a page's bytes, + 1 */
    uint32_t *class_of = malloc((c->e->n_pages + 1u) * sizeof *class_of);
    bool ok = class_of != NULL;
    for (uint32_t r = 0; ok && r < host->n_pages; r++)
        ok = map_put(&row, host->pages[r].hash, r + 1);
    for (uint32_t p = 0; ok && p < c->e->n_pages; p++) {
        uint32_t r = map_get(&row, bytes_of(c, p)),
                 k = r ? model_class_place(host->classes, host->n_classes, host->pages[r - 1].class_number)
                       : host->n_classes;
        class_of[p] = k < host->n_classes ? k : CLASS_NONE;
    }
    map_free(&row);
    if (!ok)
        free(class_of);
    return ok ? class_of : NULL;
}

static husk_status map_add(void *context, model_host *host, arena *memory, husk_error *error)
{
    const learned_crawl *c = context;
    uint32_t *class_of = classes_of_pages(c, host);
    husk_status status = class_of ? crawl_map_add(c->site, c->e, class_of, memory, host, error) : no_memory(error);
    free(class_of);
    return status;
}

static void report_host(void *context, const model_host *before, const learned_host *host)
{
    const learned_crawl *c = context;
    if (c->report)
        c->report(c->report_context, c->e, before, host);
}

husk_status crawl_learn(crawl_site *site, const explored *e, const char *path, crawl_learned report_learned,
                        void *report_context, husk_error *error)
{
    learned_crawl c = { site, e, { 0 }, report_learned, report_context };
    learner_crawl crawl = { .host = site->place->host, .stands_for = stands_for, .context = &c };
    host_ending ending = { map_add, report_host, &c };
    learner_set_crawl(site->learner, &crawl);
    husk_status status = pages_index(&c) ? learner_finish(site->learner, path, &ending, error) : no_memory(error);
    map_free(&c.page_of);
    return status;
}
