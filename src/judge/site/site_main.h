/* site_main.h - which blocks of a page are its main content if its site is known: what husk extract keeps. */
#ifndef HUSK_JUDGE_SITE_SITE_MAIN_H
#define HUSK_JUDGE_SITE_SITE_MAIN_H

#include "judge/site/site_judge.h"

typedef struct main_answer {
    float *probability; /* by block: of main content; NULL: the site does not count, the page model decides alone */
    bool *keep;         /* by block */
    float threshold;    /* the cut of `keep` */
    float expected;     /* the expected F1 of the choice */
    bool is_forum;      /* the site is one: posts are content, whatever their class names */
} main_answer;

/* Everything is in `memory`. `verdict` is site_judge's for this page. `judgement` is the page model's. NO_MEMORY. */
husk_status site_main(husk_page *page, const site_verdict *verdict, const judge_models *models,
                      const page_judgement *judgement, arena *memory, main_answer *out);

/* Does the site know enough to count? */
bool site_has_say(const husk_page *page, const site_verdict *verdict, const main_model *model);

/* --- main_features.c: the blocks of a page whose site is known as rows of numbers --------------------------------- */

typedef struct main_matrix {
    float *values; /* column c of block b: values[c * stride + b] */
    uint32_t n, stride;
} main_matrix;

static inline float *main_column(const main_matrix *m, unsigned c)
{
    return m->values + (size_t)c * m->stride;
}

/* Rows for the page's blocks, in `memory`: the columns that need no page model. The verdict has its places and texts;
 * its host has facts. NO_MEMORY. */
husk_status main_features(const husk_page *page, const site_verdict *verdict, arena *memory, main_matrix *out);

/* The other columns of the same matrix. */
void main_features_page(const page_judgement *judgement, main_matrix *matrix);

/* Does a page belong to a wiki: does it link to an editor or a list of revisions by a parameter (?action=edit,
 * &do=revisions), as MediaWiki, DokuWiki, MoinMoin, PmWiki and Trac all do? Documentation links to an editor by a path,
 * if at all. The page model takes a wiki's pages for documentation, but around the text a wiki puts titles, categories
 * and edit links that vary from page to page, as other sites do. */
bool page_is_wiki(const husk_page *page);

#endif
