/* page.h - one page: preorder arrays that all later code reads.
 * Node 0 is the document. A node's subtree is [i, end[i]); its first child, if any, is i + 1; the next sibling of i
 * is end[i] while that is below end[parent[i]]. Strings point into the page's bytes and the parser's memory and live
 * until the next parse. Memory: about 40 bytes per node and 32 per attribute, reused from page to page. */
#ifndef HUSK_PAGE_PAGE_H
#define HUSK_PAGE_PAGE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/url.h"
#include "husk/husk.h"
#include "html/html.h"

#define NODE_NONE UINT32_MAX

/* What a node is, and what it inherits. All but TEXT and BLANK apply to the whole subtree. */
enum {
    NODE_TEXT = 1,   /* a text node: `text` is its data, `tag` is TAG_TEXT */
    NODE_BLANK = 2,  /* a text node of white space only */
    NODE_HIDDEN = 4, /* hidden, aria-hidden=true, inline display:none or visibility:hidden */
    NODE_SILENT = 8, /* never shown as text: head, script, style, template, noscript, iframe, object, textarea, svg … */
    NODE_FOREIGN = 16, /* SVG or MathML */
    NODE_PRE = 32,     /* white space is significant: inside pre, textarea, listing, xmp, plaintext */
    NODE_LINK = 64,    /* an <a href>, or inside one */
    NODE_UNSEEN = 128  /* hidden, and never shown to a reader: set by write/visible.c */
};

typedef html_attribute page_attribute;

/* Kinds of punctuation that distinguish prose from labels. */
enum { MARK_OTHER, MARK_SENTENCE, MARK_QUESTION, MARK_COMMA, MARK_BAR, MARK_CURRENCY, MARK_COPYRIGHT, N_MARKS };

/* A line that begins so is drawn: what stands above and below it are two pieces. */
#define DRAWN_RULE "__________"

/* A run of text that a reader sees as one piece: the text nodes first_node..last_node that are not silent. */
typedef struct page_block {
    uint32_t first_node; /* its first and last text node */
    uint32_t last_node;
    uint32_t container;  /* the nearest block element around it */
    uint32_t text_start; /* in page->block_text, white space folded to one space, trimmed */
    uint32_t text_len;
    uint32_t n_words;
    uint32_t n_link_words; /* inside <a href> */
    uint32_t n_links;      /* <a href> elements that start in it */
    uint32_t n_chars;      /* code points other than white space */
    uint32_t n_digits;
    uint32_t n_capitals;     /* words that start with one */
    uint32_t marks[N_MARKS]; /* punctuation by kind, of any script */
    uint32_t last;           /* the last code point that is not a quote, bracket or space */
    uint32_t flags;          /* BLOCK_… */
} page_block;

enum {
    BLOCK_HIDDEN = 1, /* all its text nodes are hidden */
    BLOCK_PRE = 2
};

struct husk_page {
    /* by node; the parser's memory */
    uint32_t n_nodes;
    uint32_t *parent;
    uint32_t *end;
    uint16_t *tag; /* TAG_…; the page's non-HTML names follow from TAG_OWN on */
    uint8_t *flags;
    slice *text;         /* of text nodes; {NULL, 0} for elements */
    uint32_t *attribute; /* n_nodes + 1: node i has attributes [attribute[i], attribute[i + 1]) */
    page_attribute *attributes;
    uint32_t n_attributes;
    uint64_t *value_hash; /* by attribute: see page/views.h; 0 until it is asked for */

    /* NODE_NONE if the page has none */
    uint32_t html, head, body, title;
    slice lang;           /* of <html lang>, or empty */
    slice id;             /* of raw */
    slice url;            /* the page's own URL, or empty */
    slice host;           /* of the URL, in lower case: what sites go by */
    bool url_is_assumed;  /* the URL is only a base for links and says nothing about the page */
    slice base_href;      /* of the first <base href>, or empty */
    bool base_ready;      /* page_resolve has given `urls` the base */
    const char *encoding; /* the WHATWG name of its encoding */

    size_t n_bytes;     /* as read */
    husk_status status; /* OK, or LIMIT if a budget cut the page */
    const char *cut;    /* static: which budget */

    /* the views, each empty until first used after a parse */
    page_block *blocks;
    uint32_t n_blocks;
    bool has_blocks;
    buffer block_text;
    uint32_t *block_of; /* by node: the block of a text node, otherwise NODE_NONE */

    /* for callers of the library: the outcome of reading and parsing, and what they asked for */
    husk_status outcome;
    char reason[256]; /* a C string, empty if OK */
    slice provenance; /* a JSON object, or empty; in `kept` */
    arena kept;       /* until the next parse */

    arena scratch;     /* for views and writers; reset at each parse */
    void *judge_cache; /* judge/'s cache across pages, malloc'd; freed with the page */
    void *meta_cache;  /* the same for metadata */
    url_resolver *urls;
    husk_page_options options;

    /* only for page/ */
    html_parser *parser;
    bool scripting;        /* like a browser with scripts: <noscript> is one silent text */
    bool no_returns;       /* the page is known to have no carriage return */
    size_t shown_bytes;    /* of text that is neither silent nor hidden */
    size_t noscript_bytes; /* of text in <noscript>, including markup, which is not parsed with scripting on */
    buffer decoded;        /* the page as padded UTF-8, if its own bytes are not */
    size_t block_of_size, value_hash_size, block_size; /* the room of the page's arrays */
};

/* husk_page_parse without checking raw->status and raw->size. */
husk_status page_parse_raw(husk_page *page, const husk_raw *raw, husk_error *error);

/* A node's attribute, or NULL. */
static inline const page_attribute *page_attribute_find(const husk_page *page, uint32_t node, uint16_t id)
{
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++)
        if (page->attributes[a].id == id)
            return &page->attributes[a];
    return NULL;
}

/* Its value; {NULL, 0} if it has none. */
static inline slice page_attribute_value(const husk_page *page, uint32_t node, uint16_t id)
{
    const page_attribute *a = page_attribute_find(page, node, id);
    return a ? (slice){ a->value, a->value_len } : (slice){ NULL, 0 };
}

/* Is this a script with JSON-LD? Its text is that of node + 1. */
static inline bool page_is_json_ld(const husk_page *page, uint32_t node)
{
    return page->tag[node] == TAG_SCRIPT && page->end[node] > node + 1 &&
           slice_has_nocase(page_attribute_value(page, node, ATTR_TYPE), "ld+json");
}

/* The name of a tag, including the page's non-HTML names. */
slice page_tag_name(const husk_page *page, uint16_t tag);

static inline bool page_is_element(const husk_page *page, uint32_t node)
{
    return node != 0 && !(page->flags[node] & NODE_TEXT);
}

/* The first node from `i` on that has one of three tags; n_nodes if there is none. Eight nodes at a time: for rare
 * tags. */
static inline uint32_t page_find_tags(const husk_page *page, uint32_t i, uint16_t a, uint16_t b, uint16_t c)
{
    typedef uint16_t tags __attribute__((vector_size(16)));
    const uint16_t *tag = page->tag;
    for (tags v; i + 8 <= page->n_nodes; i += 8) {
        memcpy(&v, tag + i, sizeof v);
        uint64_t found = vec_mask((vec)((v == a) | (v == b) | (v == c)));
        if (found)
            return i + mask_first(found) / 2;
    }
    while (i < page->n_nodes && tag[i] != a && tag[i] != b && tag[i] != c)
        i++;
    return i;
}

/* The same for one tag. */
static inline uint32_t page_find_tag(const husk_page *page, uint32_t i, uint16_t tag)
{
    return page_find_tags(page, i, tag, tag, tag);
}

/* A block's text, once page_blocks has found the blocks. */
static inline slice page_block_text(const husk_page *page, uint32_t b)
{
    return (slice){ page->block_text.data + page->blocks[b].text_start, page->blocks[b].text_len };
}

/* Append the text of a subtree to `out`, white space folded, without silent parts. */
void page_text(const husk_page *page, uint32_t node, buffer *out);

/* Append the absolute URL of `href` on this page; false, with nothing appended, if it is not one. */
bool page_resolve(husk_page *page, slice href, buffer *out);

/* After a page_resolve: is there a base for relative URLs? */
bool page_has_base(const husk_page *page);

/* A path that is written with more steps than this has "…" in place of those between its first PAGE_PATH_HEAD and its
 * last, and so has the end of a longer name: thousands of blocks, each a level deeper, would otherwise print kilobytes
 * of path each. The paths of real pages are shorter (WCXB: at most 46 steps, names of at most 58 bytes). */
#define PAGE_PATH_STEPS 48u
#define PAGE_PATH_HEAD 12u
#define PAGE_PATH_NAME 64u

/* The most bytes that any output of this page may have: a page that asks for more is made to. */
static inline size_t page_output_cap(const husk_page *page)
{
    size_t most = HUSK_MAX_OUTPUT_BYTES / HUSK_MAX_OUTPUT_RATIO, n = page->n_bytes;
    return HUSK_MIN_OUTPUT_CAP + (n < most ? n : most) * HUSK_MAX_OUTPUT_RATIO;
}

/* Lower a buffer's cap to that, for what is appended next. Returns the old cap, to be restored. */
static inline size_t page_cap_output(const husk_page *page, buffer *out)
{
    size_t cap = out->cap, most = page_output_cap(page);
    if (cap > out->len && cap - out->len > most)
        out->cap = out->len + most;
    if (out->size > out->cap)
        out->size = out->cap; /* whatever memory an earlier page left, the answer is the same */
    return cap;
}

/* Build the blocks, once per parse. NO_MEMORY or OK. */
husk_status page_blocks(husk_page *page);

/* --- shared inside page/ ------------------------------------------------------------------------------------------ */

/* Convert the parser's tree to the page's arrays, with inherited flags. NO_MEMORY or OK. */
husk_status page_nodes(husk_page *page);

/* block_text.c: append a text node's text to its block: white space folded, words and marks counted. */

/* State between two pieces of one block. */
typedef struct block_pen {
    bool space; /* white space since the last character */
    bool in_word;
} block_pen;

/* Append `text` to `out`, which holds the block's text from block->text_start on, and add its counts to `block`.
 * Returns its words. If `out` is at its cap nothing is done, and `out` has the status. */
uint32_t block_text_add(buffer *out, page_block *block, block_pen *pen, slice text);

#endif
