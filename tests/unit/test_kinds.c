/* The slot that a site's pages are parted by: one that is on hardly any page less than all, by the pages of the site,
 * not by those that were seen. */
#include "unit.h"

#include "cluster/kinds.h"

/* Thirds of three kinds. A first slot tells the last from the others; a second tells the first two apart and is not on
 * the last. */
enum { N = 90, OWN = 6, ALL_HAVE = 100, SOME_HAVE = 101 };

typedef struct made_pages {
    size_t first[N + 1], first_slot[N + 1], first_word[N + 1];
    uint32_t item[N * OWN], docs[N];
    trait_slot slot[N * 2];
    float weight[N];
} made_pages;

static void pages_make(made_pages *m)
{
    size_t n_slots = 0;
    *m = (made_pages){ 0 };
    for (uint32_t i = 0; i < N; i++) {
        uint32_t kind = i % 3;
        m->docs[i] = i;
        m->first[i + 1] = (i + 1) * OWN;
        for (uint32_t k = 0; k < OWN; k++)
            m->item[i * OWN + k] = kind * OWN + k;
        m->slot[n_slots++] = (trait_slot){ ALL_HAVE, kind == 2 ? 4 : 8 };
        if (kind < 2)
            m->slot[n_slots++] = (trait_slot){ SOME_HAVE, kind == 0 ? 4 : 8 };
        m->first_slot[i + 1] = n_slots;
        m->weight[i] = kind == 2 ? 1 : 50;
    }
}

static uint32_t kinds_of(made_pages *m, const float *weight, uint32_t *kind)
{
    doc_sets elements = { N, 3 * OWN, m->first, m->item };
    uint64_t no_words = 0;
    slot_store store = { N, m->first_slot, m->slot, m->first_word, &no_words, weight };
    kinds_found found;
    uint32_t n_kinds;
    assert_int_equal(kinds_split(&elements, &store, m->docs, N, KINDS_LEAST_SHARE, kind, &n_kinds, &found), HUSK_OK);
    return n_kinds;
}

static void test_pages_count_for_what_they_stand_for(void **state)
{
    (void)state;
    made_pages m;
    uint32_t kind[N];
    pages_make(&m);
    assert_int_equal(kinds_of(&m, NULL, kind), 2); /* a third lacks the better slot */
    assert_int_equal(kind[0], kind[1]);
    assert_int_not_equal(kind[0], kind[2]);
    assert_int_equal(kinds_of(&m, m.weight, kind), 3); /* a hundredth does */
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(kind[i], i % 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_pages_count_for_what_they_stand_for) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
