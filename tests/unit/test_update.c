/* test_update.c - how fast pages fade, the class of a group, retiring and returning classes, a long history. */
#include "learn/update.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/limits.h"
#include "base/hash.h"

#define NEW MODEL_NO_CLASS

/* --- fading ------------------------------------------------------------------------------------------------------- */

static void test_fade(void **state)
{
    (void)state;
    assert_true(update_fade(4000, 0, 64) == 1000); /* room for two half-lives */
    assert_true(update_fade(4000, 64, 64) == 2000);
    assert_true(update_fade(4000, 128, 64) == 4000);
    assert_true(update_fade(4000, 32, 64) == 1414);
    assert_true(update_fade(UINT64_MAX, 127, 64) != UPDATE_GONE);
    assert_true(update_fade(UINT64_MAX / 2 + 10, 192, 64) == UPDATE_GONE);
    assert_true(update_fade(4, UINT32_MAX, 1) == UPDATE_GONE);
    for (uint32_t age = 1; age < 500; age++) /* what has gone stays away */
        assert_true(update_fade(UINT64_MAX / 3, age, 64) >= update_fade(UINT64_MAX / 3, age - 1, 64));
}

/* Of many pages half are left after three half-lives, a quarter after four; of two pages the younger by a half-life
 * comes first three times out of four. */
static void test_half_life(void **state)
{
    (void)state;
    random_state random = { 3 };
    unsigned left[3] = { 0 }, younger = 0;
    for (int i = 0; i < 20000; i++) {
        uint64_t key = random_next(&random);
        for (unsigned k = 0; k < 3; k++)
            left[k] += update_fade(key, 64 * (k + 3), 64) != UPDATE_GONE;
        younger += update_fade(random_next(&random), 0, 64) < update_fade(key, 64, 64);
    }
    assert_true(left[0] > 9700 && left[0] < 10300);
    assert_true(left[1] > 4800 && left[1] < 5200);
    assert_true(left[2] > 2350 && left[2] < 2650);
    assert_true(younger > 14700 && younger < 15300);
}

/* --- groups ------------------------------------------------------------------------------------------------------- */

static uint32_t fill(update_page *pages, uint32_t n, uint32_t group, uint32_t class_number, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        pages[n++] = (update_page){ group, class_number };
    return n;
}

static bool assigned(update_page *pages, uint32_t n, uint32_t n_groups, uint32_t *next)
{
    arena memory;
    arena_init(&memory, SIZE_MAX);
    bool ok = update_classes(pages, n, n_groups, &memory, next);
    arena_free(&memory);
    return ok;
}

static void test_first_classes(void **state)
{
    (void)state;
    update_page pages[20];
    uint32_t next = 1, n = fill(pages, 0, 0, NEW, 9);
    n = fill(pages, n, 1, NEW, 5);
    assert_true(assigned(pages, n, 2, &next));
    assert_int_equal(pages[0].class_number, 1);
    assert_int_equal(pages[13].class_number, 2);
    assert_int_equal(next, 3);
}

static void test_new_pages_join(void **state)
{
    (void)state;
    update_page pages[100];
    uint32_t next = 8, n = fill(pages, 0, 0, 3, 20), joined = n;
    n = fill(pages, n, 0, NEW, 10);
    uint32_t other = n;
    n = fill(pages, n, 1, 7, 6);
    n = fill(pages, n, 1, NEW, 30); /* many more than before, but nobody else is class 7 */
    assert_true(assigned(pages, n, 2, &next));
    assert_int_equal(pages[joined].class_number, 3);
    assert_int_equal(pages[other + 6].class_number, 7);
    assert_int_equal(next, 8);
}

/* A mostly new group is a new class if another group has more of the old one, and takes its old pages along. */
static void test_split(void **state)
{
    (void)state;
    update_page pages[100];
    uint32_t next = 2, n = fill(pages, 0, 0, 1, 16), second = n;
    n = fill(pages, n, 1, 1, 3);
    n = fill(pages, n, 1, NEW, 9);
    assert_true(assigned(pages, n, 2, &next));
    assert_int_equal(pages[0].class_number, 1);
    assert_int_equal(pages[second].class_number, 2);
    assert_int_equal(pages[second + 3].class_number, 2);
    assert_int_equal(next, 3);
}

/* Three new pages split nothing, nor does another grouping of the old ones. */
static void test_no_split(void **state)
{
    (void)state;
    update_page pages[100];
    uint32_t next = 2, n = fill(pages, 0, 0, 1, 16), second = n;
    n = fill(pages, n, 1, 1, 2);
    n = fill(pages, n, 1, NEW, 3);
    uint32_t third = n;
    n = fill(pages, n, 2, 1, 10);
    n = fill(pages, n, 2, NEW, 8);
    assert_true(assigned(pages, n, 3, &next));
    assert_int_equal(pages[second + 2].class_number, 1);
    assert_int_equal(pages[third + 10].class_number, 1);
    assert_int_equal(next, 2);
}

/* --- a class's state ---------------------------------------------------------------------------------------------- */

static void test_retire_and_return(void **state)
{
    (void)state;
    class_state s = { .born = 1, .met = 1 };
    class_news news = { .run = 2, .met = 5, .given = 20, .n_pages = 60, .of = 100, .redesigned = true };
    assert_int_equal(update_state(&s, &news), RUN_MET); /* but not for this class */
    assert_int_equal(s.met, 2);
    news = (class_news){ .run = 3, .given = 20, .n_pages = 60, .of = 100 };
    assert_int_equal(update_state(&s, &news), RUN_MET); /* nobody said that the run had every kind of page */
    assert_int_equal(s.absent, 20);
    news.run = 4;
    news.redesigned = true;
    assert_int_equal(update_state(&s, &news), RUN_RETIRED);
    assert_int_equal(s.retired, 4);
    news = (class_news){ .run = 5, .met = 3, .given = 20 };
    assert_int_equal(update_state(&s, &news), RUN_MET); /* three stray pages */
    assert_int_equal(s.back, 3);
    news = (class_news){ .run = 6, .met = 1, .given = 20 };
    assert_int_equal(update_state(&s, &news), RUN_RETURNED);
    assert_int_equal(s.retired, 0);
    assert_int_equal(s.absent, 0);
    assert_int_equal(s.born, 1);
    assert_int_equal(s.met, 6);
}

static void test_moved_and_missed(void **state)
{
    (void)state;
    class_state s = { .born = 1, .met = 1 };
    class_news news = { .run = 2, .moved = 3, .given = 10, .n_pages = 10, .of = 20 };
    assert_int_equal(update_state(&s, &news), RUN_MET);
    news.moved = 4;
    assert_int_equal(update_state(&s, &news), RUN_RETIRED);
    s = (class_state){ .born = 1, .met = 1 };
    news = (class_news){ .run = 2, .given = 1023, .n_pages = 10, .of = 100 };
    assert_int_equal(update_state(&s, &news), RUN_MET);
    news = (class_news){ .run = 3, .given = 1, .n_pages = 10, .of = 100 };
    assert_int_equal(update_state(&s, &news), RUN_MET); /* pages enough, but two runs may be two sections of the site */
    news.run = 4;
    assert_int_equal(update_state(&s, &news), RUN_RETIRED);
    s = (class_state){ .born = 1, .met = 1 };
    news = (class_news){
        .run = 9, .given = 2000, .n_pages = 1, .of = 1000
    }; /* so rare that two thousand pages without it are no wonder */
    assert_int_equal(update_state(&s, &news), RUN_MET);
    news.given = UINT32_MAX;
    assert_int_equal(update_state(&s, &news), RUN_RETIRED);
    assert_true(s.absent == UINT32_MAX);
}

/* --- the history -------------------------------------------------------------------------------------------------- */

static void test_long_history(void **state)
{
    (void)state;
    model_run runs[HUSK_MAX_RUNS + 1];
    model_host host = { .runs = runs };
    for (uint32_t i = 1; i <= HUSK_MAX_RUNS + 2; i++) {
        history_add(&host, &(model_run){ .number = i, .n_runs = 1 });
        assert_int_equal(host.n_runs, i < HUSK_MAX_RUNS ? i : HUSK_MAX_RUNS);
        assert_int_equal(host.runs[host.n_runs - 1].number, i);
    }
    assert_int_equal(host.runs[0].number, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fade),
        cmocka_unit_test(test_half_life),
        cmocka_unit_test(test_first_classes),
        cmocka_unit_test(test_new_pages_join),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_no_split),
        cmocka_unit_test(test_retire_and_return),
        cmocka_unit_test(test_moved_and_missed),
        cmocka_unit_test(test_long_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
