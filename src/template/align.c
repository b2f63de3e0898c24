/* align.c - the best global alignment of two sequences: choice of engine, and common code.
 * The wavefront is tried first, as long as it has cost no more than the matrix would; so similar pairs are cheap, and
 * others cost at most about twice the matrix, which is itself about thirty times faster than a plain one (bench/run
 * align). Limits: aligner.max_cells, the arena's cap, and HUSK_MAX_TOKENS per sequence. */
#include "template/align.h"

#include "base/limits.h"
#include "template/align_engines.h"

/* Memory that an aligner keeps between pairs. */
#define KEEP_BYTES ((size_t)16 << 20)
/* Wavefront cells per token to try before anything else is known: cheaper than building the index. */
#define FIRST_TRY 4

void aligner_init(aligner *al, size_t max_bytes)
{
    *al = (aligner){ .engine = ALIGN_AUTO, .max_cells = HUSK_MAX_ALIGN_CELLS };
    arena_init(&al->memory, max_bytes);
}

void aligner_free(aligner *al)
{
    arena_free(&al->memory);
}

/* Cells that the wavefront needs to reach a cost: cost c has about c / 3 diagonals. */
static uint64_t wave_cells(uint64_t cost)
{
    return cost * cost / 6;
}

/* A lower bound on the cost, from the tokens common to both sides in any order. */
static uint64_t cost_at_least(const align_pair *pair, const token_index *index)
{
    uint64_t shorter = pair->n < pair->m ? pair->n : pair->m;
    uint64_t gaps = (pair->n > pair->m ? pair->n : pair->m) - shorter;
    return COST_GAP * gaps + COST_MISMATCH * (shorter - index->n_common);
}

/* 64-cell words of the matrix: each costs about as much as one cell of the wavefront (bench/run align). */
static uint64_t matrix_words(const align_pair *pair)
{
    return (uint64_t)pair->n * ((pair->m + 63) / 64);
}

static husk_status align_only_bits(align_pair *pair, arena *memory)
{
    token_index index;
    husk_status status = token_index_build(&index, pair, memory);
    return status == HUSK_OK ? align_by_bits(pair, &index, memory) : status;
}

/* The wavefront as long as it pays, then the matrix. */
static husk_status align_auto(aligner *al, align_pair *pair, align_engine *engine)
{
    wavefront w = { .pair = pair, .memory = &al->memory };
    token_index index;
    bool done = false;
    uint64_t worth = matrix_words(pair), most = al->max_cells / 64;
    worth = worth < most
                ? worth
                : most; /* where the matrix is not allowed, the wavefront gets as much as the largest allowed one */
    uint64_t first = FIRST_TRY * (uint64_t)(pair->n + pair->m);
    husk_status status = wavefront_run(&w, first < worth ? first : worth, &done);
    if (status == HUSK_OK && !done && first < worth) {
        status = token_index_build(&index, pair, &al->memory);
        if (status == HUSK_OK && wave_cells(cost_at_least(pair, &index)) <= worth)
            status = wavefront_run(&w, worth, &done);
    }
    if (status == HUSK_OK && done) {
        *engine = ALIGN_WAVE;
        wavefront_trace(&w);
        return HUSK_OK;
    }
    arena_reset(&al->memory, KEEP_BYTES);
    if (status != HUSK_OK && status != HUSK_LIMIT)
        return status;
    if ((uint64_t)pair->n * pair->m > al->max_cells)
        return HUSK_LIMIT;
    *engine = ALIGN_BITS;
    return align_only_bits(pair, &al->memory);
}

static husk_status align_middle(aligner *al, align_pair *pair, align_engine *engine)
{
    if (pair->n == 0 || pair->m == 0) {
        align_rest(pair, pair->n, pair->m);
        *engine = ALIGN_WAVE;
        return HUSK_OK;
    }
    if (al->engine == ALIGN_AUTO)
        return align_auto(al, pair, engine);
    *engine = al->engine;
    if (al->engine == ALIGN_BITS)
        return align_only_bits(pair, &al->memory);
    wavefront w = { .pair = pair, .memory = &al->memory };
    bool done;
    husk_status status = wavefront_run(&w, UINT64_MAX, &done);
    if (status == HUSK_OK)
        wavefront_trace(&w);
    return status;
}

static int64_t ops_score(const uint8_t *ops, size_t n)
{
    static const int8_t score[] = { [ALIGN_MATCH] = 1, [ALIGN_MISMATCH] = 0, [ALIGN_ONLY_A] = -1, [ALIGN_ONLY_B] = -1 };
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += score[ops[i]];
    return sum;
}

husk_status align_tokens(aligner *al, const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint8_t *ops,
                         align_result *result)
{
    *result = (align_result){ 0 };
    if (n > HUSK_MAX_TOKENS || m > HUSK_MAX_TOKENS)
        return HUSK_LIMIT;
    al->memory.no_memory = false;
    align_pair pair = { .a = a, .b = b, .n = n, .m = m, .ops = ops, .at = n + m };
    while (pair.n && pair.m && a[pair.n - 1] == b[pair.m - 1]) {
        align_step(&pair, ALIGN_MATCH);
        pair.n--;
        pair.m--;
    }
    husk_status status = align_middle(al, &pair, &result->engine);
    arena_reset(&al->memory, KEEP_BYTES);
    if (status != HUSK_OK)
        return al->memory.no_memory ? HUSK_NO_MEMORY : status;
    result->n_ops = n + m - pair.at;
    memmove(ops, ops + pair.at, result->n_ops);
    result->score = ops_score(ops, result->n_ops);
    return HUSK_OK;
}
