/* test_memo.c - a memo answers what it was told, and nothing else. */
#include "unit/unit.h"

#include "base/memo.h"

static memo m;

static void answers(void **unused)
{
    (void)unused;
    uint64_t answer;
    assert_false(memo_find(&m, 0, &answer)); /* an empty slot is no answer */
    assert_false(memo_find(&m, 5, &answer));
    memo_keep(&m, 5, 7);
    assert_true(memo_find(&m, 5, &answer));
    assert_int_equal(answer, 7);
    memo_keep(&m, 6, 0);
    assert_true(memo_find(&m, 6, &answer));
    assert_int_equal(answer, 0);
}

static void one_per_slot(void **unused)
{
    (void)unused;
    uint64_t answer;
    memo_keep(&m, 5, 7);
    assert_false(memo_find(&m, 5 + MEMO_SLOTS, &answer));
    memo_keep(&m, 5 + MEMO_SLOTS, 8);
    assert_true(memo_find(&m, 5 + MEMO_SLOTS, &answer));
    assert_int_equal(answer, 8);
    assert_false(memo_find(&m, 5, &answer));
}

/* Two threads at once: one wrote the question, the other the answer. */
static void half_written(void **unused)
{
    (void)unused;
    uint64_t answer;
    memo_keep(&m, 9, 1);
    atomic_store(&m.slots[9].answer, 2);
    assert_false(memo_find(&m, 9, &answer));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(answers), cmocka_unit_test(one_per_slot),
                                        cmocka_unit_test(half_written) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
