/* select.c - from blocks to nodes.
 * A data table is kept or dropped as a whole (table_whole.c). What has no text belongs to its surroundings: an image,
 * a rule or white space is kept if the blocks before and after it are, or if it is in a figure whose caption is. A
 * few dropped words in between (an image's credit, "enlarge") are ignored. Next to only one kept block, an image is
 * kept inside the element that holds most of the content: a picture before the first paragraph. Cost: two passes. */

#include "judge/select.h"
#include "judge/rules.h"

static bool stands_alone(uint16_t tag)
{
    static const bool alone[TAG_OWN] = {
        [TAG_IMG] = true,   [TAG_HR] = true,    [TAG_MATH] = true,  [TAG_PICTURE] = true,
        [TAG_VIDEO] = true, [TAG_AUDIO] = true, [TAG_IFRAME] = true
    };
    return tag < TAG_OWN && alone[tag];
}

/* TeX that MathJax renders next to it. */
static bool is_tex(const husk_page *page, uint32_t node)
{
    return page->tag[node] == TAG_SCRIPT && slice_has_nocase(page_attribute_value(page, node, ATTR_TYPE), "math/tex");
}

/* The caption that a node is in, or NODE_NONE. */
static uint32_t caption_around(const husk_page *page, uint32_t node, uint32_t figure)
{
    for (; node != figure && node != NODE_NONE; node = page->parent[node])
        if (page->tag[node] == TAG_FIGCAPTION)
            return node;
    return NODE_NONE;
}

/* A figure is kept whole if any text in it is. The caption of a kept image goes with it where images are written: by
 * itself it is not part of the surrounding text. */
static void take_figures(const husk_page *page, uint8_t *marks)
{
    for (uint32_t i = 0; (i = page_find_tag(page, i + 1, TAG_FIGURE)) < page->n_nodes;) {
        bool any = false, image = false;
        for (uint32_t c = i; c < page->end[i]; c++) {
            any |= marks[c] && (page->flags[c] & (NODE_TEXT | NODE_BLANK)) == NODE_TEXT;
            image |= marks[c] && (page->tag[c] == TAG_IMG || page->tag[c] == TAG_PICTURE);
        }
        for (uint32_t c = i; c < page->end[i] && (any || image); c++)
            if (any && stands_alone(page->tag[c]))
                marks[c] = SELECTED;
            else if (page->flags[c] & NODE_TEXT && !marks[c] && caption_around(page, c, i) != NODE_NONE)
                marks[c] = SELECTED_WITH_IMAGES;
        i = page->end[i] - 1; /* a nested figure was handled with it */
    }
}

/* Dropped words that may separate an image, with its caption, from the content. */
#define NEAR_WORDS 15
/* The share of the content, in tenths, that defines its element. */
#define MOST_PARTS 8

/* By node: how many kept words start before it. */
static uint32_t *kept_before(const husk_page *page, const bool *keep, arena *memory)
{
    uint32_t *before = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *before), n = 0, i = 0;
    if (before == NULL)
        return NULL;
    for (uint32_t b = 0; b < page->n_blocks; b++) { /* blocks are in node order */
        if (!keep[b])
            continue;
        for (; i <= page->blocks[b].first_node; i++)
            before[i] = n;
        n += page->blocks[b].n_words;
    }
    for (; i <= page->n_nodes; i++)
        before[i] = n;
    return before;
}

/* The innermost element with most of the kept words; 0, the page, if nothing is kept. */
static uint32_t content_root(const husk_page *page, const uint32_t *before)
{
    uint32_t root = 0;
    uint64_t all = before[page->n_nodes];
    for (uint32_t c = 1; all && c < page->end[root];) {
        if (10 * (uint64_t)(before[page->end[c]] - before[c]) < MOST_PARTS * all) {
            c = page->end[c];
            continue;
        }
        root = c;
        c = root + 1;
    }
    return root;
}

/* Nodes without text, between two blocks. */
typedef struct beside {
    uint32_t *nodes; /* without text, waiting for the next block */
    uint32_t n;
    uint32_t words; /* dropped since the last kept block */
    bool after;     /* a kept block comes before, close enough */
} beside;

static void settle(const husk_page *page, beside *w, bool next, uint32_t root, uint8_t *marks)
{
    if (!next && !w->after) /* none of them is marked */
        w->n = 0;
    for (; w->n; w->n--) {
        uint32_t node = w->nodes[w->n - 1];
        bool image = page->tag[node] == TAG_IMG || page->tag[node] == TAG_PICTURE;
        marks[node] =
            (next && w->after) || ((next || w->after) && image && root && node > root && node < page->end[root]);
    }
}

static void at_block(const husk_page *page, beside *w, uint32_t block, bool taken, uint32_t root, uint8_t *marks)
{
    if (taken) {
        settle(page, w, true, root, marks);
        w->after = true;
        w->words = 0;
        return;
    }
    w->words += page->blocks[block].n_words;
    if (w->words > NEAR_WORDS) {
        settle(page, w, false, root, marks);
        w->after = false;
    }
}

/* The kept blocks, from the first to the last, and where to begin: what is farther from them is not marked. */
typedef struct kept_range {
    bool any;
    uint32_t last;  /* block */
    uint32_t start; /* node */
} kept_range;

static kept_range find_kept(const husk_page *page, const bool *keep)
{
    kept_range r = { .start = 1 };
    uint32_t words = 0, first = 0, end = page->n_blocks;
    for (; first < end && !keep[first]; first++)
        words += page->blocks[first].n_words;
    for (; end > first && !keep[end - 1]; end--)
        ;
    r.any = first < end;
    r.last = r.any ? end - 1 : 0;
    if (r.any && words > NEAR_WORDS)
        r.start = page->blocks[first - 1].last_node + 1;
    return r;
}

husk_status select_nodes(const husk_page *page, bool *keep, arena *memory, uint8_t **by_node)
{
    table_whole_keep(page, keep);
    kept_range kept = find_kept(page, keep);
    uint8_t *marks = arena_zeros(memory, page->n_nodes, 1);
    uint32_t *before = kept_before(page, keep, memory);
    beside w = { .nodes = arena_array(memory, page->n_nodes, sizeof *w.nodes) };
    if (marks == NULL || before == NULL || w.nodes == NULL)
        return HUSK_NO_MEMORY;
    uint32_t root = content_root(page, before), last = NODE_NONE, n_nodes = kept.any ? page->n_nodes : 0;
    const uint32_t *block_of = page->block_of; /* a store to `marks` could change `page`, for the compiler */
    const uint16_t *tag = page->tag;
    const uint8_t *flags = page->flags;
    for (uint32_t i = kept.start; i < n_nodes; i++) {
        uint32_t b = block_of[i];
        if (b != NODE_NONE) {
            if (b != last)
                at_block(page, &w, b, keep[b], root, marks);
            else
                settle(page, &w, keep[b], root, marks);
            marks[i] = keep[b];
            last = b;
            if (b > kept.last && !w.after)
                break;
        } else if (flags[i] & NODE_BLANK || stands_alone(tag[i]) || is_tex(page, i)) {
            w.nodes[w.n++] = i;
        }
    }
    settle(page, &w, false, root, marks);
    take_figures(page, marks);
    *by_node = marks;
    return HUSK_OK;
}
