/* explain.c - why a block was kept or dropped: what its columns contributed, through both passes.
 * Where the second pass reads the first one's answer for the block itself, the first pass's columns stand for it; its
 * answers for other blocks are one reason, the text around it. */
#include "judge/explain.h"

#include <math.h>

#include "judge/block_maker.h"

/* The answers around a block often weigh most, but they have reasons of their own: a fact of the block itself is
 * preferred unless it weighs less than a fifth. */
#define AROUND_SHARE .2f

const uint8_t explain_part[N_BLOCK_COLUMNS] = {
#define PART_OF_FEATURE(name, about, text) [FEATURE_##name] = ABOUT_##about,
    BLOCK_FEATURES(PART_OF_FEATURE)
#undef PART_OF_FEATURE
#define PART_OF_CONTEXT(name, about, text) [N_BLOCK_FEATURES + CONTEXT_##name] = ABOUT_##about,
        BLOCK_CONTEXT(PART_OF_CONTEXT)
#undef PART_OF_CONTEXT
            [FEATURE_near_groups... FEATURE_page_groups - 1] = ABOUT_NAME,
};

/* How much of a change of the first pass's log odds reaches the answer by way of the second: what the second pass made
 * of it, relative to what it was. A second pass that contradicts the first has other reasons. */
static float sensitivity(const float *first, float of_second)
{
    float sum = 0;
    for (unsigned a = 0; a < N_PARTS; a++)
        sum += first[a];
    return fabsf(sum) < .05f ? 0 : fminf(fmaxf(of_second / sum, 0), 2);
}

/* One weight for each group: `first` and `second` are the contributions to the two passes. */
static void join_passes(const page_model *model, const page_judgement *j, uint32_t b, const float *first, float *second)
{
    const feature_maker *m = j->features.maker;
    bool is_alone = m->nodes[m->page->blocks[b].container].blocks == 1;
    float own = second[ABOUT_FIRST] + (is_alone ? second[ABOUT_FIRST_ELEMENT] : 0);
    float share = model->second.n_trees ? model->second_share : 0;
    float by_first = 1 - share + share * sensitivity(first, own);
    if (!is_alone)
        second[ABOUT_AROUND] += second[ABOUT_FIRST_ELEMENT];
    for (unsigned a = 0; a < N_ABOUT; a++)
        second[a] = share * second[a] + by_first * first[a];
}

static bool has(const block_reason *list, unsigned n, uint8_t why)
{
    unsigned k = 0;
    while (k < n && list[k].why != why)
        k++;
    return k < n;
}

/* The heaviest facts on one side (1: for main content), from the n-th reason on, at least as heavy as `least` times the
 * first. Returns how many there are then. */
static unsigned choose_side(const explain_facts *facts, uint32_t b, const float *weights, float side, float least,
                            unsigned n, block_reason *list)
{
    bool done[N_ABOUT] = { true };
    while (n < EXPLAIN_REASONS) {
        unsigned most = 0;
        for (unsigned a = 1; a < N_ABOUT; a++)
            if (!done[a] && side * weights[a] > 0 && (most == 0 || side * weights[a] > side * weights[most]))
                most = a;
        if (most == 0 || (n && fabsf(weights[most]) < least * fabsf(list[0].weight)))
            break;
        done[most] = true;
        block_reason r = { .weight = weights[most] };
        if (explain_fact(facts, b, most, &r) && !has(list, n, r.why))
            list[n++] = r;
    }
    return n;
}

/* What speaks for the block's label, down to a tenth of the heaviest; something against it only if that weighs more. */
static void choose(const explain_facts *facts, uint32_t b, bool is_main, float *weights, block_reason *list)
{
    const float side = is_main ? 1 : -1;
    weights[ABOUT_AROUND] *= AROUND_SHARE;
    unsigned n = choose_side(facts, b, weights, side, .1f, 0, list);
    if (n == 0)
        list[n++] = explain_length(facts, b);
    choose_side(facts, b, weights, -side, 1, n, list);
}

husk_status explain_blocks(const page_model *model, const page_judgement *j, arena *memory, block_reason **reasons)
{
    const block_matrix *m = &j->features;
    size_t n_weights = (size_t)m->stride * N_PARTS + 1;
    block_reason *list = arena_zeros(memory, (size_t)m->n * EXPLAIN_REASONS + 1, sizeof *list);
    float *weights[2] = { arena_zeros(memory, n_weights, sizeof(float)),
                          arena_zeros(memory, n_weights, sizeof(float)) };
    explain_facts *facts = explain_facts_new(j, memory);
    if (list == NULL || weights[0] == NULL || weights[1] == NULL || facts == NULL)
        return HUSK_NO_MEMORY;
    for (unsigned k = 0; k < 2; k++)
        if (forest_explain(k ? &model->second : &model->first, m->values, m->n, m->stride, block_column_same,
                           explain_part, memory, weights[k]) != HUSK_OK)
            return HUSK_NO_MEMORY;
    for (uint32_t b = 0; b < m->n; b++) {
        float first[N_PARTS], second[N_PARTS];
        for (unsigned a = 0; a < N_PARTS; a++) {
            first[a] = weights[0][(size_t)a * m->stride + b];
            second[a] = weights[1][(size_t)a * m->stride + b];
        }
        join_passes(model, j, b, first, second);
        choose(facts, b, j->keep[b], second, list + (size_t)b * EXPLAIN_REASONS);
    }
    *reasons = list;
    return HUSK_OK;
}
