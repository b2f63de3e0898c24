/* notes.h - footnotes: references in the text, the notes they lead to, and the links back. */
#ifndef HUSK_WRITE_NOTES_H
#define HUSK_WRITE_NOTES_H

#include "page/page.h"
#include "write/write.h"

/* More notes than any page has; further references stay links. */
#define NOTES_MAX 1024
/* The longest label, with its NUL. */
#define NOTES_LABEL 11

typedef struct note {
    uint32_t item; /* its <li>, or its <div> or <p> */
    char label[NOTES_LABEL];
} note;

typedef struct note_mark {
    uint32_t node; /* the element of a reference, or of a link back */
    uint32_t note; /* the index of a reference's note; NOTES_MAX: a link back */
} note_mark;

typedef struct page_notes {
    note *notes; /* by item */
    uint32_t n_notes;
    note_mark *marks; /* by node */
    uint32_t n_marks;
} page_notes;

/* The footnotes of what `options` keep, in page->scratch; none of them if they can't all be written. After
 * visible_mark. NO_MEMORY or OK. */
husk_status notes_find(husk_page *page, const write_options *options, page_notes *out);

/* The note of this item; NULL if it is none. */
const note *notes_of_item(const page_notes *notes, uint32_t item);

#endif
