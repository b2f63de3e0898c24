/* text_size.h - how much text there is: letters, words, and how wide they are. */
#ifndef HUSK_PAGE_TEXT_SIZE_H
#define HUSK_PAGE_TEXT_SIZE_H

#include "page/layout.h"

typedef struct text_size {
    uint32_t chars, words, units, lines; /* lines: line ends, for pre */
    uint32_t last_units;                 /* after the last line end */
} text_size;

/* The bytes of a text node once. */
text_size text_measure(slice text);

/* All of a page: the sums before each node, in the page's scratch, where `out` has them; and widths as numbers of
 * narrow letters. False without memory. */
bool text_measure_page(husk_page *page, layout *out, uint32_t **units_before);

#endif
