/* pair_model.h - the model of pairs.c: are two pages of one site of the same kind? */
#ifndef HUSK_CLUSTER_PAIRS_PAIR_MODEL_H
#define HUSK_CLUSTER_PAIRS_PAIR_MODEL_H

#include "base/forest.h"

/* X(name, most): the model's decisions. Two groups of pages are one kind unless the mean probability that their pages
 * differ exceeds kinds_share. */
#define PAIR_DECISIONS(X) X(kinds_share, 1)

typedef struct pair_model {
    forest same;     /* over the columns of pairs.h: the log odds that both pages are of one kind */
    uint64_t digest; /* XXH3 of the model's file */
#define DECISION_FIELD(name, most) float name;
    PAIR_DECISIONS(DECISION_FIELD)
#undef DECISION_FIELD
} pair_model;

/* The built-in model: models/kinds.txt (models/README.md says how it was made). */
extern const pair_model pair_model_builtin;

/* A column's name in model files. */
#define PAIR_NAME_SIZE 32
void pair_column_name(unsigned column, char *out);

#endif
