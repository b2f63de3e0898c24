/* consensus.c - the template of one class of pages.
 * Pages in random order are aligned pairwise up a binary tree. A match gives one token with both supports added, a
 * mismatch gives the left page's token and then the right one's, a gap gives the existing token; tokens on too few
 * pages are dropped. Supports are page counts, so nothing is rounded: the paper's score is support / t, its 2^(r-2)/t
 * a quarter of the 2^r pages under a node. If t is not a power of two, a first step aligns just as many pairs as
 * leave a power of two. Cost: t - 1 alignments, those of one step in parallel. Limits: HUSK_MAX_TOKENS per sequence. */
#include "template/template.h"

#include <stdlib.h>

#include "base/pool.h"
#include "base/status.h"

/* A node of the tree is a consensus; its supports are in the same allocation as its tokens. */
typedef struct tree {
    const consensus_options *options;
    consensus *nodes;
    uint32_t n_nodes;
    uint32_t n_pairs;   /* in this step: nodes 2i and 2i + 1 become node i */
    uint32_t next_pair; /* read so far */
} tree;

void consensus_options_init(consensus_options *options)
{
    *options = (consensus_options){
        .seed = 1,
        .prune_percent = 25,
        .keep_percent = 50,
        .jobs = 1,
        .max_bytes = HUSK_MAX_ALIGN_BYTES,
        .max_cells = HUSK_MAX_LEARN_CELLS,
    };
}

static bool sequence_make(consensus *s, size_t n, uint32_t n_pages)
{
    *s = (consensus){ .n = n, .n_pages = n_pages };
    s->tokens = malloc((n + 1) * 2 * sizeof *s->tokens); /* n is at most 2 * HUSK_MAX_TOKENS */
    s->support = s->tokens ? s->tokens + n : NULL;
    return s->tokens != NULL;
}

void consensus_free(consensus *c)
{
    free(c->tokens);
    *c = (consensus){ 0 };
}

/* Fewer than `percent` of the pages under it? */
static bool is_weak(uint32_t support, unsigned percent, uint32_t n_pages)
{
    return (uint64_t)support * 100 < (uint64_t)percent * n_pages;
}

/* Keep the tokens that are not weak. */
static void sequence_prune(consensus *s, unsigned percent)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (is_weak(s->support[i], percent, s->n_pages))
            continue;
        s->tokens[kept] = s->tokens[i];
        s->support[kept++] = s->support[i];
    }
    s->n = kept;
}

/* Merge two sequences along their alignment. */
static void sequence_merge(const consensus *a, const consensus *b, const uint8_t *ops, size_t n_ops, consensus *out)
{
    size_t i = 0, j = 0, n = 0;
    for (size_t k = 0; k < n_ops; k++) {
        if (ops[k] == ALIGN_MATCH) {
            out->tokens[n] = a->tokens[i];
            out->support[n++] = a->support[i++] + b->support[j++];
            continue;
        }
        if (ops[k] != ALIGN_ONLY_B) {
            out->tokens[n] = a->tokens[i];
            out->support[n++] = a->support[i++];
        }
        if (ops[k] != ALIGN_ONLY_A) {
            out->tokens[n] = b->tokens[j];
            out->support[n++] = b->support[j++];
        }
    }
}

static size_t merged_len(const uint8_t *ops, size_t n_ops)
{
    size_t n = n_ops;
    for (size_t k = 0; k < n_ops; k++)
        n += ops[k] == ALIGN_MISMATCH;
    return n;
}

/* Keep the shorter of the two nodes in a: one too long to align is hardly a page of the class. */
static void nodes_choose(consensus *a, consensus *b)
{
    consensus *longer = a->n > b->n ? a : b, shorter = longer == a ? *b : *a;
    consensus_free(longer);
    *a = shorter;
    if (longer == a)
        *b = (consensus){ 0 };
}

/* Join nodes a and b into a. */
static husk_status nodes_join(aligner *al, consensus *a, consensus *b, unsigned percent)
{
    size_t n_ops;
    consensus joined = { 0 };
    uint8_t *ops = malloc(a->n + b->n + 1);
    if (ops == NULL)
        return HUSK_NO_MEMORY;
    husk_status status = align_tokens(al, a->tokens, a->n, b->tokens, b->n, ops, &n_ops);
    if (status == HUSK_OK && !sequence_make(&joined, merged_len(ops, n_ops), a->n_pages + b->n_pages))
        status = HUSK_NO_MEMORY;
    if (status == HUSK_OK) {
        sequence_merge(a, b, ops, n_ops, &joined);
        sequence_prune(&joined, percent);
        consensus_free(a);
        consensus_free(b);
        *a = joined;
    } else if (status == HUSK_LIMIT) {
        nodes_choose(a, b);
        status = HUSK_OK;
    }
    free(ops);
    return status;
}

/* --- one step, as work for the pool ------------------------------------------------------------------------------- */

static husk_status pair_read(void *context, void *slot, size_t *bytes, husk_error *error)
{
    tree *t = context;
    (void)bytes, (void)error;
    if (t->next_pair == t->n_pairs)
        return HUSK_END;
    *(uint32_t *)slot = t->next_pair++;
    return HUSK_OK;
}

static husk_status pair_work(void *context, void *state, void *slot, size_t *bytes, husk_error *error)
{
    tree *t = context;
    uint32_t pair = *(uint32_t *)slot;
    (void)bytes;
    consensus *a = &t->nodes[2 * pair], *b = a + 1;
    size_t n = a->n, m = b->n;
    husk_status status = nodes_join(state, a, b, t->options->prune_percent);
    return status_told(error, status, "aligning %zu with %zu tokens", n, m);
}

static husk_status tree_step(tree *t, aligner *aligners, unsigned jobs, husk_error *error)
{
    void *states[HUSK_MAX_JOBS];
    for (unsigned i = 0; i < jobs; i++)
        states[i] = &aligners[i];
    pool_ops ops = { .read = pair_read, .work = pair_work };
    pool_options options = { .jobs = jobs < t->n_pairs ? jobs : t->n_pairs,
                             .max_bytes = SIZE_MAX,
                             .slot_size = sizeof(uint32_t),
                             .states = states };
    t->next_pair = 0;
    husk_status status = pool_run(&options, &ops, t, error);
    if (status != HUSK_OK)
        return status;
    for (uint32_t i = 1; i < t->n_pairs; i++)
        t->nodes[i] = t->nodes[2 * i];
    uint32_t rest = t->n_nodes - 2 * t->n_pairs;
    memmove(t->nodes + t->n_pairs, t->nodes + 2 * t->n_pairs, rest * sizeof *t->nodes);
    t->n_nodes = t->n_pairs + rest;
    return HUSK_OK;
}

/* Half of the nodes, or as many as exceed a power of two. */
static uint32_t pairs_of_step(uint32_t n)
{
    uint32_t power = 1;
    while (power <= n / 2)
        power *= 2;
    return n == power ? n / 2 : n - power;
}

static husk_status tree_climb(tree *t, husk_error *error)
{
    unsigned jobs = t->options->jobs < 1 ? 1 : t->options->jobs > HUSK_MAX_JOBS ? HUSK_MAX_JOBS : t->options->jobs;
    aligner *aligners = malloc(jobs * sizeof *aligners);
    if (aligners == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory for %u aligners", jobs);
    for (unsigned i = 0; i < jobs; i++) {
        aligner_init(&aligners[i], t->options->max_bytes);
        aligners[i].max_cells = t->options->max_cells;
    }
    husk_status status = HUSK_OK;
    while (status == HUSK_OK && t->n_nodes > 1) {
        t->n_pairs = pairs_of_step(t->n_nodes);
        status = tree_step(t, aligners, jobs, error);
    }
    for (unsigned i = 0; i < jobs; i++)
        aligner_free(&aligners[i]);
    free(aligners);
    return status;
}

/* The leaves: pages in random order, with a support of one per token. */
static bool tree_plant(tree *t, const consensus_page *pages, uint32_t n_pages)
{
    uint32_t *order = malloc(n_pages * sizeof *order);
    t->nodes = calloc(n_pages, sizeof *t->nodes);
    bool ok = order && t->nodes;
    random_state random = { t->options->seed };
    for (uint32_t i = 0; ok && i < n_pages; i++)
        order[i] = i;
    if (ok)
        random_shuffle(&random, order, n_pages);
    for (uint32_t i = 0; ok && i < n_pages; i++) {
        const consensus_page *page = &pages[order[i]];
        ok = sequence_make(&t->nodes[i], page->n, 1);
        if (!ok)
            break;
        t->n_nodes++;
        if (page->n)
            memcpy(t->nodes[i].tokens, page->tokens, page->n * sizeof *page->tokens);
        for (size_t k = 0; k < page->n; k++)
            t->nodes[i].support[k] = 1;
    }
    free(order);
    return ok;
}

static void tree_free(tree *t)
{
    for (uint32_t i = 0; i < t->n_nodes; i++)
        consensus_free(&t->nodes[i]);
    free(t->nodes);
}

husk_status consensus_distil(const consensus_page *pages, uint32_t n_pages, const consensus_options *options,
                             consensus *out, husk_error *error)
{
    *out = (consensus){ 0 };
    if (n_pages == 0)
        return error_set(error, HUSK_BAD_ARGUMENT, "a template needs at least one page");
    for (uint32_t i = 0; i < n_pages; i++)
        if (pages[i].n > HUSK_MAX_TOKENS)
            return error_set(error, HUSK_LIMIT, "a page of %zu tokens is too long to align", pages[i].n);
    tree t = { .options = options };
    husk_status status = HUSK_OK;
    if (!tree_plant(&t, pages, n_pages))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory for the tokens of %u pages", n_pages);
    status = status ?: tree_climb(&t, error);
    if (status == HUSK_OK) {
        sequence_prune(&t.nodes[0], options->keep_percent);
        *out = t.nodes[0];
        t.nodes[0] = (consensus){ 0 };
    }
    tree_free(&t);
    return status;
}
