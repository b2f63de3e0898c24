/* column_worth.c - the order of a class's columns: what a reader came for first.
 * column_rank.c keeps a hundred columns that can be found again; here a learned model puts the few first that say what
 * a page is about: it sees how a column is located and labelled, what its values look like, and what the page's title
 * and the site's other columns say of them. Cost: all pairs of a hundred columns on each page, and one forest. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "judge/model_file.h"
#include "records/column_names.h"

/* Values nearer to each other than this are of one part of the page. */
#define NEAR_VALUES 8
/* Values before and after one that are looked at for labels. */
#define NEAR_LABELS 4
/* Two columns say the same if they have the same values on more than this share of the pages that one of them has, or
 * the same first one; columns with few distinct values (yes, no) are often the same by chance. */
#define TWIN_SHARE .6
#define TWIN_FIRST .8
#define TWIN_CHANCE .9
/* A list takes the place of a value that is its first item on this share of the pages that either has, and one of its
 * items on that share of the value's pages, if it has no more items per page than this. */
#define LISTED_FIRST .5
#define LISTED_SHARE .9
#define MOST_ITEMS 1.6
/* ... and if so many of its further items look like the value: an illustrator does like an author, a remark after a
 * rating does not. */
#define LIKE_SHARE .8
/* They are not longer than so many times the value. */
#define LIKE_LENGTH 2.5

typedef struct worth_columns {
    const column_builder *b;
    const column_draft *drafts;
    const column_names *names;
    const model_column *columns;
    uint32_t n;
    double at[HUSK_MAX_COLUMNS];                             /* the mean number of its values on their pages */
    double items[HUSK_MAX_COLUMNS];                          /* distinct values per page */
    uint64_t first[HUSK_MAX_COLUMNS][HUSK_MAX_COLUMN_PAGES]; /* by page: its first value, and all of them; 0: none */
    uint64_t whole[HUSK_MAX_COLUMNS][HUSK_MAX_COLUMN_PAGES];
} worth_columns;

static const pick *picks_of(const worth_columns *w, uint32_t i)
{
    return &w->b->picks[w->drafts[i].first->first];
}

static const column_value *value_of(const worth_columns *w, const pick *p)
{
    return &w->b->pages[p->page].values[p->value];
}

/* The same for a text and a <meta>. */
static uint64_t text_of(const worth_columns *w, const pick *p)
{
    const column_value *v = value_of(w, p);
    return hash_pair(hash_bytes(v->shown.data, v->shown.len), v->n_chars);
}

/* --- what it sees ------------------------------------------------------------------------------------------------- */

static bool has_digit(slice text)
{
    for (size_t i = 0; i < text.len; i++)
        if (is_digit(text.data[i]))
            return true;
    return false;
}

/* The share of the values around this one that are labels. */
static double labels_near(const column_page *page, uint32_t value)
{
    uint32_t from = value > NEAR_LABELS ? value - NEAR_LABELS : 0, n = 0, labels = 0;
    for (uint32_t i = from; i < page->n && i <= value + NEAR_LABELS; i++, n++)
        labels += page->values[i].rank == LABEL_SURE || page->values[i].near[NAME_LABEL].len != 0;
    return (double)labels / n;
}

/* How far a value is behind the page's heading, in values, as a logarithm; negative before it. */
static double after_heading(const column_page *page, uint32_t value)
{
    if (page->heading == LOCATE_NONE)
        return -20;
    double d = (double)value - page->heading;
    return d < 0 ? -log1p(-d) : log1p(d);
}

/* Sums over the values, divided by their number. */
static void add_means(const worth_columns *w, uint32_t i, float *row)
{
    double sum[N_WORTH_COLUMNS] = { 0 };
    uint32_t n = w->drafts[i].first->n_picks;
    for (uint32_t k = 0; k < n; k++) {
        const pick *p = picks_of(w, i) + k;
        const column_page *page = &w->b->pages[p->page];
        const column_value *v = value_of(w, p);
        sum[WORTH_digits] += has_digit(v->shown);
        sum[WORTH_after_heading] += after_heading(page, p->value);
        sum[WORTH_is_heading] += column_is_heading(page, p->value);
        sum[WORTH_in_heading] += tag_is_heading(v->tag) && v->tag != TAG_H1;
        sum[WORTH_in_title_tag] += v->tag == TAG_TITLE;
        sum[WORTH_in_bold] += v->tag == TAG_B || v->tag == TAG_STRONG;
        sum[WORTH_in_cell] += v->tag == TAG_TD || v->tag == TAG_DD || v->tag == TAG_LI;
        sum[WORTH_in_link] += (v->hints & HINT_LINK) != 0;
        sum[WORTH_in_title] += (v->hints & HINT_TITLE) != 0;
        sum[WORTH_declared] += (v->hints & HINT_DECLARED) != 0;
        sum[WORTH_area] += v->area;
        sum[WORTH_same] += log1p(v->same);
        sum[WORTH_alike] += log1p(v->alike);
        sum[WORTH_near_labels] += labels_near(page, p->value);
        sum[WORTH_meta] += v->source == VALUE_META;
    }
    for (unsigned c = 0; c < N_WORTH_COLUMNS; c++)
        row[c] += (float)(sum[c] / n);
}

static bool has_way(const column_draft *d, uint32_t kind)
{
    for (uint32_t i = 0; i < d->n_ways; i++)
        if (d->ways[i].kind == kind)
            return true;
    return false;
}

static void add_ways(const column_draft *d, float *row)
{
    row[WORTH_ways] = d->agreeing;
    row[WORTH_by_label] = has_way(d, LOCATE_LABEL) + .5f * has_way(d, LOCATE_AFTER);
    row[WORTH_by_prefix] = has_way(d, LOCATE_PREFIX);
    row[WORTH_by_hint] = has_way(d, LOCATE_HINT);
    row[WORTH_by_property] = has_way(d, LOCATE_PROPERTY);
    row[WORTH_by_place] = has_way(d, LOCATE_PLACE);
    row[WORTH_by_path] = has_way(d, LOCATE_PATH);
    row[WORTH_nearest] = (float)d->nearest;
}

static void add_names(const column_names *names, float *row)
{
    uint32_t words = 1;
    for (size_t i = 0; i < names->name[0].len; i++)
        words += names->name[0].data[i] == '_';
    row[WORTH_fact] = column_is_fact(names->name[0]);
    row[WORTH_name_words] = (float)words;
    row[WORTH_name_from] = (float)names->from;
}

static void add_draft(const worth_columns *w, uint32_t i, float *row)
{
    const column_draft *d = &w->drafts[i];
    pick_means m = picks_means(w->b, d->first);
    row[WORTH_formula] = (float)log1p(d->score);
    row[WORTH_coverage] = (float)d->n_pages / (float)w->b->n_pages;
    row[WORTH_evenness] = d->even;
    row[WORTH_distinct] = (float)d->n_distinct / (float)d->n_pages;
    row[WORTH_run] = (float)m.run;
    row[WORTH_number] = w->columns[i].type == COLUMN_NUMBER;
    row[WORTH_date] = w->columns[i].type == COLUMN_DATE;
    row[WORTH_list] = d->is_list;
    row[WORTH_items] = (float)d->first->n_picks / (float)d->n_pages;
    row[WORTH_length] = (float)m.length / row[WORTH_items];
    row[WORTH_place] = (float)m.place;
    row[WORTH_in_h1] = (float)m.titles;
    row[WORTH_labels] = (float)m.labels;
    row[WORTH_mixed] = (float)m.mixed;
    row[WORTH_colons] = (float)m.colons;
    row[WORTH_news] = (float)m.news;
}

/* --- next to each other ------------------------------------------------------------------------------------------- */

/* The share of the pages that either column has on which they have the same. */
static double equal_share(const uint64_t *x, const uint64_t *y, uint32_t n_pages)
{
    uint32_t equal = 0, either = 0;
    for (uint32_t i = 0; i < n_pages; i++) {
        equal += x[i] && x[i] == y[i];
        either += x[i] || y[i];
    }
    return either ? (double)equal / either : 0;
}

/* What a column's values look like. */
typedef struct value_looks {
    double n, digits, smalls, length; /* how many; with a digit, with a small letter first, how long on average */
} value_looks;

static void add_looks(value_looks *looks, const column_value *v)
{
    bool small = v->shown.len && v->shown.data[0] >= 'a' && v->shown.data[0] <= 'z';
    double n = looks->n++;
    looks->digits = (looks->digits * n + has_digit(v->shown)) / looks->n;
    looks->smalls = (looks->smalls * n + small) / looks->n;
    looks->length = (looks->length * n + v->n_chars) / looks->n;
}

static bool looks_like(const value_looks *looks, const column_value *v)
{
    value_looks own = { 0 };
    add_looks(&own, v);
    return fabs(looks->digits - own.digits) <= .5 && fabs(looks->smalls - own.smalls) <= .5 &&
           own.length <= looks->length * LIKE_LENGTH;
}

/* Does the list `y` add items to the single value `x` that look like it? */
static bool adds_alike(const worth_columns *w, uint32_t x, uint32_t y)
{
    value_looks looks = { 0 };
    double added = 0, alike = 0;
    for (uint32_t i = 0; i < w->drafts[x].first->n_picks; i++)
        add_looks(&looks, value_of(w, picks_of(w, x) + i));
    for (uint32_t i = 0; i < w->drafts[y].first->n_picks; i++) {
        const pick *p = picks_of(w, y) + i;
        if (text_of(w, p) != w->first[x][p->page]) {
            added++;
            alike += looks_like(&looks, value_of(w, p));
        }
    }
    return added > 0 && alike >= added * LIKE_SHARE && w->names[x].from != NAMED_TITLE;
}

/* The share of the pages with `x` on which its first value is one of `y`. */
static double within_share(const worth_columns *w, uint32_t x, uint32_t y)
{
    const candidate *of = w->drafts[y].first;
    uint32_t found = 0, last = UINT32_MAX;
    for (uint32_t i = 0; i < of->n_picks; i++) {
        const pick *p = picks_of(w, y) + i;
        if (p->page != last && w->first[x][p->page] == text_of(w, p)) {
            last = p->page;
            found++;
        }
    }
    return (double)found / w->drafts[x].n_pages;
}

/* What others say of a column: its order on the page, how many are near, and which better ones have its values. */
static void add_others(const worth_columns *w, uint32_t i, float *row)
{
    bool labelled = w->drafts[i].is_labelled;
    for (uint32_t k = 0; k < w->n; k++) {
        if (k == i || w->drafts[k].is_address)
            continue;
        row[WORTH_near_columns] += fabs(w->at[k] - w->at[i]) < NEAR_VALUES;
        row[WORTH_order] += w->at[k] < w->at[i] && !w->drafts[k].is_list;
        row[WORTH_labelled_order] += w->at[k] < w->at[i] && !w->drafts[k].is_list && w->drafts[k].is_labelled;
        if (k < i) {
            row[WORTH_twin] = fmaxf(row[WORTH_twin], (float)equal_share(w->first[i], w->first[k], w->b->n_pages));
            row[WORTH_within] = fmaxf(row[WORTH_within], (float)within_share(w, i, k));
        }
    }
    row[WORTH_labelled_order] = labelled ? row[WORTH_labelled_order] : -1;
}

/* The last bits of log() differ between machines. */
static void round_row(float *row)
{
    for (unsigned c = 0; c < N_WORTH_COLUMNS; c++)
        row[c] = (float)(floor((double)row[c] * 1e4 + .5) / 1e4);
}

static void add_pages(worth_columns *w, uint32_t i)
{
    const pick *picks = picks_of(w, i);
    uint32_t n = w->drafts[i].first->n_picks;
    for (uint32_t k = 0; k < n; k++) {
        uint64_t text = text_of(w, &picks[k]), *first = &w->first[i][picks[k].page];
        w->items[i] += (*first != text) / (double)w->drafts[i].n_pages;
        *first = *first ? *first : text;
        w->whole[i][picks[k].page] = hash_pair(w->whole[i][picks[k].page], text);
        w->at[i] += (double)picks[k].value / n;
    }
}

static void make_row(const worth_columns *w, uint32_t i, float *row)
{
    add_draft(w, i, row);
    add_ways(&w->drafts[i], row);
    add_names(&w->names[i], row);
    add_means(w, i, row);
    add_others(w, i, row);
    round_row(row);
}

/* --- the order ---------------------------------------------------------------------------------------------------- */

typedef struct worth_place {
    float score;
    uint32_t column;
    uint32_t behind; /* BEHIND_… */
} worth_place;

/* Where a column is put: among the others, after them because a better one says the same or because its values are
 * labels only, and at the end links and images, and values with their labels. */
enum { BEHIND_NONE, BEHIND_TWIN, BEHIND_ADDRESS, BEHIND_WHOLE };

static int by_worth(const void *a, const void *b)
{
    const worth_place *x = a, *y = b;
    return ORDER_OF(x->behind, y->behind) ?: ORDER_OF(y->score, x->score) ?: ORDER_OF(x->column, y->column);
}

/* The share of the pages of the column that is on fewer of them on which both have the same. */
static double twin_share(const worth_columns *w, const uint64_t *of_x, const uint64_t *of_y, uint32_t x, uint32_t y)
{
    const column_draft *fewer = w->drafts[x].n_pages < w->drafts[y].n_pages ? &w->drafts[x] : &w->drafts[y];
    uint32_t equal = 0;
    for (uint32_t i = 0; i < w->b->n_pages; i++)
        equal += of_x[i] && of_x[i] == of_y[i];
    return (double)equal / fewer->n_pages;
}

/* The share that makes two columns the same: more than `usual` if their few distinct values may be by chance, which
 * those of one label are not. */
static double least_share(const worth_columns *w, uint32_t x, uint32_t y, double usual)
{
    const column_draft *a = &w->drafts[x], *b = &w->drafts[y];
    bool one_label = a->is_labelled && a->family == b->family;
    return a->n_distinct * 2 < a->n_pages && !one_label ? TWIN_CHANCE : usual;
}

static bool have_same_values(const worth_columns *w, uint32_t x, uint32_t y)
{
    return twin_share(w, w->whole[x], w->whole[y], x, y) > least_share(w, x, y, TWIN_SHARE);
}

static bool are_twins(const worth_columns *w, uint32_t x, uint32_t y)
{
    return have_same_values(w, x, y) ||
           twin_share(w, w->first[x], w->first[y], x, y) > least_share(w, x, y, TWIN_FIRST);
}

/* Does the short list `y` begin with the single value `x`? Of several authors it leaves out none. */
static bool lists_more(const worth_columns *w, uint32_t x, uint32_t y)
{
    return !w->drafts[x].is_list && w->drafts[y].is_list && w->items[y] <= MOST_ITEMS &&
           equal_share(w->first[x], w->first[y], w->b->n_pages) >= LISTED_FIRST &&
           within_share(w, x, y) >= LISTED_SHARE;
}

/* Of those from `i` on that say the same as it, the one that can be found best: others may have values of other
 * columns where this one has none. */
static uint32_t best_twin(const worth_columns *w, const worth_place *order, uint32_t i)
{
    uint32_t best = i;
    for (uint32_t k = i + 1; k < w->n && order[k].behind <= BEHIND_TWIN; k++)
        if (order[k].behind == BEHIND_NONE && w->drafts[order[k].column].score > w->drafts[order[best].column].score &&
            w->drafts[order[k].column].is_list == w->drafts[order[i].column].is_list &&
            have_same_values(w, order[i].column, order[k].column))
            best = k;
    return best;
}

static void swap_columns(worth_place *order, uint32_t a, uint32_t b)
{
    uint32_t column = order[a].column;
    order[a].column = order[b].column;
    order[b].column = column;
}

/* Of those from `i` on, what best says what it says: a value alone, or the list of all where its other items are the
 * like. */
static uint32_t best_list(const worth_columns *w, const worth_place *order, uint32_t i)
{
    uint32_t best = i, column = order[i].column;
    bool is_list = w->drafts[column].is_list;
    for (uint32_t k = i + 1; k < w->n && order[k].behind <= BEHIND_TWIN; k++) {
        uint32_t other = order[k].column, single = is_list ? other : column, list = is_list ? column : other;
        bool misses = is_list && w->drafts[single].n_pages < w->drafts[list].n_pages;
        if (order[k].behind == BEHIND_NONE && lists_more(w, single, list) && adds_alike(w, single, list) != is_list &&
            !misses && (best == i || w->drafts[other].score > w->drafts[order[best].column].score))
            best = k;
    }
    return best;
}

/* Columns that say the same as a better one go behind all others, and so does a value that a list has: the list takes
 * its place and its name. */
static void put_twins_behind(const worth_columns *w, worth_place *order, column_names *names)
{
    for (uint32_t i = 0; i < w->n; i++) {
        if (order[i].behind != BEHIND_NONE)
            continue;
        swap_columns(order, i, best_twin(w, order, i));
        uint32_t list = best_list(w, order, i);
        swap_columns(order, i, list);
        uint32_t column = order[i].column;
        names[column].stands_for_one = list != i && w->drafts[column].is_list;
        for (uint32_t k = i + 1; k < w->n && order[k].behind <= BEHIND_TWIN; k++)
            if (k == list || (order[k].behind == BEHIND_NONE && are_twins(w, column, order[k].column)))
                order[k].behind = BEHIND_TWIN;
    }
}

static uint32_t behind_of(const column_draft *d, const float *row)
{
    if (d->is_whole || d->is_address)
        return d->is_whole ? BEHIND_WHOLE : BEHIND_ADDRESS;
    return row[WORTH_news] > 0 ? BEHIND_NONE : BEHIND_TWIN;
}

static void order_columns(worth_columns *w, column_names *names, float *rows, worth_place *order)
{
    for (uint32_t i = 0; i < w->n; i++)
        add_pages(w, i);
    for (uint32_t i = 0; i < w->n; i++) {
        float *row = rows + (size_t)i * N_WORTH_COLUMNS;
        forest_row bytes = { 0 };
        make_row(w, i, row);
        order[i] = (worth_place){ forest_score_row(&judge_models_builtin.columns.worth, row, &bytes), i,
                                  behind_of(&w->drafts[i], row) };
    }
    qsort(order, w->n, sizeof *order, by_worth);
    put_twins_behind(w, order, names);
    qsort(order, w->n, sizeof *order, by_worth);
}

bool columns_order(const column_builder *b, const column_draft *drafts, model_column *columns, column_names *names,
                   uint32_t n, float *rows)
{
    worth_place order[HUSK_MAX_COLUMNS];
    worth_columns *w = calloc(1, sizeof *w);
    float *own = calloc((size_t)n * N_WORTH_COLUMNS + 1, sizeof *own);
    model_column *old = malloc(((size_t)n + 1) * sizeof *old);
    column_names *old_names = malloc(((size_t)n + 1) * sizeof *old_names);
    bool done = w && own && old && old_names;
    if (done) {
        w->b = b, w->drafts = drafts, w->names = names, w->columns = columns, w->n = n;
        order_columns(w, names, own, order);
        memcpy(old, columns, n * sizeof *old);
        memcpy(old_names, names, n * sizeof *old_names);
    }
    for (uint32_t i = 0; done && i < n; i++) {
        columns[i] = old[order[i].column];
        names[i] = old_names[order[i].column];
        if (rows)
            memcpy(rows + (size_t)i * N_WORTH_COLUMNS, own + (size_t)order[i].column * N_WORTH_COLUMNS,
                   N_WORTH_COLUMNS * sizeof *rows);
    }
    free(w);
    free(own);
    free(old);
    free(old_names);
    return done;
}
