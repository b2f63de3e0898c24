/* test_regions.c - the labelling of trees in regions: against every possible one on small trees, and what it is for. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judge/regions.h"

#define MOST_NODES 6
#define MOST_LEAVES 5

static uint64_t state = 7;

static uint32_t below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static float border(bool parent, bool child, region_borders b)
{
    return parent == child ? 0 : parent ? b.template_inside : b.content_inside;
}

static float cost_of(const region_tree *t, region_borders b, uint32_t nodes, uint32_t leaves)
{
    float cost = 0;
    for (uint32_t i = 1; i < t->n_nodes; i++)
        cost += border(nodes >> t->parent[i] & 1, nodes >> i & 1, b);
    for (uint32_t i = 0; i < t->n_leaves; i++) {
        bool content = leaves >> i & 1;
        cost += border(nodes >> t->node[i] & 1, content, b) + (content ? fmaxf(0, -t->pull[i]) : fmaxf(0, t->pull[i]));
    }
    return cost;
}

/* The least cost over the elements' labels, given the leaves'. */
static float least_cost(const region_tree *t, region_borders b, uint32_t leaves)
{
    float least = INFINITY;
    for (uint32_t nodes = 0; nodes < 1u << t->n_nodes; nodes++)
        least = fminf(least, cost_of(t, b, nodes, leaves));
    return least;
}

static void test_no_labelling_is_cheaper(void **s)
{
    (void)s;
    arena memory;
    arena_init(&memory, 1 << 20);
    for (int round = 0; round < 400; round++) {
        uint32_t parent[MOST_NODES] = { 0 }, node[MOST_LEAVES], labels = 0;
        float pull[MOST_LEAVES], least = INFINITY;
        bool content[MOST_LEAVES];
        region_tree t = { 1 + below(MOST_NODES), 1 + below(MOST_LEAVES), parent, node, pull };
        region_borders b = { (float)below(8), (float)below(8) };
        for (uint32_t i = 1; i < t.n_nodes; i++)
            parent[i] = below(i);
        for (uint32_t i = 0; i < t.n_leaves; i++) {
            node[i] = below(t.n_nodes);
            pull[i] = (float)below(21) - 10;
        }
        assert_int_equal(regions_label(&t, b, &memory, content), HUSK_OK);
        for (uint32_t i = 0; i < t.n_leaves; i++)
            labels |= (uint32_t)content[i] << i;
        for (uint32_t other = 0; other < 1u << t.n_leaves; other++)
            least = fminf(least, least_cost(&t, b, other));
        assert_float_equal(least_cost(&t, b, labels), least, 1e-4);
    }
    arena_free(&memory);
}

/* body(0): nav(1), main(2): section(3), menu(4). A heading follows the text of its section; a menu in the main part is
 * large enough to be its own region. */
static void test_small_pieces_follow_their_region(void **s)
{
    (void)s;
    arena memory;
    arena_init(&memory, 1 << 16);
    const uint32_t parent[] = { 0, 0, 0, 2, 2 }, node[] = { 1, 3, 3, 3, 4, 4 };
    const float pull[] = { -40, -3, 90, 60, -15, -15 };
    bool content[6];
    region_tree t = { 5, 6, parent, node, pull };
    assert_int_equal(regions_label(&t, (region_borders){ 8, 8 }, &memory, content), HUSK_OK);
    const bool expected[] = { false, true, true, true, false, false };
    assert_memory_equal(content, expected, sizeof content);
    assert_int_equal(regions_label(&t, (region_borders){ 0, 0 }, &memory, content), HUSK_OK);
    assert_false(content[1]);
    arena_free(&memory);
}

static void test_no_leaves(void **s)
{
    (void)s;
    arena memory;
    arena_init(&memory, 1 << 16);
    const uint32_t parent[] = { 0, 0 };
    bool content[1] = { false };
    assert_int_equal(
        regions_label(&(region_tree){ .n_nodes = 2, .parent = parent }, (region_borders){ 1, 1 }, &memory, content),
        HUSK_OK);
    arena_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_labelling_is_cheaper),
        cmocka_unit_test(test_small_pieces_follow_their_region),
        cmocka_unit_test(test_no_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
