/* crawl.c - the published orders, costs and stopping rule of an exploration, and its classes as the map of a site.
 * The algorithm itself (Fig. 5) is the product's: src/crawl/explore.c, candidates.c, frontier.c and
 * src/cluster/site_model.c. Paper: Crescenzi, Merialdo and Missier 2005, sections 3.3 and 4. */
#include "crescenzi-2005/crawl.h"

#include "api/api.h"
#include <stdlib.h>

#include "base/limits.h"
#include "base/status.h"
#include "judge/model_file.h"
#include "judge/site/site.h"
#include "learn/class_name.h"
#include "store/store.h"

/* --- orders (section 3.3) ----------------------------------------------------------------------------------------- */

/* Collections with a large share of their class's links first: more pages of few classes. */
static void rank_densest(const frontier_facts *facts, double *first, double *second)
{
    *first = facts->is_single;
    *second = facts->density;
}

/* Collections with a small share first: unexplored parts of the site. */
static void rank_sparsest(const frontier_facts *facts, double *first, double *second)
{
    *first = facts->is_single;
    *second = -facts->density;
}

/* In the order found. */
static void rank_none(const frontier_facts *facts, double *first, double *second)
{
    (void)facts, (void)first, (void)second;
}

static const explore_order densest = { .rank = rank_densest }, sparsest = { .rank = rank_sparsest },
                           breadth = { .rank = rank_none, .is_breadth = true };

/* --- the options -------------------------------------------------------------------------------------------------- */

static model_costs costs_of(const husk_path_costs *costs)
{
    return (model_costs){ costs->path, costs->index, costs->miss, costs->miss_foreign, (page_step)costs->paths };
}

void published_explore(const husk_crawl_published *o, explore_options *x)
{
    static const explore_order *const orders[] = { [HUSK_CRAWL_SPREAD] = &explore_spread,
                                                   [HUSK_CRAWL_DENSEST] = &densest,
                                                   [HUSK_CRAWL_SPARSEST] = &sparsest,
                                                   [HUSK_CRAWL_BREADTH] = &breadth };
    x->order = orders[o->published && o->order == HUSK_CRAWL_SPREAD ? HUSK_CRAWL_DENSEST : o->order];
    x->costs = costs_of(&o->costs);
    x->threshold = o->distance;
    x->after_peak = o->after_peak;
    if (!o->published)
        return;
    x->per_collection = 10;
    x->collections = 1;
    x->growth = 0;
    x->once = true;
    x->menus = true;
}

/* --- the map ------------------------------------------------------------------------------------------------------ */

/* The explorer's classes. A template without tokens has one slot. */
static bool classes_fill(const explored *e, arena *memory, model_host *host)
{
    host->n_classes = site_model_n_classes(e->model);
    host->classes = arena_array(memory, host->n_classes, sizeof *host->classes);
    for (uint32_t k = 0; host->classes && k < host->n_classes; k++) {
        host->classes[k] = (model_class){ .number = k + 1, .slots = arena_zeros(memory, 1, sizeof(model_slot)) };
        if (host->classes[k].slots == NULL)
            return false;
    }
    return host->classes != NULL;
}

/* The pages, counted by class; `class_of` gets their classes' indices. */
static bool pages_fill(const crawl_site *site, const explored *e, arena *memory, model_host *host, uint32_t *class_of)
{
    host->n_pages = e->n_pages;
    host->pages = arena_array(memory, e->n_pages, sizeof *host->pages);
    for (uint32_t p = 0; host->pages && p < e->n_pages; p++) {
        uint32_t k = class_of[p] = e->pages[p].class_number;
        bool has_class = k != CLASS_NONE;
        host->pages[p] = (model_page){ site->pages[e->pages[p].address].id,
                                       has_class ? host->classes[k].number : MODEL_NO_CLASS, 0 };
        if (has_class)
            host->classes[k].n_pages++;
    }
    return host->pages != NULL;
}

/* Named by their pages' URLs alone. */
static bool names_fill(arena *memory, model_host *host)
{
    uint32_t n = 0, *first = arena_array(memory, host->n_classes + (size_t)1, sizeof *first);
    slice *names = arena_array(memory, host->n_classes, sizeof *names);
    class_page *pages = arena_zeros(memory, host->n_pages, sizeof *pages);
    if (first == NULL || names == NULL || pages == NULL)
        return false;
    for (uint32_t k = 0; k < host->n_classes; k++) {
        first[k] = n;
        for (uint32_t p = 0; p < host->n_pages; p++)
            if (host->pages[p].class_number == host->classes[k].number)
                pages[n++].address = host->pages[p].id;
    }
    first[host->n_classes] = n;
    bool ok = class_names(pages, first, NULL, host->n_classes, memory, names);
    for (uint32_t k = 0; ok && k < host->n_classes; k++)
        host->classes[k].name = names[k];
    return ok;
}

/* A map may replace another map, but not a learned site. */
static husk_status host_store(const char *path, const model_host *host, bool fresh, husk_error *error)
{
    store_writer *writer = NULL;
    arena memory;
    model_host before;
    bool found = false;
    arena_init(&memory, HUSK_MAX_HOST_BYTES);
    husk_status status = store_writer_open(path, &writer, error);
    if (status == HUSK_OK && !fresh)
        status = store_writer_old(writer, host->name, &memory, &before, &found, error);
    if (status == HUSK_OK && found && before.n_areas)
        status = error_set(
            error, HUSK_BAD_ARGUMENT,
            "%s has templates of this site, which the map alone would replace: use another file, or --fresh", path);
    if (status == HUSK_OK)
        status = store_write_host(writer, host, error);
    if (status == HUSK_OK)
        status = store_commit(writer, error);
    store_writer_free(writer);
    arena_free(&memory);
    return status;
}

static husk_status map_write(const crawl_site *site, const explored *e, const char *path, buffer *report,
                             husk_error *error)
{
    arena memory;
    uint32_t *class_of = calloc(e->n_pages + 1u, sizeof *class_of);
    model_host host = { .name = { site->place->host, strlen(site->place->host) },
                        .models = models_digest(&judge_models_builtin) };
    arena_init(&memory, HUSK_MAX_HOST_BYTES);
    bool ok = class_of && classes_fill(e, &memory, &host) && pages_fill(site, e, &memory, &host, class_of) &&
              names_fill(&memory, &host);
    husk_status status = ok ? crawl_map_add(site, e, class_of, &memory, &host, error)
                            : error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (status == HUSK_OK)
        status = host_store(path, &host, site->o->fresh, error);
    if (status == HUSK_OK && report)
        crawl_describe(e, &host, report);
    arena_free(&memory);
    free(class_of);
    return status;
}

/* --- the way ------------------------------------------------------------------------------------------------------ */

static void set(const crawl_way *way, const crawl_site *site, explore_options *x)
{
    const husk_crawl_published *o = &((const published_way *)way)->options;
    published_explore(o, x);
    if (o->published && !site->place->list_first)
        x->listing = NULL; /* the paper only follows links */
}

published_way published_way_of(const husk_crawl_published *options)
{
    return (published_way){
        .way = { .set = set, .step = (page_step)options->costs.paths, .write = options->published ? map_write : NULL },
        .options = *options
    };
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

void husk_crawl_published_init(husk_crawl_published *published)
{
    *published = (husk_crawl_published){ .distance = .2 };
    husk_path_costs_init(&published->costs);
}

husk_status husk_crawl_by(const char *start, const char *path, const husk_crawl_options *options,
                          const husk_crawl_published *published, husk_output *report, husk_error *error)
{
    if ((unsigned)published->order > HUSK_CRAWL_BREADTH)
        return error_set(error, HUSK_BAD_ARGUMENT, "unknown order of exploring: %d", (int)published->order);
    if ((unsigned)published->costs.paths > HUSK_PATHS_ALL)
        return error_set(error, HUSK_BAD_ARGUMENT, "unknown link paths: %d", (int)published->costs.paths);
    published_way way = published_way_of(published);
    return crawl_by(start, path, options, &way.way, report, error);
}

void husk_path_costs_init(husk_path_costs *costs)
{
    const model_costs *c = &published_costs;
    *costs = (husk_path_costs){ c->path, c->index, c->miss, c->foreign, c->step };
}

husk_status husk_site_set_costs(husk_site *site, const husk_path_costs *costs, husk_error *error)
{
    model_costs inner = costs_of(costs);
    return site_set_costs(site, &inner)
               ? HUSK_OK
               : error_set(error, HUSK_BAD_ARGUMENT, "the costs must be set before the first page is judged");
}
