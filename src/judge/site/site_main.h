/* site_main.h - which blocks of a page are its main content, when its site is known: what husk extract keeps. */
#ifndef HUSK_JUDGE_SITE_SITE_MAIN_H
#define HUSK_JUDGE_SITE_SITE_MAIN_H

#include "judge/site/main_features.h"
#include "judge/site/main_model.h"

typedef struct main_answer {
    float *probability; /* by block: of being main content; NULL: the site has no say, the page model decides alone */
    bool *keep;         /* by block */
    float threshold;    /* what `keep` was cut at */
    float expected;     /* the F1 to be expected of the choice */
} main_answer;

/* Everything is in `memory`. `verdict` is site_judge's of this page, by any method but consensus. `judgement` is the
 * page model's where that was asked before; NULL: it is asked where the site alone is not sure. `models`: NULL for
 * those that are compiled in. NO_MEMORY. */
husk_status site_main(husk_page *page, const site_verdict *verdict, const judge_models *models,
                      const page_judgement *judgement, arena *memory, main_answer *out);

/* Does the site know enough to have a say? */
bool site_has_say(const husk_page *page, const site_verdict *verdict);

#endif
