/* explain.h - which features weighed most in a block's score. */
#ifndef HUSK_JUDGE_EXPLAIN_H
#define HUSK_JUDGE_EXPLAIN_H

#include "judge/page_model.h"

#define EXPLAIN_REASONS 3 /* as many as people read */

typedef struct block_reason {
    uint16_t column;
    float weight; /* how much the score (log odds) fell without it: above 0, it spoke for content */
} block_reason;

/* The heaviest reasons of every block, EXPLAIN_REASONS each, heaviest first. A column's weight is the last look's score
 * less the score with that column held at its lowest: one forest a column, so this costs a hundred times what judging
 * does. NO_MEMORY. */
husk_status explain_blocks(const page_model *model, const page_judgement *judgement, arena *memory,
                           block_reason **reasons);

#endif
