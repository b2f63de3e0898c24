/* path_columns.h - what the site model sees of a path: the names of its columns, in their order.
 * judge/site/path_features.c fills them; here, so that a model's text can be read without knowing how sites are
 * learned. */
#ifndef HUSK_JUDGE_SITE_PATH_COLUMNS_H
#define HUSK_JUDGE_SITE_PATH_COLUMNS_H

/* Of a path and, again, of its parent, its parent's parent, its branch (its topmost ancestor that leaves the
 * container's chain) and the root, which is the site: pages of records say in short labelled texts what those of
 * documentation say in sentences, and a place is judged accordingly. X(name): shares are of the words of everything
 * inside the path, on all learned pages. */
#define PATH_AROUND(X)                                                                                                 \
    X(pages) /* share of pages that have it */                                                                         \
    X(words) /* a page that has it, logarithm; likewise the next three */                                              \
    X(instances)                                                                                                       \
    X(text_words) /* a text */                                                                                         \
    X(shared)     /* texts on two pages or more */                                                                     \
    X(often)      /* on a tenth of the pages */                                                                        \
    X(most)       /* on half of the pages */                                                                           \
    X(links)                                                                                                           \
    X(known_links) /* of link words: the target is linked from another page too */                                     \
    X(neighbours)  /* to the next page, the previous one, the one above …, as rel says */                            \
    X(own)         /* no link, and on no other page */                                                                 \
    X(sentences)   /* share of texts that end as sentences do */                                                       \
    X(short_words)                                                                                                     \
    X(repeated) /* the page itself has the text twice */                                                               \
    X(distinct) /* different texts / texts */                                                                          \
    X(values)   /* different texts on each path inside / texts there, each counted once a page: 1 where every page has \
                   its own */                                                                                          \
    X(same) /* the share of a path's pages that have the text that a page has there, on the mean: 1 where all have the \
               same */                                                                                                 \
    X(labelled)  /* of texts that vary: the text before it is on nearly all pages */                                   \
    X(titles)    /* the text is a heading of another page, and none here */                                            \
    X(pieces)    /* in elements that another page has with all their texts */                                          \
    X(content)   /* the page model's probability, by words */                                                          \
    X(variation) /* of words from page to page */                                                                      \
    X(cover)     /* its share of the site's own words */                                                               \
    X(lift)      /* its share of own words / the site's, logarithm */                                                  \
    X(first)     /* place of its first text on the page, and of its last */                                            \
    X(last)                                                                                                            \
    X(head) /* words before it, logarithm, and after it */                                                             \
    X(tail)                                                                                                            \
    X(name_weight) /* what its class, id and role say; above 0: content */

/* Of a path alone. */
#define PATH_ALONE(X)                                                                                          \
    X(instance_words)                                                                                          \
    X(texts)        /* a page, logarithm */                                                                    \
    X(inside_links) /* of link words: they stay on the page */                                                 \
    X(headings)                                                                                                \
    X(own_title) /* a heading that the page's title has, and few other pages' headings */                      \
    X(capitals)                                                                                                \
    X(controls) /* inputs and buttons a page */                                                                \
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
    X(chain_depth)     /* where its branch leaves it, as a share of the chain */                               \
    X(branch_levels)   /* from its branch down to it */                                                        \
    X(before)          /* its branch's words before the container's middle */                                  \
    X(least_content)   /* of the page model, from its branch down to it */                                     \
    X(lost_own)        /* share of own words of its siblings together */                                       \
    X(site_pages)      /* learned, logarithm */                                                                \
    X(site_path_pages) /* share of the pages that have a word's path, the mean over words */                   \
    X(site_usual)      /* share of the paths that nearly all pages have */                                     \
    X(site_paths)      /* logarithm; likewise those of a page */                                               \
    X(site_page_paths)                                                                                         \
    X(container_cover)                                                                                         \
    X(container_content)

enum {
#define PATH_AROUND_ENUM(name) AROUND_##name,
    PATH_AROUND(PATH_AROUND_ENUM)
#undef PATH_AROUND_ENUM
        N_PATH_AROUND
};

enum { PATH_SELF, PATH_PARENT, PATH_GRANDPARENT, PATH_BRANCH, PATH_ROOT, N_PATH_VIEWS };

enum {
    PATH_ALONE_BEFORE = N_PATH_AROUND * N_PATH_VIEWS - 1,
#define PATH_ALONE_ENUM(name) PATH_##name,
    PATH_ALONE(PATH_ALONE_ENUM)
#undef PATH_ALONE_ENUM
        N_PATH_COLUMNS
};

#define PATH_NAME_SIZE 40

/* The name of a column: "links", "parent_links", "root_links", "depth" … `out` has PATH_NAME_SIZE bytes. */
void path_column_name(unsigned column, char *out);

#endif
