/* align.c - alignment compared with a plain quadratic one, on real pairs of one class and at fixed lengths.
 * Both run in this process on the same tokens; the best of three rounds by processor time counts. Every score is
 * compared with the plain one. Prints JSON.
 * - bench_align [FILE…]: archives, each with pages of one template; by default those of swde */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/limits.h"
#include "base/hash.h"
#include "page/views.h"
#include "template/template.h"

#define PAGES 16 /* of an archive */

typedef struct sequence {
    uint32_t *tokens;
    size_t n;
} sequence;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- the plain one ------------------------------------------------------------------------------------------------ */

/* Two rows of scores, and a byte a cell for the way back, which is walked. */
static int64_t plain(const sequence *a, const sequence *b, uint8_t *way, int32_t *rows)
{
    int32_t *above = rows, *row = rows + b->n + 1;
    for (size_t j = 0; j <= b->n; j++)
        above[j] = -(int32_t)j;
    for (size_t i = 1; i <= a->n; i++) {
        uint8_t *cell = way + (i - 1) * b->n;
        row[0] = -(int32_t)i;
        for (size_t j = 1; j <= b->n; j++) {
            int32_t both = above[j - 1] + (a->tokens[i - 1] == b->tokens[j - 1]), left = row[j - 1] - 1,
                    up = above[j] - 1;
            int32_t best = left > up ? left : up;
            row[j] = both >= best ? both : best;
            cell[j - 1] = both >= best ? 0 : left >= up ? 1 : 2;
        }
        int32_t *kept = above;
        above = row;
        row = kept;
    }
    int64_t steps = 0;
    for (size_t i = a->n, j = b->n; i && j; steps++) {
        uint8_t from = way[(i - 1) * b->n + j - 1];
        i -= from != 1;
        j -= from != 2;
    }
    if (steps == 0 && a->n && b->n)
        exit(1);
    return above[b->n];
}

/* --- real pairs --------------------------------------------------------------------------------------------------- */

static uint32_t token_id(uint64_t hash)
{
    return (uint32_t)(hash ^ hash >> 32); /* few enough tokens for 32 bits to tell them apart */
}

static size_t read_pages(const char *path, sequence *out)
{
    husk_source *source;
    husk_page *page;
    husk_raw raw = { .size = sizeof(husk_raw) };
    husk_error error;
    size_t n = 0;
    if (husk_source_open(&path, 1, NULL, &source, &error) != HUSK_OK || husk_page_new(NULL, &page, &error) != HUSK_OK)
        exit(3);
    while (n < PAGES && husk_source_next(source, &raw, &error) == HUSK_OK) {
        arena memory;
        page_token *tokens;
        uint32_t count;
        if (raw.status != HUSK_OK || husk_page_parse(page, &raw, &error) != HUSK_OK)
            continue;
        arena_init(&memory, HUSK_MAX_PAGE_ARENA);
        if (page_tokens(page, &memory, &tokens, &count) != HUSK_OK)
            exit(3);
        out[n].tokens = malloc((count + 1) * sizeof(uint32_t));
        out[n].n = count;
        for (uint32_t i = 0; i < count; i++)
            out[n].tokens[i] = token_id(tokens[i].hash);
        n++;
        arena_free(&memory);
    }
    husk_source_free(source);
    husk_page_free(page);
    return n;
}

static double time_ours(aligner *al, const sequence *a, const sequence *b, uint8_t *ops, int64_t *score)
{
    double best = 1e9;
    size_t n_ops = 0;
    for (int round = 0; round < 3; round++) {
        double start = now();
        if (align_tokens(al, a->tokens, a->n, b->tokens, b->n, ops, &n_ops) != HUSK_OK)
            exit(3);
        double taken = now() - start;
        best = taken < best ? taken : best;
    }
    *score = 0;
    for (size_t k = 0; k < n_ops; k++)
        *score += ops[k] == ALIGN_MATCH ? 1 : ops[k] == ALIGN_MISMATCH ? 0 : -1;
    return best;
}

static void real_pairs(char **paths, size_t n_paths)
{
    double ours = 0, theirs = 0, worst = 1e9;
    size_t pairs = 0, tokens = 0;
    aligner al;
    aligner_init(&al, HUSK_MAX_ALIGN_BYTES);
    for (size_t p = 0; p < n_paths; p++) {
        sequence pages[PAGES];
        size_t n = read_pages(paths[p], pages);
        for (size_t i = 0; i + 1 < n; i += 2) {
            const sequence *a = &pages[i], *b = &pages[i + 1];
            int64_t score;
            uint8_t *ops = malloc(a->n + b->n + 1), *way = malloc(a->n * b->n + 1);
            int32_t *rows = malloc((b->n + 1) * 2 * sizeof *rows);
            double fast = time_ours(&al, a, b, ops, &score), slow = 1e9;
            for (int round = 0; round < 3; round++) {
                double start = now();
                if (plain(a, b, way, rows) != score) {
                    fprintf(stderr, "%s: the scores differ\n", paths[p]);
                    exit(1);
                }
                slow = now() - start < slow ? now() - start : slow;
            }
            ours += fast;
            theirs += slow;
            worst = slow / fast < worst ? slow / fast : worst;
            tokens += a->n + b->n;
            pairs++;
            free(ops);
            free(way);
            free(rows);
        }
        for (size_t i = 0; i < n; i++)
            free(pages[i].tokens);
    }
    aligner_free(&al);
    if (pairs)
        printf(" \"real\": {\"archives\": %zu, \"pairs\": %zu, \"mean_tokens\": %zu, "
               "\"plain_ms\": %.3f, \"husk_ms\": %.3f, "
               "\"times_faster\": %.1f, \"least_times_faster\": %.1f},\n",
               n_paths, pairs, tokens / (2 * pairs), theirs * 1e3 / (double)pairs, ours * 1e3 / (double)pairs,
               theirs / ours, worst);
}

/* --- a template of sixteen pages at set lengths ------------------------------------------------------------------- */

/* Pages that share `share` percent of their tokens; the others are half tags that repeat, half texts of their own. */
static void synthetic(size_t n, unsigned share, const char *name, bool last)
{
    random_state r = { 1 };
    consensus_page pages[PAGES];
    uint32_t *common = malloc(n * sizeof *common);
    for (size_t i = 0; i < n; i++)
        common[i] = random_below(&r, 2) ? random_below(&r, 40) : 1000 + random_below(&r, 1000000);
    for (size_t p = 0; p < PAGES; p++) {
        uint32_t *tokens = malloc(n * sizeof *tokens);
        for (size_t i = 0; i < n; i++)
            tokens[i] = random_below(&r, 100) < share ? common[i]
                        : random_below(&r, 2)         ? random_below(&r, 40)
                                                      : random_below(&r, UINT32_MAX);
        pages[p] = (consensus_page){ tokens, n };
    }
    consensus_options options;
    consensus found;
    consensus_options_init(&options);
    double start = now();
    if (consensus_distil(pages, PAGES, &options, &found, NULL) != HUSK_OK)
        exit(3);
    double taken = now() - start;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf(" \"%s\": {\"pages\": %d, \"tokens\": %zu, \"shared_percent\": %u, \"template\": %zu, \"ms\": %.1f, "
           "\"peak_mb\": %ld}%s\n",
           name, PAGES, n, share, found.n, taken * 1e3, usage.ru_maxrss / 1024, last ? "" : ",");
    consensus_free(&found);
    for (size_t p = 0; p < PAGES; p++)
        free((void *)pages[p].tokens);
    free(common);
}

int main(int argc, char **argv)
{
    glob_t found = { 0 };
    if (argc < 2)
        glob("../shared/data/swde/*.warc.gz", 0, NULL, &found);
    puts("{");
    real_pairs(argc > 1 ? argv + 1 : found.gl_pathv, argc > 1 ? (size_t)argc - 1 : found.gl_pathc);
    synthetic(3000, 70, "consensus_3000_alike", false);
    synthetic(3000, 30, "consensus_3000_unlike", false);
    synthetic(50000, 90, "consensus_50000_alike", false);
    synthetic(50000, 60, "consensus_50000", true);
    puts("}");
    globfree(&found);
    return 0;
}
