/* test_loaded.c - a library's functions: all or none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>

#include <cmocka.h>

#include "base/system/loaded.h"

typedef struct calls {
    LOADED_MEMBER(cos) LOADED_MEMBER(sqrt)
} calls;

static void test_loaded(void **state)
{
    (void)state;
    calls c = { 0 };
    const char *const names[] = { LOADED_NAME(cos) LOADED_NAME(sqrt) };
    const char *const wrong[] = { LOADED_NAME(cos) LOADED_NAME(husk_no_such_call) };
    assert_false(loaded_fill("libhusk-no-such-library.so.1", names, 2, &c));
    assert_false(loaded_fill("libm.so.6", wrong, 2, &c));
    assert_null(c.cos);
    assert_true(loaded_fill("libm.so.6", names, 2, &c));
    assert_true(c.sqrt(49) == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_loaded) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
