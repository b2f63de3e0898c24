/* path_columns.c - the columns' names, from their list. */
#include "judge/site/path_columns.h"

#include <stdio.h>

void path_column_name(unsigned column, char *out)
{
    static const char *const around[] = {
#define NAME(name) #name,
        PATH_AROUND(NAME)
    };
    static const char *const alone[] = { PATH_ALONE(NAME)
#undef NAME
    };
    static const char *const views[] = { "", "parent_", "grandparent_", "branch_", "root_" };
    if (column < N_PATH_AROUND * N_PATH_VIEWS)
        snprintf(out, PATH_NAME_SIZE, "%s%s", views[column / N_PATH_AROUND], around[column % N_PATH_AROUND]);
    else
        snprintf(out, PATH_NAME_SIZE, "%s", alone[column - N_PATH_AROUND * N_PATH_VIEWS]);
}
