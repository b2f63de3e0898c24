/* bit_columns.c - one view of a site's pages as a table of bits.
 * Columns are weighted because a word of body's class may name a kind or a subject. A kind's name correlates with the
 * elements that its template adds; a subject's name correlates with nothing. Cost: a sort of the marks; columns *
 * MAX_WEIGHING * pages / 64 for the weights; pages^2 * marks per page for all pairs. Limits: MAX_COLUMNS, a sample by
 * hash. */
#include "cluster/pairs/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COLUMNS 4096u
/* Columns of the elements to correlate with: a sample is enough for a mean. */
#define MAX_WEIGHING 256u

static bool is_column(const bit_columns *c, size_t pages)
{
    uint32_t least = (c->n_pages + 99) / 100;
    return pages >= (least < 2 ? 2 : least) && pages < c->n_pages;
}

static bool columns_room(bit_columns *c, arena *memory)
{
    size_t n = c->n_columns;
    c->column_words = (c->n_pages + 63) / 64;
    c->row_words = (c->n_columns + 63) / 64;
    c->pages = arena_array(memory, n, sizeof *c->pages);
    c->weight = arena_zeros(memory, n, sizeof *c->weight);
    c->column = arena_zeros(memory, n * c->column_words, sizeof *c->column);
    c->row = arena_zeros(memory, (size_t)c->n_pages * c->row_words, sizeof *c->row);
    return c->pages && c->weight && c->column && c->row;
}

bool columns_build(numbered_hash *seen, size_t n_seen, uint32_t n_pages, arena *memory, bit_columns *c)
{
    *c = (bit_columns){ .n_pages = n_pages };
    if (!hashes_sort(seen, n_seen))
        return false;
    for (size_t i = 0, to; i < n_seen && c->n_columns < MAX_COLUMNS; i = to) {
        to = run_end(seen, n_seen, i);
        c->n_columns += is_column(c, to - i);
    }
    if (!columns_room(c, memory))
        return false;
    uint32_t k = 0;
    for (size_t i = 0, to; i < n_seen && k < c->n_columns; i = to) {
        to = run_end(seen, n_seen, i);
        if (!is_column(c, to - i))
            continue;
        c->pages[k] = (uint32_t)(to - i);
        for (size_t j = i; j < to; j++) {
            uint32_t page = seen[j].number;
            c->column[(size_t)k * c->column_words + page / 64] |= (uint64_t)1 << (page % 64);
            c->row[(size_t)page * c->row_words + k / 64] |= (uint64_t)1 << (k % 64);
        }
        k++;
    }
    return true;
}

static double correlation(const bit_columns *a, uint32_t i, const bit_columns *b, uint32_t j)
{
    const uint64_t *x = a->column + (size_t)i * a->column_words, *y = b->column + (size_t)j * b->column_words;
    uint32_t both = 0;
    for (uint32_t w = 0; w < a->column_words; w++)
        both += (uint32_t)__builtin_popcountll(x[w] & y[w]);
    double n = a->n_pages, p = a->pages[i], q = b->pages[j], d = n * both - p * q;
    return d * d / (p * (n - p) * q * (n - q));
}

void columns_weigh(bit_columns *c, const bit_columns *elements)
{
    uint32_t stride = (elements->n_columns + MAX_WEIGHING - 1) / MAX_WEIGHING;
    double squares = 0;
    for (uint32_t i = 0; i < c->n_columns && elements->n_columns; i++) {
        double sum = 0;
        uint32_t n = 0;
        for (uint32_t j = 0; j < elements->n_columns; j += stride, n++)
            sum += correlation(c, i, elements, j);
        c->weight[i] = (float)(sum / n);
        squares += sum / n * (sum / n);
    }
    c->strength = c->n_columns ? sqrt(squares / c->n_columns) : -1;
}

/* The number of marks two pages share, and the sum of their weights. */
static double shared_weight(const bit_columns *c, uint32_t a, uint32_t b, uint32_t *count)
{
    const uint64_t *x = c->row + (size_t)a * c->row_words, *y = c->row + (size_t)b * c->row_words;
    double sum = 0;
    *count = 0;
    for (uint32_t w = 0; w < c->row_words; w++)
        for (uint64_t bits = x[w] & y[w]; bits; bits &= bits - 1, ++*count)
            sum += c->weight[w * 64 + (uint32_t)__builtin_ctzll(bits)];
    return sum;
}

static float share(double both, double all)
{
    return (float)(all > 0 ? both / all : 1);
}

void columns_compare(const bit_columns *c, float *plain, float *weighted)
{
    uint32_t n = c->n_pages, count, *size = malloc(((size_t)n + 1) * sizeof *size);
    double *weight = malloc(((size_t)n + 1) * sizeof *weight);
    bool none = c->n_columns == 0 || !size || !weight;
    for (uint32_t p = 0; p < n && !none; p++)
        weight[p] = shared_weight(c, p, p, &size[p]);
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = a; b < n; b++) {
            size_t at = (size_t)a * n + b, mirror = (size_t)b * n + a;
            plain[at] = weighted[at] = -1;
            if (!none) {
                double sum = shared_weight(c, a, b, &count);
                plain[at] = share(count, (double)size[a] + size[b] - count);
                weighted[at] = share(sum, weight[a] + weight[b] - sum);
            }
            plain[mirror] = plain[at];
            weighted[mirror] = weighted[at];
        }
    free(size);
    free(weight);
}
