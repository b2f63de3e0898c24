/* page_model.h - one page alone: which of its blocks are content, what kind of page it is, and how sure that is. */
#ifndef HUSK_JUDGE_PAGE_MODEL_H
#define HUSK_JUDGE_PAGE_MODEL_H

#include "judge/block_features.h"
#include "judge/model_file.h"

typedef enum page_aim { AIM_BALANCE, AIM_PRECISION, AIM_RECALL } page_aim;

typedef struct page_judgement {
    float *probability; /* by block: of being content */
    bool *keep;         /* by block: chosen */
    bool *comment;      /* by block: under a comment's class names */
    bool *raised;       /* by block: code that is judged by the prose around it, not by itself */
    float threshold;    /* what `keep` was cut at */
    float confidence;   /* the F1 to be expected of the choice */
    int kind;           /* KIND_PAGE_… */
    block_matrix features;
    float summary[N_SUMMARY_COLUMNS];
} page_judgement;

/* Judge a parsed page; everything is made in `memory`. A page without blocks has no content, of which one can be sure.
 * NO_MEMORY. */
husk_status page_judge(husk_page *page, const page_model *model, page_aim aim, arena *memory, page_judgement *out);

/* The same without the kind and the summary, and with a rougher confidence: what a site asks for, whose classes know
 * their kinds. */
husk_status page_judge_blocks(husk_page *page, const page_model *model, page_aim aim, arena *memory,
                              page_judgement *out);

/* The name of a kind; static. */
const char *page_kind_name(int kind);

#endif
