/* test_dedup.c - groups from signatures: against a plain comparison of every pair. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "husk/husk.h"

enum { PAGES = 300 };

typedef struct signature {
    uint64_t hashes[HUSK_DEDUP_HASHES];
    unsigned n;
} signature;

static bool alike(const signature *a, const signature *b)
{
    unsigned common = 0;
    for (unsigned i = 0; i < a->n; i++)
        for (unsigned k = 0; k < b->n; k++)
            common += a->hashes[i] == b->hashes[k];
    return a->n == b->n && a->n && (a->n == HUSK_DEDUP_HASHES ? common >= 4 : common == a->n);
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Small numbers, so that pages meet often; each once, ascending. */
static signature random_signature(random_state *random)
{
    signature s = { .n = random_below(random, 4) ? HUSK_DEDUP_HASHES : random_below(random, HUSK_DEDUP_HASHES) };
    uint32_t order[40];
    for (uint32_t i = 0; i < 40; i++)
        order[i] = i;
    random_shuffle(random, order, 40);
    for (unsigned i = 0; i < s.n; i++)
        s.hashes[i] = order[i] + 1;
    qsort(s.hashes, s.n, sizeof *s.hashes, ascending);
    return s;
}

static void groups_are_what_pairs_make(void **unused)
{
    random_state random = { 3 };
    (void)unused;
    for (int round = 0; round < 20; round++) {
        signature pages[PAGES];
        uint32_t wanted[PAGES], n_pages = 1 + random_below(&random, PAGES), n;
        husk_dedup *dedup;
        assert_int_equal(husk_dedup_new(&dedup, NULL), HUSK_OK);
        for (uint32_t i = 0; i < n_pages; i++) {
            pages[i] = random_signature(&random);
            wanted[i] = i;
            assert_int_equal(husk_dedup_add(dedup, pages[i].hashes, pages[i].n, NULL), HUSK_OK);
        }
        for (uint32_t i = 0; i < n_pages; i++)
            for (uint32_t k = 0; k < i; k++)
                if (alike(&pages[i], &pages[k]) && wanted[i] != wanted[k]) {
                    uint32_t from = wanted[i] > wanted[k] ? wanted[i] : wanted[k],
                             to = wanted[i] > wanted[k] ? wanted[k] : wanted[i];
                    for (uint32_t j = 0; j < n_pages; j++)
                        wanted[j] = wanted[j] == from ? to : wanted[j];
                }
        const uint32_t *groups;
        assert_int_equal(husk_dedup_groups(dedup, &groups, &n, NULL), HUSK_OK);
        assert_int_equal(n, n_pages);
        assert_memory_equal(groups, wanted, n * sizeof *groups);
        husk_dedup_free(dedup);
    }
}

/* --- from pages -----------------------------------------------------------------------------------------------------
 */

static void sign(husk_page *page, husk_dedup *dedup, husk_dedup_text text, const husk_pagelevel *models,
                 const char *html)
{
    uint64_t hashes[HUSK_DEDUP_HASHES];
    unsigned n;
    husk_raw raw = { .size = sizeof(husk_raw), .id = "test", .bytes = html, .len = strlen(html) };
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_signature(page, text, models, hashes, &n, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_add(dedup, hashes, n, NULL), HUSK_OK);
}

static void pages_of_one_text_are_together(void **unused)
{
    static const char story[] =
        "<p>Once there was a text of more than a dozen words, which two papers printed on the same day.</p>";
    static const char other[] =
        "<p>Quite another story, told at about the same length, of which nobody knows how it came to its end.</p>";
    husk_page *page;
    husk_dedup *dedup;
    const uint32_t *groups;
    uint32_t n;
    (void)unused;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_new(&dedup, NULL), HUSK_OK);
    sign(page, dedup, HUSK_DEDUP_ALL, NULL, story);
    sign(page, dedup, HUSK_DEDUP_ALL, NULL, other);
    sign(page, dedup, HUSK_DEDUP_ALL, NULL,
         "<b>Once</b> there was a text of <i>more</i> than a dozen words, which two papers printed on the same day.");
    sign(page, dedup, HUSK_DEDUP_ALL, NULL, "");
    sign(page, dedup, HUSK_DEDUP_ALL, NULL, "<script>x</script>");
    assert_int_equal(husk_dedup_groups(dedup, &groups, &n, NULL), HUSK_OK);
    assert_memory_equal(groups, ((uint32_t[]){ 0, 1, 0, 3, 4 }),
                        5 * sizeof *groups); /* empty pages are like no other */
    husk_dedup_free(dedup);
    husk_page_free(page);
}

static void wrong_calls_are_told(void **unused)
{
    husk_page *page;
    husk_dedup *dedup;
    uint64_t hashes[HUSK_DEDUP_HASHES];
    unsigned n;
    husk_error error;
    husk_raw raw = { .size = sizeof(husk_raw), .id = "test", .bytes = "x", .len = 1 };
    (void)unused;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_signature(page, HUSK_DEDUP_CONTENT, NULL, hashes, &n, &error), HUSK_BAD_ARGUMENT);
    assert_int_equal(husk_dedup_new(&dedup, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_add(dedup, hashes, HUSK_DEDUP_HASHES + 1, &error), HUSK_BAD_ARGUMENT);
    const uint32_t *groups;
    uint32_t n_pages;
    assert_int_equal(husk_dedup_groups(dedup, &groups, &n_pages, NULL), HUSK_OK);
    assert_int_equal(n_pages, 0);
    husk_dedup_free(dedup);
    husk_dedup_free(NULL);
    husk_page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_are_what_pairs_make),
        cmocka_unit_test(pages_of_one_text_are_together),
        cmocka_unit_test(wrong_calls_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
