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
    if (!status_has_page(v->page->outcome))
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
    status = near_copies_add(dedup, id, numbers + 1, (uint32_t)numbers[0]);
    return status_told(error, status, "after %u pages", dedup->n);
}

husk_status husk_dedup_seen(husk_dedup *dedup, const husk_digest *digest, bool *seen, husk_error *error)
{
    husk_status status = digest_check(digest, DIGEST_DEDUP, error);
    if (status != HUSK_OK)
        return status;
    const uint64_t *numbers = (const uint64_t *)(const void *)digest->bytes.data;
    return status_told(error, seen_pages_add(&dedup->seen, numbers + 1, (uint32_t)numbers[0], seen), "a page's copies");
}

/* --- topics ------------------------------------------------------------------------------------------------------- */

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
    status = topics_add(t, digest->bytes.data, digest->bytes.len);
    if (status == HUSK_LIMIT)
        return error_set(error, status, "after %u pages there is no room for more words", t->n_pages);
    return status_told(error, status, "adding a page's words");
}
