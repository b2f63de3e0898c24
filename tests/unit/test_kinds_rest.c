/* test_kinds_rest.c - pages beyond those used to find kinds join the kind that fits. */
#include "unit/made_site.h"

static void test_all_pages_have_a_kind(void **state)
{
    (void)state;
    made_site m;
    made_site_init(&m, 1501, 2); /* every third page chooses: of both kinds */
    assert_int_equal(made_site_kinds(&m), 2);
    for (uint32_t i = 0; i < m.n; i++)
        assert_int_equal(m.kind[i], i % 2);
    made_site_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_all_pages_have_a_kind) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
