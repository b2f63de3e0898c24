/* consensus.c - the experiments of Geraci and Maggini 2011 on the pages of one class, for `run`.
 * Ground truth: pages have a data-husk-in attribute where content begins ("1") and ends ("0"). A page's true template
 * is its tokens outside, and those inside that half of the pages have in the same place: under the same tags, at the
 * same position among their like.
 * - bench_consensus table RUNS FOLDER: a JSON line for each t: the template of t pages of one half of the pages against
 *   the true templates of the other half (of fewer, down to JUDGED, where t pages are more than half), mean of RUNS
 *   choices
 * - bench_consensus choices RUNS FOLDER: the same for 16 pages, with other thresholds than the paper's for what is kept
 *   at the end and pruned on the way
 * - bench_consensus anywhere RUNS FOLDER: the same as table, but tokens inside count in any place, as often as half of
 *   the pages have them
 * - bench_consensus texts FOLDER OUT: the pages' texts without the template of 8 and of 16 pages, without the true one,
 *   and unchanged, as OUT/NAME.jsonl; a JSON line for each with the bytes that remain */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "base/escape.h"
#include "base/limits.h"
#include "measures/labels.h"
#include "page/views.h"
#include "template/template.h"

typedef struct bench_page {
    char *id;
    uint32_t *tokens;  /* numbers */
    bool *inside;      /* in the content */
    uint64_t *places;  /* of tokens inside: what it is and where it stands, by the tags around it and its number among
                          its like there */
    bool *is_template; /* the truth; made when all pages are read */
    char **text;       /* as a reader sees it; NULL: none */
    uint32_t *bytes;   /* of the normalised token */
    uint32_t n;
} bench_page;

typedef struct corpus {
    bench_page *pages;
    uint32_t n;
    arena memory;
    uint64_t *hashes; /* sorted: a token's number is its place */
    uint32_t n_hashes;
} corpus;

static void *need(void *p)
{
    if (p == NULL) {
        fputs("out of memory\n", stderr);
        exit(3);
    }
    return p;
}

static double clock_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* By node: does the nearest mark above it, or its own, say content? */
static bool *nodes_inside(const husk_page *page, arena *memory)
{
    bool *inside = need(arena_array(memory, page->n_nodes + 1, sizeof *inside));
    for (uint32_t i = 0; i < page->n_nodes; i++) {
        inside[i] = i && inside[page->parent[i]];
        for (uint32_t a = page->attribute[i]; a < page->attribute[i + 1]; a++) {
            const page_attribute *at = &page->attributes[a];
            if (at->name_len == 12 && memcmp(at->name, "data-husk-in", 12) == 0)
                inside[i] = at->value_len == 1 && at->value[0] == '1';
        }
    }
    return inside;
}

/* How often each key came before: a table of keys with their counts. */
typedef struct key_counts {
    uint64_t *keys;
    uint32_t *counts;
    size_t n_slots;
} key_counts;

static uint32_t count_key(key_counts *k, uint64_t key)
{
    size_t at = key & (k->n_slots - 1);
    while (k->counts[at] && k->keys[at] != key)
        at = (at + 1) & (k->n_slots - 1);
    k->keys[at] = key;
    return k->counts[at]++;
}

/* A token's place: its like is what has the same token in the same place above. An end tag is where its start tag is.
 */
static void find_places(const husk_page *page, const page_token *tokens, uint32_t n, uint64_t *places, arena *memory)
{
    uint64_t *of_node = need(arena_array(memory, page->n_nodes + 1, sizeof *of_node));
    key_counts k = { .n_slots = 64 };
    while (k.n_slots < 2 * (size_t)n)
        k.n_slots *= 2;
    k.keys = need(arena_array(memory, k.n_slots, sizeof *k.keys));
    k.counts = need(arena_array(memory, k.n_slots, sizeof *k.counts));
    memset(k.counts, 0, k.n_slots * sizeof *k.counts);
    memset(of_node, 0, (page->n_nodes + 1) * sizeof *of_node);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = tokens[i].node;
        if (tokens[i].kind == TOKEN_CLOSE) {
            places[i] = hash_pair(of_node[node], 1);
            continue;
        }
        uint64_t key = hash_pair(of_node[page->parent[node]], tokens[i].hash);
        places[i] = of_node[node] = hash_pair(key, count_key(&k, key));
    }
}

static void take_page(corpus *c, const husk_page *page, bench_page *out, uint64_t **hashes)
{
    arena views;
    page_token *tokens;
    buffer piece;
    arena_init(&views, HUSK_MAX_PAGE_ARENA);
    buffer_init(&piece, HUSK_MAX_OUTPUT_BYTES);
    if (page_tokens(page, &views, &tokens, &out->n) != HUSK_OK)
        exit(3);
    bool *inside = nodes_inside(page, &views);
    out->id = need(arena_copy(&c->memory, page->id.data, page->id.len));
    out->tokens = need(arena_array(&c->memory, out->n + 1, sizeof *out->tokens));
    out->inside = need(arena_array(&c->memory, out->n + 1, sizeof *out->inside));
    out->places = need(arena_array(&c->memory, out->n + 1, sizeof *out->places));
    find_places(page, tokens, out->n, out->places, &views);
    out->is_template = need(arena_array(&c->memory, out->n + 1, sizeof *out->is_template));
    out->text = need(arena_array(&c->memory, out->n + 1, sizeof *out->text));
    out->bytes = need(arena_array(&c->memory, out->n + 1, sizeof *out->bytes));
    *hashes = need(malloc((out->n + 1) * sizeof **hashes));
    for (uint32_t i = 0; i < out->n; i++) {
        uint32_t node = tokens[i].node;
        bool is_text = tokens[i].kind == TOKEN_TEXT;
        (*hashes)[i] = tokens[i].hash;
        out->inside[i] =
            inside[is_text ? node : page->parent[node]]; /* the marked element's own tags are the template's */
        buffer_clear(&piece);
        page_token_write(page, tokens[i], &piece);
        out->bytes[i] = (uint32_t)piece.len;
        out->text[i] = is_text && !(page->flags[node] & NODE_SILENT)
                           ? need(arena_copy(&c->memory, page->text[node].data, page->text[node].len))
                           : NULL;
    }
    buffer_free(&piece);
    arena_free(&views);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void number_tokens(corpus *c, uint64_t **hashes)
{
    size_t total = 0, at = 0;
    for (uint32_t p = 0; p < c->n; p++)
        total += c->pages[p].n;
    c->hashes = need(malloc((total + 1) * sizeof *c->hashes));
    for (uint32_t p = 0; p < c->n; p++)
        for (uint32_t i = 0; i < c->pages[p].n; i++)
            c->hashes[at++] = hashes[p][i];
    qsort(c->hashes, total, sizeof *c->hashes, by_number);
    for (size_t i = 0; i < total; i++)
        if (i == 0 || c->hashes[i] != c->hashes[i - 1])
            c->hashes[c->n_hashes++] = c->hashes[i];
    for (uint32_t p = 0; p < c->n; p++)
        for (uint32_t i = 0; i < c->pages[p].n; i++) {
            uint64_t *found = bsearch(&hashes[p][i], c->hashes, c->n_hashes, sizeof *c->hashes, by_number);
            c->pages[p].tokens[i] = (uint32_t)(found - c->hashes);
        }
}

static void read_corpus(corpus *c, const char *folder)
{
    husk_source *source;
    husk_page *page;
    husk_raw raw = { .size = sizeof(husk_raw) };
    husk_error error;
    uint64_t **hashes = NULL;
    *c = (corpus){ 0 };
    arena_init(&c->memory, SIZE_MAX);
    if (husk_source_open(&folder, 1, NULL, &source, &error) != HUSK_OK || husk_page_new(NULL, &page, &error) != HUSK_OK)
        exit(3);
    while (husk_source_next(source, &raw, &error) == HUSK_OK) {
        if (raw.status != HUSK_OK || husk_page_parse(page, &raw, &error) != HUSK_OK)
            continue;
        c->pages = need(realloc(c->pages, (c->n + 1) * sizeof *c->pages));
        hashes = need(realloc(hashes, (c->n + 1) * sizeof *hashes));
        take_page(c, page, &c->pages[c->n], &hashes[c->n]);
        c->n++;
    }
    husk_page_free(page);
    husk_source_free(source);
    if (c->n < 4) {
        fprintf(stderr, "%s: %u pages\n", folder, c->n);
        exit(3);
    }
    number_tokens(c, hashes);
    for (uint32_t p = 0; p < c->n; p++)
        free(hashes[p]);
    free(hashes);
}

/* --- the truth ---------------------------------------------------------------------------------------------------- */

static uint64_t *all_places(const corpus *c, size_t *n)
{
    size_t total = 0;
    for (uint32_t p = 0; p < c->n; p++)
        total += c->pages[p].n;
    uint64_t *places = need(malloc((total + 1) * sizeof *places));
    *n = 0;
    for (uint32_t p = 0; p < c->n; p++)
        for (uint32_t i = 0; i < c->pages[p].n; i++)
            if (c->pages[p].inside[i])
                places[(*n)++] = c->pages[p].places[i];
    qsort(places, *n, sizeof *places, by_number);
    return places;
}

/* Leave the places that half of the pages have; a page has a place once. */
static size_t keep_shared(uint64_t *places, size_t n, uint32_t half)
{
    size_t kept = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && places[end] == places[i]; end++)
            ;
        if (end - i >= half)
            places[kept++] = places[i];
    }
    return kept;
}

/* The other reading: a token's place inside is only how many of its like came before it on the page, so that it counts
 * as often as half of the pages have it, wherever. */
static void forget_places(corpus *c)
{
    uint32_t *seen = need(malloc((c->n_hashes + 1) * sizeof *seen));
    for (uint32_t p = 0; p < c->n; p++) {
        memset(seen, 0, c->n_hashes * sizeof *seen);
        for (uint32_t i = 0; i < c->pages[p].n; i++)
            if (c->pages[p].inside[i])
                c->pages[p].places[i] = hash_pair(c->pages[p].tokens[i], seen[c->pages[p].tokens[i]]++);
    }
    free(seen);
}

static void mark_truth(corpus *c)
{
    size_t n;
    uint64_t *places = all_places(c, &n);
    n = keep_shared(places, n, (c->n + 1) / 2);
    for (uint32_t p = 0; p < c->n; p++) {
        bench_page *page = &c->pages[p];
        for (uint32_t i = 0; i < page->n; i++)
            page->is_template[i] =
                !page->inside[i] || bsearch(&page->places[i], places, n, sizeof *places, by_number) != NULL;
    }
    free(places);
}

/* --- Table 2 ------------------------------------------------------------------------------------------------------ */

static consensus distil(const corpus *c, const uint32_t *chosen, uint32_t t, consensus_options options)
{
    consensus_page *pages = need(malloc(t * sizeof *pages));
    consensus found;
    for (uint32_t i = 0; i < t; i++)
        pages[i] = (consensus_page){ c->pages[chosen[i]].tokens, c->pages[chosen[i]].n };
    if (consensus_distil(pages, t, &options, &found, NULL) != HUSK_OK)
        exit(3);
    free(pages);
    return found;
}

/* The fewest pages that a template is judged on. */
#define JUDGED 8

/* The template's tokens against a page's true ones, as bags. */
static agreement against(const consensus *found, const bench_page *page)
{
    uint64_t *answer = need(malloc((found->n + 1) * sizeof *answer)),
             *truth = need(malloc((page->n + 1) * sizeof *truth));
    size_t n = 0;
    for (size_t i = 0; i < found->n; i++)
        answer[i] = found->tokens[i];
    for (uint32_t i = 0; i < page->n; i++)
        if (page->is_template[i])
            truth[n++] = page->tokens[i];
    agreement a = measure_bags(answer, found->n, truth, n);
    free(answer);
    free(truth);
    return a;
}

static void table_line(const corpus *c, uint32_t t, unsigned runs, consensus_options options)
{
    double precision = 0, recall = 0, tokens = 0, wall = 0, processor = 0, f = 0;
    uint32_t *order = need(malloc(c->n * sizeof *order)), half = c->n / 2 > t ? c->n / 2 : t;
    for (unsigned run = 0; run < runs; run++) {
        random_state r = { run + 1 };
        for (uint32_t i = 0; i < c->n; i++)
            order[i] = i;
        random_shuffle(&r, order, c->n); /* the first ones are learned from, the others judged */
        double from = clock_of(CLOCK_MONOTONIC), cpu = clock_of(CLOCK_THREAD_CPUTIME_ID), p = 0, q = 0;
        options.seed = run + 1;
        consensus found = distil(c, order, t, options);
        wall += clock_of(CLOCK_MONOTONIC) - from;
        processor += clock_of(CLOCK_THREAD_CPUTIME_ID) - cpu;
        for (uint32_t i = half; i < c->n; i++) {
            agreement a = against(&found, &c->pages[order[i]]);
            p += agreement_precision(a) / (c->n - half);
            q += agreement_recall(a) / (c->n - half);
        }
        tokens += (double)found.n / runs;
        precision += p / runs;
        recall += q / runs;
        f += 2 * p * q / (p + q) / runs;
        consensus_free(&found);
    }
    printf("{\"t\": %u, \"keep\": %u, \"prune\": %u, \"precision\": %.4f, \"recall\": %.4f, \"f\": %.4f, \"tokens\": "
           "%.0f, \"wall_ms\": %.2f, "
           "\"processor_ms\": %.2f}\n",
           t, options.keep_percent, options.prune_percent, precision, recall, f, tokens, wall * 1e3 / runs,
           processor * 1e3 / runs);
    free(order);
}

static void table(const corpus *c, unsigned runs)
{
    consensus_options options;
    consensus_options_init(&options);
    double tokens = 0, template = 0;
    for (uint32_t p = 0; p < c->n; p++) {
        tokens += (double)c->pages[p].n / c->n;
        for (uint32_t i = 0; i < c->pages[p].n; i++)
            template += (double)c->pages[p].is_template[i] / c->n;
    }
    printf("{\"pages\": %u, \"page_tokens\": %.0f, \"template_tokens\": %.0f, \"runs\": %u}\n", c->n, tokens, template,
           runs);
    for (uint32_t t = 2; t <= 32 && t + JUDGED <= c->n; t *= 2)
        table_line(c, t, runs, options);
}

static void choices(const corpus *c, unsigned runs)
{
    static const struct {
        unsigned keep, prune;
    } tried[] = { { 25, 25 }, { 50, 25 }, { 75, 25 }, { 90, 25 }, { 50, 0 }, { 50, 50 } };
    consensus_options options;
    consensus_options_init(&options);
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        options.keep_percent = tried[i].keep;
        options.prune_percent = tried[i].prune;
        table_line(c, 16, runs, options);
    }
}

/* --- texts for Table 4 -------------------------------------------------------------------------------------------- */

/* Which of the page's tokens go: those that are matched in the template; NULL: none. */
static void match_page(aligner *al, const bench_page *page, const consensus *found, bool *gone)
{
    size_t n_ops;
    uint8_t *ops = need(malloc(page->n + found->n + 1));
    if (align_tokens(al, page->tokens, page->n, found->tokens, found->n, ops, &n_ops) != HUSK_OK)
        exit(3);
    for (size_t k = 0, i = 0; k < n_ops; k++)
        if (ops[k] != ALIGN_ONLY_B)
            gone[i++] = ops[k] == ALIGN_MATCH;
    free(ops);
}

static uint64_t write_page(const bench_page *page, const bool *gone, FILE *to)
{
    buffer line, text;
    uint64_t bytes = 0;
    buffer_init(&line, SIZE_MAX);
    buffer_init(&text, SIZE_MAX);
    for (uint32_t i = 0; i < page->n; i++) {
        if (gone && gone[i])
            continue;
        bytes += page->bytes[i];
        if (page->text[i]) {
            buffer_text(&text, page->text[i]);
            buffer_byte(&text, ' ');
        }
    }
    buffer_text(&line, "{\"id\": ");
    json_string(&line, (slice){ page->id, strlen(page->id) });
    buffer_text(&line, ", \"text\": ");
    json_string(&line, (slice){ text.data ? text.data : "", text.len });
    buffer_text(&line, "}\n");
    fwrite(line.data, 1, line.len, to);
    buffer_free(&line);
    buffer_free(&text);
    return bytes;
}

static void write_texts(const corpus *c, const char *folder, const char *name, const consensus *found, bool truth)
{
    char path[4096];
    uint64_t bytes = 0;
    aligner al;
    snprintf(path, sizeof path, "%s/%s.jsonl", folder, name);
    FILE *to = need(fopen(path, "w"));
    aligner_init(&al, HUSK_MAX_ALIGN_BYTES);
    for (uint32_t p = 0; p < c->n; p++) {
        bool *gone = need(calloc(c->pages[p].n + 1, sizeof *gone));
        if (truth)
            memcpy(gone, c->pages[p].is_template, c->pages[p].n);
        else if (found)
            match_page(&al, &c->pages[p], found, gone);
        bytes += write_page(&c->pages[p], gone, to);
        free(gone);
    }
    aligner_free(&al);
    if (fclose(to) != 0)
        exit(3);
    printf("{\"name\": \"%s\", \"pages\": %u, \"bytes\": %llu}\n", name, c->n, (unsigned long long)bytes);
}

static void texts(const corpus *c, const char *folder)
{
    uint32_t *order = need(malloc(c->n * sizeof *order));
    random_state r = { 1 };
    consensus_options options;
    consensus_options_init(&options);
    options.seed = 1;
    for (uint32_t i = 0; i < c->n; i++)
        order[i] = i;
    random_shuffle(&r, order, c->n);
    write_texts(c, folder, "original", NULL, false);
    for (uint32_t t = 8; t <= 16; t *= 2) {
        char name[16];
        consensus found = distil(c, order, t < c->n ? t : c->n, options);
        snprintf(name, sizeof name, "t%u", t);
        write_texts(c, folder, name, &found, false);
        consensus_free(&found);
    }
    write_texts(c, folder, "truth", NULL, true);
    free(order);
}

int main(int argc, char **argv)
{
    corpus c;
    bool anywhere = argc == 4 && strcmp(argv[1], "anywhere") == 0,
         by_choice = argc == 4 && strcmp(argv[1], "choices") == 0;
    bool is_table = anywhere || by_choice || (argc == 4 && strcmp(argv[1], "table") == 0),
         is_texts = argc == 4 && strcmp(argv[1], "texts") == 0;
    if (!is_table && !is_texts) {
        fputs("usage: bench_consensus table|choices|anywhere RUNS FOLDER | texts FOLDER OUT\n", stderr);
        return 2;
    }
    read_corpus(&c, is_table ? argv[3] : argv[2]);
    if (anywhere)
        forget_places(&c);
    mark_truth(&c);
    if (by_choice)
        choices(&c, (unsigned)strtoul(argv[2], NULL, 10));
    else if (is_table)
        table(&c, (unsigned)strtoul(argv[2], NULL, 10));
    else
        texts(&c, argv[3]);
    arena_free(&c.memory);
    free(c.pages);
    free(c.hashes);
    return 0;
}
