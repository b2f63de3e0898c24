/* explain.h - the features that weighed most in a block's score. */
#ifndef HUSK_JUDGE_EXPLAIN_H
#define HUSK_JUDGE_EXPLAIN_H

#include "judge/page_model.h"

#define EXPLAIN_REASONS 3 /* as many as users read */

typedef struct block_reason {
    uint16_t column;
    float weight; /* how much the score (log odds) falls without it: above 0, it speaks for content */
} block_reason;

/* The strongest reasons of every block, EXPLAIN_REASONS each, strongest first. A column's weight is the final score
 * minus the score with that column at its minimum: one forest per column, so this costs a hundred times as much as
 * judging, and polls `stop`. NO_MEMORY, STOPPED. */
husk_status explain_blocks(const page_model *model, const page_judgement *judgement, const husk_stop *stop,
                           arena *memory, block_reason **reasons);

#endif
