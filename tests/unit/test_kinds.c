/* test_kinds.c - a site's kinds of page: separated if there are two, left whole if there is one. */
#include "unit/made_site.h"

static void test_two_kinds(void **state)
{
    (void)state;
    made_site m;
    made_site_init(&m, 40, 2);
    assert_int_equal(made_site_kinds(&m), 2);
    for (uint32_t i = 0; i < m.n; i++)
        assert_int_equal(m.kind[i], i % 2);
    made_site_free(&m);
}

static void test_one_kind(void **state)
{
    (void)state;
    for (uint32_t n = 11; n < 200; n = n * 3 / 2) {
        made_site m;
        made_site_init(&m, n, 1);
        assert_int_equal(made_site_kinds(&m), 1);
        made_site_free(&m);
    }
}

/* Too few pages prove nothing. */
static void test_few_pages(void **state)
{
    (void)state;
    made_site m;
    made_site_init(&m, 11, 2);
    assert_int_equal(made_site_kinds(&m), 1);
    made_site_free(&m);
}

static void test_any_order(void **state)
{
    (void)state;
    made_site m;
    made_site_init(&m, 40, 2);
    for (uint32_t i = 0; i < m.n; i++)
        m.docs[i] = i * 17 % m.n;
    assert_int_equal(made_site_kinds(&m), 2);
    for (uint32_t i = 0; i < m.n; i++)
        assert_int_equal(m.kind[i] == m.kind[0], m.docs[i] % 2 == m.docs[0] % 2);
    made_site_free(&m);
}

/* Documents that have neither marks nor shapes. */
static void test_no_marks(void **state)
{
    (void)state;
    made_site m;
    made_site_init(&m, 40, 1);
    for (uint32_t i = 0; i < m.n; i++) {
        memset(m.store.page[i].n_marks, 0, sizeof m.store.page[i].n_marks);
        memset(m.pages[i].shape, 0, sizeof m.pages[i].shape);
    }
    assert_int_equal(made_site_kinds(&m), 1);
    made_site_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_two_kinds), cmocka_unit_test(test_one_kind),
                                        cmocka_unit_test(test_few_pages), cmocka_unit_test(test_any_order),
                                        cmocka_unit_test(test_no_marks) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
