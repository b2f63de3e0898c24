/* host_job.h - inside learning: the learner, and a host being learned: its pages, what the file had of it, and what
 * happens to its classes. For learner.c, learned_host.c and host_*.c. */
#ifndef HUSK_LEARN_HOST_JOB_H
#define HUSK_LEARN_HOST_JOB_H

#include "base/table.h"
#include "base/url.h"
#include "cluster/classify.h"
#include "learn/learner.h"
#include "learn/update.h"

/* --- the learner -------------------------------------------------------------------------------------------------- */

/* A record's header; the traits and the strings follow in this order. */
typedef struct record_head {
    uint64_t bytes_len;
    uint64_t traits_len;
    uint32_t host_len, id_len, url_len, charset_len;
    uint32_t flags;
    int64_t date;
} record_head;

enum { RECORD_TEXT = 1, RECORD_URL = 2, RECORD_CHARSET = 4 };

/* Where a page is in the temporary file: its traits record and what parsing needs, or only its features. */
typedef struct stored_page {
    uint64_t at;
    uint32_t features_len; /* length of the traits or the features */
    bool is_whole;
    size_t len;   /* length of what follows if it is kept whole: header, strings, bytes */
    uint32_t age; /* of a remembered page */
} stored_page;

typedef struct kept_page {
    uint64_t key;
    uint32_t page;
} kept_page;

typedef struct learner_host_pages {
    slice name;
    model_page *pages;
    stored_page *stored; /* by page */
    uint32_t n_pages;
    size_t room, stored_room;
    kept_page *kept; /* those with the smallest keys, and some more until learner_trim */
    uint32_t n_kept;
    size_t kept_room;
    bool is_full; /* there are as many as are kept, up to `last` */
    kept_page last;
    uint32_t n_copies; /* pages left out because the same bytes came before */
    int64_t date;      /* of the newest page; 0 if none has one */
} learner_host_pages;

struct husk_learner {
    husk_learn_options options;
    husk_page_options page;
    template_options template;
    judge_models given_models;  /* in `model_memory` */
    const judge_models *models; /* these, or the built-in ones */
    arena model_memory;
    learner_crawl crawl; /* `hint` NULL: the pages were not found by exploring */
    arena memory;        /* names */
    intern names;        /* host names; their ids index `hosts` */
    intern seen;         /* pages by host and bytes */
    learner_host_pages *hosts;
    bool is_ordered; /* by name: at the end */
    uint32_t n_hosts;
    size_t room;
    int file;
    uint64_t file_len;
};

/* Of pages with the same bytes the first ones are kept. */
static inline bool key_after(kept_page a, kept_page b)
{
    return a.key != b.key ? a.key > b.key : a.page > b.page;
}

static inline int kept_order(const void *a, const void *b)
{
    const kept_page *x = a, *y = b;
    return key_after(*x, *y) - key_after(*y, *x);
}

/* Keep only the pages with the smallest keys, as many as the options say, in order. */
void learner_trim(const learner *l, learner_host_pages *host);

/* Store the page of a record whole in the temporary file and append it to the host's list: a page that a site file
 * remembers. */
husk_status learner_recall(learner *l, learner_host_pages *host, const char *record, size_t len, husk_error *error);

/* Read what was written to the temporary file at `at`. */
husk_status learner_file_read(const learner *l, uint64_t at, size_t len, buffer *out, husk_error *error);

/* Split a whole page's record, as read by learner_file_read; borrows it. */
husk_raw learner_raw(const buffer *record);

/* --- a host ------------------------------------------------------------------------------------------------------- */

#define NO_ROW MAP_NONE

enum {
    PAGE_KNOWN = 1,      /* given, and the file has exactly these bytes */
    PAGE_GONE = 2,       /* remembered, and given again or faded */
    PAGE_SUPERSEDED = 4, /* remembered, and its URL has other bytes now */
    PAGE_NEW = 8,        /* had no class before this run */
    PAGE_POOR = 16,      /* does not fit what was known of the host */
    PAGE_LEFT_OUT = 32   /* too long to be learned from */
};

typedef struct job_class {
    uint32_t number;
    const model_class *before; /* NULL: new */
    class_state state;
    run_event event;
    uint32_t met, fresh, moved, listed;
    double fits;
    uint32_t n_fits, n_poor;
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
    const float *weight; /* by index in `kept`: how many pages it represents; NULL: 1 each */
    uint32_t n_groups;
    job_class *classes; /* by number */
    uint32_t n_classes;
    uint32_t run;
    drift_state drift; /* of the given pages, continued from the last run */
    bool other_site;   /* the pages that don't fit belong to another site, not to a new design of this one */
} host_job;

/* By number, or NULL. */
job_class *job_class_of(const host_job *j, uint32_t number);

/* learned_host.c: read and parse a page stored whole; `scratch` holds its bytes. */
husk_status job_parse(const host_job *j, uint32_t p, husk_page *page, buffer *scratch, husk_error *error);
/* A kept page's traits record (cluster/traits.h), into `out`, which is cleared first. */
husk_status job_traits(const host_job *j, uint32_t p, buffer *out, husk_error *error);
/* Any page's features, as in class_traits (cluster/classify.h); malloc'd. */
husk_status job_features(const host_job *j, uint32_t p, uint64_t **features, uint32_t *n, husk_error *error);
husk_status job_no_memory(husk_error *error);

/* host_classes.c: cluster the kept pages and give the rest the class that fits best: class_of for every page, from 0,
 * the largest class first, and n_groups: at least one, at most HUSK_MAX_CLASSES. */
husk_status job_cluster(host_job *j, uint32_t *class_of, husk_error *error);
/* The traits of a class with the number of its kept pages that have each; class_of has its number there. n_pages: its
 * kept pages. */
husk_status job_count_class(const host_job *j, const uint32_t *class_of, uint32_t number, model_class *c,
                            husk_error *error);
/* The class that gives a page its shortest description. */
husk_status job_nearest_class(const host_job *j, const classifier *classes, uint32_t page, const model_class **nearest,
                              husk_error *error);

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

/* host_recall.c: do the pages that don't fit belong to the same site as the known ones? */
husk_status job_is_same_site(const host_job *j, bool *same, husk_error *error);

/* A class and the pages that it is learned from. */
typedef struct sampled_class {
    const uint32_t *pages;
    uint32_t n;
    uint32_t n_pages; /* seen, sampled or not */
    uint32_t number;
} sampled_class;

/* host_model.c: fill `model`, whose name and pages are set, from its classes. */
husk_status job_model(host_job *j, const sampled_class *classes, uint32_t n, model_host *model, husk_error *error);
/* Only the paths, for training, with their data-husk-content labels; the caller frees them with trie_free. */
husk_status job_paths(host_job *j, const sampled_class *classes, uint32_t n, trie *paths, husk_error *error);

/* Hash of a page's id. */
uint64_t job_id_hash(slice id);

/* --- host_links.c: which class links to which --------------------------------------------------------------------- */

typedef struct host_links {
    arena *memory;     /* the arrows' texts */
    hash_map class_of; /* by hash of a page's URL: its class's number */
    hash_map class_of_form;
    hash_map place_of; /* by hash of an arrow's classes and path: its index */
    model_arrow *arrows;
    uint32_t n;
    size_t room;
    buffer url;
} host_links;

/* `pages`: those of the host, with their classes. False if out of memory; free it in any case. */
bool host_links_init(host_links *l, const model_page *pages, uint32_t n, url_resolver *urls, arena *memory);
void host_links_free(host_links *l);

/* Count the links of a page of class `from` in `arrows`, in no order; `scratch` is for this call. NO_MEMORY. */
husk_status host_links_add(host_links *l, const husk_page *page, uint32_t from, url_resolver *urls, arena *scratch);

#endif
