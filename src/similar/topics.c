/* topics.c - cluster pages by topic: word vectors and furthest-point-first clustering.
 * A word weighs (1 + log tf) * log(n / df); pages are compared by cosine. The first centre is the page whose words
 * have the smallest hash; each further one is the page furthest from all before it: the k-centre seeds of Gonzalez
 * 1985, within twice the best radius. Every page joins its nearest centre. With `rounds`, centres then move to the
 * mean of their pages, as in k-means, until nothing changes. Sums run over pages in the order of their words' hash,
 * so the result does not depend on input order. Cost: one pass over all entries per centre, and k passes per round.
 * Limits: HUSK_MAX_TOPIC_BYTES, HUSK_MAX_TOPIC_WORDS. */
#include "similar/topics.h"

#include <math.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/stop.h"
#include "base/system/portable.h"

/* --- a page's words ----------------------------------------------------------------------------------------------- */

void word_bag_init(word_bag *bag)
{
    buffer_init(&bag->hashes, HUSK_MAX_OUTPUT_BYTES);
}

void word_bag_free(word_bag *bag)
{
    buffer_free(&bag->hashes);
}

void word_bag_add(word_bag *bag, slice text)
{
    text_word w;
    for (size_t at = 0; text_word_next(text, &at, &w);) {
        uint64_t hash = hash_bytes(w.data, w.len);
        if (w.len > 1) /* a single letter or digit carries no meaning */
            buffer_append(&bag->hashes, (const char *)&hash, sizeof hash);
    }
}

husk_status word_bag_write(word_bag *bag, const char *id, buffer *record)
{
    uint64_t *hashes = (uint64_t *)(void *)bag->hashes.data;
    size_t n = bag->hashes.len / sizeof *hashes;
    husk_status status = bag->hashes.status;
    buffer_append(record, id, strlen(id) + 1);
    if (n)
        qsort(hashes, n, sizeof *hashes, by_u64);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && hashes[end] == hashes[i]; end++)
            ;
        word_count one = { htole64(hashes[i]), htole32((uint32_t)(end - i)), 0 }; /* its bytes order the pages */
        buffer_append(record, (const char *)&one, sizeof one);
    }
    buffer_clear(&bag->hashes);
    return status ?: record->status;
}

/* --- all words ---------------------------------------------------------------------------------------------------- */

OPTIONS_INIT(husk_topics_options, .seed = 1)

husk_status husk_topics_new(const husk_topics_options *options, husk_topics **out, husk_error *error)
{
    husk_topics_options o;
    *out = NULL;
    husk_status status = OPTIONS_READ(&o, options, husk_topics_options, seed, error);
    if (status != HUSK_OK)
        return status;
    if (o.k == 0)
        return error_set(error, HUSK_BAD_ARGUMENT, "topics need k of at least 1");
    *out = malloc(sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    **out = (husk_topics){ .options = o, .max_words = HUSK_MAX_TOPIC_WORDS, .bound = UINT64_MAX };
    arena_init(&(*out)->memory, HUSK_MAX_TOPIC_BYTES);
    return HUSK_OK;
}

void husk_topics_free(husk_topics *t)
{
    if (t) {
        arena_free(&t->memory);
        free(t->pages);
        map_free(&t->words);
    }
    free(t);
}

/* Drop the words that are no longer below the bound. */
static bool drop_above(husk_topics *t)
{
    hash_map kept = { 0 };
    bool ok = true;
    for (size_t i = 0; ok && i < t->words.size; i++)
        if (t->words.entries[i].value && t->words.entries[i].key <= t->bound)
            ok = map_put(&kept, t->words.entries[i].key, t->words.entries[i].value);
    map_free(&t->words);
    t->words = kept;
    return ok;
}

/* The word's number; MAP_NONE: it is not kept, or out of memory. */
static uint32_t word_number(husk_topics *t, uint64_t hash, bool *no_memory)
{
    uint32_t number = hash <= t->bound ? map_number(&t->words, hash) : MAP_NONE;
    if (number != MAP_NONE || hash > t->bound)
        return number;
    *no_memory = !map_put_number(&t->words, hash, t->n_numbers);
    while (t->words.n > t->max_words && !*no_memory) {
        t->bound /= 2;
        t->halvings++;
        *no_memory = !drop_above(t);
    }
    return *no_memory ? MAP_NONE : t->n_numbers++;
}

static husk_status add_entries(husk_topics *t, topic_page *page, const char *data, uint32_t n)
{
    bool no_memory = false;
    page->entries = arena_array(&t->memory, (size_t)n + 1, sizeof *page->entries);
    if (page->entries == NULL)
        return t->memory.no_memory ? HUSK_NO_MEMORY : HUSK_LIMIT;
    for (uint32_t i = 0; i < n && !no_memory; i++) {
        word_count one; /* records are not aligned */
        memcpy(&one, data + i * sizeof one, sizeof one);
        uint32_t number = word_number(t, le64toh(one.hash), &no_memory);
        if (number != MAP_NONE)
            page->entries[page->n_entries++] = (topic_entry){ number, (float)le32toh(one.n) };
    }
    return no_memory ? HUSK_NO_MEMORY : HUSK_OK;
}

husk_status topics_add(husk_topics *t, const char *record, size_t len)
{
    size_t id_len = strnlen(record, len);
    if (id_len == len || (len - id_len - 1) % sizeof(word_count) || len / sizeof(word_count) > UINT32_MAX)
        return HUSK_BAD_ARGUMENT;
    if (t->n_pages == UINT32_MAX || !array_grow(&t->pages, &t->room, (size_t)t->n_pages + 1, sizeof *t->pages))
        return HUSK_NO_MEMORY;
    topic_page *page = &t->pages[t->n_pages];
    size_t bytes = len - id_len - 1;
    *page = (topic_page){ .id = arena_copy(&t->memory, record, id_len),
                          .key = hash_pair(hash_bytes(record + id_len + 1, bytes), t->options.seed) };
    husk_status status = page->id ? add_entries(t, page, record + id_len + 1, (uint32_t)(bytes / sizeof(word_count)))
                         : t->memory.no_memory ? HUSK_NO_MEMORY
                                               : HUSK_LIMIT;
    t->n_pages += status == HUSK_OK;
    return status;
}

/* --- weights ------------------------------------------------------------------------------------------------------ */

static bool drop_words(husk_topics *t)
{
    bool *kept = calloc((size_t)t->n_numbers + 1, sizeof *kept);
    for (size_t i = 0; kept && i < t->words.size; i++)
        if (t->words.entries[i].value)
            kept[t->words.entries[i].value - 1] = true; /* map_put_number adds one */
    for (uint32_t p = 0; kept && p < t->n_pages; p++) {
        topic_page *page = &t->pages[p];
        uint32_t n = 0;
        for (uint32_t i = 0; i < page->n_entries; i++)
            if (kept[page->entries[i].word])
                page->entries[n++] = page->entries[i];
        page->n_entries = n;
    }
    free(kept);
    return kept != NULL;
}

/* Turn counts into weights and normalise each page's vector. A word on every page has weight 0; a page with only such
 * words has no vector. */
static bool weigh_words(husk_topics *t)
{
    uint32_t *pages = calloc((size_t)t->n_numbers + 1, sizeof *pages);
    for (uint32_t p = 0; pages && p < t->n_pages; p++)
        for (uint32_t i = 0; i < t->pages[p].n_entries; i++)
            pages[t->pages[p].entries[i].word]++;
    for (uint32_t p = 0; pages && p < t->n_pages; p++) {
        topic_page *page = &t->pages[p];
        double square = 0;
        for (uint32_t i = 0; i < page->n_entries; i++) {
            topic_entry *e = &page->entries[i];
            double rarity = t->options.no_idf ? 1 : log((double)t->n_pages / pages[e->word]);
            double weight = (1 + log((double)e->weight)) * rarity;
            e->weight = (float)weight;
            square += weight * weight;
        }
        for (uint32_t i = 0; i < page->n_entries; i++)
            page->entries[i].weight = square > 0 ? (float)(page->entries[i].weight / sqrt(square)) : 0;
        page->n_entries = square > 0 ? page->n_entries : 0;
    }
    free(pages);
    return pages != NULL;
}

/* --- clusters ----------------------------------------------------------------------------------------------------- */

typedef struct clustering {
    husk_topics *t;
    topic_page **order; /* the pages with words, by key and id */
    uint32_t n;
    uint32_t k;
    uint32_t *centre;  /* by cluster: index in `order` */
    uint32_t *cluster; /* by index in `order` */
    uint32_t *before;  /* the same, a round earlier */
    double *nearness;  /* by index in `order`: similarity to its centre */
    double *dense;     /* by word: the current centre */
} clustering;

static int by_key_and_id(const void *a, const void *b)
{
    const topic_page *x = *(topic_page *const *)a, *y = *(topic_page *const *)b;
    return ORDER_OF(x->key, y->key) ?: strcmp(x->id, y->id);
}

static bool clustering_init(clustering *c, husk_topics *t)
{
    size_t n = (size_t)t->n_pages + 1;
    *c = (clustering){ .t = t,
                       .order = malloc(n * sizeof *c->order),
                       .centre = malloc(((size_t)t->options.k + 1) * sizeof *c->centre),
                       .cluster = calloc(n, sizeof *c->cluster),
                       .before = malloc(n * sizeof *c->before),
                       .nearness = malloc(n * sizeof *c->nearness),
                       .dense = calloc((size_t)t->n_numbers + 1, sizeof *c->dense) };
    if (!c->order || !c->centre || !c->cluster || !c->before || !c->nearness || !c->dense)
        return false;
    for (uint32_t p = 0; p < t->n_pages; p++)
        if (t->pages[p].n_entries)
            c->order[c->n++] = &t->pages[p];
    if (c->n)
        qsort(c->order, c->n, sizeof *c->order, by_key_and_id);
    for (uint32_t i = 0; i < c->n; i++)
        c->nearness[i] = -1;
    return true;
}

static void clustering_free(clustering *c)
{
    free(c->order);
    free(c->centre);
    free(c->cluster);
    free(c->before);
    free(c->nearness);
    free(c->dense);
}

static double cosine(const clustering *c, const topic_page *page)
{
    double sum = 0;
    for (uint32_t i = 0; i < page->n_entries; i++)
        sum += page->entries[i].weight * c->dense[page->entries[i].word];
    return sum;
}

static void dense_add(clustering *c, const topic_page *page, double factor)
{
    for (uint32_t i = 0; i < page->n_entries; i++)
        c->dense[page->entries[i].word] += factor * page->entries[i].weight;
}

static void dense_clear(clustering *c, const topic_page *page)
{
    for (uint32_t i = 0; i < page->n_entries; i++)
        c->dense[page->entries[i].word] = 0;
}

/* Move every page that is nearer to `dense`, of this length, than to its present centre. */
static void take_nearer(clustering *c, uint32_t cluster, double length)
{
    for (uint32_t i = 0; i < c->n; i++) {
        double near = cosine(c, c->order[i]) / length;
        if (near > c->nearness[i]) {
            c->nearness[i] = near;
            c->cluster[i] = cluster;
        }
    }
}

/* Within rounding, a page identical to a centre does not become another centre. */
#define AS_NEAR_AS_ITSELF (1 - 1e-6)

static void furthest_first(clustering *c)
{
    uint32_t next = 0;
    while (c->k < c->t->options.k && c->n && !stop_is_set(c->t->options.stop)) {
        if (c->k && c->nearness[next] >= AS_NEAR_AS_ITSELF)
            break;
        c->centre[c->k] = next;
        dense_add(c, c->order[next], 1);
        take_nearer(c, c->k, 1);
        dense_clear(c, c->order[next]);
        c->nearness[next] = 2; /* a centre belongs to itself */
        c->cluster[next] = c->k++;
        next = 0;
        for (uint32_t i = 1; i < c->n; i++)
            if (c->nearness[i] < c->nearness[next])
                next = i;
    }
}

/* Move centres to the mean of their pages; true if a page changed its cluster. */
static bool move_centres(clustering *c)
{
    uint32_t *before = c->before;
    memcpy(before, c->cluster, c->n * sizeof *before);
    for (uint32_t i = 0; i < c->n; i++)
        c->nearness[i] = -1;
    for (uint32_t k = 0; k < c->k && !stop_is_set(c->t->options.stop); k++) {
        double square = 0;
        for (uint32_t i = 0; i < c->n; i++)
            if (before[i] == k)
                dense_add(c, c->order[i], 1);
        /* the squared norm of the sum, page by page */
        for (uint32_t i = 0; i < c->n; i++)
            if (before[i] == k)
                square += cosine(c, c->order[i]);
        if (square > 0)
            take_nearer(c, k, sqrt(square));
        for (uint32_t i = 0; i < c->n; i++)
            if (before[i] == k)
                dense_clear(c, c->order[i]);
    }
    return memcmp(before, c->cluster, c->n * sizeof *before) != 0;
}

/* Number clusters from 1, in input order of their pages. */
static void number_clusters(clustering *c)
{
    husk_topics *t = c->t;
    uint32_t *number = c->centre; /* they are found */
    memset(number, 0, c->k * sizeof *number);
    for (uint32_t i = 0; i < c->n; i++)
        c->order[i]->cluster = c->cluster[i] + 1;
    for (uint32_t p = 0; p < t->n_pages; p++) {
        uint32_t k = t->pages[p].cluster;
        if (k && number[k - 1] == 0)
            number[k - 1] = ++t->n_clusters;
        t->pages[p].cluster = k ? number[k - 1] : 0;
    }
}

husk_status husk_topics_run(husk_topics *t, husk_error *error)
{
    clustering c = { 0 };
    bool ok = drop_words(t) && weigh_words(t) && clustering_init(&c, t);
    if (ok) {
        furthest_first(&c);
        for (unsigned round = 0; round < t->options.rounds && !stop_is_set(t->options.stop) && move_centres(&c);)
            round++;
        if (!stop_is_set(t->options.stop))
            number_clusters(&c);
    }
    clustering_free(&c);
    husk_status status = !ok ? HUSK_NO_MEMORY : stop_is_set(t->options.stop) ? HUSK_STOPPED : HUSK_OK;
    return status_told(error, status, "clustering %u pages", t->n_pages);
}

uint32_t husk_topics_n_pages(const husk_topics *t)
{
    return t->n_pages;
}

uint32_t husk_topics_n_topics(const husk_topics *t)
{
    return t->n_clusters;
}

uint32_t husk_topics_topic_of(const husk_topics *t, uint32_t page)
{
    return t->pages[page].cluster;
}

const char *husk_topics_id(const husk_topics *t, uint32_t page)
{
    return t->pages[page].id;
}

uint32_t husk_topics_one_in(const husk_topics *t)
{
    return t->halvings < 32 ? 1u << t->halvings : UINT32_MAX;
}
