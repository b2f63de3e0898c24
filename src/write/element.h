/* element.h - what single elements mean: numbers of lists, addresses, images, formulas, code. */
#ifndef HUSK_WRITE_ELEMENT_H
#define HUSK_WRITE_ELEMENT_H

#include "page/page.h"
#include "write/write.h"

/* The first number of <ol> and the step to the next. */
void element_list_numbers(const husk_page *page, uint32_t list, int64_t *first, int *step);
/* The number that <li value> gives itself; untouched without one. */
void element_item_number(const husk_page *page, uint32_t item, int64_t *number);

/* A language or direction that is longer is none. */
#define ELEMENT_MAX_LANGUAGE 64

/* Has it a language or direction of its own? */
bool element_has_language(const husk_page *page, uint32_t node);

/* The <option> that a closed <select> shows. */
uint32_t element_seen_option(const husk_page *page, uint32_t select);

/* Append a link's or image's address, absolute where the page has an address itself. False and nothing appended when it
 * is none that a page of text may lead to (javascript:, data: …). */
bool element_address(husk_page *page, slice href, buffer *out);

/* The best source of an image: lazy ones' real one, the largest of a srcset, a <picture>'s. {NULL, 0} when there is
 * none. */
slice element_image_source(const husk_page *page, uint32_t image);
/* A tracking pixel, which nobody sees. */
bool element_image_is_pixel(const husk_page *page, uint32_t image);
/* An image of a formula with the formula as its alternative: `tex` is it. */
bool element_image_is_formula(const husk_page *page, uint32_t image, slice *tex);

/* Append what <math> says: true, TeX; false, its text, or nothing. */
bool element_math(const husk_page *page, uint32_t math, buffer *out, bool *display);

/* Append the text of <pre>, its white space kept; empty lines before and white space after it are left out. */
void element_pre_text(const husk_page *page, uint32_t pre, const write_options *options, buffer *out);
/* The language that a class of a <pre>, of its <code> or of what stands right around it names; {NULL, 0} without one.
 */
slice element_code_language(const husk_page *page, uint32_t pre);

#endif
