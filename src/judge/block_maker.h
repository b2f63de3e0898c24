/* block_maker.h - shared by the parts of the feature computation; only for judge/block_*.c. */
#ifndef HUSK_JUDGE_BLOCK_MAKER_H
#define HUSK_JUDGE_BLOCK_MAKER_H

#include "base/hash.h"
#include "base/memo.h"
#include "judge/block_features.h"

/* A text this long is seldom a label or a menu entry. */
#define LONG_WORDS 12

/* What an element is inside of: one bit per FEATURE_in_…, in that order. */
enum {
    IN_NAV,
    IN_HEADER,
    IN_FOOTER,
    IN_ASIDE,
    IN_FORM,
    IN_ARTICLE,
    IN_MAIN,
    IN_SECTION,
    IN_TABLE,
    IN_LIST,
    IN_FIGURE,
    IN_QUOTE,
    IN_CONTROL,
    N_IN
};

/* Read at random, so it is as large as a cache line, and starts at one. */
typedef struct node_info {
    /* over the subtree */
    uint32_t words, link_words, blocks, long_words, sentences, images;
    float score; /* density in Readability's sense */
    /* over the path from the root */
    float weight, weight_sum, weight_min, weight_max;
    uint16_t groups, groups_above;
    uint32_t look;    /* hash of tag and class */
    uint32_t item;    /* index into `items`, or NODE_NONE */
    uint32_t article; /* the nearest <article>, or 0 */
    uint16_t depth;
    uint16_t in;
} node_info;
_Static_assert(sizeof(node_info) == 64 && N_CLASS_GROUPS <= 16, "a cache line");

typedef struct block_info {
    uint32_t words, link_words, sentences;
    float links;
    float text;          /* weight of its words, if it is short */
    uint32_t alike;      /* index into `looks` */
    uint32_t branch;     /* its outermost element off the main branch */
    uint32_t item;       /* the element of `items` around it, or NODE_NONE */
    uint32_t item_first; /* the first block inside that element */
    uint8_t heading;
} block_info;

/* Blocks with the same markup: container and parent have the same tags and classes. */
typedef struct look_info {
    uint64_t hash;
    uint32_t n, words, link_words, first, seen;
} look_info;

/* What lies on the way from an element up to the root; half of a cache line. */
typedef struct climb_info {
    uint32_t quarter; /* the nearest with a quarter of the page's words */
    uint32_t trunk;   /* the nearest on the main branch */
    uint32_t branch;  /* the outermost off the main branch; itself if there is none */
    uint32_t item;    /* the nearest of several siblings that look alike, or NODE_NONE */
    float most;       /* the largest score up to where the first three were found */
    uint16_t quarter_levels, trunk_levels, item_levels; /* the levels up to them */
    uint16_t best_levels;                               /* levels to the nearest that contains the densest part */
    uint32_t unused;                                    /* so that none is in two cache lines */
} climb_info;
_Static_assert(sizeof(climb_info) == 32, "half of a cache line");

/* Siblings with the same look: posts, cards, rows. */
typedef struct item_info {
    uint64_t hash;
    uint32_t n, words, link_words;
    uint32_t titled, last_titled; /* how many have a linked title, and the last that has */
} item_info;

/* What the page's head says about its text. */
typedef struct head_info {
    slice title, og_title, description;
    bool published, pager;
} head_info;

typedef struct page_info {
    head_info head;
    uint32_t times, authors, h1s;
    uint32_t words, link_words, long_words, sentences, headings, list_words, table_words, articles, images, currency,
        forms, comments;
    uint32_t h1;       /* block index of the first h1, or NODE_NONE */
    uint32_t headline; /* block index of the heading that the page's title has, or NODE_NONE */
    uint32_t best;     /* node */
    uint32_t groups, url_groups, url_depth, url_slug, url_digits;
    uint32_t most_items, most_item_words;
    uint8_t type;
    uint8_t structured; /* bits by type_of: 2 article, 4 forum, 5 product, 6 list */
    bool main;
} page_info;

typedef struct feature_maker {
    husk_page *page;
    const class_words *table;
    node_info *nodes;
    block_info *blocks;
    uint32_t *in, *near,
        *far; /* by block, as bits: IN_…, the class groups of the three nearest elements, of all above */
    look_info *looks;
    uint32_t *look_slots; /* index + 1 */
    uint32_t n_looks, n_slots;
    item_info *items;
    uint32_t *item_slots; /* index + 1 */
    uint32_t n_items, n_item_slots;
    uint32_t *nth;       /* by node: which of the items it is */
    uint32_t *text_slot; /* by block: index of its text in `texts` */
    uint64_t *texts;     /* hashes of texts with counts, open addressing */
    uint32_t *text_counts;
    uint8_t *on_chain;  /* by node */
    uint8_t *with_text; /* by node: an element that contains a block; `nodes` has only those */
    uint32_t *elements; /* these elements in document order, without the root: a fifth of a page's nodes */
    uint32_t n_elements;
    climb_info *climbs; /* by node, of these elements and the root */
    memo *cache;        /* scores of names, kept from page to page: they are much the same all over the web */
    page_info info;
    float *v;
    uint32_t stride;
    block_columns columns;
    /* where a column starts in `v`; those that are not wanted share one, which nobody reads */
    size_t at[N_BLOCK_COLUMNS];
} feature_maker;

#define F(feature, block) m->v[m->at[feature] + (block)]
#define SET(name, value) F(FEATURE_##name, b) = (float)(value)

static inline float share(uint32_t part, uint32_t whole)
{
    return whole ? (float)part / (float)whole : 0;
}

/* The title of another page, as summaries have it. */
static inline bool maker_is_linked_title(const block_info *block)
{
    return block->links >= .8f && block->words >= 3;
}

/* block_nodes.c: elements top-down, the head, the URL. */
void maker_look_at_head(feature_maker *m);
void maker_look_at_nodes(feature_maker *m);
/* What an element of this kind, or with this role, is: bits 1 << IN_…. */
uint16_t maker_tag_in(uint16_t tag);
uint16_t maker_role_in(slice role);
/* Sums over subtrees, the densest part, the main branch, siblings. */
void maker_sum_up(feature_maker *m);
void maker_find_chain(feature_maker *m);
void maker_count_items(feature_maker *m);

/* block_hints.c: hints from a block's text, links and position. */
void maker_hints(feature_maker *m);
/* Levels from an element up to the one that contains the other too; at most 20. */
uint32_t maker_levels(const husk_page *page, uint32_t from, uint32_t other);

#endif
