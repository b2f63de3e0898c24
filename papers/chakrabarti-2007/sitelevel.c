/* sitelevel.c - SiteLevel(theta): count the subtrees that a site's pages share.
 * One table of 64-bit subtree hashes with page counts: no collision is expected among the millions of subtrees of a
 * site. Cost: two look-ups per node. Limits: HUSK_MAX_SITE_SUBTREES distinct subtrees per site. Paper: Chakrabarti,
 * Kumar and Punera 2007. */
#include "chakrabarti-2007/sitelevel.h"

#include <math.h>

#include "base/limits.h"

husk_status sitelevel_add(sitelevel *site, const page_subtree *subtrees, uint32_t n)
{
    site->n_pages++;
    for (uint32_t i = 0; i < n; i++) {
        if (site->subtrees.n >= HUSK_MAX_SITE_SUBTREES)
            return HUSK_LIMIT;
        if (!map_count(&site->subtrees, subtrees[i].hash, site->n_pages))
            return HUSK_NO_MEMORY;
    }
    return HUSK_OK;
}

uint32_t sitelevel_pages(const sitelevel *site, uint64_t hash)
{
    return map_get(&site->subtrees, hash);
}

void sitelevel_label(const sitelevel *site, double theta, double share, const page_subtree *subtrees,
                     const uint32_t *parent, uint32_t n, uint32_t *covered, uint8_t *is_template)
{
    double least = fmax(theta * site->n_pages, 2);
    memset(covered, 0, n * sizeof *covered);
    for (uint32_t i = n; i-- > 0;) {
        bool shared = sitelevel_pages(site, subtrees[i].hash) >= least;
        covered[i] = shared ? subtrees[i].html_len : covered[i];
        is_template[i] = shared || covered[i] >= share * subtrees[i].html_len;
        if (i)
            covered[parent[i]] += covered[i];
    }
}

void sitelevel_clear(sitelevel *site)
{
    map_clear(&site->subtrees);
    site->n_pages = 0;
}

void sitelevel_free(sitelevel *site)
{
    map_free(&site->subtrees);
    *site = (sitelevel){ 0 };
}
