/* style.c - from the style of one piece to that of the next with the fewest marks. Cost: a few steps a layer. */
#include "write/style.h"

/* The layers of `want` from the outermost inward, code last. */
static unsigned path_of(const flow_style *want, uint8_t path[N_LAYERS])
{
    unsigned n = 0;
    for (unsigned i = 0; i < want->n; i++)
        if (want->layer[want->order[i]] && want->order[i] != LAYER_CODE)
            path[n++] = want->order[i];
    if (want->layer[LAYER_CODE])
        path[n++] = LAYER_CODE;
    return n;
}

unsigned style_stays(const style_stack *open, const flow_style *want)
{
    uint8_t path[N_LAYERS];
    unsigned n = path_of(want, path), stays = 0;
    while (stays < n && stays < open->n && open->layer[stays] == path[stays] && open->value[stays] == want->layer[path[stays]])
        stays++;
    return stays;
}

unsigned style_next(const style_stack *open, const flow_style *want)
{
    uint8_t path[N_LAYERS];
    return open->n < path_of(want, path) ? path[open->n] : N_LAYERS;
}
