/* site_main.h - which blocks of a page are its main content if its site is known: what husk extract keeps. */
#ifndef HUSK_JUDGE_SITE_SITE_MAIN_H
#define HUSK_JUDGE_SITE_SITE_MAIN_H

#include "judge/site/main_features.h"
#include "judge/model_file.h"

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

#endif
