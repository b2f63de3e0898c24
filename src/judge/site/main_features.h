/* main_features.h - the main model's features: the blocks of a page whose site is known as rows of numbers. */
#ifndef HUSK_JUDGE_SITE_MAIN_FEATURES_H
#define HUSK_JUDGE_SITE_MAIN_FEATURES_H

#include "judge/site/main_columns.h"
#include "judge/page_model.h"
#include "judge/site/site_judge.h"

typedef struct main_matrix {
    float *values; /* column c of block b: values[c * stride + b] */
    uint32_t n, stride;
} main_matrix;

/* Rows for the page's blocks, in `memory`: the columns that need no page model. The verdict has its places and texts;
 * its host has facts. NO_MEMORY. */
husk_status main_features(const husk_page *page, const site_verdict *verdict, arena *memory, main_matrix *out);

/* The other columns of the same matrix. */
void main_features_page(const husk_page *page, const page_judgement *judgement, main_matrix *matrix);

#endif
