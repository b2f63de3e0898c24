/* test_pagelevel_data.c - on real pages both smoothing solvers give the same scores.
 * Every tenth page of the data next to the project (all of them: bench_pagelevel --time). Skipped if there is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "chakrabarti-2007/pagelevel.h"
#include "unit/isotonic_reference.h"

#define EVERY 10

static void check_page(husk_page *page, const logistic_model *model, isotonic *memory)
{
    pagelevel_verdict v;
    assert_int_equal(pagelevel_judge(page, model, NULL, memory, &v), HUSK_OK);
    uint32_t n = v.tree.n;
    float *levels = arena_array(&page->scratch, n, sizeof *levels), whole = v.boxes.width * v.boxes.height;
    double *score = arena_array(&page->scratch, n, sizeof *score),
           *penalty = arena_array(&page->scratch, n, sizeof *penalty);
    double *exact = arena_array(&page->scratch, n, sizeof *exact);
    for (uint32_t k = 0; k < n; k++)
        levels[k] = v.tree.area[k] > 0 ? 255 * model->penalty * whole / v.tree.area[k] : __builtin_inff();
    isotonic_tree tree = { n, v.tree.parent, v.score, v.tree.weight, levels };
    for (uint32_t k = 0; k < n; k++) {
        score[k] = v.score[k];
        penalty[k] = isotonic_penalty(&tree, k);
    }
    assert_int_equal(isotonic_reference(n, v.tree.parent, score, v.tree.weight, penalty, exact, NULL), HUSK_OK);
    for (uint32_t k = 0; k < n; k++)
        assert_true(exact[k] == v.smoothed[k]);
}

static void both_solvers_agree(void **unused)
{
    const char *data = getenv("HUSK_DATA") ? getenv("HUSK_DATA") : "../shared/data";
    char wcxb[512], swde[512];
    const char *inputs[] = { wcxb, swde };
    (void)unused;
    snprintf(wcxb, sizeof wcxb, "%s/wcxb/html", data);
    snprintf(swde, sizeof swde, "%s/swde", data);
    if (access(wcxb, R_OK) != 0 || access(swde, R_OK) != 0) {
        print_message("no data at %s: skipped\n", data);
        skip();
    }
    husk_source *source;
    husk_page *page;
    husk_raw raw = { .size = sizeof(husk_raw) };
    logistic_model model;
    isotonic memory = { 0 };
    uint32_t n = 0, checked = 0;
    assert_int_equal(logistic_read(logistic_built_in.data, logistic_built_in.len, &model, NULL), HUSK_OK);
    assert_int_equal(husk_source_open(inputs, 2, NULL, &source, NULL), HUSK_OK);
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    while (husk_source_next(source, &raw, NULL) == HUSK_OK) {
        if (raw.status || n++ % EVERY)
            continue;
        husk_status status = husk_page_parse(page, &raw, NULL);
        assert_true(status == HUSK_OK || status == HUSK_LIMIT);
        check_page(page, &model, &memory);
        checked++;
    }
    assert_true(checked > 100);
    isotonic_free(&memory);
    husk_page_free(page);
    husk_source_free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(both_solvers_agree) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
