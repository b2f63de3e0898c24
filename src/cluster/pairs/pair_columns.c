/* pair_columns.c - names of the columns of a pair in model files. */
#include "cluster/pairs/pairs.h"

#include <stdio.h>

void pair_column_name(unsigned column, char *out)
{
    static const char *const views[N_VIEWS] = { "body", "head", "class", "address", "elements", "paths", "votes" };
    static const char *const in_view[N_VIEW_COLUMNS] = { "jaccard", "weighted", "local", "mean", "strength" };
    static const char *const rest[] = { "slots",
                                        "label",
                                        "label_elements",
                                        "label_slots",
                                        "label_bits",
                                        "label_kinds",
                                        "elements",
                                        "letters",
                                        "link_letters",
                                        "links",
                                        "paragraphs",
                                        "paragraph_letters",
                                        "headings",
                                        "articles",
                                        "images",
                                        "items",
                                        "rows",
                                        "inputs",
                                        "times",
                                        "lines",
                                        "teasers",
                                        "longest",
                                        "link_share",
                                        "least_link_share",
                                        "paragraph_share",
                                        "least_paragraph_share",
                                        "least_teasers",
                                        "pages" };
    _Static_assert(sizeof rest / sizeof *rest == N_PAIR_COLUMNS - PAIR_SLOTS, "a name for each column");
    if (column < PAIR_SLOTS)
        snprintf(out, PAIR_NAME_SIZE, "%s_%s", views[column / N_VIEW_COLUMNS], in_view[column % N_VIEW_COLUMNS]);
    else
        snprintf(out, PAIR_NAME_SIZE, "%s", rest[column - PAIR_SLOTS]);
}
