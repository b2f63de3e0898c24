/* columns.h - the columns of a class's records, as stored in a .husk file; docs/format.md has the tables. */
#ifndef HUSK_STORE_COLUMNS_H
#define HUSK_STORE_COLUMNS_H

#include <stdint.h>

#include "base/text.h"

/* How a value is located. The numbers are stored in files and never change. */
typedef enum locator_kind {
    LOCATE_PATH,     /* its ancestors by tag, class and id */
    LOCATE_PLACE,    /* its ancestors by tag and position among siblings of that tag */
    LOCATE_LABEL,    /* the label before it, and the path of tags from there */
    LOCATE_HINT,     /* the same, with a text that fewer pages have */
    LOCATE_AFTER,    /* the label before it, and the number of values in between */
    LOCATE_BEFORE,   /* the label after it, and the number of values in between */
    LOCATE_PROPERTY, /* its name in microdata or a <meta> */
    LOCATE_PREFIX,   /* the label that it starts with, up to a colon */
    N_LOCATOR_KINDS
} locator_kind;

typedef struct model_locator {
    uint64_t key;
    uint32_t kind;
    uint32_t ordinal; /* which value with that key, from 1; 0: all of them */
} model_locator;

/* Added to the ordinal of a LOCATE_PREFIX: the label stays in the text. */
#define LOCATOR_WHOLE 0x8000u

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
    uint32_t pages;          /* training pages that have a value */
    uint32_t distinct;       /* distinct values on them */
    slice example;           /* a few of them, for display */
    model_locator *locators; /* best first */
    uint32_t n_locators;
} model_column;

#endif
