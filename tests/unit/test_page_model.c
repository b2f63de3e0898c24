/* test_page_model.c - a judged page: what any good model must get right, and the same answer every time. */
#include "unit/make_page.h"

#include <math.h>
#include <stdio.h>

#include "judge/explain.h"
#include "judge/select.h"

static const char article[] =
    "<html><head><title>The bridge at dawn</title></head><body><header><nav><ul><li><a href=/>Home</a><li><a "
    "href=/news>News</a><li><a href=/about>About us</a></ul></nav></header>"
    "<main><article class=article-body><h1>The bridge at dawn</h1><p class=byline>By Ann Brook, <time "
    "datetime=2024-05-02>2 May 2024</time></p>"
    "<p>Every morning before the ferries start, a man with a broom walks the whole length of the old bridge, and by "
    "the time the sun is over the hill, the boards are clean.</p>"
    "<p>Nobody pays him for it. He began the year the toll house closed, when leaves lay so deep on the planks that "
    "cyclists fell, and he has missed eleven days since, nine of them for weather.</p>"
    "<p>The town council voted last week to give him a new broom, which he accepted, and a medal, which he did not. "
    "There are, he told the meeting, enough things to polish already.</p>"
    "</article></main><aside class=sidebar><h3>Related</h3><ul><li><a href=/1>Ferry prices rise</a><li><a href=/2>Ten "
    "walks</a></ul></aside>"
    "<footer class=footer><p>Copyright 2024 The River Post. <a href=/privacy>Privacy</a> <a "
    "href=/terms>Terms</a></p></footer></body></html>";

static uint32_t block_of(const husk_page *page, const char *text)
{
    for (uint32_t b = 0; b < page->n_blocks; b++)
        if (memmem(page->block_text.data + page->blocks[b].text_start, page->blocks[b].text_len, text, strlen(text)))
            return b;
    fail_msg("no block has: %s", text);
    return 0;
}

static bool block_with(const husk_page *page, const page_judgement *j, const char *text)
{
    return j->keep[block_of(page, text)];
}

static void an_article(void **state)
{
    (void)state;
    husk_page *page = page_new();
    assert_int_equal(
        husk_page_parse_html(page, article, sizeof article - 1, "http://site.example/2024/bridge-at-dawn", NULL),
        HUSK_OK);
    assert_int_equal(page_blocks(page), HUSK_OK);
    page_judgement j;
    assert_int_equal(page_judge(page, &judge_models_builtin.page, HUSK_AIM_BALANCE, &page->scratch, &j), HUSK_OK);
    assert_true(block_with(page, &j, "Every morning"));
    assert_true(block_with(page, &j, "Nobody pays him"));
    assert_true(block_with(page, &j, "The town council"));
    assert_false(block_with(page, &j, "About us"));
    assert_false(block_with(page, &j, "Copyright"));
    assert_false(block_with(page, &j, "Ferry prices"));
    assert_string_equal(page_kind_name(j.kind), "article");
    assert_true(j.confidence > .5f && j.confidence <= 1);
    husk_page_free(page);
}

/* A page of a kind is cut by the decisions of that kind: the largest of three. */
static void cut_by_kind(void **state)
{
    (void)state;
    husk_page *page = page_new();
    assert_int_equal(
        husk_page_parse_html(page, article, sizeof article - 1, "http://site.example/2024/bridge-at-dawn", NULL),
        HUSK_OK);
    page_model model = judge_models_builtin.page;
    model.article_least = model.article_factor = model.article_top = model.product_top = 0;
    model.product_least = 1;
    page_judgement j;
    assert_int_equal(page_judge(page, &model, HUSK_AIM_BALANCE, &page->scratch, &j), HUSK_OK);
    assert_float_equal(j.threshold, 0, 0);
    model.article_factor = .5f;
    assert_int_equal(page_judge(page, &model, HUSK_AIM_BALANCE, &page->scratch, &j), HUSK_OK);
    assert_float_equal(j.threshold, .5f * j.expected, 1e-6);
    model.article_top = 1;
    assert_int_equal(page_judge(page, &model, HUSK_AIM_BALANCE, &page->scratch, &j), HUSK_OK);
    assert_true(j.article_chance > .5f && j.article_chance + j.product_chance <= 1);
    float top = j.article_chance * model.article_top + j.product_chance * model.product_top;
    assert_float_equal(j.threshold, top * block_surest(page, j.probability, model.top_words), 1e-6);
    model.article_least = .99f;
    assert_int_equal(page_judge(page, &model, HUSK_AIM_BALANCE, &page->scratch, &j), HUSK_OK);
    assert_float_equal(j.threshold, .99f, 1e-6);
    husk_page_free(page);
}

/* More code than prose, and odd code: it is judged like the prose around it; code among links is not raised. */
static void code_in_prose(void **state)
{
    (void)state;
    static const char head[] = "<title>Making lists</title><nav><a href=/>Home</a> <a href=/docs>Docs</a> <a "
                               "href=/blog>Blog</a></nav><main><article><h1>Making lists</h1>"
                               "<p>A list is made by writing its items between brackets, with commas between them, and "
                               "it may hold things of different types at once.</p>"
                               "<p>The loop below walks over such a list and prints each of its items on a line of its "
                               "own, which is how most programs begin.</p>"
                               "<p>It needs no more memory than the list itself, however long that is, because an item "
                               "is gone as soon as the next one is asked for.</p><pre>";
    static const char foot[] =
        "</pre><p>When the program ends, the list is given back to the system, and whoever still holds one of its "
        "items keeps that item alive as long as "
        "it is needed.</p><p>Lists that hold other lists are given back from the inside out, so that nothing is ever "
        "looked at after it has gone.</p><p>The next chapter tells how lists are sorted, and what it costs to keep "
        "them in order while items come and go.</p></article>"
        "</main><footer><ul><li><a href=/about>About this example of ours</a><li><pre>build 7f3a</pre><li><a "
        "href=/terms>Terms of our service</a></ul>";
    static char text[1 << 15];
    size_t n = (size_t)snprintf(text, sizeof text, "%s", head);
    for (unsigned i = 0; i < 200; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "v[%u] = f(a%u, b%u) + %u; if (v[%u] > 0x%x) emit(v[%u]);\n",
                              i, i, i, i * 37 % 101, i, i * 51, i);
    snprintf(text + n, sizeof text - n, "%s", foot);
    husk_page *page = page_of(text);
    page_judgement j;
    assert_int_equal(page_judge(page, &judge_models_builtin.page, HUSK_AIM_BALANCE, &page->scratch, &j), HUSK_OK);
    static const char *const prose[] = { "A list is made",   "The loop below",  "It needs no more",
                                         "When the program", "Lists that hold", "The next chapter" };
    float least = 1;
    for (size_t i = 0; i < sizeof prose / sizeof *prose; i++)
        least = fminf(least, j.probability[block_of(page, prose[i])]);
    assert_true(block_with(page, &j, "v[7]"));
    assert_true(j.probability[block_of(page, "v[7]")] >= least);
    assert_false(block_with(page, &j, "build 7f3a"));
    husk_page_free(page);
}

/* User comments are recognised by their class names, unless there is nothing else. */
static void comments_are_told(void **state)
{
    (void)state;
    static const char comment[] =
        "<p>I walk over it every day, and I have never seen so much as a leaf on it, whatever the weather was like the "
        "night before.</p><p>My mother told me of a man who did the same when she was a child, so he may be the second "
        "one, or he is older than he looks.</p>";
    static char text[1 << 13];
    const char *end = strstr(article, "</article>");
    snprintf(text, sizeof text,
             "%.*s<p>He starts at the north end, where the trees are, and works his way south with the "
             "wind in his back, humming songs that nobody under seventy would know by name or by tune.</p>"
             "</article><div class=comment-list><div class=comment>%s</div></div>%s",
             (int)(end - article), article, comment, end + strlen("</article>"));
    husk_page *page = page_of(text);
    page_judgement j;
    assert_int_equal(page_judge(page, &judge_models_builtin.page, HUSK_AIM_BALANCE, &page->scratch, &j), HUSK_OK);
    assert_true(j.comment[block_of(page, "I walk over it")]);
    assert_false(j.comment[block_of(page, "Nobody pays him")]);
    snprintf(text, sizeof text, "<title>Bridge</title><main><div class=comment>%s</div></main>", comment);
    page_parse(page, text, strlen(text));
    assert_int_equal(page_judge(page, &judge_models_builtin.page, HUSK_AIM_BALANCE, &page->scratch, &j), HUSK_OK);
    assert_true(j.keep[block_of(page, "I walk over it")]);
    assert_false(j.comment[block_of(page, "I walk over it")]);
    husk_page_free(page);
}

static void the_same_whatever_came_before(void **state)
{
    (void)state;
    husk_page *page = page_of(article),
              *used = page_of("<p class=article-body>x</p><div class='sidebar footer'>y</div>");
    page_judgement a, b;
    assert_int_equal(page_judge(used, &judge_models_builtin.page, HUSK_AIM_BALANCE, &used->scratch, &b), HUSK_OK);
    page_parse(used, article, sizeof article - 1);
    assert_int_equal(page_judge(page, &judge_models_builtin.page, HUSK_AIM_BALANCE, &page->scratch, &a), HUSK_OK);
    assert_int_equal(page_judge(used, &judge_models_builtin.page, HUSK_AIM_BALANCE, &used->scratch, &b), HUSK_OK);
    assert_memory_equal(a.probability, b.probability, page->n_blocks * sizeof *a.probability);
    assert_memory_equal(a.summary, b.summary, sizeof a.summary);
    husk_page_free(page);
    husk_page_free(used);
}

/* Columns that nothing reads are left out, which changes no answer. */
static void columns_left_out(void **state)
{
    (void)state;
    husk_page *page = page_of(article);
    page_judgement some, all;
    assert_int_equal(page_judge(page, &judge_models_builtin.page, HUSK_AIM_BALANCE, &page->scratch, &some), HUSK_OK);
    assert_int_equal(page_judge_all(page, &judge_models_builtin.page, &page->scratch, &all), HUSK_OK);
    assert_memory_equal(some.probability, all.probability, page->n_blocks * sizeof *all.probability);
    assert_memory_equal(some.summary, all.summary, sizeof all.summary);
    assert_int_equal(some.kind, all.kind);
    for (unsigned c = 0; c < N_BLOCK_COLUMNS; c++)
        for (uint32_t b = 0; b < page->n_blocks; b++)
            if (some.features.wanted[c] || block_column_same[c])
                assert_float_equal(block_value(&some.features, c, b), block_value(&all.features, c, b), 0);
    husk_page_free(page);
}

static void pages_with_nothing(void **state)
{
    (void)state;
    static const char *const pages[] = { "", "<html></html>", "<p>", "<script>x</script>", "x", "<div hidden>x</div>" };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        husk_page *page = page_of(pages[i]);
        page_judgement j;
        block_reason *reasons;
        uint8_t *nodes;
        assert_int_equal(page_judge(page, &judge_models_builtin.page, HUSK_AIM_RECALL, &page->scratch, &j), HUSK_OK);
        assert_int_equal(explain_blocks(&judge_models_builtin.page, &j, &page->scratch, &reasons), HUSK_OK);
        assert_int_equal(select_nodes(page, j.keep, &page->scratch, &nodes), HUSK_OK);
        assert_true(j.confidence >= 0 && j.confidence <= 1);
        husk_page_free(page);
    }
}

static void aims_move_the_threshold(void **state)
{
    (void)state;
    husk_page *page = page_of(article);
    page_judgement j[3];
    for (int aim = 0; aim < 3; aim++)
        assert_int_equal(page_judge(page, &judge_models_builtin.page, (husk_aim)aim, &page->scratch, &j[aim]), HUSK_OK);
    assert_true(j[HUSK_AIM_PRECISION].threshold > j[HUSK_AIM_BALANCE].threshold);
    assert_true(j[HUSK_AIM_RECALL].threshold < j[HUSK_AIM_BALANCE].threshold);
    husk_page_free(page);
}

/* What --precision keeps is kept without it, and that with --recall; at least half of the words, so never nothing. */
static void aims_are_nested(void **state)
{
    (void)state;
    static const char *const pages[] = { article, "<p>one two three four five six seven",
                                         "<ul><li><a href=1>one</a><li><a href=2>two</a></ul><p>three four</p>",
                                         "<table><tr><td>colour<td>red<tr><td>weight<td>two pounds</table>" };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        husk_page *page = page_of(pages[i]);
        page_judgement j[3];
        uint32_t words[3] = { 0 };
        for (int aim = 0; aim < 3; aim++)
            assert_int_equal(page_judge(page, &judge_models_builtin.page, (husk_aim)aim, &page->scratch, &j[aim]),
                             HUSK_OK);
        for (uint32_t b = 0; b < page->n_blocks; b++) {
            assert_true(j[HUSK_AIM_PRECISION].keep[b] <= j[HUSK_AIM_BALANCE].keep[b]);
            assert_true(j[HUSK_AIM_BALANCE].keep[b] <= j[HUSK_AIM_RECALL].keep[b]);
            for (int aim = 0; aim < 3; aim++)
                words[aim] += j[aim].keep[b] ? page->blocks[b].n_words : 0;
        }
        assert_true(2 * words[HUSK_AIM_PRECISION] >= words[HUSK_AIM_BALANCE]);
        assert_true(words[HUSK_AIM_RECALL] <= 2 * words[HUSK_AIM_BALANCE]);
        husk_page_free(page);
    }
}

/* An image stays between two kept blocks and next to a kept caption, not between two long dropped blocks. */
static void images_between_content_stay(void **state)
{
    (void)state;
#define TWENTY "one two three four five six seven eight nine ten one two three four five six seven eight nine ten "
    husk_page *page = page_of("<div><p>a</p><img src=0><p>b</p></div><aside><p>" TWENTY TWENTY TWENTY
                              "</p><img src=1><p>" TWENTY TWENTY TWENTY
                              "</p></aside><div><figure><img src=2><figcaption>d</figcaption></figure></div>");
    bool keep[] = { true, true, false, false, true };
    uint8_t *nodes;
    assert_int_equal(page->n_blocks, 5);
    assert_int_equal(select_nodes(page, keep, &page->scratch, &nodes), HUSK_OK);
    static const bool expected[] = { true, false, true };
    unsigned n = 0;
    for (uint32_t i = 0; i < page->n_nodes; i++)
        if (page->tag[i] == TAG_IMG)
            assert_int_equal(nodes[i], expected[n++]);
    assert_int_equal(n, 3);
    husk_page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(an_article),
                                        cmocka_unit_test(cut_by_kind),
                                        cmocka_unit_test(code_in_prose),
                                        cmocka_unit_test(comments_are_told),
                                        cmocka_unit_test(the_same_whatever_came_before),
                                        cmocka_unit_test(columns_left_out),
                                        cmocka_unit_test(pages_with_nothing),
                                        cmocka_unit_test(aims_move_the_threshold),
                                        cmocka_unit_test(aims_are_nested),
                                        cmocka_unit_test(images_between_content_stay) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
