/* style.h - from the style of one piece to that of the next with the fewest marks.
 * Layers are nested as the page nests them, except that code is always innermost. What both pieces have from the
 * outside on stays open. */
#ifndef HUSK_WRITE_STYLE_H
#define HUSK_WRITE_STYLE_H

#include "write/flow.h"

typedef struct style_stack {
    uint8_t layer[N_LAYERS];
    uint32_t value[N_LAYERS];
    unsigned n;
} style_stack;

/* How many of the open layers stay for `want`. Two emphases of the same kind with nothing between them (not `apart`)
 * become one: their marks would run together. */
unsigned style_stays(style_stack *open, const flow_style *want, bool apart);

/* After the others are closed: the next layer to open, N_LAYERS when all are. */
unsigned style_next(const style_stack *open, const flow_style *want);

#endif
