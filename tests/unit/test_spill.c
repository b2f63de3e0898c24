/* test_spill.c - records are returned by key and in order, from memory and from files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "chakrabarti-2007/spill.h"

static void fill(spill *s, size_t cap, int n_keys, int n_each)
{
    spill_init(s, cap);
    for (int i = 0; i < n_each; i++)
        for (int k = 0; k < n_keys; k++) {
            char key[32], bytes[64];
            size_t key_len = (size_t)snprintf(key, sizeof key, "host%d", k);
            size_t len = (size_t)snprintf(bytes, sizeof bytes, "%d of %d%*s", i, k, i % 20, "");
            assert_int_equal(spill_add(s, (slice){ key, key_len }, (uint64_t)(n_each - i), (slice){ bytes, len }),
                             HUSK_OK);
        }
}

/* Every record once, keys together, in the caller's order, with its own bytes. */
static void check(spill *s, int n_keys, int n_each)
{
    int seen = 0, keys = 0;
    buffer loaded;
    buffer_init(&loaded, 1 << 20);
    for (uint32_t b = 0; b < SPILL_BUCKETS; b++) {
        const spill_record *r;
        uint32_t n;
        assert_int_equal(spill_bucket(s, b, &r, &n), HUSK_OK);
        for (uint32_t i = 0; i < n; i++, seen++) {
            slice key = spill_key(s, &r[i]);
            bool first = i == 0 || !(spill_key(s, &r[i - 1]).len == key.len &&
                                     memcmp(spill_key(s, &r[i - 1]).data, key.data, key.len) == 0);
            keys += first;
            assert_true(first || r[i - 1].order < r[i].order);
            char wanted[64];
            int len =
                snprintf(wanted, sizeof wanted, "%d of %.*s", n_each - (int)r[i].order, (int)key.len - 4, key.data + 4);
            assert_int_equal(spill_load(s, &r[i], &loaded), HUSK_OK);
            assert_true(loaded.len >= (size_t)len);
            assert_memory_equal(loaded.data, wanted, (size_t)len);
        }
    }
    assert_int_equal(seen, n_keys * n_each);
    assert_int_equal(keys, n_keys);
    buffer_free(&loaded);
    spill_free(s);
}

static void records_in_memory(void **unused)
{
    spill s;
    (void)unused;
    fill(&s, 1 << 20, 100, 7);
    check(&s, 100, 7);
}

static void records_on_disk(void **unused)
{
    spill s;
    (void)unused;
    fill(&s, 1000, 100, 20);
    check(&s, 100, 20);
}

static void one_key_has_all(void **unused)
{
    spill s;
    (void)unused;
    fill(&s, 300, 1, 500);
    check(&s, 1, 500);
}

static void nothing_and_empty_records(void **unused)
{
    spill s;
    (void)unused;
    spill_init(&s, 0);
    check(&s, 0, 0);
    spill_init(&s, 10);
    assert_int_equal(spill_add(&s, (slice){ "", 0 }, 1, (slice){ "", 0 }), HUSK_OK);
    buffer loaded;
    buffer_init(&loaded, 100);
    uint32_t total = 0;
    for (uint32_t b = 0; b < SPILL_BUCKETS; b++) {
        const spill_record *r;
        uint32_t n;
        assert_int_equal(spill_bucket(&s, b, &r, &n), HUSK_OK);
        total += n;
        if (n)
            assert_int_equal(spill_load(&s, r, &loaded), HUSK_OK);
    }
    assert_int_equal(total, 1);
    assert_int_equal(loaded.len, 0);
    buffer_free(&loaded);
    spill_free(&s);
}

/* A missing directory for temporary files is reported. */
static void a_missing_folder_is_told(void **unused)
{
    spill s;
    (void)unused;
    char *before = getenv("TMPDIR") ? strdup(getenv("TMPDIR")) : NULL;
    setenv("TMPDIR", "/nowhere/at/all", 1);
    spill_init(&s, 0);
    assert_int_equal(spill_add(&s, SLICE("key"), 1, SLICE("bytes")), HUSK_IO);
    spill_free(&s);
    if (before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    free(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_in_memory),        cmocka_unit_test(records_on_disk),
        cmocka_unit_test(one_key_has_all),          cmocka_unit_test(nothing_and_empty_records),
        cmocka_unit_test(a_missing_folder_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
