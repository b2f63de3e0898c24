/* warc_places.c - where the pages of an archive are, by payload digest and by record id.
 * Cost: 32 bytes per page and key at most. Limits: HUSK_MAX_WARC_PLACES; what is beyond is not found. */
#include "source/warc_places.h"

#include "base/arrays.h"
#include "base/limits.h"

void warc_places_add(warc_places *p, uint64_t key, uint64_t at)
{
    if (key == 0 || p->full)
        return;
    if (p->n == HUSK_MAX_WARC_PLACES || !table_index_reserve(&p->index, p->n, 256, p->list, sizeof *p->list) ||
        !array_grow(&p->list, &p->room, (size_t)p->n + 1, sizeof *p->list)) {
        p->full = true;
        return;
    }
    uint32_t *slot = table_index_slot(&p->index, key, p->list, sizeof *p->list);
    if (*slot)
        return;
    p->list[p->n++] = (warc_place){ key, at };
    *slot = p->n;
}

bool warc_places_find(const warc_places *p, uint64_t key, uint64_t *at)
{
    uint32_t slot = key && p->n ? *table_index_slot(&p->index, key, p->list, sizeof *p->list) : 0;
    if (slot)
        *at = p->list[slot - 1].at;
    return slot != 0;
}

void warc_places_free(warc_places *p)
{
    free(p->index.slots);
    free(p->list);
    *p = (warc_places){ 0 };
}
