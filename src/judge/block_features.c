/* block_features.c - compute the features behind a block's score.
 * Linear passes: elements top-down (block_nodes.c), the blocks' own text, sums bottom-up, then one row
 * per block from sums, neighbours, blocks with the same markup, the densest part and the main branch of the page.
 * Cost: about a tenth of a parse. Punctuation of many scripts is counted; words are looked up only in short texts
 * (class_words.h), and models are trained to work without them. */
#include "judge/block_features.h"

#include <math.h>

#include "base/arrays.h"
#include "base/table.h"
#include "judge/block_maker.h"

/* A number for an element's kind, rising from control to prose, so that one threshold can separate them. */
static float tag_rank(uint16_t tag)
{
    static const uint8_t of[TAG_OWN] = {
        [TAG_OPTION] = 1,   [TAG_OPTGROUP] = 1,    [TAG_SELECT] = 1,   [TAG_BUTTON] = 2,   [TAG_LABEL] = 3,
        [TAG_LEGEND] = 3,   [TAG_FIELDSET] = 3,    [TAG_FORM] = 3,     [TAG_NAV] = 4,      [TAG_FOOTER] = 4,
        [TAG_HEADER] = 5,   [TAG_ASIDE] = 5,       [TAG_A] = 6,        [TAG_LI] = 7,       [TAG_UL] = 7,
        [TAG_OL] = 7,       [TAG_MENU] = 7,        [TAG_TH] = 8,       [TAG_TD] = 9,       [TAG_TR] = 9,
        [TAG_TABLE] = 9,    [TAG_TBODY] = 9,       [TAG_DT] = 10,      [TAG_DL] = 10,      [TAG_DD] = 11,
        [TAG_TIME] = 12,    [TAG_SMALL] = 12,      [TAG_SPAN] = 13,    [TAG_DIV] = 14,     [TAG_CENTER] = 14,
        [TAG_SECTION] = 15, [TAG_BODY] = 15,       [TAG_ARTICLE] = 16, [TAG_MAIN] = 16,    [TAG_FIGCAPTION] = 17,
        [TAG_CAPTION] = 17, [TAG_FIGURE] = 17,     [TAG_SUMMARY] = 18, [TAG_DETAILS] = 18, [TAG_H6] = 19,
        [TAG_H5] = 19,      [TAG_H4] = 19,         [TAG_H3] = 20,      [TAG_H2] = 21,      [TAG_H1] = 22,
        [TAG_B] = 23,       [TAG_STRONG] = 23,     [TAG_EM] = 24,      [TAG_I] = 24,       [TAG_PRE] = 25,
        [TAG_CODE] = 25,    [TAG_BLOCKQUOTE] = 26, [TAG_P] = 27
    };
    return tag < TAG_OWN ? of[tag] : 0;
}

static uint32_t look_of(feature_maker *m, uint32_t b, uint32_t container)
{
    const husk_page *page = m->page;
    uint32_t up = page->parent[container] == NODE_NONE ? 0 : page->parent[container];
    uint64_t hash = hash_pair(m->nodes[container].look, (uint64_t)m->nodes[up].look << 16 | m->nodes[container].depth);
    uint32_t i;
    TABLE_PLACE(i, (uint32_t)hash, m->n_slots, m->look_slots[i] == 0, m->looks[m->look_slots[i] - 1].hash == hash);
    if (m->look_slots[i] == 0) {
        m->looks[m->n_looks] = (look_info){ .hash = hash, .first = b };
        m->look_slots[i] = ++m->n_looks;
    }
    return m->look_slots[i] - 1;
}

/* As in Readability: a paragraph's score goes to its parent, half of it to the grandparent. */
static void add_score(feature_maker *m, uint32_t container, float worth)
{
    const uint32_t *parent = m->page->parent;
    uint32_t up = parent[container];
    if (up == NODE_NONE)
        return;
    m->nodes[up].score += worth;
    if (parent[up] != NODE_NONE)
        m->nodes[parent[up]].score += worth / 2;
}

static bool ends_sentence(uint32_t last)
{
    return last == '.' || last == '!' || last == '?' || last == 0x3002 || last == 0xff01 || last == 0xff1f ||
           last == 0x2026 || last == 0x61f || last == 0x964 || last == 0x6d4;
}

/* The slot of the text among all texts of the page; counts it. */
static uint32_t text_slot(feature_maker *m, slice text)
{
    uint64_t hash = hash_bytes(text.data, text.len) | 1;
    uint32_t i;
    TABLE_PLACE(i, (uint32_t)(hash >> 32), m->n_slots, m->texts[i] == 0, m->texts[i] == hash);
    m->texts[i] = hash;
    m->text_counts[i]++;
    return i;
}

/* The weight of short texts' words, prefetched eight texts ahead. */
static void weigh_labels(feature_maker *m)
{
    enum { AHEAD = 8 };
    const husk_page *page = m->page;
    class_found found[AHEAD];
    for (uint32_t b = 0; b < page->n_blocks + AHEAD; b++) {
        if (b >= AHEAD)
            m->blocks[b - AHEAD].text = class_words_sum(m->table, &found[b % AHEAD]).weight;
        found[b % AHEAD].n = 0;
        if (b < page->n_blocks && page->blocks[b].n_words <= CLASS_TEXT_WORDS)
            class_words_seek(m->table, CLASS_PREFIX_TEXT, page_block_text(page, b), &found[b % AHEAD]);
    }
}

static void own_features(feature_maker *m, uint32_t b)
{
    husk_page *page = m->page;
    const page_block *block = &page->blocks[b];
    slice text = page_block_text(page, b);
    float links = share(block->n_link_words, block->n_words);
    uint16_t tag = page->tag[block->container], up = block->container ? page->tag[page->parent[block->container]] : 0;
    SET(words, block->n_words);
    SET(word_length, block->n_words ? (float)block->n_chars / (float)block->n_words : (float)block->n_chars);
    SET(link_density, links);
    uint32_t sentences = block->marks[MARK_SENTENCE] + block->marks[MARK_QUESTION];
    SET(sentences, sentences);
    SET(ends_sentence, ends_sentence(block->last));
    SET(commas, block->marks[MARK_COMMA]);
    SET(digit_share, share(block->n_digits, block->n_chars));
    SET(capital_share, share(block->n_capitals, block->n_words));
    SET(bars, block->marks[MARK_BAR]);
    SET(currency, block->marks[MARK_CURRENCY]);
    SET(ellipsis, block->last == 0x2026 || (text.len > 3 && slice_ends(text, "...")));
    SET(questions, block->marks[MARK_QUESTION]);
    SET(pieces, block->last_node - block->first_node + 1);
    SET(hidden, (block->flags & BLOCK_HIDDEN) != 0);
    SET(pre, (block->flags & BLOCK_PRE) != 0);
    SET(copyright, block->marks[MARK_COPYRIGHT]);
    m->text_slot[b] = text_slot(m, text);
    SET(repeat_nth, m->text_counts[m->text_slot[b]]);
    SET(tag, tag_rank(tag));
    SET(parent_tag, tag_rank(up));
    SET(inline_tag, tag_rank(page->tag[page->parent[block->first_node]]));
    SET(heading, tag_heading_level(tag));
    block_info *info = &m->blocks[b];
    *info = (block_info){ .words = block->n_words,
                          .link_words = block->n_link_words,
                          .links = links,
                          .sentences = sentences,
                          .heading = tag_heading_level(tag),
                          .text = info->text,
                          .alike = look_of(m, b, block->container) };
    look_info *look = &m->looks[info->alike];
    look->n++;
    look->words += info->words;
    look->link_words += info->link_words;
    node_info *n = &m->nodes[block->container];
    n->words += info->words;
    n->link_words += info->link_words;
    n->blocks++;
    n->long_words += info->words >= LONG_WORDS ? info->words : 0;
    n->sentences += sentences;
    if (info->words >= 8 && !(block->flags & BLOCK_HIDDEN))
        add_score(m, block->container,
                  (1 + (float)block->marks[MARK_COMMA] + fminf((float)info->words / 15, 4)) * (1 - links));
    m->info.currency += block->marks[MARK_CURRENCY];
    m->info.headings += info->heading > 0;
    m->info.h1s += info->heading == 1;
    m->info.list_words += n->in >> IN_LIST & 1 ? info->words : 0;
    m->info.table_words += n->in >> IN_TABLE & 1 ? info->words : 0;
    if (info->heading == 1 && m->info.h1 == NODE_NONE)
        m->info.h1 = b;
}

static void level_features(feature_maker *m, uint32_t b, uint32_t container)
{
    static const uint16_t words[] = { FEATURE_level0_words, FEATURE_level1_words, FEATURE_level2_words,
                                      FEATURE_level3_words, FEATURE_level4_words };
    static const uint16_t links[] = { FEATURE_level0_links, FEATURE_level1_links, FEATURE_level2_links,
                                      FEATURE_level3_links, FEATURE_level4_links };
    static const uint16_t blocks[] = { FEATURE_level0_blocks, FEATURE_level1_blocks, FEATURE_level2_blocks,
                                       FEATURE_level3_blocks, 0 };
    static const uint16_t mean[] = { 0, FEATURE_level1_mean, FEATURE_level2_mean, FEATURE_level3_mean,
                                     FEATURE_level4_mean };
    uint32_t at = container, total = m->info.words;
#pragma GCC unroll 5
    for (unsigned level = 0; level < BLOCK_LEVELS; level++) { /* each level's columns are constants then */
        const node_info *n = &m->nodes[at];
        F(words[level], b) = (float)n->words;
        F(links[level], b) = share(n->link_words, n->words);
        if (level <= 1)
            F(FEATURE_level0_images + level, b) = (float)n->images;
        if (blocks[level])
            F(blocks[level], b) = (float)n->blocks;
        if (mean[level])
            F(mean[level], b) = share(n->words, n->blocks);
        if (level == 1) {
            SET(level1_share, share(n->words, total));
            SET(level1_long, share(n->long_words, n->words));
            SET(class_parent, n->weight);
        } else if (level == 2) {
            SET(level2_long, share(n->long_words, n->words));
            SET(level2_sentences, n->sentences);
            SET(level2_images, n->images);
            SET(class_grandparent, n->weight);
        } else if (level == 3) {
            SET(level3_share, share(n->words, total));
            SET(level3_long, share(n->long_words, n->words));
        }
        if (at)
            at = m->page->parent[at];
    }
}

static void place_features(feature_maker *m, uint32_t b, uint32_t container)
{
    const node_info *n = &m->nodes[container];
    uint32_t up = container ? m->page->parent[container] : 0, up2 = up ? m->page->parent[up] : 0;
    m->in[b] = n->in;
    m->near[b] = n->groups | m->nodes[up].groups | m->nodes[up2].groups;
    m->far[b] = n->groups_above;
    SET(class_own, n->weight);
    SET(class_sum, n->weight_sum);
    SET(class_min, n->weight_min);
    SET(class_max, n->weight_max);
    SET(depth, n->depth);
}

static void clear_column(feature_maker *m, unsigned feature)
{
    memset(&F(feature, 0), 0, m->page->n_blocks * sizeof *m->v);
}

/* Each bit as a column, from `feature` on. Column by column: row by row would touch forty cache lines each; a column
 * that no block has is 0. */
static void bit_columns(feature_maker *m, const uint32_t *bits, unsigned n_bits, unsigned feature)
{
    uint32_t n = m->page->n_blocks, seen = 0;
    for (uint32_t b = 0; b < n; b++)
        seen |= bits[b];
    for (unsigned bit = 0; bit < n_bits; bit++) {
        float *column = &F(feature + bit, 0);
        if (!m->columns.wanted[feature + bit])
            continue;
        if (!(seen >> bit & 1))
            clear_column(m, feature + bit);
        else
            for (uint32_t b = 0; b < n; b++)
                column[b] = (float)(int32_t)(bits[b] >> bit & 1);
    }
}

static void bit_features(feature_maker *m)
{
    bit_columns(m, m->in, N_IN, FEATURE_in_nav);
    bit_columns(m, m->near, N_CLASS_GROUPS, FEATURE_near_groups);
    bit_columns(m, m->far, N_CLASS_GROUPS, FEATURE_far_groups);
}

/* One of at least three similar siblings, which is more than a single block? */
static bool is_item(const feature_maker *m, const node_info *n)
{
    const item_info *item = n->item == NODE_NONE ? NULL : &m->items[n->item];
    return item && item->n >= 3 && (n->blocks >= 2 || item->n >= 6);
}

/* From the root down: what an element's parent found above it, it finds one level higher. */
static void climb(feature_maker *m, uint32_t i, uint32_t up)
{
    const husk_page *page = m->page;
    const node_info *n = &m->nodes[i];
    climb_info *c = &m->climbs[i];
    bool quarter = i == 0 || n->words * 4 >= m->info.words, best = i <= m->info.best && m->info.best < page->end[i],
         trunk = m->on_chain[i];
    const climb_info *above = &m->climbs[up];
    *c = (climb_info){ .quarter = i, .trunk = i, .branch = i, .item = i, .most = n->score > 0 ? n->score : 0 };
    if (i == 0) {
        c->item = NODE_NONE;
    } else if (!is_item(m, n)) {
        c->item = above->item;
        c->item_levels = (uint16_t)(above->item_levels + 1);
    }
    if (quarter && best && trunk)
        return;
    if (!quarter) {
        c->quarter = above->quarter;
        c->quarter_levels = (uint16_t)(above->quarter_levels + 1);
    }
    if (!trunk) {
        c->trunk = above->trunk;
        c->trunk_levels = (uint16_t)(above->trunk_levels + 1);
        c->branch = m->on_chain[up] ? i : above->branch;
    }
    c->best_levels = best ? 0 : (uint16_t)(above->best_levels + 1);
    c->most = above->most > c->most ? above->most : c->most;
}

static void climb_all(feature_maker *m)
{
    climb(m, 0, 0);
    for (uint32_t e = 0; e < m->n_elements; e++)
        climb(m, m->elements[e], m->page->parent[m->elements[e]]);
}

/* The nearest quarter of the page, the densest part, the main branch and the branch off it. */
static void climb_features(feature_maker *m, uint32_t b, uint32_t container)
{
    const climb_info *c = &m->climbs[container];
    const node_info *quarter = &m->nodes[c->quarter], *branch = &m->nodes[c->branch];
    float best = m->nodes[m->info.best].score;
    m->blocks[b].branch = c->branch;
    SET(quarter_links, share(quarter->link_words, quarter->words));
    SET(quarter_long, share(quarter->long_words, quarter->words));
    SET(quarter_levels, c->quarter_levels);
    SET(best_levels, c->best_levels);
    SET(best_score, best > 0 ? c->most / best : 0);
    SET(chain_levels, c->trunk_levels);
    SET(chain_depth, m->nodes[c->trunk].depth);
    SET(branch_words, branch->words);
    SET(branch_links, share(branch->link_words, branch->words));
    SET(branch_share, share(branch->words, m->info.words));
    SET(branch_sentences, branch->sentences);
}

static void neighbour_features(feature_maker *m, uint32_t b)
{
    const husk_page *page = m->page;
    uint32_t n = page->n_blocks, here = page->blocks[b].container;
    const block_info *i = &m->blocks[b];
    if (b > 0) {
        SET(previous_words, i[-1].words);
        SET(previous_heading, i[-1].heading);
        SET(previous_levels, maker_levels(page, here, page->blocks[b - 1].container));
    } else {
        SET(previous_words, -1);
        SET(previous_levels, 20);
    }
    if (b + 1 < n) {
        SET(next_words, i[1].words);
        SET(next_links, i[1].links);
        SET(next_heading, i[1].heading);
        SET(next_levels, maker_levels(page, here, page->blocks[b + 1].container));
    } else {
        SET(next_words, -1);
        SET(next_levels, 20);
    }
    SET(previous2_words, b > 1 ? (float)i[-2].words : -1);
    SET(next2_words, b + 2 < n ? (float)i[2].words : -1);
}

/* Sums over the surrounding blocks, by running totals. */
static void window_features(feature_maker *m)
{
    uint32_t n = m->page->n_blocks;
    static const struct {
        uint32_t half;
        uint16_t words, links, sentences;
    } windows[] = { { 3, FEATURE_near_words, FEATURE_near_links, 0 },
                    { 10, FEATURE_wide_words, FEATURE_wide_links, FEATURE_wide_sentences } };
    for (size_t w = 0; w < 2; w++) {
        uint32_t half = windows[w].half, words = 0, links = 0, sentences = 0;
        for (uint32_t k = 0; k < n + half; k++) {
            if (k < n) {
                words += m->blocks[k].words;
                links += m->blocks[k].link_words;
                sentences += m->blocks[k].sentences;
            }
            if (k >= 2 * half + 1) {
                const block_info *out = &m->blocks[k - 2 * half - 1];
                words -= out->words;
                links -= out->link_words;
                sentences -= out->sentences;
            }
            if (k < half)
                continue;
            uint32_t b = k - half;
            F(windows[w].words, b) = (float)words;
            F(windows[w].links, b) = share(links, words);
            if (windows[w].sentences)
                F(windows[w].sentences, b) = (float)sentences;
        }
    }
}

static void alike_features(feature_maker *m, uint32_t b)
{
    look_info *look = &m->looks[m->blocks[b].alike];
    SET(alike, look->n);
    SET(alike_words, look->words);
    SET(alike_mean, share(look->words, look->n));
    SET(alike_links, share(look->link_words, look->words));
    SET(alike_share, share(look->words, m->info.words));
    SET(alike_first, share(look->first, m->page->n_blocks));
    SET(alike_nth, look->seen++);
}

/* The first block inside an element that contains block `b`: blocks are in node order. */
static uint32_t first_block_of(const feature_maker *m, uint32_t node, uint32_t b)
{
    uint32_t at;
    if (b > 0 && m->blocks[b - 1].item == node) /* it was found for the block before */
        return m->blocks[b - 1].item_first;
    SORTED_PLACE(at, 0, b, m->page->blocks[at].first_node <= node);
    return at;
}

static void item_features(feature_maker *m, uint32_t b, uint32_t container)
{
    uint32_t at = m->climbs[container].item;
    m->blocks[b].item = at;
    if (at != NODE_NONE) {
        const item_info *item = &m->items[m->nodes[at].item];
        SET(item_count, item->n);
        SET(item_words, share(item->words, item->n));
        SET(item_levels, m->climbs[container].item_levels);
        SET(item_links, share(item->link_words, item->words));
        SET(item_share, share(item->words, m->info.words));
        SET(item_nth, m->nth[at]);
        m->blocks[b].item_first = first_block_of(m, at, b);
        SET(item_block, b - m->blocks[b].item_first);
        SET(item_own, share(m->blocks[b].words, m->nodes[at].words));
        SET(item_titles, share(item->titled, item->n));
    }
    uint32_t article = m->nodes[container].article;
    if (article) {
        SET(article_nth, 1 + m->nth[article]);
        SET(article_share, share(m->nodes[article].words, m->info.words));
    }
}

const bool block_column_same[N_BLOCK_COLUMNS] = {
    [FEATURE_page_blocks... FEATURE_page_comments] = true,
    [FEATURE_page_items... FEATURE_url_digits] = true,
    [FEATURE_page_groups... FEATURE_url_groups + N_PAGE_GROUPS - 1] = true,
    [N_BLOCK_FEATURES + CONTEXT_first_page] = true,
    [N_BLOCK_FEATURES + CONTEXT_first_best] = true,
    [N_BLOCK_FEATURES + CONTEXT_first_words] = true,
};

/* The same for all blocks. */
static void fill_column(feature_maker *m, unsigned feature, float value)
{
    assert(block_column_same[feature]);
    m->v[(size_t)feature * m->stride] = value;
}

static void page_features(feature_maker *m)
{
    const page_info *p = &m->info;
    uint32_t most = 0;
    for (uint32_t i = 0; i < m->n_looks; i++)
        most = m->looks[i].words > most ? m->looks[i].words : most;
    fill_column(m, FEATURE_page_blocks, (float)m->page->n_blocks);
    fill_column(m, FEATURE_page_words, (float)p->words);
    fill_column(m, FEATURE_page_links, share(p->link_words, p->words));
    fill_column(m, FEATURE_page_long, share(p->long_words, p->words));
    fill_column(m, FEATURE_page_sentences, (float)p->sentences);
    fill_column(m, FEATURE_page_headings, (float)p->headings);
    fill_column(m, FEATURE_page_lists, share(p->list_words, p->words));
    fill_column(m, FEATURE_page_tables, share(p->table_words, p->words));
    fill_column(m, FEATURE_page_articles, (float)p->articles);
    fill_column(m, FEATURE_page_main, (float)p->main);
    fill_column(m, FEATURE_page_images, (float)p->images);
    fill_column(m, FEATURE_page_currency, (float)p->currency);
    fill_column(m, FEATURE_page_alike, share(most, p->words));
    fill_column(m, FEATURE_page_best, share(m->nodes[p->best].words, p->words));
    fill_column(m, FEATURE_page_forms, (float)p->forms);
    fill_column(m, FEATURE_page_type, (float)p->type);
    fill_column(m, FEATURE_page_ld_article, (float)(p->structured >> 2 & 1));
    fill_column(m, FEATURE_page_ld_product, (float)(p->structured >> 5 & 1));
    fill_column(m, FEATURE_page_ld_forum, (float)(p->structured >> 4 & 1));
    fill_column(m, FEATURE_page_ld_list, (float)(p->structured >> 6 & 1));
    fill_column(m, FEATURE_page_published, (float)p->head.published);
    fill_column(m, FEATURE_page_pager, (float)p->head.pager);
    fill_column(m, FEATURE_page_times, (float)p->times);
    fill_column(m, FEATURE_page_authors, (float)p->authors);
    fill_column(m, FEATURE_page_h1s, (float)p->h1s);
    fill_column(m, FEATURE_page_comments, (float)p->comments);
    fill_column(m, FEATURE_page_items, (float)p->most_items);
    fill_column(m, FEATURE_page_item_words, (float)p->most_item_words);
    fill_column(m, FEATURE_url_depth, (float)p->url_depth);
    fill_column(m, FEATURE_url_slug, (float)p->url_slug);
    fill_column(m, FEATURE_url_digits, (float)p->url_digits);
    for (unsigned g = 0; g < N_PAGE_GROUPS; g++) {
        fill_column(m, FEATURE_page_groups + g, (float)(p->groups >> g & 1));
        fill_column(m, FEATURE_url_groups + g, (float)(p->url_groups >> g & 1));
    }
}

/* How many of the items have a linked title. */
static void count_titles(feature_maker *m)
{
    for (uint32_t b = 0; b < m->page->n_blocks; b++) {
        uint32_t at = m->climbs[m->page->blocks[b].container].item;
        if (at == NODE_NONE || !maker_is_linked_title(&m->blocks[b]))
            continue;
        item_info *item = &m->items[m->nodes[at].item];
        item->titled += item->last_titled != at;
        item->last_titled = at;
    }
}

static void rows(feature_maker *m)
{
    const husk_page *page = m->page;
    uint32_t before = 0, n = page->n_blocks, last = NODE_NONE;
    bool neighbours =
        memchr(&m->columns.wanted[FEATURE_previous_words], true, FEATURE_next2_words - FEATURE_previous_words + 1);
    for (uint32_t b = 0; b < n; b++) {
        uint32_t container = page->blocks[b].container;
        place_features(m, b, container);
        level_features(m, b, container);
        climb_features(m, b, container);
        if (neighbours)
            neighbour_features(m, b);
        alike_features(m, b);
        item_features(m, b, container);
        SET(repeats, m->text_counts[m->text_slot[b]]);
        SET(position, share(b, n));
        SET(index, b);
        SET(index_end, n - 1 - b);
        SET(words_before, share(before, m->info.words));
        SET(after_heading, last == NODE_NONE ? -1 : (float)(b - last));
        SET(heading_level, last == NODE_NONE ? 0 : m->blocks[last].heading);
        SET(text_own, m->blocks[b].text);
        SET(text_previous, b > 0 ? m->blocks[b - 1].text : 0);
        SET(text_next, b + 1 < n ? m->blocks[b + 1].text : 0);
        SET(text_heading, m->blocks[b].heading ? m->blocks[b].text : last == NODE_NONE ? 0 : m->blocks[last].text);
        SET(after_h1, m->info.h1 == NODE_NONE ? -1000 : (float)b - (float)m->info.h1);
        if (m->blocks[b].heading)
            last = b;
        before += m->blocks[b].words;
    }
}

enum { LINE = 64 }; /* bytes of a cache line */
enum { ROWS = 32 }; /* that a forest takes at once */

/* Columns that not every block writes start at 0; the others need no clearing. */
static void clear_columns(feature_maker *m)
{
    static const uint16_t sparse[] = { FEATURE_previous_heading, FEATURE_next_links,    FEATURE_next_heading,
                                       FEATURE_item_count,       FEATURE_item_words,    FEATURE_item_levels,
                                       FEATURE_item_links,       FEATURE_item_share,    FEATURE_item_nth,
                                       FEATURE_article_nth,      FEATURE_article_share, FEATURE_item_block,
                                       FEATURE_item_own,         FEATURE_item_titles };
    for (size_t i = 0; i < sizeof sparse / sizeof *sparse; i++)
        clear_column(m, sparse[i]);
}

static void place_columns(feature_maker *m)
{
    for (unsigned c = 0; c < N_BLOCK_COLUMNS; c++)
        m->at[c] = (size_t)(m->columns.wanted[c] || block_column_same[c] ? c : N_BLOCK_COLUMNS) * m->stride;
}

/* An array that starts at a cache line; `size` is one or a half. */
static void *lines_array(arena *memory, size_t n, size_t size)
{
    char *room = arena_array(memory, n + LINE / size, size);
    return room ? room + -(uintptr_t)room % LINE : NULL;
}

static bool make_room(feature_maker *m, arena *memory, block_matrix *out)
{
    const husk_page *page = m->page;
    uint32_t n = page->n_blocks;
    m->n_slots = 64;
    while (m->n_slots < n * 2)
        m->n_slots *= 2;
    /* An odd number of 32s: columns a power of two apart would fall into the same few cache sets. */
    m->stride = ((n + ROWS - 1) / ROWS | 1) * ROWS;
    m->n_item_slots = 256;
    while (m->n_item_slots < page->n_nodes)
        m->n_item_slots *= 2;
    m->items = arena_array(memory, m->n_item_slots / 2 + 1, sizeof *m->items);
    m->item_slots = arena_array(memory, m->n_item_slots, sizeof *m->item_slots);
    m->nth = arena_array(memory, page->n_nodes, sizeof *m->nth);
    m->text_slot = arena_array(memory, n, sizeof *m->text_slot);
    m->nodes = lines_array(memory, page->n_nodes, sizeof *m->nodes);
    m->on_chain = arena_zeros(memory, page->n_nodes, 1);
    m->with_text = arena_zeros(memory, page->n_nodes, 1);
    m->elements = arena_array(memory, page->n_nodes, sizeof *m->elements);
    m->climbs = lines_array(memory, page->n_nodes, sizeof *m->climbs);
    m->blocks = arena_array(memory, n, sizeof *m->blocks);
    m->in = arena_array(memory, n, sizeof *m->in);
    m->near = arena_array(memory, n, sizeof *m->near);
    m->far = arena_array(memory, n, sizeof *m->far);
    m->looks = arena_array(memory, n, sizeof *m->looks);
    m->look_slots = arena_zeros(memory, m->n_slots, sizeof *m->look_slots);
    m->texts = arena_zeros(memory, m->n_slots, sizeof *m->texts);
    m->text_counts = arena_zeros(memory, m->n_slots, sizeof *m->text_counts);
    m->v = arena_array(memory, (size_t)m->stride * (N_BLOCK_COLUMNS + 1), sizeof *m->v);
    if (!m->items || !m->item_slots || !m->nth || !m->text_slot || !m->nodes || !m->on_chain || !m->with_text ||
        !m->elements || !m->climbs || !m->blocks || !m->in || !m->near || !m->far || !m->looks || !m->look_slots ||
        !m->texts || !m->text_counts || !m->v)
        return false;
    place_columns(m);
    clear_columns(m);
    *out = (block_matrix){ m->v, n, m->stride, m->columns.wanted, m };
    return true;
}

void block_column_copy(const block_matrix *matrix, unsigned column, float *to)
{
    const float *from = matrix->values + (size_t)column * matrix->stride;
    assert(block_column_same[column] || matrix->wanted[column]);
    if (!block_column_same[column])
        memcpy(to, from, matrix->n * sizeof *to);
    for (uint32_t b = 0; b < matrix->n && block_column_same[column]; b++)
        to[b] = from[0];
}

husk_status block_features(husk_page *page, const class_words *words, const block_columns *columns, arena *memory,
                           block_matrix *out)
{
    feature_maker *m = arena_zeros(memory, 1, sizeof *m);
    if (m == NULL)
        return HUSK_NO_MEMORY;
    m->page = page;
    m->table = words;
    m->columns = *columns;
    m->cache = page->judge_cache = page->judge_cache ? page->judge_cache : calloc(1, sizeof *m->cache);
    m->info.h1 = m->info.headline = NODE_NONE;
    if (m->cache == NULL || !make_room(m, memory, out))
        return HUSK_NO_MEMORY;
    maker_look_at_head(m);
    maker_look_at_nodes(m);
    weigh_labels(m);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        own_features(m, b);
    maker_sum_up(m);
    maker_find_chain(m);
    maker_count_items(m);
    climb_all(m);
    count_titles(m);
    window_features(m);
    rows(m);
    maker_hints(m);
    bit_features(m);
    page_features(m);
    return HUSK_OK;
}
