/* sitelevel.c - SiteLevel(theta): counting the subtrees that a site's pages share.
 * One table of 64-bit subtree hashes with a count of pages: a collision among the millions of subtrees of a site is not
 * expected. Cost: one look-up a node, twice. Limits: HUSK_MAX_SITE_SUBTREES different subtrees a site. Paper:
 * Chakrabarti, Kumar and Punera 2007. */
#include "template/sitelevel.h"

#include <math.h>
#include <stdlib.h>

#include "base/limits.h"

static sitelevel_slot *slot_of(const sitelevel *site, uint64_t hash)
{
    uint32_t at = (uint32_t)(hash >> 32) & (site->n_slots - 1);
    while (site->slots[at].last_page && site->slots[at].hash != hash)
        at = (at + 1) & (site->n_slots - 1);
    return &site->slots[at];
}

static husk_status grow(sitelevel *site)
{
    sitelevel old = *site;
    if (site->n_used >= HUSK_MAX_SITE_SUBTREES)
        return HUSK_LIMIT;
    site->n_slots = old.n_slots ? old.n_slots * 2 : 1u << 14;
    site->slots = calloc(site->n_slots, sizeof *site->slots);
    if (!site->slots) {
        *site = old;
        return HUSK_NO_MEMORY;
    }
    for (uint32_t i = 0; i < old.n_slots; i++)
        if (old.slots[i].last_page)
            *slot_of(site, old.slots[i].hash) = old.slots[i];
    free(old.slots);
    return HUSK_OK;
}

husk_status sitelevel_add(sitelevel *site, const page_subtree *subtrees, uint32_t n)
{
    site->n_pages++;
    for (uint32_t i = 0; i < n; i++) {
        if (site->n_used >= site->n_slots / 2) {
            husk_status status = grow(site);
            if (status)
                return status;
        }
        sitelevel_slot *slot = slot_of(site, subtrees[i].hash);
        site->n_used += !slot->last_page;
        slot->hash = subtrees[i].hash;
        slot->n_pages += slot->last_page != site->n_pages;
        slot->last_page = site->n_pages;
    }
    return HUSK_OK;
}

uint32_t sitelevel_pages(const sitelevel *site, uint64_t hash)
{
    if (!site->n_slots)
        return 0;
    const sitelevel_slot *slot = slot_of(site, hash);
    return slot->last_page ? slot->n_pages : 0;
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
    if (site->slots)
        memset(site->slots, 0, site->n_slots * sizeof *site->slots);
    site->n_used = site->n_pages = 0;
}

void sitelevel_free(sitelevel *site)
{
    free(site->slots);
    *site = (sitelevel){ 0 };
}
