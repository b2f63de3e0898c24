/* test_arena.c - the bump allocator. */
#include "unit/unit.h"

#include "base/arena.h"

static void gives_aligned_pieces(void **state)
{
    (void)state;
    arena a;
    arena_init(&a, 1 << 20);
    for (size_t size = 0; size < 300; size++) {
        char *p = arena_alloc(&a, size);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        memset(p, (int)size, size);
    }
    arena_free(&a);
}

static void stops_at_its_cap(void **state)
{
    (void)state;
    arena a;
    arena_init(&a, 100000);
    size_t n = 0;
    while (arena_alloc(&a, 1000))
        n++;
    assert_in_range(n, 50, 100);
    assert_null(arena_alloc(&a, SIZE_MAX));
    assert_null(arena_alloc(&a, SIZE_MAX - 20));
    assert_null(arena_array(&a, SIZE_MAX / 2, 3));
    arena_free(&a);
}

static void restores_a_mark(void **state)
{
    (void)state;
    arena a;
    arena_init(&a, 1 << 24);
    char *kept = arena_copy(&a, "kept", 4);
    arena_mark mark = arena_save(&a);
    char *first = arena_alloc(&a, 100000);
    assert_non_null(first);
    assert_non_null(arena_alloc(&a, 100000));
    arena_restore(&a, mark);
    assert_string_equal(kept, "kept");
    size_t total = a.total;
    assert_non_null(arena_alloc(&a, 100000));
    assert_int_equal(a.total, total); /* the blocks are reused */
    arena_free(&a);
}

static void reset_gives_back_what_is_above_keep(void **state)
{
    (void)state;
    arena a;
    arena_init(&a, 1 << 24);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 40; i++)
            assert_non_null(arena_alloc(&a, 100000));
        arena_reset(&a, 1 << 20);
        assert_true(a.total <= 1 << 20);
    }
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(gives_aligned_pieces), cmocka_unit_test(stops_at_its_cap),
                                        cmocka_unit_test(restores_a_mark),
                                        cmocka_unit_test(reset_gives_back_what_is_above_keep) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
