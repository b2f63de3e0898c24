/* test_model_file.c - model files: their meaning, and truncated or wrong ones. */
#include "unit/unit.h"

#include <stdio.h>

#include "judge/model_file.h"

#define LEAVES8 " 1 2 3 4 5 6 7 8"
#define LEAVES64 LEAVES8 LEAVES8 LEAVES8 LEAVES8 LEAVES8 LEAVES8 LEAVES8 LEAVES8
#define TREE "tree 0:0 0:1 1:0 1:0 0:0 0:0" LEAVES64 "\n"

static const char good[] = "husk-model 1\n# a comment\nwords 3\narticle 1.5\n@main 0.5\n%price -0.25\n"
                           "forest first 2 2 0.5 -1\ncolumn words 1.5 20\ncolumn near_NAV 0.5\n" TREE TREE
                           "forest confidence 1 1 1 0\ncolumn best 0.5\ntree 0:0 0:0 0:0 0:0 0:0 0:0" LEAVES64
                           "\ndecision page_least 0.1\ndecision page_factor 0.4\ndecision most_site 7\nend\n";

static husk_status read_model(const char *text, size_t len, judge_models *models, arena *memory, husk_error *error)
{
    char *copy = malloc(len ? len : 1); /* exact size, so that reading past its end is detected */
    memcpy(copy, text, len);
    husk_status status = judge_models_read((slice){ copy, len }, memory, &judge_models_builtin, models, error);
    free(copy);
    return status;
}

static void a_whole_model(void **state)
{
    (void)state;
    arena memory;
    judge_models models;
    const page_model *m = &models.page;
    arena_init(&memory, 1 << 26);
    assert_int_equal(read_model(good, sizeof good - 1, &models, &memory, NULL), HUSK_OK);
    assert_int_equal(m->first.n_trees, 2);
    assert_int_equal(m->first.n_columns, 2);
    assert_int_equal(m->second.n_trees, 0);
    assert_int_equal(m->confidence.n_trees, 1);
    assert_int_equal(m->first.border[1], 2);
    assert_int_equal(forest_leaf(&m->first, 0, 7), 8);
    class_score s = class_words_score(&m->words, CLASS_PREFIX_NAME, SLICE("main articleBody"));
    assert_float_equal(s.weight, 1.5, 1e-6);
    assert_true(s.groups & 1u << CLASS_BODY);
    assert_float_equal(class_words_score(&m->words, CLASS_PREFIX_ROLE, SLICE("main")).weight, .5, 1e-6);
    assert_float_equal(class_words_score(&m->words, CLASS_PREFIX_ITEMPROP, SLICE("price")).weight, -.25, 1e-6);
    assert_float_equal(m->page_least, .1, 1e-6);
    assert_float_equal(m->page_factor, .4, 1e-6);
    assert_float_equal(m->article_top, judge_models_builtin.page.article_top, 0); /* not in the file */
    assert_float_equal(models.site.most_site, 7, 0);
    assert_int_equal(models.site.paths.n_trees, judge_models_builtin.site.paths.n_trees);
    assert_int_equal(read_model("husk-model 1\ndecision few_words 3\nend\n", 38, &models, &memory, NULL), HUSK_OK);
    assert_float_equal(models.main.few_words, 3, 0);
    assert_int_equal(m->second.n_trees, judge_models_builtin.page.second.n_trees);
    arena_free(&memory);
}

/* One file may have any of the models: the built-in ones are used for the rest. */
static void the_main_model(void **state)
{
    (void)state;
    static const char text[] = "husk-model 1\n"
                               "forest main 2 2 1 0\ncolumn words 1 2\ncolumn odds 0\n" TREE TREE
                               "forest docs 2 1 1 0\ncolumn template 1 2\ncolumn place0_kept 5\n" TREE "end\n";
    arena memory;
    judge_models all;
    arena_init(&memory, 1 << 26);
    assert_int_equal(judge_models_read(SLICE(text), &memory, &judge_models_builtin, &all, NULL), HUSK_OK);
    assert_int_equal(all.main.full.n_trees, 2);
    assert_int_equal(all.main.docs.column[0], MAIN_template);
    assert_int_equal(all.main.docs.n_trees, 1);
    assert_int_equal(all.page.first.n_trees, judge_models_builtin.page.first.n_trees);
    arena_free(&memory);
}

static void cut_at_any_byte(void **state)
{
    (void)state;
    arena memory;
    judge_models m;
    arena_init(&memory, 1 << 26);
    for (size_t n = 0; n + 1 < sizeof good - 1; n++) { /* the last byte is only a line's end */
        husk_error error = { 0 };
        husk_status status = read_model(good, n, &m, &memory, &error);
        assert_true(status == HUSK_BAD_FILE || status == HUSK_NEWER_FILE);
        assert_true(error.message[0] != 0);
        arena_reset(&memory, 1 << 20);
    }
    arena_free(&memory);
}

static void wrong_in_some_way(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        husk_status status;
    } cases[] = { { "", HUSK_BAD_FILE },
                  { "<html>", HUSK_BAD_FILE },
                  { "husk-model 2\nend\n", HUSK_NEWER_FILE },
                  { "husk-model 1\nwords x\nend\n", HUSK_BAD_FILE },
                  { "husk-model 1\nwords 99999999999\nend\n", HUSK_BAD_FILE },
                  { "husk-model 1\nwords 1\na nan\nend\n", HUSK_BAD_FILE },
                  { "husk-model 1\nforest other 1 1 1 0\nend\n", HUSK_BAD_FILE },
                  { "husk-model 1\nforest first 0 1 1 0\nend\n", HUSK_BAD_FILE },
                  { "husk-model 1\nforest first 1 1 1 0\ncolumn nothing 1\n" TREE "end\n", HUSK_BAD_FILE },
                  { "husk-model 1\nforest first 1 1 1 0\ncolumn words 2 1\n" TREE "end\n", HUSK_BAD_FILE },
                  { "husk-model 1\nforest first 1 1 1 0\ncolumn words 1\n" TREE "end\n",
                    HUSK_BAD_FILE }, /* splits by a column it does not have */
                  { "husk-model 1\nforest first 2 1 inf 0\ncolumn words 1\ncolumn tag 1\n" TREE "end\n",
                    HUSK_BAD_FILE },
                  { "husk-model 1\ndecision page_least\nend\n", HUSK_BAD_FILE },
                  { "husk-model 1\ndecision page_least x\nend\n", HUSK_BAD_FILE },
                  { "husk-model 1\ndecision page_least 0.2 0.5\nend\n", HUSK_BAD_FILE },
                  { "husk-model 1\ndecision page_least 1.5\nend\n", HUSK_BAD_FILE },
                  { "husk-model 1\ndecision page_least -1\nend\n", HUSK_BAD_FILE },
                  { "husk-model 1\ndecision nothing 0.2\nend\n", HUSK_BAD_FILE },
                  { "husk-model 1\nforest same 2 1 1 0\ncolumn pages 1\ncolumn slots 1\n" TREE "end\n",
                    HUSK_BAD_FILE }, /* it could not be used */
                  { "husk-model 1\nnonsense\nend\n", HUSK_BAD_FILE } };
    arena memory;
    judge_models m;
    arena_init(&memory, 1 << 26);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(read_model(cases[i].text, strlen(cases[i].text), &m, &memory, NULL), cases[i].status);
    arena_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_whole_model), cmocka_unit_test(the_main_model),
                                        cmocka_unit_test(cut_at_any_byte), cmocka_unit_test(wrong_in_some_way) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
