/* host_classes.h - the pages of one host into classes: those at hand are clustered, the others get the class that fits
 * best. */
#ifndef HUSK_LEARN_HOST_CLASSES_H
#define HUSK_LEARN_HOST_CLASSES_H

#include "base/arena.h"
#include "base/buffer.h"
#include "store/tally.h"

/* A host's pages, wherever they are. What is read must not depend on the order in which it is asked for. */
typedef struct host_pages {
    uint32_t n_pages;
    const uint32_t *kept; /* pages that are clustered, in an order that comes from their content */
    uint32_t n_kept;
    /* A kept page's traits record (cluster/traits.h) into `out`, which is emptied before. */
    husk_status (*traits)(void *context, uint32_t page, buffer *out, husk_error *error);
    /* Any page's features, as class_traits (cluster/classify.h) has them; malloc'd. */
    husk_status (*features)(void *context, uint32_t page, uint64_t **features, uint32_t *n, husk_error *error);
    void *context;
    const float *weight;  /* by place in `kept`: how many pages it stands for; NULL: each for itself */
    double least_share;   /* of what is told that a split must save (cluster/kinds.h) */
    uint32_t least_pages; /* of a class */
    const tally *
        shared; /* not NULL: every trait and the pages that have it (host_traits_count). Then a trait that one page of a
                 * small class has tells it, too, if another class's page has it: of few pages most traits are such */
} host_pages;

/* Count the traits of the kept pages; the table is the caller's. */
husk_status host_traits_count(const host_pages *pages, tally *counts, husk_error *error);

/* Fills class_of for every page, from 0, the largest class first, and `classes`, in `memory`: number, n_pages and,
 * where there is more than one class, the traits that tell it. At least one class, at most HUSK_MAX_CLASSES. */
husk_status host_classes_find(const host_pages *pages, arena *memory, uint32_t *class_of, model_class **classes,
                              uint32_t *n_classes, husk_error *error);

/* The traits of a class, and on how many of its kept pages each is, in `memory`; class_of has its number there.
 * n_pages: its kept pages. */
husk_status host_classes_count(const host_pages *pages, const uint32_t *class_of, uint32_t number, arena *memory,
                               model_class *c, husk_error *error);

#endif
