/* column_rank.h - columns being built, and which of them are kept. Only for records/column*.c. */
#ifndef HUSK_RECORDS_COLUMN_RANK_H
#define HUSK_RECORDS_COLUMN_RANK_H

#include "base/arena.h"
#include "base/limits.h"
#include "records/column_names.h"
#include "records/columns.h"

/* One value that a locator finds on one page. */
typedef struct pick {
    uint64_t key;
    uint16_t kind, ordinal;
    uint32_t page;
    uint32_t value; /* of the page */
    uint32_t run;   /* values with this key on the page */
} pick;

/* A locator: its picks on all pages. */
typedef struct candidate {
    uint64_t values; /* hash of all pages' values: equal means the same column */
    uint32_t first;  /* index of its first pick */
    uint32_t n_picks;
    uint32_t n_pages;
} candidate;

struct column_builder {
    const locate_site *site;
    arena memory; /* for the pages' values */
    column_page pages[HUSK_MAX_COLUMN_PAGES];
    uint32_t n_pages;
    pick *picks;
    size_t n_picks, room;
};

model_locator pick_way(const pick *p);

/* A hash of what each page has at this locator: by_page has room for all pages. Returns how many have a value. */
uint32_t picks_by_page(const column_builder *b, const pick *picks, uint32_t n, uint64_t *by_page);

/* The best columns of the candidates, which are sorted by their values; best first, at most HUSK_MAX_COLUMNS.
 * `drafts` has room for all and COLUMN_EXTRA more. */
#define COLUMN_EXTRA 10u
bool columns_rank(const column_builder *b, const candidate *list, uint32_t n, column_draft *drafts, uint32_t *kept);

#endif
