/* linkage.c - average-linkage clustering by nearest-neighbour chains.
 * A chain goes from a group to the most similar one until two are mutual nearest neighbours; those are joined. With
 * average linkage this gives the same groups as always joining the best pair, in O(n^2) instead of O(n^3), and joins
 * below the limit can simply be left out. Ties go to the lower number. */
#include "cluster/pairs/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"

typedef struct linker {
    float *like;
    uint32_t n;
    uint32_t *size; /* 0: joined to another */
    uint32_t *chain;
    uint32_t n_chain;
    uint32_t *root;    /* of the joins that count */
    merge_step *joins; /* the next one, or NULL */
} linker;

/* The group most similar to `g`; `before`, the chain's previous group, wins ties. */
static uint32_t nearest(const linker *l, uint32_t g, uint32_t before)
{
    uint32_t best = before;
    const float *row = l->like + (size_t)g * l->n;
    for (uint32_t o = 0; o < l->n; o++)
        if (o != g && l->size[o] && (best == UINT32_MAX || row[o] > row[best]))
            best = o;
    return best;
}

static void join(linker *l, uint32_t a, uint32_t b, double least)
{
    float *row = l->like + (size_t)a * l->n, *other = l->like + (size_t)b * l->n;
    if (l->joins)
        *l->joins++ = (merge_step){ a, b, (double)row[b] };
    if (row[b] >= least) {
        uint32_t x = root_of(l->root, a), y = root_of(l->root, b);
        l->root[x > y ? x : y] = x < y ? x : y;
    }
    double p = l->size[a], q = l->size[b];
    for (uint32_t o = 0; o < l->n; o++) {
        row[o] = (float)((p * row[o] + q * other[o]) / (p + q));
        l->like[(size_t)o * l->n + a] = row[o];
    }
    l->size[a] += l->size[b];
    l->size[b] = 0;
}

static void link_all(linker *l, double least)
{
    for (uint32_t left = l->n, start = 0; left > 1;) {
        if (l->n_chain == 0) {
            while (l->size[start] == 0)
                start++;
            l->chain[l->n_chain++] = start;
        }
        uint32_t g = l->chain[l->n_chain - 1], before = l->n_chain > 1 ? l->chain[l->n_chain - 2] : UINT32_MAX;
        uint32_t next = nearest(l, g, before);
        if (next != before) {
            l->chain[l->n_chain++] = next;
            continue;
        }
        l->n_chain -= 2;
        join(l, g < next ? g : next, g < next ? next : g, least);
        left--;
    }
}

uint32_t linkage_groups(float *like, uint32_t n, double least, uint32_t *group, merge_step *joins)
{
    linker l = { .like = like, .n = n, .joins = joins, .size = calloc((size_t)n + 1, 3 * sizeof *l.size) };
    uint32_t n_groups = 0;
    bool ok = l.size != NULL;
    l.chain = ok ? l.size + n : NULL;
    l.root = ok ? l.chain + n : NULL;
    for (uint32_t i = 0; ok && i < n; i++) {
        l.size[i] = 1;
        l.root[i] = i;
    }
    if (ok)
        link_all(&l, least);
    for (uint32_t i = 0; ok && i < n; i++) {
        uint32_t root = root_of(l.root, i); /* the lowest of its group: already numbered unless it is i */
        group[i] = root == i ? n_groups++ : group[root];
    }
    free(l.size);
    return n_groups;
}
