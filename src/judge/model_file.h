/* model_file.h - the models that judge pages, as readable text files and as the arrays that code uses.
 * A model is its forests and its decisions: the numbers that training chose, of which code has no other copy. */
#ifndef HUSK_JUDGE_MODEL_FILE_H
#define HUSK_JUDGE_MODEL_FILE_H

#include "cluster/pairs/pair_model.h"
#include "judge/columns.h"

/* X(name): the kinds of page, always in this order. */
#define PAGE_KINDS(X) X(article) X(collection) X(documentation) X(forum) X(listing) X(product) X(service)

enum {
#define PAGE_KIND_ENUM(name) KIND_PAGE_##name,
    PAGE_KINDS(PAGE_KIND_ENUM)
#undef PAGE_KIND_ENUM
        N_PAGE_KINDS
};

/* X(name, most): the decisions of each model, from 0 to `most`.
 * The page model's blocks are cut at the largest of three: `least`; `factor` times the expected F1; and `top` times the
 * probability of the page's surest words, top_words of them: what is much less likely than these is not content,
 * however much there is of it (a short article above a long feed). Articles and products have their own three, of which
 * `top` is weighted by how likely the page is of each kind. Then the second pass's share of the answer; the share of
 * what blocks of one markup have in common, and the cap on a block's words there; and the log odds by which --precision
 * raises the threshold and --recall lowers it. */
#define PAGE_DECISIONS(X)  \
    X(page_least, 1)       \
    X(page_factor, 1)      \
    X(page_top, 1)         \
    X(article_least, 1)    \
    X(article_factor, 1)   \
    X(article_top, 1)      \
    X(product_least, 1)    \
    X(product_factor, 1)   \
    X(product_top, 1)      \
    X(top_words, 1000000)  \
    X(second_share, 1)     \
    X(pool_share, 1)       \
    X(pool_words, 1000000) \
    X(precision_odds, 100) \
    X(recall_odds, 100)

/* The weight of each piece of evidence in the joint judgement of a text (site_judge.c); models/tune_joint prints what
 * changes if one alone is changed.
 * most_site, most_page: log odds are capped here, since a model is never that sure.
 * page_weight: of the page model's log odds next to the site's, whose verdict has their mean already.
 * not_main: their weight if negative: not being main content is weaker evidence of template than being it is against.
 * few_pages: after n pages the site's weight is n²/(n² + few_pages²): chance repetition becomes rare with the number of
 * page pairs.
 * new_place, new_place_above: for an unknown place its deepest known ancestor counts, by this much; less if that is on
 * the way to the container, since anything can be inside it.
 * least_fit: below this fit (trie.h) the page model decides alone: pages of another design.
 * text_percent, text_pages: a text on this percentage of so many pages, or of those of its class, is template: at half,
 * values that a site repeats (a genre, a publisher) are lost.
 * place_odds: likewise of those with its place; on documentation only where its log odds of content are below this:
 * "Parameters" in each function's description is a label of the content, as are the methods that classes inherit.
 * here_percent: but it must be on this percentage of the pages with the place: a menu of all genres does not make the
 * genre of a film template.
 * text_odds: the log odds of template of such a text, at least.
 * varies_percent: a text on at most this percentage of the pages with its place is that page's own, unless the log odds
 * of template are above varies_odds; for a link, which may be a value, an author or a genre, above value_odds.
 * value_titles, title_odds: likewise, on documentation, at a place with this percentage of words that are titles of
 * other pages: chapters vary as well.
 * next_percent: never where this percentage of the words links to the next page or the one above; content links to
 * these now and then. */
#define SITE_DECISIONS(X)  \
    X(most_site, 100)      \
    X(most_page, 100)      \
    X(page_weight, 1)      \
    X(not_main, 1)         \
    X(few_pages, 1000)     \
    X(new_place, 1)        \
    X(new_place_above, 1)  \
    X(least_fit, 1)        \
    X(text_percent, 100)   \
    X(text_pages, 1000)    \
    X(here_percent, 100)   \
    X(text_odds, 100)      \
    X(place_odds, 100)     \
    X(varies_percent, 100) \
    X(varies_odds, 100)    \
    X(value_odds, 100)     \
    X(value_titles, 100)   \
    X(title_odds, 100)     \
    X(next_percent, 100)

/* What is main content with a site (site_main.c).
 * main_threshold: the cut. main_pages: with fewer learned pages the page model decides alone.
 * page_odds: log odds for what the page model decided: the site must be surer than that to overrule it.
 * few_odds, few_words: the same where the page model keeps fewer words, of which each text is a large share; but not
 * for a text that the share shared_text of the learned pages has, unless it is as short as the label of a field
 * (label_words).
 * docs_odds: for main content on documentation, where more of what varies is main content. docs_share: a site is
 * documentation if the page model takes more than this share of its learned pages for that: single topics of a forum
 * and posts about programs look like it.
 * forum_share, forum_threshold: a site is a forum if so many of its learned pages are topics, and its own cut. */
#define MAIN_DECISIONS(X) \
    X(main_threshold, 1)  \
    X(main_pages, 1000)   \
    X(page_odds, 100)     \
    X(few_odds, 100)      \
    X(few_words, 1000000) \
    X(shared_text, 1)     \
    X(label_words, 1000)  \
    X(docs_odds, 100)     \
    X(docs_share, 1)      \
    X(forum_share, 1)     \
    X(forum_threshold, 1)

#define DECISION_FIELD(name, most) float name;
typedef struct page_model {
    class_words words;
    forest first, second;       /* over blocks */
    forest template;            /* over blocks: the log odds that the site put it there, by the page alone */
    forest kinds[N_PAGE_KINDS]; /* over a page's summary; the highest score is its kind */
    forest confidence;          /* over a page's summary */
    uint64_t digest;            /* XXH3 of the model's file */
    PAGE_DECISIONS(DECISION_FIELD)
} page_model;

typedef struct place_model {
    forest paths; /* over PLACE_…: the log odds that a place of the site is content */
    uint64_t digest;
    SITE_DECISIONS(DECISION_FIELD)
} place_model;

typedef struct main_model {
    forest full; /* over MAIN_…: added to the page model's log odds relative to its threshold, gives the log
                    odds of main content */
    forest docs; /* the same columns, for documentation: added to the site model's log odds */
    uint64_t digest;
    MAIN_DECISIONS(DECISION_FIELD)
} main_model;
#undef DECISION_FIELD

/* Which columns of a class does a reader want first? */
typedef struct worth_model {
    forest worth;    /* over the columns of records/column_worth.c; only the order of a class's columns by it counts */
    uint64_t digest; /* XXH3 of the model's file */
} worth_model;

/* All models that judge a page. */
typedef struct judge_models {
    page_model page;
    place_model site;
    main_model main;
    pair_model kinds; /* for the digest: cluster/ reads pair_model_builtin */
    worth_model columns;
} judge_models;

/* The built-in models: page.txt, site.txt, main.txt and columns.txt, made as models/README.md says. */
extern const judge_models judge_models_builtin;

/* A model that a caller read from a file. */
struct husk_page_model {
    judge_models models;
    arena memory; /* holds all that they point to */
};

/* A forest of judge_models, and a decision, by its name in model files. */
typedef struct model_part {
    const char *name, *field; /* `field` as C writes it */
    size_t offset;
    column_set columns; /* of a forest */
    float most;         /* of a decision */
} model_part;

extern const model_part model_forests[], model_decisions[]; /* both end with a name of NULL */

/* No models: forests without trees, decisions that are not numbers. */
void models_none(judge_models *models);

/* Add what a file has to `models`, whose other parts stay; arrays are in `memory`. BAD_FILE: `error` has the line and
 * what is wrong with it. */
husk_status model_add(slice text, arena *memory, judge_models *models, husk_error *error);

/* A name for all of them together, and for the compiled-in models of kinds and columns: that of records and .husk
 * files. */
uint64_t models_digest(const judge_models *models);

/* The models of a file, and the built-in ones for what it lacks. A file that has any forest of a model has the whole
 * model: a missing second pass is none. BAD_FILE. */
husk_status judge_models_read(slice text, arena *memory, const judge_models *built_in, judge_models *models,
                              husk_error *error);

#endif
