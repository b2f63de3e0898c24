/* pagelevel.c - PageLevel's scores for every text and link of real pages, for its experiments; and its cost.
 * Prints one JSON line per page: texts as [text, in a link, score, smoothed, segment, shared, the text's node and those
 * around it below the body], links as [address, score, smoothed, shared, number of its first text or -1]. Scores are
 * 0..255; `shared` is SiteLevel(T)'s label among the given pages (-1 without --theta).
 * - bench_pagelevel [--factor F] [--penalty-by 0|1|2] [--no-smoothing] [--theta T] MODEL INPUT…
 * - bench_pagelevel --time MODEL INPUT…: milliseconds of parsing and of each step; also checks the fast smoothing
 *   against the published one on every page */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/escape.h"
#include "base/limits.h"
#include "chakrabarti-2007/pagelevel.h"
#include "unit/isotonic_reference.h"
#include "chakrabarti-2007/sitelevel.h"

typedef struct bench {
    logistic_model model;
    pagelevel_options options;
    isotonic memory;
    husk_page *page;
    sitelevel site;
    double theta;
    buffer out;
    double parse_ms, layout_ms, features_ms, all_ms;
    uint64_t n_pages, n_scored, n_nodes, n_bytes, n_differ;
} bench;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static husk_status each(bench *b, const char *const *inputs, size_t n, husk_status (*what)(bench *, const husk_raw *))
{
    husk_source *source;
    husk_raw raw = { .size = sizeof(husk_raw) };
    husk_error error;
    husk_status status = husk_source_open(inputs, n, NULL, &source, &error);
    while (!status && (status = husk_source_next(source, &raw, &error)) == HUSK_OK) {
        if (raw.status && raw.status != HUSK_LIMIT)
            fprintf(stderr, "%s: %s\n", raw.id, raw.reason);
        else
            status = what(b, &raw);
    }
    husk_source_free(source);
    return status == HUSK_END ? HUSK_OK : status;
}

/* --- what is shared among the pages ------------------------------------------------------------------------------- */

static husk_status count(bench *b, const husk_raw *raw)
{
    page_subtree *subtrees;
    husk_status status = husk_page_parse(b->page, raw, NULL);
    if (status && status != HUSK_LIMIT)
        return status;
    status = page_subtrees(b->page, &b->page->scratch, &subtrees);
    return status ? status : sitelevel_add(&b->site, subtrees, b->page->n_nodes);
}

static husk_status shared_labels(bench *b, uint8_t **out)
{
    husk_page *page = b->page;
    page_subtree *subtrees;
    husk_status status = page_subtrees(page, &page->scratch, &subtrees);
    uint32_t *covered = arena_array(&page->scratch, page->n_nodes, sizeof *covered);
    *out = arena_array(&page->scratch, page->n_nodes, 1);
    if (status || !covered || !*out)
        return HUSK_NO_MEMORY;
    sitelevel_label(&b->site, b->theta, 1, subtrees, page->parent, page->n_nodes, covered, *out);
    for (uint32_t i = 1; i < page->n_nodes; i++)
        (*out)[i] |= (*out)[page->parent[i]]; /* what is inside a template is template */
    return HUSK_OK;
}

/* --- one page as JSON --------------------------------------------------------------------------------------------- */

static husk_status dump(bench *b, const husk_raw *raw)
{
    husk_page *page = b->page;
    pagelevel_verdict v;
    uint8_t *shared = NULL;
    husk_status status = husk_page_parse(page, raw, NULL);
    if (status && status != HUSK_LIMIT)
        return status;
    status = pagelevel_judge(page, &b->model, &b->options, &b->memory, &v);
    if (!status && b->theta > 0)
        status = shared_labels(b, &shared);
    if (status)
        return status;
    buffer_clear(&b->out);
    buffer_text(&b->out, "{\"page\": ");
    json_string(&b->out, (slice){ raw->id, strlen(raw->id) });
    buffer_text(&b->out, ", \"texts\": [");
    bool any = false;
    int32_t n_texts = 0, *text_at = arena_array(&page->scratch, (size_t)page->n_nodes + 1, sizeof *text_at);
    if (!text_at)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < page->n_nodes; i++) {
        text_at[i] = n_texts;
        if ((page->flags[i] & (NODE_TEXT | NODE_BLANK | NODE_SILENT)) != NODE_TEXT || v.tree.keeper[i] == NODE_NONE)
            continue;
        uint32_t k = v.tree.keeper[i];
        buffer_text(&b->out, any ? ", [" : "[");
        json_string(&b->out, page->text[i]);
        buffer_format(&b->out, ", %d, %u, %u, %u, %d, [", (page->flags[i] & NODE_LINK) != 0, v.score[k], v.smoothed[k],
                      v.segment[k], shared ? shared[i] : -1);
        for (uint32_t a = i; a > page->body; a = page->parent[a])
            buffer_format(&b->out, a == i ? "%u" : ", %u", (unsigned)a);
        buffer_text(&b->out, "]]");
        any = true;
        n_texts++;
    }
    text_at[page->n_nodes] = n_texts;
    buffer_text(&b->out, "], \"links\": [");
    any = false;
    for (uint32_t i = 0; i < page->n_nodes; i++) {
        if (page->tag[i] != TAG_A || v.tree.keeper[i] == NODE_NONE || !page_attribute_find(page, i, ATTR_HREF))
            continue;
        uint32_t k = v.tree.keeper[i];
        buffer_text(&b->out, any ? ", [" : "[");
        json_string(&b->out, page_attribute_value(page, i, ATTR_HREF));
        buffer_format(&b->out, ", %u, %u, %d, %d]", v.score[k], v.smoothed[k], shared ? shared[i] : -1,
                      text_at[page->end[i]] > text_at[i] ? text_at[i] : -1);
        any = true;
    }
    buffer_text(&b->out, "]}\n");
    fwrite(b->out.data, 1, b->out.len, stdout);
    return b->out.status;
}

/* --- what it costs ------------------------------------------------------------------------------------------------ */

static bool solvers_agree(bench *b, const pagelevel_verdict *v)
{
    uint32_t n = v->tree.n;
    double *score = malloc((n + 1) * sizeof *score), *penalty = malloc((n + 1) * sizeof *penalty),
           *exact = malloc((n + 1) * sizeof *exact);
    float *levels = malloc((n + 1) * sizeof *levels);
    float whole = v->boxes.width * v->boxes.height;
    for (uint32_t k = 0; k < n; k++)
        levels[k] = v->tree.area[k] > 0 ? 255 * b->options.penalty_factor * b->model.penalty * whole / v->tree.area[k]
                                        : __builtin_inff();
    isotonic_tree tree = { n, v->tree.parent, v->score, v->tree.weight, levels };
    for (uint32_t k = 0; k < n; k++) {
        score[k] = v->score[k];
        penalty[k] = isotonic_penalty(&tree, k);
    }
    bool same = isotonic_reference(n, v->tree.parent, score, v->tree.weight, penalty, exact, NULL) == HUSK_OK;
    for (uint32_t k = 0; same && k < n; k++)
        same = exact[k] == v->smoothed[k];
    free(score), free(penalty), free(exact), free(levels);
    return same;
}

static husk_status measure_time(bench *b, const husk_raw *raw)
{
    pagelevel_verdict v;
    layout boxes;
    node_tree tree;
    float *features;
    double least[4] = { 1e9, 1e9, 1e9, 1e9 };
    for (int run = 0; run < 3; run++) {
        double t0 = now_ms();
        husk_status status = husk_page_parse(b->page, raw, NULL);
        if (status && status != HUSK_LIMIT)
            return status;
        double t1 = now_ms();
        if (page_layout(b->page, NULL, &boxes))
            return HUSK_NO_MEMORY;
        double t2 = now_ms();
        if (node_tree_make(b->page, &boxes, b->model.least_area, &tree) ||
            node_features_make(b->page, &boxes, &tree, b->model.without_stop_words, &features))
            return HUSK_NO_MEMORY;
        double t3 = now_ms();
        if (pagelevel_judge(b->page, &b->model, &b->options, &b->memory, &v))
            return HUSK_NO_MEMORY;
        double times[] = { t1 - t0, t2 - t1, t3 - t2, now_ms() - t3 };
        for (int i = 0; i < 4; i++)
            least[i] = times[i] < least[i] ? times[i] : least[i];
    }
    b->parse_ms += least[0], b->layout_ms += least[1], b->features_ms += least[2], b->all_ms += least[3];
    b->n_pages++, b->n_scored += v.tree.n, b->n_nodes += b->page->n_nodes, b->n_bytes += raw->len;
    b->n_differ += !solvers_agree(b, &v);
    return HUSK_OK;
}

static void report_time(const bench *b)
{
    double n = b->n_pages ? (double)b->n_pages : 1;
    printf("pages %llu  KB %.1f  nodes %.0f  scored %.0f  ms a page: parse %.3f  layout %.3f  features %.3f  scores "
           "and smoothing %.3f\n",
           (unsigned long long)b->n_pages, (double)b->n_bytes / n / 1024, (double)b->n_nodes / n,
           (double)b->n_scored / n, b->parse_ms / n, b->layout_ms / n, b->features_ms / n,
           (b->all_ms - b->layout_ms - b->features_ms) / n);
    printf("whole way from bytes to segments: %.2f times the parse\n", (b->parse_ms + b->all_ms) / b->parse_ms);
    printf("pages on which the fast smoothing differs from the published one: %llu\n", (unsigned long long)b->n_differ);
}

/* --- the program -------------------------------------------------------------------------------------------------- */

static husk_status read_model(const char *path, logistic_model *model)
{
    static char data[HUSK_MAX_PAGELEVEL_BYTES];
    husk_error error = { 0 };
    FILE *f = fopen(path, "rb");
    size_t len = f ? fread(data, 1, sizeof data, f) : 0;
    if (f)
        fclose(f);
    husk_status status = logistic_read(data, len, model, &error);
    if (status)
        fprintf(stderr, "%s: %s\n", path, error.message);
    return status;
}

int main(int argc, char **argv)
{
    bench b = { .options = { .penalty_factor = 1 } };
    bool times = false;
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (strcmp(argv[at], "--time") == 0)
            times = true;
        else if (strcmp(argv[at], "--no-smoothing") == 0)
            b.options.no_smoothing = true;
        else if (strcmp(argv[at], "--penalty-by") == 0 && at + 1 < argc)
            b.options.penalty = (pagelevel_penalty)atoi(argv[++at]);
        else if (strcmp(argv[at], "--factor") == 0 && at + 1 < argc)
            b.options.penalty_factor = strtof(argv[++at], NULL);
        else if (strcmp(argv[at], "--theta") == 0 && at + 1 < argc)
            b.theta = strtod(argv[++at], NULL);
    }
    if (at + 1 >= argc) {
        fputs("usage: bench_pagelevel [--factor F] [--penalty-by 0|1|2] [--no-smoothing] [--theta T] [--time] MODEL "
              "INPUT...\n",
              stderr);
        return 2;
    }
    const char *const *inputs = (const char *const *)argv + at + 1;
    size_t n = (size_t)(argc - at - 1);
    buffer_init(&b.out, HUSK_MAX_OUTPUT_BYTES);
    if (read_model(argv[at], &b.model) || husk_page_new(NULL, &b.page, NULL))
        return 1;
    husk_status status = b.theta > 0 ? each(&b, inputs, n, count) : HUSK_OK;
    status = status ? status : each(&b, inputs, n, times ? measure_time : dump);
    if (times)
        report_time(&b);
    husk_page_free(b.page);
    isotonic_free(&b.memory);
    sitelevel_free(&b.site);
    buffer_free(&b.out);
    return status ? 1 : 0;
}
