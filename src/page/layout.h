/* layout.h - where each node would stand on a screen, without a browser.
 * An estimate, good for ranking nodes by area and for telling margins from the middle; where the page carries the boxes
 * that scripts/render wrote (data-husk-box), those are used. */
#ifndef HUSK_PAGE_LAYOUT_H
#define HUSK_PAGE_LAYOUT_H

#include "page/page.h"

/* In CSS pixels from the page's upper left corner. A node that is not shown has no area. */
typedef struct layout_box {
    float x, y, width, height;
} layout_box;

typedef struct layout {
    layout_box *box; /* by node; a text node has its parent's */
    uint32_t
        *chars_before; /* n_nodes + 1: visible code points, white space not counted, of the text nodes before node i */
    uint32_t *words_before; /* the same for words; a subtree's are words_before[end] - words_before[i] */
    float width, height;    /* of the page */
    bool is_real;           /* the boxes are a browser's */
} layout;

/* What the estimate is made of; bench/layout --fit finds the values in layout.c. */
typedef struct layout_constants {
    float page_width;
    float char_width; /* of a narrow character of running text */
    float line_height;
    float margin;     /* above and below paragraphs and lists */
    float indent;     /* of lists and quotations */
    float cell_chars; /* a cell asks for at most so many characters' width */
    float cell_padding;
    float side_width;                /* of a side bar, as a share of what it stands in */
    float image_width, image_height; /* of images that don't say */
    bool ignore_boxes;               /* estimate though the page carries boxes: to compare the two */
} layout_constants;

extern const layout_constants layout_defaults;

/* Lay the page out; all memory is of page->scratch. `constants` may be NULL. NO_MEMORY or OK. */
husk_status page_layout(husk_page *page, const layout_constants *constants, layout *out);

static inline float layout_area(const layout *l, uint32_t node)
{
    return l->box[node].width * l->box[node].height;
}

static inline uint32_t layout_chars(const layout *l, const husk_page *page, uint32_t node)
{
    return l->chars_before[page->end[node]] - l->chars_before[node];
}

static inline uint32_t layout_words(const layout *l, const husk_page *page, uint32_t node)
{
    return l->words_before[page->end[node]] - l->words_before[node];
}

#endif
