/* test_dedup.c - near-duplicates: candidates by a few hashes, compared by all of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "husk/husk.h"
#include "similar/near_copies.h"

enum { PAGES = 200, MOST = 60 };

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* A page: a copy of an earlier one with some hashes changed, or a new one. */
static uint32_t make_page(random_state *random, uint64_t pages[][MOST], const uint32_t *n, uint32_t i)
{
    uint32_t len = random_below(random, 5) ? 20 + random_below(random, MOST - 20) : random_below(random, 8);
    if (i && random_below(random, 2)) {
        uint32_t from = random_below(random, i), changed = random_below(random, 6);
        len = n[from];
        memcpy(pages[i], pages[from], len * sizeof **pages);
        for (uint32_t k = 0; len && k < changed; k++)
            pages[i][random_below(random, len)] = random_next(random);
    } else {
        for (uint32_t k = 0; k < len; k++)
            pages[i][k] = random_next(random);
    }
    qsort(pages[i], len, sizeof **pages, ascending);
    return len;
}

/* Every page of a group is similar enough to its first page, and the first page is in no other group. */
static void groups_hold_what_is_alike(void **unused)
{
    static uint64_t pages[PAGES][MOST];
    random_state random = { 3 };
    (void)unused;
    for (int round = 0; round < 10; round++) {
        uint32_t n[PAGES], joined = 0;
        const uint32_t *group;
        uint32_t n_pages;
        husk_dedup *c;
        assert_int_equal(husk_dedup_new(NULL, &c, NULL), HUSK_OK);
        for (uint32_t i = 0; i < PAGES; i++) {
            n[i] = make_page(&random, pages, n, i);
            assert_int_equal(near_copies_add(c, "page", pages[i], n[i]), HUSK_OK);
        }
        assert_int_equal(husk_dedup_groups(c, &group, &n_pages, NULL), HUSK_OK);
        for (uint32_t i = 0; i < PAGES; i++) {
            uint32_t first = group[i];
            assert_true(first <= i && group[first] == first);
            joined += first != i;
            if (first != i)
                assert_true(shingles_alike(pages[i], n[i], pages[first], n[first]) >= .8);
        }
        assert_true(joined > PAGES / 10);
        for (uint32_t i = 0; i < PAGES; i++) /* copies are always found */
            for (uint32_t k = 0; k < i; k++)
                if (n[i] && n[i] == n[k] && memcmp(pages[i], pages[k], n[i] * sizeof **pages) == 0)
                    assert_int_equal(group[i], group[k]);
        husk_dedup_free(c);
    }
}

/* --- in a stream -------------------------------------------------------------------------------------------------- */

/* How many of 400 pages, each with `shared` of 200 hashes of a page added before, are taken for copies. */
static uint32_t copies_found(random_state *random, uint32_t shared)
{
    uint32_t found = 0;
    for (int round = 0; round < 400; round++) {
        seen_pages seen = { .sets = { { .n = 0 } } };
        uint64_t page[200];
        bool is_copy;
        for (uint32_t i = 0; i < 200; i++)
            page[i] = random_next(random);
        assert_int_equal(seen_pages_add(&seen, page, 200, &is_copy), HUSK_OK);
        assert_false(is_copy);
        for (uint32_t i = shared; i < 200; i++)
            page[i] = random_next(random);
        assert_int_equal(seen_pages_add(&seen, page, 200, &is_copy), HUSK_OK);
        found += is_copy;
        seen_pages_free(&seen);
    }
    return found;
}

/* Jaccard similarities 1, .905, .6, .333: found in all, 98, 8 and no cases of 100. */
static void a_stream_tells_copies(void **unused)
{
    random_state random = { 5 };
    (void)unused;
    assert_int_equal(copies_found(&random, 200), 400);
    assert_true(copies_found(&random, 190) >= 376);
    uint32_t few = copies_found(&random, 150);
    assert_true(few > 8 && few < 68);
    assert_true(copies_found(&random, 100) <= 2);
}

/* Memory is bounded: when one set is full, the other is forgotten, and what came since is still known. */
static void a_stream_forgets_the_oldest(void **unused)
{
    enum { MANY = 2 * 786432 + 1000 };
    seen_pages seen = { .sets = { { .n = 0 } } };
    bool is_copy;
    (void)unused;
    for (uint64_t i = 1; i <= MANY; i++) {
        uint64_t hash = i * 0x9e3779b97f4a7c15u;
        assert_int_equal(seen_pages_add(&seen, &hash, 1, &is_copy), HUSK_OK);
        if (is_copy)
            fail_msg("page %u is no copy", (unsigned)i);
    }
    assert_true((seen.sets[0].size + seen.sets[1].size) * sizeof(uint64_t) <= (size_t)128 << 20);
    for (uint64_t i = MANY; i > MANY - 786432; i -= 1000) {
        uint64_t hash = i * 0x9e3779b97f4a7c15u;
        assert_int_equal(seen_pages_add(&seen, &hash, 1, &is_copy), HUSK_OK);
        assert_true(is_copy);
    }
    uint64_t first = 0x9e3779b97f4a7c15u;
    assert_int_equal(seen_pages_add(&seen, &first, 1, &is_copy), HUSK_OK);
    assert_false(is_copy);
    assert_int_equal(seen_pages_add(&seen, NULL, 0, &is_copy), HUSK_OK); /* no text is like no other */
    assert_false(is_copy);
    seen_pages_free(&seen);
}

/* --- from pages --------------------------------------------------------------------------------------------------- */

static void add(husk_page *page, husk_dedup *dedup, husk_words words, const char *html)
{
    husk_verdict *verdict;
    husk_digest *digest;
    husk_judge_options judge;
    husk_judge_options_init(&judge, sizeof judge);
    if (words == HUSK_WORDS_ALL)
        judge.depth = HUSK_DEPTH_CLASS;
    assert_int_equal(husk_page_parse_html(page, html, strlen(html), NULL, NULL), HUSK_OK);
    assert_int_equal(husk_judge(page, NULL, &judge, &verdict, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_read(verdict, words, &digest, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_add(dedup, digest, NULL), HUSK_OK);
    husk_digest_free(digest);
    husk_verdict_free(verdict);
}

static void expect_groups(husk_dedup *dedup, const uint32_t *wanted, uint32_t n_wanted)
{
    const uint32_t *groups;
    uint32_t n;
    assert_int_equal(husk_dedup_groups(dedup, &groups, &n, NULL), HUSK_OK);
    assert_int_equal(n, n_wanted);
    assert_memory_equal(groups, wanted, n * sizeof *groups);
}

static void pages_of_one_text_are_together(void **unused)
{
    static const char story[] =
        "<p>Once there was a text of more than a dozen words, which two papers printed on the same day.</p>";
    static const char other[] =
        "<p>Quite another story, told at about the same length, of which nobody knows how it came to its end.</p>";
    husk_page *page;
    husk_dedup *dedup;
    (void)unused;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_new(NULL, &dedup, NULL), HUSK_OK);
    add(page, dedup, HUSK_WORDS_ALL, story);
    add(page, dedup, HUSK_WORDS_ALL, other);
    add(page, dedup, HUSK_WORDS_ALL,
        "<b>Once</b> there was a text of <i>more</i> than a dozen words, which two papers printed on the same day.");
    add(page, dedup, HUSK_WORDS_ALL, "");
    add(page, dedup, HUSK_WORDS_ALL, "<script>x</script>");
    expect_groups(dedup, (uint32_t[]){ 0, 1, 0, 3, 4 }, 5); /* empty pages are similar to no other */
    assert_string_equal(husk_dedup_id(dedup, 1), "");
    husk_dedup_free(dedup);
    husk_page_free(page);
}

/* Product pages with the same long terms of sale after a few unique words: half of their runs are the same, and they
 * are different pages. */
static void long_common_passages_make_no_duplicates(void **unused)
{
    static const char terms[] =
        "We send all orders within two days by ordinary post, and you may return what you do not "
        "like within thirty days if it is unused and in its own bag, at your own cost.";
    static const char *const own[] = {
        "Leek seeds of an old blue sort that stands through frost and snow until the end of March without harm, "
        "sown in April under glass and set out deeply when as thick as a pencil.",
        "Poppy seeds, a mix of reds and pinks that flowers from June on poor dry soil and comes back by itself year "
        "after year wherever the ground was opened in the autumn before."
    };
    husk_page *page;
    husk_dedup *dedup;
    (void)unused;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_new(NULL, &dedup, NULL), HUSK_OK);
    for (int i = 0; i < 2; i++) {
        char html[2048];
        snprintf(html, sizeof html, "<p>%s</p><p>%s</p>", own[i], terms);
        add(page, dedup, HUSK_WORDS_ALL, html);
    }
    expect_groups(dedup, (uint32_t[]){ 0, 1 }, 2);
    husk_dedup_free(dedup);
    husk_page_free(page);
}

static void wrong_calls_are_told(void **unused)
{
    husk_page *page;
    husk_dedup *dedup;
    husk_verdict *verdict;
    husk_digest *digest;
    husk_dedup_options options;
    husk_judge_options judge;
    (void)unused;
    husk_dedup_options_init(&options, sizeof options);
    options.similarity = 2;
    assert_int_equal(husk_dedup_new(&options, &dedup, NULL), HUSK_BAD_ARGUMENT);
    husk_judge_options_init(&judge, sizeof judge);
    judge.depth = HUSK_DEPTH_CLASS;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_page_parse_html(page, "x", 1, NULL, NULL), HUSK_OK);
    assert_int_equal(husk_judge(page, NULL, &judge, &verdict, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_read(verdict, HUSK_WORDS_MAIN, &digest, NULL), HUSK_BAD_ARGUMENT);
    assert_int_equal(husk_topics_read(verdict, HUSK_WORDS_ALL, &digest, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_new(NULL, &dedup, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_add(dedup, digest, NULL), HUSK_BAD_ARGUMENT); /* it is for topics */
    expect_groups(dedup, NULL, 0);
    husk_digest_free(digest);
    husk_verdict_free(verdict);
    husk_dedup_free(dedup);
    husk_dedup_free(NULL);
    husk_page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_hold_what_is_alike),
        cmocka_unit_test(a_stream_tells_copies),
        cmocka_unit_test(a_stream_forgets_the_oldest),
        cmocka_unit_test(pages_of_one_text_are_together),
        cmocka_unit_test(long_common_passages_make_no_duplicates),
        cmocka_unit_test(wrong_calls_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
