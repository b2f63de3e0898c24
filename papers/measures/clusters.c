/* clusters.c - score a clustering against ground-truth classes.
 * F, purity, NMI and NCE as defined by Geraci and Maggini 2011 (section 3.2), entropy as by Crescenzi, Merialdo and
 * Missier 2005 (4.1), the adjusted Rand index as used by Chakrabarti, Kumar and Punera 2007 (6.1). Where the formulas
 * of the 2011 paper contradict its text, the text wins.
 * Purity is printed with a count where a share is meant; the text says that it lies in [0, 1].
 * NCE is printed as an unweighted sum over clusters, of recalls. That is 1 for the true classes but far below 0 for
 * most others, while the text says [0, 1], the tables have such values, and the cited work weights clusters by size
 * and uses precisions. `nce` is the latter; `nce_printed` follows the print.
 * Cost: one sort of the pages. */
#include "measures/clusters.h"

#include <math.h>
#include <stdlib.h>

/* The number of pages that a class and a cluster share. */
typedef struct overlap {
    uint32_t class_number, cluster;
    uint32_t n;
} overlap;

typedef struct table {
    overlap *cells; /* non-empty cells */
    uint32_t n_cells;
    uint32_t *class_size, *cluster_size;
    uint32_t n, n_classes, n_clusters;
} table;

static int by_cell(const void *a, const void *b)
{
    const overlap *x = a, *y = b;
    if (x->class_number != y->class_number)
        return x->class_number < y->class_number ? -1 : 1;
    return (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

static bool table_fill(table *t, const uint32_t *class_of, const uint32_t *cluster_of)
{
    t->cells = malloc(t->n * sizeof *t->cells);
    t->class_size = calloc(t->n_classes, sizeof *t->class_size);
    t->cluster_size = calloc(t->n_clusters, sizeof *t->cluster_size);
    if (!t->cells || !t->class_size || !t->cluster_size)
        return false;
    for (uint32_t i = 0; i < t->n; i++) {
        t->cells[i] = (overlap){ class_of[i], cluster_of[i], 1 };
        t->class_size[class_of[i]]++;
        t->cluster_size[cluster_of[i]]++;
    }
    qsort(t->cells, t->n, sizeof *t->cells, by_cell);
    for (uint32_t i = 0; i < t->n; i++) {
        overlap *last = t->n_cells ? &t->cells[t->n_cells - 1] : NULL;
        if (last && by_cell(last, &t->cells[i]) == 0)
            last->n++;
        else
            t->cells[t->n_cells++] = t->cells[i];
    }
    return true;
}

static void table_free(table *t)
{
    free(t->cells);
    free(t->class_size);
    free(t->cluster_size);
}

static double harmonic_mean(double p, double r)
{
    return p + r > 0 ? 2 * p * r / (p + r) : 0;
}

/* The cells of a class are adjacent. */
static void measure_f(const table *t, cluster_measures *out)
{
    double best = 0;
    for (uint32_t i = 0; i < t->n_cells; i++) {
        const overlap *c = &t->cells[i];
        uint32_t size = t->class_size[c->class_number];
        double f = harmonic_mean((double)c->n / t->cluster_size[c->cluster], (double)c->n / size);
        best = f > best ? f : best;
        if (i + 1 == t->n_cells || t->cells[i + 1].class_number != c->class_number) {
            out->f += best * size / t->n;
            out->macro_f += best / t->n_classes;
            best = 0;
        }
    }
}

static bool measure_purity(const table *t, cluster_measures *out)
{
    uint32_t *most = calloc(t->n_clusters, sizeof *most);
    uint64_t sum = 0;
    for (uint32_t i = 0; most && i < t->n_cells; i++)
        if (t->cells[i].n > most[t->cells[i].cluster])
            most[t->cells[i].cluster] = t->cells[i].n;
    for (uint32_t j = 0; most && j < t->n_clusters; j++)
        sum += most[j];
    out->purity = (double)sum / t->n;
    free(most);
    return most != NULL;
}

/* 0 log 0 is 0. */
static double plogp(double p)
{
    return p > 0 ? -p * log(p) : 0;
}

/* The measures based on logarithms. With a single class NCE is 1; if it also has a single cluster, so is NMI. */
static void measure_information(const table *t, cluster_measures *out)
{
    double shared = 0, unclear = 0, unclear_printed = 0;
    for (uint32_t i = 0; i < t->n_cells; i++) {
        const overlap *c = &t->cells[i];
        double class_size = t->class_size[c->class_number], cluster_size = t->cluster_size[c->cluster];
        shared += c->n * log((double)c->n * t->n / (class_size * cluster_size)) / t->n;
        unclear += cluster_size / t->n * plogp(c->n / cluster_size);
        unclear_printed += plogp(c->n / class_size);
    }
    double both = log((double)t->n_classes * t->n_clusters), classes = log(t->n_classes);
    out->entropy = unclear / log(2);
    out->nmi = both > 0 ? 2 * shared / both : 1;
    out->nce = classes > 0 ? 1 - unclear / classes : 1;
    out->nce_printed = classes > 0 ? 1 - unclear_printed / classes : 1;
}

static double pairs(double n)
{
    return n * (n - 1) / 2;
}

static void measure_rand(const table *t, cluster_measures *out)
{
    double together = 0, classes = 0, clusters = 0;
    for (uint32_t i = 0; i < t->n_cells; i++)
        together += pairs(t->cells[i].n);
    for (uint32_t i = 0; i < t->n_classes; i++)
        classes += pairs(t->class_size[i]);
    for (uint32_t j = 0; j < t->n_clusters; j++)
        clusters += pairs(t->cluster_size[j]);
    double expected = t->n > 1 ? classes * clusters / pairs(t->n) : 0, most = (classes + clusters) / 2;
    out->ari = most > expected ? (together - expected) / (most - expected) : 1;
}

husk_status measure_clusters(const uint32_t *class_of, const uint32_t *cluster_of, uint32_t n, uint32_t n_classes,
                             uint32_t n_clusters, cluster_measures *out)
{
    *out = (cluster_measures){ .n_pages = n, .n_classes = n_classes, .n_clusters = n_clusters };
    table t = { .n = n, .n_classes = n_classes, .n_clusters = n_clusters };
    bool ok = table_fill(&t, class_of, cluster_of) && measure_purity(&t, out);
    if (ok) {
        measure_f(&t, out);
        measure_information(&t, out);
        measure_rand(&t, out);
    }
    table_free(&t);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}
