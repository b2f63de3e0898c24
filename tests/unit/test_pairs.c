/* test_pairs.c - the columns of two pages, and the model's answer. */
#include "unit/made_site.h"

static void test_columns(void **state)
{
    (void)state;
    made_site m;
    choice k;
    float columns[2][N_PAIR_COLUMNS], back[N_PAIR_COLUMNS], answers[2], *same = columns[0], *other = columns[1];
    made_site_init(&m, 40, 2);
    assert_true(kinds_choice_init(&k, &m.sets, &m.sets, &m.store, m.docs, m.n));
    pairs_columns(&k.pairs, 0, 2, same);
    pairs_columns(&k.pairs, 0, 1, other);
    pairs_columns(&k.pairs, 1, 0, back);
    assert_memory_equal(other, back, sizeof back);
    assert_true(same[MARKS_BODY * N_VIEW_COLUMNS + PAIR_JACCARD] == 1);
    assert_true(other[MARKS_BODY * N_VIEW_COLUMNS + PAIR_JACCARD] == 0);
    assert_true(same[MARKS_CLASS * N_VIEW_COLUMNS + PAIR_JACCARD] == -1); /* no page has a class */
    assert_true(same[PAIR_LABEL] == 1 && other[PAIR_LABEL] == 0);
    assert_true(same[PAIR_SHAPES] == 0 && other[PAIR_SHAPES] > 1);
    assert_int_equal(pairs_same(&k.pairs, 0, 1, 3, answers), HUSK_OK);
    assert_true(answers[0] < .3 && answers[1] > .7);
    kinds_choice_free(&k);
    made_site_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_columns) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
