/* test_shingles.c - hashes of runs of words, independent of case and punctuation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "similar/near_copies.h"

typedef struct hashes {
    uint64_t at[400];
    size_t n;
} hashes;

static hashes end(shingles *s)
{
    hashes h = { .n = shingles_end(s) };
    assert_true(h.n <= 400);
    memcpy(h.at, s->all.data ? s->all.data : "", h.n * sizeof *h.at);
    shingles_free(s);
    return h;
}

static hashes of(const char *text)
{
    shingles s;
    shingles_init(&s);
    shingles_add(&s, (slice){ text, strlen(text) });
    return end(&s);
}

static void only_words_count(void **unused)
{
    (void)unused;
    hashes a = of("The quick brown fox jumps over the lazy dog, twice."),
           b = of("  the QUICK; brown\nfox - jumps (over) the lazy_dog twice");
    assert_int_equal(a.n, 5); /* ten words, five runs of six */
    assert_int_equal(b.n, a.n);
    assert_memory_equal(a.at, b.at, a.n * sizeof *a.at);
    hashes c = of("The quick brown fox jumps over the lazy dog, thrice.");
    assert_true(memcmp(a.at, c.at, a.n * sizeof *a.at) != 0);
}

static void order_matters(void **unused)
{
    (void)unused;
    assert_true(of("one two three four five six").at[0] != of("two one three four five six").at[0]);
    assert_true(of("one two three four five six").at[0] != of("onetwo three four five six").at[0]);
}

static void all_are_kept_ascending_each_once(void **unused)
{
    char text[4000];
    size_t len = 0;
    (void)unused;
    for (int i = 0; i < 400; i++)
        len += (size_t)sprintf(text + len, "word%d ", i % 200);
    hashes s = of(text);
    assert_int_equal(s.n, 200);
    for (size_t i = 1; i < s.n; i++)
        assert_true(s.at[i - 1] < s.at[i]);
}

static void short_texts_have_a_hash(void **unused)
{
    (void)unused;
    assert_int_equal(of("").n, 0);
    assert_int_equal(of(" ,. -").n, 0);
    assert_int_equal(of("two words").n, 1);
    assert_true(of("two words").at[0] != of("three words").at[0]);
    assert_int_equal(of("日本語の文").n, 1);
}

static void pieces_are_one_text(void **unused)
{
    shingles s;
    (void)unused;
    shingles_init(&s);
    shingles_add(&s, SLICE("one two three"));
    shingles_add(&s, SLICE("four five six seven"));
    hashes pieces = end(&s), whole = of("one two three four five six seven");
    assert_int_equal(pieces.n, whole.n);
    assert_memory_equal(pieces.at, whole.at, whole.n * sizeof *whole.at);
}

static void likeness_is_the_shared_part(void **unused)
{
    static const uint64_t a[] = { 1, 2, 3, 4 }, b[] = { 3, 4, 5 };
    (void)unused;
    assert_float_equal(shingles_alike(a, 4, b, 3), 2. / 5, 1e-9);
    assert_float_equal(shingles_alike(a, 4, a, 4), 1, 1e-9);
    assert_float_equal(shingles_alike(a, 4, b, 0), 0, 1e-9);
    assert_float_equal(shingles_alike(a, 0, b, 0), 0, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_words_count),
        cmocka_unit_test(order_matters),
        cmocka_unit_test(all_are_kept_ascending_each_once),
        cmocka_unit_test(short_texts_have_a_hash),
        cmocka_unit_test(pieces_are_one_text),
        cmocka_unit_test(likeness_is_the_shared_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
