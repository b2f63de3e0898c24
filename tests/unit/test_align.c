/* test_align.c - the same alignment as by a plain matrix, step by step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/limits.h"
#include "base/hash.h"
#include "template/template.h"

/* --- the plain reference ------------------------------------------------------------------------------------------ */

static int max2(int x, int y)
{
    return x > y ? x : y;
}

/* The paper's matrix S, then the trace with the stated preference: both, b alone, a alone. Returns the score. */
static int plain_align(const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint8_t *ops, size_t *n_ops)
{
    int *s = malloc((n + 1) * (m + 1) * sizeof *s);
    assert_non_null(s);
#define S(i, j) s[(i) * (m + 1) + (j)]
    for (size_t j = 0; j <= m; j++)
        S(0, j) = -(int)j;
    for (size_t i = 1; i <= n; i++) {
        S(i, 0) = -(int)i;
        for (size_t j = 1; j <= m; j++)
            S(i, j) = max2(S(i - 1, j - 1) + (a[i - 1] == b[j - 1]), max2(S(i - 1, j), S(i, j - 1)) - 1);
    }
    size_t at = n + m;
    for (size_t i = n, j = m; i || j;) {
        if (i && j && S(i, j) == S(i - 1, j - 1) + (a[i - 1] == b[j - 1])) {
            ops[--at] = a[i - 1] == b[j - 1] ? ALIGN_MATCH : ALIGN_MISMATCH;
            i--, j--;
        } else if (j && S(i, j) == S(i, j - 1) - 1) {
            ops[--at] = ALIGN_ONLY_B;
            j--;
        } else {
            ops[--at] = ALIGN_ONLY_A;
            i--;
        }
    }
    int score = S(n, m);
#undef S
    *n_ops = n + m - at;
    memmove(ops, ops + at, *n_ops);
    free(s);
    return score;
}

/* Matches minus gaps. */
static int score_of(const uint8_t *ops, size_t n)
{
    int score = 0;
    for (size_t i = 0; i < n; i++)
        score += ops[i] == ALIGN_MATCH ? 1 : ops[i] == ALIGN_MISMATCH ? 0 : -1;
    return score;
}

static void check_with(aligner *al, const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
    uint8_t *want = malloc(n + m + 1), *got = malloc(n + m + 1);
    size_t n_want;
    size_t n_ops;
    int score = plain_align(a, n, b, m, want, &n_want);
    assert_int_equal(align_tokens(al, a, n, b, m, got, &n_ops), HUSK_OK);
    assert_int_equal(score_of(got, n_ops), score);
    assert_int_equal(n_ops, n_want);
    assert_memory_equal(got, want, n_want);
    free(want);
    free(got);
}

static void check(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
    aligner al;
    aligner_init(&al, HUSK_MAX_ALIGN_BYTES);
    check_with(&al, a, n, b, m);
    aligner_free(&al);
}

/* --- pairs -------------------------------------------------------------------------------------------------------- */

static uint32_t *random_tokens(random_state *r, size_t n, uint32_t alphabet)
{
    uint32_t *tokens = malloc((n + 1) * sizeof *tokens);
    for (size_t i = 0; i < n; i++)
        tokens[i] = random_below(r, alphabet) * 2654435761u; /* spread: ids need not be small */
    return tokens;
}

/* `a` with about one token in `every` changed, dropped or inserted. */
static uint32_t *perturb(random_state *r, const uint32_t *a, size_t n, uint32_t every, uint32_t alphabet, size_t *m)
{
    uint32_t *b = malloc((2 * n + 1) * sizeof *b);
    *m = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t what = random_below(r, every) ? 3 : random_below(r, 3);
        if (what == 0)
            b[(*m)++] = random_below(r, alphabet) * 2654435761u;
        if (what == 1) {
            b[(*m)++] = random_below(r, alphabet) * 2654435761u;
            b[(*m)++] = a[i];
        }
        if (what == 3)
            b[(*m)++] = a[i];
    }
    return b;
}

static void test_random_pairs(void **state)
{
    (void)state;
    static const uint32_t alphabets[] = { 1, 2, 3, 5, 20, 1000 };
    random_state r = { 1 };
    for (int round = 0; round < 12000; round++) {
        uint32_t alphabet = alphabets[round % 6];
        size_t n = random_below(&r, round % 10 ? 24 : 150), m = random_below(&r, round % 10 ? 24 : 150);
        uint32_t *a = random_tokens(&r, n, alphabet), *b = random_tokens(&r, m, alphabet);
        check(a, n, b, m);
        free(a);
        free(b);
    }
}

static void test_alike_pairs(void **state)
{
    (void)state;
    static const uint32_t alphabets[] = { 2, 4, 30, 5000 };
    static const uint32_t every[] = { 2, 4, 10, 50 };
    random_state r = { 2 };
    for (int round = 0; round < 4000; round++) {
        size_t n = random_below(&r, 200), m;
        uint32_t alphabet = alphabets[round % 4];
        uint32_t *a = random_tokens(&r, n, alphabet);
        uint32_t *b = perturb(&r, a, n, every[round / 4 % 4], alphabet, &m);
        check(a, n, b, m);
        free(a);
        free(b);
    }
}

static void test_long_pairs(void **state)
{
    (void)state;
    random_state r = { 3 };
    for (int round = 0; round < 12; round++) {
        size_t n = 900 + random_below(&r, 900), m;
        uint32_t *a = random_tokens(&r, n, 40);
        uint32_t *b = perturb(&r, a, n, (uint32_t)(2 + round), 40, &m);
        check(a, n, b, m);
        check(a, n, b, m / 7);
        free(a);
        free(b);
    }
}

/* Memory too small for all rows: computed from checkpoints, with the same result. */
static void test_checkpoints(void **state)
{
    (void)state;
    random_state r = { 4 };
    size_t n = 1000, m;
    uint32_t *a = random_tokens(&r, n, 300);
    uint32_t *b = perturb(&r, a, n, 2, 300, &m);
    /* Down from room for all rows, through two, three and more levels, to none. */
    bool ended = false;
    for (size_t cap = 500 << 10; cap > 8 << 10; cap -= cap > 150 << 10 ? 50 << 10 : 3 << 10) {
        uint8_t *ops = malloc(n + m);
        size_t n_ops;
        aligner al;
        aligner_init(&al, cap);
        husk_status status = align_tokens(&al, a, n, b, m, ops, &n_ops);
        assert_true(status == HUSK_LIMIT || (status == HUSK_OK && !ended));
        ended = status == HUSK_LIMIT;
        if (!ended)
            check_with(&al, a, n, b, m);
        free(ops);
        aligner_free(&al);
    }
    assert_true(ended);
    free(a);
    free(b);
}

static void test_limits(void **state)
{
    (void)state;
    random_state r = { 5 };
    size_t n = 2000;
    uint32_t *a = random_tokens(&r, n, 100), *b = random_tokens(&r, n, 100);
    uint8_t *ops = malloc(2 * n);
    size_t n_ops;
    aligner al;
    aligner_init(&al, 16 << 10);
    assert_int_equal(align_tokens(&al, a, n, b, n, ops, &n_ops), HUSK_LIMIT);
    aligner_free(&al);
    aligner_init(&al, HUSK_MAX_ALIGN_BYTES);
    al.max_cells = n * n - 1;
    assert_int_equal(align_tokens(&al, a, n, b, n, ops, &n_ops), HUSK_LIMIT);
    assert_int_equal(align_tokens(&al, a, n, a, n, ops, &n_ops), HUSK_OK); /* identical: no matrix is needed */
    assert_int_equal(score_of(ops, n_ops), n);
    al.max_cells = n * n;
    assert_int_equal(align_tokens(&al, a, n, b, n, ops, &n_ops), HUSK_OK);
    assert_int_equal(align_tokens(&al, a, (size_t)HUSK_MAX_TOKENS + 1, b, n, ops, &n_ops), HUSK_LIMIT);
    aligner_free(&al);
    free(a);
    free(b);
    free(ops);
}

/* --- by hand ------------------------------------------------------------------------------------------------------ */

enum { DIV, END_DIV, P, END_P, B, END_B, BR, HELLO, WORLD, OTHER };

/* Two small snippets of HTML, as in the paper's figure 1: a paragraph whose text differs and which has a <br> in one of
 * them. <div> <p> hello </p> </div> <div> <p> world <br> </p> </div> */
static void test_snippets(void **state)
{
    (void)state;
    static const uint32_t u[] = { DIV, P, HELLO, END_P, END_DIV };
    static const uint32_t v[] = { DIV, P, WORLD, BR, END_P, END_DIV };
    /* "hello" may be aligned with "world" or with <br>: from the end, both together is preferred. */
    static const uint8_t want[] = { ALIGN_MATCH, ALIGN_MATCH, ALIGN_ONLY_B, ALIGN_MISMATCH, ALIGN_MATCH, ALIGN_MATCH };
    uint8_t ops[11];
    size_t n_ops;
    aligner al;
    aligner_init(&al, HUSK_MAX_ALIGN_BYTES);
    assert_int_equal(align_tokens(&al, u, 5, v, 6, ops, &n_ops), HUSK_OK);
    assert_int_equal(score_of(ops, n_ops), 4 - 1);
    assert_int_equal(n_ops, sizeof want);
    assert_memory_equal(ops, want, sizeof want);
    check(u, 5, v, 6);
    aligner_free(&al);
}

/* The first row and column of the matrix are 0, -1, -2, …: only gaps. */
static void test_one_empty(void **state)
{
    (void)state;
    static const uint32_t u[] = { DIV, P, END_P };
    uint8_t ops[3];
    size_t n_ops;
    aligner al;
    aligner_init(&al, HUSK_MAX_ALIGN_BYTES);
    assert_int_equal(align_tokens(&al, u, 3, NULL, 0, ops, &n_ops), HUSK_OK);
    assert_int_equal(score_of(ops, n_ops), -3);
    assert_int_equal(ops[0], ALIGN_ONLY_A);
    assert_int_equal(align_tokens(&al, NULL, 0, u, 3, ops, &n_ops), HUSK_OK);
    assert_int_equal(score_of(ops, n_ops), -3);
    assert_int_equal(ops[2], ALIGN_ONLY_B);
    assert_int_equal(align_tokens(&al, NULL, 0, NULL, 0, ops, &n_ops), HUSK_OK);
    assert_int_equal(n_ops, 0);
    aligner_free(&al);
}

/* A unique token on both sides that no best alignment matches: why such tokens are not used as anchors. */
static void test_crossing_unique_tokens(void **state)
{
    (void)state;
    static const uint32_t u[] = { OTHER, B, END_B, BR };
    static const uint32_t v[] = { B, END_B, BR, OTHER };
    uint8_t ops[8];
    size_t n_ops;
    aligner al;
    aligner_init(&al, HUSK_MAX_ALIGN_BYTES);
    assert_int_equal(align_tokens(&al, u, 4, v, 4, ops, &n_ops), HUSK_OK);
    assert_int_equal(score_of(ops, n_ops), 3 - 2);
    assert_int_equal(ops[0], ALIGN_ONLY_A);
    assert_int_equal(ops[4], ALIGN_ONLY_B);
    check(u, 4, v, 4);
    aligner_free(&al);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_pairs), cmocka_unit_test(test_alike_pairs),
        cmocka_unit_test(test_long_pairs),   cmocka_unit_test(test_checkpoints),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_snippets),
        cmocka_unit_test(test_one_empty),    cmocka_unit_test(test_crossing_unique_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
