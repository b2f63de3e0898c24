/* column_names.h - names and types of columns, from the text next to their values. Only for records/column*.c. */
#ifndef HUSK_RECORDS_COLUMN_NAMES_H
#define HUSK_RECORDS_COLUMN_NAMES_H

#include "records/locate.h"

/* The data kept of a value after its page is gone. */
typedef struct column_value {
    uint64_t text;
    uint64_t path;    /* the elements around it; 0 for a <meta> */
    slice shown;      /* the first COLUMN_SHOWN bytes of the value */
    slice beside;     /* an itemprop, class or id of the elements around it */
    slice heading;    /* the nearest heading before it, or empty */
    uint32_t n_chars; /* of the whole value */
    uint32_t prefix;  /* bytes of `shown` that are its label */
    uint32_t label;   /* the value that labels it in the same small part of the page, or LOCATE_NONE */
    uint16_t source;  /* VALUE_… */
    uint16_t rank;    /* as a label */
    uint16_t tag;     /* of its element */
} column_value;

#define COLUMN_SHOWN 120 /* bytes of a sample value stored in a site file */

typedef struct column_page {
    column_value *values;
    uint32_t n;
    slice language;
} column_page;

/* A column being built. */
typedef struct column_draft {
    const struct candidate *first; /* its picks */
    double score;
    uint64_t family; /* the label of its values, or their path; 0: none */
    uint32_t n_pages, n_distinct;
    model_locator ways[N_LOCATOR_KINDS];
    uint32_t n_ways;
    bool is_list;
    bool is_address;  /* links or images */
    bool is_labelled; /* most of its values have one label */
} column_draft;

#define COLUMN_SAMPLES 128 /* values used to decide a type; more do not change the decision */

typedef struct column_sample {
    const column_page *page;
    uint32_t value, number; /* of the page */
} column_sample;

bool column_page_copy(husk_page *page, const located_value *values, uint32_t n, arena *memory, column_page *out);

/* The order of a column's locators: the most reliable first. */
int column_way_order(model_locator a, model_locator b);

uint32_t column_type_of(const column_sample *samples, uint32_t n, bool is_list);
/* A few distinct values, separated by " | ". */
slice column_example(const column_sample *samples, uint32_t n, arena *memory);
slice column_base_name(const column_sample *samples, uint32_t n, arena *memory);
/* Number columns of the same name from 2; a list becomes NAME_all. */
bool columns_name_apart(model_column *columns, uint32_t n, arena *memory);
/* Give the columns the names in `kept`, if any ({NULL, 0}: none); the others keep theirs unless it is taken. */
bool columns_rename(model_column *columns, uint32_t n, const slice *kept, arena *memory);

#endif
