/* place_columns.h - the site model's columns for a path, in order.
 * judge/site/place_features.c fills them; the names are separate, so that a model file can be read without the code
 * that learns sites. */
#ifndef HUSK_JUDGE_SITE_PLACE_COLUMNS_H
#define HUSK_JUDGE_SITE_PLACE_COLUMNS_H

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

#define PLACE_NAME_SIZE 40

/* The name of a column: "links", "parent_links", "root_links", "depth" … `out` has PLACE_NAME_SIZE bytes. */
void place_column_name(unsigned column, char *out);

#endif
