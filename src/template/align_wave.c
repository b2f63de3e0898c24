/* align_wave.c - alignment by wavefronts: for each cost, how far each diagonal can be reached.
 * A cell is the largest i on diagonal k = i - j with D(i, j) <= cost. D never falls along a diagonal, so that number
 * shows for every cell of the diagonal whether it is reachable at that cost, and the trace can choose among all best
 * alignments. Cost: O(n + m + s * s / 6) for cost s, in time and memory: costs of one parity use every other
 * diagonal. Idea: Ukkonen 1985, Myers 1986. */
#include <string.h>

#include "base/arrays.h"
#include "template/align_engines.h"

/* Cells beyond both ends of a wave, read by later ones: unreached. */
#define PAD 2
/* A diagonal with no reachable cell yet; stays below every index when 1 is added now and then. */
#define UNREACHED (INT32_MIN / 2)

struct wave {
    int32_t *cell;  /* of slot 0: diagonal k is in slot (k - parity of the cost) / 2 */
    int32_t lo, hi; /* slots; none when lo > hi */
};

static int32_t floor_half(int32_t x)
{
    return x >= 0 ? x / 2 : -((1 - x) / 2);
}

/* The slots of the diagonals that a cost can reach: |k| <= cost / 3, inside the matrix, of the cost's parity. */
static void wave_slots(const align_pair *pair, size_t cost, int32_t *lo, int32_t *hi)
{
    int32_t odd = (int32_t)(cost & 1);
    int64_t reach = (int64_t)(cost / COST_GAP);
    int64_t low = reach < (int64_t)pair->m ? -reach : -(int64_t)pair->m;
    int64_t high = reach < (int64_t)pair->n ? reach : (int64_t)pair->n;
    *lo = -floor_half((int32_t)(odd - low)); /* rounded up */
    *hi = floor_half((int32_t)(high - odd));
}

/* The wave of a cost with its pads unreached; NULL if the arena is full. */
static wave *wave_add(wavefront *w)
{
    if (!array_grow_in(w->memory, &w->waves, &w->room, w->n_waves + 1, sizeof *w->waves))
        return NULL;
    wave *v = &w->waves[w->n_waves];
    wave_slots(w->pair, w->n_waves, &v->lo, &v->hi);
    size_t n = v->hi >= v->lo ? (size_t)(v->hi - v->lo) + 1 : 0;
    int32_t *cells = arena_array(w->memory, n + 2 * PAD, sizeof *cells);
    if (cells == NULL)
        return NULL;
    for (size_t i = 0; i < PAD; i++)
        cells[i] = cells[PAD + n + i] = UNREACHED;
    v->cell = cells + PAD - v->lo;
    w->n_waves++;
    w->cells += n + 1;
    return v;
}

/* A slot of a wave, or UNREACHED outside it. */
static int32_t wave_at(const wavefront *w, int64_t cost, int64_t k)
{
    if (cost < 0 || (size_t)cost >= w->n_waves)
        return UNREACHED;
    const wave *v = &w->waves[cost];
    int32_t slot = floor_half((int32_t)(k - (cost & 1)));
    return slot >= v->lo && slot <= v->hi ? v->cell[slot] : UNREACHED;
}

/* The largest i on diagonal k. */
static int32_t diagonal_end(const align_pair *pair, int32_t k)
{
    int64_t end = (int64_t)pair->m + k;
    return (int32_t)(end < (int64_t)pair->n ? end : (int64_t)pair->n);
}

/* From (i, i - k) over equal tokens, two at a time: most waves of similar pages are long runs. */
static int32_t extend(const align_pair *pair, int32_t k, int32_t i)
{
    int32_t end = diagonal_end(pair, k);
    const uint32_t *a = pair->a;
    const uint32_t *b = pair->b;
    while (end - i >= 2) {
        uint64_t x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + (i - k), sizeof y);
        if (x != y)
            return i + (a[i] == b[i - k]);
        i += 2;
    }
    return i + (i < end && a[i] == b[i - k]);
}

/* Fill `v` from the waves 2 and 3 costs before. A step that would leave the matrix is cut to the diagonal's end: that
 * cell is reachable too, because the step could have been taken earlier on the diagonal it came from. */
static void wave_fill(const wavefront *w, wave *v, const wave *diagonal, const wave *beside)
{
    int32_t odd = (int32_t)((w->n_waves - 1) & 1);
    const int32_t *same = diagonal->cell;
    const int32_t *below = beside->cell - !odd; /* diagonal k - 1 in the slots of the other parity */
    const int32_t *above = beside->cell + odd;  /* diagonal k + 1 */
    int32_t *out = v->cell;
    for (int32_t p = v->lo; p <= v->hi; p++) {
        int32_t i = same[p] > below[p] ? same[p] : below[p];
        i = i + 1 > above[p] ? i + 1 : above[p];
        out[p] = i;
    }
    for (int32_t p = v->lo; p <= v->hi; p++) {
        int32_t k = 2 * p + odd;
        int32_t end = diagonal_end(w->pair, k);
        if (out[p] >= end)
            out[p] = end;
        else if (out[p] >= 0)
            out[p] = extend(w->pair, k, out[p]);
    }
}

husk_status wavefront_run(wavefront *w, uint64_t max_cells, bool *done)
{
    static int32_t const nothing[1 + 2 * PAD] = { UNREACHED, UNREACHED, UNREACHED, UNREACHED, UNREACHED };
    int64_t last = (int64_t)w->pair->n - (int64_t)w->pair->m;
    *done = false;
    while (w->cells < max_cells && !*done) {
        wave *v = wave_add(w);
        if (v == NULL)
            return HUSK_LIMIT;
        size_t cost = w->n_waves - 1;
        if (cost == 0) {
            v->cell[0] = extend(w->pair, 0, 0);
        } else if (v->lo <= v->hi) {
            wave none = { .cell = (int32_t *)nothing + PAD };
            wave_fill(w, v, cost >= COST_MISMATCH ? &w->waves[cost - COST_MISMATCH] : &none,
                      cost >= COST_GAP ? &w->waves[cost - COST_GAP] : &none);
        }
        *done = (((int64_t)cost ^ last) & 1) == 0 && wave_at(w, (int64_t)cost, last) >= (int64_t)w->pair->n;
    }
    return HUSK_OK;
}

void wavefront_trace(const wavefront *w)
{
    align_pair *pair = w->pair;
    int64_t i = (int64_t)pair->n, j = (int64_t)pair->m;
    int64_t cost = (int64_t)w->n_waves - 1;
    while (i > 0 && j > 0) {
        if (pair->a[i - 1] == pair->b[j - 1]) {
            align_step(pair, ALIGN_MATCH);
            i--, j--;
        } else if (wave_at(w, cost - COST_MISMATCH, i - j) >= i - 1) {
            align_step(pair, ALIGN_MISMATCH);
            i--, j--;
            cost -= COST_MISMATCH;
        } else if (wave_at(w, cost - COST_GAP, i - j + 1) >= i) {
            align_step(pair, ALIGN_ONLY_B);
            j--;
            cost -= COST_GAP;
        } else {
            align_step(pair, ALIGN_ONLY_A);
            i--;
            cost -= COST_GAP;
        }
    }
    align_rest(pair, (size_t)i, (size_t)j);
}
