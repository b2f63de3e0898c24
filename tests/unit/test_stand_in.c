/* test_stand_in.c - text that a shell declares in its data is its main content for every reader of a verdict. */
#include "unit/make_page.h"

#include "api/api.h"
#include "judge/rules.h"
#include "judge/verdict.h"
#include "unit/judge_page.h"

#define FIRST                                                                                                      \
    "The bridge over the river was closed on Monday after engineers found cracks in two of its pillars, the city " \
    "said."
#define SECOND                                                                                                       \
    "Traffic will be led over the old road until spring, when a new pillar can be built; buses need twenty minutes " \
    "more for their way to the station, which nobody likes."
#define SHELL                                                                                                          \
    "<html><head><title>The bridge</title><script type='application/ld+json'>{\"@type\":\"NewsArticle\",\"headline\":" \
    "\"The bridge\",\"articleBody\":\"" FIRST "\\n" SECOND "\"}</script></head><body><div id=root></div>"              \
    "<p>Please wait</p><script src=app.js></script></body></html>"

static husk_verdict *judged(husk_page *page, husk_depth depth)
{
    husk_judge_options options;
    husk_verdict *v = NULL;
    husk_judge_options_init(&options, sizeof options);
    options.depth = depth;
    options.why = depth == HUSK_DEPTH_FULL;
    assert_int_equal(husk_judge(page, NULL, &options, &v, NULL), HUSK_OK);
    return v;
}

static void take(void *context, slice text)
{
    buffer_append(context, text.data, text.len);
    buffer_byte(context, '\n');
}

/* What is extracted, what labels call main, and what is compared for duplicates are the same texts. */
static void one_answer(void **state)
{
    (void)state;
    husk_page *page = page_of(SHELL);
    husk_output *output;
    husk_extract_options options;
    buffer words, main_text;
    size_t len;
    buffer_init(&words, 1 << 16);
    buffer_init(&main_text, 1 << 16);
    assert_int_equal(husk_output_new(1 << 20, &output), HUSK_OK);
    husk_verdict *v = judged(page, HUSK_DEPTH_FULL);
    for (size_t i = 0; i < husk_verdict_n_blocks(v); i++) {
        const husk_block *b = husk_verdict_block(v, i);
        if (b->is_main)
            take(&main_text, (slice){ b->text.data, b->text.len });
        if (b->is_main) {
            assert_int_equal(b->label, HUSK_MAIN);
            husk_output_clear(output);
            assert_int_equal(husk_verdict_path(v, i, output), HUSK_OK);
            assert_int_equal(husk_output_append(output, " ", 1), HUSK_OK);
            assert_int_equal(husk_verdict_why(v, i, output), HUSK_OK);
            const char *said = husk_output_data(output, &len);
            static const char expected[] = "/html/head[1]/script[1] the page's data has it";
            assert_int_equal(len, strlen(expected));
            assert_memory_equal(said, expected, len);
        }
    }
    assert_int_equal(verdict_words(v, HUSK_WORDS_MAIN, take, &words, NULL), HUSK_OK);
    assert_int_equal(words.len, strlen(FIRST "\n" SECOND "\n"));
    assert_memory_equal(words.data, FIRST "\n" SECOND "\n", words.len);
    assert_int_equal(main_text.len, words.len);
    assert_memory_equal(main_text.data, words.data, words.len);
    husk_output_clear(output);
    husk_extract_options_init(&options, sizeof options);
    assert_int_equal(husk_extract(v, &options, output, NULL), HUSK_OK);
    const char *text = husk_output_data(output, &len);
    assert_int_equal(len, strlen(FIRST "\n\n" SECOND "\n"));
    assert_memory_equal(text, FIRST "\n\n" SECOND "\n", len);
    assert_int_equal(husk_verdict_judgement(v)->obstacle, HUSK_OBSTACLE_NONE);
    buffer_free(&words);
    buffer_free(&main_text);
    husk_output_free(output);
    husk_verdict_free(v);
    husk_page_free(page);
}

/* The report writes all blocks, and everything is still the page's own. */
static void written(void **state)
{
    (void)state;
    husk_page *page = page_of(SHELL);
    husk_output *output;
    husk_extract_options options;
    size_t len;
    assert_int_equal(husk_output_new(1 << 22, &output), HUSK_OK);
    for (int form = WRITE_LABELS; form <= WRITE_REPORT; form++)
        assert_int_equal(write_judged(page, NULL, HUSK_METHOD_PAGE, (written_form)form, output, NULL), HUSK_OK);
    const char *text = husk_output_data(output, &len);
    assert_non_null(memmem(text, len, "nobody likes", 12));
    husk_output_free(output);
    assert_int_equal(husk_output_new(1 << 20, &output), HUSK_OK);
    husk_extract_options_init(&options, sizeof options);
    options.all = true;
    assert_int_equal(extract_page(page, NULL, HUSK_AIM_BALANCE, &options, output, NULL), HUSK_OK);
    text = husk_output_data(output, &len);
    assert_null(memmem(text, len, "nobody likes", 12));
    assert_non_null(memmem(text, len, "Please wait", 11));
    husk_output_free(output);
    husk_page_free(page);
}

/* A page with its own text has none. */
static void not_needed(void **state)
{
    (void)state;
    char *html = repeated("<body><article><p>", "This sentence is shown to every reader of the page, who likes it. ",
                          40, "</p></article></body>");
    husk_page *page = page_of(html);
    husk_verdict *v = judged(page, HUSK_DEPTH_BLOCKS);
    assert_null(v->stand_in);
    husk_verdict_free(v);
    husk_page_free(page);
    free(html);
}

/* --- what is declared --------------------------------------------------------------------------------------------- */

/* At least sixty words, in two paragraphs; recognised by their first and last. */
#define QUIET                                                                                                         \
    "The harbour of the old town lies quiet in the morning light while the fishermen mend their nets and talk about " \
    "the storm that came over the bay last night and took two of the smaller boats with it."
#define NOBODY                                                                                                       \
    "Nobody was hurt but the harbour master says that the wall must be raised before winter comes, and the council " \
    "has promised to find the money for it within the year, as it has promised every year since the flood."
#define DATA(json) "<script type=application/ld+json>" json "</script>"

/* The blocks of the stand-in for a page, of which nothing is kept; empty if there is none. */
static void check(const char *html, const char *expected)
{
    husk_page *page = page_of(html), *made = NULL;
    bool keep[64] = { false };
    uint32_t node = NODE_NONE;
    buffer got;
    buffer_init(&got, 1 << 20);
    assert_true(page->n_blocks <= 64);
    assert_int_equal(stand_in_make(page, keep, &made, &node), HUSK_OK);
    for (uint32_t b = 0; made && b < made->n_blocks; b++)
        take(&got, page_block_text(made, b));
    buffer_byte(&got, 0);
    assert_string_equal(got.data, expected);
    assert_true(made == NULL || node < page->n_nodes);
    buffer_free(&got);
    husk_page_free(made);
    husk_page_free(page);
}

static void declared(void **state)
{
    (void)state;
    check(DATA("{\"@type\":\"NewsArticle\",\"description\":\"Short.\",\"articleBody\":\"" QUIET "\\n" NOBODY "\"}"),
          QUIET "\n" NOBODY "\n");
    check(DATA("{\"@type\":\"NewsArticle\",\"articleBody\":\"&lt;p&gt;" QUIET "&lt;/p&gt;\"}"), "<p>" QUIET "</p>\n");
    check(DATA("{\"@type\":\"NewsArticle\",\"articleBody\":\"<p>" QUIET "<\\/p><p>" NOBODY "<\\/p>\"}"),
          QUIET "\n" NOBODY "\n");
    check(DATA("{\"@type\":\"QAPage\",\"mainEntity\":{\"@type\":\"Question\",\"name\":\"Why?\",\"text\":\"" QUIET "\","
               "\"acceptedAnswer\":{\"@type\":\"Answer\",\"text\":\"" NOBODY "\"}}}"),
          QUIET "\n" NOBODY "\n");
    check(DATA("{\"@type\":\"DiscussionForumPosting\",\"text\":\"" QUIET
               "\",\"comment\":[{\"@type\":\"Comment\",\"text\":\"" NOBODY "\"}]}"),
          QUIET "\n" NOBODY "\n");
    check(DATA("{\"@type\":\"Recipe\",\"recipeIngredient\":[\"two large eggs\",\"a cup of flour\"],"
               "\"recipeInstructions\":[{\"@type\":\"HowToStep\",\"text\":\"" QUIET "\"}]}"),
          "two large eggs\na cup of flour\n" QUIET "\n");
    check(DATA("{\"@type\":\"JobPosting\",\"description\":\"" QUIET "\"}"), QUIET "\n");
    check("<meta itemprop=articleBody content='" QUIET "'><meta itemprop=articleBody content='" NOBODY "'>",
          QUIET "\n" NOBODY "\n");
    check(DATA("{\"articleBody\":\"" QUIET NOBODY "\"}") DATA("{\"articleBody\":\"" QUIET NOBODY "\"}"),
          QUIET NOBODY "\n"); /* once */
}

/* What scripts, other members and a page with its own text have is not content; nor is little text. */
static void not_declared(void **state)
{
    (void)state;
    check("<script>var x = {\"articleBody\":\"" QUIET NOBODY "\"};</script>", "");
    check(DATA("{\"headline\":\"" QUIET NOBODY "\"}"), "");
    check(DATA("{\"articleBody\":\"Only a few words.\"}"), "");
    check("<p>" QUIET NOBODY "</p>", "");
    check(DATA("{\"description\":\"" QUIET "\"}") "<p>" QUIET NOBODY QUIET NOBODY QUIET NOBODY "</p>", "");
    check(DATA("{\"articleBody\":"), "");
}

static void hostile(void **state)
{
    static const struct {
        const char *piece, *after;
        size_t n;
    } scripts[] = {
        { "[", "", 1000000 },
        { "{\"a\":", "\"x\"", 1000000 },
        { "{\"articleBody\":\"some words that are new here\",\"a\":", "1", 100000 },
        { "<b>x &amp; ", "", 300000 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        char *html = repeated("<script type=application/ld+json>", scripts[i].piece, scripts[i].n, scripts[i].after);
        check(html, "");
        free(html);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(one_answer),   cmocka_unit_test(written),
                                        cmocka_unit_test(not_needed),   cmocka_unit_test(declared),
                                        cmocka_unit_test(not_declared), cmocka_unit_test(hostile) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
