/* learner.h - pages come in one after the other; at the end each host's are clustered into classes and become what a site file holds.
 * In memory are only the pages' names; the pages themselves wait in a temporary file that has no name. */
#ifndef HUSK_SITE_LEARNER_H
#define HUSK_SITE_LEARNER_H

#include "base/buffer.h"
#include "page/page.h"
#include "site/hostmodel.h"
#include "store/store.h"

typedef struct learner_options {
    host_options host;
    unsigned sample;   /* pages of a class that are kept for its counts: 128 */
    unsigned kept;     /* pages of a host that are clustered; the others get the class that fits best: HUSK_LEARN_PAGES */
    bool one_class;    /* a host's pages are one class */
    uint64_t seed;     /* which pages are sampled, which are paired */
    husk_page_options page;
} learner_options;

void learner_options_init(learner_options *options);

typedef struct learner learner;

husk_status learner_new(const learner_options *options, learner **out, husk_error *error);
void learner_free(learner *l);

/* Judge paths by this model, which is borrowed. */
void learner_set_model(learner *l, const site_model *model);

/* What the learner needs of a parsed page, appended to `record`. Any thread, any learner. */
husk_status learner_read(const husk_page *page, const husk_raw *raw, buffer *record, husk_error *error);

/* Take such a record. One at a time; their order changes only that of the host's pages. */
husk_status learner_add(learner *l, const char *record, size_t len, husk_error *error);

/* Hosts seen, and each as a site file has it, in the order of their names, in `memory`. */
uint32_t learner_n_hosts(const learner *l);
husk_status learner_host(learner *l, uint32_t i, arena *memory, model_host *host, husk_error *error);

/* A host's paths, as hostmodel_paths has them. */
husk_status learner_paths(learner *l, uint32_t i, arena *memory, trie *paths, husk_error *error);

#endif
