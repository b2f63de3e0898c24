/* page_model.h - one page alone: which of its blocks are content, its kind, and the confidence. */
#ifndef HUSK_JUDGE_PAGE_MODEL_H
#define HUSK_JUDGE_PAGE_MODEL_H

#include "judge/block_features.h"
#include "judge/model_file.h"

typedef struct page_judgement {
    float *probability;                   /* by block: of being content */
    bool *keep;                           /* by block: chosen */
    bool *comment;                        /* by block: a reader's comment */
    bool *raised;                         /* by block: code judged by the prose around it, not by itself */
    float threshold;                      /* the cut of `keep` */
    float expected;                       /* the largest F1 to be expected, by the probabilities */
    float confidence;                     /* the expected F1 of the choice */
    int kind;                             /* KIND_PAGE_… */
    float article_chance, product_chance; /* how likely it is of these kinds; 0 before the kind is known */
    block_matrix features;
    float summary[N_SUMMARY_COLUMNS];
    float *template_odds; /* by block: the log odds of template; NULL until page_template */
} page_judgement;

/* Judge a parsed page; everything is in `memory`. A page without blocks certainly has no content. NO_MEMORY. */
husk_status page_judge(husk_page *page, const page_model *model, husk_aim aim, arena *memory, page_judgement *out);

/* page_judge with all columns of the features, which training reads, and without a confidence. */
husk_status page_judge_all(husk_page *page, const page_model *model, arena *memory, page_judgement *out);

/* What of a judged page is template, by the page alone: what looks like texts that repeat over a site's pages. Main
 * content and the page's title are not. NO_MEMORY. */
husk_status page_template(const husk_page *page, const page_model *model, arena *memory, page_judgement *judgement);

/* By block: is it under a class name of comments? On a page where hardly anything else is chosen, page_judge takes none
 * for a comment: a discussion, or a misleading name. A site that is no forum knows better. */
void page_comments(const husk_page *page, const page_judgement *judgement, bool *comment);

/* The name of a kind; static. */
const char *page_kind_name(int kind);

#endif
