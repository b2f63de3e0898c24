/* parse.c - what a page costs beyond lexbor's bare parse of the same bytes.
 * Both run in this process over the same pages in memory, in turns, a round each; the best round of each counts, since other work on the
 * machine only ever adds. Usage: bench_parse [--rounds N] FILE… (each may be gzipped). Prints JSON. */
#include <lexbor/html/html.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#include "husk/husk.h"
#include "page/page.h"

typedef struct document {
    const char *id;
    char *bytes;
    size_t len;
} document;

typedef double (*stage)(const document *documents, size_t n);

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static document load(const char *path)
{
    document d = { .id = path };
    gzFile f = gzopen(path, "rb");
    size_t size = 0;
    for (int n = 1; f && n > 0;) {
        if (d.len + 65536 > size) {
            size = size ? size * 2 : 1 << 20;
            d.bytes = realloc(d.bytes, size);
            if (d.bytes == NULL)
                exit(3);
        }
        n = gzread(f, d.bytes + d.len, 65536);
        d.len += n > 0 ? (size_t)n : 0;
    }
    if (f)
        gzclose(f);
    return d;
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

static double run_husk(const document *documents, size_t n, int depth)
{
    husk_page *page;
    if (husk_page_new(NULL, &page, NULL) != HUSK_OK)
        exit(3);
    double start = now();
    for (size_t i = 0; i < n; i++) {
        husk_raw raw = { .id = documents[i].id, .bytes = documents[i].bytes, .len = documents[i].len };
        husk_error error = { 0 };
        husk_status status = husk_page_parse(page, &raw, &error);
        if (depth > 0)
            page_blocks(page);
(void)status;    }
    double seconds = now() - start;
    husk_page_free(page);
    return seconds;
}

static double parse_only(const document *documents, size_t n)
{
    return run_husk(documents, n, 0);
}

static double with_blocks(const document *documents, size_t n)
{
    return run_husk(documents, n, 1);
}


int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        stage run;
    } stages[] = { { "lexbor_bare", bare }, { "page", parse_only }, { "page_blocks", with_blocks },  };
    enum { N = sizeof stages / sizeof *stages };
    int first = 1, rounds = 5;
    if (argc > 2 && strcmp(argv[1], "--rounds") == 0) {
        rounds = atoi(argv[2]);
        first = 3;
    }
    size_t n = argc > first ? (size_t)(argc - first) : 0, bytes = 0;
    document *documents = calloc(n + 1, sizeof *documents);
    for (size_t i = 0; i < n; i++) {
        documents[i] = load(argv[first + (int)i]);
        bytes += documents[i].len;
    }
    double best[N];
    for (int r = 0; r < rounds; r++)
        for (int s = 0; s < N; s++) {
            double seconds = stages[s].run(documents, n);
            if (r == 0 || seconds < best[s])
                best[s] = seconds;
        }
    printf("{\"pages\": %zu, \"bytes\": %zu", n, bytes);
    for (int s = 0; s < N; s++)
        printf(",\n \"%s\": {\"seconds\": %.4f, \"ratio\": %.3f}", stages[s].name, best[s], best[s] / best[0]);
    printf("}\n");
    for (size_t i = 0; i < n; i++)
        free(documents[i].bytes);
    free(documents);
    return walked == 0;
}
