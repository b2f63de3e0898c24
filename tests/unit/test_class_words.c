/* test_class_words.c - names split into words, and words found in any context. */
#include "unit/unit.h"

#include <stdio.h>

#include "judge/class_words.h"

enum { SLOTS = 64 };

static class_word slots[SLOTS];
static uint16_t groups[SLOTS];
static uint64_t filter[CLASS_FILTER];
static const class_words table = { slots, groups, filter, SLOTS };

static void put(uint64_t prefix, const char *word, float weight)
{
    slots[class_words_slot(slots, SLOTS, filter, class_word_hash(prefix, word, strlen(word)))].weight = weight;
}

static float weight(uint64_t prefix, const char *value)
{
    size_t len = strlen(value);
    char *exact = malloc(len + !len); /* exact size, so that reading past its end is detected */
    memcpy(exact, value, len);
    float w = class_words_score(&table, prefix, (slice){ exact, len }).weight;
    free(exact);
    return w;
}

static void words_are_found(void **state)
{
    (void)state;
    put(CLASS_PREFIX_NAME, "body", 1);
    put(CLASS_PREFIX_NAME, "advertisement", 2);
    put(CLASS_PREFIX_NAME, "größe", 4);
    put(CLASS_PREFIX_TEXT, "body", 8);
    put(CLASS_PREFIX_NAME, "ad", 16);
    static const struct {
        const char *value;
        float weight;
    } cases[] = { { "", 0 },
                  { "body", 1 },
                  { "BODY", 1 },
                  { "x-body", 1 },
                  { "articleBody__text-2", 1 },
                  { "some very long names and then a body", 1 },
                  { "a1body2b", 1 },
                  { "bodybody", 0 },
                  { "body body Body", 1 },
                  { "advertisement", 2 },
                  { "theAdvertisement", 2 },
                  { "advertisements", 0 },
                  { "adBody", 17 },
                  { "ad", 16 },
                  { "größe", 4 },
                  { "advertisement-body-ad", 19 },
                  { "bod y", 0 },
                  { "12345678 ad", 16 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_float_equal(weight(CLASS_PREFIX_NAME, cases[i].value), cases[i].weight, 0);
    assert_float_equal(weight(CLASS_PREFIX_TEXT, "the body"), 8, 0);
    assert_float_equal(weight(CLASS_PREFIX_ROLE, "body"), 0, 0);
}

/* A post's subject, or what an element lacks, does not describe the contents. */
static void names_that_say_nothing(void **state)
{
    (void)state;
    put(CLASS_PREFIX_NAME, "comments", 32);
    put(CLASS_PREFIX_NAME, "reviews", 64);
    put(CLASS_PREFIX_NAME, "category", 128);
    put(CLASS_PREFIX_TEXT, "comments", 256);
    static const struct {
        const char *value;
        float weight;
    } cases[] = { { "comments", 32 },
                  { "post-comments", 32 },
                  { "comments-area", 32 },
                  { "no-comments", 0 },
                  { "comments-open", 0 },
                  { "comments_closed body", 1 },
                  { "has-comments body", 1 },
                  { "comments open", 32 },
                  { "post-12 type-post hentry category-kit-reviews body", 1 },
                  { "hentry\ttag-reviews", 0 },
                  { "category-reviews", 192 },
                  { "archive category reviews", 192 },
                  { "category-", 128 },
                  { "no", 0 },
                  { "no-", 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_float_equal(weight(CLASS_PREFIX_NAME, cases[i].value), cases[i].weight, 0);
    assert_float_equal(weight(CLASS_PREFIX_TEXT, "no-comments"), 256, 0);
}

/* Names are read in windows: a word may start in one and end in another, or at the border of two. */
static void words_across_windows(void **state)
{
    (void)state;
    char value[200];
    for (size_t before = 0; before < 150; before++) {
        static const char *const joints[] = { "-", "a", "A", " " };
        for (size_t j = 0; j < sizeof joints / sizeof *joints; j++) {
            memset(value, '.', before);
            snprintf(value + before, sizeof value - before, "%sBody no-comments adXY", joints[j]);
            bool found = joints[j][0] != 'A'; /* ABody is one word */
            assert_float_equal(weight(CLASS_PREFIX_NAME, value), (found ? 1 : 0) + 16, 0);
        }
    }
    memset(value, 'x', sizeof value);
    memcpy(value + 150, "-body", 6);
    assert_float_equal(weight(CLASS_PREFIX_NAME, value), 1, 0);
}

/* Model files hold these numbers, so that every machine must make the same: also of a word at the end of a page of
 * memory. */
static void hashes_are_portable(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        uint64_t hash;
    } known[] = { { "ad", 0x25abe46ac29e3893u },
                  { "comment", 0x76bce737e025cdedu },
                  { "comments", 0xecc51e0f74919b3du },
                  { "advertisement", 0xeecb8aeb839c4a62u } };
    _Alignas(4096) static char memory[2 * 4096];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        for (size_t at = 4096 - 20; at < 4096 + 4; at++) {
            memcpy(memory + at, known[i].word, strlen(known[i].word));
            assert_true(class_word_hash(CLASS_PREFIX_NAME, memory + at, strlen(known[i].word)) == known[i].hash);
        }
}

static void groups_of_pages(void **state)
{
    (void)state;
    assert_int_equal(page_groups_of(SLICE("single-post postid-1 Forum")),
                     1u << PAGE_GROUP_POST | 1u << PAGE_GROUP_THREAD);
    assert_int_equal(page_groups_of(SLICE("shop")), 1u << PAGE_GROUP_PRODUCT | 1u << PAGE_GROUP_ARCHIVE);
    assert_int_equal(page_groups_of(SLICE("shops do doc")), 1u << PAGE_GROUP_DOCS);
    assert_int_equal(page_groups_of(SLICE("")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(words_are_found), cmocka_unit_test(names_that_say_nothing),
                                        cmocka_unit_test(words_across_windows), cmocka_unit_test(groups_of_pages),
                                        cmocka_unit_test(hashes_are_portable) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
