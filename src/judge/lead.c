/* lead.c - keep the standfirst of an article.
 * It is apart from the text, among byline, date and share buttons, so the page model takes it for part of them. But
 * publishers declare it: the same text is the page's description. It was in the ground truth of 23 of 25 pages of
 * publishers (word F1 rises by .003), but of 24 of 77 in WCXB, mostly guides whose description is a teaser. So it is
 * main content of news only: with that of any article, WCXB falls from .9369 to .9367 and portals from .8646 to .8629,
 * and nothing rises. Cost: the blocks before the text. */
#include "judge/rules.h"

/* Fewer letters may be a section's or a site's slogan. */
#define LEAST_LETTERS 40u
/* Blocks before the text that are examined; more are a menu. */
#define MOST_BLOCKS 600u
#define MAX_DESCRIPTIONS 4u
/* Kept blocks among which an excerpt of the text may be. */
#define FIRST_BLOCKS 6u

/* The next letter or digit; 0 at the end. */
static uint32_t next_letter(slice s, size_t *at)
{
    while (*at < s.len) {
        uint32_t c = utf8_next(s.data, s.len, at);
        if (is_word(c))
            return c < 0x80 ? (uint32_t)lower((char)c) : c;
    }
    return 0;
}

static bool is_cut(slice s)
{
    if (s.len && s.data[s.len - 1] == ']') /* "[…]" */
        s.len--;
    return s.len > 3 && (slice_ends(s, "…") || slice_ends(s, "..."));
}

/* The same letters and digits, as far as the description goes. */
static bool is_described(slice text, slice description)
{
    size_t i = 0, k = 0, n = 0;
    for (;; n++) {
        uint32_t a = next_letter(text, &i), b = next_letter(description, &k);
        if (b == 0)
            return n >= LEAST_LETTERS && (a == 0 || is_cut(description));
        if (a != b)
            return false;
    }
}

static unsigned descriptions(const husk_page *page, slice out[MAX_DESCRIPTIONS])
{
    static const char *const names[] = { "description", "og:description", "twitter:description" };
    unsigned n = 0;
    uint32_t end = page->head == NODE_NONE ? 0 : page->end[page->head];
    for (uint32_t i = 0; n < MAX_DESCRIPTIONS && (i = page_find_tag(page, i + 1, TAG_META)) < end;) {
        slice name = page_attribute_value(page, i, ATTR_PROPERTY);
        name = name.len ? name : page_attribute_value(page, i, ATTR_NAME);
        if (SLICE_IS_ANY(name, names))
            out[n++] = slice_trim(page_attribute_value(page, i, ATTR_CONTENT));
    }
    return n;
}

/* Is it news, by its JSON-LD? */
static bool is_news(const husk_page *page)
{
    for (uint32_t i = 0; (i = page_find_tag(page, i + 1, TAG_SCRIPT)) < page->n_nodes;)
        if (page_is_json_ld(page, i) && memmem(page->text[i + 1].data, page->text[i + 1].len, "NewsArticle\"", 12))
            return true;
    return false;
}

static bool is_heading(const husk_page *page, const page_block *block)
{
    uint32_t node = block->first_node;
    for (int up = 0; up < 4 && node != NODE_NONE; up++, node = page->parent[node])
        if (page->tag[node] == TAG_H1)
            return true;
    return false;
}

static bool is_followed(const husk_page *page, const bool *keep, uint32_t b)
{
    while (++b < page->n_blocks)
        if (keep[b])
            return true;
    return false;
}

/* Does the text that follows begin with the same letters? */
static bool is_excerpt(const husk_page *page, const bool *keep, uint32_t lead)
{
    slice text = page_block_text(page, lead), next = { NULL, 0 };
    size_t i = 0, k = 0;
    uint32_t b = lead, c;
    while ((c = next_letter(text, &i)) != 0) {
        uint32_t other = next_letter(next, &k);
        while (other == 0 && ++b < page->n_blocks) {
            next = keep[b] ? page_block_text(page, b) : (slice){ NULL, 0 };
            k = 0;
            other = next_letter(next, &k);
        }
        if (other != c)
            return false;
    }
    return true;
}

void lead_keep(const husk_page *page, bool *keep)
{
    slice said[MAX_DESCRIPTIONS];
    unsigned n = descriptions(page, said);
    bool titled = false;
    for (uint32_t b = 0; n && b < page->n_blocks && b < MOST_BLOCKS; b++) {
        const page_block *block = &page->blocks[b];
        if (keep[b] && titled) /* the text has begun */
            return;
        if (is_heading(page, block)) {
            titled = true;
            continue;
        }
        bool described = false;
        for (unsigned i = 0; i < n && titled && !described; i++)
            described = is_described(page_block_text(page, b), said[i]);
        if (!described || block->n_link_words || block->flags & BLOCK_HIDDEN)
            continue;
        keep[b] = is_followed(page, keep, b) && is_news(page) && !is_excerpt(page, keep, b);
        return;
    }
}

void lead_drop_excerpt(const husk_page *page, bool *keep)
{
    uint32_t n_kept = 0;
    for (uint32_t b = 0; b < page->n_blocks && n_kept < FIRST_BLOCKS; b++) {
        slice text = page_block_text(page, b);
        n_kept += keep[b];
        if (keep[b] && text.len >= LEAST_LETTERS && is_cut(text) && is_excerpt(page, keep, b))
            keep[b] = false;
    }
}
