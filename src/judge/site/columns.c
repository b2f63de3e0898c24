/* columns.c - names of the columns in model files, from their lists. */
#include "judge/site/columns.h"

#include <stdio.h>

void place_column_name(unsigned column, char *out)
{
    static const char *const around[] = {
#define NAME(name) #name,
        PLACE_AROUND(NAME)
    };
    static const char *const alone[] = { PLACE_ALONE(NAME)
#undef NAME
    };
    static const char *const views[] = { "", "parent_", "grandparent_", "branch_", "root_" };
    if (column < N_PLACE_AROUND * N_PLACE_VIEWS)
        snprintf(out, COLUMN_NAME_SIZE, "%s%s", views[column / N_PLACE_AROUND], around[column % N_PLACE_AROUND]);
    else
        snprintf(out, COLUMN_NAME_SIZE, "%s", alone[column - N_PLACE_AROUND * N_PLACE_VIEWS]);
}

void main_column_name(unsigned column, char *out)
{
#define NAME(name) #name,
    static const char *const alone[] = { MAIN_ALONE(NAME) };
    static const char *const facts[] = { "pages", PLACE_FACTS(NAME) };
    static const char *const page[] = { MAIN_PAGE(NAME) MAIN_OPINION(NAME) };
#undef NAME
    if (column < MAIN_PLACES)
        snprintf(out, COLUMN_NAME_SIZE, "%s", alone[column]);
    else if (column < N_MAIN_SITE)
        snprintf(out, COLUMN_NAME_SIZE, "place%u_%s", (column - MAIN_PLACES) / N_MAIN_PLACE,
                 facts[(column - MAIN_PLACES) % N_MAIN_PLACE]);
    else
        snprintf(out, COLUMN_NAME_SIZE, "%s", page[column - N_MAIN_SITE]);
}
