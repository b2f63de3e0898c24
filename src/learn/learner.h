/* learner.h - pages come in one after the other; at the end each host's are clustered into classes and become what a
 * site file holds. In memory are only the pages' names; the pages themselves wait in a temporary file that has no name.
 */
#ifndef HUSK_LEARN_LEARNER_H
#define HUSK_LEARN_LEARNER_H

#include "base/buffer.h"
#include "page/page.h"
#include "learn/host_model.h"
#include "store/store.h"

typedef struct learner_options {
    host_options host;
    unsigned sample; /* pages of a class that are kept for its counts: 128 */
    unsigned kept;   /* pages of a host that are clustered; the others get the class that fits best: HUSK_LEARN_PAGES */
    bool one_class;  /* a host's pages are one class */
    unsigned half_life;  /* new pages of a class that make those before count half: 64 */
    unsigned remembered; /* pages of a class that the file remembers, so that it can be learned again with others: 64 */
    int64_t date;        /* of the run, for the history; 0: that of a host's newest page */
    uint64_t seed;       /* which pages are sampled, which are paired */
    husk_page_options page;
} learner_options;

void learner_options_init(learner_options *options);

typedef struct learner learner;

husk_status learner_new(const learner_options *options, learner **out, husk_error *error);
void learner_free(learner *l);

/* What is known of a page beside its bytes, by which it is told. */
typedef struct page_hint {
    float stands_for; /* so many pages of the site, where only some were seen: 1 */
    uint32_t group;   /* where groups are given and not found by clustering; HINT_NO_GROUP: it is in none */
} page_hint;

#define HINT_NO_GROUP UINT32_MAX

/* Pages that were found by exploring a site, which then has more than one kind of page, however few there are of each.
 */
typedef struct learner_crawl {
    const char *host; /* that all pages are of, whatever their URLs say */
    bool has_groups;
    page_hint (*hint)(void *context, uint64_t bytes_hash); /* of a page that was added; asked when its host is made */
    void *context;
} learner_crawl;

/* The pages that will be added are such; the strings are borrowed. */
void learner_set_crawl(learner *l, const learner_crawl *crawl);

/* Judge paths and pages by these models, which are borrowed. */
void learner_set_models(learner *l, const path_model *model, const page_model *page);

/* What the learner needs of a parsed page, appended to `record`. Any thread, any learner. */
husk_status learner_read(const husk_page *page, const husk_raw *raw, buffer *record, husk_error *error);

/* Take such a record. One at a time; their order changes only that of the host's pages. Of a host's pages with the same
 * bytes only the first counts: a page that a crawl has under ten addresses would be taken for a template. */
husk_status learner_add(learner *l, const char *record, size_t len, husk_error *error);

/* A page that the file is to remember: where the learner has it. */
typedef struct learned_note {
    uint32_t class_number, age;
    uint64_t at;
    size_t len;
} learned_note;

typedef struct learned_host {
    model_host model;
    learned_note *notes; /* by class */
    uint32_t n_notes;
    uint32_t n_copies; /* pages left out, because they have the same bytes as others */
} learned_host;

/* What a file has of a host that is learned again; both NULL for a host that it has not. The classes go on:
 * learned_host.c says how. */
typedef struct learner_before {
    const model_host *host;
    memory_reader *pages;
} learner_before;

/* Hosts seen, their names in order, and each as a site file has it, in `memory`; retired classes and the map are
 * borrowed from `before`. Once a host. */
uint32_t learner_n_hosts(const learner *l);
husk_status learner_host_name(learner *l, uint32_t i, slice *name, husk_error *error);
husk_status learner_host(learner *l, uint32_t i, const learner_before *before, arena *memory, learned_host *host,
                         husk_error *error);

/* A page to be remembered, in `scratch`. */
husk_status learner_note(const learner *l, const learned_note *note, buffer *scratch, remembered_page *page,
                         husk_error *error);

/* A host's paths, as host_model_paths has them. */
husk_status learner_paths(learner *l, uint32_t i, arena *memory, trie *paths, husk_error *error);

#endif
