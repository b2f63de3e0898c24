/* near_copies.c - group pages with nearly the same text.
 * Two pages that share four of their eight smallest hashes share one of the 70 subsets of four: pages with a common
 * subset are candidates, so few pairs are compared. A candidate joins a group only if all its hashes, which are on
 * disk, are similar enough to those of the group's first page: eight hashes are too small a sample, and transitive
 * similarity drifts to a different text. Cost: 70 hashes per page, a sort, one comparison per candidate. Limits:
 * HUSK_MAX_DEDUP_PAGES. */
#include "similar/near_copies.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/stop.h"
#include "base/system/files.h"
#include "base/table.h"

/* --- shingles ----------------------------------------------------------------------------------------------------- */

/* Words are compared in lower case (ASCII only; other scripts unchanged). Cost: one hash per word, and a sort at the
 * end. Limits: HUSK_MAX_SHINGLES; further runs are ignored. */

void shingles_init(shingles *s)
{
    *s = (shingles){ .n_words = 0 };
    buffer_init(&s->all, (size_t)HUSK_MAX_SHINGLES * sizeof(uint64_t));
}

void shingles_free(shingles *s)
{
    buffer_free(&s->all);
}

static void keep(shingles *s, uint64_t hash)
{
    buffer_append(&s->all, (const char *)&hash, sizeof hash);
}

static uint64_t run_hash(const shingles *s, uint32_t n)
{
    uint64_t hash = n;
    for (uint32_t i = 0; i < n; i++)
        hash = hash_pair(hash, s->recent[(s->n_words - n + i) % SHINGLE_WORDS]);
    return hash;
}

static void add_word(shingles *s, uint64_t hash)
{
    s->recent[s->n_words++ % SHINGLE_WORDS] = hash;
    if (s->n_words >= SHINGLE_WORDS)
        keep(s, run_hash(s, SHINGLE_WORDS));
}

void shingles_add(shingles *s, slice text)
{
    uint64_t hash = 0;
    bool in_word = false;
    for (size_t i = 0; i < text.len;) {
        size_t from = i;
        uint32_t code = utf8_next(text.data, text.len, &i);
        bool wide = is_wide_word(code), word = (wide || is_word(code)) && code != '_';
        if (in_word && (!word || wide)) {
            add_word(s, hash);
            in_word = false;
        }
        if (!word)
            continue;
        hash = in_word ? hash : 0;
        for (; from < i; from++)
            hash = hash_pair(hash, (unsigned char)lower(text.data[from]));
        in_word = !wide;
        if (wide)
            add_word(s, hash);
    }
    if (in_word)
        add_word(s, hash);
}

size_t shingles_end(shingles *s)
{
    if (s->n_words && s->n_words < SHINGLE_WORDS)
        keep(s, run_hash(s, s->n_words));
    if (s->all.status == HUSK_LIMIT)
        s->all.status = HUSK_OK;
    size_t n = hashes_unique((uint64_t *)(void *)s->all.data, s->all.len / sizeof(uint64_t));
    s->all.len = n * sizeof(uint64_t);
    return n;
}

double shingles_alike(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b)
{
    size_t both = 0;
    for (size_t i = 0, k = 0; i < n_a && k < n_b;) {
        both += a[i] == b[k];
        bool step = a[i] <= b[k];
        k += b[k] <= a[i];
        i += step;
    }
    return n_a + n_b ? (double)both / (double)(n_a + n_b - both) : 0;
}

/* --- copies in a stream ------------------------------------------------------------------------------------------- */

/* Eight bands of nine rows: two pages that share .9 of their runs have a band in common in 98 of 100 cases, .8 in 68,
 * .6 in 8, .4 in none of 100 (1 - (1 - s^9)^8). */
#define BANDS 8
#define ROWS 9
#define BINS (BANDS * ROWS)

/* One-permutation MinHash (Li, Owen and Zhang 2012): the least hash in each of BINS ranges. An empty bin takes the
 * value of the next that is not, and its distance (Shrivastava and Li 2014). */
static void sketch(const uint64_t *hashes, uint32_t n, uint64_t bins[BINS])
{
    memset(bins, 0xff, BINS * sizeof *bins);
    for (uint32_t i = 0; i < n; i++) {
        size_t bin = (size_t)((hashes[i] >> 32) * BINS >> 32);
        if (hashes[i] < bins[bin])
            bins[bin] = hashes[i];
    }
    uint64_t own[BINS];
    memcpy(own, bins, sizeof own);
    for (size_t i = 0; i < BINS; i++)
        for (size_t k = 0; bins[i] == UINT64_MAX && k < BINS; k++)
            if (own[(i + k) % BINS] != UINT64_MAX)
                bins[i] = hash_pair(own[(i + k) % BINS], k);
}

static void marks_of(const uint64_t *hashes, uint32_t n, uint64_t marks[BANDS])
{
    uint64_t bins[BINS];
    sketch(hashes, n, bins);
    for (size_t b = 0; b < BANDS; b++) {
        marks[b] = hash_pair(b, bins[b * ROWS]);
        for (size_t i = 1; i < ROWS; i++)
            marks[b] = hash_pair(marks[b], bins[b * ROWS + i]);
        marks[b] += marks[b] == 0;
    }
}

static uint64_t *mark_place(const mark_set *s, uint64_t wanted)
{
    size_t at;
    TABLE_PLACE(at, wanted, s->size, s->marks[at] == 0, s->marks[at] == wanted);
    return &s->marks[at];
}

/* Room for BANDS more, at most three quarters full. */
static bool mark_reserve(mark_set *s)
{
    if ((s->n + BANDS) * 4 <= s->size * 3)
        return true;
    mark_set grown = { .n = s->n, .size = s->size ? s->size * 2 : 1024 };
    grown.marks = calloc(grown.size, sizeof *grown.marks);
    if (grown.marks == NULL)
        return false;
    for (size_t i = 0; i < s->size; i++)
        if (s->marks[i])
            *mark_place(&grown, s->marks[i]) = s->marks[i];
    free(s->marks);
    *s = grown;
    return true;
}

husk_status seen_pages_add(seen_pages *s, const uint64_t *hashes, uint32_t n, bool *seen)
{
    uint64_t marks[BANDS];
    *seen = false;
    if (n == 0)
        return HUSK_OK;
    marks_of(hashes, n, marks);
    for (size_t k = 0; k < 2; k++)
        for (size_t b = 0; b < BANDS && s->sets[k].size && !*seen; b++)
            *seen = *mark_place(&s->sets[k], marks[b]) != 0;
    if (*seen)
        return HUSK_OK;
    if (s->sets[0].n + BANDS > HUSK_MAX_SEEN_MARKS) {
        free(s->sets[1].marks);
        s->sets[1] = s->sets[0];
        s->sets[0] = (mark_set){ .size = s->sets[1].size }; /* one that grows would need its memory half again */
        s->sets[0].marks = calloc(s->sets[0].size, sizeof *s->sets[0].marks);
        if (s->sets[0].marks == NULL) {
            s->sets[0].size = 0;
            return HUSK_NO_MEMORY;
        }
    }
    if (!mark_reserve(&s->sets[0]))
        return HUSK_NO_MEMORY;
    for (size_t b = 0; b < BANDS; b++)
        *mark_place(&s->sets[0], marks[b]) = marks[b];
    s->sets[0].n += BANDS;
    return HUSK_OK;
}

void seen_pages_free(seen_pages *s)
{
    free(s->sets[0].marks);
    free(s->sets[1].marks);
}

/* --- candidates --------------------------------------------------------------------------------------------------- */

typedef struct mark {
    uint64_t hash;
    uint32_t page;
} mark;

/* Two pages to compare; first < second. */
typedef struct candidate {
    uint32_t first, second;
} candidate;

#define MARKS_PER_PAGE 70 /* 8 choose 4 */

OPTIONS_INIT(husk_dedup_options, .similarity = .8f)

husk_status husk_dedup_new(const husk_dedup_options *options, husk_dedup **out, husk_error *error)
{
    husk_dedup_options o;
    *out = NULL;
    husk_status status = OPTIONS_READ(&o, options, husk_dedup_options, similarity, error);
    if (status != HUSK_OK)
        return status;
    if (!(o.similarity >= 0 && o.similarity <= 1))
        return error_set(error, HUSK_BAD_ARGUMENT, "the similarity must be 0 to 1");
    *out = malloc(sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    **out = (husk_dedup){ .similarity = (double)o.similarity, .stop = o.stop, .file = -1 };
    buffer_init(&(*out)->marks, (size_t)HUSK_MAX_DEDUP_PAGES * MARKS_PER_PAGE * sizeof(mark));
    arena_init(&(*out)->memory, (size_t)HUSK_MAX_DEDUP_PAGES * 1024);
    return HUSK_OK;
}

void husk_dedup_free(husk_dedup *c)
{
    if (c == NULL)
        return;
    seen_pages_free(&c->seen);
    buffer_free(&c->marks);
    arena_free(&c->memory);
    free(c->pages);
    free(c->group);
    if (c->file >= 0)
        close(c->file);
    free(c);
}

/* --- pages -------------------------------------------------------------------------------------------------------- */

static void add_mark(husk_dedup *c, const uint64_t *hashes, unsigned n, unsigned chosen)
{
    mark m = { .hash = n, .page = c->n };
    for (unsigned i = 0; i < n; i++)
        if (chosen >> i & 1)
            m.hash = hash_pair(m.hash, hashes[i]);
    buffer_append(&c->marks, (const char *)&m, sizeof m);
}

/* A page with fewer than eight hashes has one mark, of all of them. */
static void add_marks(husk_dedup *c, const uint64_t *hashes, uint32_t n)
{
    if (n && n < SHINGLE_HASHES)
        add_mark(c, hashes, n, (1u << n) - 1);
    for (unsigned chosen = 0; n >= SHINGLE_HASHES && chosen < 1u << SHINGLE_HASHES; chosen++)
        if (__builtin_popcount(chosen) == SHINGLE_COMMON)
            add_mark(c, hashes, SHINGLE_HASHES, chosen);
}

husk_status near_copies_add(husk_dedup *c, const char *id, const uint64_t *hashes, uint32_t n)
{
    if (c->n == HUSK_MAX_DEDUP_PAGES)
        return HUSK_LIMIT;
    if (!array_grow(&c->pages, &c->room, (size_t)c->n + 1, sizeof *c->pages))
        return HUSK_NO_MEMORY;
    copy_page page = { arena_copy(&c->memory, id, strlen(id)), c->file_len,
                       hash_bytes((const char *)hashes, (size_t)n * sizeof *hashes), n, c->n };
    if (page.id == NULL)
        return HUSK_NO_MEMORY;
    if (c->file < 0 && (c->file = temp_file_open()) < 0)
        return HUSK_IO;
    if (!temp_file_append(c->file, &c->file_len, hashes, (size_t)n * sizeof *hashes))
        return HUSK_IO;
    add_marks(c, hashes, n);
    c->pages[c->n++] = page;
    return c->marks.status;
}

/* --- groups ------------------------------------------------------------------------------------------------------- */

static int by_hash(const void *a, const void *b)
{
    const mark *x = a, *y = b;
    return ORDER_OF(x->hash, y->hash) ?: ORDER_OF(x->page, y->page);
}

static int by_pages(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    return ORDER_OF(x->first, y->first) ?: ORDER_OF(x->second, y->second);
}

/* Pages with identical hashes are one: the first represents all. An empty page is similar to no other. */
static bool find_twins(husk_dedup *c)
{
    numbered_hash *by_all = malloc(((size_t)c->n + 1) * sizeof *by_all);
    for (uint32_t i = 0; by_all && i < c->n; i++)
        by_all[i] = (numbered_hash){ c->pages[i].hash, i };
    bool sorted = by_all && hashes_sort(by_all, c->n);
    for (uint32_t i = 1; sorted && i < c->n; i++) {
        const copy_page *before = &c->pages[by_all[i - 1].number];
        copy_page *page = &c->pages[by_all[i].number];
        if (before->hash == page->hash && before->n == page->n && page->n)
            page->twin = before->twin;
    }
    free(by_all);
    return sorted;
}

static void drop_twins(husk_dedup *c)
{
    mark *marks = (mark *)(void *)c->marks.data;
    size_t n = 0;
    for (size_t i = 0; i < c->marks.len / sizeof *marks; i++)
        if (c->pages[marks[i].page].twin == marks[i].page)
            marks[n++] = marks[i];
    c->marks.len = n * sizeof *marks;
}

/* Pair each page that shares a mark with the first such page and with the previous one. */
static void find_candidates(husk_dedup *c, buffer *out)
{
    mark *marks = (mark *)(void *)c->marks.data;
    size_t n = c->marks.len / sizeof *marks;
    if (n)
        qsort(marks, n, sizeof *marks, by_hash);
    for (size_t from = 0, to; from < n; from = to)
        for (to = from + 1; to < n && marks[to].hash == marks[from].hash; to++) {
            candidate pair = { marks[from].page, marks[to].page }, near = { marks[to - 1].page, marks[to].page };
            buffer_append(out, (const char *)&pair, sizeof pair);
            if (to > from + 1)
                buffer_append(out, (const char *)&near, sizeof near);
        }
    if (out->len)
        qsort(out->data, out->len / sizeof(candidate), sizeof(candidate), by_pages);
}

static bool load(const husk_dedup *c, uint32_t page, buffer *out)
{
    size_t len = (size_t)c->pages[page].n * sizeof(uint64_t);
    buffer_clear(out);
    if (len == 0)
        return true;
    if (!buffer_reserve(out, len) || !temp_file_read(c->file, c->pages[page].at, out->data, len))
        return false;
    out->len = len;
    return true;
}

typedef struct comparison {
    buffer first, second;
    uint32_t loaded; /* index in `first`, + 1 */
    bool failed;
} comparison;

static bool alike(const husk_dedup *c, comparison *m, uint32_t a, uint32_t b)
{
    if (m->loaded != a + 1)
        m->failed |= !load(c, a, &m->first);
    m->loaded = a + 1;
    m->failed |= !load(c, b, &m->second);
    return !m->failed && shingles_alike((const uint64_t *)(const void *)m->first.data, c->pages[a].n,
                                        (const uint64_t *)(const void *)m->second.data, c->pages[b].n) >= c->similarity;
}

/* Pairs are sorted by first page, so a page's group is final before others try to join it. */
static husk_status join(husk_dedup *c, const candidate *pairs, size_t n)
{
    comparison m = { .loaded = 0 };
    buffer_init(&m.first, (size_t)HUSK_MAX_SHINGLES * sizeof(uint64_t));
    buffer_init(&m.second, (size_t)HUSK_MAX_SHINGLES * sizeof(uint64_t));
    for (size_t i = 0; i < n && !m.failed && !stop_is_set(c->stop); i++) {
        uint32_t centre = c->group[pairs[i].first], page = pairs[i].second;
        bool seen = i && by_pages(&pairs[i], &pairs[i - 1]) == 0;
        if (!seen && c->group[page] == page && alike(c, &m, centre, page))
            c->group[page] = centre;
    }
    buffer_free(&m.first);
    buffer_free(&m.second);
    return m.failed ? HUSK_IO : stop_is_set(c->stop) ? HUSK_STOPPED : HUSK_OK;
}

static husk_status find_groups(husk_dedup *c)
{
    buffer pairs;
    free(c->group);
    c->group = malloc(((size_t)c->n + 1) * sizeof *c->group);
    if (c->group == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < c->n; i++)
        c->group[i] = i;
    if (!find_twins(c))
        return HUSK_NO_MEMORY;
    drop_twins(c);
    buffer_init(&pairs, (size_t)HUSK_MAX_DEDUP_PAGES * MARKS_PER_PAGE * 2 * sizeof(candidate));
    find_candidates(c, &pairs);
    husk_status status = pairs.status;
    status = status ?: join(c, (const candidate *)(const void *)pairs.data, pairs.len / sizeof(candidate));
    buffer_free(&pairs);
    for (uint32_t i = 0; i < c->n; i++)
        c->group[i] = c->group[c->pages[i].twin];
    return status;
}

husk_status husk_dedup_groups(husk_dedup *c, const uint32_t **groups, uint32_t *n, husk_error *error)
{
    husk_status status = find_groups(c);
    *groups = c->group;
    *n = c->n;
    return status_told(error, status, "comparing %u pages", c->n);
}

const char *husk_dedup_id(const husk_dedup *c, uint32_t i)
{
    return c->pages[i].id;
}
