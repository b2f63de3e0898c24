/* duplicates.h - score near-duplicate detection: pairs known to be duplicates, and pairs known not to be. */
#ifndef HUSK_PAPERS_DUPLICATES_H
#define HUSK_PAPERS_DUPLICATES_H

#include <stdint.h>

#include "base/text.h"
#include "husk/husk.h"

typedef struct duplicate_measures {
    uint64_t same, same_found;           /* duplicate pairs, and how many of them share a group */
    uint64_t different, different_found; /* other pairs, and how many of them do not share a group */
} duplicate_measures;

/* `answer` is `group<TAB>page` lines as dedup prints them; a page it does not name is in no group. `truth` has lines
 * `same<TAB>page<TAB>page` and `different<TAB>page<TAB>page`. BAD_FILE: any other line. */
husk_status measure_duplicate_files(slice answer, slice truth, duplicate_measures *out, husk_error *error);

#endif
