/* style.c - change from one piece's style to the next with the fewest marks. Cost: a few steps per layer. */
#include "write/style.h"

#include "base/limits.h"
#include "write/element.h"

style_stack style_begin(void)
{
    style_stack s = { .n = 0 };
    buffer_init(&s.address, 4 * HUSK_MAX_URL_BYTES);
    return s;
}

husk_status style_end(style_stack *s, husk_status status)
{
    if (s->address.status == HUSK_NO_MEMORY)
        status = HUSK_NO_MEMORY;
    buffer_free(&s->address);
    return status;
}

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

void style_want(style_stack *s, flow *f, bool links, bool code)
{
    uint32_t link = f->style.layer[LAYER_LINK];
    s->wanted = f->style;
    if (links && link && s->link != link) {
        buffer_clear(&s->address);
        s->link = link;
        s->leads = element_address(f->page, page_attribute_value(f->page, link, ATTR_HREF), &s->address);
    }
    if (!links || !s->leads)
        s->wanted.layer[LAYER_LINK] = 0;
    if (!code)
        s->wanted.layer[LAYER_CODE] = 0;
}

unsigned style_stays(style_stack *s, bool apart)
{
    uint8_t path[N_LAYERS];
    unsigned n = path_of(&s->wanted, path), i = 0;
    for (; i < n && i < s->n && s->layer[i] == path[i]; i++) {
        uint32_t value = s->wanted.layer[path[i]];
        if (s->value[i] != value && (apart || !merges(path[i])))
            break;
        s->value[i] = value;
    }
    return i;
}

unsigned style_next(const style_stack *s)
{
    uint8_t path[N_LAYERS];
    return s->n < path_of(&s->wanted, path) ? path[s->n] : N_LAYERS;
}

unsigned style_open(style_stack *s)
{
    unsigned layer = style_next(s);
    if (layer < N_LAYERS) {
        s->layer[s->n] = (uint8_t)layer;
        s->value[s->n++] = s->wanted.layer[layer];
    }
    return layer;
}
