/* test_site_main.c - main content with a site: varying from page to page alone does not make text main content. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "judge/columns.h"
#include "husk/lab.h"
#include "judge/site/site.h"
#include "unit/judge_page.h"
#include "unit/learn_page.h"

static char path[64];

/* Post `i`: what surrounds the story also differs on every page. */
static void make_post(char *out, size_t size, int i)
{
    static const char *const names[] = { "Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gus" };
    snprintf(
        out, size,
        "<html><head><title>Story %d - The log</title></head><body class=single><div id=header><a href=/>The "
        "log</a></div>"
        "<ul class=nav><li><a href=/>Home</a></li><li><a href=/about>About</a></li></ul>"
        "<div class=post><h1 class=title>Story %d</h1><p class=byline>By <a href=/a/%d>%s</a> on %d May 2021</p>"
        "<div class=entry><p>On day %d we went to the river, which was high, and looked for the bridge that had number "
        "%d, until it was dark and nobody could see anything.</p>"
        "<p>There were %d boats, and each of them had a name which had been painted by hand; the one that I liked best "
        "was called number %d, and its owner told us why.</p>"
        "<p>In the end we walked home along the road, and %d dogs followed us as far as the mill, where they gave up "
        "and turned round.</p></div>"
        "<p class=tags>Filed under <a href=/t/%d>boats%d</a>, <a href=/t/b%d>rivers%d</a></p>"
        "<div class=related><h3>You may also like</h3><ul><li><a href=/%d>Story %d</a></li><li><a href=/%d>Story "
        "%d</a></li><li><a href=/%d>Story %d</a></li></ul></div></div>"
        "<div id=footer><p>Made by hand</p></div></body></html>",
        i, i, i % 7, names[i % 7], i % 28 + 1, i, i * 3, i + 2, i, i + 4, i % 5, i % 5, i % 4, i % 4, i + 11, i + 11,
        i + 23, i + 23, i + 37, i + 37);
}

static void extract(char *out, size_t size, int i, bool comments)
{
    husk_page *page;
    husk_site *site;
    husk_output *output;
    husk_extract_options options;
    char html[4096];
    size_t len;
    make_post(html, sizeof html, i);
    husk_raw raw = {
        .size = sizeof(husk_raw), .id = "new", .url = "http://log.example/new", .bytes = html, .len = strlen(html)
    };
    husk_extract_options_init(&options, sizeof options);
    assert_int_equal(husk_site_open(path, &site, NULL), HUSK_OK);
    options.comments = comments;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_output_new(1 << 20, &output), HUSK_OK);
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(extract_page(page, site, HUSK_AIM_BALANCE, &options, output, NULL), HUSK_OK);
    const char *text = husk_output_data(output, &len);
    snprintf(out, size, "%.*s", (int)len, text);
    husk_output_free(output);
    husk_page_free(page);
    husk_site_free(site);
}

/* Byline, tags and related stories vary as the story does, and are not it; the same whether the page model was asked
 * first (without comments) or only where the site is not sure. */
static void test_what_varies_is_not_all_main(void **state)
{
    (void)state;
    char text[8192];
    learn_made(path, "log.example", make_post, 16);
    for (int comments = 0; comments < 2; comments++) {
        extract(text, sizeof text, 77, comments);
        assert_non_null(strstr(text, "On day 77 we went"));
        assert_non_null(strstr(text, "There were 79 boats"));
        assert_non_null(strstr(text, "81 dogs"));
        assert_null(strstr(text, "You may also like"));
        assert_null(strstr(text, "Story 88"));
        assert_null(strstr(text, "Filed under"));
        assert_null(strstr(text, "Home"));
        assert_null(strstr(text, "Made by hand"));
    }
}

/* The body's facts are of the whole site: the page model is of some opinion, and the pages have words. */
static void test_facts_of_the_body(void **state)
{
    (void)state;
    const site_host *host;
    husk_site *site;
    unsigned with_facts = 0, whole = 0;
    learn_made(path, "log.example", make_post, 8);
    assert_int_equal(husk_site_open(path, &site, NULL), HUSK_OK);
    assert_int_equal(site_find_host(site, (slice){ "log.example", 11 }, &host, NULL), HUSK_OK);
    assert_non_null(host);
    for (uint32_t i = 0; i < host->model.n_areas; i++) {
        const model_area *a = &host->model.areas[i];
        with_facts += a->has_facts;
        whole += a->has_facts && a->pages == 8 && a->facts[FACT_words] > 80 && a->facts[FACT_kept] > 0 &&
                 a->facts[FACT_last] >= 250;
    }
    assert_true(with_facts > 5);
    assert_true(whole >= 1);
    husk_site_free(site);
}

static void test_columns_have_different_names(void **state)
{
    (void)state;
    char a[COLUMN_NAME_SIZE], b[COLUMN_NAME_SIZE];
    for (unsigned i = 0; i < N_MAIN_COLUMNS; i++)
        for (unsigned k = 0; k < i; k++) {
            column_name(COLUMNS_MAIN, i, a);
            column_name(COLUMNS_MAIN, k, b);
            assert_string_not_equal(a, b);
        }
}

/* The file names the models that learned it; a change of one decision makes others of them. */
static void test_models_of_the_file(void **state)
{
    (void)state;
    static const char text[] = "husk-model 1\ndecision few_words 70\nend\n";
    husk_page_model *other;
    husk_site *site;
    char digest[17], again[17];
    learn_made(path, "log.example", make_post, 8);
    assert_int_equal(husk_site_open(path, &site, NULL), HUSK_OK);
    assert_null(husk_site_note(site, NULL));
    assert_int_equal(husk_page_model_read(text, strlen(text), &other, NULL), HUSK_OK);
    assert_non_null(strstr(husk_site_note(site, other), "learn it again"));
    husk_page_model_free(other);
    husk_site_free(site);
    for (size_t i = 0; i < 6; i++) {
        assert_non_null(husk_model_name(i, digest));
        assert_int_equal(strlen(digest), 16);
        for (size_t k = 0; k < i; k++) {
            husk_model_name(k, again);
            assert_string_not_equal(digest, again);
        }
    }
    assert_null(husk_model_name(6, digest));
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/husk-test-main-%d.husk", (int)getpid());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_varies_is_not_all_main),
        cmocka_unit_test(test_facts_of_the_body),
        cmocka_unit_test(test_columns_have_different_names),
        cmocka_unit_test(test_models_of_the_file),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
