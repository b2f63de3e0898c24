/* block_features.h - the page model's features of a block: its text, position, surroundings and page.
 * The only place where features are computed: training uses it too, so that training and use can't differ. */
#ifndef HUSK_JUDGE_BLOCK_FEATURES_H
#define HUSK_JUDGE_BLOCK_FEATURES_H

#include <assert.h>

#include "judge/class_words.h"
#include "page/page.h"

#define BLOCK_LEVELS 5 /* ancestors whose sums are used: the container and four above it */

/* X(name, meaning) */
#define BLOCK_FEATURES(X)                                                          \
    X(words, "number of words")                                                    \
    X(word_length, "length of words")                                              \
    X(link_density, "share of words in links")                                     \
    X(sentences, "sentences")                                                      \
    X(ends_sentence, "ends like a sentence")                                       \
    X(commas, "commas")                                                            \
    X(digit_share, "share of digits")                                              \
    X(capital_share, "share of capitalised words")                                 \
    X(bars, "separators")                                                          \
    X(currency, "currency signs")                                                  \
    X(ellipsis, "ends with an ellipsis")                                           \
    X(questions, "question marks")                                                 \
    X(pieces, "inline pieces")                                                     \
    X(hidden, "hidden")                                                            \
    X(pre, "preformatted")                                                         \
    X(copyright, "copyright signs")                                                \
    X(colon, "a colon at its start or end")                                        \
    X(link_to, "where its link leads")                                             \
    X(link_rel, "its link is a tag, an author, the next or previous page")         \
    X(in_title, "its text is in the page's title")                                 \
    X(is_description, "begins like the page's description")                        \
    X(after_image, "an image before it")                                           \
    X(before_image, "an image after it")                                           \
    X(repeats, "how often its text occurs on the page")                            \
    X(repeat_nth, "which occurrence of its text")                                  \
    X(tag, "element type")                                                         \
    X(parent_tag, "parent element type")                                           \
    X(inline_tag, "inline element type")                                           \
    X(heading, "heading level")                                                    \
    X(in_nav, "inside nav")                                                        \
    X(in_header, "inside header")                                                  \
    X(in_footer, "inside footer")                                                  \
    X(in_aside, "inside aside")                                                    \
    X(in_form, "inside form")                                                      \
    X(in_article, "inside article")                                                \
    X(in_main, "inside main")                                                      \
    X(in_section, "inside section")                                                \
    X(in_table, "inside a table")                                                  \
    X(in_list, "inside a list")                                                    \
    X(in_figure, "inside a figure")                                                \
    X(in_quote, "inside a quote")                                                  \
    X(in_control, "inside a control")                                              \
    X(class_own, "its class names")                                                \
    X(class_parent, "class names of its parent")                                   \
    X(class_grandparent, "class names two levels up")                              \
    X(class_sum, "class names above, summed")                                      \
    X(class_min, "worst class name above")                                         \
    X(class_max, "best class name above")                                          \
    X(text_own, "wording of a short label")                                        \
    X(text_previous, "wording of the label before it")                             \
    X(text_next, "wording of the label after it")                                  \
    X(text_heading, "wording of the last heading")                                 \
    X(text_start, "first words")                                                   \
    X(position, "position on the page")                                            \
    X(words_before, "share of words before it")                                    \
    X(index, "number of blocks before it")                                         \
    X(index_end, "number of blocks after it")                                      \
    X(depth, "depth")                                                              \
    X(level0_words, "words in its element")                                        \
    X(level0_links, "link share in its element")                                   \
    X(level0_blocks, "blocks in its element")                                      \
    X(level1_words, "words one level up")                                          \
    X(level1_links, "link share one level up")                                     \
    X(level1_blocks, "blocks one level up")                                        \
    X(level1_mean, "words per block one level up")                                 \
    X(level2_words, "words two levels up")                                         \
    X(level2_links, "link share two levels up")                                    \
    X(level2_blocks, "blocks two levels up")                                       \
    X(level2_mean, "words per block two levels up")                                \
    X(level3_words, "words three levels up")                                       \
    X(level3_links, "link share three levels up")                                  \
    X(level3_blocks, "blocks three levels up")                                     \
    X(level3_mean, "words per block three levels up")                              \
    X(level4_words, "words four levels up")                                        \
    X(level4_links, "link share four levels up")                                   \
    X(level4_mean, "words per block four levels up")                               \
    X(level1_share, "share of the page one level up")                              \
    X(level3_share, "share of the page three levels up")                           \
    X(level1_long, "words in long texts one level up")                             \
    X(level2_long, "words in long texts two levels up")                            \
    X(level3_long, "words in long texts three levels up")                          \
    X(level2_sentences, "sentences two levels up")                                 \
    X(level2_images, "images two levels up")                                       \
    X(level0_images, "images in its element")                                      \
    X(level1_images, "images one level up")                                        \
    X(quarter_links, "link share of the element with a quarter of the page")       \
    X(quarter_levels, "levels to an element with a quarter of the page")           \
    X(quarter_long, "long texts' share of the element with a quarter of the page") \
    X(previous_words, "words of the block before")                                 \
    X(previous_heading, "heading before")                                          \
    X(previous_levels, "levels shared with the block before")                      \
    X(next_words, "words of the block after")                                      \
    X(next_links, "link share of the block after")                                 \
    X(next_heading, "heading after")                                               \
    X(next_levels, "levels shared with the block after")                           \
    X(previous2_words, "words two blocks before")                                  \
    X(next2_words, "words two blocks after")                                       \
    X(near_words, "words of the three blocks on each side")                        \
    X(near_links, "link share of the three blocks on each side")                   \
    X(wide_words, "words of the ten blocks on each side")                          \
    X(wide_links, "link share of the ten blocks on each side")                     \
    X(wide_sentences, "sentences of the ten blocks on each side")                  \
    X(alike, "blocks with the same markup")                                        \
    X(alike_words, "words of blocks with the same markup")                         \
    X(alike_mean, "mean words of blocks with the same markup")                     \
    X(alike_links, "link share of blocks with the same markup")                    \
    X(alike_share, "share of the page with the same markup")                       \
    X(alike_first, "place of the first block with the same markup")                \
    X(alike_nth, "which of the blocks with the same markup")                       \
    X(after_heading, "blocks since the last heading")                              \
    X(heading_level, "level of the last heading")                                  \
    X(after_h1, "blocks since the first main heading")                             \
    X(h1_before, "main headings before it")                                        \
    X(section_words, "words until the next heading")                               \
    X(section_links, "link share between headings")                                \
    X(section_blocks, "blocks between headings")                                   \
    X(best_levels, "levels to the densest part of the page")                       \
    X(best_score, "share of the densest part around it")                           \
    X(best_below, "levels below the densest part")                                 \
    X(best_before, "share of the densest part before it")                          \
    X(chain_levels, "levels to the page's main trunk")                             \
    X(branch_words, "words in its branch of the page")                             \
    X(branch_links, "link share of its branch")                                    \
    X(branch_share, "share of the page in its branch")                             \
    X(branch_sentences, "sentences of its branch")                                 \
    X(chain_depth, "depth at which its branch begins")                             \
    X(page_blocks, "blocks of the page")                                           \
    X(page_words, "words of the page")                                             \
    X(page_links, "link share of the page")                                        \
    X(page_long, "long texts' share of the page")                                  \
    X(page_sentences, "sentences of the page")                                     \
    X(page_headings, "headings of the page")                                       \
    X(page_lists, "share of the page in lists")                                    \
    X(page_tables, "share of the page in tables")                                  \
    X(page_articles, "article elements")                                           \
    X(page_main, "has a main element")                                             \
    X(page_images, "images of the page")                                           \
    X(page_currency, "currency signs of the page")                                 \
    X(page_alike, "largest share with the same markup")                            \
    X(page_best, "share of the page in its densest part")                          \
    X(page_forms, "form fields")                                                   \
    X(page_type, "the type that the page declares")                                \
    X(page_ld_article, "structured data of an article")                            \
    X(page_ld_product, "structured data of a product")                             \
    X(page_ld_forum, "structured data of a discussion")                            \
    X(page_ld_list, "structured data of a list")                                   \
    X(page_published, "the head has a date")                                       \
    X(page_pager, "the head has a next or previous page")                          \
    X(page_times, "time elements of the page")                                     \
    X(page_authors, "author class names on the page")                              \
    X(page_h1s, "main headings of the page")                                       \
    X(page_comments, "comment class names on the page")                            \
    X(item_count, "repeated elements like the one it is in")                       \
    X(item_words, "words in the repeated element")                                 \
    X(item_levels, "levels to the repeated element")                               \
    X(item_links, "link share of the repeated elements")                           \
    X(item_share, "share of the page in repeated elements")                        \
    X(item_nth, "which of the repeated elements")                                  \
    X(item_block, "which block of the repeated element")                           \
    X(item_own, "its share of the repeated element")                               \
    X(article_nth, "which article element")                                        \
    X(article_share, "share of the page in its article element")                   \
    X(item_titles, "share of the repeated elements with a linked title")           \
    X(heading_links, "link share of the last heading")                             \
    X(headline_levels, "levels to the element that has the headline")              \
    X(headline_words, "words since the headline")                                  \
    X(headline_titles, "linked titles since the headline")                         \
    X(page_items, "largest number of repeated elements")                           \
    X(page_item_words, "words in the page's repeated elements")                    \
    X(url_depth, "depth of the address")                                           \
    X(url_slug, "words in the address")                                            \
    X(url_digits, "digits in the address")

enum {
#define BLOCK_FEATURE_ENUM(name, text) FEATURE_##name,
    BLOCK_FEATURES(BLOCK_FEATURE_ENUM)
#undef BLOCK_FEATURE_ENUM
        FEATURE_near_groups,                                   /* N_CLASS_GROUPS: in class names of the three nearest */
    FEATURE_far_groups = FEATURE_near_groups + N_CLASS_GROUPS, /* N_CLASS_GROUPS: anywhere above */
    FEATURE_page_groups = FEATURE_far_groups + N_CLASS_GROUPS, /* N_PAGE_GROUPS: from the page's body and generator */
    FEATURE_url_groups = FEATURE_page_groups + N_PAGE_GROUPS,  /* N_PAGE_GROUPS: from its URL */
    N_BLOCK_FEATURES = FEATURE_url_groups + N_PAGE_GROUPS
};

/* Additional features of the second pass: the first pass's answers around the block. */
#define BLOCK_CONTEXT(X)                                                 \
    X(first, "first-pass score")                                         \
    X(first_previous, "first-pass score of the block before")            \
    X(first_previous2, "first-pass score two blocks before")             \
    X(first_previous3, "first-pass score three blocks before")           \
    X(first_next, "first-pass score of the block after")                 \
    X(first_next2, "first-pass score two blocks after")                  \
    X(first_next3, "first-pass score three blocks after")                \
    X(first_near, "first-pass score of two blocks on each side")         \
    X(first_wide, "first-pass score of six blocks on each side")         \
    X(first_far, "first-pass score of twenty blocks on each side")       \
    X(first_alike, "first-pass score of blocks with the same markup")    \
    X(first_level0, "first-pass score of its element")                   \
    X(first_level1, "first-pass score one level up")                     \
    X(first_level2, "first-pass score two levels up")                    \
    X(first_level3, "first-pass score three levels up")                  \
    X(first_level4, "first-pass score four levels up")                   \
    X(first_branch, "first-pass score of its branch of the page")        \
    X(first_item, "first-pass score of the repeated elements around it") \
    X(first_page, "first-pass score of the whole page")                  \
    X(first_best, "first-pass confidence in the page")                   \
    X(first_words, "content words by the first pass")                    \
    X(first_before, "share of first-pass content before it")             \
    X(first_begin, "blocks since content began")                         \
    X(first_end, "blocks until content ends")                            \
    X(first_heading, "first-pass score of the last heading")

enum {
#define BLOCK_CONTEXT_ENUM(name, text) CONTEXT_##name,
    BLOCK_CONTEXT(BLOCK_CONTEXT_ENUM)
#undef BLOCK_CONTEXT_ENUM
        N_BLOCK_CONTEXT,
    N_BLOCK_COLUMNS = N_BLOCK_FEATURES + N_BLOCK_CONTEXT
};

/* The columns that are read: a model uses half of them, and what nobody reads need not be written. */
typedef struct block_columns {
    bool wanted[N_BLOCK_COLUMNS];
} block_columns;

/* By column: the ones that describe the page, which are the same for all blocks. */
extern const bool block_column_same[N_BLOCK_COLUMNS];

/* By column: feature f of block b is values[f * stride + b]; stride is a multiple of 32, the rest of a column has no
 * meaning. Of a column that is the same for all blocks there is only the first row. */
typedef struct block_matrix {
    float *values; /* N_BLOCK_COLUMNS columns; those of the second pass are there once block_context fills them */
    uint32_t n;
    uint32_t stride;
    const bool *wanted;          /* by column */
    struct feature_maker *maker; /* kept for block_context and block_pool; in the same memory */
} block_matrix;

/* Fill the matrix in `memory` for all blocks of the page (after page_blocks). Columns that are not wanted are left
 * out, except those that are the same for all blocks. */
husk_status block_features(husk_page *page, const class_words *words, const block_columns *columns, arena *memory,
                           block_matrix *out);

/* Feature `column` of a block; it is wanted, or the same for all blocks. */
static inline float block_value(const block_matrix *m, unsigned column, uint32_t block)
{
    assert(block_column_same[column] || m->wanted[column]);
    return m->values[(size_t)column * m->stride + (block_column_same[column] ? 0 : block)];
}

/* Copy a column of all blocks. */
void block_column_copy(const block_matrix *matrix, unsigned column, float *to);

/* Fill the second pass's columns from the first pass's probabilities, one per block. NO_MEMORY for its scratch. */
husk_status block_context(block_matrix *matrix, const float *first, arena *memory);

/* Let blocks of the same markup agree: each answer becomes the mean of itself and of what all of them have, by words.
 * Two posts of a forum are both content or neither, and one alone is easily misjudged: the mean F1 of forums of the
 * live web rises from .927 to .948, that of every other source by up to .002 (models/train). `share` is that of
 * what they have in common; a block weighs at most `most_words`: one long text must not decide for many short ones.
 * NO_MEMORY for its scratch. */
husk_status block_pool(const block_matrix *matrix, float share, float most_words, arena *memory, float *probabilities);

/* The largest F1 that can be expected of a choice of blocks, if the probabilities are right: the confidence of a
 * page. */
float block_expected_f(const husk_page *page, const float *probabilities);

/* The probability of the page's surest words: the least among so many of them, at most half of the page. */
float block_surest(const husk_page *page, const float *probabilities, float most_words);

/* Features of a whole page once its blocks are judged: the columns of the models of kind and confidence. X(name,
 * meaning) */
#define PAGE_SUMMARY(X)                                                     \
    X(blocks, "blocks of the page")                                         \
    X(words, "words of the page")                                           \
    X(links, "link share of the page")                                      \
    X(best, "the largest F1 to be expected")                                \
    X(content, "words of content to be expected")                           \
    X(share, "share of the page that is content")                           \
    X(chosen, "words chosen")                                               \
    X(chosen_blocks, "blocks chosen")                                       \
    X(chosen_mean, "words of a chosen block")                               \
    X(chosen_links, "link share of what is chosen")                         \
    X(chosen_sentences, "sentences of what is chosen, a block")             \
    X(chosen_headings, "headings among what is chosen")                     \
    X(chosen_lists, "share of what is chosen in lists")                     \
    X(chosen_tables, "share of what is chosen in tables")                   \
    X(chosen_currency, "currency signs in what is chosen")                  \
    X(chosen_items, "share of what is chosen in elements side by side")     \
    X(chosen_item_words, "words in the repeated element")                   \
    X(chosen_questions, "question marks in what is chosen")                 \
    X(chosen_comments, "share of what is chosen under comment class names") \
    X(chosen_pre, "share of what is chosen that is preformatted")           \
    X(unsure, "share of words neither in nor out")                          \
    X(entropy, "how undecided the words are on the mean")                   \
    X(gaps, "times that content begins anew")                               \
    X(first_place, "where content begins")                                  \
    X(last_place, "where content ends")                                     \
    X(disagree, "how far first-pass score and the second differ")

enum {
#define PAGE_SUMMARY_ENUM(name, text) SUMMARY_##name,
    PAGE_SUMMARY(PAGE_SUMMARY_ENUM)
#undef PAGE_SUMMARY_ENUM
        N_PAGE_SUMMARY,
    /* followed by the columns that are the same for all blocks of a page */
    N_PAGE_SHARED = FEATURE_page_comments - FEATURE_page_blocks + 1,
    SUMMARY_shared = N_PAGE_SUMMARY,
    SUMMARY_items = SUMMARY_shared + N_PAGE_SHARED, /* page_items … url_digits */
    SUMMARY_groups = SUMMARY_items + 5,             /* page and URL groups */
    N_SUMMARY_COLUMNS = SUMMARY_groups + 2 * N_PAGE_GROUPS
};

#define BLOCK_NAME_SIZE 32

/* A column's name in model files. */
void block_column_name(unsigned column, char name[BLOCK_NAME_SIZE]);
const char *page_summary_name(unsigned column);

#endif
