/* trie.c - sums over the paths of a host's pages.
 * A page's texts are added to their own paths, then passed up from child to parent, so that a path has everything
 * inside it; the page's sums are added to the host's. Cost: paths of the page x sums per page; memory 240 bytes per
 * path and a row of the page's. */
#include "judge/site/trie.h"

#include <float.h>
#include <math.h>

#include "base/arrays.h"

/* A place holds values if this many of its texts follow a label, and this few are on nearly all pages, in percent. */
#define VALUES_LABELLED 70
#define VALUES_CONSTANT 30

/* For the current page, by row. */
typedef struct page_rows {
    uint32_t *node; /* in the trie */
    uint32_t n, room;
    float *sums;         /* N_TRIE_SUMS each */
    float *first, *last; /* words before its start, and at its end */
    uint32_t *bytes;     /* of the texts directly on it */
    float words, own;    /* of the page */
} page_rows;

void trie_free(trie *t)
{
    free(t->nodes);
    free(t->index.slots);
    free(t->page_row);
    free(t->visits);
    free(t->values);
    map_free(&t->moved);
    *t = (trie){ 0 };
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

static void read_names(const husk_page *page, uint32_t node, const class_words *words, trie_node *out)
{
    for (uint32_t k = page->attribute[node]; k < page->attribute[node + 1]; k++) {
        const page_attribute *a = &page->attributes[k];
        if (a->id != ATTR_CLASS && a->id != ATTR_ID && a->id != ATTR_ROLE)
            continue;
        class_score score = class_words_score(words, a->id == ATTR_ROLE ? CLASS_PREFIX_ROLE : CLASS_PREFIX_NAME,
                                              (slice){ a->value, a->value_len });
        out->name_weight += score.weight;
        out->groups |= score.groups;
    }
}

static uint64_t blocks_hash(const trie *t, uint32_t parent, uint16_t tag)
{
    uint64_t above = parent == TRIE_NONE ? 0 : t->nodes[parent].blocks;
    return tag < TAG_OWN && tag_kind(tag) & KIND_BLOCK ? hash_pair(above, tag) : above;
}

/* The trie's node for a page's element, created if its path is new. */
static uint32_t node_of(trie *t, const husk_page *page, uint32_t i, uint64_t hash, uint32_t parent,
                        const class_words *words)
{
    if (!array_grow(&t->nodes, &t->room, (size_t)t->n + 1, sizeof *t->nodes) ||
        !array_grow(&t->page_row, &t->row_room, (size_t)t->n + 1, sizeof *t->page_row) ||
        !table_index_reserve(&t->index, t->n, 512, t->nodes, sizeof *t->nodes))
        return TRIE_NONE;
    uint32_t *slot = table_index_slot(&t->index, hash, t->nodes, sizeof *t->nodes);
    if (*slot == 0) {
        trie_node *made = &t->nodes[t->n];
        *made = (trie_node){ .hash = hash,
                             .blocks = blocks_hash(t, parent, page->tag[i]),
                             .parent = parent,
                             .tag = page->tag[i],
                             .depth = parent == TRIE_NONE ? 0 : t->nodes[parent].depth + 1 };
        if (page->tag[i] != TAG_BODY && page->tag[i] != TAG_HTML)
            read_names(page, i, words, made);
        t->page_row[t->n++] = TRIE_NONE;
        *slot = t->n;
    }
    return *slot - 1;
}

/* --- a page ------------------------------------------------------------------------------------------------------- */

static bool rows_init(page_rows *r, uint32_t room, arena *memory)
{
    *r = (page_rows){ .room = room,
                      .node = arena_array(memory, room, sizeof *r->node),
                      .sums = arena_array(memory, room, N_TRIE_SUMS * sizeof *r->sums),
                      .first = arena_array(memory, room, sizeof *r->first),
                      .last = arena_array(memory, room, sizeof *r->last),
                      .bytes = arena_array(memory, room, sizeof *r->bytes) };
    return r->node && r->sums && r->first && r->last && r->bytes;
}

static uint32_t row_of(trie *t, page_rows *r, uint32_t node)
{
    if (t->page_row[node] == TRIE_NONE) {
        uint32_t row = r->n++;
        t->page_row[node] = row;
        r->node[row] = node;
        r->first[row] = FLT_MAX;
        r->last[row] = -1;
        r->bytes[row] = 0;
        memset(r->sums + (size_t)row * N_TRIE_SUMS, 0, N_TRIE_SUMS * sizeof *r->sums);
    }
    return t->page_row[node];
}

static bool is_control(uint16_t tag)
{
    return tag == TAG_INPUT || tag == TAG_BUTTON || tag == TAG_SELECT;
}

/* Rows for the page's elements; a parent's row comes before its children's. */
static bool page_paths(trie *t, page_rows *r, const husk_page *page, const uint64_t *paths, const class_words *words,
                       uint32_t *row)
{
    for (uint32_t i = 0; i < page->n_nodes; i++) {
        uint32_t parent = i ? row[page->parent[i]] : 0;
        row[i] = parent;
        if (page->flags[i] & NODE_TEXT)
            continue;
        uint32_t node = node_of(t, page, i, paths[i], i ? r->node[parent] : TRIE_NONE, words);
        if (node == TRIE_NONE)
            return false;
        row[i] = row_of(t, r, node);
        r->sums[(size_t)row[i] * N_TRIE_SUMS + SUM_instances]++;
        r->sums[(size_t)row[i] * N_TRIE_SUMS + SUM_controls] += is_control(page->tag[i]);
    }
    return true;
}

/* By node: is it inside an element of several texts that another page has too? */
static void mark_pieces(const husk_page *page, const uint64_t *pieces, const hash_map *seen, uint8_t *shared)
{
    shared[0] = 0;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        shared[i] = shared[page->parent[i]];
        if (!shared[i] && !(page->flags[i] & NODE_TEXT) && page->end[i] - i > 4)
            shared[i] = map_get(seen, pieces[i]) >= 2;
    }
}

/* By node: 1 content, 0 template, 2 unlabelled. */
static void read_truth(const husk_page *page, uint8_t *truth)
{
    truth[0] = 2;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        truth[i] = truth[page->parent[i]];
        for (uint32_t k = page->attribute[i]; k < page->attribute[i + 1]; k++) {
            const page_attribute *a = &page->attributes[k];
            if (a->name_len == 17 && memcmp(a->name, "data-husk-content", 17) == 0 && a->value_len == 1)
                truth[i] = a->value[0] == '1' ? 1 : a->value[0] == '0' ? 0 : 2;
        }
    }
}

typedef struct text_marks {
    const uint8_t *shared;    /* mark_pieces */
    const uint8_t *truth;     /* or NULL */
    const hash_map *here;     /* how often the page has each text: stamps count occurrences */
    const hash_map *headings; /* the page's */
    slice title;              /* likewise */
    bool after_constant;      /* the text before it is on nearly all pages */
    float probability;
    bool keep;
} text_marks;

/* A text on nearly all pages is a label, or template. */
static bool is_constant(uint32_t pages, uint32_t of)
{
    return pages >= 2 && pages * 10 >= of * 8;
}

/* Another page's heading, but none here: what a link to that page says. */
static bool is_title(const text_evidence *e, const hash_map *all, const hash_map *here)
{
    return !(e->flags & EVIDENCE_HEADING) && map_get(all, e->text) > map_get(here, e->text);
}

/* The heading that names the page's subject: its title contains it too, and it is a heading of few others (a list of
 * pages), though many may link to it by that name. */
static bool is_own_title(const husk_page *page, const text_evidence *e, const text_marks *m, const trie_context *c)
{
    uint32_t pages = map_get(c->headings, e->text);
    return (pages < 2 || pages * 4 <= c->n_pages) && evidence_is_title(page, e->node, m->title);
}

static void add_text(float *sums, const husk_page *page, const text_evidence *e, const text_marks *m,
                     const trie_context *c)
{
    uint32_t pages = map_get(c->texts, e->text), n = c->n_pages;
    float words = (float)e->words;
    bool link = e->flags & EVIDENCE_LINK;
    sums[SUM_words] += words;
    sums[SUM_texts]++;
    sums[SUM_sentences] += (e->flags & EVIDENCE_SENTENCE) != 0;
    sums[SUM_distinct] += 1.f / (float)(pages ? pages : 1);
    sums[SUM_short_words] += (float)e->short_words;
    sums[SUM_capitals] += (float)e->capitals;
    sums[SUM_content] += m->probability * words;
    sums[SUM_kept] += m->keep ? words : 0;
    sums[SUM_unsure] += 4 * m->probability * (1 - m->probability) * words;
    sums[SUM_shared] += pages >= 2 ? words : 0;
    sums[SUM_often] += pages >= 2 && pages * 10 >= n ? words : 0;
    sums[SUM_most] += pages >= 2 && pages * 2 >= n ? words : 0;
    sums[SUM_own] += !link && pages < 2 ? words : 0;
    sums[SUM_links] += link ? words : 0;
    sums[SUM_known_links] += link && e->target && map_get(c->links, e->target) >= 2 ? words : 0;
    sums[SUM_inside_links] += e->flags & EVIDENCE_INSIDE ? words : 0;
    sums[SUM_neighbours] += e->flags & EVIDENCE_NEIGHBOUR ? words : 0;
    sums[SUM_headings] += e->flags & EVIDENCE_HEADING ? words : 0;
    sums[SUM_repeated] += map_get(m->here, e->text) >= 2 ? words : 0;
    sums[SUM_pieces] += m->shared[e->node] ? words : 0;
    sums[SUM_titles] += is_title(e, c->headings, m->headings) ? words : 0;
    sums[SUM_own_title] += is_own_title(page, e, m, c) ? words : 0;
    sums[SUM_varying] += !is_constant(pages, n);
    sums[SUM_labelled] += !is_constant(pages, n) && m->after_constant;
    sums[SUM_hidden] += page->flags[e->node] & NODE_HIDDEN ? words : 0;
    /* What half of the pages share is not content, and what no other page has is not template, whatever contains it. */
    if (m->truth && m->truth[e->node] == 1 && pages * 2 < n)
        sums[SUM_true_content] += words;
    if (m->truth && m->truth[e->node] == 0 && pages >= 2)
        sums[SUM_true_template] += words;
    if (m->truth && m->truth[e->node] == 0 && pages >= 2 && pages * 10 < n * 8)
        sums[SUM_true_rare] += words;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

TABLE_OF(value, trie_value, hash, pages)

static bool count_value(trie *t, uint32_t node, const text_evidence *e, const text_marks *m, uint32_t anywhere,
                        bool constant)
{
    uint64_t hash = evidence_place(e->text, t->nodes[node].hash);
    if (!value_reserve(&t->values, &t->value_room, t->n_values, 1024))
        return false;
    if (constant && !map_count(&t->moved, evidence_place(e->text, t->nodes[node].blocks), t->n_pages + 1))
        return false;
    trie_value *v = value_place(t->values, t->value_room, hash);
    if (v->pages == 0) {
        *v = (trie_value){ .hash = hash, .text = e->text, .node = node, .anywhere = anywhere };
        t->n_values++;
    }
    if (v->stamp == t->n_pages + 1)
        return true;
    v->pages++;
    v->stamp = t->n_pages + 1;
    v->labelled += m->after_constant;
    return true;
}

/* --- texts -------------------------------------------------------------------------------------------------------- */

static bool count_here(hash_map *here, hash_map *headings, const text_evidence *texts, uint32_t n)
{
    bool ok = true;
    for (uint32_t i = 0; i < n && ok; i++)
        ok = map_count(here, texts[i].text, i + 1) &&
             (!(texts[i].flags & EVIDENCE_HEADING) || map_count(headings, texts[i].text, 1));
    return ok;
}

static bool add_texts(trie *t, page_rows *r, const husk_page *page, const text_evidence *texts, uint32_t n,
                      const uint32_t *row, const trie_opinion *opinion, text_marks *m, const trie_context *c)
{
    float before = 0;
    bool ok = true;
    for (uint32_t i = 0; i < n; i++)
        r->words += (float)texts[i].words;
    for (uint32_t i = 0; i < n && ok; i++) {
        const text_evidence *e = &texts[i];
        uint32_t at = row[e->node], block = page->block_of[e->node];
        r->first[at] = before < r->first[at] ? before : r->first[at];
        before += (float)e->words;
        r->bytes[at] += (uint32_t)page->text[e->node].len;
        r->last[at] = before > r->last[at] ? before : r->last[at];
        m->probability = block == NODE_NONE ? .5f : opinion->probability[block];
        m->keep = block != NODE_NONE && opinion->keep[block];
        add_text(r->sums + (size_t)at * N_TRIE_SUMS, page, e, m, c);
        uint32_t pages = map_get(c->texts, e->text);
        bool constant = is_constant(pages, c->n_pages);
        ok = count_value(t, r->node[at], e, m, pages, constant);
        m->after_constant = constant;
        r->own += !(e->flags & EVIDENCE_LINK) && pages < 2 ? (float)e->words : 0;
    }
    return ok;
}

/* The blocks, each at its container's path. */
static void add_blocks(trie *t, const page_rows *r, const husk_page *page, const uint32_t *row,
                       const trie_opinion *opinion, bool *seen)
{
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        uint32_t at = row[page->blocks[b].container];
        float *sums = t->nodes[r->node[at]].blocks_here, p = opinion->probability[b],
              words = (float)page->blocks[b].n_words;
        sums[BLOCK_SUM_pages] += !seen[at];
        seen[at] = true;
        sums[BLOCK_SUM_blocks]++;
        sums[BLOCK_SUM_words] += words;
        sums[BLOCK_SUM_probability] += p * words;
        sums[BLOCK_SUM_squares] += p * p * words;
        sums[BLOCK_SUM_kept] += opinion->keep[b] ? words : 0;
        sums[BLOCK_SUM_links] += (float)page->blocks[b].n_link_words;
    }
}

/* Add rows to their parents', last first, and to the host's sums. */
static void hand_up(trie *t, page_rows *r)
{
    for (uint32_t i = r->n; i-- > 0;) {
        trie_node *node = &t->nodes[r->node[i]];
        const float *sums = r->sums + (size_t)i * N_TRIE_SUMS;
        if (node->parent != TRIE_NONE) {
            uint32_t up = t->page_row[node->parent];
            for (unsigned k = 0; k < N_TRIE_SUMS; k++)
                if (k != SUM_instances)
                    r->sums[(size_t)up * N_TRIE_SUMS + k] += sums[k];
            r->first[up] = r->first[i] < r->first[up] ? r->first[i] : r->first[up];
            r->last[up] = r->last[i] > r->last[up] ? r->last[i] : r->last[up];
        }
        for (unsigned k = 0; k < N_TRIE_SUMS; k++)
            node->sums[k] += sums[k];
        node->squares += (double)sums[SUM_words] * sums[SUM_words];
        node->page_own += r->own;
        if (r->last[i] >= 0 && r->words > 0) {
            node->first += r->first[i] / r->words;
            node->last += r->last[i] / r->words;
            node->head += log1pf(r->first[i]);
            node->tail += log1pf(r->words - r->last[i]);
        }
        node->pages++;
    }
    for (uint32_t i = 0; i < r->n; i++)
        t->page_row[r->node[i]] = TRIE_NONE;
}

static bool keep_visits(trie *t, const page_rows *r)
{
    if (!array_grow(&t->visits, &t->visit_room, t->n_visits + r->n, sizeof *t->visits))
        return false;
    for (uint32_t i = 0; i < r->n; i++)
        t->visits[t->n_visits++] = (trie_visit){ t->n_pages, r->node[i], r->bytes[i] };
    return true;
}

/* --- places ------------------------------------------------------------------------------------------------------- */

/* The texts directly on a path, each counted once per page. */
typedef struct place_sums {
    uint32_t texts, constant, labelled;
} place_sums;

static place_sums *sum_places(const trie *t)
{
    place_sums *sums = calloc((size_t)t->n + 1, sizeof *sums);
    for (size_t i = 0; sums && i < t->value_room; i++) {
        const trie_value *v = &t->values[i];
        if (v->pages == 0)
            continue;
        place_sums *s = &sums[v->node];
        s->texts += v->pages;
        s->constant += is_constant(v->anywhere, t->n_pages) ? v->pages : 0;
        s->labelled += v->labelled;
    }
    return sums;
}

/* A place of values: its text varies, and follows a label. */
static bool holds_values(const place_sums *s)
{
    return (uint64_t)s->labelled * 100 >= (uint64_t)s->texts * VALUES_LABELLED &&
           (uint64_t)s->constant * 100 <= (uint64_t)s->texts * VALUES_CONSTANT;
}

/* The number of pages on which the text counts as being there; 0: it is one value of many, or not there. */
static uint32_t pages_here(const trie *t, const trie_value *v, const place_sums *s)
{
    if (v->pages == 0 || v->pages == t->nodes[v->node].pages)
        return v->pages;
    if (holds_values(&s[v->node]))
        return 0;
    uint32_t moved = map_get(&t->moved, evidence_place(v->text, t->nodes[v->node].blocks));
    return moved > v->pages ? moved : v->pages;
}

model_count *trie_places(const trie *t, uint32_t least_pages, arena *memory, uint32_t *n)
{
    place_sums *sums = sum_places(t);
    uint32_t n_places = 0;
    for (size_t i = 0; sums && i < t->value_room; i++)
        n_places += pages_here(t, &t->values[i], sums) >= least_pages;
    model_count *places = sums ? arena_array(memory, (size_t)n_places + 1, sizeof *places) : NULL;
    *n = 0;
    for (size_t i = 0; places && i < t->value_room; i++) {
        uint32_t pages = pages_here(t, &t->values[i], sums);
        if (pages >= least_pages)
            places[(*n)++] = (model_count){ t->values[i].hash, pages };
    }
    free(sums);
    return places;
}

/* --- fit ---------------------------------------------------------------------------------------------------------- */

void trie_fit(const trie *t, double *mean, double *deviation)
{
    double sum = 0, squares = 0, usual = 0;
    for (uint32_t i = 0; i < t->n; i++)
        usual += path_is_usual(t->nodes[i].pages, t->n_pages);
    for (size_t v = 0; v < t->n_visits;) {
        double text = 0, known = 0, there = 0;
        for (uint32_t page = t->visits[v].page; v < t->n_visits && t->visits[v].page == page; v++) {
            const trie_node *node = &t->nodes[t->visits[v].node];
            text += t->visits[v].bytes;
            known += node->pages >= 2 ? t->visits[v].bytes : 0;
            there += path_is_usual(node->pages, t->n_pages);
        }
        double fit = page_fit(text, known, usual, there);
        sum += fit;
        squares += fit * fit;
    }
    double n = t->n_pages ? t->n_pages : 1;
    *mean = sum / n;
    *deviation = squares / n > *mean * *mean ? sqrt(squares / n - *mean * *mean) : 0;
}

husk_status trie_add(trie *t, const husk_page *page, const text_evidence *texts, uint32_t n, const uint64_t *paths,
                     const uint64_t *pieces, const trie_opinion *opinion, const trie_context *context, arena *memory)
{
    page_rows r;
    hash_map here = { 0 }, headings = { 0 };
    uint32_t *row = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *row);
    uint8_t *shared = arena_alloc(memory, (size_t)page->n_nodes + 1),
            *truth = t->truth ? arena_alloc(memory, (size_t)page->n_nodes + 1) : NULL;
    bool *seen = arena_zeros(memory, (size_t)page->n_nodes + 1, sizeof *seen);
    bool ok = row && shared && seen && (truth || !t->truth) && rows_init(&r, page->n_nodes + 1, memory);
    ok = ok && page_paths(t, &r, page, paths, context->words, row) && count_here(&here, &headings, texts, n);
    if (ok) {
        text_marks marks = {
            .shared = shared, .truth = truth, .here = &here, .headings = &headings, .title = evidence_title(page)
        };
        mark_pieces(page, pieces, context->pieces, shared);
        if (truth)
            read_truth(page, truth);
        ok = add_texts(t, &r, page, texts, n, row, opinion, &marks, context) && keep_visits(t, &r);
        add_blocks(t, &r, page, row, opinion, seen);
        hand_up(t, &r);
        t->n_pages++;
    }
    map_free(&here);
    map_free(&headings);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}
