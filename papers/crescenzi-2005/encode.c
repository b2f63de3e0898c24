/* encode.c - the cost of pages and of a model, as the published encoding has it.
 * The choice of the class is the product's (src/cluster/classify.c); here URLs and schemas are added. Paper: Crescenzi,
 * Merialdo and Missier 2005, sections 3.2 and 4.1. */
#include "husk/lab.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/status.h"
#include "cluster/classify.h"
#include "judge/site/site.h"
#include "page/views.h"

husk_status husk_encode_page(husk_site *site, husk_page *page, husk_encoding *out, husk_error *error)
{
    const site_host *host;
    class_verdict v = { 0 };
    page_link *links;
    uint32_t n_urls;
    *out = (husk_encoding){ 0 };
    husk_status status = site_page_host(site, page, &host, error);
    const model_costs *costs = status == HUSK_OK && host ? classifier_costs(host->classes) : NULL;
    if (costs == NULL)
        return status;
    status = classifier_page(host->classes, page, &page->scratch, &v);
    if (status == HUSK_OK)
        status = page_links(page, costs->step, &page->scratch, &links, &n_urls, NULL);
    if (status != HUSK_OK)
        return error_set(error, status, "out of memory");
    *out = (husk_encoding){ true, v.nearest ? v.nearest->number : 0, v.n_shared, v.margin, v.cost + n_urls };
    return HUSK_OK;
}

husk_status husk_encode_model(husk_site *site, double *cost, husk_error *error)
{
    arena memory;
    slice *names;
    uint32_t n = 0;
    arena_init(&memory, HUSK_MAX_HOST_BYTES);
    husk_status status = site_host_names(site, &memory, &names, &n, error);
    *cost = 0;
    for (uint32_t i = 0; i < n && status == HUSK_OK; i++) {
        const site_host *host;
        status = site_find_host(site, names[i], &host, error);
        const model_costs *costs = status == HUSK_OK && host ? classifier_costs(host->classes) : NULL;
        for (uint32_t k = 0; costs && k < host->model.n_classes; k++)
            *cost += costs->path * host->model.classes[k].n_schema;
    }
    arena_free(&memory);
    return status;
}
