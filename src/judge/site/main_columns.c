/* main_columns.c - names of the main model's columns in model files. */
#include "judge/site/main_columns.h"

#include <stdio.h>

void main_column_name(unsigned column, char *out)
{
#define NAME(name) #name,
    static const char *const alone[] = { MAIN_ALONE(NAME) };
    static const char *const facts[] = { "pages", PLACE_FACTS(NAME) };
    static const char *const page[] = { MAIN_PAGE(NAME) MAIN_OPINION(NAME) };
#undef NAME
    if (column < MAIN_PLACES)
        snprintf(out, MAIN_NAME_SIZE, "%s", alone[column]);
    else if (column < N_MAIN_QUICK)
        snprintf(out, MAIN_NAME_SIZE, "place%u_%s", (column - MAIN_PLACES) / N_MAIN_PLACE,
                 facts[(column - MAIN_PLACES) % N_MAIN_PLACE]);
    else
        snprintf(out, MAIN_NAME_SIZE, "%s", page[column - N_MAIN_QUICK]);
}
