/* explain.c - why a block was kept or dropped, by leaving each feature out in turn. */
#include "judge/explain.h"

#include <math.h>
#include <string.h>

#include "base/stop.h"

static void insert(block_reason *best, block_reason r)
{
    for (unsigned k = 0; k < EXPLAIN_REASONS; k++)
        if (fabsf(r.weight) > fabsf(best[k].weight)) {
            block_reason pushed = best[k];
            best[k] = r;
            r = pushed;
        }
}

husk_status explain_blocks(const page_model *model, const page_judgement *judgement, const husk_stop *stop,
                           arena *memory, block_reason **reasons)
{
    const block_matrix *m = &judgement->features;
    const forest *f = model->second.n_trees ? &model->second : &model->first;
    block_reason *list = arena_array(memory, (size_t)m->n * EXPLAIN_REASONS + 1, sizeof *list);
    float *with = arena_array(memory, (size_t)m->stride + 32, sizeof *with),
          *without = arena_array(memory, (size_t)m->stride + 32, sizeof *without);
    if (list == NULL || with == NULL || without == NULL)
        return HUSK_NO_MEMORY;
    memset(list, 0, (size_t)m->n * EXPLAIN_REASONS * sizeof *list);
    husk_status status = forest_score_same(f, m->values, m->n, m->stride, block_column_same, FOREST_BEST, memory, with);
    for (uint32_t c = 0; c < f->n_columns && status == HUSK_OK; c++) {
        if (stop_is_set(stop))
            return HUSK_STOPPED;
        status = forest_score_without(f, m->values, m->n, m->stride, block_column_same, f->column[c], memory, without);
        for (uint32_t b = 0; b < m->n; b++)
            insert(list + (size_t)b * EXPLAIN_REASONS, (block_reason){ f->column[c], with[b] - without[b] });
    }
    *reasons = list;
    return status;
}
