/* site.h - an open site file: hosts are loaded on first use and stay loaded. Any number of threads may use it. */
#ifndef HUSK_JUDGE_SITE_SITE_H
#define HUSK_JUDGE_SITE_SITE_H

#include <math.h>

#include "husk/husk.h"
#include "base/memo.h"
#include "cluster/classify.h"
#include "store/tally.h"
#include "template/template.h"
#include "store/store.h"

/* A host, prepared for comparison. Immutable, but for what it remembers of its pages' attributes. */
typedef struct site_host {
    model_host model;
    template_index **templates; /* by class */
    classifier *classes;
    hash_map names, texts; /* the model's, for look-up */
    hash_map areas;        /* its areas: their index + 1 */
    uint32_t n_usual;      /* number of its areas that are usual (path_is_usual) */
    memo *name_sums;       /* for evidence_paths */
    float odds[256];       /* by an area's score: the log odds of content */
    arena memory;
    struct site_host *next;
} site_host;

/* The host called `name`, or NULL in *out if the file has none. Borrowed from the site. */
husk_status site_find_host(husk_site *site, slice name, const site_host **out, husk_error *error);

/* The host of a page: its URL's. A page without a URL belongs to the unnamed host of files or, if the file has only
 * one host, to that. All commands use this. */
husk_status site_page_host(husk_site *site, const husk_page *page, const site_host **out, husk_error *error);

/* Which models learned its hosts. */
store_models site_models(husk_site *site, uint64_t digest);

/* Other costs of link paths than the published ones. False: a host is loaded already. */
bool site_set_costs(husk_site *site, const model_costs *costs);

/* A host as stored in the file, in `memory`, not kept. */
husk_status site_read_host(husk_site *site, slice name, arena *memory, model_host *host, husk_error *error);

/* A host that is in no open file, prepared only for site_fit; borrows the model. NULL if out of memory. */
site_host *site_host_of(const model_host *model);
void site_host_free(site_host *host);

/* All hosts' names, sorted, in `memory`. */
husk_status site_host_names(husk_site *site, arena *memory, slice **names, uint32_t *n, husk_error *error);

/* Of a probability; finite for 0 and 1. */
static inline float log_odds(float p)
{
    return logf((p + .001f) / (1.001f - p));
}

#endif
