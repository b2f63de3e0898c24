/* place_columns.c - the columns' names, from their list. */
#include "judge/site/place_columns.h"

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
        snprintf(out, PLACE_NAME_SIZE, "%s%s", views[column / N_PLACE_AROUND], around[column % N_PLACE_AROUND]);
    else
        snprintf(out, PLACE_NAME_SIZE, "%s", alone[column - N_PLACE_AROUND * N_PLACE_VIEWS]);
}
