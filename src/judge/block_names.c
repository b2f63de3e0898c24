/* block_names.c - the features' names in model files. */
#include <stdio.h>
#include <string.h>

#include "judge/block_features.h"

static const char *const class_group_names[] = {
#define GROUP_NAME(name, ...) #name,
    CLASS_GROUPS(GROUP_NAME)
};

static const char *const page_group_names[] = { PAGE_GROUPS(GROUP_NAME)
#undef GROUP_NAME
};

#define FEATURE_NAME(name, ...) #name,
static const char *const features[] = { BLOCK_FEATURES(FEATURE_NAME) };
static const char *const contexts[] = { BLOCK_CONTEXT(FEATURE_NAME) };
static const char *const summaries[] = { PAGE_SUMMARY(FEATURE_NAME) };
#undef FEATURE_NAME

/* A column that stands for a group of names: how its name is formed. */
typedef struct group {
    unsigned first, n;
    const char *prefix;
    const char *const *names;
} group;

static const group groups[] = {
    { FEATURE_near_groups, N_CLASS_GROUPS, "near_", class_group_names },
    { FEATURE_far_groups, N_CLASS_GROUPS, "far_", class_group_names },
    { FEATURE_page_groups, N_PAGE_GROUPS, "page_", page_group_names },
    { FEATURE_url_groups, N_PAGE_GROUPS, "url_", page_group_names },
};

void block_column_name(unsigned column, char name[BLOCK_NAME_SIZE])
{
    if (column < FEATURE_near_groups) {
        snprintf(name, BLOCK_NAME_SIZE, "%s", features[column]);
        return;
    }
    if (column >= N_BLOCK_FEATURES) {
        snprintf(name, BLOCK_NAME_SIZE, "%s", contexts[column - N_BLOCK_FEATURES]);
        return;
    }
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        if (column - groups[g].first < groups[g].n)
            snprintf(name, BLOCK_NAME_SIZE, "%s%s", groups[g].prefix, groups[g].names[column - groups[g].first]);
}

const char *page_summary_name(unsigned column)
{
    return summaries[column];
}
