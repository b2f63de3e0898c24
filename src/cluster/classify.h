/* classify.h - which class of a known host a page belongs to: the one that gives its shortest description. */
#ifndef HUSK_CLUSTER_CLASSIFY_H
#define HUSK_CLUSTER_CLASSIFY_H

#include "cluster/site_model.h"
#include "page/page.h"
#include "store/model.h"

/* The features that distinguish classes, as sorted distinct hashes: its elements, the values of its slots, their
 * words. `record` is a traits record (cluster/traits.h); malloc'd. False if out of memory or not a record. */
bool class_traits(const void *record, size_t len, uint64_t **traits, uint32_t *n);

/* A host's classes prepared for look-up; borrows the host. Any number of threads may read it. */
typedef struct classifier classifier;
/* `costs`: of link paths, where classes are distinguished by these; NULL: the published ones. */
classifier *classifier_new(const model_host *host, const model_costs *costs);
/* These costs; NULL: its classes are distinguished otherwise. */
const model_costs *classifier_costs(const classifier *c);
void classifier_free(classifier *c);

typedef struct class_verdict {
    const model_class *page_class; /* NULL: none */
    const model_class *nearest;    /* the best fit, however bad; NULL if the host has no class */
    uint32_t n_shared;             /* features that the page has of those that nearly all pages of `nearest` have */
    double cost;   /* of encoding the page with the class: bits by traits, the paper's cost by link paths */
    double margin; /* how much more the next best class costs, as a share of both; 1 if there is no other */
} class_verdict;

/* `features`: the page's features that distinguish the file's classes, in any order, distinct. None: a page with less
 * than CLASS_LEAST_SHARE of what nearly all pages of the class have; by link paths the class of least cost is always
 * the page's, as published. If out of memory there is no `nearest` either. */
class_verdict classifier_choose(const classifier *c, const uint64_t *features, uint32_t n);

/* The same for a page, with `memory` as scratch. */
husk_status classifier_page(const classifier *c, const husk_page *page, arena *memory, class_verdict *verdict);

#define CLASS_LEAST_SHARE .3 /* set by hand: pages of a known class have far more, pages of other sites hardly any */

#endif
