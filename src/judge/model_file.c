/* model_file.c - parse a model file.
 * Lines: `husk-model 1`, comments (#), `words N` with `WORD WEIGHT` lines (prefixed by @ for role, % for itemprop, ~
 * for text), and for each forest `forest NAME COLUMNS TREES SCALE BIAS` with `column NAME BORDER…` and `tree
 * COLUMN:BORDER x 6 LEAF x 64` lines, `decision LEAST MOST FACTOR` with the same three for articles, and `aims
 * PRECISION RECALL`. Everything is checked: a model may come from anywhere. */
#include "judge/model_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "judge/block_features.h"
#include "judge/site/main_model.h"

#define MAX_COLUMNS 250
#define MAX_TREES 4000
#define MAX_BORDERS 254
#define MAX_CLASS_WORDS 100000

typedef struct model_reader {
    slice rest;
    slice line; /* the rest of the current line */
    unsigned number;
    arena *memory;
    page_model *model;
    path_model *site; /* which of these three are wanted */
    main_model *main;
    const forest *last; /* the forest before this, or NULL */
    husk_error *error;
} model_reader;

/* Which list names a forest's columns. */
typedef enum column_set { COLUMNS_BLOCK, COLUMNS_SUMMARY, COLUMNS_PATH, COLUMNS_MAIN } column_set;

static husk_status wrong(model_reader *r, const char *what)
{
    return error_set(r->error, HUSK_BAD_FILE, "line %u of the model: %s", r->number, what);
}

/* The next non-empty line; false at the end. */
static bool next_line(model_reader *r)
{
    while (r->rest.len) {
        const char *end = memchr(r->rest.data, '\n', r->rest.len);
        size_t len = end ? (size_t)(end - r->rest.data) : r->rest.len;
        r->line = slice_trim((slice){ r->rest.data, len });
        r->rest = (slice){ r->rest.data + len + (end != NULL), r->rest.len - len - (end != NULL) };
        r->number++;
        if (r->line.len && r->line.data[0] != '#')
            return true;
    }
    return false;
}

static slice next_word(model_reader *r)
{
    r->line = slice_trim(r->line);
    size_t n = 0;
    while (n < r->line.len && !is_space(r->line.data[n]))
        n++;
    slice word = { r->line.data, n };
    r->line = (slice){ r->line.data + n, r->line.len - n };
    return word;
}

/* The whole word must be a number. */
static bool to_number(slice word, double *out)
{
    char copy[64], *end;
    if (word.len == 0 || word.len >= sizeof copy)
        return false;
    memcpy(copy, word.data, word.len);
    copy[word.len] = 0;
    *out = strtod(copy, &end);
    return *end == 0 && isfinite(*out);
}

static bool next_count(model_reader *r, double least, double most, uint32_t *out)
{
    double value;
    if (!to_number(next_word(r), &value) || value < least || value > most || value != floor(value))
        return false;
    *out = (uint32_t)value;
    return true;
}

/* A table of words being built. */
typedef struct word_table {
    class_word *slots;
    uint16_t *groups;
    uint64_t *filter;
    uint32_t n_slots;
} word_table;

static husk_status words_room(model_reader *r, uint32_t n, word_table *t)
{
    t->n_slots = 64;
    while (t->n_slots < n + n / 2 + 512)
        t->n_slots *= 2;
    t->slots = arena_array(r->memory, t->n_slots, sizeof *t->slots);
    t->groups = arena_array(r->memory, t->n_slots, sizeof *t->groups);
    t->filter = arena_array(r->memory, CLASS_FILTER, sizeof *t->filter);
    if (t->slots == NULL || t->groups == NULL || t->filter == NULL)
        return error_set(r->error, HUSK_NO_MEMORY, "out of memory for a model");
    memset(t->slots, 0, t->n_slots * sizeof *t->slots);
    memset(t->groups, 0, t->n_slots * sizeof *t->groups);
    memset(t->filter, 0, CLASS_FILTER * sizeof *t->filter);
    return HUSK_OK;
}

/* The groups' own words are always in the table, with weight 0 unless the file gives one. */
static void add_groups(word_table *t)
{
    static const char *const lists[] = {
#define LIST(name, words) words,
        CLASS_GROUPS(LIST) /* NOLINT(bugprone-suspicious-missing-comma): a list is one string over many lines */
#undef LIST
    };
    for (unsigned g = 0; g < N_CLASS_GROUPS; g++)
        for (const char *at = lists[g]; *at;) {
            size_t n = strcspn(at, " ");
            uint32_t i = class_words_slot(t->slots, t->n_slots, t->filter, class_word_hash(CLASS_PREFIX_NAME, at, n));
            t->slots[i].tag |= CLASS_TAG_GROUPS;
            t->groups[i] |= (uint16_t)(1u << g);
            at += n + (at[n] == ' ');
        }
}

static husk_status read_words(model_reader *r)
{
    uint32_t n;
    word_table t;
    if (!next_count(r, 0, MAX_CLASS_WORDS, &n))
        return wrong(r, "words needs a count");
    husk_status status = words_room(r, n, &t);
    if (status != HUSK_OK)
        return status;
    add_groups(&t);
    for (uint32_t i = 0; i < n; i++) {
        double weight;
        if (!next_line(r))
            return wrong(r, "ends inside the words");
        slice word = next_word(r);
        if (!to_number(next_word(r), &weight) || fabs(weight) > 100)
            return wrong(r, "a word needs a weight");
        static const char signs[] = {
            [CLASS_PREFIX_NAME] = 0, [CLASS_PREFIX_ROLE] = '@', [CLASS_PREFIX_ITEMPROP] = '%', [CLASS_PREFIX_TEXT] = '~'
        };
        uint64_t prefix = CLASS_PREFIX_TEXT;
        while (prefix != CLASS_PREFIX_NAME && word.data[0] != signs[prefix])
            prefix--;
        size_t skip = prefix != CLASS_PREFIX_NAME;
        uint64_t hash = class_word_hash(prefix, word.data + skip, word.len - skip);
        t.slots[class_words_slot(t.slots, t.n_slots, t.filter, hash)].weight = (float)weight;
    }
    r->model->words = (class_words){ t.slots, t.groups, t.filter, t.n_slots };
    return HUSK_OK;
}

static bool find_site_column(slice name, column_set set, uint16_t *out)
{
    /* NOLINTNEXTLINE(bugprone-branch-clone): two sizes that happen to be equal */
    char known[MAIN_NAME_SIZE > PATH_NAME_SIZE ? MAIN_NAME_SIZE : PATH_NAME_SIZE];
    unsigned n = set == COLUMNS_PATH ? (unsigned)N_PATH_COLUMNS : (unsigned)N_MAIN_COLUMNS;
    for (unsigned c = 0; c < n; c++) {
        (set == COLUMNS_PATH ? path_column_name : main_column_name)(c, known);
        if (slice_is(name, known)) {
            *out = (uint16_t)c;
            return true;
        }
    }
    return false;
}

static bool find_column(slice name, column_set set, uint16_t *out)
{
    char known[BLOCK_NAME_SIZE];
    if (set == COLUMNS_PATH || set == COLUMNS_MAIN)
        return find_site_column(name, set, out);
    if (set == COLUMNS_SUMMARY) {
        double number;
        if (name.len > 1 && name.data[0] == '+' && to_number((slice){ name.data + 1, name.len - 1 }, &number) &&
            number >= 0 && number < N_SUMMARY_COLUMNS - N_PAGE_SUMMARY && number == floor(number)) {
            *out = (uint16_t)(N_PAGE_SUMMARY + (unsigned)number);
            return true;
        }
        for (unsigned c = 0; c < N_PAGE_SUMMARY; c++)
            if (slice_is(name, page_summary_name(c))) {
                *out = (uint16_t)c;
                return true;
            }
        return false;
    }
    for (unsigned c = 0; c < N_BLOCK_COLUMNS; c++) {
        block_column_name(c, known);
        if (slice_is(name, known)) {
            *out = (uint16_t)c;
            return true;
        }
    }
    return false;
}

typedef struct forest_parts {
    uint16_t *column, *border;
    float *borders;
    uint8_t *split_column, *split_border;
    uint8_t *leaves;
} forest_parts;

static husk_status read_columns(model_reader *r, column_set set, uint32_t n, forest_parts *p)
{
    uint32_t at = 0;
    for (uint32_t c = 0; c < n; c++) {
        if (!next_line(r) || !slice_is(next_word(r), "column"))
            return wrong(r, "a column is missing");
        if (!find_column(next_word(r), set, &p->column[c]))
            return wrong(r, "unknown column");
        p->border[c] = (uint16_t)at;
        double value, before = -INFINITY;
        for (slice word = next_word(r); word.len; word = next_word(r)) {
            if (!to_number(word, &value) || value <= before || at - p->border[c] >= MAX_BORDERS)
                return wrong(r, "borders must be ascending numbers, at most 254");
            p->borders[at++] = (float)value;
            before = value;
        }
    }
    p->border[n] = (uint16_t)at;
    return HUSK_OK;
}

static husk_status read_tree(model_reader *r, uint32_t n_columns, forest_parts *p, uint32_t t)
{
    if (!next_line(r) || !slice_is(next_word(r), "tree"))
        return wrong(r, "a tree is missing");
    for (unsigned level = 0; level < FOREST_DEPTH; level++) {
        slice split = next_word(r);
        const char *colon = memchr(split.data, ':', split.len);
        double column, border;
        if (colon == NULL || !to_number((slice){ split.data, (size_t)(colon - split.data) }, &column) ||
            !to_number((slice){ colon + 1, split.len - (size_t)(colon + 1 - split.data) }, &border) || column < 0 ||
            column >= n_columns || border < 0 || border > MAX_BORDERS)
            return wrong(r, "a tree needs six COLUMN:BORDER");
        p->split_column[(size_t)t * FOREST_DEPTH + level] = (uint8_t)column;
        p->split_border[(size_t)t * FOREST_DEPTH + level] = (uint8_t)border;
    }
    for (unsigned leaf = 0; leaf < FOREST_LEAVES; leaf++) {
        double value;
        if (!to_number(next_word(r), &value) || fabs(value) > FOREST_LEAF_MAX)
            return wrong(r, "a tree needs 64 leaves");
        forest_leaf_set(p->leaves, t, leaf, (int16_t)value);
    }
    return HUSK_OK;
}

static forest *forest_named(model_reader *r, slice name, column_set *set)
{
    page_model *model = r->model;
    static const char *const kinds[] = {
#define KIND_TEXT(kind) #kind,
        PAGE_KINDS(KIND_TEXT)
#undef KIND_TEXT
    };
    *set = COLUMNS_PATH;
    if (r->site && slice_is(name, "paths"))
        return &r->site->paths;
    *set = COLUMNS_MAIN;
    if (r->main && slice_is(name, "main"))
        return &r->main->full;
    if (r->main && slice_is(name, "docs"))
        return &r->main->docs;
    if (r->main && slice_is(name, "quick"))
        return &r->main->quick;
    if (model == NULL)
        return NULL;
    *set = COLUMNS_BLOCK;
    if (slice_is(name, "first"))
        return &model->first;
    if (slice_is(name, "second"))
        return &model->second;
    *set = COLUMNS_SUMMARY;
    if (slice_is(name, "confidence"))
        return &model->confidence;
    for (unsigned k = 0; k < N_PAGE_KINDS; k++)
        if (slice_is(name, kinds[k]))
            return &model->kinds[k];
    return NULL;
}

/* Forests that were trained together have the same columns and borders: then a row is compared with them once. */
static void share_columns(const forest *before, forest *f)
{
    size_t n = f->n_columns;
    if (before == NULL || before->n_columns != n || memcmp(before->column, f->column, n * sizeof *f->column) != 0 ||
        memcmp(before->border, f->border, (n + 1) * sizeof *f->border) != 0 ||
        memcmp(before->borders, f->borders, f->border[n] * sizeof *f->borders) != 0)
        return;
    f->column = before->column;
    f->border = before->border;
    f->borders = before->borders;
}

static husk_status read_forest(model_reader *r)
{
    column_set set;
    uint32_t n_columns, n_trees;
    double scale, bias;
    forest *f = forest_named(r, next_word(r), &set);
    if (f == NULL)
        return wrong(r, "unknown forest");
    if (!next_count(r, 1, MAX_COLUMNS, &n_columns) || !next_count(r, 1, MAX_TREES, &n_trees) ||
        !to_number(next_word(r), &scale) || !to_number(next_word(r), &bias))
        return wrong(r, "a forest needs columns, trees, scale and bias");
    arena *a = r->memory;
    forest_parts p = { arena_array(a, n_columns, 2),
                       arena_array(a, n_columns + 1u, 2),
                       arena_array(a, (size_t)n_columns * MAX_BORDERS, sizeof(float)),
                       arena_array(a, n_trees, FOREST_DEPTH),
                       arena_array(a, n_trees, FOREST_DEPTH),
                       arena_array(a, n_trees, FOREST_TREE_BYTES) };
    if (!p.column || !p.border || !p.borders || !p.split_column || !p.split_border || !p.leaves)
        return error_set(r->error, HUSK_NO_MEMORY, "out of memory for a model");
    husk_status status = read_columns(r, set, n_columns, &p);
    for (uint32_t t = 0; t < n_trees && status == HUSK_OK; t++)
        status = read_tree(r, n_columns, &p, t);
    *f = (forest){ n_columns,      n_trees,        p.column, p.border,     p.borders,
                   p.split_column, p.split_border, p.leaves, (float)scale, (float)bias };
    if (status == HUSK_OK) {
        share_columns(r->last, f);
        r->last = f;
    }
    return status;
}

/* A block stops paying off at half of the best expected F1 (Lipton et al. 2014). */
static const page_decision plain_decision = { .2f, .5f, .5f };

static bool read_decision(model_reader *r, page_decision *out)
{
    double v[3];
    for (unsigned i = 0; i < 3; i++)
        if (!to_number(next_word(r), &v[i]) || v[i] < 0 || v[i] > 1)
            return false;
    *out = (page_decision){ (float)v[0], (float)v[1], (float)v[2] };
    return v[0] <= v[1];
}

static husk_status read_decisions(model_reader *r)
{
    if (!read_decision(r, &r->model->any) || !read_decision(r, &r->model->article))
        return wrong(r, "decision needs LEAST MOST FACTOR twice, each from 0 to 1");
    return HUSK_OK;
}

static husk_status read_aims(model_reader *r)
{
    float *out[] = { &r->model->precision_odds, &r->model->recall_odds };
    for (unsigned i = 0; i < 2; i++) {
        double v;
        if (!to_number(next_word(r), &v) || v < 0 || v > 100)
            return wrong(r, "aims needs the log odds of --precision and of --recall, each from 0 to 100");
        *out[i] = (float)v;
    }
    return HUSK_OK;
}

static husk_status read_file(model_reader *r)
{
    if (!next_line(r) || !slice_is(next_word(r), "husk-model"))
        return error_set(r->error, HUSK_BAD_FILE, "not a model file: it does not start with husk-model");
    if (!slice_is(next_word(r), "1"))
        return error_set(r->error, HUSK_NEWER_FILE, "unsupported model version");
    husk_status status = HUSK_OK;
    while (status == HUSK_OK && next_line(r)) {
        slice word = next_word(r);
        if (slice_is(word, "words") && r->model)
            status = read_words(r);
        else if (slice_is(word, "forest"))
            status = read_forest(r);
        else if (slice_is(word, "decision") && r->model)
            status = read_decisions(r);
        else if (slice_is(word, "aims") && r->model)
            status = read_aims(r);
        else if (slice_is(word, "end"))
            return HUSK_OK;
        else
            status = wrong(r, "expected words, forest, decision, aims or end");
    }
    return status == HUSK_OK ? wrong(r, "ends without `end`: truncated") : status;
}

husk_status model_read(slice text, arena *memory, page_model *model, husk_error *error)
{
    model_reader r = { .rest = text, .memory = memory, .model = model, .error = error };
    *model = (page_model){
        .any = plain_decision, .article = plain_decision, .precision_odds = .5f, .recall_odds = .5f
    };
    return read_file(&r);
}

husk_status path_model_read(slice text, arena *memory, path_model *model, husk_error *error)
{
    model_reader r = { .rest = text, .memory = memory, .site = model, .error = error };
    *model = (path_model){ .paths = { .n_trees = 0 } };
    return read_file(&r);
}

husk_status main_model_read(slice text, arena *memory, main_model *model, husk_error *error)
{
    model_reader r = { .rest = text, .memory = memory, .main = model, .error = error };
    *model = (main_model){ .full = { .n_trees = 0 } };
    return read_file(&r);
}

husk_status models_read(slice text, arena *memory, page_model *page, path_model *site, main_model *main,
                        husk_error *error)
{
    model_reader r = { .rest = text, .memory = memory, .model = page, .site = site, .main = main, .error = error };
    *page = (page_model){ .words = { NULL, 0 } };
    *site = (path_model){ .paths = { .n_trees = 0 } };
    *main = (main_model){ .full = { .n_trees = 0 } };
    return read_file(&r);
}
