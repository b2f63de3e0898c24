/* kept_page.h - pages that a fuzz target keeps from input to input, as a worker of a command does: making one anew
 * takes longer than parsing a short input. */
#ifndef HUSK_FUZZ_KEPT_PAGE_H
#define HUSK_FUZZ_KEPT_PAGE_H

#include <stdlib.h>

#include "husk/husk.h"

/* Parse `raw` into *page, which is made by the first call. False: the bytes are those of another format. Bad HTML is
 * never an error. */
static inline bool kept_page_parse(husk_page **page, const husk_page_options *options, const husk_raw *raw)
{
    if (*page == NULL && husk_page_new(options, page, NULL) != HUSK_OK)
        abort();
    husk_status status = husk_page_parse(*page, raw, NULL);
    if (status != HUSK_OK && status != HUSK_LIMIT && status != HUSK_BAD_FILE)
        abort();
    return status != HUSK_BAD_FILE;
}

#endif
