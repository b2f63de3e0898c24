/* select.c - from blocks to nodes.
 * What has no text of its own belongs to what it stands in: an image, a rule or white space is taken when the blocks before and after it are, or when it is in a
 * figure whose caption is. One pass forward for the block before, one back for the block after. */
#include <string.h>

#include "judge/select.h"

static bool stands_alone(uint16_t tag)
{
    return tag == TAG_IMG || tag == TAG_HR || tag == TAG_MATH || tag == TAG_PICTURE || tag == TAG_VIDEO || tag == TAG_AUDIO || tag == TAG_IFRAME;
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

husk_status select_nodes(const husk_page *page, const bool *keep, arena *memory, uint8_t **by_node)
{
    uint8_t *marks = arena_array(memory, page->n_nodes, 1);
    if (marks == NULL)
        return HUSK_NO_MEMORY;
    memset(marks, 0, page->n_nodes);
    uint8_t before = 0, after = 0;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (page->block_of[i] != NODE_NONE)
            marks[i] = before = keep[page->block_of[i]];
        else if (page->flags[i] & NODE_BLANK || stands_alone(page->tag[i]))
            marks[i] = before;
    }
    for (uint32_t i = page->n_nodes; i-- > 1;) {
        if (page->block_of[i] != NODE_NONE)
            after = keep[page->block_of[i]];
        else if (page->flags[i] & NODE_BLANK || stands_alone(page->tag[i]))
            marks[i] &= after;
    }
    take_figures(page, marks);
    *by_node = marks;
    return HUSK_OK;
}
