/* stack.c - the stack of open elements, its scopes, and the insertion mode it implies. */
#include "html/builder.h"

void push_foreign(builder *b, uint32_t node, uint16_t tag, uint8_t space)
{
    open_element *e = &b->stack[b->depth++];
    *e = (open_element){ .node = node, .name = tag, .space = space };
    b->n_open[0]++; /* as pop counts it */
    e->points = foreign_points(b, node, tag, space);
    if (e->points || (space == SPACE_MATH && tag == TAG_ANNOTATION_XML))
        e->category = IS_SPECIAL | ENDS_SCOPE;
}

void stack_remove(builder *b, uint32_t at)
{
    if (b->stack[at].tag < TAG_FREE)
        b->n_open[b->stack[at].tag]--;
    memmove(b->stack + at, b->stack + at + 1, (--b->depth - at) * sizeof *b->stack);
}

uint32_t stack_find(const builder *b, uint32_t node)
{
    uint32_t at = b->depth;
    while (at-- > 0 && b->stack[at].node != node)
        ;
    return at;
}

bool in_scope(const builder *b, uint16_t tag, unsigned stops)
{
    if (b->n_open[tag] == 0)
        return false;
    for (uint32_t at = b->depth; at-- > 0;) {
        if (b->stack[at].tag == tag)
            return true;
        if (b->stack[at].category & stops)
            return false;
    }
    return false;
}

uint32_t scope_find(const builder *b, unsigned category)
{
    for (uint32_t at = b->depth; at-- > 0;) {
        if (b->stack[at].category & category)
            return at;
        if (b->stack[at].category & ENDS_SCOPE)
            break;
    }
    return HTML_NONE;
}

void pop_implied(builder *b, uint16_t but)
{
    while (current(b)->category & IS_IMPLIED && current(b)->tag != but)
        pop(b);
}

void pop_until(builder *b, uint16_t tag)
{
    while (b->depth > 1) {
        uint16_t popped = current(b)->tag;
        pop(b);
        if (popped == tag)
            return;
    }
}

void close_paragraph(builder *b)
{
    if (!in_scope(b, TAG_P, ENDS_SCOPE | ENDS_BUTTON))
        return;
    pop_implied(b, TAG_P);
    pop_until(b, TAG_P);
}

open_element *innermost_template(builder *b)
{
    uint32_t at = b->depth - 1;
    while (at > 0 && b->stack[at].tag != TAG_TEMPLATE)
        at--;
    return &b->stack[at];
}

/* The mode that one open element implies; INITIAL if none. */
static insertion_mode mode_for(const builder *b, const open_element *e)
{
    static const uint8_t modes[TAG_FREE] = {
        [TAG_TD] = MODE_IN_CELL,          [TAG_TH] = MODE_IN_CELL,
        [TAG_TR] = MODE_IN_ROW,           [TAG_TBODY] = MODE_IN_TABLE_BODY,
        [TAG_THEAD] = MODE_IN_TABLE_BODY, [TAG_TFOOT] = MODE_IN_TABLE_BODY,
        [TAG_CAPTION] = MODE_IN_CAPTION,  [TAG_COLGROUP] = MODE_IN_COLUMN_GROUP,
        [TAG_TABLE] = MODE_IN_TABLE,      [TAG_HEAD] = MODE_IN_HEAD,
        [TAG_BODY] = MODE_IN_BODY,        [TAG_FRAMESET] = MODE_IN_FRAMESET,
    };
    if (e->tag == TAG_TEMPLATE)
        return (insertion_mode)e->mode;
    if (e->tag == TAG_HTML)
        return b->head == HTML_NONE ? MODE_BEFORE_HEAD : MODE_AFTER_HEAD;
    return e->tag < TAG_FREE ? (insertion_mode)modes[e->tag] : MODE_INITIAL;
}

void mode_reset(builder *b)
{
    b->mode = MODE_IN_BODY;
    for (uint32_t at = b->depth; at-- > 0;) {
        insertion_mode mode = mode_for(b, &b->stack[at]);
        if (mode != MODE_INITIAL) {
            b->mode = mode;
            return;
        }
    }
}
