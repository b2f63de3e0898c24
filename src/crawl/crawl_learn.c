/* crawl_learn.c - learn from the pages of a crawl as husk learn does, so that a site file keeps learning.
 * Pages go to a learner as they arrive, with the number of pages of the site each represents and, if crawled by links,
 * their classes. What only the links show (crawl_host.c) is added before the host is written. Cost: that of learning,
 * and a table of the pages' hashes. Limits: those of the learner; HUSK_MAX_CRAWL_CLUSTERED pages are clustered. */
#include <stdlib.h>

#include "crawl/crawl.h"
#include "base/limits.h"
#include "base/status.h"
#include "learn/learner.h"
#include "store/tally.h"

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
    learner_options options;
    learner_options_init(&options);
    options.kept = HUSK_MAX_CRAWL_CLUSTERED;
    options.seed = o->seed;
    options.host.template.consensus.jobs = jobs;
    options.host.template.warn = o->warn;
    options.host.template.warn_context = o->warn_context;
    options.page = *o->page;
    options.half_life = o->half_life;
    options.remembered = o->remembered;
    options.date = o->date;
    husk_status status = learner_new(&options, out, error);
    if (status == HUSK_OK)
        learner_set_crawl(*out, &(learner_crawl){ .host = place->host });
    return status;
}

static page_hint hint_of(void *context, uint64_t bytes_hash)
{
    const learned_crawl *c = context;
    uint32_t p = map_get(&c->page_of, bytes_hash);
    if (p == 0)
        return (page_hint){ 1, HINT_NO_GROUP };
    const explored_page *page = &c->e->pages[p - 1];
    return (page_hint){ page->stands_for, page->class_number == CLASS_NONE ? HINT_NO_GROUP : page->class_number };
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
    learner_crawl crawl = {
        .host = site->place->host, .has_groups = crawl_by_links(site), .hint = hint_of, .context = &c
    };
    host_ending ending = { map_add, report_host, &c };
    learner_set_crawl(site->learner, &crawl);
    husk_status status =
        pages_index(&c) ? learner_finish(site->learner, path, site->o->fresh, &ending, error) : no_memory(error);
    map_free(&c.page_of);
    return status;
}
