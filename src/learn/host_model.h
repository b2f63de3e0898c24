/* host_model.h - build a host's part of the site file from its sampled pages, class by class. */
#ifndef HUSK_LEARN_HOST_MODEL_H
#define HUSK_LEARN_HOST_MODEL_H

#include "base/buffer.h"
#include "page/page.h"
#include "judge/model_file.h"
#include "judge/model_file.h"
#include "template/template.h"
#include "judge/site/trie.h"
#include "store/model.h"

/* A page that can be read again: `key` sorts the sample, `at` and `len` say where its reader finds it. */
typedef struct sampled_page {
    uint64_t key;
    uint64_t at;
    size_t len;
} sampled_page;

typedef struct sampled_class {
    const sampled_page *pages;
    uint32_t n;
    uint32_t n_pages; /* seen, sampled or not */
    uint32_t number;
} sampled_class;

typedef struct page_reader {
    husk_status (*parse)(void *context, const sampled_page *sampled, husk_page *page, buffer *scratch,
                         husk_error *error);
    void *context;
    const husk_page_options *options;
} page_reader;

typedef struct host_options {
    template_options template;
    const judge_models *models; /* NULL: the built-in ones */
} host_options;

/* Fill `host`, whose name and pages are set, from its classes, in `memory`. The pages are read twice: what repeats
 * must be known before a place can be judged by it. */
husk_status host_model_make(const page_reader *reader, const sampled_class *classes, uint32_t n,
                            const host_options *options, arena *memory, model_host *host, husk_error *error);

/* Only the paths, for training, with their data-husk-content labels. `paths` belongs to the caller, freed with
 * trie_free. */
husk_status host_model_paths(const page_reader *reader, const sampled_class *classes, uint32_t n,
                             const host_options *options, arena *memory, trie *paths, husk_error *error);

#endif
