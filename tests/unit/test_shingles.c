/* test_shingles.c - signatures of texts: the smallest hashes, whatever the case and the marks between words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "similar/shingles.h"

static shingles of(const char *text)
{
    shingles s = { 0 };
    shingles_add(&s, (slice){ text, strlen(text) });
    shingles_end(&s);
    return s;
}

static void only_words_count(void **unused)
{
    (void)unused;
    shingles a = of("The quick brown fox jumps over the lazy dog, twice."),
             b = of("  the QUICK; brown\nfox - jumps (over) the lazy_dog twice");
    assert_int_equal(a.n, 5); /* ten words, five runs of six */
    assert_int_equal(b.n, a.n);
    assert_memory_equal(a.least, b.least, a.n * sizeof *a.least);
    shingles c = of("The quick brown fox jumps over the lazy dog, thrice.");
    assert_true(memcmp(a.least, c.least, a.n * sizeof *a.least) != 0);
}

static void order_matters(void **unused)
{
    (void)unused;
    assert_true(of("one two three four five six").least[0] != of("two one three four five six").least[0]);
    assert_true(of("one two three four five six").least[0] != of("onetwo three four five six").least[0]);
}

static void the_smallest_are_kept_ascending(void **unused)
{
    char text[4000];
    size_t len = 0;
    (void)unused;
    for (int i = 0; i < 400; i++)
        len += (size_t)sprintf(text + len, "word%d ", i % 300);
    shingles s = of(text);
    assert_int_equal(s.n, HUSK_DEDUP_HASHES);
    for (unsigned i = 1; i < s.n; i++)
        assert_true(s.least[i - 1] < s.least[i]);
    /* every run by itself is never smaller than what was kept, unless it is kept */
    for (int i = 0; i + SHINGLE_WORDS <= 300; i++) {
        char run[200];
        size_t n = 0;
        for (int k = 0; k < SHINGLE_WORDS; k++)
            n += (size_t)sprintf(run + n, "word%d ", i + k);
        uint64_t hash = of(run).least[0];
        bool kept = false;
        for (unsigned k = 0; k < s.n; k++)
            kept |= s.least[k] == hash;
        assert_true(kept || hash > s.least[s.n - 1]);
    }
}

static void short_texts_have_a_signature(void **unused)
{
    (void)unused;
    assert_int_equal(of("").n, 0);
    assert_int_equal(of(" ,. -").n, 0);
    assert_int_equal(of("two words").n, 1);
    assert_true(of("two words").least[0] != of("three words").least[0]);
    assert_int_equal(of("日本語の文").n, 1);
}

static void pieces_are_one_text(void **unused)
{
    shingles s = { 0 };
    (void)unused;
    shingles_add(&s, SLICE("one two three"));
    shingles_add(&s, SLICE("four five six seven"));
    shingles_end(&s);
    shingles whole = of("one two three four five six seven");
    assert_int_equal(s.n, whole.n);
    assert_memory_equal(s.least, whole.least, s.n * sizeof *s.least);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_words_count),
        cmocka_unit_test(order_matters),
        cmocka_unit_test(the_smallest_are_kept_ascending),
        cmocka_unit_test(short_texts_have_a_signature),
        cmocka_unit_test(pieces_are_one_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
