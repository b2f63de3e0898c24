/* host_job.h - a host being learned: its pages, what the file had of it, and what happens to its classes.
 * For learned_host.c and host_*.c. */
#ifndef HUSK_LEARN_HOST_JOB_H
#define HUSK_LEARN_HOST_JOB_H

#include "base/map.h"
#include "learn/drift.h"
#include "learn/host_classes.h"
#include "learn/learner_inside.h"
#include "learn/update.h"

#define NO_ROW MAP_NONE

enum {
    PAGE_KNOWN = 1,      /* given, and the file has exactly these bytes */
    PAGE_GONE = 2,       /* remembered, and given again or faded */
    PAGE_SUPERSEDED = 4, /* remembered, and its URL has other bytes now */
    PAGE_NEW = 8,        /* had no class before this run */
    PAGE_POOR = 16,      /* does not fit what was known of the host */
    PAGE_LOOSE = 32      /* in no group, according to the crawl that provides them */
};

typedef struct job_class {
    uint32_t number;
    const model_class *before; /* NULL: new */
    class_state state;
    run_event event;
    uint32_t met, fresh, moved, listed;
    double fits;
    uint32_t n_fits, n_poor;
    uint32_t group, n_groups; /* one of its groups, and their number */
} job_class;

typedef struct host_job {
    learner *l;
    learner_host_pages *host;
    const model_host *before; /* NULL if there is none */
    bool updates;             /* keep updating the classes */
    arena *memory;
    uint32_t n_given;   /* pages from this index on are remembered ones */
    uint32_t *age;      /* by page */
    uint8_t *flags;     /* by page: PAGE_… */
    uint32_t *row;      /* by given page: index in the previous list, or NO_ROW */
    update_page *place; /* by page */
    uint32_t *had;      /* by page: its class before the run, or MODEL_NO_CLASS */
    kept_page *kept;    /* given and remembered, by key */
    uint32_t n_kept;
    uint32_t *kept_page_of; /* the same, without keys */
    hash_map shared;        /* traits of an explored site's pages (host_classes.h) */
    model_class *groups;
    uint32_t n_groups;
    job_class *classes; /* by number */
    uint32_t n_classes;
    uint32_t run;
    drift_state drift; /* of the given pages, continued from the last run */
    bool other_site;   /* the pages that don't fit belong to another site, not to a new design of this one */
} host_job;

/* By number, or NULL. */
job_class *job_class_of(const host_job *j, uint32_t number);

/* learned_host.c: the pages for clustering, and one to parse again. */
host_pages job_pages(host_job *j);
sampled_page job_sampled(const host_job *j, kept_page kept);
husk_status job_parse(void *learner, const sampled_page *sampled, husk_page *page, buffer *scratch, husk_error *error);
husk_status job_no_memory(husk_error *error);
int job_by_key(const void *a, const void *b);

/* host_recall.c: add the remembered pages to the given ones, and allocate room for each page's fate; `pages` may be
 * NULL. */
husk_status job_recall(host_job *j, memory_reader *pages, husk_error *error);
/* Find which pages the file knows, and which it no longer needs to remember. */
husk_status job_match(host_job *j, husk_error *error);

/* host_fate.c: cluster the pages and assign each to a class. */
husk_status job_group(host_job *j, husk_error *error);
/* Measure how the given pages fit what was known. */
husk_status job_measure(host_job *j, husk_error *error);
/* Decide which classes are in use after the run; then fade old pages. */
husk_status job_decide(host_job *j, husk_error *error);

/* Do the pages show that the host was redesigned? New sections of a site fit badly too, but share its frame. */
bool job_is_changed(const host_job *j);

/* host_names.c: do the pages that don't fit belong to the same site as the known ones? */
husk_status job_is_same_site(const host_job *j, bool *same, husk_error *error);

/* Hash of a page's id. */
uint64_t job_id_hash(slice id);

#endif
