/* post_frame.c - drop what a forum puts around a post's text.
 * A signature reads like a sentence of the post, so the page model and a site's places may take it for one; but forum
 * software names its element or, as phpBB 2 does, draws a line of underscores above it. A line like "16 September 2024
 * #7" only numbers and dates a post: of 53 such blocks that the model kept on WCXB's pages, 49 were not in the ground
 * truth. So does "amondale November 8, 2024, 7:33pm" in post after post: of 112 such blocks, 90 were not. Cost: short
 * kept blocks, a few elements up. */
#include "judge/rules.h"

#include "base/date.h"

/* Longer texts are posts. */
#define MOST_WORDS 40u
#define MOST_LINE_WORDS 12u
/* "Monday 16 September 2024, 8:15 pm": more words that are not numbers say something. */
#define MOST_DATE_NAMES 3u
#define MOST_NAMES_AND_DATE 5u
/* Elements between a text and the element of its signature, and from there to that of its post. */
#define UP_TO_SIGNATURE 6
#define UP_TO_POST 6
/* From a line with a name and a date to the element of its post, that element included. */
#define UP_FROM_LINE 3

typedef struct said {
    bool signature, post;
} said;

static void take_word(void *context, uint64_t hash, slice word)
{
    said *s = context;
    (void)hash;
    s->signature |= slice_is(word, "signature");
    s->post |=
        slice_is_in(word, "post posts message forum topic thread reply comment board ips entry discussion postbody "
                          "postdetails ");
}

static said names_of(const husk_page *page, uint32_t node)
{
    said s = { 0 };
    class_words_split(CLASS_PREFIX_NAME, page_attribute_value(page, node, ATTR_CLASS), take_word, &s);
    class_words_split(CLASS_PREFIX_NAME, page_attribute_value(page, node, ATTR_ID), take_word, &s);
    return s;
}

/* Elements known to have no such name: blocks share most of those around them. */
enum { N_PLAIN = 64 };

/* Is the word in the element's names at all? Hardly ever. */
static bool is_plain(const husk_page *page, uint32_t node, uint32_t plain[N_PLAIN])
{
    if (plain[node % N_PLAIN] == node)
        return true;
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *at = &page->attributes[a];
        if ((at->id == ATTR_CLASS || at->id == ATTR_ID) && at->value_len >= strlen("signature") &&
            slice_has_nocase((slice){ at->value, at->value_len }, "signature"))
            return false;
    }
    plain[node % N_PLAIN] = node;
    return true;
}

/* "signature" is also what documentation calls a function's types: it must be in a post. */
static bool is_signature(const husk_page *page, const page_block *block, uint32_t plain[N_PLAIN])
{
    uint32_t node = page->parent[block->first_node];
    said s = { 0 };
    for (int up = 0; up < UP_TO_SIGNATURE && node != NODE_NONE; up++, node = page->parent[node]) {
        if (page->tag[node] == TAG_CODE || page->tag[node] == TAG_PRE || page->tag[node] == TAG_DT)
            return false;
        if (is_plain(page, node, plain))
            continue;
        s = names_of(page, node);
        if (s.signature)
            break;
    }
    for (int up = 0; s.signature && !s.post && up < UP_TO_POST && node != NODE_NONE; up++, node = page->parent[node])
        s.post = names_of(page, node).post;
    return s.signature && s.post;
}

/* A post's number, "#7"; words that are no numbers are counted. */
static bool has_number(slice text, unsigned *n_names)
{
    bool number = false, in_name = false;
    *n_names = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.data[i];
        bool letter = (lower((char)c) >= 'a' && lower((char)c) <= 'z') || c >= 0x80;
        *n_names += letter && !in_name && (i == 0 || !is_digit(text.data[i - 1]));
        in_name = letter;
        number |= c == '#' && i + 1 < text.len && is_digit(text.data[i + 1]);
    }
    return number;
}

static bool may_have_date(const page_block *block)
{
    return block->n_words <= MOST_LINE_WORDS && block->n_digits >= 3;
}

/* A line with a date and at most this many words that are not numbers. */
static bool is_date_line(const page_block *block, slice text, unsigned most_names, date *when, bool *numbered)
{
    unsigned n_names;
    if (!may_have_date(block))
        return false;
    *numbered = has_number(text, &n_names);
    return n_names <= most_names && date_parse(text, DATE_DAY_FIRST, DATE_TEXT, when);
}

static bool is_number_and_date(const page_block *block, slice text)
{
    bool numbered = false;
    date when;
    return memchr(text.data, '#', text.len) && is_date_line(block, text, MOST_DATE_NAMES, &when, &numbered) && numbered;
}

/* The colon of ASCII or the wide one. */
static bool has_colon(slice text)
{
    return memchr(text.data, ':', text.len) || memmem(text.data, text.len, "\xef\xbc\x9a", 3);
}

/* A list of articles has dates too; of a post the time of day is known. */
static bool is_name_and_time(const page_block *block, slice text)
{
    bool numbered;
    date when;
    return may_have_date(block) && has_colon(text) &&
           is_date_line(block, text, MOST_NAMES_AND_DATE, &when, &numbered) && when.has_time;
}

static bool is_same_place(const husk_page *page, uint32_t a, uint32_t b)
{
    return page->tag[a] == page->tag[b] &&
           slice_same(page_attribute_value(page, a, ATTR_CLASS), page_attribute_value(page, b, ATTR_CLASS));
}

static bool is_below_post(const husk_page *page, uint32_t node)
{
    bool post = false;
    for (int up = 0; !post && up < UP_FROM_LINE && node != NODE_NONE; up++, node = page->parent[node])
        post = names_of(page, node).post;
    return post;
}

static bool is_in_post(const husk_page *page, const page_block *block)
{
    return is_below_post(page, block->container) || is_below_post(page, page->parent[block->first_node]);
}

/* Two in a row at one place are enough. */
static void drop_names_and_times(const husk_page *page, bool *keep)
{
    uint32_t last = NODE_NONE;
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        uint32_t node = page->blocks[b].container;
        if (!keep[b] || !is_name_and_time(&page->blocks[b], page_block_text(page, b)))
            continue;
        if (last != NODE_NONE && is_same_place(page, page->blocks[last].container, node) &&
            is_in_post(page, &page->blocks[b]))
            keep[last] = keep[b] = false;
        last = b;
    }
}

/* A line of underscores in a post, and what stands below it in the same element, which ends at node `end`. */
static bool is_ruled_off(const husk_page *page, const page_block *block, slice text, uint32_t *end)
{
    if (slice_starts(text, DRAWN_RULE) && is_in_post(page, block))
        *end = page->end[page->parent[block->first_node]];
    return block->first_node < *end;
}

void post_frame_drop(const husk_page *page, bool *keep)
{
    uint32_t plain[N_PLAIN] = { 0 }, ruled_off = 0; /* the document has no names */
    drop_names_and_times(page, keep);
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        const page_block *block = &page->blocks[b];
        slice text = page_block_text(page, b);
        if (keep[b] && block->n_words <= MOST_WORDS)
            keep[b] = !is_ruled_off(page, block, text, &ruled_off) && !is_number_and_date(block, text) &&
                      !is_signature(page, block, plain);
    }
}
