/* learner.h - takes pages one by one, then clusters each host's pages into classes for the site file.
 * Only the pages' names are in memory; the pages themselves are in an unnamed temporary file. */
#ifndef HUSK_LEARN_LEARNER_H
#define HUSK_LEARN_LEARNER_H

#include "base/buffer.h"
#include "page/page.h"
#include "judge/model_file.h"
#include "judge/site/trie.h"
#include "store/store.h"
#include "template/template.h"

typedef struct husk_learner learner;

/* Pages found by exploring a site, which then has more than one kind of page, however few there are of each. */
typedef struct learner_crawl {
    const char *host; /* of all pages, whatever their URLs say */
    /* How many pages of the site an added page represents, where only some were seen; called when its host is built. */
    float (*stands_for)(void *context, uint64_t bytes_hash);
    void *context;
} learner_crawl;

/* Pages added from now on come from a crawl; the strings are borrowed. */
void learner_set_crawl(learner *l, const learner_crawl *crawl);

/* Append what the learner needs of a parsed page to `record`. Any thread, any learner. */
husk_status learner_read(const husk_page *page, const husk_raw *raw, buffer *record, husk_error *error);

/* Add such a record. One call at a time; their order affects only the order of the host's pages. Of a host's pages
 * with the same bytes only the first counts: a page crawled under ten URLs would be mistaken for a template. */
husk_status learner_add(learner *l, const char *record, size_t len, husk_error *error);

/* A learned host: as the site file has it, in memory that lasts until the host is reported. */
typedef struct learned_host {
    model_host model;
    uint32_t n_copies; /* pages left out because their bytes equal another page's */
} learned_host;

/* Hosts seen. */
uint32_t learner_n_hosts(const learner *l);

/* Only a host's paths, in order of the hosts' names: as in job_paths. */
husk_status learner_paths(learner *l, uint32_t i, arena *memory, trie *paths, husk_error *error);

/* What to add to a host before it is written, and the callback for the report; both may be NULL. */
typedef struct host_ending {
    husk_status (*add)(void *context, model_host *host, arena *memory, husk_error *error);
    /* `before` is NULL for a host that the file did not have. */
    void (*report)(void *context, const model_host *before, const learned_host *host);
    void *context;
} host_ending;

/* Learn every host and write the file `path`, which appears complete or not at all. Once per learner. */
husk_status learner_finish(learner *l, const char *path, const host_ending *ending, husk_error *error);
/* The same in memory: see store_writer_open_memory. */
husk_status learner_finish_memory(learner *l, slice before, buffer *file, const host_ending *ending, husk_error *error);

#endif
