/* value_hash.h - the hash of an attribute's value, computed once per page.
 * Class names and ids are looked up by it in several tables, and their bytes are out of the fast caches after the
 * first. */
#ifndef HUSK_PAGE_VALUE_HASH_H
#define HUSK_PAGE_VALUE_HASH_H

#include "base/hash.h"
#include "page/page.h"

/* Of attribute `a` of the page. */
static inline uint64_t page_value_hash(const husk_page *page, uint32_t a)
{
    uint64_t *hash = &page->value_hash[a];
    if (*hash == 0)
        *hash = hash_bytes(page->attributes[a].value, page->attributes[a].value_len);
    return *hash;
}

#endif
