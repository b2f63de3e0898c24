/* forest.c - symmetric trees over columns of bytes.
 * Cost: one comparison per border to make a byte, then per tree and 32 rows six comparisons and eight table shuffles
 * with AVX2; per 16 rows six comparisons and two look-ups with NEON, whose tables hold all 64 leaves; where a shuffle
 * can take as many (AVX-512 VBMI), per 64 rows six comparisons and two shuffles, with all columns of these rows in the
 * fastest cache. */
#include "base/forest.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_AVX2 1
#define HAS_VECTORS 1
#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include <arm_neon.h>
#define HAS_VECTORS 1
#endif

#define ROWS 32

typedef struct forest_run {
    const forest *f;
    uint8_t *bytes; /* by its own column, stride each */
    int32_t *sums;
    uint32_t stride;
} forest_run;

/* The number of borders below a value. */
static uint32_t borders_below(const forest *f, uint32_t c, float value)
{
    uint32_t n = 0;
    for (uint32_t k = f->border[c]; k < f->border[c + 1]; k++)
        n += value > f->borders[k]; /* branch-free: it would be mispredicted half the time */
    return n;
}

static void quantise_plain(const forest *f, uint32_t c, const float *values, uint32_t stride, uint8_t *bytes)
{
    memset(bytes, 0, stride);
    for (uint32_t k = f->border[c]; k < f->border[c + 1]; k++) {
        float border = f->borders[k];
        for (uint32_t i = 0; i < stride; i++)
            bytes[i] = (uint8_t)(bytes[i] + (values[i] > border));
    }
}

static void trees_plain(const forest_run *run)
{
    const forest *f = run->f;
    for (uint32_t t = 0; t < f->n_trees; t++) {
        const uint8_t *columns = f->split_column + (size_t)t * FOREST_DEPTH,
                      *borders = f->split_border + (size_t)t * FOREST_DEPTH;
        for (uint32_t i = 0; i < run->stride; i++) {
            unsigned leaf = 0;
            for (unsigned level = 0; level < FOREST_DEPTH; level++)
                leaf |= (unsigned)(run->bytes[(size_t)columns[level] * run->stride + i] > borders[level]) << level;
            run->sums[i] += forest_leaf(f, t, leaf);
        }
    }
}

#ifdef HAS_AVX2
__attribute__((target("avx2"))) static void quantise_vectors(const forest *f, uint32_t c, const float *values,
                                                             uint32_t stride, uint8_t *bytes)
{
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    for (uint32_t i = 0; i < stride; i += ROWS) {
        __m256 v0 = _mm256_loadu_ps(values + i), v1 = _mm256_loadu_ps(values + i + 8);
        __m256 v2 = _mm256_loadu_ps(values + i + 16), v3 = _mm256_loadu_ps(values + i + 24);
        __m256i n = _mm256_setzero_si256();
        for (uint32_t k = f->border[c]; k < f->border[c + 1]; k++) {
            __m256 b = _mm256_set1_ps(f->borders[k]);
            /* All ones if above: packed to bytes they are -1. */
            __m256i a0 = _mm256_castps_si256(_mm256_cmp_ps(v0, b, _CMP_GT_OQ)),
                    a1 = _mm256_castps_si256(_mm256_cmp_ps(v1, b, _CMP_GT_OQ));
            __m256i a2 = _mm256_castps_si256(_mm256_cmp_ps(v2, b, _CMP_GT_OQ)),
                    a3 = _mm256_castps_si256(_mm256_cmp_ps(v3, b, _CMP_GT_OQ));
            n = _mm256_sub_epi8(n, _mm256_packs_epi16(_mm256_packs_epi32(a0, a1), _mm256_packs_epi32(a2, a3)));
        }
        /* Packing works within halves; this restores the row order. */
        _mm256_storeu_si256((__m256i *)(bytes + i), _mm256_permutevar8x32_epi32(n, order));
    }
}

/* The low or high bytes of leaves 16k..16k+15, in both halves of a register; `bytes` are those of the first. */
__attribute__((target("avx2"))) static inline void leaf_tables(const uint8_t *bytes, __m256i table[4])
{
    for (int k = 0; k < 4; k++)
        table[k] =
            _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(bytes + 16 * k + (16 * k & FOREST_HALF))));
}

/* `not4` and `not5` are the opposites of the leaf's bits 4 and 5. */
__attribute__((target("avx2"))) static inline __m256i look_up(const __m256i table[4], __m256i in16, __m256i not4,
                                                              __m256i not5)
{
    __m256i a = _mm256_blendv_epi8(_mm256_shuffle_epi8(table[1], in16), _mm256_shuffle_epi8(table[0], in16), not4);
    __m256i b = _mm256_blendv_epi8(_mm256_shuffle_epi8(table[3], in16), _mm256_shuffle_epi8(table[2], in16), not4);
    return _mm256_blendv_epi8(b, a, not5);
}

/* Up to FOREST_FLUSH trees for 32 rows: the sum of their leaves fits 16 bits. */
__attribute__((target("avx2"))) static void flush_avx2(__m256i s0, __m256i s1, int32_t *sums)
{
    /* s0 has rows 0-7 and 16-23, s1 rows 8-15 and 24-31: unpacking worked within halves. */
    const __m128i parts[4] = { _mm256_castsi256_si128(s0), _mm256_castsi256_si128(s1), _mm256_extracti128_si256(s0, 1),
                               _mm256_extracti128_si256(s1, 1) };
    for (int k = 0; k < 4; k++) {
        __m256i *at = (__m256i *)(sums + 8 * k);
        _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at), _mm256_cvtepi16_epi32(parts[k])));
    }
}

/* Trees outside, rows inside: a tree's tables are built once. The 16-bit sums are in `partial`. */
__attribute__((target("avx2"))) static void trees_vectors(const forest_run *run, int16_t *partial)
{
    const forest *f = run->f;
    memset(partial, 0, (size_t)run->stride * sizeof *partial);
    for (uint32_t t = 0; t < f->n_trees; t++) {
        const uint8_t *columns = f->split_column + (size_t)t * FOREST_DEPTH,
                      *borders = f->split_border + (size_t)t * FOREST_DEPTH;
        __m256i low[4], high[4], border[FOREST_DEPTH];
        const uint8_t *from[FOREST_DEPTH];
        leaf_tables(f->leaves + (size_t)t * FOREST_TREE_BYTES, low);
        leaf_tables(f->leaves + (size_t)t * FOREST_TREE_BYTES + FOREST_HALF, high);
        for (unsigned level = 0; level < FOREST_DEPTH; level++) {
            border[level] = _mm256_set1_epi8((char)borders[level]);
            from[level] = run->bytes + (size_t)columns[level] * run->stride;
        }
        bool flush = (t + 1) % FOREST_FLUSH == 0 || t + 1 == f->n_trees;
        for (uint32_t i = 0; i < run->stride; i += ROWS) {
            __m256i below[FOREST_DEPTH]; /* all ones where a byte is not above its border */
            for (unsigned level = 0; level < FOREST_DEPTH; level++) {
                __m256i q = _mm256_loadu_si256((const __m256i *)(from[level] + i));
                below[level] = _mm256_cmpeq_epi8(_mm256_max_epu8(q, border[level]), border[level]);
            }
            __m256i in16 = _mm256_or_si256(_mm256_or_si256(_mm256_andnot_si256(below[0], _mm256_set1_epi8(1)),
                                                           _mm256_andnot_si256(below[1], _mm256_set1_epi8(2))),
                                           _mm256_or_si256(_mm256_andnot_si256(below[2], _mm256_set1_epi8(4)),
                                                           _mm256_andnot_si256(below[3], _mm256_set1_epi8(8))));
            __m256i l = look_up(low, in16, below[4], below[5]), h = look_up(high, in16, below[4], below[5]);
            __m256i *at = (__m256i *)(partial + i);
            __m256i s0 = _mm256_add_epi16(_mm256_loadu_si256(at), _mm256_unpacklo_epi8(l, h));
            __m256i s1 = _mm256_add_epi16(_mm256_loadu_si256(at + 1), _mm256_unpackhi_epi8(l, h));
            if (flush) {
                flush_avx2(s0, s1, run->sums + i);
                s0 = s1 = _mm256_setzero_si256();
            }
            _mm256_storeu_si256(at, s0);
            _mm256_storeu_si256(at + 1, s1);
        }
    }
}

/* borders_below, eight borders at a time. */
__attribute__((target("avx2,popcnt"))) static uint32_t borders_below_avx2(const forest *f, uint32_t c, float value)
{
    static const int32_t first[16] = { -1, -1, -1, -1, -1, -1, -1, -1 };
    const float *at = f->borders + f->border[c], *end = f->borders + f->border[c + 1];
    const __m256 v = _mm256_set1_ps(value);
    uint32_t n = 0;
    for (; end - at >= 8; at += 8)
        n += (uint32_t)__builtin_popcount(
            (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(v, _mm256_loadu_ps(at), _CMP_GT_OQ)));
    if (at == end)
        return n;
    const __m256i rest = _mm256_loadu_si256((const __m256i *)(first + 8 - (end - at)));
    const __m256 above =
        _mm256_and_ps(_mm256_cmp_ps(v, _mm256_maskload_ps(at, rest), _CMP_GT_OQ), _mm256_castsi256_ps(rest));
    return n + (uint32_t)__builtin_popcount((unsigned)_mm256_movemask_ps(above));
}

/* --- 64 rows at a time -------------------------------------------------------------------------------------------- */

#define VBMI __attribute__((target("avx2,popcnt,avx512f,avx512bw,avx512vbmi")))
#define TILE 64

/* The bytes of up to 64 rows of a column. On most pages half of the columns have one value: one count serves all. */
VBMI static void quantise_tile(const forest *f, uint32_t c, const float *values, uint32_t n, uint8_t *bytes)
{
    const uint64_t rows = n < TILE ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
    __m512 v[4];
    __m512i above[4];
    unsigned differ = 0;
    const __m512 first = _mm512_set1_ps(values[0]);
    for (unsigned k = 0; k < 4; k++) {
        const __mmask16 part = (__mmask16)(rows >> 16 * k);
        v[k] = _mm512_maskz_loadu_ps(part, values + 16 * k);
        above[k] = _mm512_setzero_si512();
        differ |= _mm512_mask_cmp_ps_mask(part, v[k], first, _CMP_NEQ_UQ);
    }
    if (differ == 0) {
        _mm512_store_si512(bytes, _mm512_set1_epi8((char)borders_below_avx2(f, c, values[0])));
        return;
    }
    const __m512i one = _mm512_set1_epi32(1);
    for (uint32_t b = f->border[c]; b < f->border[c + 1]; b++) {
        const __m512 border = _mm512_set1_ps(f->borders[b]);
        for (unsigned k = 0; k < 4; k++)
            above[k] = _mm512_mask_add_epi32(above[k], _mm512_cmp_ps_mask(v[k], border, _CMP_GT_OQ), above[k], one);
    }
    for (unsigned k = 0; k < 4; k++)
        _mm_store_si128((__m128i *)(bytes + 16 * k), _mm512_cvtepi32_epi8(above[k]));
}

/* Up to FOREST_FLUSH trees: the sum of their leaves fits 16 bits. */
VBMI static void flush_tile(__m512i s0, __m512i s1, int32_t *sums)
{
    int16_t parts[2][32];
    _mm512_storeu_si512(parts[0], s0);
    _mm512_storeu_si512(parts[1], s1);
    /* s0 has the first eight rows of each sixteen, s1 the others: unpacking worked within quarters. */
    for (int k = 0; k < 8; k++) {
        const __m128i part = _mm_loadu_si128((const __m128i *)(parts[k & 1] + (k >> 1) * 8));
        __m256i *at = (__m256i *)(sums + 8 * k);
        _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at), _mm256_cvtepi16_epi32(part)));
    }
}

VBMI static void trees_tile(const forest *f, const uint8_t *bytes, int32_t *sums)
{
    const __m512i half = _mm512_set1_epi8(FOREST_HALF);
    __m512i s0 = _mm512_setzero_si512(), s1 = s0;
    for (uint32_t t = 0; t < f->n_trees; t++) {
        const uint8_t *columns = f->split_column + (size_t)t * FOREST_DEPTH,
                      *borders = f->split_border + (size_t)t * FOREST_DEPTH;
        const uint8_t *leaves = f->leaves + (size_t)t * FOREST_TREE_BYTES;
        __m512i leaf = _mm512_setzero_si512();
        for (unsigned level = 0; level < FOREST_DEPTH; level++) {
            const __m512i column = _mm512_load_si512(bytes + (size_t)columns[level] * TILE);
            __mmask64 above = _mm512_cmpgt_epu8_mask(column, _mm512_set1_epi8((char)borders[level]));
            leaf = _mm512_mask_add_epi8(leaf, above, leaf, _mm512_set1_epi8((char)forest_leaf_at(0, 1u << level)));
        }
        const __m512i first = _mm512_loadu_si512(leaves), second = _mm512_loadu_si512(leaves + FOREST_LEAVES);
        __m512i low = _mm512_permutex2var_epi8(first, leaf, second),
                high = _mm512_permutex2var_epi8(first, _mm512_or_si512(leaf, half), second);
        s0 = _mm512_add_epi16(s0, _mm512_unpacklo_epi8(low, high));
        s1 = _mm512_add_epi16(s1, _mm512_unpackhi_epi8(low, high));
        if ((t + 1) % FOREST_FLUSH == 0 || t + 1 == f->n_trees) {
            flush_tile(s0, s1, sums);
            s0 = s1 = _mm512_setzero_si512();
        }
    }
}

/* `bytes` has room for a tile of all columns, aligned to it. */
VBMI static void score_tiles(const forest *f, const float *values, uint32_t n, uint32_t stride, const bool *same,
                             uint8_t *bytes, float *scores)
{
    for (uint32_t row = 0; row < n; row += TILE) {
        int32_t sums[TILE] = { 0 };
        uint32_t rows = n - row < TILE ? n - row : TILE;
        for (uint32_t c = 0; c < f->n_columns; c++) {
            const float *column = values + (size_t)f->column[c] * stride;
            if (same == NULL || !same[f->column[c]])
                quantise_tile(f, c, column + row, rows, bytes + (size_t)c * TILE);
            else if (row == 0) /* for all tiles */
                memset(bytes + (size_t)c * TILE, (int)borders_below_avx2(f, c, column[0]), TILE);
        }
        trees_tile(f, bytes, sums);
        for (uint32_t i = 0; i < rows; i++)
            scores[row + i] = (float)sums[i] * f->scale + f->bias;
    }
}

static bool has_vbmi(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vbmi");
}

/* Bit i is set if the byte of column columns[i] is above borders[i]. A shuffle looks up 16 columns; the saturated
 * addition sets the highest bit of all other numbers, for which a shuffle gives 0. */
__attribute__((target("avx2"))) static inline uint32_t splits_avx2(const uint8_t *bytes, uint32_t n_columns,
                                                                   const uint8_t *columns, const uint8_t *borders)
{
    const __m256i sixteen = _mm256_set1_epi8(16), top = _mm256_set1_epi8(0x70);
    __m256i column = _mm256_loadu_si256((const __m256i *)columns), byte = _mm256_setzero_si256();
    for (uint32_t c = 0; c < n_columns; c += 16) {
        const __m256i table = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(bytes + c)));
        byte = _mm256_or_si256(byte, _mm256_shuffle_epi8(table, _mm256_adds_epu8(column, top)));
        column = _mm256_sub_epi8(column, sixteen);
    }
    const __m256i border = _mm256_loadu_si256((const __m256i *)borders);
    const __m256i not_above = _mm256_cmpeq_epi8(_mm256_max_epu8(byte, border), border);
    return ~(uint32_t)_mm256_movemask_epi8(not_above);
}

/* 16 trees at a time: their 96 answers in order are 16 numbers of leaves, six bits each. Returns the trees done. */
__attribute__((target("avx2"))) static uint32_t row_avx2(const forest *f, const uint8_t *bytes, int32_t *sum)
{
    enum { TREES = 16, WORDS = TREES * FOREST_DEPTH / 32 };
    uint32_t t = 0;
    for (; t + TREES <= f->n_trees; t += TREES) {
        uint64_t bits[WORDS];
        for (unsigned w = 0; w < WORDS; w++) {
            size_t at = (size_t)t * FOREST_DEPTH + 32 * w;
            bits[w] = splits_avx2(bytes, f->n_columns, f->split_column + at, f->split_border + at);
        }
        const uint64_t low = bits[0] | bits[1] << 32, high = bits[1] | bits[2] << 32;
        for (unsigned k = 0; k < TREES; k++) {
            unsigned shift = k * FOREST_DEPTH;
            uint64_t leaf = shift + FOREST_DEPTH <= 64 ? low >> shift : high >> (shift - 32);
            *sum += forest_leaf(f, t + k, leaf % FOREST_LEAVES);
        }
    }
    return t;
}

#elif defined(HAS_VECTORS)

/* All ones in a byte whose value is above the border. */
static inline uint8x16_t above_neon(const float32x4_t v[4], float32x4_t border)
{
    uint16x8_t half[2];
    for (int k = 0; k < 2; k++)
        half[k] = vuzp1q_u16(vreinterpretq_u16_u32(vcgtq_f32(v[2 * k], border)),
                             vreinterpretq_u16_u32(vcgtq_f32(v[2 * k + 1], border)));
    return vuzp1q_u8(vreinterpretq_u8_u16(half[0]), vreinterpretq_u8_u16(half[1]));
}

static void quantise_vectors(const forest *f, uint32_t c, const float *values, uint32_t stride, uint8_t *bytes)
{
    for (uint32_t i = 0; i < stride; i += 16) {
        float32x4_t v[4];
        uint8x16_t n = vdupq_n_u8(0);
        for (int k = 0; k < 4; k++)
            v[k] = vld1q_f32(values + i + 4 * k);
        for (uint32_t k = f->border[c]; k < f->border[c + 1]; k++)
            n = vsubq_u8(n, above_neon(v, vdupq_n_f32(f->borders[k])));
        vst1q_u8(bytes + i, n);
    }
}

/* The low or high bytes of a tree's 64 leaves; `bytes` are those of the first. */
static inline uint8x16x4_t leaf_table(const uint8_t *bytes)
{
    uint8x16x4_t table;
    for (int k = 0; k < 4; k++)
        table.val[k] = vld1q_u8(bytes + 16 * k + (16 * k & FOREST_HALF));
    return table;
}

static inline void flush_neon(int16x8_t sum, int32_t *sums)
{
    vst1q_s32(sums, vaddw_s16(vld1q_s32(sums), vget_low_s16(sum)));
    vst1q_s32(sums + 4, vaddw_s16(vld1q_s32(sums + 4), vget_high_s16(sum)));
}

/* Trees outside, rows inside: a tree's tables are loaded once. The 16-bit sums are in `partial`. */
static void trees_vectors(const forest_run *run, int16_t *partial)
{
    const forest *f = run->f;
    memset(partial, 0, (size_t)run->stride * sizeof *partial);
    for (uint32_t t = 0; t < f->n_trees; t++) {
        const uint8_t *columns = f->split_column + (size_t)t * FOREST_DEPTH,
                      *borders = f->split_border + (size_t)t * FOREST_DEPTH,
                      *leaves = f->leaves + (size_t)t * FOREST_TREE_BYTES;
        const uint8x16x4_t low = leaf_table(leaves), high = leaf_table(leaves + FOREST_HALF);
        bool flush = (t + 1) % FOREST_FLUSH == 0 || t + 1 == f->n_trees;
        for (uint32_t i = 0; i < run->stride; i += 16) {
            uint8x16_t leaf = vdupq_n_u8(0);
            for (unsigned level = 0; level < FOREST_DEPTH; level++) {
                const uint8x16_t q = vld1q_u8(run->bytes + (size_t)columns[level] * run->stride + i);
                leaf = vorrq_u8(leaf, vandq_u8(vcgtq_u8(q, vdupq_n_u8(borders[level])), vdupq_n_u8(1u << level)));
            }
            const uint8x16_t l = vqtbl4q_u8(low, leaf), h = vqtbl4q_u8(high, leaf);
            int16x8_t s0 = vaddq_s16(vld1q_s16(partial + i), vreinterpretq_s16_u8(vzip1q_u8(l, h)));
            int16x8_t s1 = vaddq_s16(vld1q_s16(partial + i + 8), vreinterpretq_s16_u8(vzip2q_u8(l, h)));
            if (flush) {
                flush_neon(s0, run->sums + i);
                flush_neon(s1, run->sums + i + 8);
                s0 = s1 = vdupq_n_s16(0);
            }
            vst1q_s16(partial + i, s0);
            vst1q_s16(partial + i + 8, s1);
        }
    }
}
#endif

static inline uint8_t byte_of(const forest *f, uint32_t c, float value, bool fast)
{
#ifdef HAS_AVX2
    if (fast)
        return (uint8_t)borders_below_avx2(f, c, value);
#endif
    (void)fast;
    return (uint8_t)borders_below(f, c, value);
}

static bool has_vectors(void)
{
#ifdef HAS_AVX2
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
#elif defined(HAS_VECTORS)
    return true; /* NEON is in the baseline */
#else
    return false;
#endif
}

static void row_bytes(const forest *f, const float *values, uint32_t stride, uint8_t bytes[256])
{
    bool fast = has_vectors();
    memset(bytes, 0, 256);
    for (uint32_t c = 0; c < f->n_columns; c++)
        bytes[c] = byte_of(f, c, values[(size_t)f->column[c] * stride], fast);
}

/* A single row: only one leaf of each tree is read. */
static float score_bytes(const forest *f, const uint8_t bytes[256])
{
    int32_t sum = 0;
    uint32_t t = 0;
#ifdef HAS_AVX2
    if (has_vectors())
        t = row_avx2(f, bytes, &sum);
#endif
    for (; t < f->n_trees; t++) {
        const uint8_t *columns = f->split_column + (size_t)t * FOREST_DEPTH,
                      *borders = f->split_border + (size_t)t * FOREST_DEPTH;
        unsigned leaf = 0;
        for (unsigned level = 0; level < FOREST_DEPTH; level++)
            leaf |= (unsigned)(bytes[columns[level]] > borders[level]) << level;
        sum += forest_leaf(f, t, leaf);
    }
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

/* The bytes of all columns, `rows` each. */
static void quantise(const forest *f, const float *values, uint32_t n, uint32_t rows, uint32_t stride, const bool *same,
                     bool fast, uint8_t *to)
{
    for (uint32_t c = 0; c < f->n_columns; c++) {
        const float *column = values + (size_t)f->column[c] * stride;
        uint8_t *bytes = to + (size_t)c * rows;
        if ((same && same[f->column[c]]) ||
            (n > 1 && memcmp(column, column + 1, (n - 1) * sizeof *column) == 0)) /* half of them */
            memset(bytes, byte_of(f, c, column[0], fast), rows);
#ifdef HAS_VECTORS
        else if (fast)
            quantise_vectors(f, c, column, rows, bytes);
#endif
        else
            quantise_plain(f, c, column, rows, bytes);
    }
}

/* The caller's stride may be larger. */
static uint32_t whole_rows(uint32_t n)
{
    return (n + ROWS - 1) / ROWS * ROWS;
}

husk_status forest_score_same(const forest *f, const float *values, uint32_t n, uint32_t stride, const bool *same,
                              forest_engine engine, arena *memory, float *scores)
{
    if (n == 1 && engine == FOREST_BEST) {
        uint8_t bytes[256];
        row_bytes(f, values, stride, bytes);
        scores[0] = score_bytes(f, bytes);
        return HUSK_OK;
    }
    arena_mark mark = arena_save(memory);
#ifdef HAS_AVX2
    if (engine == FOREST_BEST && has_vbmi()) {
        uint8_t *bytes = arena_array(memory, (size_t)f->n_columns + 1, TILE);
        if (bytes)
            score_tiles(f, values, n, stride, same, bytes + -(uintptr_t)bytes % TILE, scores);
        arena_restore(memory, mark);
        return bytes ? HUSK_OK : HUSK_NO_MEMORY;
    }
#endif
    uint32_t rows = whole_rows(n);
    forest_run run = { .f = f, .stride = rows };
    run.bytes = arena_array(memory, (size_t)f->n_columns * rows, 1);
    run.sums = arena_array(memory, rows, sizeof *run.sums);
    int16_t *partial = arena_array(memory, rows, sizeof *partial);
    if (run.bytes == NULL || run.sums == NULL || partial == NULL) {
        arena_restore(memory, mark);
        return HUSK_NO_MEMORY;
    }
    memset(run.sums, 0, (size_t)rows * sizeof *run.sums);
    bool fast = engine != FOREST_PLAIN && has_vectors();
    quantise(f, values, n, rows, stride, same, fast, run.bytes);
#ifdef HAS_VECTORS
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

husk_status forest_score(const forest *f, const float *values, uint32_t n, uint32_t stride, forest_engine engine,
                         arena *memory, float *scores)
{
    return forest_score_same(f, values, n, stride, NULL, engine, memory, scores);
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
