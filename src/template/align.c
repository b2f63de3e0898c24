/* align.c - the best global alignment of two sequences, by a bit-parallel matrix: 64 cells at once.
 * Adjacent cells of the cost matrix differ by -3, -1, 1 or 3, so a difference takes 2 bits, and a row of them is two
 * bit planes. Cost: about 25 instructions per 64 cells, whatever the pages; twice that if the rows don't fit in
 * memory and are recomputed from checkpoints. Limits: aligner.max_cells, the arena's cap, by the distance between
 * checkpoints, and HUSK_MAX_TOKENS per sequence.
 * Idea: Myers 1999 (bit vectors), Loving, Hernandez, Benson 2014 (general scores); the recurrence below is derived
 * for these scores. */
#include "template/template.h"

#include "base/arrays.h"

/* The matrix has the least cost = 2 * mismatches + 3 * gaps; the score is (n + m - cost) / 2, since a match takes 2 of
 * n + m for its 1, a mismatch 2 for its 0 and a gap 1 for its -1. D(i, j) is the least cost of the first i tokens of a
 * and the first j of b. Facts used:
 * Parity: n + m - cost is even, so D(i, j) has the parity of i + j.
 * Monotone: D(i, j) <= D(i+1, j+1). Take a best alignment of the longer prefixes. If its last step takes both last
 * tokens, omit it. Otherwise it ends with one of them alone, say a's; omit that gap (-3) and remove b's last token
 * from its step: that saves its gap, or leaves a's partner alone (at most +3). The cost does not increase.
 * Match: if the last tokens of a and b are equal, D(i, j) = D(i-1, j-1): <= by that step, >= by monotone. So taking
 * equal tokens from the end is always best, and a common suffix may be cut off.
 * Not used: cutting a common prefix keeps the score but may change which best alignment is found, and a token that is
 * unique on both sides need not be matched in any best alignment (crossing pairs). */

/* With h = (D(i-1, j) - D(i-1, j-1) + 3) / 2 above a cell and v = (D(i, j-1) - D(i-1, j-1) + 3) / 2 to its left, both
 * in 0..3, the cell's cost is D(i-1, j-1) + 2z where z = 0 if the tokens are equal or h = 0 or v = 0, else 1; below
 * it is h' = 3 - v + z and to its right v' = 3 - h + z. Only v = 0 is passed from cell to cell along a row: v' = 0 if
 * h = 3 and (equal or v = 0), which is the carry of adding the plane of (h = 3 and equal) to the plane of (h = 3). */

/* A token of b with more than m / 256 occurrences gets its bit plane once; there are at most 256 such. The bits of
 * the others are set and cleared for each row, which is less work than the row itself. */
#define PLANES 256

/* Memory that an aligner keeps between pairs. */
#define KEEP_BYTES ((size_t)16 << 20)
#define TOKEN_NONE UINT32_MAX

/* The two sequences and the steps so far, written from the back of `ops` to its front. */
typedef struct align_pair {
    const uint32_t *a, *b;
    size_t n, m;
    uint8_t *ops; /* n + m */
    size_t at;    /* index of the first step written */
} align_pair;

/* The positions of each token of b: runs of a list that is sorted by token. */
typedef struct token_index {
    uint32_t *row;         /* by token of a: where its run starts, or TOKEN_NONE if b does not have it */
    numbered_hash *places; /* token and position; m of them, and one of another token */
} token_index;

typedef struct matrix {
    align_pair *pair;
    const token_index *index;
    size_t words;     /* per plane */
    uint64_t *h;      /* the row's differences: word w has its low bits in h[2w], its high bits in h[2w + 1] */
    uint64_t *match;  /* a scratch plane, all zero between rows */
    uint64_t **plane; /* by the start of a token's run; NULL for a rare token */
    uint64_t *rows;   /* for each row of a block, word w's z in [2w] and its "v = 0" in [2w + 1] */
    uint64_t *saved;  /* h at the start of each block */
    size_t stride;    /* rows in a block */
    size_t i, j;      /* current position of the trace */
} matrix;

static void align_step(align_pair *pair, uint8_t op)
{
    pair->ops[--pair->at] = op;
}

/* The steps before the first i tokens of `a` and j of `b`, one of which is 0. */
static void align_rest(align_pair *pair, size_t i, size_t j)
{
    for (; j > 0; j--)
        align_step(pair, ALIGN_ONLY_B);
    for (; i > 0; i--)
        align_step(pair, ALIGN_ONLY_A);
}

/* --- positions of tokens ------------------------------------------------------------------------------------------ */

static uint32_t find_token(const token_index *index, size_t m, uint32_t token)
{
    size_t at;
    SORTED_PLACE(at, 0, m, index->places[at].hash < token);
    return at < m && index->places[at].hash == token ? (uint32_t)at : TOKEN_NONE;
}

static husk_status token_index_build(token_index *index, const align_pair *pair, arena *memory)
{
    index->row = arena_array(memory, pair->n, sizeof *index->row);
    index->places = arena_array(memory, pair->m + 1, sizeof *index->places);
    if (index->row == NULL || index->places == NULL)
        return HUSK_LIMIT;
    for (size_t j = 0; j < pair->m; j++)
        index->places[j] = (numbered_hash){ pair->b[j], (uint32_t)j };
    if (!hashes_sort(index->places, pair->m))
        return HUSK_NO_MEMORY;
    index->places[pair->m].hash = UINT64_MAX;
    for (size_t i = 0; i < pair->n; i++)
        index->row[i] = find_token(index, pair->m, pair->a[i]);
    return HUSK_OK;
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static void bits_set(uint64_t *plane, const numbered_hash *run)
{
    for (const numbered_hash *p = run; p->hash == run->hash; p++)
        plane[p->number / 64] |= (uint64_t)1 << (p->number % 64);
}

static void bits_clear(uint64_t *plane, const numbered_hash *run)
{
    for (const numbered_hash *p = run; p->hash == run->hash; p++)
        plane[p->number / 64] = 0;
}

/* Compute one row of `words` words. `out`, if not NULL, gets what the trace needs. The first column rises by 3: v =
 * 3. */
static inline __attribute__((always_inline)) void row_compute(uint64_t *h, const uint64_t *match, size_t words,
                                                              uint64_t *out)
{
    uint64_t carry = 0, v0_in = 1, v1_in = 1;
    for (size_t w = 0; w < words; w++) {
        uint64_t h0 = h[2 * w], h1 = h[2 * w + 1], equal = match[w];
        uint64_t three = h0 & h1;
        uint64_t start = three & equal;
        uint64_t sum = three + start;
        uint64_t over = sum < three;
        sum += carry;
        over |= sum < carry;
        carry = over;
        uint64_t v_zero = sum ^ three ^ start;
        uint64_t z = ~(equal | v_zero) & (h0 | h1);
        uint64_t v0 = ~h0 ^ z;
        uint64_t v1 = ~h1 ^ (~h0 & z);
        uint64_t left0 = v0 << 1 | v0_in;
        uint64_t left1 = v1 << 1 | v1_in;
        v0_in = v0 >> 63;
        v1_in = v1 >> 63;
        h[2 * w] = ~left0 ^ z;
        h[2 * w + 1] = ~left1 ^ (~left0 & z);
        if (out) {
            out[2 * w] = z;
            out[2 * w + 1] = v_zero;
        }
    }
}

/* Row `i` (from 0) over the first `words` words. */
static void row_step(matrix *x, size_t i, size_t words, uint64_t *out)
{
    uint32_t run = x->index->row[i];
    uint64_t *plane = run == TOKEN_NONE ? x->match : x->plane[run];
    bool rare = plane == NULL;
    if (rare) {
        plane = x->match;
        bits_set(plane, x->index->places + run);
    }
    if (out)
        row_compute(x->h, plane, words, out);
    else
        row_compute(x->h, plane, words, NULL);
    if (rare)
        bits_clear(plane, x->index->places + run);
}

/* --- the trace, block by block from the end ----------------------------------------------------------------------- */

/* From (i, j) back to row `first`, whose rows from there on are in x->rows. */
static void block_trace(matrix *x, size_t first, size_t words)
{
    align_pair *pair = x->pair;
    while (x->i > first && x->j > 0) {
        size_t bit = x->j - 1;
        const uint64_t *cell = x->rows + ((x->i - 1 - first) * words + bit / 64) * 2;
        bool z = cell[0] >> (bit % 64) & 1;
        bool from_left = cell[1] >> (bit % 64) & 1;
        if (pair->a[x->i - 1] == pair->b[bit]) {
            align_step(pair, ALIGN_MATCH);
            x->i--, x->j--;
        } else if (z) {
            align_step(pair, ALIGN_MISMATCH);
            x->i--, x->j--;
        } else if (from_left) {
            align_step(pair, ALIGN_ONLY_B);
            x->j--;
        } else {
            align_step(pair, ALIGN_ONLY_A);
            x->i--;
        }
    }
}

/* Compute all rows, keeping h above each block; then, from the last block on, those of the block again and the trace
 * through them. */
static void rows_trace(matrix *x)
{
    size_t n = x->pair->n, words = x->words, n_blocks = (n + x->stride - 1) / x->stride;
    for (size_t b = 0; b < n_blocks; b++) {
        memcpy(x->saved + b * words * 2, x->h, words * 2 * sizeof *x->h);
        for (size_t i = b * x->stride; b + 1 < n_blocks && i < (b + 1) * x->stride; i++)
            row_step(x, i, words, NULL);
    }
    for (size_t b = n_blocks; b-- > 0 && x->j > 0;) {
        size_t first = b * x->stride, left = (x->j + 63) / 64;
        memcpy(x->h, x->saved + b * words * 2, left * 2 * sizeof *x->h);
        for (size_t i = first; i < n && i < first + x->stride; i++)
            row_step(x, i, left, x->rows + (i - first) * left * 2);
        block_trace(x, first, left);
    }
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

static bool planes_make(matrix *x, arena *memory)
{
    const numbered_hash *places = x->index->places;
    size_t m = x->pair->m, common = m / PLANES > 16 ? m / PLANES : 16;
    x->plane = arena_zeros(memory, m, sizeof *x->plane);
    if (x->plane == NULL)
        return false;
    for (size_t from = 0, to; from < m; from = to) {
        to = from + 1;
        while (places[to].hash == places[from].hash)
            to++;
        if (to - from <= common)
            continue;
        x->plane[from] = arena_zeros(memory, x->words, sizeof *x->plane[from]);
        if (x->plane[from] == NULL)
            return false;
        bits_set(x->plane[from], places + from);
    }
    return true;
}

/* All rows in one block if they fit, otherwise blocks of as many rows as there are blocks. */
static bool rows_make(matrix *x, arena *memory)
{
    size_t n = x->pair->n, root = 1, strides[2] = { n };
    while (root * root < n)
        root++;
    strides[1] = root;
    for (int k = 0; k < 2; k++) {
        arena_mark mark = arena_save(memory);
        x->stride = strides[k];
        x->rows = arena_array(memory, x->stride, x->words * 16);
        x->saved = arena_array(memory, (n + x->stride - 1) / x->stride, x->words * 16);
        if (x->rows && x->saved)
            return true;
        arena_restore(memory, mark);
    }
    return false;
}

static husk_status align_matrix(align_pair *pair, arena *memory)
{
    token_index index;
    husk_status status = token_index_build(&index, pair, memory);
    if (status != HUSK_OK)
        return status;
    matrix x = { .pair = pair, .index = &index, .words = (pair->m + 63) / 64, .i = pair->n, .j = pair->m };
    x.h = arena_array(memory, x.words, 16);
    x.match = arena_zeros(memory, x.words, 8);
    if (x.h == NULL || x.match == NULL || !planes_make(&x, memory) || !rows_make(&x, memory))
        return HUSK_LIMIT;
    memset(x.h, 0xff, x.words * 2 * sizeof *x.h); /* the first row rises by 3: h = 3 */
    rows_trace(&x);
    align_rest(pair, x.i, x.j);
    return HUSK_OK;
}

/* --- pairs -------------------------------------------------------------------------------------------------------- */

void aligner_init(aligner *al, size_t max_bytes)
{
    *al = (aligner){ .max_cells = HUSK_MAX_ALIGN_CELLS };
    arena_init(&al->memory, max_bytes);
}

void aligner_free(aligner *al)
{
    arena_free(&al->memory);
}

husk_status align_tokens(aligner *al, const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint8_t *ops,
                         size_t *n_ops)
{
    if (n > HUSK_MAX_TOKENS || m > HUSK_MAX_TOKENS)
        return HUSK_LIMIT;
    al->memory.no_memory = false;
    align_pair pair = { .a = a, .b = b, .n = n, .m = m, .ops = ops, .at = n + m };
    while (pair.n && pair.m && a[pair.n - 1] == b[pair.m - 1]) {
        align_step(&pair, ALIGN_MATCH);
        pair.n--;
        pair.m--;
    }
    if (pair.m && pair.n > al->max_cells / pair.m)
        return HUSK_LIMIT;
    husk_status status = HUSK_OK;
    if (pair.n && pair.m)
        status = align_matrix(&pair, &al->memory);
    else
        align_rest(&pair, pair.n, pair.m);
    arena_reset(&al->memory, KEEP_BYTES);
    if (status != HUSK_OK)
        return al->memory.no_memory ? HUSK_NO_MEMORY : status;
    *n_ops = n + m - pair.at;
    memmove(ops, ops + pair.at, *n_ops);
    return HUSK_OK;
}
