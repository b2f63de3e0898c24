/* test_topics.c - pages by topic: hand-checked seeds, independence of order, and the cap on words. */
#include "unit/unit.h"

#include <stdio.h>

#include "base/hash.h"
#include "similar/topics.h"

#define MANY 60

static void add(husk_topics *t, const char *id, const char *text)
{
    word_bag bag;
    buffer record;
    word_bag_init(&bag);
    buffer_init(&record, 1 << 20);
    word_bag_add(&bag, (slice){ text, strlen(text) });
    assert_int_equal(word_bag_write(&bag, id, &record), HUSK_OK);
    assert_int_equal(topics_add(t, record.data, record.len), HUSK_OK);
    buffer_free(&record);
    word_bag_free(&bag);
}

static husk_topics *make(unsigned k, unsigned rounds, uint32_t max_words)
{
    husk_topics *t;
    husk_topics_options o;
    husk_topics_options_init(&o, sizeof o);
    o.k = k;
    o.rounds = rounds;
    assert_int_equal(husk_topics_new(&o, &t, NULL), HUSK_OK);
    t->max_words = max_words;
    return t;
}

/* Whichever page is the first centre, the one furthest from it shares no word with it: two pages of fish, two of
 * wood, two of stars. */
static void test_three(void **state)
{
    (void)state;
    for (unsigned rounds = 0; rounds < 3; rounds++) {
        husk_topics *t = make(3, rounds, 1000);
        add(t, "a", "carp pike river");
        add(t, "b", "oak beech forest");
        add(t, "c", "PIKE, carp; lake!");
        add(t, "d", "mars venus orbit");
        add(t, "e", "forest oak lime");
        add(t, "f", "orbit venus moon");
        assert_int_equal(husk_topics_run(t, NULL), HUSK_OK);
        static const uint32_t expected[] = { 1, 2, 1, 3, 2, 3 };
        assert_int_equal(t->n_clusters, 3);
        for (uint32_t i = 0; i < 6; i++)
            assert_int_equal(t->pages[i].cluster, expected[i]);
        husk_topics_free(t);
    }
}

/* Words on every page carry no information, and pages without others have no topic; a duplicate page is not a further
 * topic. */
static void test_nothing_to_tell(void **state)
{
    (void)state;
    husk_topics *t = make(5, 2, 1000);
    add(t, "empty", "");
    add(t, "a", "both carp");
    add(t, "again", "both carp");
    add(t, "b", "both oak x y z 1 2 3");
    assert_int_equal(husk_topics_run(t, NULL), HUSK_OK);
    assert_int_equal(t->n_clusters, 2);
    assert_int_equal(t->pages[0].cluster, 0);
    assert_int_equal(t->pages[1].cluster, 1);
    assert_int_equal(t->pages[2].cluster, 1);
    assert_int_equal(t->pages[3].cluster, 2);
    husk_topics_free(t);
    t = make(2, 0, 1000);
    assert_int_equal(husk_topics_run(t, NULL), HUSK_OK);
    assert_int_equal(t->n_clusters, 0);
    assert_int_equal(topics_add(t, "no end", 6), HUSK_BAD_ARGUMENT);
    assert_int_equal(topics_add(t, "id\0abc", 6), HUSK_BAD_ARGUMENT);
    husk_topics_free(t);
}

static void add_page(husk_topics *t, husk_page *page, const char *id, const char *text)
{
    char html[400];
    husk_judge_options options;
    husk_verdict *verdict;
    husk_digest *digest;
    snprintf(html, sizeof html, "<title>%s</title><p>%s %s %s.</p>", id, text, text, text);
    husk_judge_options_init(&options, sizeof options);
    options.method = HUSK_METHOD_PAGE;
    assert_int_equal(husk_page_parse_html(page, html, strlen(html), id, NULL), HUSK_OK);
    assert_int_equal(husk_judge(page, NULL, &options, &verdict, NULL), HUSK_OK);
    assert_int_equal(husk_topics_read(verdict, HUSK_WORDS_ALL, &digest, NULL), HUSK_OK);
    assert_int_equal(husk_topics_add(t, digest, NULL), HUSK_OK);
    husk_digest_free(digest);
    husk_verdict_free(verdict);
}

/* The same through the public header. */
static void test_public(void **state)
{
    (void)state;
    husk_topics_options options;
    husk_topics *t;
    husk_page *page;
    husk_topics_options_init(&options, sizeof options);
    options.k = 2;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_topics_new(&options, &t, NULL), HUSK_OK);
    add_page(t, page, "a", "carp pike river");
    add_page(t, page, "b", "oak beech forest");
    add_page(t, page, "c", "pike carp lake");
    assert_int_equal(husk_topics_run(t, NULL), HUSK_OK);
    assert_int_equal(husk_topics_n_pages(t), 3);
    assert_int_equal(husk_topics_n_topics(t), 2);
    assert_int_equal(husk_topics_topic_of(t, 0), husk_topics_topic_of(t, 2));
    assert_int_not_equal(husk_topics_topic_of(t, 0), husk_topics_topic_of(t, 1));
    assert_string_equal(husk_topics_id(t, 1), "b");
    husk_topics_free(t);
    husk_page_free(page);
}

static void page_text(uint32_t i, char *out, size_t size)
{
    random_state r = { i + 77 };
    size_t n = 0;
    for (int w = 0; w < 40; w++)
        n +=
            (size_t)snprintf(out + n, size - n, "w%u ",
                             random_below(&r, 2) ? 100 * (i % 4) + random_below(&r, 60) : 1000 + random_below(&r, 300));
}

/* Two pages are together or not, in any input order; also if most words were dropped on the way. */
static void test_any_order(void **state)
{
    (void)state;
    static const uint32_t caps[] = { 100000, 100 };
    for (int cap = 0; cap < 2; cap++) {
        uint32_t order[MANY], first[MANY];
        random_state r = { 5 };
        for (uint32_t i = 0; i < MANY; i++)
            order[i] = i;
        for (int run = 0; run < 6; run++) {
            husk_topics *t = make(6, (unsigned)run / 3 * 10, caps[cap]);
            uint32_t clusters[MANY];
            for (uint32_t i = 0; i < MANY; i++) {
                char id[16], text[1024];
                snprintf(id, sizeof id, "p%u", order[i]);
                page_text(order[i], text, sizeof text);
                add(t, id, text);
            }
            assert_int_equal(husk_topics_run(t, NULL), HUSK_OK);
            assert_int_equal(t->halvings > 0, cap == 1);
            assert_true(t->words.n <= caps[cap]);
            for (uint32_t i = 0; i < MANY; i++)
                clusters[order[i]] = t->pages[i].cluster;
            for (uint32_t i = 0; run % 3 && i < MANY; i++)
                for (uint32_t j = 0; j < i; j++)
                    assert_int_equal(clusters[i] == clusters[j], first[i] == first[j]);
            if (run % 3 == 0)
                memcpy(first, clusters, sizeof first);
            husk_topics_free(t);
            random_shuffle(&r, order, MANY);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three),
        cmocka_unit_test(test_nothing_to_tell),
        cmocka_unit_test(test_public),
        cmocka_unit_test(test_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
