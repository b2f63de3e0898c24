/* columns.h - a place's facts in a site file, and the columns of the site model and the main model, in order.
 * place_features.c and main_features.c compute them; the names are separate, so that a model file can be read without
 * computing features. */
#ifndef HUSK_JUDGE_SITE_COLUMNS_H
#define HUSK_JUDGE_SITE_COLUMNS_H

/* Room for the name of a column of any model. */
#define COLUMN_NAME_SIZE 40

#include "site_columns.h" /* the lists, with what each column is: site_columns.txt */

enum {
#define PLACE_FACT_ENUM(name) FACT_##name,
    PLACE_FACTS(PLACE_FACT_ENUM)
#undef PLACE_FACT_ENUM
        N_PLACE_FACTS
};

/* --- the site model: a path --------------------------------------------------------------------------------------- */

enum {
#define PLACE_AROUND_ENUM(name) AROUND_##name,
    PLACE_AROUND(PLACE_AROUND_ENUM)
#undef PLACE_AROUND_ENUM
        N_PLACE_AROUND
};

enum { PLACE_SELF, PLACE_PARENT, PLACE_GRANDPARENT, PLACE_BRANCH, PLACE_ROOT, N_PLACE_VIEWS };

enum {
    PLACE_ALONE_BEFORE = N_PLACE_AROUND * N_PLACE_VIEWS - 1,
#define PLACE_ALONE_ENUM(name) PLACE_##name,
    PLACE_ALONE(PLACE_ALONE_ENUM)
#undef PLACE_ALONE_ENUM
        N_PLACE_COLUMNS
};

/* The name of a column: "links", "parent_links", "root_links", "depth" … `out` has COLUMN_NAME_SIZE bytes. */
void place_column_name(unsigned column, char *out);

/* --- the main model: a block of a page whose site is known -------------------------------------------------------- */

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

/* The name of a column: "words", "odds", "place0_pages", "place2_kept" … `out` has COLUMN_NAME_SIZE bytes. */
void main_column_name(unsigned column, char *out);

#endif
