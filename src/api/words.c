/* words.c - public API for near-duplicates and topics: similar/ over the words of judged pages. */
#include "api/api.h"

#include <stdlib.h>
#include <string.h>

#include "similar/near_copies.h"
#include "similar/topics.h"

static void take_blocks(const husk_verdict *v, bool all, take_text *take, void *context)
{
    const husk_page *page = v->page;
    for (uint32_t b = 0; b < page->n_blocks; b++)
        if (all ? !(page->blocks[b].flags & BLOCK_HIDDEN) : v->keep[b])
            take(context, page_block_text(page, b));
}

/* Without marks per node, a text is template if its block is not main content. */
static void take_unmarked(const husk_verdict *v, take_text *take, void *context)
{
    const husk_page *page = v->page;
    if (v->marks == NULL) {
        take_blocks(v, false, take, context);
        return;
    }
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if ((page->flags[i] & (NODE_TEXT | NODE_SILENT | NODE_BLANK)) == NODE_TEXT && !(v->marks[i] & VERDICT_TEMPLATE))
            take(context, page->text[i]);
}

husk_status verdict_words(const husk_verdict *v, husk_words words, take_text *take, void *context, husk_error *error)
{
    if ((unsigned)words > HUSK_WORDS_ALL)
        return error_set(error, HUSK_BAD_ARGUMENT, "unknown choice of words");
    if (v->page->outcome != HUSK_OK && v->page->outcome != HUSK_LIMIT)
        return HUSK_OK;
    if (words != HUSK_WORDS_ALL && !v->is_judged)
        return error_set(error, HUSK_BAD_ARGUMENT, "the verdict has no blocks: judge at a greater depth");
    if (page_blocks(v->page) != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (words == HUSK_WORDS_NOT_TEMPLATE)
        take_unmarked(v, take, context);
    else
        take_blocks(v, words == HUSK_WORDS_ALL, take, context);
    for (uint32_t b = 0; v->stand_in && words != HUSK_WORDS_ALL && b < v->stand_in->n_blocks; b++)
        take(context, page_block_text(v->stand_in, b));
    return HUSK_OK;
}

/* --- near-duplicates ---------------------------------------------------------------------------------------------- */

struct husk_dedup {
    near_copies inner;
    seen_pages seen;
};

OPTIONS_INIT(husk_dedup_options, .similarity = .8f)

husk_status husk_dedup_new(const husk_dedup_options *options, husk_dedup **out, husk_error *error)
{
    husk_dedup_options o;
    *out = NULL;
    husk_status status = OPTIONS_READ(&o, options, husk_dedup_options, similarity, error);
    if (status != HUSK_OK)
        return status;
    if (!(o.similarity >= 0 && o.similarity <= 1))
        return error_set(error, HUSK_BAD_ARGUMENT, "the similarity must be 0 to 1");
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    near_copies_init(&(*out)->inner, (double)o.similarity);
    (*out)->inner.stop = o.stop;
    return HUSK_OK;
}

void husk_dedup_free(husk_dedup *dedup)
{
    if (dedup) {
        near_copies_free(&dedup->inner);
        seen_pages_free(&dedup->seen);
    }
    free(dedup);
}

static void add_shingles(void *context, slice text)
{
    shingles_add(context, text);
}

/* A digest is the number of hashes, the hashes, and the id as a C string. */
husk_status husk_dedup_read(const husk_verdict *v, husk_words words, husk_digest **out, husk_error *error)
{
    shingles s;
    husk_status status = digest_new(DIGEST_DEDUP, out, error);
    if (status != HUSK_OK)
        return status;
    shingles_init(&s);
    status = verdict_words(v, words, add_shingles, &s, error);
    uint64_t n = shingles_end(&s);
    buffer_append(&(*out)->bytes, (const char *)&n, sizeof n);
    buffer_append(&(*out)->bytes, s.all.data, s.all.len);
    buffer_append(&(*out)->bytes, husk_page_id(v->page), strlen(husk_page_id(v->page)) + 1);
    if (status == HUSK_OK && (s.all.status != HUSK_OK || (*out)->bytes.status != HUSK_OK))
        status = error_set(error, HUSK_NO_MEMORY, "%s: out of memory for its words", husk_page_id(v->page));
    shingles_free(&s);
    return digest_end(status, out);
}

husk_status husk_dedup_add(husk_dedup *dedup, const husk_digest *digest, husk_error *error)
{
    husk_status status = digest_check(digest, DIGEST_DEDUP, error);
    if (status != HUSK_OK)
        return status;
    const uint64_t *numbers = (const uint64_t *)(const void *)digest->bytes.data;
    const char *id = (const char *)(numbers + 1 + numbers[0]);
    status = near_copies_add(&dedup->inner, id, numbers + 1, (uint32_t)numbers[0]);
    return status_told(error, status, "after %u pages", dedup->inner.n);
}

husk_status husk_dedup_seen(husk_dedup *dedup, const husk_digest *digest, bool *seen, husk_error *error)
{
    husk_status status = digest_check(digest, DIGEST_DEDUP, error);
    if (status != HUSK_OK)
        return status;
    const uint64_t *numbers = (const uint64_t *)(const void *)digest->bytes.data;
    return status_told(error, seen_pages_add(&dedup->seen, numbers + 1, (uint32_t)numbers[0], seen), "a page's copies");
}

husk_status husk_dedup_groups(husk_dedup *dedup, const uint32_t **groups, uint32_t *n, husk_error *error)
{
    husk_status status = near_copies_group(&dedup->inner);
    *groups = dedup->inner.group;
    *n = dedup->inner.n;
    return status_told(error, status, "comparing %u pages", dedup->inner.n);
}

const char *husk_dedup_id(const husk_dedup *dedup, uint32_t i)
{
    return dedup->inner.pages[i].id;
}

/* --- topics ------------------------------------------------------------------------------------------------------- */

struct husk_topics {
    topics inner;
};

OPTIONS_INIT(husk_topics_options, .seed = 1)

husk_status husk_topics_new(const husk_topics_options *options, husk_topics **out, husk_error *error)
{
    husk_topics_options o;
    *out = NULL;
    husk_status status = OPTIONS_READ(&o, options, husk_topics_options, seed, error);
    if (status != HUSK_OK)
        return status;
    if (o.k == 0)
        return error_set(error, HUSK_BAD_ARGUMENT, "topics need k of at least 1");
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

static void add_words(void *context, slice text)
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
    status = verdict_words(v, words, add_words, &bag, error);
    const char *id = husk_page_id(v->page);
    status = status ?: status_told(error, word_bag_write(&bag, id, &(*out)->bytes), "%s: words", id);
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
    return status_told(error, status, "adding a page's words");
}

husk_status husk_topics_run(husk_topics *t, husk_error *error)
{
    return status_told(error, topics_cluster(&t->inner), "clustering %u pages", t->inner.n_pages);
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
