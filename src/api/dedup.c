/* dedup.c - which pages say the same: signatures of their texts, and groups of pages whose signatures meet.
 * Two full signatures that share four of eight hashes share one of the 70 choices of four: pages are put together by
 * those choices' hashes, so that no two pages are ever compared. Cost: 70 hashes a page and a sort. Limits:
 * HUSK_MAX_DEDUP_PAGES. */
#include <stdlib.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/status.h"
#include "api/pagelevel.h"
#include "similar/shingles.h"

/* --- signatures --------------------------------------------------------------------------------------------------- */

static void add_all(const husk_page *page, shingles *s)
{
    for (uint32_t i = 0; i < page->n_blocks; i++)
        if (!(page->blocks[i].flags & BLOCK_HIDDEN))
            shingles_add(s, (slice){ page->block_text.data + page->blocks[i].text_start, page->blocks[i].text_len });
}

/* Block by block: a block is what its first text is. */
static husk_status add_content(husk_page *page, const husk_pagelevel *models, shingles *s)
{
    pagelevel_verdict v;
    isotonic memory = { 0 };
    husk_status status = pagelevel_judge(page, &models->model, NULL, &memory, &v);
    isotonic_free(&memory);
    for (uint32_t i = 0; !status && i < page->n_blocks; i++) {
        const page_block *b = &page->blocks[i];
        if (!(b->flags & BLOCK_HIDDEN) && !pagelevel_is_template(&v, &models->model, b->first_node))
            shingles_add(s, (slice){ page->block_text.data + b->text_start, b->text_len });
    }
    return status;
}

husk_status husk_dedup_signature(husk_page *page, husk_dedup_text text, const husk_pagelevel *models,
                                 uint64_t hashes[HUSK_DEDUP_HASHES], unsigned *n, husk_error *error)
{
    shingles s = { 0 };
    *n = 0;
    if (text == HUSK_DEDUP_CONTENT && !models)
        return error_set(error, HUSK_BAD_ARGUMENT, "no models to find the content with");
    husk_status status = page_blocks(page);
    if (!status && text == HUSK_DEDUP_CONTENT)
        status = add_content(page, models, &s);
    else if (!status)
        add_all(page, &s);
    if (status)
        return error_set(error, status, "signature: %s", husk_status_text(status));
    shingles_end(&s);
    memcpy(hashes, s.least, s.n * sizeof *hashes);
    *n = s.n;
    return HUSK_OK;
}

/* --- groups ------------------------------------------------------------------------------------------------------- */

/* A choice of hashes that a page has; pages with the same are together. */
typedef struct mark {
    uint64_t hash;
    uint32_t page;
} mark;

struct husk_dedup {
    buffer marks;
    uint32_t n;
    uint32_t *group;
};

husk_status husk_dedup_new(husk_dedup **out, husk_error *error)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return error_set(error, HUSK_NO_MEMORY, "no memory for signatures");
    buffer_init(&(*out)->marks, (size_t)HUSK_MAX_DEDUP_PAGES * 70 * sizeof(mark));
    return HUSK_OK;
}

void husk_dedup_free(husk_dedup *dedup)
{
    if (dedup) {
        buffer_free(&dedup->marks);
        free(dedup->group);
    }
    free(dedup);
}

static void add_mark(husk_dedup *dedup, const uint64_t *hashes, unsigned n, unsigned chosen)
{
    mark m = { .hash = n, .page = dedup->n };
    for (unsigned i = 0; i < n; i++)
        if (chosen >> i & 1)
            m.hash = hash_pair(m.hash, hashes[i]);
    buffer_append(&dedup->marks, (const char *)&m, sizeof m);
}

husk_status husk_dedup_add(husk_dedup *dedup, const uint64_t *hashes, unsigned n, husk_error *error)
{
    if (n > HUSK_DEDUP_HASHES)
        return error_set(error, HUSK_BAD_ARGUMENT, "a signature has at most %d hashes", HUSK_DEDUP_HASHES);
    if (dedup->n == HUSK_MAX_DEDUP_PAGES)
        return error_set(error, HUSK_LIMIT, "more than %u pages", HUSK_MAX_DEDUP_PAGES);
    if (n == HUSK_DEDUP_HASHES) {
        for (unsigned chosen = 0; chosen < 1u << HUSK_DEDUP_HASHES; chosen++)
            if (__builtin_popcount(chosen) == SHINGLE_COMMON)
                add_mark(dedup, hashes, n, chosen);
    } else if (n) {
        add_mark(dedup, hashes, n, (1u << n) - 1);
    }
    dedup->n++;
    return dedup->marks.status ? error_set(error, dedup->marks.status, "no memory for signatures") : HUSK_OK;
}

static int by_hash(const void *a, const void *b)
{
    const mark *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->page > y->page) - (x->page < y->page);
}

husk_status husk_dedup_groups(husk_dedup *dedup, const uint32_t **groups, uint32_t *n, husk_error *error)
{
    mark *marks = (mark *)(void *)dedup->marks.data;
    size_t n_marks = dedup->marks.len / sizeof *marks;
    free(dedup->group);
    dedup->group = malloc(((size_t)dedup->n + 1) * sizeof *dedup->group);
    if (!dedup->group)
        return error_set(error, HUSK_NO_MEMORY, "no memory for groups");
    for (uint32_t i = 0; i < dedup->n; i++)
        dedup->group[i] = i;
    if (n_marks)
        qsort(marks, n_marks, sizeof *marks, by_hash);
    for (size_t i = 1; i < n_marks; i++) {
        if (marks[i].hash != marks[i - 1].hash)
            continue;
        uint32_t a = root_of(dedup->group, marks[i - 1].page), b = root_of(dedup->group, marks[i].page);
        dedup->group[a > b ? a : b] = a > b ? b : a; /* the first page names the group */
    }
    for (uint32_t i = 0; i < dedup->n; i++)
        dedup->group[i] = root_of(dedup->group, i);
    *groups = dedup->group;
    *n = dedup->n;
    return HUSK_OK;
}
