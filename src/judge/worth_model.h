/* worth_model.h - the model of records/column_worth.c: which columns of a class does a reader want first? */
#ifndef HUSK_JUDGE_WORTH_MODEL_H
#define HUSK_JUDGE_WORTH_MODEL_H

#include "base/forest.h"
#include "worth_columns.h" /* WORTH_COLUMNS, from worth_columns.txt */

/* What the model sees of a column, in this order; column_worth.c says what each is. */
enum {
#define WORTH_ENUM(name) WORTH_##name,
    WORTH_COLUMNS(WORTH_ENUM)
#undef WORTH_ENUM
        N_WORTH_COLUMNS
};

typedef struct worth_model {
    forest worth;    /* over these; only the order of a class's columns by it means something */
    uint64_t digest; /* XXH3 of the model's file */
} worth_model;

/* The built-in model: models/columns.txt (models/README.md says how it was made). */
extern const worth_model worth_model_builtin;

#endif
