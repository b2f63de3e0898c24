/* parse.c - the cost of a page relative to lexbor's bare parse of the same bytes.
 * Both run in this process over the same pages in memory, in alternating rounds; the best round of each by processor
 * time counts, since other load only adds time. Prints JSON.
 * - bench_parse [--rounds N] [--only STAGE] [--site FILE] INPUT…: any inputs of husk extract */
#include <lexbor/html/html.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "husk/husk.h"
#include "page/page.h"

#define PADDING 64 /* as husk_raw asks for */

typedef struct document {
    char *id, *url;
    char *bytes;
    size_t len;
} document;

typedef double (*stage)(const document *documents, size_t n);

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *must(void *memory)
{
    if (memory == NULL)
        exit(3);
    return memory;
}

static document copy_of(const husk_raw *raw)
{
    document d = { .id = must(strdup(raw->id)), .len = raw->len };
    d.url = raw->url ? must(strdup(raw->url)) : NULL;
    d.bytes = must(calloc(raw->len + PADDING, 1));
    memcpy(d.bytes, raw->bytes, raw->len);
    return d;
}

/* All pages of the inputs, in memory. */
static document *load(const char *const *inputs, size_t n_inputs, size_t *n)
{
    husk_source *source;
    husk_raw raw = { .size = sizeof raw };
    husk_error error;
    document *documents = NULL;
    *n = 0;
    if (husk_source_open(inputs, n_inputs, NULL, &source, &error) != HUSK_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(3);
    }
    while (husk_source_next(source, &raw, &error) == HUSK_OK) {
        if (raw.bytes == NULL)
            continue;
        if ((*n & (*n - 1)) == 0)
            documents = must(realloc(documents, (*n ? *n * 2 : 1) * sizeof *documents));
        documents[(*n)++] = copy_of(&raw);
    }
    husk_source_free(source);
    return documents;
}

static size_t walked; /* so that the walk is not optimised away */

static double bare(const document *documents, size_t n)
{
    lxb_html_document_t *doc = lxb_html_document_create();
    double start = now();
    for (size_t i = 0; i < n; i++) {
        lxb_html_document_clean(doc);
        lxb_html_document_parse(doc, (const lxb_char_t *)documents[i].bytes, documents[i].len);
        lxb_dom_node_t *root = lxb_dom_interface_node(doc), *node = root->first_child;
        while (node) {
            walked += node->type;
            if (node->first_child) {
                node = node->first_child;
                continue;
            }
            while (node->next == NULL && node->parent != root)
                node = node->parent;
            node = node->next;
        }
    }
    double seconds = now() - start;
    lxb_html_document_destroy(doc);
    return seconds;
}

typedef enum depth { PARSE, BLOCKS, TEXT_ALL, TEXT_CONTENT, MARKDOWN_CONTENT, TEXT_SITE, RECORD_SITE, STRIPPED } depth;

static husk_site *site; /* of --site, or NULL */

static void settings_of(depth how_far, husk_extract_options *options, husk_judge_options *judge)
{
    husk_extract_options_init(options, sizeof *options);
    husk_judge_options_init(judge, sizeof *judge);
    options->format = how_far == TEXT_SITE ? HUSK_FORMAT_TEXT : HUSK_FORMAT_JSONL;
    options->all = how_far == TEXT_ALL;
    if (how_far == MARKDOWN_CONTENT) {
        options->body = HUSK_FORMAT_MARKDOWN;
        options->with_metadata = options->links = options->images = true;
    }
    if (husk_judge_options_for(judge, options, NULL) != HUSK_OK)
        exit(3);
    if (how_far == STRIPPED)
        judge->depth = HUSK_DEPTH_BLOCKS;
}

/* One page, as far as the stage goes. */
static void run_page(husk_page *page, const document *d, depth how_far, const husk_extract_options *options,
                     const husk_judge_options *judge, husk_output *output)
{
    husk_raw raw = {
        .size = sizeof raw, .id = d->id, .url = d->url, .bytes = d->bytes, .len = d->len, .padding = PADDING
    };
    husk_verdict *verdict;
    husk_page_parse(page, &raw, NULL);
    if (how_far == BLOCKS)
        page_blocks(page);
    if (how_far <= BLOCKS)
        return;
    bool with_site = how_far == TEXT_SITE || how_far == RECORD_SITE || how_far == STRIPPED;
    husk_output_clear(output);
    if (husk_judge(page, with_site ? site : NULL, judge, &verdict, NULL) != HUSK_OK)
        exit(3);
    if (how_far == STRIPPED)
        husk_write_stripped(verdict, HUSK_KEEP_CONTENT, output, NULL);
    else
        husk_extract(verdict, options, output, NULL);
    husk_verdict_free(verdict);
}

static double run_husk(const document *documents, size_t n, depth how_far)
{
    husk_page *page;
    husk_output *output;
    husk_extract_options options;
    husk_judge_options judge;
    if (husk_page_new(NULL, &page, NULL) != HUSK_OK || husk_output_new((size_t)1 << 30, &output) != HUSK_OK)
        exit(3);
    settings_of(how_far, &options, &judge);
    double start = now();
    for (size_t i = 0; i < n; i++)
        run_page(page, &documents[i], how_far, &options, &judge, output);
    double seconds = now() - start;
    husk_output_free(output);
    husk_page_free(page);
    return seconds;
}

/* Text by an extractor, which is used again for every page. */
static double extractor_text(const document *documents, size_t n)
{
    husk_extractor *extractor;
    const husk_result *result;
    if (husk_extractor_new(NULL, &extractor, NULL) != HUSK_OK)
        exit(3);
    double start = now();
    for (size_t i = 0; i < n; i++) {
        husk_raw raw = {
            .size = sizeof raw, .id = "", .url = documents[i].url, .bytes = documents[i].bytes, .len = documents[i].len
        };
        husk_extractor_run(extractor, &raw, &result, NULL);
    }
    double seconds = now() - start;
    husk_extractor_free(extractor);
    return seconds;
}

/* The same, each page by husk_text. */
static double one_call_text(const document *documents, size_t n)
{
    double start = now();
    for (size_t i = 0; i < n; i++) {
        husk_result *result;
        if (husk_text(documents[i].bytes, documents[i].len, documents[i].url, NULL, &result, NULL) == HUSK_OK)
            husk_result_free(result);
    }
    return now() - start;
}

static double parse_only(const document *documents, size_t n)
{
    return run_husk(documents, n, PARSE);
}

static double with_blocks(const document *documents, size_t n)
{
    return run_husk(documents, n, BLOCKS);
}

static double all_text(const document *documents, size_t n)
{
    return run_husk(documents, n, TEXT_ALL);
}

static double content_text(const document *documents, size_t n)
{
    return run_husk(documents, n, TEXT_CONTENT);
}

static double content_markdown(const document *documents, size_t n)
{
    return run_husk(documents, n, MARKDOWN_CONTENT);
}

static double site_text(const document *documents, size_t n)
{
    return run_husk(documents, n, TEXT_SITE);
}

static double site_records(const document *documents, size_t n)
{
    return run_husk(documents, n, RECORD_SITE);
}

static double stripped(const document *documents, size_t n)
{
    return run_husk(documents, n, STRIPPED);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        stage run;
    } stages[] = { { "lexbor_bare", bare },
                   { "page", parse_only },
                   { "page_blocks", with_blocks },
                   { "all_text_jsonl", all_text },
                   { "content_text_jsonl", content_text },
                   { "content_markdown_metadata_jsonl", content_markdown },
                   { "extractor_text", extractor_text },
                   { "one_call_text", one_call_text },
                   { "site_text", site_text },
                   { "site_jsonl", site_records },
                   { "site_stripped", stripped } };
    enum { N_ALL = sizeof stages / sizeof *stages, N_SITE = 3 }; /* the last need a site */
    int first = 1, rounds = 5;                                   /* --rounds, then --only */
    if (argc > 2 && strcmp(argv[1], "--rounds") == 0) {
        rounds = atoi(argv[2]);
        first = 3;
    }
    const char *only = NULL; /* for profiling: this stage alone */
    if (argc > first + 1 && strcmp(argv[first], "--only") == 0) {
        only = argv[first + 1];
        first += 2;
    }
    if (argc > first + 1 && strcmp(argv[first], "--site") == 0) { /* a file that husk learn made of these pages */
        husk_error error;
        if (husk_site_open(argv[first + 1], &site, &error) != HUSK_OK) {
            fprintf(stderr, "%s\n", error.message);
            return 3;
        }
        first += 2;
    }
    int N = site ? N_ALL : N_ALL - N_SITE;
    size_t n, bytes = 0;
    document *documents = load((const char *const *)argv + first, argc > first ? (size_t)(argc - first) : 0, &n);
    for (size_t i = 0; i < n; i++)
        bytes += documents[i].len;
    double best[N_ALL] = { 0 };
    for (int r = 0; r < rounds; r++)
        for (int s = 0; s < N; s++) {
            if (only && strcmp(only, stages[s].name) != 0)
                continue;
            double seconds = stages[s].run(documents, n);
            if (r == 0 || seconds < best[s])
                best[s] = seconds;
        }
    printf("{\"pages\": %zu, \"bytes\": %zu", n, bytes);
    for (int s = 0; s < N; s++)
        printf(",\n \"%s\": {\"seconds\": %.4f, \"ratio\": %.3f, \"mb_per_second\": %.0f}", stages[s].name, best[s],
               best[s] / best[0], best[s] > 0 ? (double)bytes / best[s] / 1e6 : 0);
    printf("}\n");
    for (size_t i = 0; i < n; i++) {
        free(documents[i].id);
        free(documents[i].url);
        free(documents[i].bytes);
    }
    free(documents);
    husk_site_free(site);
    return walked == 0 && only == NULL;
}
