/* table.c - numbers and counts by hash, and numbers for strings. */
#include "base/table.h"

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

static uint32_t *slot_of(const intern *table, const char *data, size_t len, uint32_t hash)
{
    const intern_entry *e = table->entries - 1; /* slots hold ids + 1 */
    uint32_t *slots = table->slots, at;
    TABLE_PLACE(at, hash, table->n_slots, slots[at] == 0,
                e[slots[at]].hash == hash && e[slots[at]].len == len && memcmp(e[slots[at]].data, data, len) == 0);
    return &slots[at];
}

static bool grow(intern *table)
{
    uint32_t n_slots = table->n_slots ? table->n_slots * 2 : 64;
    uint32_t *slots = calloc(n_slots, sizeof *slots);
    intern_entry *entries = realloc(table->entries, (size_t)n_slots / 2 * sizeof *entries);
    if (entries)
        table->entries = entries;
    if (slots == NULL || entries == NULL) {
        free(slots);
        return false;
    }
    for (uint32_t id = 0; id < table->n; id++) {
        uint32_t at;
        TABLE_PLACE(at, entries[id].hash, n_slots, slots[at] == 0, false);
        slots[at] = id + 1;
    }
    free(table->slots);
    table->slots = slots;
    table->n_slots = n_slots;
    return true;
}

uint32_t intern_add(intern *table, const char *data, size_t len)
{
    if (len > UINT32_MAX || (table->n >= table->n_slots / 2 && (table->n_slots >= 1u << 30 || !grow(table))))
        return INTERN_NONE;
    uint32_t hash = (uint32_t)hash_bytes(data, len);
    uint32_t *slot = slot_of(table, data, len, hash);
    if (*slot)
        return *slot - 1;
    if (table->n >= table->max)
        return INTERN_NONE;
    char *copy = arena_copy(table->strings, data, len);
    if (copy == NULL)
        return INTERN_NONE;
    table->entries[table->n] = (intern_entry){ copy, (uint32_t)len, hash };
    *slot = ++table->n;
    return table->n - 1;
}

uint32_t intern_find(const intern *table, const char *data, size_t len)
{
    if (table->n == 0 || len > UINT32_MAX)
        return INTERN_NONE;
    uint32_t *slot = slot_of(table, data, len, (uint32_t)hash_bytes(data, len));
    return *slot ? *slot - 1 : INTERN_NONE;
}

void intern_free(intern *table)
{
    free(table->slots);
    free(table->entries);
    *table = (intern){ .strings = table->strings, .max = table->max };
}
