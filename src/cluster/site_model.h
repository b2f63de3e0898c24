/* site_model.h - the model of a site: classes of pages with their root-to-link paths, and the cost of encoding pages.
 * Paper: Crescenzi, Merialdo and Missier 2005, sections 2 and 3.2. */
#ifndef HUSK_CLUSTER_SITE_MODEL_H
#define HUSK_CLUSTER_SITE_MODEL_H

#include "base/arena.h"
#include "husk/husk.h"
#include "page/views.h"

#define CLASS_NONE UINT32_MAX

/* A page's schema: its root-to-link paths by number (sorted, distinct), and the number of URLs on all of them. */
typedef struct page_schema {
    const uint32_t *paths;
    uint32_t n_paths;
    uint32_t n_urls;
} page_schema;

/* The cost of each part of an encoding; a URL (c_u) costs 1, the same in any model. */
typedef struct model_costs {
    double path;    /* c_p, a path in full */
    double index;   /* c_i, a path of the class's schema by its number */
    double miss;    /* c_miss */
    bool foreign;   /* c_miss is for a path of the page that the class's schema lacks, as the paper's sentence says;
                       otherwise for a path of the schema that the page lacks, as its encoding says (enc({})) */
    page_step step; /* what a path has of each element */
} model_costs;

/* The values of the paper, note 7. */
extern const model_costs published_costs;

typedef struct schema_class {
    uint32_t n_pages;
    uint32_t n_paths;      /* in its schema: the union of its pages' */
    uint64_t n_page_paths; /* total over its pages' schemas */
    uint64_t n_urls;
} schema_class;

typedef struct site_model site_model;

site_model *site_model_new(const model_costs *costs);
void site_model_free(site_model *m);

uint32_t site_model_n_classes(const site_model *m);
const schema_class *site_model_class(const site_model *m, uint32_t number);
/* Model update (lines 16-21 of Fig. 5): add the pages of one candidate class to the class that minimises MDL, or to a
 * new one if that is no more expensive; ties go to the lower number. O(paths of the candidate, times the classes that
 * have each). */
husk_status site_model_update(site_model *m, const page_schema *pages, uint32_t n, uint32_t *class_number);

/* The distance of two schemas: the share of their union that only one of them has; 0 if both are empty. */
double schema_distance(const uint32_t *a, uint32_t n_a, const uint32_t *b, uint32_t n_b);

#endif
