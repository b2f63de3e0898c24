/* duplicates.h - how well pages that say the same are found: pairs known to be duplicates, and pairs known not to be.
 */
#ifndef HUSK_MEASURE_DUPLICATES_H
#define HUSK_MEASURE_DUPLICATES_H

#include <stdint.h>

#include "base/text.h"
#include "husk/husk.h"

typedef struct duplicate_measures {
    uint64_t same, same_found;           /* pairs that are duplicates, and those of them that are in one group */
    uint64_t different, different_found; /* pairs that are not, and those of them that are not in one group */
} duplicate_measures;

/* `answer` is `group<TAB>page` lines as dedup prints them, a page it does not name is in no group; `truth` has lines
 * `same<TAB>page<TAB>page` and `different<TAB>page<TAB>page`. BAD_FILE: a line that is not so. */
husk_status measure_duplicate_files(slice answer, slice truth, duplicate_measures *out, husk_error *error);

#endif
