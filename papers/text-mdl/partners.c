/* partners.c - a binary heap in which every cluster knows its position.
 * Cost: O(log n) per change. */
#include "text-mdl/partners.h"

#include <stdlib.h>

husk_status partners_init(partners *p, uint32_t n)
{
    size_t room = n ? n : 1;
    *p = (partners){ .n = n };
    p->gain = calloc(room, sizeof *p->gain);
    p->partner = malloc(room * sizeof *p->partner);
    p->heap = malloc(room * sizeof *p->heap);
    p->place = malloc(room * sizeof *p->place);
    if (!p->gain || !p->partner || !p->heap || !p->place) {
        partners_free(p);
        return HUSK_NO_MEMORY;
    }
    for (uint32_t c = 0; c < n; c++)
        p->partner[c] = p->place[c] = PARTNER_NONE;
    return HUSK_OK;
}

void partners_free(partners *p)
{
    free(p->gain);
    free(p->partner);
    free(p->heap);
    free(p->place);
    *p = (partners){ 0 };
}

static bool before(const partners *p, uint32_t a, uint32_t b)
{
    return p->gain[a] > p->gain[b] || (p->gain[a] == p->gain[b] && a < b);
}

static void put(partners *p, uint32_t at, uint32_t c)
{
    p->heap[at] = c;
    p->place[c] = at;
}

static void sift_up(partners *p, uint32_t at)
{
    uint32_t c = p->heap[at];
    while (at > 0 && before(p, c, p->heap[(at - 1) / 2])) {
        put(p, at, p->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(p, at, c);
}

static void sift_down(partners *p, uint32_t at)
{
    uint32_t c = p->heap[at];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= p->n_heap)
            break;
        if (child + 1 < p->n_heap && before(p, p->heap[child + 1], p->heap[child]))
            child++;
        if (!before(p, p->heap[child], c))
            break;
        put(p, at, p->heap[child]);
        at = child;
    }
    put(p, at, c);
}

void partners_set(partners *p, uint32_t c, int64_t gain, uint32_t partner)
{
    p->gain[c] = gain;
    p->partner[c] = partner;
    if (p->place[c] == PARTNER_NONE)
        put(p, p->n_heap++, c);
    sift_up(p, p->place[c]);
    sift_down(p, p->place[c]);
}

void partners_remove(partners *p, uint32_t c)
{
    uint32_t at = p->place[c];
    if (at == PARTNER_NONE)
        return;
    p->place[c] = PARTNER_NONE;
    uint32_t last = p->heap[--p->n_heap];
    if (last == c)
        return;
    put(p, at, last);
    sift_up(p, at);
    sift_down(p, p->place[last]);
}

uint32_t partners_top(const partners *p)
{
    return p->n_heap ? p->heap[0] : PARTNER_NONE;
}
