/* limits.c - what the code relies on of its limits, checked at compile time: sizes of 64 bits for caps of gigabytes,
 * and counts and offsets that fit into the 32 bits in which they are kept. */
#include "base/limits.h"

#include <stddef.h>
#include <stdint.h>

_Static_assert(SIZE_MAX > UINT32_MAX, "husk needs 64-bit sizes: a cap of 4 GB would be 0");
_Static_assert(HUSK_MAX_TOPIC_BYTES > 0 && HUSK_MAX_CRAWL_BYTES > 0, "a cap has overflowed");

/* Offsets in a page's text, which may be twice as long as its bytes; nodes, tokens and attributes. */
_Static_assert(HUSK_MAX_PAGE_BYTES <= HUSK_MAX_PAGE_BYTES_ASKED, "the default is allowed");
_Static_assert(2 * HUSK_MAX_PAGE_BYTES_ASKED <= UINT32_MAX, "offsets in a page's text have 32 bits");
_Static_assert((uint64_t)3 * HUSK_MAX_NODES < INT32_MAX, "tokens are numbered in 31 bits");
_Static_assert(HUSK_MAX_ATTRIBUTES < UINT32_MAX && HUSK_MAX_BLOCKS < UINT32_MAX,
               "numbers of a page's parts have 32 bits");
_Static_assert(HUSK_MAX_MARKUP_NAMES < UINT16_MAX - 4096, "tags have 16 bits, and HTML has names of its own");

/* Pages, URLs and words are numbered in 32 bits; the largest number means none. */
_Static_assert(HUSK_MAX_DEDUP_PAGES < UINT32_MAX && HUSK_MAX_CRAWL_ADDRESSES < UINT32_MAX &&
                   HUSK_MAX_TOPIC_WORDS < UINT32_MAX && HUSK_MAX_SITE_SUBTREES < UINT32_MAX &&
                   HUSK_MAX_EXPLORED < UINT32_MAX,
               "numbers have 32 bits");
