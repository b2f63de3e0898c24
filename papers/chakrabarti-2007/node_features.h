/* node_features.h - features of each node from the page alone, for the logistic models of PageLevel.
 * The features of Chakrabarti, Kumar and Punera 2007, section 5.2: position and area, text, links and anchor texts,
 * the title. */
#ifndef HUSK_PAPERS_NODE_FEATURES_H
#define HUSK_PAPERS_NODE_FEATURES_H

#include "chakrabarti-2007/layout.h"
#include "page/page.h"

/* X(name in C, name in model files, description of a high and of a low value) */
#define NODE_FEATURES(X)                                                                \
    X(LEFT, "left-margin", "far from the left edge", "close to the left edge")          \
    X(RIGHT, "right-margin", "far from the right edge", "close to the right edge")      \
    X(TOP, "top-margin", "far from the top", "close to the top")                        \
    X(BOTTOM, "bottom-margin", "far from the bottom", "close to the bottom")            \
    X(NEAREST, "nearest-margin", "far from the margins", "close to a margin")           \
    X(CENTRE, "centre-distance", "far from the centre", "close to the centre")          \
    X(AREA, "area-share", "a large part of the page", "a small part of the page")       \
    X(LOG_AREA, "log-area", "large", "small")                                           \
    X(WIDTH, "width-share", "wide", "narrow")                                           \
    X(HEIGHT, "height-share", "tall", "low")                                            \
    X(ASPECT, "aspect", "wider than tall", "taller than wide")                          \
    X(LINKS_PER_WORD, "links-per-word", "many links per word", "few links per word")    \
    X(ANCHOR_TEXT, "anchor-text-share", "mostly link text", "little link text")         \
    X(ANCHOR_SIZE, "anchor-size", "long links", "short links")                          \
    X(INTRA_SITE, "intra-site-links", "links inside the site", "links to other sites")  \
    X(HAS_LINKS, "has-links", "has links", "has no links")                              \
    X(VISIBLE, "visible-to-html", "much text per HTML", "little text per HTML")         \
    X(TITLE_WORDS, "title-words", "words of the title", "no words of the title")        \
    X(TITLE_COVER, "title-cover", "holds the title", "does not hold the title")         \
    X(STOP_WORDS, "stop-words", "running text", "no running text")                      \
    X(LOG_WORDS, "log-words", "many words", "few words")                                \
    X(TEXT_SIZE, "text-size", "long pieces of text", "short pieces of text")            \
    X(MARKS, "punctuation", "punctuated", "not punctuated")                             \
    X(IMAGES, "images-per-word", "many images", "few images")                           \
    X(CONTROLS, "controls", "form controls", "no form controls")                        \
    X(WORD_SHARE, "word-share", "much of the page's text", "little of the page's text") \
    X(LINK_SHARE, "link-share", "many of the page's links", "few of the page's links")

enum {
#define NODE_FEATURE_ENUM(c_name, name, high, low) NODE_##c_name,
    NODE_FEATURES(NODE_FEATURE_ENUM)
#undef NODE_FEATURE_ENUM
        N_NODE_FEATURES
};

typedef struct node_feature_name {
    const char *name, *high, *low;
} node_feature_name;

extern const node_feature_name node_feature_names[N_NODE_FEATURES];

/* The scored nodes: visible, non-empty elements of the body with an area of at least `least_area`; the body always.
 * In preorder, so parent[i] < i. Smaller nodes are merged into the nearest scored node around them. */
typedef struct node_tree {
    uint32_t n;
    uint32_t *node;   /* index in the page */
    uint32_t *parent; /* index here; the root's is 0 */
    uint32_t *weight; /* 1 + the small nodes merged into it */
    float *area;
    uint32_t *keeper; /* by node of the page: index here of the nearest scored node around it, or NODE_NONE outside the
                         body */
} node_tree;

/* All memory is from page->scratch. A page without a body gives an empty tree. NO_MEMORY or OK. */
husk_status node_tree_make(husk_page *page, const layout *boxes, float least_area, node_tree *out);

/* tree->n rows of N_NODE_FEATURES, all finite. Without stop words, as published, they count neither as words nor as
 * text in or outside links, and STOP_WORDS is 0; their characters stay visible characters. NO_MEMORY or OK. */
husk_status node_features_make(husk_page *page, const layout *boxes, const node_tree *tree, bool without_stop_words,
                               float **out);

#endif
