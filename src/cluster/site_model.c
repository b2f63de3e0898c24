/* site_model.c - classes of pages by root-to-link paths, and the description length of a site encoded with them.
 * Every page of a class is encoded with the class's schema, so MDL needs only counts: for a class with s paths, n
 * pages and k paths on them, s*c_p + n*s*(c_i + c_miss) - k*c_miss + the URLs. Adding pages
 * changes the counts of one class; nothing is encoded again. Cost: a list of the classes per path gives the overlap
 * with all classes in one pass over a candidate's paths. Paper: Crescenzi, Merialdo and Missier 2005, section 3.2. */
#include "cluster/site_model.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "cluster/sets.h"

const model_costs published_costs = { .path = 1, .index = .8, .miss = 1, .step = STEP_PRESENTATION };

typedef struct path_uses {
    uint32_t *class_number;
    uint32_t n;
    size_t room;
} path_uses;

struct site_model {
    model_costs costs;
    schema_class *classes;
    uint32_t n_classes;
    size_t classes_room;
    path_uses *paths; /* by path */
    uint32_t n_paths;
    /* scratch of an update */
    uint32_t *overlap; /* by class */
    size_t overlap_room;
};

site_model *site_model_new(const model_costs *costs)
{
    site_model *m = calloc(1, sizeof *m);
    if (m)
        m->costs = costs ? *costs : published_costs;
    return m;
}

void site_model_free(site_model *m)
{
    if (m == NULL)
        return;
    for (uint32_t i = 0; i < m->n_paths; i++)
        free(m->paths[i].class_number);
    free(m->paths);
    free(m->classes);
    free(m->overlap);
    free(m);
}

uint32_t site_model_n_classes(const site_model *m)
{
    return m->n_classes;
}

const schema_class *site_model_class(const site_model *m, uint32_t number)
{
    return &m->classes[number];
}

/* The cost of a class from its counts: schema and pages together. */
static double whole_cost(const model_costs *c, const schema_class *k)
{
    double miss = c->foreign ? 0 : c->miss; /* a class's schema has all paths of its pages */
    double paths = k->n_paths * c->path + (double)k->n_pages * k->n_paths * (c->index + miss);
    return paths - (double)k->n_page_paths * miss + (double)k->n_urls;
}

/* --- candidates --------------------------------------------------------------------------------------------------- */

/* The union of the pages' schemas, malloc'd, and the counts of a class of only these pages. */
static uint32_t *schema_union(const page_schema *pages, uint32_t n, schema_class *counts)
{
    *counts = (schema_class){ .n_pages = n };
    for (uint32_t i = 0; i < n; i++) {
        counts->n_page_paths += pages[i].n_paths;
        counts->n_urls += pages[i].n_urls;
    }
    size_t total = counts->n_page_paths, at = 0;
    uint32_t *all = malloc((total ? total : 1) * sizeof *all);
    if (all == NULL)
        return NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (pages[i].n_paths)
            memcpy(all + at, pages[i].paths, pages[i].n_paths * sizeof *all);
        at += pages[i].n_paths;
    }
    if (n > 1)
        qsort(all, total, sizeof *all, by_u32);
    uint32_t kept = 0;
    for (size_t i = 0; i < total; i++)
        if (kept == 0 || all[kept - 1] != all[i])
            all[kept++] = all[i];
    counts->n_paths = kept;
    return all;
}

static double merge_rise(const site_model *m, const schema_class *into, const schema_class *more, uint32_t n_shared)
{
    schema_class both = { into->n_pages + more->n_pages, into->n_paths + more->n_paths - n_shared,
                          into->n_page_paths + more->n_page_paths, into->n_urls + more->n_urls };
    return whole_cost(&m->costs, &both) - whole_cost(&m->costs, into);
}

/* How many of `paths` each class has, into m->overlap, which has room for all classes. */
static void overlaps_count(const site_model *m, const uint32_t *paths, uint32_t n, uint32_t *overlap)
{
    memset(overlap, 0, m->n_classes * sizeof *overlap);
    for (uint32_t i = 0; i < n; i++) {
        if (paths[i] >= m->n_paths)
            continue;
        const path_uses *uses = &m->paths[paths[i]];
        for (uint32_t j = 0; j < uses->n; j++)
            overlap[uses->class_number[j]]++;
    }
}

/* --- adding ------------------------------------------------------------------------------------------------------- */

static bool paths_reserve(site_model *m, uint32_t n)
{
    size_t room = m->n_paths;
    if (!array_grow(&m->paths, &room, n, sizeof *m->paths) || room > UINT32_MAX)
        return false;
    if (room > m->n_paths)
        memset(m->paths + m->n_paths, 0, (room - m->n_paths) * sizeof *m->paths);
    m->n_paths = (uint32_t)room;
    return true;
}

/* A page of the class has the path. Most new uses are of the newest class, so they go to the end. */
static bool use_add(path_uses *uses, uint32_t class_number, bool *is_new)
{
    uint32_t at = uses->n;
    while (at > 0 && uses->class_number[at - 1] > class_number)
        at--;
    *is_new = at == 0 || uses->class_number[at - 1] != class_number;
    if (!*is_new)
        return true;
    if (!array_grow(&uses->class_number, &uses->room, uses->n + 1u, sizeof *uses->class_number))
        return false;
    memmove(uses->class_number + at + 1, uses->class_number + at, (uses->n - at) * sizeof *uses->class_number);
    uses->class_number[at] = class_number;
    uses->n++;
    return true;
}

static bool page_add(site_model *m, schema_class *k, uint32_t class_number, const page_schema *page)
{
    uint32_t n_paths = page->n_paths ? page->paths[page->n_paths - 1] + 1 : 0;
    if (!paths_reserve(m, n_paths))
        return false;
    for (uint32_t i = 0; i < page->n_paths; i++) {
        bool is_new;
        if (!use_add(&m->paths[page->paths[i]], class_number, &is_new))
            return false;
        k->n_paths += is_new;
    }
    k->n_pages++;
    k->n_page_paths += page->n_paths;
    k->n_urls += page->n_urls;
    return true;
}

husk_status site_model_update(site_model *m, const page_schema *pages, uint32_t n, uint32_t *class_number)
{
    schema_class counts;
    uint32_t *schema = schema_union(pages, n, &counts);
    if (schema == NULL || !array_grow(&m->classes, &m->classes_room, m->n_classes + 1u, sizeof *m->classes) ||
        !array_grow(&m->overlap, &m->overlap_room, m->n_classes + 1u, sizeof *m->overlap)) {
        free(schema);
        return HUSK_NO_MEMORY;
    }
    overlaps_count(m, schema, counts.n_paths, m->overlap);
    double alone = whole_cost(&m->costs, &counts), best = 0;
    *class_number = CLASS_NONE;
    for (uint32_t k = 0; k < m->n_classes; k++) {
        double rise = merge_rise(m, &m->classes[k], &counts, m->overlap[k]);
        if (rise < alone && (*class_number == CLASS_NONE || rise < best)) {
            best = rise;
            *class_number = k;
        }
    }
    free(schema);
    if (*class_number == CLASS_NONE) {
        *class_number = m->n_classes++;
        m->classes[*class_number] = (schema_class){ 0 };
    }
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++)
        ok = page_add(m, &m->classes[*class_number], *class_number, &pages[i]);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}

double schema_distance(const uint32_t *a, uint32_t n_a, const uint32_t *b, uint32_t n_b)
{
    uint32_t n_both = common_items(a, n_a, b, n_b), n_all = n_a + n_b - n_both;
    return n_all ? (double)(n_all - n_both) / n_all : 0;
}
