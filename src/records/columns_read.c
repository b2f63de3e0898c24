/* columns_read.c - read a page's values by its class's columns.
 * All locators of a class are looked up in one table in a single pass over the page's values; then each column's
 * locators vote: the majority wins, even if it is no value, and the most reliable breaks a tie. Cost: one look-up per
 * value and kind. Limits: those of locate.h. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/table.h"
#include "records/column_names.h"
#include "records/columns.h"

struct column_index {
    const model_class *page_class;
    locate_site site;
    hash_map numbers; /* by key and kind, which several locators may ask for */
    uint32_t n_keys;
    uint32_t *key_of; /* by locator, column after column: the number of its key */
};

static uint32_t key_number(const column_index *x, uint64_t key, uint32_t kind)
{
    return map_number(&x->numbers, hash_pair(key, kind));
}

static bool index_fill(column_index *x)
{
    const model_class *c = x->page_class;
    uint32_t n = 0, at = 0;
    for (uint32_t i = 0; i < c->n_columns; i++)
        n += c->columns[i].n_locators;
    x->key_of = malloc(((size_t)n + 1) * sizeof *x->key_of);
    bool ok = x->key_of != NULL;
    for (uint32_t i = 0; i < c->n_columns; i++)
        for (uint32_t k = 0; ok && k < c->columns[i].n_locators; k++) {
            const model_locator *l = &c->columns[i].locators[k];
            if (key_number(x, l->key, l->kind) == MAP_NONE)
                ok = map_put_number(&x->numbers, hash_pair(l->key, l->kind), x->n_keys++);
            x->key_of[at++] = key_number(x, l->key, l->kind);
        }
    return ok;
}

column_index *column_index_new(const model_host *host, const model_class *c)
{
    column_index *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    x->page_class = c;
    x->site = (locate_site){ { .names = host->names, .n = host->n_names }, c->labels, c->n_labels };
    if (index_fill(x))
        return x;
    column_index_free(x);
    return NULL;
}

void column_index_free(column_index *x)
{
    if (x == NULL)
        return;
    map_free(&x->numbers);
    free(x->key_of);
    free(x);
}

static bool is_located_by_label(const model_column *column)
{
    for (uint32_t i = 0; i < column->n_locators; i++)
        if (column->locators[i].kind == LOCATE_PREFIX && !(column->locators[i].ordinal & LOCATOR_WHOLE))
            return true;
    return false;
}

bool column_drops_label(const model_column *column, const husk_page *page, const located_value *value)
{
    if (value->prefix == 0 || value->source != VALUE_TEXT)
        return false;
    slice label = { slice_trim(page->text[value->node]).data, value->prefix };
    return is_located_by_label(column) || column_is_named(column->name, label);
}

/* --- a page ------------------------------------------------------------------------------------------------------- */

/* The values of each wanted key, in order: key i has [from[i], from[i + 1]) of `values`. */
typedef struct found_keys {
    uint32_t *from;
    uint32_t *values;
} found_keys;

typedef struct found_value {
    uint32_t key, value;
} found_value;

static bool find_keys(const column_index *x, const located_value *values, uint32_t n, arena *memory, found_keys *out)
{
    found_value *found = arena_array(memory, (size_t)n * N_LOCATOR_KINDS + 1, sizeof *found);
    uint32_t n_found = 0;
    out->from = arena_array(memory, (size_t)x->n_keys + 2, sizeof *out->from);
    if (found == NULL || out->from == NULL)
        return false;
    memset(out->from, 0, ((size_t)x->n_keys + 2) * sizeof *out->from);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t kind = 0; kind < N_LOCATOR_KINDS; kind++) {
            uint32_t key = values[i].key[kind] ? key_number(x, values[i].key[kind], kind) : MAP_NONE;
            if (key == MAP_NONE)
                continue;
            found[n_found++] = (found_value){ key, i };
            out->from[key + 2]++; /* one further on: filling moves it to the start of the key */
        }
    out->values = arena_array(memory, (size_t)n_found + 1, sizeof *out->values);
    if (out->values == NULL)
        return false;
    for (uint32_t k = 1; k < x->n_keys + 2; k++)
        out->from[k] += out->from[k - 1];
    for (uint32_t i = 0; i < n_found; i++)
        out->values[out->from[found[i].key + 1]++] = found[i].value;
    return true;
}

/* The values of one locator. */
static column_values locator_values(const found_keys *found, uint32_t key, uint32_t ordinal)
{
    uint32_t from = found->from[key], n = found->from[key + 1] - from;
    if (ordinal == 0)
        return (column_values){ from, n };
    return (column_values){ from + ordinal - 1, ordinal <= n };
}

static uint64_t values_hash(const located_value *values, const uint32_t *picked, column_values v)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < v.n; i++)
        hash = hash_pair(hash, values[picked[v.first + i]].text);
    return hash;
}

static column_values vote(const model_column *column, const uint32_t *key_of, const located_value *values,
                          const found_keys *found)
{
    column_values given[N_LOCATOR_KINDS], best = { 0, 0 };
    uint64_t hashes[N_LOCATOR_KINDS];
    uint32_t most = 0, n = column->n_locators < N_LOCATOR_KINDS ? column->n_locators : N_LOCATOR_KINDS;
    for (uint32_t i = 0; i < n; i++) {
        given[i] = locator_values(found, key_of[i], column->locators[i].ordinal & ~LOCATOR_WHOLE);
        hashes[i] = values_hash(values, found->values, given[i]);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t votes = 0;
        for (uint32_t k = 0; k < n; k++)
            votes += hashes[k] == hashes[i];
        if (votes > most) {
            most = votes;
            best = given[i];
        }
    }
    return best;
}

husk_status columns_read(const column_index *x, husk_page *page, arena *memory, page_record *out)
{
    uint32_t n;
    found_keys found;
    const model_class *c = x->page_class;
    husk_status status = locate_page(page, &x->site, memory, &out->values, &n);
    if (status != HUSK_OK)
        return status;
    out->columns = arena_array(memory, (size_t)c->n_columns + 1, sizeof *out->columns);
    if (out->columns == NULL || !find_keys(x, out->values, n, memory, &found))
        return HUSK_NO_MEMORY;
    const uint32_t *key_of = x->key_of;
    for (uint32_t i = 0; i < c->n_columns; i++) {
        out->columns[i] = vote(&c->columns[i], key_of, out->values, &found);
        key_of += c->columns[i].n_locators;
    }
    out->picked = found.values;
    return HUSK_OK;
}
