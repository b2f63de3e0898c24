/* style.h - change from one piece's style to the next with the fewest marks.
 * Layers are nested as on the page, except that code is always innermost. Layers that both pieces share from the
 * outside stay open. */
#ifndef HUSK_WRITE_STYLE_H
#define HUSK_WRITE_STYLE_H

#include "write/flow.h"

typedef struct style_stack {
    uint8_t layer[N_LAYERS]; /* those that are open */
    uint32_t value[N_LAYERS];
    unsigned n;
    flow_style wanted; /* by the next piece */
    buffer address;    /* of the link looked at last: every piece of its text asks again */
    uint32_t link;
    bool leads; /* a text may link to `address` */
} style_stack;

style_stack style_begin(void);
/* Free it; NO_MEMORY if there was none for an address, otherwise `status`. */
husk_status style_end(style_stack *s, husk_status status);

/* Take the style that the next piece wants. A link counts only if `links` and if a text may link to it, code only if
 * `code`. */
void style_want(style_stack *s, flow *f, bool links, bool code);

/* How many of the open layers stay. Two emphases of the same kind with nothing between them (not `apart`) become one:
 * their marks would run together. */
unsigned style_stays(style_stack *s, bool apart);

/* After the others are closed: the next layer to open, N_LAYERS if all are open. */
unsigned style_next(const style_stack *s);

/* The same, and note it as open. */
unsigned style_open(style_stack *s);

#endif
