/* main_columns.h - the main model's columns for a block of a page whose site is known, in order.
 * judge/site/main_features.c fills them; the names are separate, so that a model file can be read without computing
 * features. */
#ifndef HUSK_JUDGE_SITE_MAIN_COLUMNS_H
#define HUSK_JUDGE_SITE_MAIN_COLUMNS_H

#include "judge/site/place_fact_names.h"

/* X(name): what the page model sees and says; the quick model does without. All are columns of the page
 * model itself (block_features.h). */
/* clang-format off */
#define MAIN_PAGE(X)                                                                                          \
    X(sentences) X(ends_sentence) X(digit_share) X(capital_share) X(repeats) X(parent_tag) X(in_list)         \
    X(in_table) X(in_figure) X(in_quote) X(in_article) X(class_own) X(class_parent) X(class_sum) X(class_min) \
    X(class_max) X(text_own) X(text_heading) X(level1_words) X(level1_links) X(level2_words) X(level2_links)  \
    X(near_words) X(near_links) X(alike) X(alike_share) X(after_heading) X(after_h1) X(best_levels)           \
    X(branch_links) X(branch_share) X(page_links) X(page_best) X(item_count) X(item_words) X(item_nth)        \
    X(item_share) X(item_links) X(item_block) X(item_own) X(pre) X(colon) X(in_title) X(link_to)              \
    X(section_links) X(page_times) X(page_authors) X(page_comments) X(page_published) X(page_images)          \
    X(page_tables) X(page_lists) X(page_headings) X(page_long) X(page_articles)
/* clang-format on */

#define MAIN_OPINION(X)                                                                            \
    X(odds)    /* log odds of the page model */                                                    \
    X(against) /* the same, relative to the page's threshold */                                    \
    X(threshold)                                                                                   \
    X(first_around) /* its first pass on the element around, and two levels up */                  \
    X(first_wide)                                                                                  \
    X(near_comment) /* class names of the elements around */                                       \
    X(near_meta)                                                                                   \
    X(near_related)                                                                                \
    X(near_author)                                                                                 \
    X(page_docs) /* what the page's generator or body says it is */                                \
    X(page_thread)                                                                                 \
    X(differs)      /* how much the opinion differs from that of the place on the learned pages */ \
    X(page_differs) /* the same, averaged over the page */

/* X(name): for the block, its texts, the page and the site. */
#define MAIN_ALONE(X)                                                                                     \
    X(words) /* logarithm */                                                                              \
    X(link_share)                                                                                         \
    X(tag)                                                                                                \
    X(heading)    /* its level, or 0 */                                                                   \
    X(before)     /* share of the page's words before it */                                               \
    X(page_words) /* logarithm */                                                                         \
    X(page_blocks)                                                                                        \
    X(depth)                                                                                              \
    X(site_pages)    /* learned, logarithm */                                                             \
    X(fit)           /* of the page */                                                                    \
    X(unknown)       /* levels up to the deepest known place */                                           \
    X(unknown_share) /* share of the page's words at unknown places */                                    \
    X(template)      /* log odds of the place, from the site model; of the place around */                \
    X(template_around)                                                                                    \
    X(chain)                                                                                              \
    X(text_pages) /* share of the learned pages that have the block's texts */                            \
    X(text_here)  /* share of the place's pages that have them there */                                   \
    X(text_most)  /* the largest share among its texts */                                                 \
    X(title)      /* a heading that the page's title contains */                                          \
    X(least_kept) /* of the places from here to the body: what the page model keeps */                    \
    X(most_kept)                                                                                          \
    X(page_kept)   /* what it keeps at the places of this page, averaged over the page's words */         \
    X(before_kept) /* the same at the block before, and after */                                          \
    X(after_kept)                                                                                         \
    X(page_content) /* share of the page's words at places that the site model takes for content */       \
    X(content_kept) /* what the page model keeps at those places, and at the others */                    \
    X(template_kept)                                                                                      \
    X(site_probability) /* the whole site: the page model's mean, what it keeps, how unsure it is, … */ \
    X(site_kept)                                                                                          \
    X(site_unsure)                                                                                        \
    X(site_words)                                                                                         \
    X(site_links)                                                                                         \
    X(site_shared)                                                                                        \
    X(site_own)                                                                                           \
    X(site_articles) /* share of the learned pages that the page model took for this kind */              \
    X(site_documentation)                                                                                 \
    X(site_forum)                                                                                         \
    X(site_listings)                                                                                      \
    X(wiki) /* 1: the page is a wiki's; not for the forests, but for the share of documentation */

#define MAIN_LEVELS 4 /* the block's container and three elements above */

enum {
#define MAIN_ENUM(name) MAIN_##name,
    MAIN_ALONE(MAIN_ENUM) MAIN_PLACES, /* by level: the share of pages that have it, and its facts */
    N_MAIN_PLACE = 1 + N_PLACE_FACTS,
    N_MAIN_QUICK = MAIN_PLACES + MAIN_LEVELS * N_MAIN_PLACE, /* columns before this need no page model */
    MAIN_BEFORE_PAGE = N_MAIN_QUICK - 1,
    MAIN_PAGE(MAIN_ENUM) MAIN_OPINION(MAIN_ENUM) N_MAIN_COLUMNS
#undef MAIN_ENUM
};

#define MAIN_NAME_SIZE 40

/* The name of a column: "words", "odds", "place0_pages", "place2_kept" … `out` has MAIN_NAME_SIZE bytes. */
void main_column_name(unsigned column, char *out);

#endif
