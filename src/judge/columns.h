/* columns.h - the columns of the models' forests, and a place's facts in a site file, in order: lists with what each
 * is. block_*.c, column_worth.c, place_features.c and main_features.c compute them. The names are separate, so that a
 * model file can be read without computing features. */
#ifndef HUSK_JUDGE_COLUMNS_H
#define HUSK_JUDGE_COLUMNS_H

#include "block_columns.h" /* BLOCK_FEATURES, BLOCK_CONTEXT: X(name, reason, meaning), from block_columns.txt */
#include "judge/class_words.h"
#include "site_columns.h"
#include "summary_columns.h"
#include "worth_columns.h"

/* --- a block of a page -------------------------------------------------------------------------------------------- */

enum {
#define BLOCK_FEATURE_ENUM(name, about, text) FEATURE_##name,
    BLOCK_FEATURES(BLOCK_FEATURE_ENUM)
#undef BLOCK_FEATURE_ENUM
        FEATURE_near_groups,                                   /* N_CLASS_GROUPS: in class names of the three nearest */
    FEATURE_far_groups = FEATURE_near_groups + N_CLASS_GROUPS, /* N_CLASS_GROUPS: anywhere above */
    FEATURE_page_groups = FEATURE_far_groups + N_CLASS_GROUPS, /* N_PAGE_GROUPS: from the page's body and generator */
    FEATURE_url_groups = FEATURE_page_groups + N_PAGE_GROUPS,  /* N_PAGE_GROUPS: from its URL */
    N_BLOCK_FEATURES = FEATURE_url_groups + N_PAGE_GROUPS
};

enum {
#define BLOCK_CONTEXT_ENUM(name, about, text) CONTEXT_##name,
    BLOCK_CONTEXT(BLOCK_CONTEXT_ENUM)
#undef BLOCK_CONTEXT_ENUM
        N_BLOCK_CONTEXT,
    N_BLOCK_COLUMNS = N_BLOCK_FEATURES + N_BLOCK_CONTEXT
};

/* --- a whole page once its blocks are judged: its kind and confidence --------------------------------------------- */

enum {
#define PAGE_SUMMARY_ENUM(name) SUMMARY_##name,
    PAGE_SUMMARY(PAGE_SUMMARY_ENUM)
#undef PAGE_SUMMARY_ENUM
        N_PAGE_SUMMARY,
    /* followed by the columns that are the same for all blocks of a page */
    N_PAGE_SHARED = FEATURE_page_comments - FEATURE_page_blocks + 1,
    SUMMARY_shared = N_PAGE_SUMMARY,
    SUMMARY_items = SUMMARY_shared + N_PAGE_SHARED, /* page_items … url_digits */
    SUMMARY_groups = SUMMARY_items + 5,             /* page and URL groups */
    N_SUMMARY_COLUMNS = SUMMARY_groups + 2 * N_PAGE_GROUPS
};

/* --- a path of a site --------------------------------------------------------------------------------------------- */

enum {
#define SITE_ENUM(name) FACT_##name,
    PLACE_FACTS(SITE_ENUM) N_PLACE_FACTS
#undef SITE_ENUM
};

enum {
#define SITE_ENUM(name) AROUND_##name,
    PLACE_AROUND(SITE_ENUM) N_PLACE_AROUND
#undef SITE_ENUM
};

enum { PLACE_SELF, PLACE_PARENT, PLACE_GRANDPARENT, PLACE_BRANCH, PLACE_ROOT, N_PLACE_VIEWS };

enum {
    PLACE_ALONE_BEFORE = N_PLACE_AROUND * N_PLACE_VIEWS - 1,
#define SITE_ENUM(name) PLACE_##name,
    PLACE_ALONE(SITE_ENUM) N_PLACE_COLUMNS
#undef SITE_ENUM
};

/* --- a block of a page whose site is known ------------------------------------------------------------------------ */

#define MAIN_LEVELS 4 /* the block's container and three elements above */

enum {
#define MAIN_ENUM(name) MAIN_##name,
    MAIN_ALONE(MAIN_ENUM) MAIN_PLACES, /* by level: the share of pages that have it, and its facts */
    N_MAIN_PLACE = 1 + N_PLACE_FACTS,
    N_MAIN_SITE = MAIN_PLACES + MAIN_LEVELS * N_MAIN_PLACE, /* columns before this need no page model */
    MAIN_BEFORE_PAGE = N_MAIN_SITE - 1,
    MAIN_PAGE(MAIN_ENUM) MAIN_OPINION(MAIN_ENUM) N_MAIN_COLUMNS
#undef MAIN_ENUM
};

/* --- a column of a class's records -------------------------------------------------------------------------------- */

enum {
#define WORTH_ENUM(name) WORTH_##name,
    WORTH_COLUMNS(WORTH_ENUM) N_WORTH_COLUMNS
#undef WORTH_ENUM
};

/* --- names -------------------------------------------------------------------------------------------------------- */

typedef enum column_set {
    COLUMNS_BLOCK,
    COLUMNS_SUMMARY,
    COLUMNS_PLACE,
    COLUMNS_MAIN,
    COLUMNS_PAIR, /* cluster/pairs/pairs.h */
    COLUMNS_WORTH
} column_set;

unsigned column_count(column_set set);

/* A column's name in model files: "words", "near_NAV", "parent_links", "place2_kept" … */
#define COLUMN_NAME_SIZE 40
void column_name(column_set set, unsigned column, char name[COLUMN_NAME_SIZE]);

#endif
