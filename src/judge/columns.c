/* columns.c - names of the columns in model files, from their lists. */
#include "judge/columns.h"

#include <stdio.h>

#include "cluster/pairs/pairs.h"

#define NAME(name, ...) #name,
#define NEAR_NAME(name, ...) "near_" #name,
#define FAR_NAME(name, ...) "far_" #name,
#define PAGE_NAME(name) "page_" #name,
#define URL_NAME(name) "url_" #name,
static const char *const block_names[] = { BLOCK_FEATURES(NAME) CLASS_GROUPS(NEAR_NAME) CLASS_GROUPS(FAR_NAME)
                                               PAGE_GROUPS(PAGE_NAME) PAGE_GROUPS(URL_NAME) BLOCK_CONTEXT(NAME) };

static const char *const summary_names[] = { PAGE_SUMMARY(NAME) };

#define PARENT_NAME(name) "parent_" #name,
#define GRANDPARENT_NAME(name) "grandparent_" #name,
#define BRANCH_NAME(name) "branch_" #name,
#define ROOT_NAME(name) "root_" #name,
static const char *const place_names[] = { PLACE_AROUND(NAME) PLACE_AROUND(PARENT_NAME) PLACE_AROUND(GRANDPARENT_NAME)
                                               PLACE_AROUND(BRANCH_NAME) PLACE_AROUND(ROOT_NAME) PLACE_ALONE(NAME) };

#define PLACE0_NAME(name) "place0_" #name,
#define PLACE1_NAME(name) "place1_" #name,
#define PLACE2_NAME(name) "place2_" #name,
#define PLACE3_NAME(name) "place3_" #name,
static const char *const main_names[] = { MAIN_ALONE(NAME) "place0_pages", PLACE_FACTS(PLACE0_NAME) "place1_pages",
                                          PLACE_FACTS(PLACE1_NAME) "place2_pages",
                                          PLACE_FACTS(PLACE2_NAME) "place3_pages",
                                          PLACE_FACTS(PLACE3_NAME) MAIN_PAGE(NAME) MAIN_OPINION(NAME) };

static const char *const worth_names[] = { WORTH_COLUMNS(NAME) };

static const struct {
    unsigned n;
    const char *const *names;
} sets[] = {
    [COLUMNS_BLOCK] = { N_BLOCK_COLUMNS, block_names }, [COLUMNS_SUMMARY] = { N_SUMMARY_COLUMNS, summary_names },
    [COLUMNS_PLACE] = { N_PLACE_COLUMNS, place_names }, [COLUMNS_MAIN] = { N_MAIN_COLUMNS, main_names },
    [COLUMNS_PAIR] = { N_PAIR_COLUMNS, NULL },          [COLUMNS_WORTH] = { N_WORTH_COLUMNS, worth_names }
};

unsigned column_count(column_set set)
{
    return sets[set].n;
}

void column_name(column_set set, unsigned column, char name[COLUMN_NAME_SIZE])
{
    if (set == COLUMNS_PAIR)
        pair_column_name(column, name);
    else if (set == COLUMNS_SUMMARY && column >= N_PAGE_SUMMARY)
        snprintf(name, COLUMN_NAME_SIZE, "+%u", column - N_PAGE_SUMMARY);
    else
        snprintf(name, COLUMN_NAME_SIZE, "%s", sets[set].names[column]);
}
