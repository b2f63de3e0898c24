/* embed.c - convert a model file to C arrays: embed [--site | --main] MODEL.txt > model.c. Run by the build. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/model_file.h"
#include "judge/site/main_model.h"

static char *read_all(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    size_t size = 1 << 20;
    char *text = malloc(size);
    *len = 0;
    while (f && text && !feof(f) && !ferror(f)) {
        if (*len == size)
            text = realloc(text, size *= 2);
        if (text)
            *len += fread(text + *len, 1, size - *len, f);
    }
    bool ok = f && text && !ferror(f);
    if (f)
        fclose(f);
    return ok ? text : NULL;
}

#define ARRAY(type, name, suffix, count, format, value)            \
    do {                                                           \
        printf("static const " type " %s_" suffix "[] = {", name); \
        for (size_t i = 0; i < (count); i++)                       \
            printf("%s" format ",", i % 24 ? "" : "\n", value);    \
        printf("\n};\n");                                          \
    } while (0)

/* The forest that has these columns and borders under its name: itself, unless it shares those of an earlier one. */
static const char *columns_of(const char *name, const forest *f)
{
    static struct {
        const float *borders;
        const char *name;
    } named[N_PAGE_KINDS + 3]; /* the page model has the most */
    size_t i = 0;
    while (named[i].borders && named[i].borders != f->borders)
        i++;
    named[i].borders = f->borders;
    named[i].name = named[i].name ? named[i].name : name;
    return named[i].name;
}

static void print_forest(const char *name, const forest *f)
{
    if (f->n_trees == 0)
        return;
    if (columns_of(name, f) == name) {
        ARRAY("uint16_t", name, "column", f->n_columns, "%u", f->column[i]);
        ARRAY("uint16_t", name, "border", f->n_columns + 1u, "%u", f->border[i]);
        ARRAY("float", name, "borders", f->border[f->n_columns] + (size_t)(f->border[f->n_columns] == 0), "%af",
              f->borders[i]);
    }
    ARRAY("uint8_t", name, "split_column", (size_t)f->n_trees * FOREST_DEPTH, "%u", f->split_column[i]);
    ARRAY("uint8_t", name, "split_border", (size_t)f->n_trees * FOREST_DEPTH, "%u", f->split_border[i]);
    /* a tree's leaves start at a cache line */
    ARRAY("_Alignas(64) uint8_t", name, "leaves", (size_t)f->n_trees * FOREST_TREE_BYTES, "%u", f->leaves[i]);
}

static void print_field(const char *field, const char *name, const forest *f)
{
    const char *columns = f->n_trees ? columns_of(name, f) : NULL;
    if (columns)
        printf("    %s = { %u, %u, %s_column, %s_border, %s_borders, %s_split_column, %s_split_border, %s_leaves, %af, "
               "%af },\n",
               field, f->n_columns, f->n_trees, columns, columns, columns, name, name, name, f->scale, f->bias);
}

static void print_decision(const char *field, const page_decision *d)
{
    printf("    %s = { %af, %af, %af },\n", field, d->least, d->most, d->factor);
}

static int embed_site(const char *path, slice text, arena *memory)
{
    path_model model;
    husk_error error;
    if (path_model_read(text, memory, &model, &error) != HUSK_OK) {
        fprintf(stderr, "embed: %s: %s\n", path, error.message);
        return 3;
    }
    printf("/* Made from a model's text by models/embed.c. */\n#include \"judge/site/path_model.h\"\n");
    print_forest("paths", &model.paths);
    printf("const path_model path_model_builtin = {\n");
    print_field(".paths", "paths", &model.paths);
    printf("};\n");
    return 0;
}

static int embed_main(const char *path, slice text, arena *memory)
{
    main_model model;
    husk_error error;
    if (main_model_read(text, memory, &model, &error) != HUSK_OK) {
        fprintf(stderr, "embed: %s: %s\n", path, error.message);
        return 3;
    }
    printf("/* Made from a model's text by models/embed.c. */\n#include \"judge/site/main_model.h\"\n");
    print_forest("full", &model.full);
    print_forest("docs", &model.docs);
    print_forest("quick", &model.quick);
    printf("const main_model main_model_builtin = {\n");
    print_field(".full", "full", &model.full);
    print_field(".docs", "docs", &model.docs);
    print_field(".quick", "quick", &model.quick);
    printf("};\n");
    return 0;
}

int main(int argc, char **argv)
{
    bool site = argc == 3 && strcmp(argv[1], "--site") == 0, main_content = argc == 3 && strcmp(argv[1], "--main") == 0;
    const char *path = site || main_content ? argv[2] : argc == 2 ? argv[1] : NULL;
    static const char *const kinds[] = {
#define KIND_TEXT(kind) #kind,
        PAGE_KINDS(KIND_TEXT)
#undef KIND_TEXT
    };
    size_t len;
    char *text = path ? read_all(path, &len) : NULL;
    if (text == NULL) {
        fprintf(stderr, "embed: can't read %s\n", path ? path : "(no file named)");
        return 3;
    }
    arena memory;
    arena_init(&memory, (size_t)1 << 28);
    if (site || main_content) {
        int code = (site ? embed_site : embed_main)(path, (slice){ text, len }, &memory);
        arena_free(&memory);
        free(text);
        return code;
    }
    page_model model;
    husk_error error;
    if (model_read((slice){ text, len }, &memory, &model, &error) != HUSK_OK) {
        fprintf(stderr, "embed: %s: %s\n", path, error.message);
        return 3;
    }
    printf("/* Made from a model's text by models/embed.c. */\n#include \"judge/model_file.h\"\n");
    print_forest("first", &model.first);
    print_forest("second", &model.second);
    for (unsigned k = 0; k < N_PAGE_KINDS; k++)
        print_forest(kinds[k], &model.kinds[k]);
    print_forest("confidence", &model.confidence);
    printf("static const class_word words[] = {\n");
    for (uint32_t i = 0; i < model.words.n_slots; i++)
        printf("    { %uu, %af },\n", model.words.slots[i].tag, model.words.slots[i].weight);
    printf("};\n");
    ARRAY("uint16_t", "words", "groups", model.words.n_slots, "%u", model.words.groups[i]);
    ARRAY("uint64_t", "words", "filter", (size_t)CLASS_FILTER, "%lluu", (unsigned long long)model.words.filter[i]);
    printf("const page_model page_model_builtin = {\n    .words = { words, words_groups, words_filter, %u },\n",
           model.words.n_slots);
    print_field(".first", "first", &model.first);
    print_field(".second", "second", &model.second);
    for (unsigned k = 0; k < N_PAGE_KINDS; k++) {
        char field[32];
        snprintf(field, sizeof field, ".kinds[%u]", k);
        print_field(field, kinds[k], &model.kinds[k]);
    }
    print_field(".confidence", "confidence", &model.confidence);
    print_decision(".any", &model.any);
    print_decision(".article", &model.article);
    printf("    .precision_odds = %af,\n    .recall_odds = %af,\n", model.precision_odds, model.recall_odds);
    printf("};\n");
    arena_free(&memory);
    free(text);
    return 0;
}
