/* test_block_text.c - folding and counting text: the results, and that pieces give the same as a whole. */
#include "unit/unit.h"

#include "base/hash.h"
#include "page/page.h"

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

static void add(run *r, const char *data, size_t len)
{
    char *exact = malloc(len + !len); /* exact size, so that reading past its end is detected */
    memcpy(exact, data, len);
    r->words += block_text_add(&r->out, &r->block, &r->pen, (slice){ exact, len });
    free(exact);
}

static void folds_and_counts(void **state)
{
    (void)state;
    run r = start();
    add(&r, "  Every Word\n\t of this, 12 in all; ends", 39);
    add(&r, "Here  \"(yes)\"... ", 17);
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

static void pieces_agree(void **state)
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
        run whole = start(), pieces = start();
        char text[2048];
        size_t len = 0;
        for (uint32_t n = random_below(&random, 30); n; n--) {
            const char *part = parts[random_below(&random, sizeof parts / sizeof *parts)];
            memcpy(text + len, part, strlen(part));
            len += strlen(part);
            add(&pieces, part, strlen(part));
        }
        add(&whole, text, len);
        assert_int_equal(whole.out.len, pieces.out.len);
        if (whole.out.len)
            assert_memory_equal(whole.out.data, pieces.out.data, whole.out.len);
        assert_memory_equal(&whole.block, &pieces.block, sizeof whole.block);
        assert_true(whole.pen.space == pieces.pen.space && whole.words == pieces.words);
        buffer_free(&whole.out);
        buffer_free(&pieces.out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(folds_and_counts), cmocka_unit_test(pieces_agree) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
