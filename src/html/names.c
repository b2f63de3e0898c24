/* names.c - what is known of each tag, and the table that maps names to numbers. */
#include <pthread.h>

#include "html/builder.h"

const uint8_t tag_kinds[TAG_OWN] = {
#define TAG_KIND(c_name, name, kind, ...) [TAG_##c_name] = (kind),
    PAGE_TAGS(TAG_KIND)
#undef TAG_KIND
};

const tag_rule tag_rules[TAG_FREE] = {
#define TAG_RULE(c_name, name, kind, category, start, end) [TAG_##c_name] = { category, START_##start, END_##end },
    PAGE_TAGS(TAG_RULE) PARSER_TAGS(TAG_RULE)
#undef TAG_RULE
};

static name_key key_of(const char *name, size_t len)
{
    char padded[NAME_BYTES] = { 0 };
    bool capitals;
    memcpy(padded, name, len);
    return name_key_of(padded, (uint32_t)len, &capitals);
}

static void put(name_slot *slots, uint32_t n_slots, const char *name, size_t len, uint16_t id)
{
    name_key key = key_of(name, len);
    uint32_t i = name_hash(key);
    while (slots[i & (n_slots - 1)].id)
        i++;
    slots[i & (n_slots - 1)] = (name_slot){ key, id, (uint16_t)len };
}

static name_table table;

static void table_fill(void)
{
#define PUT(c_name, name, ...) put(table.tags, TAG_SLOTS, name, sizeof(name) - 1, TAG_##c_name);
    PAGE_TAGS(PUT)
    PARSER_TAGS(PUT)
#undef PUT
#define PUT(c_name, name) put(table.attributes, ATTRIBUTE_SLOTS, name, sizeof(name) - 1, ATTR_##c_name);
    PAGE_ATTRIBUTES(PUT)
#undef PUT
}

/* Filling it takes as long as parsing a few kilobytes. */
const name_table *name_table_get(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, table_fill);
    return &table;
}

uint16_t attribute_by_name(const char *name, size_t len)
{
    return len > NAME_BYTES
               ? 0
               : name_find(name_table_get()->attributes, ATTRIBUTE_SLOTS, key_of(name, len), (uint32_t)len);
}
