/* lookup.h - map names of tags and attributes to numbers.
 * A name of up to sixteen bytes is two words, lower-cased as words; a hash table finds it with about one comparison.
 * The table is part of each parser and filled when it is created: nothing global is written. */
#ifndef HUSK_HTML_LOOKUP_H
#define HUSK_HTML_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "html/names.h"

#define NAME_BYTES 16u /* no known name is longer */
_Static_assert(ATTR_COUNT <= 64, "a tag's known attributes are bits of a word");

typedef struct name_key {
    uint64_t first, second; /* bytes after the name's end are zero */
} name_key;

typedef struct name_slot {
    name_key key;
    uint16_t id; /* 0: free */
    uint16_t len;
} name_slot;

enum { TAG_SLOTS = 1024, ATTRIBUTE_SLOTS = 256 };

typedef struct name_table {
    name_slot tags[TAG_SLOTS];
    name_slot attributes[ATTRIBUTE_SLOTS];
} name_table;

void name_table_init(name_table *table);

/* Lower-case the capitals among eight bytes. Nearly all names have none, nor "_", which looks like one. */
static inline uint64_t word_lower(uint64_t word)
{
    if ((word >> 1 & ~word & 0x2020202020202020u) == 0)
        return word;
    uint64_t low = word & 0x7f7f7f7f7f7f7f7fu;
    uint64_t from_a = low + 0x3f3f3f3f3f3f3f3fu, above_z = low + 0x2525252525252525u;
    return word | ((from_a & ~above_z & ~word & 0x8080808080808080u) >> 2);
}

/* `len` up to NAME_BYTES; reads sixteen bytes. *capitals: did it have any? */
static inline name_key name_key_of(const char *name, uint32_t len, bool *capitals)
{
    static const uint8_t keep[2 * NAME_BYTES] = { 255, 255, 255, 255, 255, 255, 255, 255,
                                                  255, 255, 255, 255, 255, 255, 255, 255 };
    uint64_t word[2], mask[2];
    memcpy(word, name, 8);
    memcpy(mask, keep + NAME_BYTES - len, 8);
    word[0] &= mask[0];
    name_key key = { word_lower(word[0]), 0 };
    *capitals = key.first != word[0];
    if (len > 8) {
        memcpy(&word[1], name + 8, 8);
        memcpy(&mask[1], keep + NAME_BYTES - len + 8, 8);
        word[1] &= mask[1];
        key.second = word_lower(word[1]);
        *capitals |= key.second != word[1];
    }
    return key;
}

static inline uint32_t name_hash(name_key key)
{
    return (uint32_t)((key.first ^ key.second * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u >> 40);
}

/* The number of a name; 0 if it has none. The length counts too: a name may contain NUL. */
static inline uint16_t name_find(const name_slot *slots, uint32_t n_slots, name_key key, uint32_t len)
{
    for (uint32_t i = name_hash(key);; i++) {
        const name_slot *slot = &slots[i & (n_slots - 1)];
        if (slot->id == 0)
            return 0;
        if (slot->key.first == key.first && slot->key.second == key.second && slot->len == len)
            return slot->id;
    }
}

/* The same for any bytes, unchanged: reads none after them. */
uint16_t tag_by_name(const name_table *table, const char *name, size_t len);
uint16_t attribute_by_name(const name_table *table, const char *name, size_t len);

#endif
