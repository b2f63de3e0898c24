/* table_whole.c - keep or drop a data table as a whole.
 * A cell has too little text to be judged alone, and a table with holes is worse than none: the words of its cells
 * vote, and a table with kept text right before and after it is always kept. Only tables without a nested table,
 * section or form, and with short cells, are considered; others lay out a page, and each part of them is judged
 * separately. Cost: one pass over a table's nodes, none on pages without one. */
#include "judge/rules.h"

/* A cell with more words is part of the page, not an entry. */
#define MOST_CELL_WORDS 160
/* A table with longer cells may be posts of a forum: what was kept of them is not dropped. With few rows, it may be
 * one post with its author's details: each part is judged separately. */
#define ENTRY_WORDS 40
#define POST_ROWS 3
/* The text continues around a table if one of this many blocks before it is kept, and one of this many after it: a
 * heading or a caption may be between (bench/reading: 1 loses 410 of 13,001 cells, 2 loses 213, 3 loses 187; word F1
 * is the same). */
#define NEAR_BLOCKS 3

typedef struct table_votes {
    uint32_t words, kept, link_words; /* of all cells */
    uint32_t first, last;             /* blocks; NODE_NONE if there are none */
    uint32_t n_rows, widest, longest;
    bool is_layout;
} table_votes;

static bool is_presentation(const husk_page *page, uint32_t table)
{
    slice role = page_attribute_value(page, table, ATTR_ROLE);
    return slice_is_nocase(role, "presentation") || slice_is_nocase(role, "none");
}

/* The votes of a table; if it is a layout table, of its start. */
static table_votes count_votes(const husk_page *page, uint32_t table, const bool *keep)
{
    table_votes v = { .is_layout = is_presentation(page, table), .first = NODE_NONE, .last = NODE_NONE };
    uint32_t in_row = 0, in_cell = 0;
    for (uint32_t i = table + 1; i < page->end[table] && !v.is_layout; i++) {
        uint16_t tag = page->tag[i];
        if (tag == TAG_TR) {
            v.n_rows++;
            in_row = 0;
        } else if (tag == TAG_TD || tag == TAG_TH) {
            in_cell = 0;
            v.widest = ++in_row > v.widest ? in_row : v.widest;
        }
        v.is_layout = tag_lays_out(tag);
        uint32_t b = page->block_of[i];
        if (b == NODE_NONE || b == v.last)
            continue;
        v.first = v.first == NODE_NONE ? b : v.first;
        v.last = b;
        in_cell += page->blocks[b].n_words;
        v.longest = in_cell > v.longest ? in_cell : v.longest;
        v.words += page->blocks[b].n_words;
        v.link_words += page->blocks[b].n_link_words;
        v.kept += keep[b] ? page->blocks[b].n_words : 0;
    }
    v.is_layout |= v.n_rows < 2 || v.widest < 2 || v.longest > MOST_CELL_WORDS ||
                   (v.n_rows <= POST_ROWS && v.longest > ENTRY_WORDS);
    return v;
}

/* Does a row say more than where to go? Links in their own cell (pages of the table, sort orders) don't, nor do links
 * in many cells of which nothing was kept. */
static bool row_says(const husk_page *page, uint32_t row, const bool *keep)
{
    uint32_t words = 0, link_words = 0, links = 0, cells = 0, last = NODE_NONE;
    bool kept = false;
    for (uint32_t i = row; i < page->end[row]; i++) {
        uint32_t b = page->block_of[i];
        cells += page->tag[i] == TAG_TD || page->tag[i] == TAG_TH;
        if (b == NODE_NONE || b == last)
            continue;
        last = b;
        kept |= keep[b];
        words += page->blocks[b].n_words;
        link_words += page->blocks[b].n_link_words;
        links += page->blocks[b].n_links;
    }
    bool only_links = link_words > 0 && 10 * link_words >= 9 * words;
    return !only_links || (kept && (cells > 1 || links < 2));
}

static void set_blocks(const husk_page *page, uint32_t from, uint32_t end, bool *keep, bool value)
{
    for (uint32_t i = from; i < end; i++)
        if (page->block_of[i] != NODE_NONE)
            keep[page->block_of[i]] = value;
}

/* From the first row that says something to the last. */
static void keep_rows(const husk_page *page, uint32_t table, bool *keep)
{
    uint32_t first = NODE_NONE, end = table;
    for (uint32_t i = table + 1; i < page->end[table]; i++) {
        if (page->tag[i] == TAG_CAPTION) /* it may be at the table's foot */
            first = first == NODE_NONE ? i : first;
        if (page->tag[i] != TAG_TR || !row_says(page, i, keep))
            continue;
        first = first == NODE_NONE ? i : first;
        end = page->end[i];
    }
    if (first == NODE_NONE)
        return;
    set_blocks(page, table, first, keep, false);
    set_blocks(page, first, end, keep, true);
    set_blocks(page, end, page->end[table], keep, false);
}

/* The nearest kept block from `from` on, within NEAR_BLOCKS; NODE_NONE if there is none. */
static uint32_t kept_near(const husk_page *page, uint32_t from, uint32_t step, const bool *keep)
{
    for (uint32_t b = from, n = 0; n < NEAR_BLOCKS && b < page->n_blocks; b += step, n++)
        if (keep[b])
            return b;
    return NODE_NONE;
}

/* Does the text continue around a table? Then the table belongs to it, whatever its short cells look like, and so
 * does a heading between the text and the table. A table of links may be navigation between two parts of the text. */
static bool lies_in_text(const husk_page *page, const table_votes *v, bool *keep)
{
    if (v->first == NODE_NONE || 10 * v->link_words >= 9 * v->words)
        return false;
    uint32_t before = kept_near(page, v->first - 1, UINT32_MAX, keep);
    if (before == NODE_NONE || kept_near(page, v->last + 1, 1, keep) == NODE_NONE)
        return false;
    for (uint32_t b = before + 1; b < v->first; b++)
        keep[b] |= tag_is_heading(page->tag[page->blocks[b].container]);
    return true;
}

void table_whole_keep(const husk_page *page, bool *keep)
{
    for (uint32_t i = 0; (i = page_find_tag(page, i + 1, TAG_TABLE)) < page->n_nodes;) {
        if (page->flags[i] & NODE_SILENT)
            continue;
        table_votes v = count_votes(page, i, keep);
        if (v.is_layout)
            continue;
        if ((v.kept && 2 * v.kept >= v.words) || lies_in_text(page, &v, keep))
            keep_rows(page, i, keep);
        else if (v.longest <= ENTRY_WORDS)
            set_blocks(page, i, page->end[i], keep, false);
        i = page->end[i] - 1;
    }
}
