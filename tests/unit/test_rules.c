/* test_rules.c - each rule of judge/rules.c changes a page that it is for, and the page stays as it was without it. */
#include "unit/make_page.h"

#include "judge/rules.h"

#define MOST_BLOCKS 16
#define STRIDE 32u
#define LEAD "Snow fell on the lower fields for the first time in nine years"

/* --- kept blocks -------------------------------------------------------------------------------------------------- */

static const struct {
    const char *rule, *html, *kept, *with, *without; /* numbers of the kept blocks */
} keep_cases[] = {
    { "table", "<p>Before</p><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table><p>After</p>",
      "05", "012345", "05" },
    { "heading", "<p>Text</p><h2>Heading</h2><p>Text</p>", "02", "012", "02" },
    { "post frame", "<div class=post><p>Said this.</p><div class=signature>Bed nine since 2016</div></div>", "01", "0",
      "01" },
    { "excerpt", "<p>" LEAD "…</p><p>" LEAD ", and it stayed.</p>", "01", "1", "01" },
    { "standfirst",
      "<meta name=description content='" LEAD ".'><script type='application/ld+json'>{\"@type\":\"NewsArticle\"}"
      "</script><h1>Headline</h1><p>" LEAD "</p><p>By Ann</p><p>Text of the article.</p>",
      "3", "13", "3" },
};

/* The numbers of the blocks kept after the rules, without one of them or with all. */
static void check_kept(husk_page *page, judging at, const char *kept, const char *expected)
{
    bool keep[MOST_BLOCKS];
    float probability[MOST_BLOCKS];
    char found[MOST_BLOCKS + 1];
    size_t n = 0;
    assert_true(page->n_blocks <= 10);
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        keep[b] = strchr(kept, (int)('0' + b)) != NULL;
        probability[b] = .4f;
    }
    at.page = page;
    at.memory = &page->scratch;
    at.keep = keep;
    at.probability = probability;
    assert_int_equal(rules_apply(RULE_KEEP, &at), HUSK_OK);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        if (keep[b])
            found[n++] = (char)('0' + b);
    found[n] = 0;
    assert_string_equal(found, expected);
}

static void kept_blocks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof keep_cases / sizeof *keep_cases; i++) {
        husk_page *page = page_of(keep_cases[i].html);
        judging at = { 0 };
        check_kept(page, at, keep_cases[i].kept, keep_cases[i].with);
        at.without = keep_cases[i].rule;
        check_kept(page, at, keep_cases[i].kept, keep_cases[i].without);
        husk_page_free(page);
    }
}

/* A published method is corrected by no rule but that of tables; a product's headings, and those for --precision, are
 * left alone. */
static void conditions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof keep_cases / sizeof *keep_cases; i++) {
        husk_page *page = page_of(keep_cases[i].html);
        bool any = strcmp(keep_cases[i].rule, "table") == 0;
        check_kept(page, (judging){ .outside = true }, keep_cases[i].kept,
                   any ? keep_cases[i].with : keep_cases[i].kept);
        husk_page_free(page);
    }
    husk_page *page = page_of(keep_cases[1].html);
    check_kept(page, (judging){ .kind = "product" }, "02", "02");
    check_kept(page, (judging){ .kind = "article" }, "02", "012");
    check_kept(page, (judging){ .aim = HUSK_AIM_PRECISION }, "02", "02");
    husk_page_free(page);
}

/* --- probabilities and comments ----------------------------------------------------------------------------------- */

static void check_probability(const char *html, const char *without, const float *before, uint32_t n, float expected)
{
    static const block_columns none;
    husk_page *page = page_of(html);
    block_matrix m;
    float p[MOST_BLOCKS];
    bool raised[MOST_BLOCKS];
    assert_int_equal(page->n_blocks, n);
    memcpy(p, before, n * sizeof *p);
    assert_int_equal(block_features(page, &judge_models_builtin.page.words, &none, &page->scratch, &m), HUSK_OK);
    judging at = { .page = page,
                   .memory = &page->scratch,
                   .page_model = &judge_models_builtin.page,
                   .features = &m,
                   .probability = p,
                   .raised = raised,
                   .without = without };
    assert_int_equal(rules_apply(RULE_PROBABILITY, &at), HUSK_OK);
    assert_float_equal(p[1], expected, 1e-6);
    husk_page_free(page);
}

static void probabilities(void **state)
{
    (void)state;
    static const char posts[] = "<div class=post><p>Two words</div><div class=post><p>Two more</div>";
    static const char code[] = "<p>Some words here</p><pre>x = 1</pre><div><b>More words here</b></div>";
    check_probability(posts, NULL, (float[]){ .9f, .1f }, 2, .3f); /* half of the way to the mean */
    check_probability(posts, "markup", (float[]){ .9f, .1f }, 2, .1f);
    check_probability(code, NULL, (float[]){ .8f, .1f, .6f }, 3, .7f);
    check_probability(code, "code", (float[]){ .8f, .1f, .6f }, 3, .1f);
}

static void discussion(void **state)
{
    (void)state;
    husk_page *page = page_of("<p>One</p><p>Two words</p>");
    for (int without = 0; without < 2; without++) {
        bool keep[] = { true, true }, comment[] = { false, true };
        judging at = { .page = page, .keep = keep, .comment = comment, .without = without ? "discussion" : NULL };
        assert_int_equal(rules_apply(RULE_COMMENT, &at), HUSK_OK);
        assert_int_equal(comment[1], without);
    }
    husk_page_free(page);
}

/* --- with a site -------------------------------------------------------------------------------------------------- */

typedef struct site_case {
    float values[N_MAIN_COLUMNS * STRIDE], own_odds[2], probability[2];
    bool kept[2];
    main_matrix m;
    page_judgement alone;
    judging at;
} site_case;

/* A page of two blocks, of which the page model keeps the second. */
static void site_case_init(site_case *c, husk_page *page)
{
    *c = (site_case){ .kept = { false, true }, .own_odds = { .3f, .3f } };
    c->m = (main_matrix){ c->values, 2, STRIDE };
    c->alone = (page_judgement){ .keep = c->kept };
    c->at = (judging){ .page = page,
                       .memory = &page->scratch,
                       .main_model = &judge_models_builtin.main,
                       .site = &c->m,
                       .alone = &c->alone,
                       .own_odds = c->own_odds,
                       .probability = c->probability };
}

static void set(site_case *c, unsigned column, float first, float second)
{
    c->values[(size_t)column * STRIDE] = first;
    c->values[(size_t)column * STRIDE + 1] = second;
}

static void sites(void **state)
{
    (void)state;
    husk_page *page = page_of("<h1>A heading</h1><p>Text of five short words</p>");
    static site_case c;
    for (int without = 0; without < 2; without++) {
        site_case_init(&c, page);
        set(&c, MAIN_site_documentation, .5f, .5f);
        c.at.without = without ? "documentation" : NULL;
        assert_int_equal(rules_apply(RULE_SITE, &c.at), HUSK_OK);
        assert_float_equal(c.at.docs, without ? 0 : .5f, 0);

        set(&c, MAIN_wiki, 1, 1);
        c.at.docs = 0;
        c.at.without = without ? "wiki" : NULL;
        assert_int_equal(rules_apply(RULE_SITE, &c.at), HUSK_OK);
        assert_float_equal(c.at.docs, without ? .5f : 0, 0);

        site_case_init(&c, page);
        set(&c, MAIN_text_pages, 0, .9f); /* the second text is on most pages, and no label */
        c.at.without = without ? "few words" : NULL;
        assert_int_equal(rules_apply(RULE_SITE, &c.at), HUSK_OK);
        assert_float_equal(c.own_odds[0], without ? .3f : judge_models_builtin.main.few_odds, 0);
        assert_float_equal(c.own_odds[1], .3f, 0);

        site_case_init(&c, page);
        set(&c, MAIN_site_forum, .9f, .9f);
        set(&c, MAIN_against, 3, 2);
        set(&c, MAIN_text_pages, .9f, 0); /* the first text is on most pages: no post */
        c.at.without = without ? "forum" : NULL;
        assert_int_equal(rules_apply(RULE_SITE, &c.at), HUSK_OK);
        assert_int_equal(c.at.is_answered, !without);
        assert_float_equal(c.probability[0], without ? 0 : 3 - judge_models_builtin.main.few_odds, 0);
        assert_float_equal(c.probability[1], without ? 0 : 2, 0);

        site_case_init(&c, page);
        bool keep[] = { false, true };
        set(&c, MAIN_heading, 1, 0);
        set(&c, MAIN_against, .1f, 2);
        c.at.keep = keep;
        c.at.without = without ? "own heading" : NULL;
        assert_int_equal(rules_apply(RULE_SITE_KEEP, &c.at), HUSK_OK);
        assert_int_equal(keep[0], !without);
    }
    husk_page_free(page);
}

/* Names are used to leave a rule out, so each is there once; a rule without a reason is not one. */
static void table(void **state)
{
    (void)state;
    for (const rule *r = judge_rules; r->name; r++) {
        assert_true(r->applies && (r->apply != NULL) != (r->choose != NULL) && strlen(r->reason) > 20);
        for (const rule *other = r + 1; other->name; other++)
            assert_true(strcmp(r->name, other->name) != 0 && other->stage >= r->stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(kept_blocks),   cmocka_unit_test(conditions),
                                        cmocka_unit_test(probabilities), cmocka_unit_test(discussion),
                                        cmocka_unit_test(sites),         cmocka_unit_test(table) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
