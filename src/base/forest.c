/* forest.c - symmetric trees over columns of bytes.
 * Cost: one comparison per border to make a byte, then per tree and vector of rows six comparisons and, with AVX2,
 * eight table shuffles, with NEON, whose tables hold all 64 leaves, two. */
#include "base/forest.h"

#define ROWS 32

typedef struct forest_run {
    const forest *f;
    uint8_t *bytes; /* by its own column, stride each */
    int32_t *sums;
    uint32_t stride;
} forest_run;

/* --- what differs between processors: a vector of bytes, and the leaves of a tree as tables that a vector indexes ---
 */

#if defined(__x86_64__)
#include <immintrin.h>
#define VECTORS __attribute__((target("avx2")))

typedef struct leaf_table {
    __m256i leaves[4]; /* 16k..16k+15, in both halves */
} leaf_table;
typedef uint8_t byte_vector __attribute__((vector_size(32), may_alias, aligned(1)));
typedef int16_t sum_vector __attribute__((vector_size(32), may_alias, aligned(1)));

/* Which rows are in each eight sums: unpacking works within halves. */
static const uint8_t order_of_sums[] = { 0, 16, 8, 24 };

VECTORS static inline leaf_table table_of(const uint8_t *bytes)
{
    leaf_table t;
    for (int k = 0; k < 4; k++)
        t.leaves[k] =
            _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(bytes + 16 * k + (16 * k & FOREST_HALF))));
    return t;
}

/* A blend looks at the highest bit, a shuffle at the four lowest. */
VECTORS static inline __m256i look_up(const leaf_table *t, byte_vector leaf)
{
    const __m256i at = (__m256i)leaf, bit4 = _mm256_slli_epi16(at, 3), bit5 = _mm256_slli_epi16(at, 2);
    __m256i a = _mm256_blendv_epi8(_mm256_shuffle_epi8(t->leaves[0], at), _mm256_shuffle_epi8(t->leaves[1], at), bit4);
    __m256i b = _mm256_blendv_epi8(_mm256_shuffle_epi8(t->leaves[2], at), _mm256_shuffle_epi8(t->leaves[3], at), bit4);
    return _mm256_blendv_epi8(a, b, bit5);
}

VECTORS static inline void add_leaves(const leaf_table *low, const leaf_table *high, byte_vector leaf, sum_vector *sums)
{
    const __m256i l = look_up(low, leaf), h = look_up(high, leaf);
    sums[0] += (sum_vector)_mm256_unpacklo_epi8(l, h);
    sums[1] += (sum_vector)_mm256_unpackhi_epi8(l, h);
}

static bool has_vectors(void)
{
    return __builtin_cpu_supports("avx2");
}

#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include <arm_neon.h>
#define VECTORS

typedef uint8x16x4_t leaf_table;
typedef uint8x16_t byte_vector;
typedef int16x8_t sum_vector;

static const uint8_t order_of_sums[] = { 0, 8 };

static inline leaf_table table_of(const uint8_t *bytes)
{
    leaf_table t;
    for (int k = 0; k < 4; k++)
        t.val[k] = vld1q_u8(bytes + 16 * k + (16 * k & FOREST_HALF));
    return t;
}

static inline void add_leaves(const leaf_table *low, const leaf_table *high, byte_vector leaf, sum_vector *sums)
{
    const uint8x16_t l = vqtbl4q_u8(*low, leaf), h = vqtbl4q_u8(*high, leaf);
    sums[0] += vreinterpretq_s16_u8(vzip1q_u8(l, h));
    sums[1] += vreinterpretq_s16_u8(vzip2q_u8(l, h));
}

static bool has_vectors(void)
{
    return true; /* NEON is in the baseline */
}
#else
static bool has_vectors(void)
{
    return false;
}
#endif

/* --- trees -------------------------------------------------------------------------------------------------------- */

static inline unsigned leaf_of(const forest *f, uint32_t t, const uint8_t *bytes, size_t stride)
{
    const uint8_t *columns = f->split_column + (size_t)t * FOREST_DEPTH,
                  *borders = f->split_border + (size_t)t * FOREST_DEPTH;
    unsigned leaf = 0;
    for (unsigned level = 0; level < FOREST_DEPTH; level++)
        leaf |= (unsigned)(bytes[columns[level] * stride] > borders[level]) << level;
    return leaf;
}

static void trees_plain(const forest_run *run)
{
    for (uint32_t t = 0; t < run->f->n_trees; t++)
        for (uint32_t i = 0; i < run->stride; i++)
            run->sums[i] += forest_leaf(run->f, t, leaf_of(run->f, t, run->bytes + i, run->stride));
}

#ifdef VECTORS
/* Up to FOREST_FLUSH trees: the sum of their leaves fits 16 bits. */
VECTORS static inline void flush(int16_t *partial, int32_t *sums)
{
    for (size_t k = 0; k < sizeof order_of_sums; k++)
        for (unsigned i = 0; i < 8; i++)
            sums[order_of_sums[k] + i] += partial[8 * k + i];
    memset(partial, 0, sizeof(byte_vector) * sizeof *partial);
}

/* Trees outside, rows inside: a tree's tables are built once. The 16-bit sums are in `partial`. */
VECTORS static void trees_vectors(const forest_run *run, int16_t *partial)
{
    const forest *f = run->f;
    memset(partial, 0, (size_t)run->stride * sizeof *partial);
    for (uint32_t t = 0; t < f->n_trees; t++) {
        const uint8_t *leaves = f->leaves + (size_t)t * FOREST_TREE_BYTES;
        const leaf_table low = table_of(leaves), high = table_of(leaves + FOREST_HALF);
        const uint8_t *from[FOREST_DEPTH];
        byte_vector borders[FOREST_DEPTH];
        for (unsigned level = 0; level < FOREST_DEPTH; level++) {
            size_t split = (size_t)t * FOREST_DEPTH + level;
            from[level] = run->bytes + (size_t)f->split_column[split] * run->stride;
            borders[level] = (byte_vector){ 0 } + f->split_border[split];
        }
        bool is_full = (t + 1) % FOREST_FLUSH == 0 || t + 1 == f->n_trees;
        for (uint32_t i = 0; i < run->stride; i += sizeof(byte_vector)) {
            byte_vector opposite = { 0 }, bytes;
            for (unsigned level = 0; level < FOREST_DEPTH; level++) {
                memcpy(&bytes, from[level] + i, sizeof bytes);
                opposite |= (byte_vector)(bytes <= borders[level]) & (uint8_t)(1u << level);
            }
            add_leaves(&low, &high, opposite ^ (FOREST_LEAVES - 1), (sum_vector *)(void *)(partial + i));
            if (is_full)
                flush(partial + i, run->sums + i);
        }
    }
}
#endif

/* --- values as bytes ---------------------------------------------------------------------------------------------- */

/* The number of borders below a value. */
static uint8_t borders_below(const forest *f, uint32_t c, float value)
{
    uint32_t n = 0;
    for (uint32_t k = f->border[c]; k < f->border[c + 1]; k++)
        n += value > f->borders[k]; /* branch-free: it would be mispredicted half the time */
    return (uint8_t)n;
}

static void quantise_plain(const forest *f, uint32_t c, const float *values, uint32_t stride, uint8_t *bytes)
{
    for (uint32_t i = 0; i < stride; i++)
        bytes[i] = borders_below(f, c, values[i]);
}

#ifdef VECTORS
typedef float float_vector __attribute__((vector_size(32)));
typedef uint32_t count_vector __attribute__((vector_size(32)));
typedef uint8_t row_vector __attribute__((vector_size(ROWS)));

VECTORS static void quantise_vectors(const forest *f, uint32_t c, const float *values, uint32_t stride, uint8_t *bytes)
{
    for (uint32_t i = 0; i < stride; i += ROWS) {
        float_vector v[4];
        count_vector n[4] = { { 0 } };
        memcpy(v, values + i, sizeof v);
        for (uint32_t k = f->border[c]; k < f->border[c + 1]; k++)
            for (unsigned part = 0; part < 4; part++)
                n[part] -= (count_vector)(v[part] > f->borders[k]); /* all ones, which is -1, if so */
        const row_vector mixed = (row_vector)(n[0] | n[1] << 8 | n[2] << 16 | n[3] << 24);
        const row_vector rows =
            __builtin_shufflevector(mixed, mixed, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29, 2, 6, 10,
                                    14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
        memcpy(bytes + i, &rows, sizeof rows);
    }
}
#endif

/* The bytes of all columns, `rows` each. */
static void quantise(const forest *f, const float *values, uint32_t n, uint32_t rows, uint32_t stride, const bool *same,
                     bool fast, uint8_t *to)
{
    (void)fast;
    for (uint32_t c = 0; c < f->n_columns; c++) {
        const float *column = values + (size_t)f->column[c] * stride;
        uint8_t *bytes = to + (size_t)c * rows;
        if ((same && same[f->column[c]]) ||
            (n > 1 && memcmp(column, column + 1, (n - 1) * sizeof *column) == 0)) /* half of them */
            memset(bytes, borders_below(f, c, column[0]), rows);
#ifdef VECTORS
        else if (fast)
            quantise_vectors(f, c, column, rows, bytes);
#endif
        else
            quantise_plain(f, c, column, rows, bytes);
    }
}

/* --- scores ------------------------------------------------------------------------------------------------------- */

static void row_bytes(const forest *f, const float *values, uint32_t stride, uint8_t bytes[256])
{
    memset(bytes, 0, 256);
    for (uint32_t c = 0; c < f->n_columns; c++)
        bytes[c] = borders_below(f, c, values[(size_t)f->column[c] * stride]);
}

/* A single row: only one leaf of each tree is read. */
static float score_bytes(const forest *f, const uint8_t bytes[256])
{
    int32_t sum = 0;
    for (uint32_t t = 0; t < f->n_trees; t++)
        sum += forest_leaf(f, t, leaf_of(f, t, bytes, 1));
    return (float)sum * f->scale + f->bias;
}

float forest_score_row(const forest *f, const float *values, forest_row *row)
{
    if (row->borders != f->borders) {
        row_bytes(f, values, 1, row->bytes);
        row->borders = f->borders;
    }
    return score_bytes(f, row->bytes);
}

/* The caller's stride may be larger. */
static uint32_t whole_rows(uint32_t n)
{
    return (n + ROWS - 1) / ROWS * ROWS;
}

husk_status forest_score(const forest *f, const float *values, uint32_t n, uint32_t stride, const bool *same,
                         forest_engine engine, arena *memory, float *scores)
{
    if (n == 1 && engine == FOREST_BEST) {
        uint8_t bytes[256];
        row_bytes(f, values, stride, bytes);
        scores[0] = score_bytes(f, bytes);
        return HUSK_OK;
    }
    arena_mark mark = arena_save(memory);
    uint32_t rows = whole_rows(n);
    forest_run run = { .f = f, .stride = rows };
    run.bytes = arena_array(memory, (size_t)f->n_columns * rows, 1);
    run.sums = arena_zeros(memory, rows, sizeof *run.sums);
    int16_t *partial = arena_array(memory, rows, sizeof *partial);
    if (run.bytes == NULL || run.sums == NULL || partial == NULL) {
        arena_restore(memory, mark);
        return HUSK_NO_MEMORY;
    }
    bool fast = engine != FOREST_PLAIN && has_vectors();
    quantise(f, values, n, rows, stride, same, fast, run.bytes);
#ifdef VECTORS
    if (fast)
        trees_vectors(&run, partial);
#endif
    if (!fast)
        trees_plain(&run);
    for (uint32_t i = 0; i < n; i++)
        scores[i] = (float)run.sums[i] * f->scale + f->bias;
    arena_restore(memory, mark);
    return HUSK_OK;
}

/* --- what each column contributes --------------------------------------------------------------------------------- */

/* The questions of a tree that the rows answer differently, at most FOREST_DEPTH, and what the others answer. */
typedef struct open_tree {
    unsigned n;
    unsigned level[FOREST_DEPTH];
    float share[FOREST_DEPTH]; /* of the rows, whose answer is yes */
    unsigned fixed;            /* bits of a leaf */
} open_tree;

/* One step of a transform of `n` numbers: pairs whose index differs in one bit become a mean and a difference. */
static inline void to_differences(float *v, unsigned n, unsigned bit, float share)
{
    for (unsigned i = 0; i < n; i += 2 * bit)
        for (unsigned k = i; k < i + bit; k++) {
            float low = v[k], high = v[k + bit];
            v[k] = low + share * (high - low);
            v[k + bit] = high - low;
        }
}

static inline void to_values(float *v, unsigned n, unsigned bit, float share)
{
    for (unsigned i = 0; i < n; i += 2 * bit)
        for (unsigned k = i; k < i + bit; k++) {
            float mean = v[k], difference = v[k + bit];
            v[k] = mean - share * difference;
            v[k + bit] = mean + (1 - share) * difference;
        }
}

/* By open question and answers, the question's Shapley value: a tree is a sum of products of (answer - share), one for
 * each set of questions, and each product is divided equally among them. */
static void tree_parts(const forest *f, uint32_t t, const open_tree *o, float parts[FOREST_DEPTH][FOREST_LEAVES])
{
    float product[FOREST_LEAVES];
    const unsigned n = 1u << o->n;
    for (unsigned i = 0; i < n; i++) {
        unsigned leaf = o->fixed;
        for (unsigned k = 0; k < o->n; k++)
            leaf |= (i >> k & 1) << o->level[k];
        product[i] = (float)forest_leaf(f, t, leaf) * f->scale;
    }
    for (unsigned k = 0; k < o->n; k++)
        to_differences(product, n, 1u << k, o->share[k]);
    for (unsigned i = 1; i < n; i++)
        product[i] /= (float)__builtin_popcount(i);
    for (unsigned k = 0; k < o->n; k++) {
        for (unsigned set = 0; set < n; set++)
            parts[k][set] = set >> k & 1 ? product[set] : 0;
        for (unsigned i = 0; i < o->n; i++)
            to_values(parts[k], n, 1u << i, o->share[i]);
    }
}

/* Find the tree's open questions, and each row's answers to them. `up_to` counts rows by column and byte. */
static open_tree open_questions(const forest_run *run, uint32_t t, uint32_t n, const uint32_t (*up_to)[256],
                                uint8_t *answers)
{
    open_tree o = { .n = 0 };
    memset(answers, 0, run->stride);
    for (unsigned level = 0; level < FOREST_DEPTH; level++) {
        const uint8_t c = run->f->split_column[(size_t)t * FOREST_DEPTH + level],
                      border = run->f->split_border[(size_t)t * FOREST_DEPTH + level], bit = (uint8_t)(1u << o.n);
        const uint32_t above = n - up_to[c][border];
        if (above == n)
            o.fixed |= 1u << level;
        if (above == n || above == 0)
            continue;
        const uint8_t *column = run->bytes + (size_t)c * run->stride;
        for (uint32_t i = 0; i < n; i++)
            answers[i] |= column[i] > border ? bit : 0;
        o.level[o.n] = level;
        o.share[o.n++] = (float)above / (float)n;
    }
    return o;
}

/* By column and byte: how many rows have at most that. */
static void count_bytes(const forest_run *run, uint32_t n, uint32_t (*up_to)[256])
{
    memset(up_to, 0, run->f->n_columns * sizeof *up_to);
    for (uint32_t c = 0; c < run->f->n_columns; c++) {
        for (uint32_t i = 0; i < n; i++)
            up_to[c][run->bytes[(size_t)c * run->stride + i]]++;
        for (unsigned byte = 1; byte < 256; byte++)
            up_to[c][byte] += up_to[c][byte - 1];
    }
}

husk_status forest_explain(const forest *f, const float *values, uint32_t n, uint32_t stride, const bool *same,
                           const uint8_t *part_of, arena *memory, float *weights)
{
    if (n == 0)
        return HUSK_OK;
    arena_mark mark = arena_save(memory);
    forest_run run = { .f = f, .stride = whole_rows(n) };
    run.bytes = arena_array(memory, (size_t)f->n_columns * run.stride + 1, 1);
    uint8_t *answers = arena_array(memory, run.stride, 1);
    uint32_t(*up_to)[256] = arena_array(memory, (size_t)f->n_columns + 1, sizeof *up_to);
    if (run.bytes == NULL || answers == NULL || up_to == NULL) {
        arena_restore(memory, mark);
        return HUSK_NO_MEMORY;
    }
    quantise(f, values, n, run.stride, stride, same, has_vectors(), run.bytes);
    count_bytes(&run, n, up_to);
    for (uint32_t t = 0; t < f->n_trees; t++) {
        float parts[FOREST_DEPTH][FOREST_LEAVES];
        const open_tree o = open_questions(&run, t, n, (const uint32_t(*)[256])up_to, answers);
        tree_parts(f, t, &o, parts);
        for (unsigned k = 0; k < o.n; k++) {
            float *to =
                weights + (size_t)part_of[f->column[f->split_column[(size_t)t * FOREST_DEPTH + o.level[k]]]] * stride;
            for (uint32_t i = 0; i < n; i++)
                to[i] += parts[k][answers[i]];
        }
    }
    arena_restore(memory, mark);
    return HUSK_OK;
}
