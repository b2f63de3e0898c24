/* update.c - what happens to classes when a host is learned again.
 * Old pages fade by sequential Poisson sampling (Ohlsson 1998): a page is remembered if its random key, doubled with
 * every half-life, is among the smallest, so its chance against a new page halves, and everything learned from these
 * pages fades with it. A forgotten page never returns, since its key only grows. Cost: groups x classes. Limits: a
 * class is identified by its number, which the host never reuses. */
#include "learn/update.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/limits.h"

/* Pages a class needs: to split off a new one, to bring a retired one back, or to retire one by moving to others. */
#define FEW_PAGES 4u
/* A class is missed if this many pages of the host, and this many runs, passed without one of it, and chance alone
 * would allow that once in a thousand times: a user may learn a site's sections one after the other. */
#define MISSED_PAGES 1024u
#define MISSED_RUNS 3u
#define MISSED_CHANCE .001

/* Within this many half-lives pages only give way to younger ones: on an unchanged site every page is worth keeping.
 * On one of six documentation sites learned in nine runs, F fell by .019 when pages faded from the start. */
#define KEPT_HALF_LIVES 2

uint64_t update_fade(uint64_t key, uint32_t age, uint32_t half_life)
{
    uint64_t young = key >> KEPT_HALF_LIVES;
    double faded = (double)young * exp2((double)age / (half_life ? half_life : 1));
    return age == 0 ? young : faded < 0x1p64 ? (uint64_t)faded : UPDATE_GONE;
}

/* --- groups and classes ------------------------------------------------------------------------------------------- */

typedef struct ballot {
    uint32_t *numbers; /* of the previous classes, sorted */
    uint32_t n_numbers;
    uint32_t *votes; /* group x class */
    uint32_t *size;  /* by group */
    uint32_t *had;   /* by group: pages that had a class */
} ballot;

static bool list_numbers(ballot *b, const update_page *pages, uint32_t n, arena *memory)
{
    b->numbers = arena_array(memory, n, sizeof *b->numbers);
    if (b->numbers == NULL)
        return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (pages[i].class_number != MODEL_NO_CLASS && pages[i].group != UPDATE_NO_GROUP)
            b->numbers[count++] = pages[i].class_number;
    qsort(b->numbers, count, sizeof *b->numbers, by_u32);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || b->numbers[i] != b->numbers[i - 1])
            b->numbers[b->n_numbers++] = b->numbers[i];
    return true;
}

static bool count_votes(ballot *b, const update_page *pages, uint32_t n, uint32_t n_groups, arena *memory)
{
    b->votes = arena_zeros(memory, (size_t)n_groups * b->n_numbers, sizeof *b->votes);
    b->size = arena_zeros(memory, n_groups, sizeof *b->size);
    b->had = arena_zeros(memory, n_groups, sizeof *b->had);
    if (b->votes == NULL || b->size == NULL || b->had == NULL)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        if (pages[i].group == UPDATE_NO_GROUP)
            continue;
        b->size[pages[i].group]++;
        if (pages[i].class_number == MODEL_NO_CLASS)
            continue;
        const uint32_t *at = bsearch(&pages[i].class_number, b->numbers, b->n_numbers, sizeof *b->numbers, by_u32);
        b->had[pages[i].group]++;
        b->votes[(size_t)pages[i].group * b->n_numbers + (size_t)(at - b->numbers)]++;
    }
    return true;
}

/* The most common class among the group's pages that had one, or n_numbers. */
static uint32_t group_class(const ballot *b, uint32_t group)
{
    const uint32_t *votes = b->votes + (size_t)group * b->n_numbers;
    uint32_t best = b->n_numbers;
    for (uint32_t k = 0; k < b->n_numbers; k++)
        if (votes[k] && (best == b->n_numbers || votes[k] > votes[best]))
            best = k;
    return best;
}

static bool has_most(const ballot *b, uint32_t n_groups, uint32_t group, uint32_t class_at)
{
    uint32_t mine = b->votes[(size_t)group * b->n_numbers + class_at];
    for (uint32_t g = 0; g < n_groups; g++) {
        uint32_t votes = b->votes[(size_t)g * b->n_numbers + class_at];
        if (votes > mine || (votes == mine && g < group))
            return false;
    }
    return true;
}

static void assign(const ballot *b, update_page *pages, uint32_t n, uint32_t n_groups, uint32_t *given, bool *is_new,
                   uint32_t *next)
{
    for (uint32_t g = 0; g < n_groups; g++) {
        uint32_t k = group_class(b, g);
        bool is_mostly_new = b->had[g] * 2 < b->size[g] && b->size[g] - b->had[g] >= FEW_PAGES;
        is_new[g] = b->size[g] && (k == b->n_numbers || (is_mostly_new && !has_most(b, n_groups, g, k)));
        given[g] = is_new[g] ? (*next)++ : k < b->n_numbers ? b->numbers[k] : MODEL_NO_CLASS;
    }
    for (uint32_t i = 0; i < n; i++)
        if (pages[i].group != UPDATE_NO_GROUP && (pages[i].class_number == MODEL_NO_CLASS || is_new[pages[i].group]))
            pages[i].class_number = given[pages[i].group];
}

bool update_classes(update_page *pages, uint32_t n, uint32_t n_groups, arena *memory, uint32_t *next)
{
    ballot b = { 0 };
    uint32_t *given = arena_array(memory, n_groups, sizeof *given);
    bool *is_new = arena_array(memory, n_groups, sizeof *is_new);
    bool ok = given && is_new && list_numbers(&b, pages, n, memory) && count_votes(&b, pages, n, n_groups, memory);
    if (ok)
        assign(&b, pages, n, n_groups, given, is_new, next);
    return ok;
}

/* --- a class's state ---------------------------------------------------------------------------------------------- */

static bool is_missed(const class_news *news, const class_state *s)
{
    double share = news->of ? (double)news->n_pages / news->of : 0;
    return s->absent >= MISSED_PAGES && news->run >= s->met + MISSED_RUNS &&
           pow(1 - (share < 1 ? share : 1), s->absent) < MISSED_CHANCE;
}

static uint32_t add_up(uint32_t a, uint32_t b)
{
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

run_event update_state(class_state *s, const class_news *news)
{
    if (s->retired) {
        s->back = add_up(s->back, news->met);
        if (news->met == 0 || (s->back < FEW_PAGES && !news->redesigned))
            return RUN_MET;
        *s = (class_state){ .born = s->born, .met = news->run };
        return RUN_RETURNED;
    }
    if (news->met) {
        s->met = news->run;
        s->absent = 0;
        return RUN_MET;
    }
    s->absent = add_up(s->absent, news->given);
    if (!news->redesigned && news->moved < FEW_PAGES && !is_missed(news, s))
        return RUN_MET;
    s->retired = news->run;
    s->back = 0;
    return RUN_RETIRED;
}

/* --- the history -------------------------------------------------------------------------------------------------- */

void history_add(model_host *host, const model_run *run)
{
    bool full = host->n_runs == HUSK_MAX_RUNS;
    if (full)
        memmove(host->runs, host->runs + 1, (host->n_runs - 1) * sizeof *host->runs);
    host->n_runs += !full;
    host->runs[host->n_runs - 1] = *run;
}

/* --- change ------------------------------------------------------------------------------------------------------- */

/* A CUSUM over the fit of pages. A page counts by how many standard deviations it fits worse than the learned pages,
 * minus an allowance, and at most a few: one odd page is not a redesign, eight in a row are. Good pages lower the sum
 * again. Page, E. S. 1954, "Continuous inspection schemes". Evidence: bench/run drift. */

/* In standard deviations: the allowance, the most that one page counts, and the alarm threshold. */
#define ALLOWANCE 1.
#define MOST 4.
#define ALARM 24.
/* A lower bound of the deviation: on some sites the learned pages fit perfectly. */
#define LEAST_SPREAD .05

bool drift_add(drift_state *d, const husk_fit *fit)
{
    double spread = fit->spread > LEAST_SPREAD ? fit->spread : LEAST_SPREAD;
    double worse = (fit->usual - fit->fit) / spread;
    d->n++;
    d->fits += fit->fit;
    d->poor += !fit->fits;
    d->sum += (worse < MOST ? worse : MOST) - ALLOWANCE;
    if (d->sum < 0)
        d->sum = 0;
    if (d->changed || d->sum < ALARM)
        return false;
    d->changed = d->n;
    return true;
}
