/* model_file.c - parse a model file.
 * Lines: `husk-model 1`, comments (#), `words N` with `WORD WEIGHT` lines (prefixed by @ for role, % for itemprop, ~
 * for text), and for each forest `forest NAME COLUMNS TREES SCALE BIAS` with `column NAME BORDER…` and `tree
 * COLUMN:BORDER x 6 LEAF x 64` lines, `decision NAME VALUE`, and `end`. Everything is checked: a model may come from
 * anywhere. */
#include "judge/model_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/status.h"

#define MAX_COLUMNS 250
#define MAX_TREES 4000
#define MAX_BORDERS 254
#define MAX_CLASS_WORDS 100000

typedef struct model_reader {
    slice rest;
    slice line; /* the rest of the current line */
    unsigned number;
    arena *memory;
    judge_models *models;
    bool has[UINT8_MAX + 1]; /* by the first letter of a model's field: parts of it were read */
    const forest *last;      /* the forest before this, or NULL */
    husk_error *error;
} model_reader;

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
    slice word;
    slice_word(&r->line, &word);
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
    t->slots = arena_zeros(r->memory, t->n_slots, sizeof *t->slots);
    t->groups = arena_zeros(r->memory, t->n_slots, sizeof *t->groups);
    t->filter = arena_zeros(r->memory, CLASS_FILTER, sizeof *t->filter);
    if (t->slots == NULL || t->groups == NULL || t->filter == NULL)
        return error_set(r->error, HUSK_NO_MEMORY, "out of memory for a model");
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
    r->models->page.words = (class_words){ t.slots, t.groups, t.filter, t.n_slots };
    return HUSK_OK;
}

/* --- forests ------------------------------------------------------------------------------------------------------ */

static bool find_column(slice name, column_set set, uint16_t *out)
{
    char known[COLUMN_NAME_SIZE];
    for (unsigned c = 0; c < column_count(set); c++) {
        column_name(set, c, known);
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

#define FOREST(name, set, field) { #name, #field, offsetof(judge_models, field), set, 0 },
#define KIND_FOREST(name) FOREST(name, COLUMNS_SUMMARY, page.kinds[KIND_PAGE_##name])
const model_part model_forests[] = {
    /* clang-format off */
    FOREST(first, COLUMNS_BLOCK, page.first)
    FOREST(second, COLUMNS_BLOCK, page.second)
    FOREST(template, COLUMNS_BLOCK, page.template)
    PAGE_KINDS(KIND_FOREST)
    FOREST(confidence, COLUMNS_SUMMARY, page.confidence)
    FOREST(paths, COLUMNS_PLACE, site.paths)
    FOREST(main, COLUMNS_MAIN, main.full)
    FOREST(docs, COLUMNS_MAIN, main.docs)
    FOREST(same, COLUMNS_PAIR, kinds.same)
    FOREST(worth, COLUMNS_WORTH, columns.worth)
    { .name = NULL }
    /* clang-format on */
};

#define DECISION(name, field, most) { #name, #field, offsetof(judge_models, field), 0, most },
#define PAGE_DECISION(name, most) DECISION(name, page.name, most)
#define SITE_DECISION(name, most) DECISION(name, site.name, most)
#define MAIN_DECISION(name, most) DECISION(name, main.name, most)
#define PAIR_DECISION(name, most) DECISION(name, kinds.name, most)
const model_part model_decisions[] = {
    /* clang-format off */
    PAGE_DECISIONS(PAGE_DECISION)
    SITE_DECISIONS(SITE_DECISION)
    MAIN_DECISIONS(MAIN_DECISION)
    PAIR_DECISIONS(PAIR_DECISION)
    { .name = NULL }
    /* clang-format on */
};

/* The next word is the name of one of these. */
static const model_part *next_part(model_reader *r, const model_part *part)
{
    slice name = next_word(r);
    while (part->name && !slice_is(name, part->name))
        part++;
    if (part->name == NULL)
        return NULL;
    r->has[(unsigned char)part->field[0]] = true;
    return part;
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
    uint32_t n_columns, n_trees;
    double scale, bias;
    const model_part *part = next_part(r, model_forests);
    if (part == NULL)
        return wrong(r, "unknown forest");
    forest *f = (forest *)(void *)((char *)r->models + part->offset);
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
    husk_status status = read_columns(r, part->columns, n_columns, &p);
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

/* --- the file ----------------------------------------------------------------------------------------------------- */

static float *decision_of(judge_models *models, const model_part *part)
{
    return (float *)(void *)((char *)models + part->offset);
}

void models_none(judge_models *models)
{
    *models = (judge_models){ .page = { .words = { .n_slots = 0 } } };
    for (const model_part *d = model_decisions; d->name; d++)
        *decision_of(models, d) = NAN;
}

static husk_status read_decision(model_reader *r)
{
    double value;
    const model_part *part = next_part(r, model_decisions);
    if (part == NULL)
        return wrong(r, "unknown decision");
    if (!to_number(next_word(r), &value) || value < 0 || value > (double)part->most || next_word(r).len)
        return error_set(r->error, HUSK_BAD_FILE, "line %u of the model: decision %s needs a number from 0 to %g",
                         r->number, part->name, (double)part->most);
    *decision_of(r->models, part) = (float)value;
    return HUSK_OK;
}

/* What a file has parts of is called by that file. */
static void name_models(model_reader *r, uint64_t digest)
{
    judge_models *m = r->models;
    if (r->has['p']) /* its forests may be in two files */
        m->page.digest = m->page.digest ? hash_pair(m->page.digest, digest) : digest;
    m->site.digest = r->has['s'] ? digest : m->site.digest;
    m->main.digest = r->has['m'] ? digest : m->main.digest;
    m->kinds.digest = r->has['k'] ? digest : m->kinds.digest;
    m->columns.digest = r->has['c'] ? digest : m->columns.digest;
}

husk_status model_add(slice text, arena *memory, judge_models *models, husk_error *error)
{
    model_reader reader = { .rest = text, .memory = memory, .models = models, .error = error }, *r = &reader;
    if (!next_line(r) || !slice_is(next_word(r), "husk-model"))
        return error_set(error, HUSK_BAD_FILE, "not a model file: it does not start with husk-model");
    if (!slice_is(next_word(r), "1"))
        return error_set(error, HUSK_NEWER_FILE, "unsupported model version");
    husk_status status = HUSK_OK;
    while (status == HUSK_OK && next_line(r)) {
        slice word = next_word(r);
        if (slice_is(word, "words")) {
            r->has['p'] = true;
            status = read_words(r);
        } else if (slice_is(word, "forest"))
            status = read_forest(r);
        else if (slice_is(word, "decision"))
            status = read_decision(r);
        else if (slice_is(word, "end")) {
            name_models(r, hash_bytes(text.data, text.len));
            return HUSK_OK;
        } else
            status = wrong(r, "expected words, forest, decision or end");
    }
    return status == HUSK_OK ? wrong(r, "ends without `end`: truncated") : status;
}

uint64_t models_digest(const judge_models *models)
{
    return hash_pair(hash_pair(hash_pair(models->page.digest, models->site.digest),
                               hash_pair(models->main.digest, models->kinds.digest)),
                     models->columns.digest);
}

husk_status judge_models_read(slice text, arena *memory, const judge_models *built_in, judge_models *models,
                              husk_error *error)
{
    judge_models read, *m = models;
    models_none(&read);
    husk_status status = model_add(text, memory, &read, error);
    if (status != HUSK_OK)
        return status;
    if (read.kinds.same.n_trees || read.columns.worth.n_trees)
        return error_set(error, HUSK_BAD_FILE, "the %s model cannot be replaced: it is compiled in",
                         read.kinds.same.n_trees ? "kinds" : "columns");
    *m = *built_in;
    if (read.page.first.n_trees || read.page.words.n_slots)
        m->page = read.page;
    m->page.template = read.page.template.n_trees ? read.page.template : built_in->page.template;
    m->site = read.site.paths.n_trees ? read.site : built_in->site;
    m->main = read.main.full.n_trees ? read.main : built_in->main;
    for (const model_part *d = model_decisions; d->name; d++) {
        float given = *decision_of(&read, d);
        *decision_of(m, d) = isnan(given) ? *(const float *)(const void *)((const char *)built_in + d->offset) : given;
    }
    m->page.digest = read.page.digest ? read.page.digest : built_in->page.digest;
    m->site.digest = read.site.digest ? read.site.digest : built_in->site.digest;
    m->main.digest = read.main.digest ? read.main.digest : built_in->main.digest;
    return HUSK_OK;
}
