/* warc_places.h - where the pages of an archive are, so that revisit records can refer to them. */
#ifndef HUSK_SOURCE_WARC_PLACES_H
#define HUSK_SOURCE_WARC_PLACES_H

#include "base/table.h"

typedef struct warc_place {
    uint64_t key; /* hash of a payload digest or a record id */
    uint64_t at;  /* file offset of the record */
} warc_place;

typedef struct warc_places {
    table_index index;
    warc_place *list;
    size_t room;
    uint32_t n;
    bool full; /* some were left out: HUSK_MAX_WARC_PLACES, or no memory */
} warc_places;

/* The first record of a key counts. */
void warc_places_add(warc_places *p, uint64_t key, uint64_t at);
bool warc_places_find(const warc_places *p, uint64_t key, uint64_t *at);
void warc_places_free(warc_places *p); /* zeroed memory is an empty one */

#endif
