/* model_file.h - the page model as a readable text file, and as the arrays that code uses. */
#ifndef HUSK_JUDGE_MODEL_FILE_H
#define HUSK_JUDGE_MODEL_FILE_H

#include "judge/class_words.h"
#include "judge/forest.h"

/* X(name): the kinds of page, always in this order. */
#define PAGE_KINDS(X) X(article) X(collection) X(documentation) X(forum) X(listing) X(product) X(service)

enum {
#define PAGE_KIND_ENUM(name) KIND_PAGE_##name,
    PAGE_KINDS(PAGE_KIND_ENUM)
#undef PAGE_KIND_ENUM
        N_PAGE_KINDS
};

/* A page's blocks are cut at factor x the expected F1, but between `least` and `most`. */
typedef struct page_decision {
    float least, most, factor;
} page_decision;

typedef struct page_model {
    class_words words;
    forest first, second;       /* over blocks */
    forest kinds[N_PAGE_KINDS]; /* over a page's summary; the highest score is its kind */
    forest confidence;          /* over a page's summary */
    page_decision any, article; /* for pages of any kind, and for those whose kind is article */
    float precision_odds;       /* by which --precision raises the threshold */
    float recall_odds;          /* by which --recall lowers it */
} page_model;

/* Parse a model file; its arrays are in `memory`. A missing part has no trees. BAD_FILE: `error` has the line and
 * what is wrong with it. */
husk_status model_read(slice text, arena *memory, page_model *model, husk_error *error);

/* The same for a file with any of the models that judge a site's pages (judge/site/main_model.h). */
struct path_model;
struct main_model;
husk_status models_read(slice text, arena *memory, page_model *page, struct path_model *site, struct main_model *main,
                        husk_error *error);

/* The built-in model: models/page.txt (models/README.md says how it was made). */
extern const page_model page_model_builtin;

#endif
