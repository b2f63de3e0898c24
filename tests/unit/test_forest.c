/* test_forest.c - all engines give the same bits, and the meaning of a tree. */
#include "unit/unit.h"

#include "base/forest.h"

static uint32_t state = 7;

static uint32_t below(uint32_t n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

/* One column, one border, one tree that looks at it. */
static void one_split(void **unused)
{
    (void)unused;
    static const uint16_t column[] = { 1 }, border[] = { 0, 1 };
    static const float borders[] = { 2.5f };
    static const uint8_t split_column[FOREST_DEPTH] = { 0 },
                         split_border[FOREST_DEPTH] = { 0, 254, 254, 254, 254, 254 };
    uint8_t leaves[FOREST_TREE_BYTES] = { 0 };
    forest_leaf_set(leaves, 0, 0, -3);
    forest_leaf_set(leaves, 0, 1, 5);
    forest f = { 1, 1, column, border, borders, split_column, split_border, leaves, .5f, 1 };
    float values[2 * 32] = { 0 }, scores[32];
    values[32] = 2.5f; /* not above its border */
    values[33] = 2.6f;
    arena memory;
    arena_init(&memory, 1 << 20);
    for (int engine = 0; engine < 3; engine++) {
        assert_int_equal(forest_score(&f, values, 2, 32, NULL, (forest_engine)engine, &memory, scores), HUSK_OK);
        assert_float_equal(scores[0], -.5, 0);
        assert_float_equal(scores[1], 3.5, 0);
    }
    arena_free(&memory);
}

/* A column of one value needs only its first row: what the others hold does not matter. Every fourth is one. */
static void check_same(const forest *f, float *values, uint32_t n, uint32_t stride, const float *expected,
                       arena *memory)
{
    bool same[64] = { false };
    float scores[2048];
    for (uint32_t c = 0; c < f->n_columns; c += 4) {
        same[c] = true;
        for (uint32_t i = 1; i < n; i++)
            values[(size_t)c * stride + i] = (float)below(130);
    }
    for (int engine = 0; engine < 3; engine++) {
        assert_int_equal(forest_score(f, values, n, stride, same, (forest_engine)engine, memory, scores), HUSK_OK);
        assert_memory_equal(scores, expected, n * sizeof *scores);
    }
    for (uint32_t c = 0; c < f->n_columns; c += 4)
        for (uint32_t i = 1; i < n; i++)
            values[(size_t)c * stride + i] = values[(size_t)c * stride];
}

/* What the columns contribute explains the difference between any two rows. */
static void check_parts(const forest *f, const float *values, uint32_t n, uint32_t stride, const float *scores,
                        arena *memory)
{
    enum { PARTS = 3 };
    static float weights[2048 * PARTS]; /* stride is at most 1056 */
    uint8_t part_of[64];
    float first = 0;
    for (uint32_t c = 0; c < f->n_columns; c++)
        part_of[c] = (uint8_t)(c % PARTS);
    memset(weights, 0, sizeof weights);
    assert_int_equal(forest_explain(f, values, n, stride, NULL, part_of, memory, weights), HUSK_OK);
    for (uint32_t i = 0; i < n; i++) {
        float sum = weights[i] + weights[stride + i] + weights[2 * stride + i];
        first = i ? first : sum;
        assert_float_equal(sum - first, scores[i] - scores[0], .01);
    }
}

static void engines_agree(void **unused)
{
    (void)unused;
    enum { COLUMNS = 23, TREES = 150, BORDERS = 40, N = 1000, STRIDE = 1024 + 32 };
    static uint16_t column[COLUMNS], border[COLUMNS + 1];
    static float borders[COLUMNS * BORDERS], values[COLUMNS * STRIDE], best[STRIDE], plain[STRIDE], first[COLUMNS];
    static uint8_t split_column[TREES * FOREST_DEPTH], split_border[TREES * FOREST_DEPTH];
    static uint8_t leaves[TREES * FOREST_TREE_BYTES];
    arena memory;
    arena_init(&memory, 1 << 24);
    for (int round = 0; round < 20; round++) {
        uint32_t n_borders = 1 + below(BORDERS),
                 n = round < 6 ? 1 : 1 + below(N); /* a single row has a way of its own */
        uint32_t stride = (n + 31) / 32 * 32 + (round % 3 == 0 ? 32 : 0);
        for (uint32_t c = 0; c < COLUMNS; c++) {
            column[c] = (uint16_t)(COLUMNS - 1 - c);
            border[c] = (uint16_t)(c * n_borders);
            for (uint32_t k = 0; k < n_borders; k++)
                borders[c * n_borders + k] = (float)k * 3 + (float)below(3);
        }
        border[COLUMNS] = (uint16_t)(COLUMNS * n_borders);
        for (uint32_t i = 0; i < COLUMNS * stride; i++)
            values[i] = i / stride % 4 == 0 ? 60.f /* a column of one value */
                        : below(50) == 0    ? -1e30f
                                            : (float)below(130) - 5;
        for (uint32_t i = 0; i < TREES * FOREST_DEPTH; i++) {
            split_column[i] = (uint8_t)below(COLUMNS);
            split_border[i] = (uint8_t)below(n_borders);
        }
        for (uint32_t i = 0; i < TREES * FOREST_LEAVES; i++)
            forest_leaf_set(leaves, i / FOREST_LEAVES, i % FOREST_LEAVES,
                            (int16_t)((int)below(2 * FOREST_LEAF_MAX + 1) - FOREST_LEAF_MAX));
        if (round == 0) /* the worst that 16 bits must hold */
            for (uint32_t i = 0; i < TREES * FOREST_LEAVES; i++)
                forest_leaf_set(leaves, i / FOREST_LEAVES, i % FOREST_LEAVES, FOREST_LEAF_MAX);
        forest f = {
            COLUMNS, 1 + below(TREES), column, border, borders, split_column, split_border, leaves, .001f, -1
        };
        assert_int_equal(forest_score(&f, values, n, stride, NULL, FOREST_BEST, &memory, best), HUSK_OK);
        assert_int_equal(forest_score(&f, values, n, stride, NULL, FOREST_PLAIN, &memory, plain), HUSK_OK);
        assert_memory_equal(best, plain, n * sizeof *best);
        assert_int_equal(forest_score(&f, values, n, stride, NULL, FOREST_VECTORS, &memory, best), HUSK_OK);
        assert_memory_equal(best, plain, n * sizeof *best);
        check_same(&f, values, n, stride, plain, &memory);
        check_parts(&f, values, n, stride, plain, &memory);
        forest_row row = { .borders = NULL };
        for (uint32_t c = 0; c < COLUMNS; c++)
            first[c] = values[c * stride];
        best[0] = forest_score_row(&f, first, &row);
        assert_memory_equal(best, plain, sizeof *best);
        f.n_trees = 1; /* another forest with the same borders: the row's bytes are known */
        first[0] = first[COLUMNS - 1] = 0;
        best[0] = forest_score_row(&f, first, &row);
        assert_int_equal(forest_score(&f, values, n, stride, NULL, FOREST_PLAIN, &memory, plain), HUSK_OK);
        assert_memory_equal(best, plain, sizeof *best);
    }
    arena_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(one_split), cmocka_unit_test(engines_agree) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
