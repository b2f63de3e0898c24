/* style.h - change from one piece's style to the next with the fewest marks.
 * Layers are nested as on the page, except that code is always innermost. Layers that both pieces share from the
 * outside stay open. */
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

/* After the others are closed: the next layer to open, N_LAYERS if all are open. */
unsigned style_next(const style_stack *open, const flow_style *want);

#endif
