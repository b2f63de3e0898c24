/* column_history.c - columns over the runs of learning: which is which, and which are gone.
 * A column is known again by its locators, after a redesign by its values or its name. Cost: every column of a class
 * against every column of each earlier class. Limits: HUSK_MAX_COLUMNS columns of a class, and as many gone. */
#include "records/columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/limits.h"
#include "records/column_names.h"

/* What a locator and a name in common weigh, where a value weighs 1. */
#define WAY_WEIGHT 4u
#define NAME_WEIGHT 2u
/* Fewer values in common are chance. */
#define FEWEST_MARKS 3u

static uint32_t shared_ways(const model_column *a, const model_column *b)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n_locators; i++)
        for (uint32_t k = 0; k < b->n_locators; k++)
            n += a->locators[i].key == b->locators[k].key && a->locators[i].kind == b->locators[k].kind &&
                 a->locators[i].ordinal == b->locators[k].ordinal;
    return n;
}

static uint32_t n_marks(const model_column *c)
{
    uint32_t n = 0;
    while (n < COLUMN_MARKS && c->marks[n])
        n++;
    return n;
}

/* The values in common, if they are half of either column's. */
static uint32_t shared_marks(const model_column *a, const model_column *b)
{
    uint32_t n_a = n_marks(a), n_b = n_marks(b), n = 0;
    for (uint32_t i = 0, k = 0; i < n_a && k < n_b;) {
        n += a->marks[i] == b->marks[k];
        bool first = a->marks[i] <= b->marks[k];
        k += a->marks[i] >= b->marks[k];
        i += first;
    }
    return a->type == b->type && n >= FEWEST_MARKS && n * 2 >= n_a && n * 2 >= n_b ? n : 0;
}

/* Do both have one name that no number tells from others? Such a number is chance. */
static bool shares_name(const model_column *a, const model_column *b)
{
    return a->type == b->type && slice_same(a->name, b->name) && slice_same(column_name_core(a->name), a->name);
}

static uint32_t evidence(const model_column *a, const model_column *b)
{
    return WAY_WEIGHT * shared_ways(a, b) + shared_marks(a, b);
}

/* Of the classes, the one with the most in common with `c`, if it has more than *most. */
static const model_class *nearest_class(const model_class *list, uint32_t n, const model_class *c, uint32_t *most)
{
    const model_class *best = NULL;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < c->n_columns; i++)
            for (uint32_t j = 0; j < list[k].n_columns; j++)
                sum += evidence(&c->columns[i], &list[k].columns[j]);
        if (sum > *most) {
            *most = sum;
            best = &list[k];
        }
    }
    return best;
}

static const model_class *class_before(const model_host *before, const model_class *c)
{
    uint32_t most = 0;
    const model_class *used = nearest_class(before->classes, before->n_classes, c, &most);
    return nearest_class(before->retired, before->n_retired, c, &most) ?: used;
}

typedef struct column_pair {
    uint32_t shared, now, before;
} column_pair;

static int by_shared(const void *a, const void *b)
{
    const column_pair *x = a, *y = b;
    return ORDER_OF(y->shared, x->shared) ?: ORDER_OF(x->before, y->before) ?: ORDER_OF(x->now, y->now);
}

/* Which column of `before`, in use or gone, each column is: those that share most go first. */
static bool match_columns(const model_class *before, const model_class *c, const model_column *was[HUSK_MAX_COLUMNS],
                          bool used[2 * HUSK_MAX_COLUMNS])
{
    uint32_t n_before = before->n_columns + before->n_gone;
    column_pair *pairs = malloc(((size_t)c->n_columns * n_before + 1) * sizeof *pairs);
    size_t n = 0;
    if (pairs == NULL)
        return false;
    for (uint32_t i = 0; i < c->n_columns; i++)
        for (uint32_t k = 0; k < n_before; k++) {
            const model_column *now = &c->columns[i], *old = &before->columns[k];
            pairs[n] = (column_pair){ evidence(now, old) + NAME_WEIGHT * shares_name(now, old), i, k };
            n += pairs[n].shared != 0;
        }
    qsort(pairs, n, sizeof *pairs, by_shared);
    for (size_t i = 0; i < n; i++)
        if (was[pairs[i].now] == NULL && !used[pairs[i].before]) {
            was[pairs[i].now] = &before->columns[pairs[i].before];
            used[pairs[i].before] = true;
        }
    free(pairs);
    return true;
}

/* List the columns of `before` that are not used any more after those of `c`. */
static bool add_gone(const model_class *before, const bool *used, uint32_t run, model_class *c, arena *memory)
{
    model_column *columns = arena_array(memory, (size_t)c->n_columns + HUSK_MAX_COLUMNS, sizeof *columns);
    uint32_t n_before = before->n_columns + before->n_gone;
    if (columns == NULL)
        return false;
    memcpy(columns, c->columns, c->n_columns * sizeof *columns);
    c->n_gone = 0;
    for (uint32_t k = 0; k < n_before && c->n_gone < HUSK_MAX_COLUMNS; k++)
        if (!used[k]) {
            model_column *gone = &columns[c->n_columns + c->n_gone++];
            *gone = before->columns[k];
            gone->until = gone->until ?: run;
            gone->n_locators = 0;
        }
    c->columns = columns;
    return true;
}

/* Columns that were there keep their names; the others keep theirs unless one that is there or gone has it. */
static bool name_columns(model_class *c, const model_column *const *was, arena *memory)
{
    slice names[2 * HUSK_MAX_COLUMNS] = { { NULL, 0 } };
    uint32_t n = c->n_columns + c->n_gone;
    for (uint32_t i = 0; i < n; i++)
        names[i] = i >= c->n_columns ? c->columns[i].name : was[i] ? was[i]->name : (slice){ NULL, 0 };
    for (uint32_t i = 0; i < c->n_columns; i++)
        if (names[i].data == NULL && !slices_have(names, n, i, c->columns[i].name))
            names[i] = c->columns[i].name;
    return columns_name_others(c->columns, c->n_columns, names, n, NULL, memory);
}

static bool has_class(const model_host *host, uint32_t number)
{
    return model_class_place(host->classes, host->n_classes, number) < host->n_classes ||
           model_class_place(host->retired, host->n_retired, number) < host->n_retired;
}

/* A class beside the one that it took its names from is new, as its columns are. */
static bool class_keeps(const model_class *before, const model_host *now, uint32_t run, model_class *c, arena *memory)
{
    const model_column *was[HUSK_MAX_COLUMNS] = { NULL };
    bool used[2 * HUSK_MAX_COLUMNS] = { false };
    bool continues = before->number == c->number || !has_class(now, before->number);
    if (!match_columns(before, c, was, used))
        return false;
    for (uint32_t i = 0; i < c->n_columns; i++)
        c->columns[i].since = continues && was[i] ? was[i]->since : run;
    return (!continues || add_gone(before, used, run, c, memory)) && name_columns(c, was, memory);
}

bool columns_keep_names(const model_host *before, model_host *now, uint32_t run, arena *memory)
{
    for (uint32_t i = 0; i < now->n_classes; i++) {
        model_class *c = &now->classes[i];
        const model_class *old = before ? class_before(before, c) : NULL;
        for (uint32_t k = 0; k < c->n_columns && old == NULL; k++)
            c->columns[k].since = run;
        if (old && !class_keeps(old, now, run, c, memory))
            return false;
    }
    return true;
}
