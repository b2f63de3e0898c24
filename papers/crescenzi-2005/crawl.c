/* crawl.c - the published orders, costs and stopping rule of an exploration.
 * The algorithm itself (Fig. 5) is the product's: src/crawl/explore.c, candidates.c, frontier.c and
 * src/cluster/site_model.c. Paper: Crescenzi, Merialdo and Missier 2005, sections 3.3 and 4. */
#include "crescenzi-2005/crawl.h"

#include "api/crawl.h"
#include "base/status.h"
#include "judge/site/site.h"

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

/* --- the way ------------------------------------------------------------------------------------------------------ */

static model_costs costs_of(const husk_path_costs *costs)
{
    return (model_costs){ costs->path, costs->index, costs->miss, costs->miss_foreign };
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

static void set(const crawl_way *way, const crawl_site *site, explore_options *x)
{
    const husk_crawl_published *o = &((const published_way *)way)->options;
    published_explore(o, x);
    if (o->published && !site->place->list_first)
        x->listing = NULL; /* the paper only follows links */
}

published_way published_way_of(const husk_crawl_published *options)
{
    return (published_way){ .way = { .set = set, .by_links = options->published }, .options = *options };
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
    published_way way = published_way_of(published);
    return crawl_by(start, path, options, &way.way, report, error);
}

void husk_path_costs_init(husk_path_costs *costs)
{
    *costs =
        (husk_path_costs){ published_costs.path, published_costs.index, published_costs.miss, published_costs.foreign };
}

husk_status husk_site_set_costs(husk_site *site, const husk_path_costs *costs, husk_error *error)
{
    model_costs inner = costs_of(costs);
    return site_set_costs(site, &inner)
               ? HUSK_OK
               : error_set(error, HUSK_BAD_ARGUMENT, "the costs must be set before the first page is judged");
}
