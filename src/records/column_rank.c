/* column_rank.c - which columns are kept, and in what order.
 * Values that vary, are on most pages, short, early and found by several kinds of locator come first: a position is
 * reliable if locators that fail differently agree on it, even if only on most pages. One of many similar values (a
 * cell of a long table, the fifth link of a box) says less than a single labelled one. The weights are in
 * docs/records.md. Cost: one pass over the picks per kind of locator. Limits: HUSK_MAX_COLUMNS. */
#include "records/column_names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"

/* Columns kept for links and images, if there are that many. */
#define ADDRESS_COLUMNS 8
/* Columns kept a second time with the label inside their text: who wants the text as it is on the page finds it, too.
 */
#define WHOLE_COLUMNS COLUMN_EXTRA
/* Values longer than this many code points count less. */
#define SHORT_VALUE 90.0
/* A column that equals one of its label on this many of ten pages counts less. */
#define ALIKE_OF_TEN 7
/* Unlabelled columns on one path: this many count fully, the rest less and less. Otherwise tables of figures would
 * fill the hundred. */
#define PATH_FREE 5
/* Columns of the same label that one is compared with. */
#define MAX_RIVALS 4
/* Values of a list that are compared. */
#define MAX_COMPARED 1024

static const column_value *pick_value(const column_builder *b, const pick *p)
{
    return &b->pages[p->page].values[p->value];
}

model_locator pick_way(const pick *p)
{
    return (model_locator){ p->key, p->kind, p->ordinal };
}

uint32_t picks_by_page(const column_builder *b, const pick *picks, uint32_t n, uint64_t *by_page)
{
    uint32_t pages = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i == 0 || picks[i].page != picks[i - 1].page)
            by_page[pages++] = 0;
        by_page[pages - 1] = hash_pair(by_page[pages - 1], pick_value(b, &picks[i])->text);
    }
    return pages;
}

/* --- agreement ---------------------------------------------------------------------------------------------------- */

/* By value of a page and kind: the candidates that lead there, + 1: for a single value, and for a list. */
typedef struct way_table {
    const candidate *list;
    uint32_t *ways;
    size_t from[HUSK_MAX_COLUMN_PAGES]; /* index of a page's first value */
} way_table;

static uint32_t *way_to(const way_table *t, const pick *p, uint32_t kind)
{
    return &t->ways[((t->from[p->page] + p->value) * N_LOCATOR_KINDS + kind) * 2 + (p->ordinal == 0)];
}

static bool table_fill(way_table *t, const column_builder *b, const candidate *list, uint32_t n)
{
    size_t total = 0;
    for (uint32_t i = 0; i < b->n_pages; i++) {
        t->from[i] = total;
        total += b->pages[i].n;
    }
    t->list = list;
    t->ways = calloc(total * N_LOCATOR_KINDS * 2 + 1, sizeof *t->ways);
    for (uint32_t i = 0; t->ways && i < n; i++)
        for (uint32_t k = 0; k < list[i].n_picks; k++) {
            const pick *p = &b->picks[list[i].first + k];
            *way_to(t, p, p->kind) = i + 1;
        }
    return t->ways != NULL;
}

/* The share of common values with the candidate of this kind that agrees best, over the values that either has. */
static double best_agreement(const way_table *t, const pick *picks, uint32_t n, uint32_t kind)
{
    uint32_t others[MAX_COMPARED];
    double best = 0;
    n = n < MAX_COMPARED ? n : MAX_COMPARED;
    for (uint32_t i = 0; i < n; i++)
        others[i] = *way_to(t, &picks[i], kind);
    qsort(others, n, sizeof *others, by_u32);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && others[end] == others[i];)
            end++;
        if (others[i] == 0)
            continue;
        double share = (double)(end - i) / (n + t->list[others[i] - 1].n_picks - (end - i));
        best = share > best ? share : best;
    }
    return best;
}

/* The kinds of locator that lead to the column's values; those that miss some count partially, and half. */
static double agreeing_ways(const way_table *t, const column_builder *b, const column_draft *d)
{
    double sum = d->n_ways;
    bool own[N_LOCATOR_KINDS] = { false };
    for (uint32_t i = 0; i < d->n_ways; i++)
        own[d->ways[i].kind] = true;
    for (uint32_t kind = 0; kind < N_LOCATOR_KINDS; kind++)
        if (!own[kind])
            sum += .5 * best_agreement(t, &b->picks[d->first->first], d->first->n_picks, kind);
    return sum;
}

/* --- scores ------------------------------------------------------------------------------------------------------- */

/* How evenly the pages' values are distributed: 0 all equal, 1 all distinct. */
static double evenness(uint64_t *values, uint32_t n, uint32_t *distinct)
{
    double sum = 0;
    *distinct = 0;
    qsort(values, n, sizeof *values, by_u64);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && values[end] == values[i];)
            end++;
        double share = (double)(end - i) / n;
        sum -= share * log(share);
        ++*distinct;
    }
    return n > 1 ? sum / log(n) : 0;
}

static bool ends_in_colon(slice text)
{
    return text.len && (text.data[text.len - 1] == ':' ||
                        (text.len >= 3 && memcmp(text.data + text.len - 3, "\xef\xbc\x9a", 3) == 0));
}

/* A label that ends in a colon. */
static bool has_colon(const column_page *page, const column_value *v)
{
    if (v->near[NAME_LABEL].len || v->label == LOCATE_NONE)
        return v->near[NAME_LABEL].len != 0;
    return ends_in_colon(page->values[v->label].shown);
}

/* A hash of the label in or near a value, 0 if it has none. */
static uint64_t label_of(const column_page *page, const column_value *v)
{
    if (v->near[NAME_LABEL].len)
        return hash_bytes(v->near[NAME_LABEL].data, v->near[NAME_LABEL].len);
    return v->label == LOCATE_NONE ? 0 : page->values[v->label].text;
}

/* The share of a candidate's values that have its most common label, and the share with another label. */
static uint64_t label_shares(const column_builder *b, const candidate *c, double *usual, double *other)
{
    uint64_t best = 0;
    uint64_t labels[MAX_COMPARED];
    uint32_t n = 0, most = 0, looked_at = c->n_picks < MAX_COMPARED ? c->n_picks : MAX_COMPARED;
    for (uint32_t i = 0; i < looked_at; i++) {
        const pick *p = &b->picks[c->first + i];
        uint64_t label = label_of(&b->pages[p->page], pick_value(b, p));
        if (label)
            labels[n++] = label;
    }
    qsort(labels, n, sizeof *labels, by_u64);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && labels[end] == labels[i];)
            end++;
        if (end - i > most) {
            most = end - i;
            best = labels[i];
        }
    }
    *usual = (double)most / looked_at;
    *other = 0;
    for (uint32_t i = 0; i < looked_at; i++) {
        const pick *p = &b->picks[c->first + i];
        const column_page *page = &b->pages[p->page];
        const column_value *v = pick_value(b, p);
        uint64_t label = label_of(page, v);
        if (label && label != best &&
            (has_colon(page, v) ||
             page->values[v->label].rank == LABEL_SURE)) /* otherwise it may be a value repeated across pages */
            *other += 1. / looked_at;
    }
    return best;
}

pick_means picks_means(const column_builder *b, const candidate *c)
{
    pick_means m = { 0 };
    for (uint32_t i = 0; i < c->n_picks; i++) {
        const pick *p = &b->picks[c->first + i];
        const column_value *v = pick_value(b, p);
        m.length += v->n_chars + 1;
        m.place += (double)p->value / b->pages[p->page].n;
        m.run += p->run;
        m.colons += has_colon(&b->pages[p->page], v);
        m.titles += v->tag == TAG_H1;
        m.news += v->rank != LABEL_SURE && !ends_in_colon(v->shown);
    }
    m.length /= c->n_pages;
    m.place /= c->n_picks;
    m.run /= c->n_picks;
    m.colons /= c->n_picks;
    m.news /= c->n_picks;
    m.titles /= c->n_picks;
    m.label = label_shares(b, c, &m.labels, &m.mixed);
    return m;
}

static double quantised(double score)
{
    return floor(score * 1e9 + .5); /* the last bits of log() differ between machines */
}

/* A column's family is its label or, without one, its path. */
static uint64_t family_of(const column_builder *b, const column_draft *d, const pick_means *m)
{
    if (d->is_list)
        return 0;
    return m->labels >= .5 ? m->label : pick_value(b, &b->picks[d->first->first])->path;
}

static double score_of(const column_builder *b, const way_table *t, column_draft *d)
{
    uint64_t by_page[HUSK_MAX_COLUMN_PAGES];
    const candidate *c = d->first;
    pick_means m = picks_means(b, c);
    picks_by_page(b, &b->picks[c->first], c->n_picks, by_page);
    double even = evenness(by_page, c->n_pages, &d->n_distinct), coverage = (double)c->n_pages / b->n_pages;
    double excess = m.length - SHORT_VALUE;
    double score = pow(coverage, 2.5 - m.labels - .5 * fmin(m.labels, m.colons)) * (.7 + .3 * even) /
                   (1 + (excess > 0 ? excess / SHORT_VALUE : 0));
    double agreeing = agreeing_ways(t, b, d);
    score *= 1 + .4 * (agreeing - 1);
    score *= (1 - .5 * m.place) * (1 + .15 * m.colons + .3 * m.titles) * (d->is_list ? 1 : 1 - m.mixed);
    if (d->nearest == 0)
        score *= 1.25 * m.news;
    else if (m.labels < .5) /* a label on one page may be a value beside its own label on another */
        score *= .4 + .6 * m.news;
    score /= d->is_list ? 1 : pow(m.run, .2);
    d->family = family_of(b, d, &m);
    d->is_labelled = m.labels >= .5;
    d->agreeing = (float)agreeing;
    d->even = (float)even;
    return quantised(score / sqrt(sqrt(d->nearest ? d->nearest : 1)));
}

/* One column from the candidates [0, n), which are sorted: the most reliable locator first. */
static column_draft draft_column(const column_builder *b, const way_table *t, const candidate *c, uint32_t n)
{
    column_draft d = { .first = c, .n_pages = c->n_pages, .nearest = UINT32_MAX };
    for (uint32_t i = 0; i < n; i++) {
        const pick *p = &b->picks[c[i].first];
        d.nearest = p->ordinal < d.nearest ? p->ordinal : d.nearest;
        if (d.n_ways == 0 || d.ways[d.n_ways - 1].kind != p->kind)
            d.ways[d.n_ways++] = pick_way(p);
    }
    d.is_list = d.ways[0].ordinal == 0;
    d.is_address = pick_value(b, &b->picks[c->first])->source >= VALUE_LINK;
    d.score = score_of(b, t, &d);
    return d;
}

/* --- selection ---------------------------------------------------------------------------------------------------- */

static int by_score(const void *a, const void *b)
{
    const column_draft *x = a, *y = b;
    return ORDER_OF(y->score, x->score) ?: column_way_order(x->ways[0], y->ways[0]);
}

/* A column's values by page, 0 if it has none. */
static void values_by_page(const column_builder *b, const column_draft *d, uint64_t *out)
{
    memset(out, 0, b->n_pages * sizeof *out);
    for (uint32_t i = 0; i < d->first->n_picks; i++) {
        const pick *p = &b->picks[d->first->first + i];
        out[p->page] = hash_pair(out[p->page], pick_value(b, p)->text);
    }
}

/* Do two columns have the same values on nearly all pages that either has? A list adds what its first value leaves
 * out. */
static bool are_alike(const column_builder *b, const column_draft *x, const column_draft *y)
{
    uint64_t of_x[HUSK_MAX_COLUMN_PAGES], of_y[HUSK_MAX_COLUMN_PAGES];
    uint32_t alike = 0;
    if (x->is_list != y->is_list)
        return false;
    values_by_page(b, x, of_x);
    values_by_page(b, y, of_y);
    for (uint32_t i = 0; i < b->n_pages; i++)
        alike += of_x[i] && of_x[i] == of_y[i];
    return alike * 10 >= (x->n_pages + y->n_pages - alike) * ALIKE_OF_TEN;
}

static void weaken(column_draft *d, double by)
{
    d->score = quantised(d->score / by / 1e9);
}

static int by_family(const void *a, const void *b)
{
    const column_draft *x = a, *y = b;
    return ORDER_OF(x->family, y->family) ?: by_score(a, b);
}

/* Score the members [0, n) of one family, best first. Further locators of a label's values count less, and so do the
 * many unlabelled columns of one path. */
static void spread_family(const column_builder *b, column_draft *members, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        bool again = false;
        for (uint32_t k = 0; members[0].is_labelled && k < i && k < MAX_RIVALS && !again; k++)
            again = are_alike(b, &members[i], &members[k]);
        if (again)
            weaken(&members[i], sqrt(2));
        else if (!members[0].is_labelled && i >= PATH_FREE)
            weaken(&members[i], sqrt(2 + i - PATH_FREE));
    }
}

static void spread_families(const column_builder *b, column_draft *drafts, uint32_t n)
{
    qsort(drafts, n, sizeof *drafts, by_family);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && drafts[end].family == drafts[i].family;)
            end++;
        if (drafts[i].family)
            spread_family(b, drafts + i, end - i);
    }
}

/* The best, with some of the URLs at the end. */
static uint32_t choose(column_draft *drafts, uint32_t n, uint32_t *n_addresses)
{
    column_draft addresses[ADDRESS_COLUMNS];
    uint32_t kept = 0;
    *n_addresses = 0;
    for (uint32_t i = 0; i < n; i++)
        if (drafts[i].is_address && *n_addresses < ADDRESS_COLUMNS)
            addresses[(*n_addresses)++] = drafts[i];
    for (uint32_t i = 0; i < n && kept < HUSK_MAX_COLUMNS - *n_addresses; i++)
        if (!drafts[i].is_address)
            drafts[kept++] = drafts[i];
    memcpy(drafts + kept, addresses, *n_addresses * sizeof *addresses);
    return kept + *n_addresses;
}

/* The column with the label left in the text; false if it is not located by one. */
static bool draft_whole(const column_draft *d, column_draft *out)
{
    bool labelled = false;
    *out = *d;
    out->is_whole = true;
    for (uint32_t i = 0; i < d->n_ways; i++)
        if (d->ways[i].kind == LOCATE_PREFIX) {
            labelled = true;
            out->ways[i].ordinal |= LOCATOR_WHOLE;
        }
    return labelled && !d->is_list;
}

/* Append the columns with their labels, in place of the last ones if there is no room. */
static uint32_t add_whole(column_draft *drafts, uint32_t n)
{
    column_draft whole[WHOLE_COLUMNS];
    uint32_t n_whole = 0;
    for (uint32_t i = 0; i < n && n_whole < WHOLE_COLUMNS; i++)
        n_whole += draft_whole(&drafts[i], &whole[n_whole]);
    n = n < HUSK_MAX_COLUMNS - n_whole ? n : HUSK_MAX_COLUMNS - n_whole;
    memcpy(drafts + n, whole, n_whole * sizeof *whole);
    return n + n_whole;
}

bool columns_rank(const column_builder *b, const candidate *list, uint32_t n, column_draft *drafts, uint32_t *kept)
{
    way_table table;
    uint32_t n_drafts = 0, n_addresses;
    if (!table_fill(&table, b, list, n))
        return false;
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && list[end].values == list[i].values;)
            end++;
        drafts[n_drafts++] = draft_column(b, &table, list + i, end - i);
    }
    free(table.ways);
    spread_families(b, drafts, n_drafts);
    qsort(drafts, n_drafts, sizeof *drafts, by_score);
    *kept = choose(drafts, n_drafts, &n_addresses);
    *kept = add_whole(drafts, *kept);
    return true;
}
