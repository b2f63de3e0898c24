/* host_classes.h - assign the pages of one host to classes.
 * Kept pages are clustered, the rest get the best-fitting class. */
#ifndef HUSK_LEARN_HOST_CLASSES_H
#define HUSK_LEARN_HOST_CLASSES_H

#include "base/arena.h"
#include "base/buffer.h"
#include "store/tally.h"

/* A host's pages, wherever they are stored. The results of the callbacks must not depend on the order of calls. */
typedef struct host_pages {
    uint32_t n_pages;
    const uint32_t *kept; /* pages to cluster, in an order derived from their content */
    uint32_t n_kept;
    /* Read a kept page's traits record (cluster/traits.h) into `out`, which is cleared first. */
    husk_status (*traits)(void *context, uint32_t page, buffer *out, husk_error *error);
    /* Any page's features, as in class_traits (cluster/classify.h); malloc'd. */
    husk_status (*features)(void *context, uint32_t page, uint64_t **features, uint32_t *n, husk_error *error);
    void *context;
    const float *weight; /* by index in `kept`: how many pages it represents; NULL: 1 each */
} host_pages;

/* Fills class_of for every page, from 0, the largest class first, and `classes`, in `memory`: number, n_pages and, if
 * there is more than one class, its distinctive traits. At least one class, at most HUSK_MAX_CLASSES. */
husk_status host_classes_find(const host_pages *pages, arena *memory, uint32_t *class_of, model_class **classes,
                              uint32_t *n_classes, husk_error *error);

/* The traits of a class with the number of its kept pages that have each, in `memory`; class_of has its number there.
 * n_pages: its kept pages. */
husk_status host_classes_count(const host_pages *pages, const uint32_t *class_of, uint32_t number, arena *memory,
                               model_class *c, husk_error *error);

/* The class that gives a page its shortest description. */
struct classifier;
husk_status host_class_nearest(const host_pages *pages, const struct classifier *classes, uint32_t page,
                               const model_class **nearest, husk_error *error);

#endif
