/* embed.c - convert model files to C arrays: embed MODEL.txt... > models.c. Run by the build. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/model_file.h"

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

#define ARRAY(type, name, suffix, count, format, value)                   \
    do {                                                                  \
        printf("static const " type " forest_%s_" suffix "[] = {", name); \
        for (size_t i = 0; i < (count); i++)                              \
            printf("%s" format ",", i % 24 ? "" : "\n", value);           \
        printf("\n};\n");                                                 \
    } while (0)

static const forest *forest_of(const judge_models *models, const model_part *part)
{
    return (const forest *)(const void *)((const char *)models + part->offset);
}

/* The first forest that has these columns and borders: itself, unless it shares those of an earlier one. */
static const char *columns_of(const judge_models *models, const model_part *part)
{
    const model_part *first = model_forests;
    while (forest_of(models, first)->borders != forest_of(models, part)->borders)
        first++;
    return first->name;
}

static void print_forest(const judge_models *models, const model_part *part)
{
    const forest *f = forest_of(models, part);
    const char *name = part->name;
    if (strcmp(columns_of(models, part), name) == 0) {
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

static void print_words(const class_words *words)
{
    printf("static const class_word words[] = {\n");
    for (uint32_t i = 0; i < words->n_slots; i++)
        printf("    { %uu, %af },\n", words->slots[i].tag, words->slots[i].weight);
    printf("};\n");
    ARRAY("uint16_t", "words", "groups", words->n_slots, "%u", words->groups[i]);
    ARRAY("uint64_t", "words", "filter", (size_t)CLASS_FILTER, "%lluu", (unsigned long long)words->filter[i]);
}

/* The fields of one model: "page.", "kinds." … start their names. */
static void print_fields(const judge_models *models, uint64_t digest, const char *model, size_t skip)
{
    for (const model_part *p = model_forests; p->name; p++) {
        const forest *f = forest_of(models, p);
        const char *name = p->name, *columns = columns_of(models, p);
        if (strncmp(p->field, model, strlen(model)) == 0)
            printf("    .%s = { %u, %u, forest_%s_column, forest_%s_border, forest_%s_borders, "
                   "forest_%s_split_column, forest_%s_split_border, forest_%s_leaves, %af, %af },\n",
                   p->field + skip, f->n_columns, f->n_trees, columns, columns, columns, name, name, name, f->scale,
                   f->bias);
    }
    printf("    .%sdigest = %lluu,\n", model + skip, (unsigned long long)digest);
    for (const model_part *d = model_decisions; d->name; d++)
        if (strncmp(d->field, model, strlen(model)) == 0)
            printf("    .%s = %af,\n", d->field + skip,
                   *(const float *)(const void *)((const char *)models + d->offset));
}

/* What ships must be whole: there is nothing else to take a missing part from. */
static bool is_whole(const judge_models *models)
{
    bool whole = models->page.words.n_slots > 0;
    for (const model_part *p = model_forests; p->name; p++)
        if (forest_of(models, p)->n_trees == 0 && (whole = false, true))
            fprintf(stderr, "embed: forest %s is missing\n", p->name);
    for (const model_part *d = model_decisions; d->name; d++)
        if (isnan(*(const float *)(const void *)((const char *)models + d->offset)) && (whole = false, true))
            fprintf(stderr, "embed: decision %s is missing\n", d->name);
    return whole;
}

static void print_models(const judge_models *models)
{
    printf("/* Made from the models' texts by models/embed.c. */\n#include \"judge/model_file.h\"\n");
    for (const model_part *p = model_forests; p->name; p++)
        print_forest(models, p);
    print_words(&models->page.words);
    printf("const judge_models judge_models_builtin = {\n    .page.words = { words, forest_words_groups, "
           "forest_words_filter, %u },\n",
           models->page.words.n_slots);
    print_fields(models, models->page.digest, "page.", 0);
    print_fields(models, models->site.digest, "site.", 0);
    print_fields(models, models->main.digest, "main.", 0);
    print_fields(models, models->kinds.digest, "kinds.", 0);
    print_fields(models, models->columns.digest, "columns.", 0);
    printf("};\nconst pair_model pair_model_builtin = {\n");
    print_fields(models, models->kinds.digest, "kinds.", strlen("kinds."));
    printf("};\n");
}

int main(int argc, char **argv)
{
    arena memory;
    judge_models models;
    husk_error error = { 0 };
    int code = 0;
    arena_init(&memory, (size_t)1 << 28);
    models_none(&models);
    for (int i = 1; i < argc && code == 0; i++) {
        size_t len;
        char *text = read_all(argv[i], &len);
        if (text == NULL || model_add((slice){ text, len }, &memory, &models, &error) != HUSK_OK) {
            fprintf(stderr, "embed: %s: %s\n", argv[i], text ? error.message : "can't be read");
            code = 3;
        }
        free(text);
    }
    if (code == 0 && !is_whole(&models))
        code = 3;
    if (code == 0)
        print_models(&models);
    arena_free(&memory);
    return code;
}
