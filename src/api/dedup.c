/* dedup.c - public API for near-duplicates: similar/near_copies.h over the texts of judged pages. */
#include <stdlib.h>
#include <string.h>

#include "api/digest.h"
#include "api/words.h"
#include "base/options.h"
#include "base/status.h"
#include "similar/near_copies.h"
#include "similar/shingles.h"

struct husk_dedup {
    near_copies inner;
};

void husk_dedup_options_init(husk_dedup_options *options, size_t size)
{
    husk_dedup_options defaults = { .similarity = .8f };
    options_fill(options, size, &defaults, sizeof defaults);
}

husk_status husk_dedup_new(const husk_dedup_options *options, husk_dedup **out, husk_error *error)
{
    husk_dedup_options o;
    *out = NULL;
    husk_status status = OPTIONS_READ(&o, options, husk_dedup_options, similarity, error);
    if (status != HUSK_OK)
        return status;
    if (!(o.similarity > 0 && o.similarity <= 1))
        return error_set(error, HUSK_BAD_ARGUMENT, "the similarity must be above 0 and at most 1");
    *out = malloc(sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    near_copies_init(&(*out)->inner, (double)o.similarity);
    (*out)->inner.stop = o.stop;
    return HUSK_OK;
}

void husk_dedup_free(husk_dedup *dedup)
{
    if (dedup)
        near_copies_free(&dedup->inner);
    free(dedup);
}

static void add_text(void *context, slice text)
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
    status = verdict_words(v, words, add_text, &s, error);
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
    return status == HUSK_OK ? HUSK_OK
                             : error_set(error, status, "after %u pages: %s", dedup->inner.n, husk_status_text(status));
}

husk_status husk_dedup_groups(husk_dedup *dedup, const uint32_t **groups, uint32_t *n, husk_error *error)
{
    husk_status status = near_copies_group(&dedup->inner);
    *groups = dedup->inner.group;
    *n = dedup->inner.n;
    return status == HUSK_OK
               ? HUSK_OK
               : error_set(error, status, "comparing %u pages: %s", dedup->inner.n, husk_status_text(status));
}

const char *husk_dedup_id(const husk_dedup *dedup, uint32_t i)
{
    return dedup->inner.pages[i].id;
}
