/* columns.c - what the model of columns' worth sees, for models/train_columns.
 * - bench_columns SITE FILE...: the columns of the site file's classes again, from the pages of the files it was
 * learned from; for each a line: its class and name, a tab, and what the model sees of it, separated by spaces. Columns
 * that repeat another with its label, or that the site file lacks, are left out
 * - bench_columns: their names */
#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "judge/verdict.h"
#include "judge/columns.h"
#include "records/columns.h"

static void need(bool ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "bench_columns: %s\n", what);
        exit(1);
    }
}

#define MAX_CLASSES 64u

/* The pages of one class of the site file, added to a builder. */
typedef struct class_work {
    const site_host *host;
    uint32_t number; /* 0: not used yet */
    locate_site site;
    column_builder *builder;
} class_work;

typedef struct dump {
    husk_site *site;
    husk_page *page;
    class_work classes[MAX_CLASSES];
} dump;

static class_work *class_of(dump *d, const site_host *host, uint32_t index)
{
    const model_class *c = &host->model.classes[index];
    class_work *w = d->classes;
    while (w->number && (w->host != host || w->number != c->number))
        need(++w < d->classes + MAX_CLASSES, "too many classes");
    if (w->number == 0) {
        *w = (class_work){ .host = host,
                           .number = c->number,
                           .site = {
                               { .names = host->model.names, .n = host->model.n_names }, c->labels, c->n_labels } };
        w->builder = column_builder_new(&w->site, &host->model);
        need(w->builder, "out of memory");
    }
    return w;
}

static void add_page(dump *d)
{
    husk_judge_options options;
    husk_verdict *verdict;
    husk_error error = { 0 };
    husk_judge_options_init(&options, sizeof options);
    options.depth = HUSK_DEPTH_CLASS;
    need(husk_judge(d->page, d->site, &options, &verdict, &error) == HUSK_OK, error.message);
    uint32_t place = verdict->host ? model_class_place(verdict->host->model.classes, verdict->host->model.n_classes,
                                                       verdict->judgement.page_class)
                                   : 0;
    if (verdict->host && place < verdict->host->model.n_classes)
        need(columns_add(class_of(d, verdict->host, place)->builder, d->page) == HUSK_OK, "out of memory");
    husk_verdict_free(verdict);
}

static void add_files(dump *d, const char *const *files, size_t n)
{
    husk_source *source;
    husk_raw raw = { .size = sizeof(husk_raw) };
    husk_error error = { 0 };
    need(husk_source_open(files, n, NULL, &source, &error) == HUSK_OK, error.message);
    while (husk_source_next(source, &raw, &error) == HUSK_OK)
        if (raw.status == HUSK_OK && husk_page_parse(d->page, &raw, &error) == HUSK_OK)
            add_page(d);
    husk_source_free(source);
}

static bool is_whole(const model_column *c)
{
    bool whole = false;
    for (uint32_t i = 0; i < c->n_locators; i++)
        whole |= c->locators[i].kind == LOCATE_PREFIX && c->locators[i].ordinal & LOCATOR_WHOLE;
    return whole;
}

/* The class's column in the site file with the same first locator: names depend on the order of all columns. */
static const model_column *column_of(const class_work *w, const model_column *c)
{
    const model_host *host = &w->host->model;
    const model_class *k = &host->classes[model_class_place(host->classes, host->n_classes, w->number)];
    for (uint32_t i = 0; i < k->n_columns; i++) {
        const model_locator *a = &k->columns[i].locators[0], *b = &c->locators[0];
        if (a->key == b->key && a->kind == b->kind && a->ordinal == b->ordinal && !is_whole(&k->columns[i]))
            return &k->columns[i];
    }
    return NULL;
}

static void print_class(const class_work *w)
{
    static float rows[HUSK_MAX_COLUMNS * N_WORTH_COLUMNS];
    model_column *columns;
    arena memory;
    uint32_t n;
    arena_init(&memory, HUSK_MAX_PAGE_ARENA);
    need(columns_finish(w->builder, &memory, &columns, &n, rows) == HUSK_OK, "out of memory");
    for (uint32_t i = 0; i < n; i++) {
        const model_column *known = is_whole(&columns[i]) ? NULL : column_of(w, &columns[i]);
        if (known == NULL)
            continue;
        printf("%u %.*s\t", w->number, (int)known->name.len, known->name.data);
        for (unsigned c = 0; c < N_WORTH_COLUMNS; c++)
            printf("%s%g", c ? " " : "", (double)rows[i * N_WORTH_COLUMNS + c]);
        printf("\n");
    }
    arena_free(&memory);
    column_builder_free(w->builder);
}

static void print_names(void)
{
#define NAME(name) printf(#name " ");
    WORTH_COLUMNS(NAME)
#undef NAME
    printf("\n");
}

int main(int argc, char **argv)
{
    static dump d;
    husk_error error = { 0 };
    if (argc < 3) {
        print_names();
        return 0;
    }
    need(husk_site_open(argv[1], &d.site, &error) == HUSK_OK, error.message);
    need(husk_page_new(NULL, &d.page, &error) == HUSK_OK, error.message);
    add_files(&d, (const char *const *)argv + 2, (size_t)argc - 2);
    for (class_work *w = d.classes; w < d.classes + MAX_CLASSES && w->number; w++)
        print_class(w);
    husk_page_free(d.page);
    husk_site_free(d.site);
    return 0;
}
