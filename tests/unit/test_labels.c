/* test_labels.c - labelled words against ground truth, on hand-checked examples; words; pairs of duplicates. */
#include "unit/unit.h"

#include "base/text.h"
#include "measures/duplicates.h"
#include "measures/labels.h"

#define NEAR 1e-9

static slice text(const char *s)
{
    return (slice){ s, strlen(s) };
}

static void test_bags(void **state)
{
    (void)state;
    uint64_t answer[] = { 5, 1, 5, 9, 5 }, truth[] = { 5, 9, 9, 5 };
    agreement a = measure_bags(answer, 5, truth, 4);
    assert_int_equal(a.both, 3);
    assert_float_equal(agreement_precision(a), 3. / 5, NEAR);
    assert_float_equal(agreement_recall(a), 3. / 4, NEAR);
    assert_float_equal(agreement_f(a), 2 * .6 * .75 / 1.35, NEAR);
    a = measure_bags(answer, 0, truth, 0);
    assert_float_equal(agreement_precision(a), 1, NEAR);
    a = measure_bags(answer, 0, truth, 4);
    assert_float_equal(agreement_precision(a), 0, NEAR);
    assert_float_equal(agreement_f(a), 0, NEAR);
}

/* "Home News" and "the end" are template, "the story" is content; the answer misses "the end", and splits the lines
 * differently. Word by word: of two words labelled template both are; of four that are, two are found. As bags only
 * the content's words would differ. */
static void test_in_order(void **state)
{
    (void)state;
    label_measures m;
    husk_error error = { 0 };
    slice truth = text("{\"page\":\"p\",\"text\":\"Home News\",\"label\":\"template\"}\n"
                       "{\"page\":\"p\",\"text\":\"the story\",\"label\":\"content\"}\n"
                       "{\"page\":\"p\",\"text\":\"the end\",\"label\":\"template\"}\n");
    slice answer = text("{\"page\":\"p\",\"path\":\"/x\",\"text\":\"home\",\"label\":\"template\",\"score\":0.1}\n"
                        "{\"page\":\"p\",\"text\":\"NEWS\",\"label\":\"template\"}\n\n"
                        "{\"page\":\"p\",\"text\":\"The story, the end.\",\"label\":\"content\"}");
    assert_int_equal(measure_label_files(answer, truth, false, &m, &error), HUSK_OK);
    assert_int_equal(m.n_pages, 1);
    assert_int_equal(m.n_in_order, 1);
    assert_int_equal(m.template.answer, 2);
    assert_int_equal(m.template.truth, 4);
    assert_int_equal(m.template.both, 2);
    assert_int_equal(m.content.answer, 4);
    assert_int_equal(m.content.both, 2);
    assert_float_equal(m.page_f, 2. / 3, NEAR);
}

/* Two pages, one with other words than the ground truth, in another order, and lines of the two mixed. */
static void test_as_bags(void **state)
{
    (void)state;
    label_measures m;
    husk_error error = { 0 };
    slice truth = text("{\"page\":\"p\",\"text\":\"a b "
                       "c\",\"label\":\"template\"}\n{\"page\":\"q\",\"text\":\"x\",\"label\":\"content\"}\n");
    slice answer = text("{\"page\":\"q\",\"text\":\"x\",\"label\":\"content\"}\n{\"page\":\"p\",\"text\":\"c "
                        "d\",\"label\":\"template\"}\n"
                        "{\"page\":\"p\",\"text\":\"a\",\"label\":\"template\"}\n{\"page\":\"r\",\"text\":\"\","
                        "\"label\":\"template\"}\n");
    assert_int_equal(measure_label_files(answer, truth, false, &m, &error), HUSK_BAD_FILE);
    assert_string_equal(error.message, "1 pages are in only one of the files, such as r");
    assert_int_equal(measure_label_files(answer, truth, true, &m, &error), HUSK_OK);
    assert_int_equal(m.left_out, 1);
    assert_int_equal(m.n_pages, 2);
    assert_int_equal(m.n_in_order, 1);
    assert_int_equal(m.template.answer, 3);
    assert_int_equal(m.template.both, 2);
    assert_float_equal(m.page_f, (2. / 3 + 1) / 2, NEAR);
}

static void test_bad_lines(void **state)
{
    (void)state;
    static const char *const lines[] = { "",
                                         "{",
                                         "[]",
                                         "{\"page\":\"p\",\"text\":\"a\"}",
                                         "{\"page\":\"p\",\"text\":\"a\",\"label\":\"other\"}",
                                         "{\"page\":1,\"text\":\"a\",\"label\":\"content\"}" };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        label_measures m;
        husk_error error = { 0 };
        slice good = text("{\"page\":\"p\",\"text\":\"a\",\"label\":\"content\"}");
        assert_int_equal(measure_label_files(text(lines[i]), good, false, &m, &error), HUSK_BAD_FILE);
        assert_non_null(strstr(error.message, "the answer"));
        assert_int_equal(measure_label_files(good, text(lines[i]), false, &m, &error), HUSK_BAD_FILE);
        assert_non_null(strstr(error.message, "the truth"));
    }
}

static void test_words(void **state)
{
    (void)state;
    static const char *const expected[] = { "\xc3\xa4pfel", "2nd", "\xe6\x97\xa5", "\xe6\x9c\xac", "end" };
    text_word w;
    size_t at = 0, n = 0;
    slice s = text(" \xc3\x84PFEL\xe2\x80\x94"
                   "2nd, \xe6\x97\xa5\xe6\x9c\xac"
                   "End.");
    while (text_word_next(s, &at, &w)) {
        assert_true(n < 5);
        assert_int_equal(w.len, strlen(expected[n]));
        assert_memory_equal(w.data, expected[n], w.len);
        n++;
    }
    assert_int_equal(n, 5);
    char many[3 * WORD_BYTES];
    memset(many, 'x', sizeof many);
    at = 0;
    assert_true(text_word_next((slice){ many, sizeof many }, &at, &w));
    assert_int_equal(w.len, WORD_BYTES);
    assert_int_equal(at, sizeof many);
    assert_false(text_word_next((slice){ many, sizeof many }, &at, &w));
}

static void test_duplicates(void **state)
{
    (void)state;
    duplicate_measures m;
    husk_error error = { 0 };
    slice groups = text("1\ta\n1\tb\n2\tc\n2\td\n");
    slice pairs = text("same\ta\tb\nsame\ta\tc\ndifferent\tb\td\ndifferent\tc\td\ndifferent\tx\ty\nsame\tx\tx2\n");
    assert_int_equal(measure_duplicate_files(groups, pairs, &m, &error), HUSK_OK);
    assert_int_equal(m.same, 3);
    assert_int_equal(m.same_found, 1);
    assert_int_equal(m.different, 3);
    assert_int_equal(m.different_found, 2);
    assert_int_equal(measure_duplicate_files(text(""), pairs, &m, &error), HUSK_OK);
    assert_int_equal(m.same_found, 0);
    assert_int_equal(measure_duplicate_files(groups, text("same\ta\n"), &m, &error), HUSK_BAD_FILE);
    assert_int_equal(measure_duplicate_files(groups, text("like\ta\tb\n"), &m, &error), HUSK_BAD_FILE);
    assert_int_equal(measure_duplicate_files(groups, text(""), &m, &error), HUSK_BAD_FILE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bags),      cmocka_unit_test(test_in_order), cmocka_unit_test(test_as_bags),
        cmocka_unit_test(test_bad_lines), cmocka_unit_test(test_words),    cmocka_unit_test(test_duplicates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
