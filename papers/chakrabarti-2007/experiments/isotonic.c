/* isotonic.c - the time to smooth a tree: page-shaped random trees of several sizes, with all 256 levels.
 * Prints one line per size: nodes, inner nodes, milliseconds (least of several runs), nanoseconds per node, and the
 * published algorithm's time on the same tree if that is not too large. With --solve it reads a tree from stdin, a line
 * per node (parent, score, weight, penalty), and prints the smoothed scores, for tests/published. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chakrabarti-2007/isotonic.h"
#include "unit/isotonic_reference.h"

static uint64_t state = 7;

static uint32_t below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

typedef struct sample {
    uint32_t *parent, *weight;
    uint8_t *score, *smoothed;
    float *penalty;
    double *scores, *penalties, *exact;
} sample;

static void sample_fill(sample *s, uint32_t n)
{
    s->parent = malloc(n * sizeof *s->parent);
    s->weight = malloc(n * sizeof *s->weight);
    s->score = malloc(n);
    s->smoothed = malloc(n);
    s->penalty = malloc(n * sizeof *s->penalty);
    s->scores = malloc(n * sizeof *s->scores);
    s->penalties = malloc(n * sizeof *s->penalties);
    s->exact = malloc(n * sizeof *s->exact);
    uint32_t depth = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t parent = i ? i - 1 : 0;
        for (depth++; parent && (depth > 30 || below(5) < 3); depth--)
            parent = s->parent[parent];
        s->parent[i] = parent;
        s->weight[i] = 1 + below(3);
        s->score[i] = (uint8_t)below(256);
        s->penalty[i] = 2.55f * (float)n / (float)(1 + below(n));
        s->scores[i] = s->score[i];
        s->penalties[i] = s->penalty[i];
    }
}

static void sample_free(sample *s)
{
    free(s->parent), free(s->weight), free(s->score), free(s->smoothed);
    free(s->penalty), free(s->scores), free(s->penalties), free(s->exact);
}

#define MOST_SOLVED 1000

static int solve(void)
{
    static uint32_t parent[MOST_SOLVED], weight[MOST_SOLVED];
    static uint8_t score[MOST_SOLVED], smoothed[MOST_SOLVED];
    static float penalty[MOST_SOLVED];
    isotonic memory = { 0 };
    uint32_t n = 0;
    while (n < MOST_SOLVED && scanf("%u %hhu %u %f", &parent[n], &score[n], &weight[n], &penalty[n]) == 4)
        n++;
    isotonic_tree tree = { n, parent, score, weight, penalty };
    husk_status status = isotonic_smooth(&memory, &tree, smoothed, NULL);
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++)
        printf("%u\n", smoothed[i]);
    isotonic_free(&memory);
    return status != HUSK_OK;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--solve") == 0)
        return solve();
    static const uint32_t sizes[] = { 100, 1000, 10000, 100000, 1000000 };
    isotonic memory = { 0 };
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        sample s;
        uint32_t n = sizes[k], inner = 0;
        sample_fill(&s, n);
        for (uint32_t i = 1; i < n; i++)
            inner += s.parent[i] == i - 1;
        isotonic_tree tree = { n, s.parent, s.score, s.weight, s.penalty };
        double least = 1e9;
        for (int run = 0; run < 7; run++) {
            double start = now_ms();
            if (isotonic_smooth(&memory, &tree, s.smoothed, NULL))
                return 1;
            double took = now_ms() - start;
            least = took < least ? took : least;
        }
        printf("nodes %7u  inner %7u  fast %9.3f ms  %6.1f ns/node", n, inner, least, least * 1e6 / n);
        if (n <= 100000) {
            double start = now_ms();
            if (isotonic_reference(n, s.parent, s.scores, s.weight, s.penalties, s.exact, NULL))
                return 1;
            printf("  published %9.3f ms", now_ms() - start);
        }
        putchar('\n');
        sample_free(&s);
    }
    isotonic_free(&memory);
    return 0;
}
