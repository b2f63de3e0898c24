/* test_drift.c - a redesign is detected within twenty pages, and odd pages of an unchanged site are not one. */
#include "learn/update.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"

static husk_fit fit_of(double fit)
{
    return (
        husk_fit){ .size = sizeof(husk_fit), .known = true, .fits = fit > .5, .fit = fit, .usual = .95, .spread = .04 };
}

/* Between 0 and 1. */
static double uniform(random_state *r)
{
    return (double)(random_next(r) >> 11) / (double)(UINT64_C(1) << 53);
}

static void test_unchanged(void **state)
{
    (void)state;
    random_state random = { 7 };
    drift_state d = { 0 };
    for (int i = 0; i < 10000; i++) { /* one page in ten is of a kind that was hardly learned */
        husk_fit fit = fit_of(uniform(&random) < .1 ? .3 + .5 * uniform(&random) : .88 + .12 * uniform(&random));
        assert_false(drift_add(&d, &fit));
    }
    assert_int_equal(d.n, 10000);
    assert_true(d.poor > 0 && d.poor < 1000);
}

static void test_redesign(void **state)
{
    (void)state;
    random_state random = { 7 };
    drift_state d = { 0 };
    int noticed = 0;
    for (int i = 0; i < 500; i++) {
        husk_fit fit = fit_of(.9 + .1 * uniform(&random));
        assert_false(drift_add(&d, &fit));
    }
    for (int i = 1; i <= 40; i++) {
        husk_fit fit = fit_of(.1 + .3 * uniform(&random));
        if (drift_add(&d, &fit)) {
            assert_int_equal(noticed, 0); /* once */
            noticed = i;
        }
    }
    assert_true(noticed >= 4 && noticed <= 20);
    assert_int_equal(d.changed, 500 + noticed);
}

/* Hosts are kept separate, and the report names those with pages that don't fit. */
static void test_hosts(void **state)
{
    (void)state;
    husk_drift *drift;
    husk_output *out;
    size_t len;
    assert_int_equal(husk_drift_new(&drift), HUSK_OK);
    assert_int_equal(husk_output_new(1 << 16, &out), HUSK_OK);
    husk_fit good = fit_of(.96), bad = fit_of(.1), unknown = { .size = sizeof(husk_fit), .known = false };
    strcpy(good.host, "a.example");
    strcpy(bad.host, "b.example");
    for (int i = 0; i < 20; i++) {
        assert_false(husk_drift_add(drift, &good));
        husk_drift_add(drift, &bad);
        assert_false(husk_drift_add(drift, &unknown));
    }
    husk_drift_report(drift, out);
    const char *report = husk_output_data(out, &len);
    char *text = strndup(report, len);
    assert_null(strstr(text, "a.example"));
    assert_non_null(strstr(text, "b.example: 20 of 20 pages don't fit"));
    assert_non_null(strstr(text, "has changed, detected at page 8"));
    free(text);
    husk_output_free(out);
    husk_drift_free(drift);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_unchanged), cmocka_unit_test(test_redesign),
                                        cmocka_unit_test(test_hosts) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
