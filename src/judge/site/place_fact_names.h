/* place_fact_names.h - the facts of a place in a site file, by name: place_facts.c computes them. */
#ifndef HUSK_JUDGE_SITE_PLACE_FACT_NAMES_H
#define HUSK_JUDGE_SITE_PLACE_FACT_NAMES_H

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

#endif
