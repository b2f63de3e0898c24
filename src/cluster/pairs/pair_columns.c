/* pair_columns.c - names of the columns of a pair in model files. */
#include "cluster/pairs/pairs.h"

#include <stdio.h>

void pair_column_name(unsigned column, char *out)
{
    static const char *const views[N_VIEWS] = { "body", "head", "class", "address", "elements", "paths", "votes" };
    static const char *const in_view[N_VIEW_COLUMNS] = { "jaccard", "weighted", "local", "mean", "strength" };
    static const char *const labels[] = {
        "slots", "label", "label_elements", "label_slots", "label_bits", "label_kinds"
    };
#define SHAPE_NAME(name, text) text,
    static const char *const shapes[N_SHAPES] = { MARK_SHAPES(SHAPE_NAME) };
#undef SHAPE_NAME
    static const char *const rest[] = { "link_share",      "least_link_share",
                                        "paragraph_share", "least_paragraph_share",
                                        "least_teasers",   "pages" };
    _Static_assert(PAIR_SLOTS + sizeof labels / sizeof *labels == PAIR_SHAPES, "a name for each column");
    _Static_assert(PAIR_LINK_SHARE + sizeof rest / sizeof *rest == N_PAIR_COLUMNS, "a name for each column");
    const char *name = column >= PAIR_LINK_SHARE ? rest[column - PAIR_LINK_SHARE]
                       : column >= PAIR_SHAPES   ? shapes[column - PAIR_SHAPES]
                       : column >= PAIR_SLOTS    ? labels[column - PAIR_SLOTS]
                                                 : in_view[column % N_VIEW_COLUMNS];
    bool is_view = column < PAIR_SLOTS;
    snprintf(out, PAIR_NAME_SIZE, "%s%s%s", is_view ? views[column / N_VIEW_COLUMNS] : "", is_view ? "_" : "", name);
}
