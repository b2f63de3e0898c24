/* test_traits.c - places are identified by elements only. */
#include "unit/make_page.h"

#include "cluster/traits.h"

enum { N_PARAGRAPHS = TRAIT_MAX_ORDINAL };

static const char *const tags[] = { "abbr",   "b",    "bdi", "bdo",  "cite", "code",  "data",     "del",
                                    "dfn",    "em",   "i",   "ins",  "kbd",  "label", "map",      "mark",
                                    "output", "q",    "s",   "samp", "slot", "small", "strong",   "sub",
                                    "sup",    "time", "tt",  "u",    "var",  "meter", "progress", "canvas" };
enum { N_TAGS = sizeof tags / sizeof *tags };

/* Paragraphs of many elements, and as many in a span; the first `n_texts` begin with a text, so that all nodes after
 * them have other numbers. */
static husk_page *page_with(unsigned n_texts)
{
    buffer html;
    buffer_init(&html, 1 << 16);
    for (unsigned i = 0; i < N_PARAGRAPHS; i++) {
        buffer_format(&html, "<p>%s<span>", i < n_texts ? "text" : "");
        for (unsigned k = 0; k < 2 * N_TAGS; k++)
            buffer_format(&html, "<%s></%s>%s", tags[k % N_TAGS], tags[k % N_TAGS], k + 1 == N_TAGS ? "</span>" : "");
    }
    husk_page *page = page_new();
    page_parse(page, html.data, html.len);
    buffer_free(&html);
    return page;
}

static void test_places(void **state)
{
    (void)state;
    arena memory;
    traits none, some;
    arena_init(&memory, (size_t)1 << 26);
    husk_page *page = page_with(0);
    assert_int_equal(traits_of_page(page, NULL, &memory, &none), HUSK_OK);
    /* a class for html, head, body, the paragraphs and what is in them; a first child for html, body, p and span */
    assert_int_equal(none.n_slots, 3 + N_PARAGRAPHS * (2 + 2 * N_TAGS) + 4);
    for (unsigned n = 1; n <= N_PARAGRAPHS; n++) {
        husk_page *other = page_with(n);
        assert_int_equal(traits_of_page(other, NULL, &memory, &some), HUSK_OK);
        assert_int_equal(some.n_slots, none.n_slots);
        assert_memory_equal(some.slots, none.slots, none.n_slots * sizeof *none.slots);
        husk_page_free(other);
    }
    husk_page_free(page);
    arena_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_places) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
