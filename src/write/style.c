/* style.c - change from one piece's style to the next with the fewest marks. Cost: a few steps per layer. */
#include "write/style.h"

/* The layers of `want`, outermost first, code last. */
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

static bool merges(unsigned layer)
{
    return layer >= LAYER_STRONG && layer <= LAYER_RUBY;
}

unsigned style_stays(style_stack *open, const flow_style *want, bool apart)
{
    uint8_t path[N_LAYERS];
    unsigned n = path_of(want, path), i = 0;
    for (; i < n && i < open->n && open->layer[i] == path[i]; i++) {
        uint32_t value = want->layer[path[i]];
        if (open->value[i] != value && (apart || !merges(path[i])))
            break;
        open->value[i] = value;
    }
    return i;
}

unsigned style_next(const style_stack *open, const flow_style *want)
{
    uint8_t path[N_LAYERS];
    return open->n < path_of(want, path) ? path[open->n] : N_LAYERS;
}
