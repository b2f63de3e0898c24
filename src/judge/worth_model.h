/* worth_model.h - the model of records/column_worth.c: which columns of a class does a reader want first? */
#ifndef HUSK_JUDGE_WORTH_MODEL_H
#define HUSK_JUDGE_WORTH_MODEL_H

#include "base/forest.h"

/* X(name): what the model sees of a column, in this order; column_worth.c says what each is. */
#define WORTH_COLUMNS(X) \
    X(formula)           \
    X(coverage)          \
    X(evenness)          \
    X(distinct)          \
    X(ways)              \
    X(by_label)          \
    X(by_prefix)         \
    X(by_hint)           \
    X(by_property)       \
    X(by_place)          \
    X(by_path)           \
    X(nearest)           \
    X(run)               \
    X(number)            \
    X(date)              \
    X(list)              \
    X(items)             \
    X(length)            \
    X(digits)            \
    X(place)             \
    X(after_heading)     \
    X(in_h1)             \
    X(is_heading)        \
    X(in_heading)        \
    X(in_title_tag)      \
    X(in_bold)           \
    X(in_cell)           \
    X(labels)            \
    X(mixed)             \
    X(colons)            \
    X(news)              \
    X(fact)              \
    X(name_words)        \
    X(name_from)         \
    X(in_link)           \
    X(in_title)          \
    X(declared)          \
    X(area)              \
    X(same)              \
    X(alike)             \
    X(near_labels)       \
    X(near_columns)      \
    X(order)             \
    X(labelled_order)    \
    X(twin)              \
    X(within)            \
    X(meta)

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
