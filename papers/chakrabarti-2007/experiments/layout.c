/* layout.c - agreement of the estimated boxes with Chromium's: rank correlation over the elements of real pages.
 * Pages with an even number are for the fit, odd ones are measured. --fit changes the constants one at a time, a step
 * up and a step down, while the mean correlation of areas grows.
 * - bench_layout [--fit] PAGE…: pages rendered by layout_pages */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chakrabarti-2007/layout.h"

enum { AREA, MIDDLE_X, MIDDLE_Y, N_MEASURES };

typedef struct sample {
    husk_page *page;
    layout_box *real; /* of the elements compared */
    uint32_t *node;
    uint32_t n;
    bool is_docs, is_test;
} sample;

/* --- rank correlation --------------------------------------------------------------------------------------------- */

typedef struct ranked {
    float value;
    uint32_t at;
} ranked;

static int by_value(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* Ties share the mean of their ranks. */
static void ranks(const float *values, uint32_t n, ranked *order, double *out)
{
    for (uint32_t i = 0; i < n; i++)
        order[i] = (ranked){ values[i], i };
    qsort(order, n, sizeof *order, by_value);
    for (uint32_t i = 0, k; i < n; i = k) {
        for (k = i; k < n && order[k].value == order[i].value; k++)
            ;
        for (uint32_t j = i; j < k; j++)
            out[order[j].at] = (double)(i + k - 1) / 2;
    }
}

static double spearman(const float *a, const float *b, uint32_t n)
{
    ranked *order = malloc(n * sizeof *order);
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), xx = 0, yy = 0, xy = 0, mean = (n - 1) / 2.0;
    ranks(a, n, order, x);
    ranks(b, n, order, y);
    for (uint32_t i = 0; i < n; i++) {
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
        xy += (x[i] - mean) * (y[i] - mean);
    }
    free(order), free(x), free(y);
    return xx > 0 && yy > 0 ? xy / __builtin_sqrt(xx * yy) : 0;
}

/* --- pages -------------------------------------------------------------------------------------------------------- */

static char *read_file(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    *len = (size_t)ftell(f);
    rewind(f);
    char *data = malloc(*len + 1);
    *len = fread(data, 1, *len, f);
    fclose(f);
    return data;
}

/* The elements that judge/ scores: with something inside, and shown. */
static bool is_compared(const husk_page *page, uint32_t i)
{
    return i > page->body && !(page->flags[i] & (NODE_TEXT | NODE_SILENT | NODE_HIDDEN)) && page->end[i] > i + 1;
}

static bool sample_read(sample *s, const char *path)
{
    size_t len;
    *s = (sample){ 0 };
    char *data = read_file(path, &len);
    husk_raw raw = { .size = sizeof(husk_raw), .id = path, .bytes = data, .len = len };
    layout real;
    if (!data || husk_page_new(NULL, &s->page, NULL) || husk_page_parse(s->page, &raw, NULL))
        return false;
    free(data);
    if (s->page->body == NODE_NONE || page_layout(s->page, NULL, &real) || !real.is_real)
        return false;
    s->real = malloc(s->page->n_nodes * sizeof *s->real);
    s->node = malloc(s->page->n_nodes * sizeof *s->node);
    for (uint32_t i = 1; i < s->page->n_nodes; i++)
        if (is_compared(s->page, i)) {
            s->real[s->n] = real.box[i];
            s->node[s->n++] = i;
        }
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *dash = strrchr(name, '-');
    s->is_docs = strncmp(name, "docs-", 5) == 0;
    s->is_test = dash && atoi(dash + 1) % 2;
    return s->n >= 10;
}

static float measured(int what, layout_box b)
{
    return what == AREA ? b.width * b.height : what == MIDDLE_X ? b.x + b.width / 2 : b.y + b.height / 2;
}

/* The correlations of one page, and the share of elements on the same side of 2000 square pixels. */
static void agreement(sample *s, const layout_constants *k, double out[N_MEASURES + 1])
{
    layout made;
    arena_mark mark = arena_save(&s->page->scratch);
    float *a = malloc(s->n * sizeof *a), *b = malloc(s->n * sizeof *b);
    if (page_layout(s->page, k, &made))
        exit(1);
    uint32_t same = 0;
    for (int what = 0; what < N_MEASURES; what++) {
        for (uint32_t i = 0; i < s->n; i++) {
            a[i] = measured(what, s->real[i]);
            b[i] = measured(what, made.box[s->node[i]]);
            same += what == AREA && (a[i] >= 2000) == (b[i] >= 2000);
        }
        out[what] = spearman(a, b, s->n);
    }
    out[N_MEASURES] = (double)same / s->n;
    free(a), free(b);
    arena_restore(&s->page->scratch, mark);
}

static double mean_area(sample *samples, int n, const layout_constants *k)
{
    double sum[2] = { 0 }, count[2] = { 0 };
    for (int i = 0; i < n; i++) {
        double got[N_MEASURES + 1];
        if (samples[i].is_test)
            continue;
        agreement(&samples[i], k, got);
        sum[samples[i].is_docs] += got[AREA] + .25 * got[MIDDLE_X] + .25 * got[MIDDLE_Y] + got[N_MEASURES];
        count[samples[i].is_docs]++;
    }
    return (count[0] ? sum[0] / count[0] : 0) + (count[1] ? sum[1] / count[1] : 0);
}

static void fit(sample *samples, int n, layout_constants *k)
{
    float *at[] = { &k->char_width, &k->line_height, &k->margin, &k->indent, &k->cell_chars, &k->cell_padding };
    double best = mean_area(samples, n, k);
    for (float step = 1.4f; step > 1.06f; step = 1 + (step - 1) / 2)
        for (bool moved = true; moved;) {
            moved = false;
            for (size_t i = 0; i < sizeof at / sizeof *at; i++)
                for (int up = 0; up < 2; up++) {
                    float before = *at[i];
                    *at[i] = up ? before * step : before / step;
                    double got = mean_area(samples, n, k);
                    if (got > best + 1e-4) {
                        best = got;
                        moved = true;
                    } else {
                        *at[i] = before;
                    }
                }
        }
    printf("char_width %.2f  line_height %.1f  margin %.1f  indent %.1f  cell_chars %.0f  cell_padding %.1f\n",
           k->char_width, k->line_height, k->margin, k->indent, k->cell_chars, k->cell_padding);
}

static void report(sample *samples, int n, const layout_constants *k, bool docs)
{
    double sum[N_MEASURES + 1] = { 0 };
    int pages = 0;
    uint32_t elements = 0;
    for (int i = 0; i < n; i++) {
        double got[N_MEASURES + 1];
        if (!samples[i].is_test || samples[i].is_docs != docs)
            continue;
        agreement(&samples[i], k, got);
        for (int what = 0; what <= N_MEASURES; what++)
            sum[what] += got[what];
        pages++;
        elements += samples[i].n;
    }
    if (pages)
        printf("%-5s pages %3d  elements %6u  rank correlation: area %.3f  middle x %.3f  middle y %.3f  same side of "
               "2000 px2 %.3f\n",
               docs ? "docs" : "wcxb", pages, elements, sum[AREA] / pages, sum[MIDDLE_X] / pages, sum[MIDDLE_Y] / pages,
               sum[N_MEASURES] / pages);
}

int main(int argc, char **argv)
{
    bool fits = argc > 1 && strcmp(argv[1], "--fit") == 0;
    sample *samples = calloc((size_t)argc, sizeof *samples);
    int n = 0;
    for (int i = 1 + fits; i < argc; i++) {
        if (sample_read(&samples[n], argv[i]))
            n++;
        else
            fprintf(stderr, "%s: left out\n", argv[i]);
    }
    layout_constants k = layout_defaults;
    k.ignore_boxes = true;
    if (fits)
        fit(samples, n, &k);
    report(samples, n, &k, true);
    report(samples, n, &k, false);
    return n ? 0 : 1;
}
