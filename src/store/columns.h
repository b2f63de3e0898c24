/* columns.h - the columns of a class's records as a .husk file holds them: docs/format.md says the same in tables. */
#ifndef HUSK_STORE_COLUMNS_H
#define HUSK_STORE_COLUMNS_H

#include <stdint.h>

#include "base/text.h"

/* How a value is found. In files: numbers stay what they are. */
typedef enum locator_kind {
    LOCATE_PATH,     /* its elements by tag, class and id */
    LOCATE_PLACE,    /* its elements by tag and number among their like */
    LOCATE_LABEL,    /* the label before it, and the way of tags from there */
    LOCATE_HINT,     /* the same, by a text that fewer pages have */
    LOCATE_AFTER,    /* the label before it, and how many values lie between */
    LOCATE_BEFORE,   /* the label after it, and how many values lie between */
    LOCATE_PROPERTY, /* the name that microdata or a <meta> gives it */
    LOCATE_PREFIX,   /* the label that it begins with itself, up to a colon */
    N_LOCATOR_KINDS
} locator_kind;

typedef struct model_locator {
    uint64_t key;
    uint32_t kind;
    uint32_t ordinal; /* which of the values with that key: the first is 1; 0 is all of them */
} model_locator;

typedef enum column_type {
    COLUMN_TEXT,
    COLUMN_NUMBER,
    COLUMN_DATE,
    COLUMN_LINK,
    COLUMN_IMAGE,
    COLUMN_LIST,
    N_COLUMN_TYPES
} column_type;

typedef struct model_column {
    slice name; /* unique in its class */
    uint32_t type;
    uint32_t pages;          /* of those learned from that have a value */
    uint32_t distinct;       /* different values on them */
    slice example;           /* a few of them, for people */
    model_locator *locators; /* best first */
    uint32_t n_locators;
} model_column;

#endif
