/* test_block_context.c - answers for similar blocks, on a page small enough to check by hand. */
#include "unit/make_page.h"

#include "judge/block_features.h"
#include "judge/model_file.h"

static husk_status features(husk_page *page, block_matrix *m)
{
    static const block_columns none;
    return block_features(page, &judge_models_builtin.page.words, &none, &page->scratch, m);
}

/* Two posts, the second of fifty words, and a signature. A post's answer moves half of the way to the mean of both, in
 * which the long one counts for forty words; the signature keeps its own. */
static void similar_blocks_agree(void **state)
{
    (void)state;
    char *html = repeated("<div class=post><p>Two words</div><div class=post><p>", "word ", 50,
                          "</div><div class=signature><em>Ann</em></div>");
    husk_page *page = page_of(html);
    block_matrix m;
    assert_int_equal(features(page, &m), HUSK_OK);
    assert_int_equal(m.n, 3);
    float p[] = { .9f, .1f, .5f }, mean = (2 * .9f + 40 * .1f) / 42;
    assert_int_equal(block_pool(&m, .5f, 40, &page->scratch, p), HUSK_OK);
    assert_float_equal(p[0], (.9f + mean) / 2, 1e-6);
    assert_float_equal(p[1], (.1f + mean) / 2, 1e-6);
    assert_float_equal(p[2], .5f, 1e-6);
    husk_page_free(page);
    free(html);
}

/* Blocks without a word have nothing in common. */
static void no_words_no_mean(void **state)
{
    (void)state;
    husk_page *page = page_of("<p>—</p><p>…</p>");
    block_matrix m;
    assert_int_equal(features(page, &m), HUSK_OK);
    assert_int_equal(m.n, 2);
    float p[] = { .9f, .1f };
    assert_int_equal(block_pool(&m, .5f, 40, &page->scratch, p), HUSK_OK);
    assert_float_equal(p[0], .9f, 0);
    assert_float_equal(p[1], .1f, 0);
    husk_page_free(page);
}

/* Ten words are surer than the hundred after them: those ten decide if no more are asked for, and of sixty the last. */
static void the_surest_words(void **state)
{
    (void)state;
    char *html = repeated("<p>one two three four five six seven eight nine ten</p><p>", "word ", 100, "</p>");
    husk_page *page = page_of(html);
    assert_int_equal(page_blocks(page), HUSK_OK);
    assert_int_equal(page->n_blocks, 2);
    const float p[] = { .9f, .4f }, none[] = { 0, 0 };
    assert_float_equal(block_surest(page, p, 10), .9f, 1.f / 255);
    assert_float_equal(block_surest(page, p, 60), .4f, 1.f / 255);
    assert_float_equal(block_surest(page, p, 0), .9f, 1.f / 255);
    assert_float_equal(block_surest(page, none, 60), 0, 0);
    husk_page_free(page);
    free(html);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(similar_blocks_agree), cmocka_unit_test(no_words_no_mean),
                                        cmocka_unit_test(the_surest_words) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
