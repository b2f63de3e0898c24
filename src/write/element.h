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

/* The address that a page without one gives itself (<link rel=canonical>, og:url), where that is whole; {NULL, 0}
 * without one. */
slice element_own_address(const husk_page *page);

/* The best source of an image: lazy ones' real one, the largest of a srcset, a <picture>'s. {NULL, 0} when there is
 * none. */
slice element_image_source(const husk_page *page, uint32_t image);
/* The address of the image in a <noscript>; {NULL, 0} without one. */
slice element_noscript_source(const husk_page *page, uint32_t noscript);
/* A tracking pixel, which nobody sees. */
bool element_image_is_pixel(const husk_page *page, uint32_t image);
/* An image of a formula with the formula as its alternative: `tex` is it. */
bool element_image_is_formula(const husk_page *page, uint32_t image, slice *tex);

/* Append what <math> says: true, TeX; false, its text, or nothing. */
bool element_math(const husk_page *page, uint32_t math, buffer *out, bool *display);

/* Does an element only work on the page: a heading's link to itself, "edit", a way back from a note, a button to copy
 * code, the numbers of its lines? */
bool element_is_machinery(const husk_page *page, uint32_t node);
/* The numbers of a code's lines, told by their class. */
bool element_is_gutter(const husk_page *page, uint32_t node);

/* Replace `out` by the TeX of a <math> that brings none along. False: it is too large for that. */
bool element_mathml_tex(const husk_page *page, uint32_t math, buffer *out);
/* The TeX of a <script type="math/tex">, which MathJax draws beside it. */
bool element_script_tex(const husk_page *page, uint32_t script, slice *tex, bool *display);
/* Does a script of the page draw the TeX that stands in its text? */
bool element_draws_tex(const husk_page *page);
/* The first TeX in a text between \( and \), \[ and \], $$ and $$: text[from..to) is it with its marks. */
bool element_find_tex(slice text, slice *tex, size_t *from, size_t *to, bool *display);

/* Append the text of <pre>, its white space kept; empty lines before and white space after it are left out. */
void element_pre_text(const husk_page *page, uint32_t pre, const write_options *options, buffer *out);
/* The language that a class of a <pre>, of its <code> or of what stands right around it names; {NULL, 0} without one.
 */
slice element_code_language(const husk_page *page, uint32_t pre);

#endif
