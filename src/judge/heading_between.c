/* heading_between.c - keep headings between kept text.
 * A heading is short, so the page model knows less about it than about the text that it belongs to: of 567 headings
 * between kept text of WCXB's pages to which it gave .3 to its threshold, 475 were in the ground truth; below .3 it
 * was 89 of 172. Cost: one step per block. */
#include "judge/heading_between.h"

#define LEAST_PROBABILITY .3f
/* Of this many blocks before a heading one must be kept: a caption or a byline may be between. */
#define NEAR_BLOCKS 2u

static bool is_heading(const husk_page *page, const page_block *block)
{
    uint32_t node = page->parent[block->first_node];
    for (int up = 0; up < 4 && node != NODE_NONE; up++, node = page->parent[node])
        if (tag_is_heading(page->tag[node]))
            return block->last_node < page->end[node];
    return false;
}

void heading_between_keep(const husk_page *page, const float *probability, bool *keep)
{
    uint32_t n = page->n_blocks;
    for (uint32_t b = n < 2 ? 0 : n - 1; b-- > 1;) { /* backwards: a heading may be right before another */
        if (keep[b] || !keep[b + 1] || probability[b] < LEAST_PROBABILITY || page->blocks[b].flags & BLOCK_HIDDEN)
            continue;
        bool after = false;
        for (uint32_t k = 1; k <= NEAR_BLOCKS && k <= b; k++)
            after |= keep[b - k];
        if (after && is_heading(page, &page->blocks[b]))
            keep[b] = true;
    }
}
