/* trie.h - the paths of a host's pages, and what is on each, summed over all of them.
 * On a site a path (tags with class and id, without positions) is entirely template or entirely content: the path is
 * judged, once. */
#ifndef HUSK_JUDGE_SITE_TRIE_H
#define HUSK_JUDGE_SITE_TRIE_H

#include "judge/model_file.h"
#include "judge/site/evidence.h"
#include "store/tally.h"

/* X(name): sums over a path's texts and those of everything inside it. In words, unless stated otherwise. */
/* clang-format off */
#define TRIE_SUMS(X)                                                                                                \
    X(words) X(shared) X(often) X(most) X(links) X(known_links) X(inside_links) X(neighbours) X(own) X(short_words) \
    X(capitals) X(repeated) X(headings) X(pieces) X(content) X(kept) X(unsure) X(hidden)                            \
    /* numbers, except the first two */                                                                             \
    X(titles) X(own_title) X(texts) X(sentences) X(distinct) X(varying) X(labelled) X(instances) X(controls)        \
    /* the page's own labels, for training; rare: not decided by the text alone */                                  \
    X(true_content) X(true_template) X(true_rare)
/* clang-format on */

enum {
#define TRIE_SUM_ENUM(name) SUM_##name,
    TRIE_SUMS(TRIE_SUM_ENUM)
#undef TRIE_SUM_ENUM
        N_TRIE_SUMS
};

/* X(name): sums over the blocks whose container is the path, in words except the first two; not passed up. */
#define BLOCK_SUMS(X) X(pages) X(blocks) X(words) X(probability) X(squares) X(kept) X(links)

enum {
#define BLOCK_SUM_ENUM(name) BLOCK_SUM_##name,
    BLOCK_SUMS(BLOCK_SUM_ENUM)
#undef BLOCK_SUM_ENUM
        N_BLOCK_SUMS
};

#define TRIE_NONE UINT32_MAX

typedef struct trie_node {
    uint64_t hash;   /* evidence_paths */
    uint64_t blocks; /* hash of only the tags, from the root, without inline elements */
    uint32_t parent; /* index, below its own; TRIE_NONE for the root */
    uint16_t tag;
    uint16_t depth;
    uint32_t pages;
    uint32_t groups; /* CLASS_… of its names */
    float name_weight;
    float first, last; /* positions of its first and last text, as shares of the page, summed over pages */
    float head, tail;  /* logarithms of the words before and after it, summed likewise */
    double squares;    /* of a page's words */
    double page_own;   /* own words of the pages that have it, anywhere on the page */
    double sums[N_TRIE_SUMS];
    float blocks_here[N_BLOCK_SUMS];
} trie_node;

typedef struct trie {
    trie_node *nodes;
    uint32_t n;
    uint32_t n_pages;
    /* private to trie.c */
    table_index index;
    uint32_t *page_row; /* by node: its row for the current page, or TRIE_NONE */
    size_t room, row_room;
    struct trie_visit *visits; /* which paths each page has, page after page */
    size_t n_visits, visit_room;
    struct trie_value *values;   /* open addressing; .pages 0 is free */
    size_t n_values, value_room; /* a power of two */
    hash_map moved;              /* texts on nearly all pages: evidence_place with the path's `blocks` */
    bool truth;                  /* read data-husk-content of the elements: 1 content, 0 template */
} trie;

/* A path on a page, and the amount of text directly on it there. */
typedef struct trie_visit {
    uint32_t page, node;
    uint32_t bytes;
} trie_visit;

/* A text directly on a path: the number of pages that have it there. */
typedef struct trie_value {
    uint64_t hash; /* evidence_place */
    uint64_t text; /* evidence_text */
    uint32_t node;
    uint32_t pages;
    uint32_t stamp;    /* the last page that had it, + 1 */
    uint32_t anywhere; /* pages that have the text on any path */
    uint32_t labelled; /* pages where the text before it is on nearly all */
} trie_value;

/* What is known of the host when its pages are read the second time. */
typedef struct trie_context {
    const hash_map *texts, *links, *pieces;
    const hash_map *headings; /* texts of headings */
    uint32_t n_pages;
    const class_words *words; /* meaning of names */
} trie_context;

/* The page model's opinion, by block. */
typedef struct trie_opinion {
    const float *probability;
    const bool *keep;
} trie_opinion;

/* Add a page: its texts, the paths and pieces of its nodes, the page model's opinion (its blocks are built). */
husk_status trie_add(trie *t, const husk_page *page, const text_evidence *texts, uint32_t n, const uint64_t *paths,
                     const uint64_t *pieces, const trie_opinion *opinion, const trie_context *context, arena *memory);

/* The texts on their paths (evidence_place) that are there on enough pages, in `memory`; NULL: no room. Two
 * exceptions: where a place holds values (each follows a label, few are on nearly all pages), only those that all of
 * its pages have, since "Private" may be what most schools are; and a text on nearly all pages is counted together
 * over places with the same blocks: a label is in an even row of one page, in an odd one of another. */
model_count *trie_places(const trie *t, uint32_t least_pages, arena *memory, uint32_t *n);

/* How well each page fits the others: the mean over pages of page_fit, as if the page itself had not been learned,
 * and its standard deviation. */
void trie_fit(const trie *t, double *mean, double *deviation);

/* A page fits its host by the share of its text on known paths, and by the share of the host's usual paths that it
 * has. */
static inline double page_fit(double text, double known_text, double usual, double usual_there)
{
    return .5 * (text > 0 ? known_text / text : 1) + .5 * (usual > 0 ? usual_there / usual : 1);
}

/* A path is usual if this many of the host's pages have it. */
static inline bool path_is_usual(uint32_t pages, uint32_t of)
{
    return (uint64_t)pages * 10 >= (uint64_t)of * 8;
}

void trie_free(trie *t);

/* --- place_features.c: the paths as rows of numbers for the site model, and its verdicts -------------------------- */

typedef struct place_matrix {
    float *values; /* column c of path i: values[c * stride + i] */
    uint32_t n, stride;
    uint8_t *chain; /* by path: AREA_… (store/model.h) */
    bool *goes_on;  /* by path: it is on the chain, and so is something inside it */
} place_matrix;

/* One row per path of the trie, in `memory`. */
husk_status place_features(const trie *t, arena *memory, place_matrix *out);

/* The log odds of content, by path: the mean of the model's scores for the place and for those above it off the
 * container's chain. */
husk_status place_scores(const trie *t, const place_matrix *m, const place_model *model, arena *memory, float **scores);

_Static_assert(N_PLACE_FACTS == AREA_FACTS, "a file has room for these");

/* What a site file says of path `i` for the main answer: what is there on the learned pages and the page model's
 * opinion of it, pooled over them. A fact is one byte, so that files stay small: shares in 255ths, numbers as
 * logarithms. False if there is nothing to store: no block and no block element is right there. */
bool place_facts(const trie *t, const place_matrix *m, uint32_t i, uint8_t facts[AREA_FACTS]);

#endif
