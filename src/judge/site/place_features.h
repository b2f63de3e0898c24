/* place_features.h - the paths of a host as rows of numbers for the site model, and its verdicts. */
#ifndef HUSK_JUDGE_SITE_PLACE_FEATURES_H
#define HUSK_JUDGE_SITE_PLACE_FEATURES_H

#include "judge/site/columns.h"
#include "judge/model_file.h"
#include "judge/site/trie.h"

typedef struct place_matrix {
    float *values; /* column c of path i: values[c * stride + i] */
    uint32_t n, stride;
    uint8_t *chain; /* by path: AREA_… (store/model.h) */
    bool *goes_on;  /* by path: it is on the chain, and so is something inside it */
} place_matrix;

/* One row per path of the trie, in `memory`. */
husk_status place_features(const trie *t, arena *memory, place_matrix *out);

/* The log odds of content, by path: the mean of the model's scores for the place and for those above it off the
 * container's chain. */
husk_status place_scores(const trie *t, const place_matrix *m, const place_model *model, arena *memory, float **scores);

_Static_assert(N_PLACE_FACTS == AREA_FACTS, "a file has room for these");

/* What a site file says of path `i` for the main answer: what is there on the learned pages and the page model's
 * opinion of it, pooled over them. A fact is one byte, so that files stay small: shares in 255ths, numbers as
 * logarithms. False if there is nothing to store: no block and no block element is right there. */
bool place_facts(const trie *t, const place_matrix *m, uint32_t i, uint8_t facts[AREA_FACTS]);

#endif
