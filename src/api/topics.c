/* topics.c - the public face of clustering by topic: which words of a page count, and the options. */
#include <stdlib.h>

#include "api/output.h"
#include "base/limits.h"
#include "base/status.h"
#include "judge/page_model.h"
#include "judge/site_judge.h"
#include "similar/topics.h"

struct husk_topics {
    topics inner;
};

void husk_topics_options_init(husk_topics_options *options, size_t size)
{
    husk_topics_options defaults = { .size = size, .k = 0, .rounds = 0, .seed = 1, .max_words = HUSK_MAX_TOPIC_WORDS };
    memset(options, 0, size);
    memcpy(options, &defaults, size < sizeof defaults ? size : sizeof defaults);
}

husk_status husk_topics_new(const husk_topics_options *options, husk_topics **out, husk_error *error)
{
    husk_topics_options o;
    husk_topics_options_init(&o, sizeof o);
    if (options)
        memcpy(&o, options, options->size < sizeof o ? options->size : sizeof o);
    *out = NULL;
    if (o.k == 0 || o.max_words == 0 || o.max_words > HUSK_MAX_TOPIC_WORDS)
        return error_set(error, HUSK_BAD_ARGUMENT, "topics are 1 or more, of %u words at most", HUSK_MAX_TOPIC_WORDS);
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

/* --- a page's words
 * ---------------------------------------------------------------------------------------------------- */

static void add_blocks(const husk_page *page, const bool *keep, word_bag *bag)
{
    for (uint32_t i = 0; i < page->n_blocks; i++)
        if (keep ? keep[i] : !(page->blocks[i].flags & BLOCK_HIDDEN))
            word_bag_add(bag, (slice){ page->block_text.data + page->blocks[i].text_start, page->blocks[i].text_len });
}

static husk_status add_content(husk_page *page, word_bag *bag)
{
    page_judgement j;
    arena_mark mark = arena_save(&page->scratch);
    husk_status status = page_judge(page, &page_model_builtin, AIM_BALANCE, &page->scratch, &j);
    if (status == HUSK_OK)
        add_blocks(page, j.keep, bag);
    arena_restore(&page->scratch, mark);
    return status;
}

static husk_status add_unlike_site(husk_page *page, husk_site *site, word_bag *bag, husk_error *error)
{
    arena memory;
    site_verdict v;
    arena_init(&memory, HUSK_MAX_PAGE_ARENA);
    husk_status status = site_judge(site, page, SITE_QUICK, NULL, &memory, &v, error);
    for (uint32_t i = 0; status == HUSK_OK && i < v.n_texts; i++)
        if (!v.texts[i].template)
            word_bag_add(bag, page->text[v.texts[i].node]);
    arena_free(&memory);
    return status;
}

husk_status husk_topics_read(husk_page *page, const husk_raw *raw, husk_topics_text text, husk_site *site,
                             husk_output *record, husk_error *error)
{
    word_bag bag;
    if (text == HUSK_TOPICS_SITE && site == NULL)
        return error_set(error, HUSK_BAD_ARGUMENT, "no site file to tell the template by");
    word_bag_init(&bag);
    husk_status status = text == HUSK_TOPICS_ALL ? page_blocks(page) : HUSK_OK;
    if (status == HUSK_OK && text == HUSK_TOPICS_SITE)
        status = add_unlike_site(page, site, &bag, error);
    else if (status == HUSK_OK && text == HUSK_TOPICS_CONTENT)
        status = add_content(page, &bag);
    else if (status == HUSK_OK)
        add_blocks(page, NULL, &bag);
    if (status == HUSK_OK)
        status = word_bag_write(&bag, raw->id, &record->bytes);
    word_bag_free(&bag);
    return status == HUSK_OK ? HUSK_OK : error_set(error, status, "%s: words: %s", raw->id, husk_status_text(status));
}

/* --- the pages
 * ------------------------------------------------------------------------------------------------------------ */

husk_status husk_topics_add(husk_topics *t, const char *record, size_t len, husk_error *error)
{
    husk_status status = topics_add(&t->inner, record, len);
    if (status == HUSK_LIMIT)
        return error_set(error, status, "after %u pages there is no room for more words", t->inner.n_pages);
    return status == HUSK_OK ? HUSK_OK
                             : error_set(error, status, "adding a page's words: %s", husk_status_text(status));
}

husk_status husk_topics_cluster(husk_topics *t, husk_error *error)
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

uint32_t husk_topics_n_clusters(const husk_topics *t)
{
    return t->inner.n_clusters;
}

uint32_t husk_topics_cluster_of(const husk_topics *t, uint32_t page)
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
