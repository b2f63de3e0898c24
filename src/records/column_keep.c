/* column_keep.c - keep column names when a host is learned again.
 * Names derive from how columns are located, so most come out the same anyway; but which of two columns of one name
 * gets a number, and which label most values have, may change with the pages. A column is identified by the locators
 * it shares with its predecessor; the pairs that share most go first. Cost: all pairs of columns of two classes, a
 * few milliseconds. */
#include "records/column_keep.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/limits.h"
#include "records/column_names.h"

static uint32_t shared_ways(const model_column *a, const model_column *b)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n_locators; i++)
        for (uint32_t k = 0; k < b->n_locators; k++)
            n += a->locators[i].key == b->locators[k].key && a->locators[i].kind == b->locators[k].kind &&
                 a->locators[i].ordinal == b->locators[k].ordinal;
    return n;
}

/* The class whose columns share most locators with those of `c`, or NULL. */
static const model_class *class_before(const model_host *before, const model_class *c)
{
    const model_class *best = NULL;
    uint32_t most = 0;
    for (uint32_t k = 0; k < before->n_classes; k++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < c->n_columns; i++)
            for (uint32_t j = 0; j < before->classes[k].n_columns; j++)
                n += shared_ways(&c->columns[i], &before->classes[k].columns[j]);
        if (n > most) {
            most = n;
            best = &before->classes[k];
        }
    }
    return best;
}

typedef struct column_pair {
    uint32_t shared, now, before;
} column_pair;

static int by_shared(const void *a, const void *b)
{
    const column_pair *x = a, *y = b;
    return ORDER_OF(y->shared, x->shared) ?: ORDER_OF(x->before, y->before) ?: ORDER_OF(x->now, y->now);
}

static bool class_keeps(const model_class *before, model_class *c, arena *memory)
{
    slice kept[HUSK_MAX_COLUMNS] = { { NULL, 0 } };
    bool used[HUSK_MAX_COLUMNS] = { false };
    column_pair *pairs = malloc(((size_t)c->n_columns * before->n_columns + 1) * sizeof *pairs);
    size_t n = 0;
    if (pairs == NULL)
        return false;
    for (uint32_t i = 0; i < c->n_columns; i++)
        for (uint32_t k = 0; k < before->n_columns; k++)
            if ((pairs[n] = (column_pair){ shared_ways(&c->columns[i], &before->columns[k]), i, k }).shared)
                n++;
    qsort(pairs, n, sizeof *pairs, by_shared);
    for (size_t i = 0; i < n; i++)
        if (kept[pairs[i].now].data == NULL && !used[pairs[i].before]) {
            kept[pairs[i].now] = before->columns[pairs[i].before].name;
            used[pairs[i].before] = true;
        }
    free(pairs);
    return columns_rename(c->columns, c->n_columns, kept, memory);
}

bool columns_keep_names(const model_host *before, model_host *now, arena *memory)
{
    for (uint32_t i = 0; i < now->n_classes; i++) {
        const model_class *old = class_before(before, &now->classes[i]);
        if (old && !class_keeps(old, &now->classes[i], memory))
            return false;
    }
    return true;
}
