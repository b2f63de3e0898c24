/* update.h - a host that is learned again: which class goes on, which is new, which has had its day, and what the
 * history says of it. Only arithmetic: learned_host.c has the pages. */
#ifndef HUSK_LEARN_UPDATE_H
#define HUSK_LEARN_UPDATE_H

#include <stdbool.h>

#include "base/arena.h"
#include "store/model.h"

/* The key by which a page is sampled, after `age` new pages of its class: it doubles with every half-life. UPDATE_GONE:
 * the page has faded, which none does within two half-lives. */
#define UPDATE_GONE UINT64_MAX
uint64_t update_fade(uint64_t key, uint32_t age, uint32_t half_life);

/* A page that was clustered with the others. */
typedef struct update_page {
    uint32_t group;        /* that it fell into */
    uint32_t class_number; /* that it was of, MODEL_NO_CLASS for one that the file did not have; then, that it is of */
} update_page;

/* Give the pages of each group their class: that of most of its pages which had one; but one of its own, numbered from
 * *next, when none had, or when most are new, four at least, and another group has more of that class. Pages that had a
 * class keep it, but for those of a group with a class of its own. False without memory. */
bool update_classes(update_page *pages, uint32_t n, uint32_t n_groups, uint32_t *next);

/* What a run has to say of a class. */
typedef struct class_news {
    uint32_t run;
    uint32_t met;     /* pages of the run that are of it */
    uint32_t moved;   /* pages that were of it and are now of another */
    uint32_t given;   /* pages of the run */
    uint32_t n_pages; /* of the class before the run */
    uint32_t of;      /* of the host, likewise */
    bool redesigned;  /* the run's pages have next to nothing of the host's */
} class_news;

/* The class's state after the run. */
run_event update_state(class_state *state, const class_news *news);

/* The run at the end of the host's history, whose array has room for one more; the two oldest entries become one when
 * there are too many. False without memory. */
bool history_add(model_host *host, const model_run *run, arena *memory);

#endif
