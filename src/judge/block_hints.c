/* block_hints.c - hints from a block's own text, its link and its position.
 * The title repeated, the description, a caption next to an image, a tag's link, a label before a colon, a heading
 * with links below it. Cost: one pass over the nodes and two over the blocks; only the head and the first bytes of a
 * text are compared. */

#include "judge/block_maker.h"

/* A label ends in a colon within this many bytes; a description is recognised by this many. */
#define LABEL_BYTES 32
#define DESCRIPTION_BYTES 40
#define LEAST_DESCRIPTION 16
/* A longer text is no part of a title; shorter ones than the second are in it by chance. */
#define MOST_TITLE 400
#define LEAST_TITLE 4
/* The first words of a text: "Read also", "Photo". */
#define START_BYTES 24

enum { LINK_NONE, LINK_HERE, LINK_ACTION, LINK_RELATIVE, LINK_ABSOLUTE };

/* The byte pairs in the page's titles, by hash: a text with any other pair is in none of them. */
typedef struct title_pairs {
    uint64_t bits[64];
} title_pairs;

static unsigned pair_hash(const char *at)
{
    return ((unsigned char)at[0] * 61u + (unsigned char)at[1]) % (64 * 64);
}

static void pairs_add(title_pairs *pairs, slice title)
{
    for (size_t i = 0; i + 1 < title.len; i++) {
        unsigned hash = pair_hash(title.data + i);
        pairs->bits[hash / 64] |= (uint64_t)1 << hash % 64;
    }
}

static bool has_pair(const title_pairs *pairs, const char *at)
{
    unsigned hash = pair_hash(at);
    return pairs->bits[hash / 64] >> hash % 64 & 1;
}

static bool is_in(slice text, slice title)
{
    return title.len && memmem(title.data, title.len, text.data, text.len) != NULL;
}

static bool is_in_title(const head_info *head, const title_pairs *pairs, slice text)
{
    return text.len >= LEAST_TITLE && text.len <= MOST_TITLE && has_pair(pairs, text.data) &&
           has_pair(pairs, text.data + 2) && has_pair(pairs, text.data + text.len - 2) &&
           (is_in(text, head->title) || is_in(text, head->og_title));
}

static bool begins_like(slice text, slice other)
{
    size_t n = text.len < other.len ? text.len : other.len;
    n = n < DESCRIPTION_BYTES ? n : DESCRIPTION_BYTES;
    return n >= LEAST_DESCRIPTION && memcmp(text.data, other.data, n) == 0;
}

/* 1: it starts with a label and a colon; 2: it ends in a colon. */
static int colon_of(slice text)
{
    if (text.len && text.data[text.len - 1] == ':')
        return 2;
    const char *colon = memchr(text.data, ':', text.len < LABEL_BYTES ? text.len : LABEL_BYTES);
    return colon && colon + 1 < text.data + text.len && colon[1] == ' ';
}

static float start_weight(const feature_maker *m, uint32_t b, slice text)
{
    if (m->page->blocks[b].n_words <= CLASS_TEXT_WORDS)
        return m->blocks[b].text;
    size_t n = text.len < START_BYTES ? text.len : START_BYTES;
    while (n > 0 && n < text.len && text.data[n] != ' ')
        n--;
    return class_words_score(m->table, CLASS_PREFIX_TEXT, (slice){ text.data, n }).weight;
}

static int target_of(slice href)
{
    if (href.len == 0 || href.data[0] == '#')
        return LINK_HERE;
    const char *mark = memchr(href.data, ':', href.len < 12 ? href.len : 12);
    if (mark == NULL)
        return LINK_RELATIVE;
    return href.data[0] == 'h' || href.data[0] == 'H' ? LINK_ABSOLUTE : LINK_ACTION;
}

static bool rel_tells(slice rel)
{
    if (rel.len == 0)
        return false;
    static const char *const known[] = { "tag", "category", "author", "prev", "next", "bookmark" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (slice_has_nocase(rel, known[i]))
            return true;
    return false;
}

/* The target of the link that the block starts in. */
static void link_hints(feature_maker *m, uint32_t b)
{
    const husk_page *page = m->page;
    uint32_t at = page->blocks[b].first_node;
    int to = LINK_NONE;
    bool rel = false;
    if (page->flags[at] & NODE_LINK) {
        while (at && page->tag[at] != TAG_A)
            at = page->parent[at];
        to = target_of(page_attribute_value(page, at, ATTR_HREF));
        rel = m->columns.wanted[FEATURE_link_rel] && rel_tells(page_attribute_value(page, at, ATTR_REL));
    }
    SET(link_to, to);
    SET(link_rel, rel);
}

static void text_hints(feature_maker *m, uint32_t b, const title_pairs *pairs)
{
    const head_info *head = &m->info.head;
    slice text = page_block_text(m->page, b);
    bool in_title = is_in_title(head, pairs, text);
    if (in_title && m->info.headline == NODE_NONE && m->blocks[b].heading && m->blocks[b].words >= 2)
        m->info.headline = b;
    SET(in_title, in_title);
    SET(is_description, begins_like(text, head->description));
    SET(colon, colon_of(text));
    SET(text_start, start_weight(m, b, text));
}

/* Images between the blocks, and the page's <time> elements before the last of them. Both are rare. */
static void image_hints(feature_maker *m)
{
    const husk_page *page = m->page;
    uint32_t n = page->n_blocks, next = page_find_tags(page, 0, TAG_IMG, TAG_TIME, TAG_TIME);
    for (uint32_t b = 0; b < n; b++) {
        bool image = false;
        for (; next < page->blocks[b].first_node; next = page_find_tags(page, next + 1, TAG_IMG, TAG_TIME, TAG_TIME)) {
            image |= page->tag[next] == TAG_IMG;
            m->info.times += page->tag[next] == TAG_TIME;
        }
        SET(after_image, image);
        SET(before_image, 0);
        if (b > 0)
            F(FEATURE_before_image, b - 1) = (float)image;
    }
}

/* Sums from each heading to the next. */
static void section_hints(feature_maker *m)
{
    uint32_t n = m->page->n_blocks, h1s = 0;
    for (uint32_t start = 0, end; start < n; start = end) {
        uint32_t words = 0, links = 0;
        for (end = start; end < n && (end == start || !m->blocks[end].heading); end++) {
            words += m->blocks[end].words;
            links += m->blocks[end].link_words;
        }
        h1s += m->blocks[start].heading == 1;
        for (uint32_t b = start; b < end; b++) {
            SET(section_words, words);
            SET(section_links, share(links, words));
            SET(section_blocks, end - start);
            SET(h1_before, h1s);
        }
    }
}

uint32_t maker_levels(const husk_page *page, uint32_t from, uint32_t other)
{
    uint32_t levels = 0;
    for (uint32_t at = from; at && !(at <= other && other < page->end[at]) && levels < 20; at = page->parent[at])
        levels++;
    return levels;
}

/* How far a block is from the page's own headline, and how many other pages' titles stand between. */
static void headline_hints(feature_maker *m)
{
    const husk_page *page = m->page;
    uint32_t headline = m->info.headline != NODE_NONE ? m->info.headline : m->info.h1, titles = 0;
    bool has = headline != NODE_NONE, levels = has && m->columns.wanted[FEATURE_headline_levels];
    float heading = -1, words = 0;
    for (uint32_t b = 0; has && b < headline; b++)
        words -= (float)m->blocks[b].words;
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        heading = m->blocks[b].heading ? m->blocks[b].links : heading;
        titles = b == headline ? 0 : titles + maker_is_linked_title(&m->blocks[b]);
        SET(heading_links, heading);
        SET(headline_words, words);
        SET(headline_titles, titles);
        SET(headline_levels, -1);
        if (levels)
            SET(headline_levels, maker_levels(page, page->blocks[b].container, page->blocks[headline].container));
        words += (float)m->blocks[b].words;
    }
}

/* The position of a block in the densest part. */
static void best_hints(feature_maker *m)
{
    const husk_page *page = m->page;
    uint32_t best = m->info.best, before = 0, all = m->nodes[best].words;
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        uint32_t container = page->blocks[b].container;
        bool inside = best <= container && container < page->end[best];
        SET(best_below, inside ? (float)(m->nodes[container].depth - m->nodes[best].depth) : -1);
        SET(best_before, share(before, all));
        before += inside ? m->blocks[b].words : 0;
    }
}

void maker_hints(feature_maker *m)
{
    title_pairs pairs = { { 0 } };
    pairs_add(&pairs, m->info.head.title);
    pairs_add(&pairs, m->info.head.og_title);
    for (uint32_t b = 0; b < m->page->n_blocks; b++) {
        text_hints(m, b, &pairs);
        link_hints(m, b);
    }
    image_hints(m);
    section_hints(m);
    best_hints(m);
    headline_hints(m);
}
