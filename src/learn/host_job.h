/* host_job.h - a host while it is learned: its pages, what the file had of it, and what becomes of its classes. For
 * learned_host.c and host_*.c. */
#ifndef HUSK_LEARN_HOST_JOB_H
#define HUSK_LEARN_HOST_JOB_H

#include "learn/drift.h"
#include "learn/host_classes.h"
#include "learn/learner_inside.h"
#include "learn/update.h"

#define NO_ROW UINT32_MAX

enum {
    PAGE_KNOWN = 1,      /* given, and the file has these very bytes */
    PAGE_GONE = 2,       /* remembered, and given again or faded */
    PAGE_SUPERSEDED = 4, /* remembered, and its address has other bytes now */
    PAGE_NEW = 8,        /* of no class before this run */
    PAGE_POOR = 16,      /* does not fit what was known of the host */
    PAGE_LOOSE = 32      /* in no group, by a crawl that gives them */
};

typedef struct job_class {
    uint32_t number;
    const model_class *before; /* NULL: new */
    class_state state;
    run_event event;
    uint32_t met, fresh, moved, listed;
    double fits;
    uint32_t n_fits, n_poor;
    uint32_t group, n_groups; /* one of its groups, and how many there are */
} job_class;

typedef struct host_job {
    learner *l;
    learner_host_pages *host;
    const model_host *before; /* NULL: there is none */
    bool updates;             /* the classes go on */
    arena *memory;
    uint32_t n_given;   /* pages behind these are remembered ones */
    uint32_t *age;      /* by page */
    uint8_t *flags;     /* by page: PAGE_… */
    uint32_t *row;      /* by given page: of the list before, or NO_ROW */
    update_page *place; /* by page */
    uint32_t *had;      /* by page: its class before the run, or MODEL_NO_CLASS */
    kept_page *kept;    /* given and remembered, by key */
    uint32_t n_kept;
    uint32_t *kept_page_of; /* the same, without keys */
    tally shared;           /* traits of an explored site's pages (host_classes.h) */
    model_class *groups;
    uint32_t n_groups;
    job_class *classes; /* by number */
    uint32_t n_classes;
    uint32_t run;
    drift_state drift; /* of the given pages, going on from the last run */
    bool other_site;   /* the pages that don't fit are another's, not this one's in a new design */
} host_job;

/* By number, or NULL. */
job_class *job_class_of(const host_job *j, uint32_t number);

/* learned_host.c: the pages for clustering, and one for parsing again. */
host_pages job_pages(host_job *j);
sampled_page job_sampled(const host_job *j, kept_page kept);
husk_status job_parse(void *learner, const sampled_page *sampled, husk_page *page, buffer *scratch, husk_error *error);
husk_status job_no_memory(husk_error *error);
int job_by_key(const void *a, const void *b);

/* host_recall.c: the pages that the file remembers to the given ones, and room for what becomes of each; `pages` may be
 * NULL. */
husk_status job_recall(host_job *j, memory_reader *pages, husk_error *error);
/* Which pages the file knows, and which it need not remember any more. */
husk_status job_match(host_job *j, husk_error *error);

/* host_fate.c: the pages clustered, each with its class. */
husk_status job_group(host_job *j, husk_error *error);
/* How the given pages fit what was known. */
husk_status job_measure(host_job *j, husk_error *error);
/* Which classes are in use after the run; then what is old fades. */
husk_status job_decide(host_job *j, husk_error *error);

/* host_names.c: whether the pages that don't fit are of the same site as those that are known. */
husk_status job_is_same_site(const host_job *j, bool *same, husk_error *error);

/* Of a page's id. */
uint64_t job_id_hash(slice id);

#endif
