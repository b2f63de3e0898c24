/* text_size.h - the amount of text: letters, words, and width. */
#ifndef HUSK_PAPERS_TEXT_SIZE_H
#define HUSK_PAPERS_TEXT_SIZE_H

#include "chakrabarti-2007/layout.h"

typedef struct text_size {
    uint32_t chars, words, units, lines; /* lines: line ends, for pre */
    uint32_t last_units;                 /* after the last line end */
} text_size;

/* Measure a text node once. */
text_size text_measure(slice text);

/* Measure a whole page: prefix sums per node, in the page's scratch, stored in `out`; and widths in narrow letters.
 * False if out of memory. */
bool text_measure_page(husk_page *page, layout *out, uint32_t **units_before);

#endif
