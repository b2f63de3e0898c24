/* traits.h - what clustering needs of a page, as one run of bytes.
 * Built on any worker, read when all pages are there. Paths are for the published methods and for separating sites;
 * elements and slots for separating a site's kinds of page. */
#ifndef HUSK_CLUSTER_TRAITS_H
#define HUSK_CLUSTER_TRAITS_H

#include "base/memo.h"
#include "cluster/pairs/marks.h"
#include "page/page.h"

/* A slot is a place that most pages of a site have: an element by its path from the root with ordinals, the first
 * element of a tag and class, a part of the URL. Its value is that element's class, id, first child or first words. */
typedef struct trait_slot {
    uint64_t slot;
    uint64_t value;
} trait_slot;

#define TRAIT_MAX_WORDS 12u /* per slot's text: labels are shorter */
/* Deeper or later elements are more often content than labels; both values come from a prototype on documentation
 * sites. */
#define TRAIT_MAX_DEPTH 9u
#define TRAIT_MAX_ORDINAL 6u
/* Slots per page: a page with more distinct classes than this has generated them. */
#define TRAIT_MAX_SLOTS 8192u

/* The parts of a record, borrowed from it. */
typedef struct traits {
    uint64_t host;         /* of the URL, hashed; 0: the page has none */
    const uint64_t *paths; /* sorted, distinct */
    size_t n_paths;
    const uint64_t *elements; /* tag and class, sorted, distinct */
    size_t n_elements;
    const trait_slot *slots; /* a slot's first value on the page; in document order */
    size_t n_slots;
    const uint64_t *words; /* for text slots: slot, number of words, words; n_words numbers in total */
    size_t n_words;
    const uint64_t *marks[N_MARK_SETS]; /* sorted, distinct (marks.h) */
    size_t n_marks[N_MARK_SETS];
    const uint64_t *shape; /* N_SHAPES sizes */
} traits;

/* Elements, slots and words of a page, in document order, in `memory`; no paths. `classes` remembers class attributes
 * from page to page, or is NULL. NO_MEMORY. */
husk_status traits_of_page(const husk_page *page, memo *classes, arena *memory, traits *out);

/* The root-to-element paths of tags, without text, distinct: pages of one template share most of them. */
husk_status page_tag_paths(const husk_page *page, arena *memory, uint64_t **paths, uint32_t *n);

/* Append the page's record to `out`. Without `kinds` it has only paths. */
husk_status traits_write(const husk_page *page, bool kinds, buffer *out);

/* Split `len` bytes that traits_write made; false if they are not such a record. `bytes` must be aligned to 8. */
bool traits_read(const void *bytes, size_t len, traits *out);

#endif
