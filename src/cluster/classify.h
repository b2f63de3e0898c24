/* classify.h - which class of a known host a page is of: the one with whose help it is told in least. */
#ifndef HUSK_CLUSTER_CLASSIFY_H
#define HUSK_CLUSTER_CLASSIFY_H

#include "page/page.h"
#include "store/model.h"

/* What of a page tells classes apart, as sorted hashes, each once: its elements, the values of its slots, their words.
 * `record` is a traits record (cluster/traits.h); malloc'd. False without memory or when it is no record. */
bool class_traits(const void *record, size_t len, uint64_t **traits, uint32_t *n);

/* A host's classes made ready for looking up; borrows the host. Any number of threads may read one. */
typedef struct classifier classifier;
classifier *classifier_new(const model_host *host);
void classifier_free(classifier *c);

typedef struct class_verdict {
    const model_class *page_class; /* NULL: none */
    const model_class *nearest;    /* the one that fits best, however badly; NULL when the host has no class */
    double cost;   /* of the page, told with the class's help: bits by traits, the paper's cost by link paths */
    double margin; /* what the next best class costs more, as a share of what both cost together; 1 when there is no
                      other */
} class_verdict;

/* `features`: what of the page the file's classes are told apart by, in any order, each once.
 * None: a page that has less than CLASS_LEAST_SHARE of what nearly all pages of the class have; by link paths, one that
 * has none of the class's, so that its cost is that of the page and of the class's schema told apart. Without memory
 * there is no `nearest` either. */
class_verdict classifier_choose(const classifier *c, const uint64_t *features, uint32_t n);

/* The same of a page, with `memory` for what is looked at. */
husk_status classifier_page(const classifier *c, const husk_page *page, arena *memory, class_verdict *verdict);

#define CLASS_LEAST_SHARE .3 /* by hand: pages of a known class have far more, pages of other sites hardly any */

#endif
