/* locate.h - the values of a page, and the keys that locate each on other pages of the class.
 * Used for learning columns and for reading records, so that the two can't differ. */
#ifndef HUSK_RECORDS_LOCATE_H
#define HUSK_RECORDS_LOCATE_H

#include "base/arena.h"
#include "page/page.h"
#include "judge/site/evidence.h"
#include "store/model.h"

/* What the class knows of its pages: names that identify steps, and texts that many of its pages have. */
typedef struct locate_site {
    known_names names;
    const model_count *labels; /* sorted by hash; `pages` is LABEL_SURE or LABEL_HINT */
    uint32_t n_labels;
} locate_site;

/* A value: a text node, or an attribute that holds one. */
typedef struct located_value {
    uint32_t node;
    uint16_t source; /* VALUE_… */
    uint16_t rank;   /* as a label: 0, LABEL_HINT or LABEL_SURE */
    uint32_t label;  /* index of the nearest value before it that is or may be its label, or LOCATE_NONE */
    uint32_t prefix; /* length of the label that the text starts with, including its colon, or 0 */
    uint32_t inside; /* for a link: the first text inside it, also a value, or LOCATE_NONE */
    uint64_t text;   /* hash of the value, white space collapsed */
    uint64_t key[N_LOCATOR_KINDS]; /* 0: none of that kind */
} located_value;

enum { VALUE_TEXT, VALUE_META, VALUE_LINK, VALUE_IMAGE };

#define LOCATE_NONE UINT32_MAX

/* The page's values, at most HUSK_MAX_VALUES, in `memory`: texts and <meta> in document order, then links and images.
 */
husk_status locate_page(husk_page *page, const locate_site *site, arena *memory, located_value **values, uint32_t *n);

/* Append the value itself, white space collapsed, with the label that its text starts with or without; URLs are made
 * absolute. */
void located_write(husk_page *page, const located_value *value, bool label, buffer *out);

/* The name of a <meta>: its property, itemprop or name; empty if it has none. */
slice located_meta_name(const husk_page *page, uint32_t node);

/* Call `each` with a hash for every short text of the page in its elements, for counting labels. */
void locate_texts(const husk_page *page, void (*each)(void *context, uint64_t text), void *context);

/* The rank of a text that is there on this many of a class's pages: a label for nearby values (LABEL_SURE), possibly
 * one (LABEL_HINT), or not (0). */
enum { LABEL_HINT = 1, LABEL_SURE = 2 };
uint32_t locate_label_rank(uint32_t pages, uint32_t of);

#endif
