/* topics.c - public API for topics: similar/topics.h over the words of judged pages. */
#include <stdlib.h>

#include "api/digest.h"
#include "api/words.h"
#include "base/limits.h"
#include "base/options.h"
#include "base/status.h"
#include "similar/topics.h"

struct husk_topics {
    topics inner;
};

void husk_topics_options_init(husk_topics_options *options, size_t size)
{
    husk_topics_options defaults = { .seed = 1, .max_words = HUSK_MAX_TOPIC_WORDS };
    options_fill(options, size, &defaults, sizeof defaults);
}

husk_status husk_topics_new(const husk_topics_options *options, husk_topics **out, husk_error *error)
{
    husk_topics_options o;
    *out = NULL;
    husk_status status = OPTIONS_READ(&o, options, husk_topics_options, seed, error);
    if (status != HUSK_OK)
        return status;
    if (o.k == 0 || o.max_words == 0 || o.max_words > HUSK_MAX_TOPIC_WORDS)
        return error_set(error, HUSK_BAD_ARGUMENT, "topics need k of at least 1 and at most %u words",
                         HUSK_MAX_TOPIC_WORDS);
    *out = malloc(sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    topics_init(&(*out)->inner, &o);
    return HUSK_OK;
}

void husk_topics_free(husk_topics *t)
{
    if (t)
        topics_free(&t->inner);
    free(t);
}

/* --- pages -------------------------------------------------------------------------------------------------------- */

static void add_text(void *context, slice text)
{
    word_bag_add(context, text);
}

husk_status husk_topics_read(const husk_verdict *v, husk_words words, husk_digest **out, husk_error *error)
{
    word_bag bag;
    husk_status status = digest_new(DIGEST_TOPICS, out, error);
    if (status != HUSK_OK)
        return status;
    word_bag_init(&bag);
    status = verdict_words(v, words, add_text, &bag, error);
    if (status == HUSK_OK) {
        status = word_bag_write(&bag, husk_page_id(v->page), &(*out)->bytes);
        if (status != HUSK_OK)
            error_set(error, status, "%s: words: %s", husk_page_id(v->page), husk_status_text(status));
    }
    word_bag_free(&bag);
    return digest_end(status, out);
}

husk_status husk_topics_add(husk_topics *t, const husk_digest *digest, husk_error *error)
{
    husk_status status = digest_check(digest, DIGEST_TOPICS, error);
    if (status != HUSK_OK)
        return status;
    status = topics_add(&t->inner, digest->bytes.data, digest->bytes.len);
    if (status == HUSK_LIMIT)
        return error_set(error, status, "after %u pages there is no room for more words", t->inner.n_pages);
    return status == HUSK_OK ? HUSK_OK
                             : error_set(error, status, "adding a page's words: %s", husk_status_text(status));
}

husk_status husk_topics_run(husk_topics *t, husk_error *error)
{
    husk_status status = topics_cluster(&t->inner);
    return status == HUSK_OK
               ? HUSK_OK
               : error_set(error, status, "clustering %u pages: %s", t->inner.n_pages, husk_status_text(status));
}

uint32_t husk_topics_n_pages(const husk_topics *t)
{
    return t->inner.n_pages;
}

uint32_t husk_topics_n_topics(const husk_topics *t)
{
    return t->inner.n_clusters;
}

uint32_t husk_topics_topic_of(const husk_topics *t, uint32_t page)
{
    return t->inner.pages[page].cluster;
}

const char *husk_topics_id(const husk_topics *t, uint32_t page)
{
    return t->inner.pages[page].id;
}

uint32_t husk_topics_one_in(const husk_topics *t)
{
    return t->inner.halvings < 32 ? 1u << t->inner.halvings : UINT32_MAX;
}
