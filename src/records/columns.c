/* columns.c - learn a class's columns from its sampled pages.
 * Every locator of a value that a page offers is a candidate: (kind, key, ordinal). Candidates with the same values
 * on all pages are one column, which keeps one locator of each kind; column_rank.c decides which columns are kept.
 * Cost: a sort of about 20 picks per value. Limits: HUSK_MAX_COLUMN_PAGES, HUSK_MAX_COLUMN_VALUES, HUSK_MAX_COLUMNS. */
#include "records/columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "records/column_names.h"

/* The first values of a key get their own candidates; later ones are only part of a list. */
#define MAX_ORDINAL 40
/* For links and images only the first: nearby values cover the others. */
#define MAX_ADDRESS 3

column_builder *column_builder_new(const locate_site *site, const model_host *host)
{
    column_builder *b = calloc(1, sizeof *b);
    if (b) {
        b->site = site;
        b->host = host;
        arena_init(&b->memory, HUSK_MAX_CLASS_BYTES);
    }
    return b;
}

void column_builder_free(column_builder *b)
{
    if (b == NULL)
        return;
    arena_free(&b->memory);
    map_free(&b->words);
    free(b->picks);
    free(b);
}

/* --- pages -------------------------------------------------------------------------------------------------------- */

typedef struct key_use {
    uint64_t key;
    uint32_t kind, value;
} key_use;

static int by_use(const void *a, const void *b)
{
    const key_use *x = a, *y = b;
    return ORDER_OF(x->key, y->key) ?: ORDER_OF(x->kind, y->kind) ?: ORDER_OF(x->value, y->value);
}

/* The values of one key: each by its number and, except for URLs, all together. Numbering from the end was tried: it
 * finds nothing more. */
static void add_run(column_builder *b, const key_use *uses, uint32_t n, bool address)
{
    pick p = { .key = uses[0].key, .kind = (uint16_t)uses[0].kind, .page = b->n_pages, .run = n };
    for (uint32_t i = 0; i < n; i++) {
        p.value = uses[i].value;
        p.ordinal = 0;
        if (!address)
            b->picks[b->n_picks++] = p;
        if (i < (address ? MAX_ADDRESS : MAX_ORDINAL)) {
            p.ordinal = (uint16_t)(i + 1);
            b->picks[b->n_picks++] = p;
        }
    }
}

static bool add_picks(column_builder *b, const located_value *values, uint32_t n)
{
    key_use *uses = malloc(((size_t)n * N_LOCATOR_KINDS + 1) * sizeof *uses);
    size_t n_uses = 0;
    if (uses == NULL)
        return false;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t kind = 0; kind < N_LOCATOR_KINDS; kind++)
            if (values[i].key[kind])
                uses[n_uses++] = (key_use){ values[i].key[kind], kind, i };
    qsort(uses, n_uses, sizeof *uses, by_use);
    bool done = array_grow(&b->picks, &b->room, b->n_picks + n_uses * 2, sizeof *b->picks);
    for (size_t i = 0, end; done && i < n_uses; i = end) {
        for (end = i + 1; end < n_uses && uses[end].key == uses[i].key && uses[end].kind == uses[i].kind;)
            end++;
        add_run(b, uses + i, (uint32_t)(end - i), values[uses[i].value].source >= VALUE_LINK);
    }
    free(uses);
    return done;
}

/* Remember the words of a value: class names made of such words can be read. */
static bool add_words(column_builder *b, slice text)
{
    char word[32], bytes[4];
    size_t n = 0;
    for (size_t at = 0; at < text.len;) {
        uint32_t c = lower_point(utf8_next(text.data, text.len, &at));
        size_t len = is_word(c) && c != '_' ? utf8_put(c, bytes) : 0;
        if (n + len <= sizeof word) {
            memcpy(word + n, bytes, len);
            n += len;
        }
        if ((len == 0 || at >= text.len) && n > 2 && !map_put_number(&b->words, hash_bytes(word, n), 1))
            return false;
        n = len ? n : 0;
    }
    return true;
}

static bool add_page_words(column_builder *b, const husk_page *page, const located_value *values, uint32_t n)
{
    bool done = true;
    for (uint32_t i = 0; i < n && done; i++)
        done = values[i].source != VALUE_TEXT || add_words(b, page->text[values[i].node]);
    return done;
}

husk_status columns_add(column_builder *b, husk_page *page)
{
    located_value *values;
    uint32_t n;
    if (b->n_pages == HUSK_MAX_COLUMN_PAGES)
        return HUSK_OK;
    arena views;
    arena_init(&views, HUSK_MAX_PAGE_ARENA);
    husk_status status = locate_page(page, b->site, &views, &values, &n);
    if (status == HUSK_OK && b->n_values + n <= HUSK_MAX_COLUMN_VALUES) {
        b->n_values += n;
        if (!column_page_copy(page, values, n, b->host, &b->memory, &b->pages[b->n_pages]) ||
            !add_picks(b, values, n) || !add_page_words(b, page, values, n))
            status = HUSK_NO_MEMORY;
        else
            b->n_pages++;
    }
    arena_free(&views);
    return status;
}

/* --- candidates --------------------------------------------------------------------------------------------------- */

static int by_way(const pick *x, const pick *y)
{
    return ORDER_OF(x->key, y->key) ?: ORDER_OF(x->kind, y->kind) ?: ORDER_OF(x->ordinal, y->ordinal);
}

static int by_pick(const void *a, const void *b)
{
    const pick *x = a, *y = b;
    return by_way(x, y) ?: ORDER_OF(x->page, y->page) ?: ORDER_OF(x->value, y->value);
}

/* Are there at least three distinct values? Fewer agree by chance: "yes" in two rows of a table. */
static bool says_much(const uint64_t *by_page, uint32_t n)
{
    uint64_t second = by_page[0];
    for (uint32_t i = 1; i < n; i++) {
        if (second == by_page[0])
            second = by_page[i];
        if (by_page[i] != by_page[0] && by_page[i] != second)
            return true;
    }
    return false;
}

/* A locator with one value on one page, or the same on all, makes no column. Nor does a list that never has two
 * values. */
static bool candidate_make(const column_builder *b, uint32_t first, uint32_t n, candidate *c)
{
    uint64_t by_page[HUSK_MAX_COLUMN_PAGES];
    const pick *p = &b->picks[first];
    bool several = p->ordinal != 0, varies = false;
    for (uint32_t i = 0; i < n && !several; i++)
        several = p[i].run > 1;
    if (!several)
        return false;
    uint32_t pages = picks_by_page(b, p, n, by_page);
    bool by_text =
        pages && says_much(by_page, pages); /* otherwise equal texts are the same column only in the same place */
    *c = (candidate){ .first = first, .n_picks = n, .n_pages = pages };
    for (uint32_t i = 0, at = 0; i < pages; i++) {
        varies |= by_page[i] != by_page[0];
        c->values += hash_pair(hash_pair(p[at].page, by_text ? by_page[i] : hash_pair(by_page[i], p[at].value)), pages);
        for (uint32_t page = p[at].page; at < n && p[at].page == page;)
            at++;
    }
    return pages > 1 && varies;
}

static int by_values(const void *a, const void *b, void *context)
{
    const candidate *x = a, *y = b;
    const column_builder *builder = context;
    return ORDER_OF(x->values, y->values)
               ?: column_way_order(pick_way(&builder->picks[x->first]), pick_way(&builder->picks[y->first]));
}

static candidate *find_candidates(column_builder *b, uint32_t *n)
{
    if (b->n_picks)
        qsort(b->picks, b->n_picks, sizeof *b->picks, by_pick);
    candidate *list = malloc((b->n_picks + 1) * sizeof *list);
    *n = 0;
    for (size_t i = 0, end; list && i < b->n_picks; i = end) {
        for (end = i + 1; end < b->n_picks && by_way(&b->picks[i], &b->picks[end]) == 0;)
            end++;
        *n += end - i > 1 && candidate_make(b, (uint32_t)i, (uint32_t)(end - i), &list[*n]);
    }
    if (list)
        qsort_r(list, *n, sizeof *list, by_values, b);
    return list;
}

/* --- columns ------------------------------------------------------------------------------------------------------ */

/* Keep the smallest hashes of a column's values. */
static void add_mark(uint64_t marks[COLUMN_MARKS], uint64_t hash)
{
    uint32_t i = 0;
    while (i < COLUMN_MARKS && marks[i] && marks[i] < hash)
        i++;
    if (i == COLUMN_MARKS || marks[i] == hash)
        return;
    memmove(&marks[i + 1], &marks[i], (COLUMN_MARKS - 1 - i) * sizeof *marks);
    marks[i] = hash;
}

static bool column_make(const column_builder *b, const column_draft *d, arena *memory, model_column *column,
                        column_names *names)
{
    column_sample samples[COLUMN_SAMPLES];
    uint32_t n = d->first->n_picks < COLUMN_SAMPLES ? d->first->n_picks : COLUMN_SAMPLES;
    for (uint32_t i = 0; i < n; i++) {
        const pick *p = &b->picks[d->first->first + i];
        samples[i] = (column_sample){ &b->pages[p->page], p->value, p->page };
    }
    *column = (model_column){ .pages = d->n_pages, .distinct = d->n_distinct, .n_locators = d->n_ways };
    for (uint32_t i = 0; i < d->first->n_picks; i++) {
        const pick *p = &b->picks[d->first->first + i];
        slice shown = b->pages[p->page].values[p->value].shown;
        add_mark(column->marks, hash_bytes(shown.data, shown.len));
    }
    column->locators = arena_array(memory, d->n_ways, sizeof *column->locators);
    if (column->locators == NULL)
        return false;
    memcpy(column->locators, d->ways, d->n_ways * sizeof *d->ways);
    column->type = column_type_of(samples, n, d->is_list);
    column->example = column_example(samples, n, memory);
    return column->example.data && column_names_of(samples, n, d->is_whole, &b->words, memory, names);
}

husk_status columns_finish(column_builder *b, arena *memory, model_column **columns, uint32_t *n, float *worth)
{
    uint32_t n_candidates;
    column_names names[HUSK_MAX_COLUMNS];
    candidate *list = find_candidates(b, &n_candidates);
    column_draft *drafts = list ? malloc(((size_t)n_candidates + 1 + COLUMN_EXTRA) * sizeof *drafts) : NULL;
    bool done = drafts && columns_rank(b, list, n_candidates, drafts, n);
    *columns = done ? arena_array(memory, (size_t)*n + 1, sizeof **columns) : NULL;
    done = *columns != NULL;
    for (uint32_t i = 0; done && i < *n; i++)
        done = column_make(b, &drafts[i], memory, &(*columns)[i], &names[i]);
    done = done && columns_order(b, drafts, *columns, names, *n, worth);
    done = done && columns_name_apart(*columns, names, *n, memory);
    free(list);
    free(drafts);
    return done ? HUSK_OK : HUSK_NO_MEMORY;
}
