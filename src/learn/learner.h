/* learner.h - takes pages one by one, then clusters each host's pages into classes for the site file.
 * Only the pages' names are in memory; the pages themselves are in an unnamed temporary file. */
#ifndef HUSK_LEARN_LEARNER_H
#define HUSK_LEARN_LEARNER_H

#include "base/buffer.h"
#include "page/page.h"
#include "learn/host_model.h"
#include "store/store.h"

typedef struct learner_options {
    host_options host;
    unsigned sample;    /* pages per class kept for its counts: 128 */
    unsigned kept;      /* pages per host that are clustered; the rest get the class that fits best: HUSK_LEARN_PAGES */
    bool one_class;     /* all pages of a host are one class */
    unsigned half_life; /* new pages of a class that halve the weight of earlier ones: 64 */
    unsigned remembered; /* pages per class that the file remembers, so that it can be learned again with others: 64 */
    int64_t date;        /* of the run, for the history; 0: the date of a host's newest page */
    uint64_t seed;       /* decides which pages are sampled and paired */
    husk_page_options page;
    const husk_stop *stop; /* may be NULL; if set, no page is read again: STOPPED */
} learner_options;

void learner_options_init(learner_options *options);

typedef struct learner learner;

husk_status learner_new(const learner_options *options, learner **out, husk_error *error);
void learner_free(learner *l);

/* What is known of a page beside its bytes; looked up by their hash. */
typedef struct page_hint {
    float stands_for; /* pages of the site it represents, where only some were seen: 1 */
    uint32_t group;   /* if groups are given instead of found by clustering; HINT_NO_GROUP: in none */
} page_hint;

#define HINT_NO_GROUP UINT32_MAX

/* Pages found by exploring a site, which then has more than one kind of page, however few there are of each. */
typedef struct learner_crawl {
    const char *host; /* of all pages, whatever their URLs say */
    bool has_groups;
    page_hint (*hint)(void *context,
                      uint64_t bytes_hash); /* for a page that was added; called when its host is built */
    void *context;
} learner_crawl;

/* Pages added from now on come from a crawl; the strings are borrowed. */
void learner_set_crawl(learner *l, const learner_crawl *crawl);

/* Judge with these models, which are borrowed. */
void learner_set_models(learner *l, const judge_models *models);

/* Append what the learner needs of a parsed page to `record`. Any thread, any learner. */
husk_status learner_read(const husk_page *page, const husk_raw *raw, buffer *record, husk_error *error);

/* Add such a record. One call at a time; their order affects only the order of the host's pages. Of a host's pages
 * with the same bytes only the first counts: a page crawled under ten URLs would be mistaken for a template. */
husk_status learner_add(learner *l, const char *record, size_t len, husk_error *error);

/* A page for the file to remember: where the learner has it. */
typedef struct learned_note {
    uint32_t class_number, age;
    uint64_t at;
    size_t len;
} learned_note;

typedef struct learned_host {
    model_host model;
    learned_note *notes; /* by class */
    uint32_t n_notes;
    uint32_t n_copies; /* pages left out because their bytes equal another page's */
} learned_host;

/* What a file has of a host that is learned again; both NULL if it has none. The classes continue: see
 * learned_host.c. */
typedef struct learner_before {
    const model_host *host;
    memory_reader *pages;
} learner_before;

/* Hosts seen, their names in order, and each as a site file has it, in `memory`; retired classes and the map are
 * borrowed from `before`. Once per host. */
uint32_t learner_n_hosts(const learner *l);
husk_status learner_host_name(learner *l, uint32_t i, slice *name, husk_error *error);
husk_status learner_host(learner *l, uint32_t i, const learner_before *before, arena *memory, learned_host *host,
                         husk_error *error);

/* Read a page to be remembered, in `scratch`. */
husk_status learner_note(const learner *l, const learned_note *note, buffer *scratch, remembered_page *page,
                         husk_error *error);

/* A host's paths, as in host_model_paths. */
husk_status learner_paths(learner *l, uint32_t i, arena *memory, trie *paths, husk_error *error);

#endif
