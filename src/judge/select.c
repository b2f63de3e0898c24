/* select.c - from blocks to nodes.
 * A table of data is taken or left as a whole (table_whole.c).
 * What has no text of its own belongs to what it stands in: an image, a rule or white space is taken when the blocks
 * before and after it are, or when it is in a figure whose caption is. One pass: what stands behind a taken block waits
 * for the next. */
#include <string.h>

#include "judge/select.h"
#include "judge/table_whole.h"

static bool stands_alone(uint16_t tag)
{
    static const bool alone[TAG_OWN] = {
        [TAG_IMG] = true,   [TAG_HR] = true,    [TAG_MATH] = true,  [TAG_PICTURE] = true,
        [TAG_VIDEO] = true, [TAG_AUDIO] = true, [TAG_IFRAME] = true
    };
    return tag < TAG_OWN && alone[tag];
}

/* A figure is taken whole when any text in it is. */
static void take_figures(const husk_page *page, uint8_t *marks)
{
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (page->tag[i] != TAG_FIGURE)
            continue;
        bool any = false;
        for (uint32_t c = i; c < page->end[i] && !any; c++)
            any = marks[c] && page->flags[c] & NODE_TEXT;
        for (uint32_t c = i; c < page->end[i] && any; c++)
            if (stands_alone(page->tag[c]))
                marks[c] = 1;
        i = page->end[i] - 1; /* a figure in a figure was looked at with it */
    }
}

husk_status select_nodes(const husk_page *page, bool *keep, arena *memory, uint8_t **by_node)
{
    table_whole_keep(page, keep);
    uint8_t *marks = arena_array(memory, page->n_nodes, 1);
    uint32_t *waiting = arena_array(memory, page->n_nodes, sizeof *waiting); /* taken if the next block is too */
    if (marks == NULL || waiting == NULL)
        return HUSK_NO_MEMORY;
    bool before = false, figures = false;
    uint32_t n_waiting = 0;
    marks[0] = 0;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        marks[i] = 0;
        if (page->block_of[i] != NODE_NONE) {
            marks[i] = before = keep[page->block_of[i]];
            for (; n_waiting; n_waiting--)
                marks[waiting[n_waiting - 1]] = before;
        } else if (page->flags[i] & NODE_BLANK || stands_alone(page->tag[i])) {
            if (before)
                waiting[n_waiting++] = i;
        } else {
            figures |= page->tag[i] == TAG_FIGURE;
        }
    }
    if (figures)
        take_figures(page, marks);
    *by_node = marks;
    return HUSK_OK;
}
