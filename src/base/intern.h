/* intern.h - consecutive numbers for distinct strings, in order of first appearance.
 * Cost: one hash and about one comparison per look-up. The strings live in the given arena. */
#ifndef HUSK_BASE_INTERN_H
#define HUSK_BASE_INTERN_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#define INTERN_NONE UINT32_MAX

typedef struct intern_entry {
    const char *data;
    uint32_t len;
    uint32_t hash;
} intern_entry;

typedef struct intern {
    arena *strings;
    intern_entry *entries; /* by id */
    uint32_t *slots;       /* id + 1, or 0 */
    uint32_t n;
    uint32_t n_slots;
    uint32_t max;
} intern;

/* Holds at most `max` strings. Allocates nothing until the first one. */
void intern_init(intern *table, arena *strings, uint32_t max);

/* The string's id, new or existing; INTERN_NONE at the cap or if out of memory. */
uint32_t intern_add(intern *table, const char *data, size_t len);

/* The string's id, or INTERN_NONE if it was never added. */
uint32_t intern_find(const intern *table, const char *data, size_t len);

void intern_free(intern *table);

#endif
