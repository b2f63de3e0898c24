/* kinds_labels.c - which slots label a site's kinds of page, and how well.
 * A template often names itself: a body's class, "Class Foo", "Member List", the file name. Every slot that most
 * pages have splits the pages by its value. A partition is worth what it saves in a Beta-Bernoulli code, for the
 * elements (tag and class) that pages have and for the values of all other slots (their votes), minus the cost of the
 * partition itself. Groups of the best one with the same elements are merged (same_kinds.c): a label may be finer
 * than the template. Cost: O(pages * slots^2) counting steps. Limits: 1,024 slots, of which AGREEING are compared
 * pairwise. */
#include "cluster/kinds_slots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "cluster/same_kinds.h"

#define PRIOR .1
/* Slots on a smaller share of pages are not labels. */
#define LABEL_COVER .9
#define AGREEING 64u
#define NO_COLUMN UINT32_MAX

/* Columns of the first code: elements that some but not all pages have, and not too few. */
static bool element_columns(chooser *c)
{
    uint32_t n_items = c->elements->n_items, *pages = calloc((size_t)n_items + 1, sizeof *pages),
             least = (c->n + 99) / 100;
    size_t total = 0;
    least = least < 2 ? 2 : least;
    for (uint32_t p = 0; pages && p < c->n; p++) {
        uint32_t d = kinds_doc(c, p), size = doc_size(c->elements, d);
        total += size;
        c->page_elements += size;
        for (uint32_t i = 0; i < size; i++)
            pages[doc_items(c->elements, d)[i]]++;
    }
    c->first[0] = malloc(((size_t)c->n + 1) * sizeof *c->first[0]);
    c->column[0] = malloc((total + 1) * sizeof *c->column[0]);
    if (!pages || !c->first[0] || !c->column[0]) {
        free(pages);
        return false;
    }
    for (uint32_t e = 0; e < n_items; e++)
        pages[e] = pages[e] >= least && pages[e] < c->n ? c->n_columns[0]++ : NO_COLUMN;
    size_t to = 0;
    for (uint32_t p = 0; p < c->n; p++) {
        uint32_t d = kinds_doc(c, p);
        c->first[0][p] = to;
        for (uint32_t i = 0; i < doc_size(c->elements, d); i++)
            if (pages[doc_items(c->elements, d)[i]] != NO_COLUMN)
                c->column[0][to++] = pages[doc_items(c->elements, d)[i]];
    }
    c->first[0][c->n] = to;
    free(pages);
    return true;
}

/* Columns of the second: the groups of all partitions, except the smallest. */
static bool vote_columns(chooser *c)
{
    uint32_t least = (c->n + 99) / 100, *size = malloc(((size_t)c->n / c->rare + 2) * sizeof *size);
    least = least < 2 ? 2 : least;
    c->first[1] = malloc(((size_t)c->n + 1) * sizeof *c->first[1]);
    c->column[1] = malloc(((size_t)c->n * c->n_parts + 1) * sizeof *c->column[1]);
    if (!size || !c->first[1] || !c->column[1]) {
        free(size);
        return false;
    }
    for (uint32_t k = 0; k < c->n_parts; k++) {
        partition *p = &c->parts[k];
        memset(size, 0, p->n_groups * sizeof *size);
        for (uint32_t i = 0; i < c->n; i++)
            size[p->group[i]]++;
        for (uint32_t g = 0; g < p->n_groups; g++)
            p->column[g] = size[g] >= least ? c->n_columns[1]++ : NO_COLUMN;
    }
    size_t to = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        c->first[1][i] = to;
        for (uint32_t k = 0; k < c->n_parts; k++) {
            uint32_t column = c->parts[k].column[c->parts[k].group[i]];
            if (column != NO_COLUMN)
                c->column[1][to++] = column;
        }
    }
    c->first[1][c->n] = to;
    free(size);
    return true;
}

/* Bits of code `which` with the pages split this way; group NULL: not split. -1 if out of memory. */
static double code_length(chooser *c, int which, const uint16_t *group, uint32_t n_groups)
{
    size_t columns = c->n_columns[which], cells;
    if (!size_mul(columns + 1, n_groups, &cells))
        return -1;
    if (cells > c->counts_room) {
        free(c->counts);
        c->counts = malloc(cells * sizeof *c->counts);
        c->counts_room = c->counts ? cells : 0;
        if (c->counts == NULL)
            return -1;
    }
    memset(c->counts, 0, cells * sizeof *c->counts);
    uint32_t *size = c->counts + columns * n_groups;
    for (uint32_t p = 0; p < c->n; p++) {
        uint32_t g = group ? group[p] : 0;
        size[g]++;
        for (size_t i = c->first[which][p]; i < c->first[which][p + 1]; i++)
            c->counts[g * columns + c->column[which][i]]++;
    }
    double bits = 0;
    for (uint32_t g = 0; g < n_groups; g++)
        for (size_t k = 0; k < columns; k++) {
            uint32_t has = c->counts[g * columns + k];
            bits += c->log_2a[size[g]] - c->log_a[has] - c->log_a[size[g] - has];
        }
    return bits;
}

/* n H of a partition. */
static double partition_bits(const chooser *c, const partition *p, uint32_t *size)
{
    double bits = 0;
    memset(size, 0, p->n_groups * sizeof *size);
    for (uint32_t i = 0; i < c->n; i++)
        size[p->group[i]]++;
    for (uint32_t g = 0; g < p->n_groups; g++)
        bits += size[g] * log2((double)c->n / size[g]);
    return bits;
}

static bool tables_init(chooser *c)
{
    c->log_a = malloc(((size_t)c->n + 1) * sizeof *c->log_a);
    c->log_2a = malloc(((size_t)c->n + 1) * sizeof *c->log_2a);
    if (!c->log_a || !c->log_2a)
        return false;
    c->log_a[0] = c->log_2a[0] = 0;
    for (uint32_t k = 0; k < c->n; k++) {
        c->log_a[k + 1] = c->log_a[k] + log2(k + PRIOR);
        c->log_2a[k + 1] = c->log_2a[k] + log2(k + 2 * PRIOR);
    }
    return true;
}

/* A partition and its score. */
typedef struct label {
    uint32_t part;
    double score, saved[2]; /* shares of the two codes */
} label;

static int by_score(const void *a, const void *b)
{
    const label *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return (x->part > y->part) - (x->part < y->part);
}

/* A label is on every page and has few rare values: missing pages and rare values lower the score. */
static double label_score(const partition *p, uint32_t n, const double *saved)
{
    double common = 1 - (double)p->n_rare / n;
    return (saved[0] + saved[1]) * p->cover * p->cover * p->cover * p->cover * common * common;
}

/* The partitions that save anything, best first; returns their number. */
static uint32_t rank_labels(chooser *c, label *labels, uint32_t *size)
{
    uint32_t n = 0;
    for (int which = 0; which < 2; which++)
        c->whole[which] = code_length(c, which, NULL, 1);
    for (uint32_t k = 0; c->whole[0] > 0 && c->whole[1] > 0 && k < c->n_parts; k++) {
        const partition *p = &c->parts[k];
        if (p->cover < LABEL_COVER)
            continue;
        label found = { .part = k };
        double own = partition_bits(c, p, size);
        for (int which = 0; which < 2; which++)
            found.saved[which] =
                (c->whole[which] - code_length(c, which, p->group, p->n_groups) - own) / c->whole[which];
        found.score = label_score(p, c->n, found.saved);
        if (found.score > 0)
            labels[n++] = found;
    }
    qsort(labels, n, sizeof *labels, by_score);
    return n;
}

/* For every two pages: the share of labels that agree, each weighted by the fourth power of its score. */
static void agreement(const chooser *c, const label *labels, uint32_t n, float *same)
{
    double sum = 0;
    for (size_t i = 0; i < (size_t)c->n * c->n; i++)
        same[i] = n ? 0 : -1;
    for (uint32_t k = 0; k < n && k < AGREEING; k++)
        sum += pow(labels[k].score / labels[0].score, 4);
    for (uint32_t k = 0; k < n && k < AGREEING; k++) {
        const uint16_t *group = c->parts[labels[k].part].group;
        float weight = (float)(pow(labels[k].score / labels[0].score, 4) / sum);
        for (uint32_t a = 0; a < c->n; a++)
            for (uint32_t b = 0; b < c->n; b++)
                same[(size_t)a * c->n + b] += group[a] == group[b] ? weight : 0;
    }
}

/* Merge groups of a partition with the same elements: into[g] is what g joined. */
static bool join_groups(chooser *c, const partition *p, uint32_t *into)
{
    if (code_length(c, 0, p->group, p->n_groups) < 0) /* fills the counts */
        return false;
    size_t columns = c->n_columns[0];
    group_counts groups = { p->n_groups, columns, c->counts, c->counts + columns * p->n_groups };
    return same_kinds_join(&groups, c->log_a, c->log_2a, into);
}

/* The best label's groups by page, and what they explain. */
static bool label_groups(chooser *c, const label *best, uint32_t *group, pair_labels *out)
{
    const partition *p = &c->parts[best->part];
    uint32_t *into = malloc(((size_t)p->n_groups + 1) * sizeof *into),
             *size = calloc((size_t)p->n_groups + 1, sizeof *size);
    uint16_t *joined = malloc(((size_t)c->n + 1) * sizeof *joined);
    bool ok = into && size && joined && join_groups(c, p, into);
    for (uint32_t g = 0; ok && g < p->n_groups; g++)
        if (into[g] == g)
            size[g] = out->n_groups++; /* its number, for now */
    for (uint32_t i = 0; ok && i < c->n; i++) {
        group[i] = size[into[p->group[i]]];
        joined[i] = (uint16_t)group[i];
    }
    if (ok) {
        partition whole = { .group = joined, .n_groups = out->n_groups };
        double own = partition_bits(c, &whole, size);
        out->bits = (c->whole[0] - code_length(c, 0, joined, out->n_groups) - own) / c->page_elements;
        out->elements = best->saved[0];
        out->kept_slots = best->saved[1];
        out->group = group;
    }
    free(into);
    free(size);
    free(joined);
    return ok;
}

bool kinds_find_labels(chooser *c, uint32_t *group, pair_labels *out, uint64_t *slot)
{
    float *same = out->slots;
    label *labels = malloc(((size_t)c->n_parts + 1) * sizeof *labels);
    uint32_t *size = malloc(((size_t)c->n / c->rare + 2) * sizeof *size);
    bool ok = labels && size && tables_init(c) && element_columns(c) && vote_columns(c);
    *out = (pair_labels){ .slots = same };
    *slot = 0;
    if (ok) {
        uint32_t n = rank_labels(c, labels, size);
        agreement(c, labels, n, same);
        *slot = n ? c->parts[labels[0].part].slot : 0;
        ok = n == 0 || label_groups(c, &labels[0], group, out);
    }
    free(labels);
    free(size);
    return ok;
}
