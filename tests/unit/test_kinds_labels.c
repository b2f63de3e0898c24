/* test_kinds_labels.c - the slot that labels a site's pages, and what it explains. */
#include "unit/made_site.h"

static void test_label(void **state)
{
    (void)state;
    made_site m;
    choice k;
    made_site_init(&m, 40, 2);
    assert_true(kinds_choice_init(&k, &m.sets, &m.sets, &m.store, m.docs, m.n));
    assert_int_equal(k.slot, LABEL);
    assert_int_equal(k.labels.n_groups, 2);
    assert_true(k.labels.elements > .3);
    for (uint32_t a = 0; a < m.n; a++)
        for (uint32_t b = 0; b < m.n; b++)
            assert_true(k.labels.slots[a * m.n + b] == (a % 2 == b % 2));
    kinds_choice_free(&k);
    made_site_free(&m);
}

/* A label that names a subject explains nothing of the elements; a site without any label has none. */
static void test_subject(void **state)
{
    (void)state;
    made_site m;
    choice k;
    made_site_init(&m, 40, 1);
    assert_true(kinds_choice_init(&k, &m.sets, &m.sets, &m.store, m.docs, m.n));
    assert_int_equal(k.slot, 0);
    assert_null(k.labels.group);
    assert_true(k.labels.slots[1] == -1);
    kinds_choice_free(&k);
    for (uint32_t i = 0; i < m.n; i++)
        m.pages[i].slot.value = i / 20 * 4 + 4; /* says nothing of the elements */
    assert_true(kinds_choice_init(&k, &m.sets, &m.sets, &m.store, m.docs, m.n));
    assert_true(k.labels.elements < .05 && k.labels.bits < .05);
    kinds_choice_free(&k);
    made_site_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_label), cmocka_unit_test(test_subject) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
