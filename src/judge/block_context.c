/* block_context.c - the second pass: the first pass's answers for a block's neighbours, ancestors and similar blocks.
 * A block that looks like content among template, or the reverse, is seldom what it seems. Cost: a pass over the
 * elements with text, and the blocks. */
#include <math.h>
#include <stdlib.h>

#include "judge/block_maker.h"

/* Words, and words that the first pass took for content. */
typedef struct weighed {
    float words, content;
} weighed;

static float part(weighed w)
{
    return w.words > 0 ? w.content / w.words : -1;
}

static void add(weighed *to, weighed what)
{
    to->words += what.words;
    to->content += what.content;
}

#define C(feature, block) F(N_BLOCK_FEATURES + (feature), block)
#define PUT(name, value) C(CONTEXT_##name, b) = (float)(value)

/* Running totals as integers: a window is the difference of two, exact at any position. */
typedef struct total {
    uint64_t words, content; /* content in 1/65536 words */
} total;

static void window(feature_maker *m, const total *before, uint32_t half, unsigned feature)
{
    uint32_t n = m->page->n_blocks;
    for (uint32_t b = 0; b < n; b++) {
        const total *from = &before[b > half ? b - half : 0], *to = &before[b + half + 1 < n ? b + half + 1 : n];
        uint64_t words = to->words - from->words;
        C(feature, b) = words ? (float)(to->content - from->content) / ((float)words * 65536) : -1;
    }
}

static void windows(feature_maker *m, const weighed *blocks, total *before)
{
    before[0] = (total){ 0, 0 };
    for (uint32_t b = 0; b < m->page->n_blocks; b++)
        before[b + 1] = (total){ before[b].words + (uint64_t)blocks[b].words,
                                 before[b].content + (uint64_t)(blocks[b].content * 65536) };
    window(m, before, 2, CONTEXT_first_near);
    window(m, before, 6, CONTEXT_first_wide);
    window(m, before, 20, CONTEXT_first_far);
}

static void neighbours(feature_maker *m, const float *first)
{
    uint32_t n = m->page->n_blocks;
    for (uint32_t b = 0; b < n; b++) {
        PUT(first, first[b]);
        PUT(first_previous, b > 0 ? first[b - 1] : -1);
        PUT(first_previous2, b > 1 ? first[b - 2] : -1);
        PUT(first_previous3, b > 2 ? first[b - 3] : -1);
        PUT(first_next, b + 1 < n ? first[b + 1] : -1);
        PUT(first_next2, b + 2 < n ? first[b + 2] : -1);
        PUT(first_next3, b + 3 < n ? first[b + 3] : -1);
    }
}

/* Sums over subtrees, by node, and their parts: blocks share most of the elements around them. */
static void sum_nodes(const feature_maker *m, const weighed *blocks, weighed *nodes, float *parts)
{
    const husk_page *page = m->page;
    nodes[0] = (weighed){ 0, 0 };
    for (uint32_t e = 0; e < m->n_elements; e++)
        nodes[m->elements[e]] = (weighed){ 0, 0 };
    for (uint32_t b = 0; b < page->n_blocks; b++)
        add(&nodes[page->blocks[b].container], blocks[b]);
    for (uint32_t e = m->n_elements; e-- > 0;) {
        uint32_t i = m->elements[e];
        if (nodes[i].words > 0)
            add(&nodes[page->parent[i]], nodes[i]);
        parts[i] = part(nodes[i]);
    }
    parts[0] = part(nodes[0]);
}

static void surroundings(feature_maker *m, const float *parts, const weighed *looks, const weighed *items)
{
    const husk_page *page = m->page;
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        const block_info *info = &m->blocks[b];
        uint32_t at = page->blocks[b].container;
        for (unsigned level = 0; level < BLOCK_LEVELS; level++) {
            C(CONTEXT_first_level0 + level, b) = parts[at];
            at = at ? page->parent[at] : 0;
        }
        PUT(first_branch, parts[info->branch]);
        PUT(first_alike, part(looks[info->alike]));
        PUT(first_item, info->item == NODE_NONE ? -1 : part(items[m->nodes[info->item].item]));
    }
}

/* Where content starts and ends, and how much of it there is. */
static void course(feature_maker *m, const float *first, const weighed *blocks, weighed page, float best)
{
    uint32_t n = m->page->n_blocks, begin = n, end = 0;
    for (uint32_t b = 0; b < n; b++)
        if (first[b] > .5f && blocks[b].words >= 5) {
            begin = begin == n ? b : begin;
            end = b;
        }
    C(CONTEXT_first_page, 0) = part(page); /* these are the same for all blocks */
    C(CONTEXT_first_best, 0) = best;
    C(CONTEXT_first_words, 0) = page.content;
    float before = 0, heading = -1;
    for (uint32_t b = 0; b < n; b++) {
        PUT(first_before, page.content > 0 ? before / page.content : 0);
        PUT(first_begin, begin == n ? -1000 : (float)b - (float)begin);
        PUT(first_end, begin == n ? -1000 : (float)end - (float)b);
        PUT(first_heading, heading);
        before += blocks[b].content;
        if (m->blocks[b].heading)
            heading = first[b];
    }
}

husk_status block_context(block_matrix *matrix, const float *first, arena *memory)
{
    feature_maker *m = matrix->maker;
    const husk_page *page = m->page;
    arena_mark mark = arena_save(memory);
    weighed *blocks = arena_array(memory, (size_t)page->n_blocks + 1, sizeof *blocks),
            *nodes = arena_array(memory, page->n_nodes, sizeof *nodes);
    weighed *looks = arena_zeros(memory, (size_t)m->n_looks + 1, sizeof *looks),
            *items = arena_zeros(memory, (size_t)m->n_items + 1, sizeof *items);
    total *before = arena_array(memory, (size_t)page->n_blocks + 1, sizeof *before);
    float *parts = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *parts);
    if (parts == NULL || blocks == NULL || nodes == NULL || looks == NULL || items == NULL || before == NULL) {
        arena_restore(memory, mark);
        return HUSK_NO_MEMORY;
    }
    weighed whole = { 0, 0 };
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        float words = (float)m->blocks[b].words;
        blocks[b] = (weighed){ words, words * first[b] };
        add(&looks[m->blocks[b].alike], blocks[b]);
        add(&whole, blocks[b]);
    }
    sum_nodes(m, blocks, nodes, parts);
    for (uint32_t e = 0; e < m->n_elements; e++) {
        uint32_t i = m->elements[e];
        if (nodes[i].words > 0 && m->nodes[i].item != NODE_NONE)
            add(&items[m->nodes[i].item], nodes[i]);
    }
    neighbours(m, first);
    windows(m, blocks, before);
    surroundings(m, parts, looks, items);
    course(m, first, blocks, whole, block_expected_f(page, first));
    arena_restore(memory, mark);
    return HUSK_OK;
}

husk_status block_pool(const block_matrix *matrix, float share, float most_words, arena *memory, float *probabilities)
{
    const feature_maker *m = matrix->maker;
    arena_mark mark = arena_save(memory);
    weighed *looks = arena_zeros(memory, (size_t)m->n_looks + 1, sizeof *looks);
    if (looks == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t b = 0; b < matrix->n; b++) {
        float words = fminf((float)m->blocks[b].words, most_words);
        add(&looks[m->blocks[b].alike], (weighed){ words, words * probabilities[b] });
    }
    for (uint32_t b = 0; b < matrix->n; b++) {
        weighed look = looks[m->blocks[b].alike];
        if (look.words > 0)
            probabilities[b] = (1 - share) * probabilities[b] + share * part(look);
    }
    arena_restore(memory, mark);
    return HUSK_OK;
}

/* In 256 steps of probability: fine enough, and no sorting. */
static int step_of(float probability)
{
    int step = (int)(probability * 255.f);
    return step < 0 ? 0 : step > 255 ? 255 : step;
}

float block_surest(const husk_page *page, const float *probabilities, float most_words)
{
    float words[256] = { 0 }, all = 0, sum = 0;
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        words[step_of(probabilities[b])] += (float)page->blocks[b].n_words;
        all += (float)page->blocks[b].n_words;
    }
    int step = 255;
    for (float wanted = fminf(most_words, all / 2); step > 0; step--) {
        sum += words[step];
        if (sum > 0 && sum >= wanted)
            break;
    }
    return (float)step / 255;
}

float block_expected_f(const husk_page *page, const float *probabilities)
{
    float words[256], content[256], all = 0, chosen = 0, right = 0, best = 0;
    uint64_t used[4] = { 0 }; /* a bit for each step that has a block: most have none */
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        int step = step_of(probabilities[b]);
        float n = (float)page->blocks[b].n_words;
        uint64_t bit = (uint64_t)1 << step % 64;
        if (!(used[step / 64] & bit))
            words[step] = content[step] = 0;
        used[step / 64] |= bit;
        words[step] += n;
        content[step] += n * probabilities[b];
        all += n * probabilities[b];
    }
    for (int part = 3; part >= 0; part--)
        for (uint64_t left = used[part]; left;) {
            int at = 63 - __builtin_clzll(left);
            left ^= (uint64_t)1 << at;
            chosen += words[part * 64 + at];
            right += content[part * 64 + at];
            float f = chosen + all > 0 ? 2 * right / (chosen + all) : 0;
            best = f > best ? f : best;
        }
    return best;
}
