/* site_model.h - the model of a site: classes of pages, each with the root-to-link paths its pages have, and what it
 * costs to tell the pages with its help. Paper: Crescenzi, Merialdo and Missier 2005, sections 2 and 3.2. */
#ifndef HUSK_CLUSTER_SITE_MODEL_H
#define HUSK_CLUSTER_SITE_MODEL_H

#include "base/arena.h"
#include "husk/husk.h"

#define CLASS_NONE UINT32_MAX

/* A page's schema: its root-to-link paths by number (sorted, each once), and how many addresses stand on all of them
 * together. */
typedef struct page_schema {
    const uint32_t *paths;
    uint32_t n_paths;
    uint32_t n_urls;
} page_schema;

/* What each part of an encoding costs. */
typedef struct model_costs {
    double url;   /* c_u, an address */
    double path;  /* c_p, a path told in full */
    double index; /* c_i, a path of the class's schema told by its number */
    double miss;  /* c_miss, that a path of the class's schema is not on the page */
} model_costs;

/* The values of the paper, note 7. */
extern const model_costs published_costs;

typedef struct schema_class {
    uint32_t n_pages;
    uint32_t n_paths;      /* of its schema: the union of its pages' */
    uint64_t n_page_paths; /* of its pages' schemas, added up */
    uint64_t n_urls;
} schema_class;

typedef struct site_model site_model;

site_model *site_model_new(const model_costs *costs);
void site_model_free(site_model *m);

uint32_t site_model_n_classes(const site_model *m);
const schema_class *site_model_class(const site_model *m, uint32_t number);
/* How many of the class's pages have the path; 0: it is not in its schema. */
uint32_t site_model_path_pages(const site_model *m, uint32_t class_number, uint32_t path);

/* MDL(M): what the classes' schemas and all pages told with their help cost. Kept as pages come: O(1). */
double site_model_cost(const site_model *m);

/* The cost of the class's schema, and enc(p|C), of a page told with the help of a class. */
double site_model_class_cost(const site_model *m, uint32_t class_number);
double site_model_page_cost(const site_model *m, const page_schema *page, uint32_t class_number);

/* What MDL would rise by if the pages, as one class, were merged into `class_number`, or stood by themselves
 * (CLASS_NONE). */
double site_model_rise(const site_model *m, const page_schema *pages, uint32_t n, uint32_t class_number,
                       husk_status *status);

/* Model update (lines 16-21 of Fig. 5): the pages of one candidate class go into the class where MDL becomes least, or
 * into a new one if that is no dearer; ties go to the lower number. O(paths of the candidate, times the classes that
 * have each). */
husk_status site_model_update(site_model *m, const page_schema *pages, uint32_t n, uint32_t *class_number);

/* The pages into a class that is known: CLASS_NONE for a new one, whose number is given back. */
husk_status site_model_put(site_model *m, const page_schema *pages, uint32_t n, uint32_t *class_number);

typedef struct class_choice {
    uint32_t class_number; /* CLASS_NONE when the model is empty */
    double cost;           /* enc(p|C) without the addresses, which cost the same in every class */
    double margin;         /* what the next best class costs more; 0 with one class only */
} class_choice;

/* The class of least enc(p|C); of equals the one with more pages, then the lower number. */
class_choice site_model_classify(const site_model *m, const page_schema *page);

/* The distance of two schemas: the share of their union that only one of them has; 0 for two empty ones. */
double schema_distance(const uint32_t *a, uint32_t n_a, const uint32_t *b, uint32_t n_b);

#endif
