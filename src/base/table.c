/* table.c - numbers and counts by hash, and numbers for strings. */
#include "base/table.h"

#include "base/arrays.h"
#include "base/hash.h"

#define LEAST_PLACES 256 /* 4 KB */

TABLE_OF(entry, map_entry, key, value)

bool map_put(hash_map *m, uint64_t key, uint32_t value)
{
    if (!entry_reserve(&m->entries, &m->size, m->n, LEAST_PLACES))
        return false;
    map_entry *e = entry_place(m->entries, m->size, key);
    m->n += e->value == 0;
    *e = (map_entry){ key, value, 0 };
    return true;
}

bool map_count(hash_map *m, uint64_t key, uint32_t stamp)
{
    if (!entry_reserve(&m->entries, &m->size, m->n, LEAST_PLACES))
        return false;
    map_entry *e = entry_place(m->entries, m->size, key);
    if (e->value == 0) {
        *e = (map_entry){ key, 1, stamp };
        m->n++;
    } else if (e->stamp != stamp) {
        e->value++;
        e->stamp = stamp;
    }
    return true;
}

uint32_t map_get(const hash_map *m, uint64_t key)
{
    return m->size ? entry_place(m->entries, m->size, key)->value : 0;
}

void map_clear(hash_map *m)
{
    if (m->entries)
        memset(m->entries, 0, m->size * sizeof *m->entries);
    m->n = 0;
}

void map_free(hash_map *m)
{
    free(m->entries);
    *m = (hash_map){ 0 };
}

/* --- strings ------------------------------------------------------------------------------------------------------ */

void intern_init(intern *table, arena *strings, uint32_t max)
{
    *table = (intern){ .strings = strings, .max = max };
}

/* The slot of a string, or the free one where it belongs, and its key. */
static uint32_t *slot_of(const intern *table, const char *data, size_t len, uint64_t *key)
{
    for (*key = hash_bytes(data, len);; ++*key) {
        uint32_t *slot = table_index_slot(&table->index, *key, table->entries, sizeof *table->entries);
        const intern_entry *e = *slot ? &table->entries[*slot - 1] : NULL;
        if (e == NULL || (e->len == len && memcmp(e->data, data, len) == 0))
            return slot;
    }
}

uint32_t intern_add(intern *table, const char *data, size_t len)
{
    if (!array_grow(&table->entries, &table->room, (size_t)table->n + 1, sizeof *table->entries) ||
        !table_index_reserve(&table->index, table->n, 64, table->entries, sizeof *table->entries))
        return INTERN_NONE;
    uint64_t key;
    uint32_t *slot = slot_of(table, data, len, &key);
    if (*slot)
        return *slot - 1;
    char *copy = table->n < table->max ? arena_copy(table->strings, data, len) : NULL;
    if (copy == NULL)
        return INTERN_NONE;
    table->entries[table->n] = (intern_entry){ key, copy, len };
    *slot = ++table->n;
    return table->n - 1;
}

uint32_t intern_find(const intern *table, const char *data, size_t len)
{
    uint64_t key;
    return table->n ? *slot_of(table, data, len, &key) - 1 : INTERN_NONE;
}

void intern_free(intern *table)
{
    free(table->index.slots);
    free(table->entries);
    *table = (intern){ .strings = table->strings, .max = table->max };
}
