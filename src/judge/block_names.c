/* block_names.c - the features' names in model files, and their descriptions for users. */
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

static const struct {
    const char *name, *text;
} features[] = {
#define FEATURE_TEXT(name, text) { #name, text },
    BLOCK_FEATURES(FEATURE_TEXT)
}, contexts[] = {
    BLOCK_CONTEXT(FEATURE_TEXT)
}, summaries[] = {
    PAGE_SUMMARY(FEATURE_TEXT)
#undef FEATURE_TEXT
};

/* A column that stands for a group of names: its description, and how its name is formed. */
typedef struct group {
    unsigned first, n;
    const char *prefix;
    const char *const *names;
    const char *text;
} group;

static const group groups[] = {
    { FEATURE_near_groups, N_CLASS_GROUPS, "near_", class_group_names, "class names near" },
    { FEATURE_far_groups, N_CLASS_GROUPS, "far_", class_group_names, "class names above" },
    { FEATURE_page_groups, N_PAGE_GROUPS, "page_", page_group_names, "names of the whole page" },
    { FEATURE_url_groups, N_PAGE_GROUPS, "url_", page_group_names, "words of the address" },
};

void block_column_name(unsigned column, char name[BLOCK_NAME_SIZE])
{
    if (column < FEATURE_near_groups) {
        snprintf(name, BLOCK_NAME_SIZE, "%s", features[column].name);
        return;
    }
    if (column >= N_BLOCK_FEATURES) {
        snprintf(name, BLOCK_NAME_SIZE, "%s", contexts[column - N_BLOCK_FEATURES].name);
        return;
    }
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        if (column - groups[g].first < groups[g].n)
            snprintf(name, BLOCK_NAME_SIZE, "%s%s", groups[g].prefix, groups[g].names[column - groups[g].first]);
}

const char *block_column_text(unsigned column)
{
    if (column < FEATURE_near_groups)
        return features[column].text;
    if (column >= N_BLOCK_FEATURES)
        return contexts[column - N_BLOCK_FEATURES].text;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        if (column - groups[g].first < groups[g].n)
            return groups[g].text;
    return "";
}

const char *page_summary_name(unsigned column)
{
    return summaries[column].name;
}
