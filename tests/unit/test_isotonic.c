/* test_isotonic.c - both solvers against exhaustive search on small trees, and against each other on larger ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chakrabarti-2007/isotonic.h"
#include "unit/isotonic_reference.h"

#define SMALL 7
#define LARGE 700

typedef struct sample {
    uint32_t n, parent[LARGE], weight[LARGE];
    uint8_t score[LARGE], fast[LARGE];
    float penalty[LARGE];
    double scores[LARGE], penalties[LARGE], smoothed[LARGE];
} sample;

static uint64_t state = 42;

static uint32_t below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static isotonic_tree tree_of(const sample *s)
{
    return (isotonic_tree){ s->n, s->parent, s->score, s->weight, s->penalty };
}

/* A tree in preorder: each node is a child of the previous one or of one of its ancestors. */
static void random_tree(sample *s, uint32_t n, const uint8_t *levels, uint32_t n_levels)
{
    s->n = n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t parent = i ? i - 1 : 0;
        while (parent && below(2))
            parent = s->parent[parent];
        s->parent[i] = parent;
        s->weight[i] = below(3) ? 1 : 1 + below(4);
        s->score[i] = levels[below(n_levels)];
        static const float penalties[] = { 0, .25f, 1, 2.5f, 7, 40, 300, INFINITY };
        s->penalty[i] = penalties[below(8)];
        s->scores[i] = s->score[i];
    }
    isotonic_tree tree = tree_of(s);
    for (uint32_t i = 0; i < n; i++)
        s->penalties[i] = isotonic_penalty(&tree, i);
}

/* The least cost over all assignments of `levels` to the nodes. */
static double brute_force(const sample *s, const uint8_t *levels, uint32_t n_levels)
{
    uint32_t at[SMALL] = { 0 };
    double smoothed[SMALL], least = INFINITY;
    for (;;) {
        for (uint32_t i = 0; i < s->n; i++)
            smoothed[i] = levels[at[i]];
        double cost = isotonic_cost(s->n, s->parent, s->scores, s->weight, s->penalties, smoothed);
        least = cost < least ? cost : least;
        uint32_t i = 0;
        while (i < s->n && ++at[i] == n_levels)
            at[i++] = 0;
        if (i == s->n)
            return least;
    }
}

static void check_both(sample *s, isotonic *memory, double *least)
{
    double fast_cost, reference_cost, fast[LARGE];
    isotonic_tree tree = tree_of(s);
    assert_int_equal(isotonic_smooth(memory, &tree, s->fast, &fast_cost), HUSK_OK);
    assert_int_equal(
        isotonic_reference(s->n, s->parent, s->scores, s->weight, s->penalties, s->smoothed, &reference_cost), HUSK_OK);
    for (uint32_t i = 0; i < s->n; i++) {
        fast[i] = s->fast[i];
        assert_true(fast[i] == s->smoothed[i]);
    }
    assert_true(fast_cost == reference_cost);
    assert_true(isotonic_cost(s->n, s->parent, s->scores, s->weight, s->penalties, fast) == fast_cost);
    *least = fast_cost;
}

static void both_are_optimal_on_small_trees(void **unused)
{
    static const uint8_t sets[][4] = { { 0, 1, 2, 3 }, { 0, 100, 200, 255 }, { 62, 63, 64, 65 }, { 7, 127, 128, 192 } };
    sample s;
    isotonic memory = { 0 };
    (void)unused;
    for (int round = 0; round < 1500; round++) {
        const uint8_t *levels = sets[below(4)];
        double least;
        random_tree(&s, 1 + below(SMALL), levels, 4);
        check_both(&s, &memory, &least);
        assert_true(least == brute_force(&s, levels, 4));
    }
    isotonic_free(&memory);
}

/* Levels that no node has are open to the brute force and do not help it (lemma 3). */
static void no_other_value_is_better(void **unused)
{
    static const uint8_t own[] = { 1, 4 }, all[] = { 0, 1, 2, 3, 4, 5 };
    sample s;
    isotonic memory = { 0 };
    (void)unused;
    for (int round = 0; round < 300; round++) {
        double least;
        random_tree(&s, 1 + below(5), own, 2);
        check_both(&s, &memory, &least);
        assert_true(least == brute_force(&s, all, 6));
    }
    isotonic_free(&memory);
}

static void both_agree_on_large_trees(void **unused)
{
    uint8_t levels[256];
    sample *s = malloc(sizeof *s);
    isotonic memory = { 0 };
    (void)unused;
    for (int i = 0; i < 256; i++)
        levels[i] = (uint8_t)i;
    for (int round = 0; round < 40; round++) {
        double least;
        random_tree(s, 1 + below(LARGE), levels, 256);
        check_both(s, &memory, &least);
    }
    isotonic_free(&memory);
    free(s);
}

static void no_penalty_keeps_what_is_consistent(void **unused)
{
    uint32_t parent[] = { 0, 0, 1, 1, 0 }, weight[] = { 1, 1, 1, 1, 1 };
    uint8_t score[] = { 3, 9, 9, 200, 3 }, smoothed[5];
    float penalty[5] = { 0 };
    isotonic memory = { 0 };
    (void)unused;
    isotonic_tree tree = { 5, parent, score, weight, penalty };
    assert_int_equal(isotonic_smooth(&memory, &tree, smoothed, NULL), HUSK_OK);
    assert_memory_equal(smoothed, score, 5);
    isotonic_free(&memory);
}

/* Without room for a piece of its own every node has the weighted median. */
static void infinite_penalties_give_the_median(void **unused)
{
    uint32_t parent[] = { 0, 0, 0, 0 }, weight[] = { 1, 1, 1, 4 };
    uint8_t score[] = { 0, 10, 20, 250 }, smoothed[4];
    float penalty[] = { INFINITY, INFINITY, INFINITY, INFINITY };
    isotonic memory = { 0 };
    (void)unused;
    isotonic_tree tree = { 4, parent, score, weight, penalty };
    assert_int_equal(isotonic_smooth(&memory, &tree, smoothed, NULL), HUSK_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(smoothed[i], 250);
    isotonic_free(&memory);
}

/* A chain as deep as it may be, and weights that do not fit. */
static void extremes_are_told(void **unused)
{
    enum { N = 65600 };
    uint32_t *parent = calloc(N, 4), *weight = calloc(N, 4);
    uint8_t *score = calloc(N, 1), *smoothed = malloc(N);
    float *penalty = calloc(N, sizeof *penalty);
    isotonic memory = { 0 };
    (void)unused;
    for (uint32_t i = 0; i < N; i++) {
        parent[i] = i ? i - 1 : 0;
        weight[i] = 1;
        score[i] = (uint8_t)(i * 7);
    }
    isotonic_tree tree = { 600, parent, score, weight, penalty };
    assert_int_equal(isotonic_smooth(&memory, &tree, smoothed, NULL), HUSK_OK);
    tree.n = N;
    assert_int_equal(isotonic_smooth(&memory, &tree, smoothed, NULL), HUSK_LIMIT);
    tree.n = 2;
    weight[0] = weight[1] = UINT32_MAX;
    assert_int_equal(isotonic_smooth(&memory, &tree, smoothed, NULL), HUSK_LIMIT);
    tree.n = 0;
    assert_int_equal(isotonic_smooth(&memory, &tree, smoothed, NULL), HUSK_OK);
    isotonic_free(&memory);
    free(parent), free(weight), free(score), free(smoothed), free(penalty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_are_optimal_on_small_trees),    cmocka_unit_test(no_other_value_is_better),
        cmocka_unit_test(both_agree_on_large_trees),          cmocka_unit_test(no_penalty_keeps_what_is_consistent),
        cmocka_unit_test(infinite_penalties_give_the_median), cmocka_unit_test(extremes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
