/* columns.h - a place's facts in a site file, and the columns of the site model and the main model, in order.
 * place_features.c and main_features.c compute them; the names are separate, so that a model file can be read without
 * computing features. */
#ifndef HUSK_JUDGE_SITE_COLUMNS_H
#define HUSK_JUDGE_SITE_COLUMNS_H

/* Room for the name of a column of any model. */
#define COLUMN_NAME_SIZE 40

/* --- facts -------------------------------------------------------------------------------------------------------- */

/* X(name): in file order. Over everything inside the path, by words, except the last seven, which are of the blocks
 * whose container is the path itself. */
#define PLACE_FACTS(X)                                                          \
    X(words)       /* per page that has the path, logarithm */                  \
    X(probability) /* of the page model, mean */                                \
    X(kept)        /* share that the page model keeps */                        \
    X(unsure)      /* mean of 4p(1 - p) */                                      \
    X(links)                                                                    \
    X(shared)    /* share of texts that another page has */                     \
    X(own)       /* share that no other page has and that is not a link */      \
    X(sentences) /* share of texts that end like sentences */                   \
    X(instances) /* per page, logarithm */                                      \
    X(first)     /* where it starts and ends on the page */                     \
    X(last)                                                                     \
    X(values)      /* distinct texts */                                         \
    X(same)        /* how many pages have the text that a page has there */     \
    X(titles)      /* headings of other pages */                                \
    X(pieces)      /* in elements that another page has with all their texts */ \
    X(known_links) /* of link words */                                          \
    X(neighbours)                                                               \
    X(block_pages) /* share of the learned pages with a block right here */     \
    X(blocks)      /* per such page, logarithm */                               \
    X(block_words) /* per block, logarithm */                                   \
    X(block_probability)                                                        \
    X(block_spread) /* standard deviation of the probability */                 \
    X(block_kept)                                                               \
    X(block_links)

enum {
#define PLACE_FACT_ENUM(name) FACT_##name,
    PLACE_FACTS(PLACE_FACT_ENUM)
#undef PLACE_FACT_ENUM
        N_PLACE_FACTS
};

/* --- the site model: a path --------------------------------------------------------------------------------------- */

/* For a path and again for its parent, grandparent, its branch (its topmost ancestor that leaves the container's
 * chain) and the root, which is the site: pages of records say in short labelled texts what documentation says in
 * sentences, and a place is judged accordingly. X(name): shares are of the words of everything inside the path, on
 * all learned pages. */
#define PLACE_AROUND(X)                                                                                                \
    X(pages) /* share of pages that have it */                                                                         \
    X(words) /* per page that has it, logarithm; likewise the next three */                                            \
    X(instances)                                                                                                       \
    X(text_words) /* per text */                                                                                       \
    X(shared)     /* texts on two pages or more */                                                                     \
    X(often)      /* on a tenth of the pages */                                                                        \
    X(most)       /* on half of the pages */                                                                           \
    X(links)                                                                                                           \
    X(known_links) /* of link words: the target is also linked from another page */                                    \
    X(neighbours)  /* to the next, previous or parent page …, by rel */                                              \
    X(own)         /* not a link, and on no other page */                                                              \
    X(sentences)   /* share of texts that end like sentences */                                                        \
    X(short_words)                                                                                                     \
    X(repeated) /* the page itself has the text twice */                                                               \
    X(distinct) /* distinct texts / texts */                                                                           \
    X(values) /* distinct texts on each path inside / texts there, each counted once per page: 1 if every page has its \
                 own */                                                                                                \
    X(same)   /* the mean share of a path's pages that have the text that a page has there: 1 if all have the same */  \
    X(labelled)  /* of texts that vary: the text before it is on nearly all pages */                                   \
    X(titles)    /* the text is a heading of another page, and none here */                                            \
    X(pieces)    /* in elements that another page has with all their texts */                                          \
    X(content)   /* the page model's probability, by words */                                                          \
    X(variation) /* of the number of words from page to page */                                                        \
    X(cover)     /* its share of the site's own words */                                                               \
    X(lift)      /* its share of own words / the site's, logarithm */                                                  \
    X(first)     /* position of its first text on the page, and of its last */                                         \
    X(last)                                                                                                            \
    X(head) /* words before it, logarithm, and after it */                                                             \
    X(tail)                                                                                                            \
    X(name_weight) /* score of its class, id and role; above 0: content */

/* For the path only. */
#define PLACE_ALONE(X)                                                                                         \
    X(instance_words)                                                                                          \
    X(texts)        /* per page, logarithm */                                                                  \
    X(inside_links) /* of link words: they stay on the page */                                                 \
    X(headings)                                                                                                \
    X(own_title) /* a heading that the page's title contains, and few other pages' headings */                 \
    X(capitals)                                                                                                \
    X(controls) /* inputs and buttons per page */                                                              \
    X(hidden)                                                                                                  \
    X(share) /* of its parent's words, of its parent's own words */                                            \
    X(own_share)                                                                                               \
    X(page_share) /* of the page's words */                                                                    \
    X(depth)                                                                                                   \
    X(tag_nav) /* it or an ancestor is nav, footer, header, aside; main or article; a list; a table; a link; a \
                  heading; pre */                                                                              \
    X(tag_main)                                                                                                \
    X(tag_list)                                                                                                \
    X(tag_table)                                                                                               \
    X(tag_link)                                                                                                \
    X(tag_heading)                                                                                             \
    X(tag_pre)                                                                                                 \
    X(tag_inline)                                                                                              \
    X(names_nav) /* class groups, its own and its ancestors' */                                                \
    X(names_body)                                                                                              \
    X(least_weight) /* of names, from here to the body */                                                      \
    X(most_weight)                                                                                             \
    X(chain)           /* 0 off the container's chain, 1 on it, 2 inside the container */                      \
    X(cover_here)      /* its share of the own words of the pages that have it */                              \
    X(chain_depth)     /* where its branch leaves the chain, as a share of the chain */                        \
    X(branch_levels)   /* from its branch down to it */                                                        \
    X(before)          /* its branch's words before the container's middle */                                  \
    X(least_content)   /* of the page model, from its branch down to it */                                     \
    X(lost_own)        /* share of own words of its siblings together */                                       \
    X(site_pages)      /* learned, logarithm */                                                                \
    X(site_path_pages) /* the mean over words of the share of pages that have their path */                    \
    X(site_usual)      /* share of the paths on nearly all pages */                                            \
    X(site_paths)      /* logarithm; likewise those of a page */                                               \
    X(site_page_paths)                                                                                         \
    X(container_cover)                                                                                         \
    X(container_content)

enum {
#define PLACE_AROUND_ENUM(name) AROUND_##name,
    PLACE_AROUND(PLACE_AROUND_ENUM)
#undef PLACE_AROUND_ENUM
        N_PLACE_AROUND
};

enum { PLACE_SELF, PLACE_PARENT, PLACE_GRANDPARENT, PLACE_BRANCH, PLACE_ROOT, N_PLACE_VIEWS };

enum {
    PLACE_ALONE_BEFORE = N_PLACE_AROUND * N_PLACE_VIEWS - 1,
#define PLACE_ALONE_ENUM(name) PLACE_##name,
    PLACE_ALONE(PLACE_ALONE_ENUM)
#undef PLACE_ALONE_ENUM
        N_PLACE_COLUMNS
};

/* The name of a column: "links", "parent_links", "root_links", "depth" … `out` has COLUMN_NAME_SIZE bytes. */
void place_column_name(unsigned column, char *out);

/* --- the main model: a block of a page whose site is known -------------------------------------------------------- */

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

/* The name of a column: "words", "odds", "place0_pages", "place2_kept" … `out` has COLUMN_NAME_SIZE bytes. */
void main_column_name(unsigned column, char *out);

#endif
