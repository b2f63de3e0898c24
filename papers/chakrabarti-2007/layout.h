/* layout.h - where each node would be on a screen, without a browser.
 * An estimate, good enough to rank nodes by area and to separate margins from the middle. If the page carries boxes
 * written by scripts/render (data-husk-box), those are used. */
#ifndef HUSK_PAPERS_LAYOUT_H
#define HUSK_PAPERS_LAYOUT_H

#include "page/page.h"

/* In CSS pixels from the page's upper left corner. An invisible node has no area. */
typedef struct layout_box {
    float x, y, width, height;
} layout_box;

typedef struct layout {
    layout_box *box;        /* by node; a text node has its parent's */
    uint32_t *chars_before; /* n_nodes + 1: visible non-space code points of the text nodes before node i */
    uint32_t *words_before; /* the same for words; a subtree has words_before[end] - words_before[i] */
    float width, height;    /* of the page */
    bool is_real;           /* the boxes come from a browser */
} layout;

/* The constants of the estimate; bench_layout --fit finds the values in layout.c. */
typedef struct layout_constants {
    float page_width;
    float char_width; /* of a narrow character of running text */
    float line_height;
    float margin;     /* above and below paragraphs and lists */
    float indent;     /* of lists and quotations */
    float cell_chars; /* maximum width that a cell asks for, in characters */
    float cell_padding;
    float side_width;                /* of a sidebar, as a share of its container */
    float image_width, image_height; /* of images without a stated size */
    bool ignore_boxes;               /* estimate even if the page carries boxes, to compare the two */
} layout_constants;

extern const layout_constants layout_defaults;

/* Lay the page out; all memory is from page->scratch. `constants` may be NULL. NO_MEMORY or OK. */
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
