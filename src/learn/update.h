/* update.h - learning a host again: has it changed, which classes continue, are new or retire, and the history entry.
 * Only arithmetic: learned_host.c has the pages. */
#ifndef HUSK_LEARN_UPDATE_H
#define HUSK_LEARN_UPDATE_H

#include <stdbool.h>

#include "base/arena.h"
#include "husk/husk.h"
#include "store/model.h"

/* A page's sampling key after `age` new pages of its class: it doubles with every half-life. UPDATE_GONE: the page
 * has faded, which does not happen within two half-lives. */
#define UPDATE_GONE UINT64_MAX
uint64_t update_fade(uint64_t key, uint32_t age, uint32_t half_life);

#define UPDATE_NO_GROUP UINT32_MAX

/* A page that was clustered with the others. */
typedef struct update_page {
    uint32_t group; /* its group, or UPDATE_NO_GROUP: the page stays as it is */
    uint32_t
        class_number; /* its previous class, or MODEL_NO_CLASS if the file did not have it; afterwards its new class */
} update_page;

/* Assign a class to the pages of each group: the most common class among its pages that had one. The group gets a new
 * class, numbered from *next, if none had one, or if most of its pages, at least four, are new and another group has
 * more of that class. Pages that had a class keep it, except in a group with a new class. False if out of memory. */
bool update_classes(update_page *pages, uint32_t n, uint32_t n_groups, arena *memory, uint32_t *next);

/* What a run reports about a class. */
typedef struct class_news {
    uint32_t run;
    uint32_t met;     /* pages of the run in it */
    uint32_t moved;   /* pages that left it for another class */
    uint32_t given;   /* pages of the run */
    uint32_t n_pages; /* of the class before the run */
    uint32_t of;      /* of the host, likewise */
    bool redesigned;  /* the run's pages share next to nothing with the host's */
} class_news;

/* Update the class's state after the run. */
run_event update_state(class_state *state, const class_news *news);

/* Append the run to the host's history, whose array has room for one more; the oldest of HUSK_MAX_RUNS gives way. */
void history_add(model_host *host, const model_run *run);

/* --- a sequential test over how well a site's pages still fit ----------------------------------------------------- */

/* One host's state; start from all zeros. */
typedef struct drift_state {
    double sum;       /* CUSUM */
    uint64_t n;       /* pages seen */
    uint64_t poor;    /* of them, pages that the site could not judge */
    double fits;      /* summed */
    uint64_t changed; /* the page, from 1, at which the change was detected; 0: none */
} drift_state;

/* Add a page. True once: when the change is detected. */
bool drift_add(drift_state *d, const husk_fit *fit);

#endif
