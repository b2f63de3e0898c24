/* post_frame.c - drop the signatures of a forum's posts.
 * A signature reads like a sentence of the post, so the page model and a site's places may take it for one; but forum
 * software as old as phpBB 2 draws a line of underscores above it. Cost: a few elements up from such a line. */
#include "judge/rules.h"

#include "judge/class_words.h"

/* Longer texts are posts. */
#define MOST_WORDS 40u
/* From a line to the element of its post, that element included. */
#define UP_FROM_LINE 3

static void take_word(void *context, uint64_t hash, slice word)
{
    static const char *const posts[] = {
        "post",    "posts", "message", "forum", "topic",      "thread",   "reply",
        "comment", "board", "ips",     "entry", "discussion", "postbody", "postdetails"
    };
    bool *is_post = context;
    (void)hash;
    *is_post |= SLICE_IS_ANY(word, posts);
}

static bool is_below_post(const husk_page *page, uint32_t node)
{
    bool is_post = false;
    for (int up = 0; !is_post && up < UP_FROM_LINE && node != NODE_NONE; up++, node = page->parent[node]) {
        class_words_split(CLASS_PREFIX_NAME, page_attribute_value(page, node, ATTR_CLASS), take_word, &is_post);
        class_words_split(CLASS_PREFIX_NAME, page_attribute_value(page, node, ATTR_ID), take_word, &is_post);
    }
    return is_post;
}

/* A line of underscores in a post, and what stands below it in the same element. */
void post_frame_drop(const husk_page *page, bool *keep)
{
    uint32_t end = 0; /* node at which that element ends */
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        const page_block *block = &page->blocks[b];
        uint32_t around = page->parent[block->first_node];
        if (!keep[b] || block->n_words > MOST_WORDS)
            continue;
        if (slice_starts(page_block_text(page, b), DRAWN_RULE) &&
            (is_below_post(page, block->container) || is_below_post(page, around)))
            end = page->end[around];
        keep[b] = block->first_node >= end;
    }
}
