/* test_block_text.c - folding and counting text: the results, and that both engines agree. */
#include "unit/unit.h"

#include "base/hash.h"
#include "page/parser.h"

typedef struct run {
    buffer out;
    page_block block;
    block_pen pen;
    uint32_t words;
} run;

static run start(void)
{
    run r = { .pen = { false, false } };
    buffer_init(&r.out, 1 << 20);
    return r;
}

static void add(run *r, const char *data, size_t len, block_text_engine engine)
{
    char *exact = malloc(len + !len); /* exact size, so that reading past its end is detected */
    memcpy(exact, data, len);
    r->words += block_text_add(&r->out, &r->block, &r->pen, (slice){ exact, len }, engine);
    free(exact);
}

static void folds_and_counts(void **state)
{
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        run r = start();
        add(&r, "  Every Word\n\t of this, 12 in all; ends", 39, engine);
        add(&r, "Here  \"(yes)\"... ", 17, engine);
        assert_int_equal(r.out.len, 50);
        assert_memory_equal(r.out.data, "Every Word of this, 12 in all; endsHere \"(yes)\"...", 50);
        assert_int_equal(r.block.n_words, 9);
        assert_int_equal(r.words, 9);
        assert_int_equal(r.block.n_capitals, 2);
        assert_int_equal(r.block.n_digits, 2);
        assert_int_equal(r.block.marks[MARK_COMMA], 2);
        assert_int_equal(r.block.marks[MARK_SENTENCE], 3);
        assert_int_equal(r.block.last, '.');
        assert_true(r.pen.space);
        buffer_free(&r.out);
    }
}

static void both_engines_agree(void **state)
{
    (void)state;
    static const char *const parts[] = { "a",
                                         "Word",
                                         "word",
                                         "_x9",
                                         "42",
                                         " ",
                                         " ",
                                         " ",
                                         "  ",
                                         "\n",
                                         "\t\t",
                                         "\f",
                                         "\r\n",
                                         "\v",
                                         "\x01",
                                         ".",
                                         "...",
                                         ",",
                                         "?",
                                         "\"",
                                         ")",
                                         "|",
                                         "$",
                                         "é",
                                         "É",
                                         "Ж",
                                         "\xc2\xa0",
                                         "漢字",
                                         "。",
                                         "€",
                                         "’",
                                         "”",
                                         "•",
                                         "\xff",
                                         "\xe2\x80",
                                         "\x7f",
                                         "a longer run of plain words that goes on",
                                         "https://a.example/b?c=d&e" };
    random_state random = { 3 };
    for (int round = 0; round < 20000; round++) {
        run best = start(), plain = start();
        for (uint32_t piece = random_below(&random, 4) + 1; piece; piece--) {
            char text[2048];
            size_t len = 0;
            for (uint32_t n = random_below(&random, 30); n; n--) {
                const char *part = parts[random_below(&random, sizeof parts / sizeof *parts)];
                memcpy(text + len, part, strlen(part));
                len += strlen(part);
            }
            add(&best, text, len, BLOCK_TEXT_BEST);
            add(&plain, text, len, BLOCK_TEXT_PLAIN);
        }
        assert_int_equal(best.out.len, plain.out.len);
        if (best.out.len)
            assert_memory_equal(best.out.data, plain.out.data, best.out.len);
        assert_memory_equal(&best.block, &plain.block, sizeof best.block);
        assert_true(best.pen.space == plain.pen.space && best.words == plain.words);
        assert_true(best.pen.space || best.pen.in_word == plain.pen.in_word);
        buffer_free(&best.out);
        buffer_free(&plain.out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(folds_and_counts), cmocka_unit_test(both_engines_agree) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
