/* learner.c - pages by host as they come, what is needed of them kept on disk; then each host's classes and templates.
 * Of each host the pages with the smallest hash of their bytes and the seed are kept whole: a random choice that the order of the pages does
 * not change. They are clustered; of the others only what tells classes apart is written down, and each is given to the class it fits best.
 * Cost: memory for a page's name a page, and for one host's kept pages at a time; on disk the kept pages and some kilobytes for each other.
 * Limits: HUSK_LEARN_PAGES are kept, or a sample if that is larger; HUSK_MAX_CLASSES a host. */
#include "site/learner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/temp_file.h"
#include "site/classify.h"
#include "site/host_classes.h"
#include "site/hostmodel.h"
#include "site/traits.h"

/* A record's head; the traits and the strings follow in this order. */
typedef struct record_head {
    uint64_t bytes_len;
    uint64_t traits_len;
    uint32_t host_len, id_len, url_len, charset_len;
    uint32_t flags;
} record_head;

enum { RECORD_TEXT = 1, RECORD_URL = 2, RECORD_CHARSET = 4 };

/* Where a page is in the temporary file: its traits record and what parsing needs, or its features alone. */
typedef struct stored_page {
    uint64_t at;
    uint32_t features_len; /* of the traits or the features */
    bool is_whole;
    size_t len;            /* of what follows, when it is whole: head, strings, bytes */
} stored_page;

typedef struct kept_page {
    uint64_t key;
    uint32_t page;
} kept_page;

typedef struct learner_host_pages {
    slice name;
    model_page *pages;
    stored_page *stored;   /* by page */
    uint32_t n_pages, room, stored_room;
    kept_page *kept;       /* a heap, the largest key first; at the end sorted by key */
    uint32_t n_kept, kept_room;
} learner_host_pages;

struct learner {
    learner_options options;
    arena memory;          /* names */
    intern names;          /* host names; their ids index `hosts` */
    learner_host_pages *hosts;
    uint32_t *order;       /* of the hosts by name; made at the end */
    uint32_t n_hosts, room;
    int file;
    uint64_t file_len;
};

void learner_options_init(learner_options *options)
{
    *options = (learner_options){ .sample = 128, .kept = HUSK_LEARN_PAGES, .seed = 1 };
    options->host.template.pages = 16;
    consensus_options_init(&options->host.template.consensus);
    husk_page_options_init(&options->page, sizeof options->page);
}

/* --- a page as a record ----------------------------------------------------------------------------------------------- */

husk_status learner_read(const husk_page *page, const husk_raw *raw, buffer *record, husk_error *error)
{
    slice host = url_host(page->url);
    record_head head = { .bytes_len = raw->len, .host_len = (uint32_t)host.len, .id_len = (uint32_t)strlen(raw->id),
                         .url_len = raw->url ? (uint32_t)strlen(raw->url) : 0, .charset_len = raw->charset ? (uint32_t)strlen(raw->charset) : 0 };
    head.flags = (raw->is_text ? RECORD_TEXT : 0) | (raw->url ? RECORD_URL : 0) | (raw->charset ? RECORD_CHARSET : 0);
    size_t at = record->len;
    buffer_append(record, (const char *)&head, sizeof head);
    husk_status status = traits_write(page, true, record);
    if (status == HUSK_OK) {
        head.traits_len = record->len - at - sizeof head;
        memcpy(record->data + at, &head, sizeof head);
        buffer_append(record, host.data, host.len);
        buffer_append(record, raw->id, head.id_len + 1);
        buffer_append(record, raw->url ? raw->url : "", head.url_len + 1);
        buffer_append(record, raw->charset ? raw->charset : "", head.charset_len + 1);
        buffer_append(record, raw->bytes, raw->len);
        status = record->status;
    }
    return status == HUSK_OK ? HUSK_OK : error_set(error, status, "%s: %s", raw->id, husk_status_text(status));
}

/* --- the learner -------------------------------------------------------------------------------------------------------- */

husk_status learner_new(const learner_options *options, learner **out, husk_error *error)
{
    *out = NULL;
    learner *l = calloc(1, sizeof *l);
    if (l == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    l->options = *options;
    l->options.host.template.consensus.seed = options->seed;
    arena_init(&l->memory, SIZE_MAX);
    intern_init(&l->names, &l->memory, UINT32_MAX - 1);
    l->file = temp_file_open();
    if (l->file < 0) {
        husk_status status = error_set(error, HUSK_IO, "no temporary file (TMPDIR): %s", strerror(errno));
        learner_free(l);
        return status;
    }
    *out = l;
    return HUSK_OK;
}

void learner_free(learner *l)
{
    if (l == NULL)
        return;
    for (uint32_t i = 0; i < l->n_hosts; i++) {
        free(l->hosts[i].pages);
        free(l->hosts[i].stored);
        free(l->hosts[i].kept);
    }
    free(l->hosts);
    free(l->order);
    intern_free(&l->names);
    arena_free(&l->memory);
    if (l->file >= 0)
        close(l->file);
    free(l);
}

void learner_set_model(learner *l, const site_model *model)
{
    l->options.host.model = model;
}

static bool room_for(void *array, uint32_t n, uint32_t *room, size_t size)
{
    if (n < *room)
        return true;
    uint32_t more = *room ? *room * 2 : 8;
    void *p = more > *room ? realloc(*(void **)array, (size_t)more * size) : NULL;
    if (p == NULL)
        return false;
    *(void **)array = p;
    *room = more;
    return true;
}

static learner_host_pages *find_host(learner *l, const char *name, size_t len)
{
    uint32_t id = intern_add(&l->names, name, len);
    if (id == INTERN_NONE)
        return NULL;
    if (id == l->n_hosts) {
        if (!room_for(&l->hosts, l->n_hosts, &l->room, sizeof *l->hosts))
            return NULL;
        l->hosts[l->n_hosts++] = (learner_host_pages){ .name = { l->names.entries[id].data, len } };
    }
    return &l->hosts[id];
}

/* --- which pages are kept ------------------------------------------------------------------------------------------------ */

/* Of pages with the same bytes the first come are kept. */
static bool key_after(kept_page a, kept_page b)
{
    return a.key != b.key ? a.key > b.key : a.page > b.page;
}

/* Let the page at `at` sink below those with larger keys. */
static void kept_sink(kept_page *kept, uint32_t n, uint32_t at)
{
    for (uint32_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && key_after(kept[child + 1], kept[child]))
            child++;
        if (!key_after(kept[child], kept[at]))
            return;
        kept_page swap = kept[at];
        kept[at] = kept[child];
        kept[child] = swap;
    }
}

static void kept_rise(kept_page *kept, uint32_t at)
{
    for (uint32_t above; at && (above = (at - 1) / 2, key_after(kept[at], kept[above])); at = above) {
        kept_page swap = kept[at];
        kept[at] = kept[above];
        kept[above] = swap;
    }
}

static uint32_t most_kept(const learner *l)
{
    return l->options.kept > l->options.sample ? l->options.kept : l->options.sample;
}

static bool is_kept(const learner *l, const learner_host_pages *host, kept_page page)
{
    return host->n_kept < most_kept(l) || key_after(host->kept[0], page);
}

static bool keep_page(const learner *l, learner_host_pages *host, kept_page page)
{
    if (host->n_kept == most_kept(l)) {
        host->kept[0] = page;
        kept_sink(host->kept, host->n_kept, 0);
        return true;
    }
    if (!room_for(&host->kept, host->n_kept, &host->kept_room, sizeof *host->kept))
        return false;
    host->kept[host->n_kept] = page;
    kept_rise(host->kept, host->n_kept++);
    return true;
}

/* --- a page on disk ------------------------------------------------------------------------------------------------------- */

static bool file_append(learner *l, const void *bytes, size_t len)
{
    const char *data = bytes;
    while (len) {
        ssize_t n = pwrite(l->file, data, len, (off_t)l->file_len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        len -= (size_t)n;
        l->file_len += (uint64_t)n;
    }
    return true;
}

static husk_status file_read(const learner *l, uint64_t at, size_t len, buffer *out, husk_error *error)
{
    buffer_clear(out);
    if (!buffer_reserve(out, len))
        return error_set(error, out->status, "a page is too large to be read again");
    while (out->len < len) {
        ssize_t n = pread(l->file, out->data + out->len, len - out->len, (off_t)(at + out->len));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return error_set(error, HUSK_IO, "the temporary file (TMPDIR) can't be read");
        out->len += (size_t)n;
    }
    return HUSK_OK;
}

/* Records come from learner_read of the same process: their lengths fit, which is checked once all the same. */
static bool record_fits(const record_head *head, size_t len)
{
    uint64_t sum = sizeof *head + (uint64_t)head->host_len + (uint64_t)head->id_len + head->url_len + head->charset_len + 3;
    return sum <= len && head->traits_len <= len - sum && head->traits_len <= UINT32_MAX && head->bytes_len == len - sum - head->traits_len;
}

static husk_status cant_write(husk_error *error)
{
    return error_set(error, HUSK_IO, "the temporary file (TMPDIR) can't be written: %s", strerror(errno));
}

/* The traits, then a head and all that follows the host's name. */
static husk_status store_whole(learner *l, const record_head *head, const char *record, size_t len, stored_page *stored, husk_error *error)
{
    size_t skip = sizeof *head + head->traits_len + head->host_len;
    *stored = (stored_page){ l->file_len, (uint32_t)head->traits_len, true, sizeof *head + len - skip };
    bool ok = file_append(l, record + sizeof *head, head->traits_len) && file_append(l, head, sizeof *head) &&
              file_append(l, record + skip, len - skip);
    return ok ? HUSK_OK : cant_write(error);
}

static husk_status store_features(learner *l, const record_head *head, const char *record, stored_page *stored, husk_error *error)
{
    uint64_t *aligned = malloc(head->traits_len + 1), *features = NULL; /* which the record is not */
    uint32_t n = 0;
    if (aligned == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    memcpy(aligned, record + sizeof *head, head->traits_len);
    bool ok = class_traits(aligned, head->traits_len, &features, &n);
    free(aligned);
    if (!ok)
        return error_set(error, HUSK_NO_MEMORY, "a record's traits can't be read");
    *stored = (stored_page){ l->file_len, (uint32_t)(n * sizeof *features), false, 0 };
    ok = file_append(l, features, n * sizeof *features);
    free(features);
    return ok ? HUSK_OK : cant_write(error);
}

static bool remember_page(learner *l, learner_host_pages *host, const char *id, size_t len, const stored_page *stored)
{
    char *copy = arena_copy(&l->memory, id, len);
    if (copy == NULL || !room_for(&host->pages, host->n_pages, &host->room, sizeof *host->pages) ||
        !room_for(&host->stored, host->n_pages, &host->stored_room, sizeof *host->stored))
        return false;
    host->stored[host->n_pages] = *stored;
    host->pages[host->n_pages++] = (model_page){ { copy, len }, MODEL_NO_CLASS };
    return true;
}

husk_status learner_add(learner *l, const char *record, size_t len, husk_error *error)
{
    record_head head;
    stored_page stored;
    if (len < sizeof head)
        return error_set(error, HUSK_BAD_ARGUMENT, "a record is too short");
    memcpy(&head, record, sizeof head);
    if (!record_fits(&head, len))
        return error_set(error, HUSK_BAD_ARGUMENT, "a record does not fit its length");
    const char *host_name = record + sizeof head + head.traits_len, *id = host_name + head.host_len;
    learner_host_pages *host = find_host(l, host_name, head.host_len);
    if (host == NULL || host->n_pages == UINT32_MAX - 1)
        return error_set(error, HUSK_NO_MEMORY, "out of memory after %u hosts", l->n_hosts);
    kept_page page = { hash_pair(hash_bytes(record + len - head.bytes_len, head.bytes_len), l->options.seed), host->n_pages };
    bool kept = is_kept(l, host, page);
    husk_status status = kept ? store_whole(l, &head, record, len, &stored, error) : store_features(l, &head, record, &stored, error);
    if (status == HUSK_OK && (!remember_page(l, host, id, head.id_len, &stored) || (kept && !keep_page(l, host, page))))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory after %u hosts", l->n_hosts);
    return status;
}

/* --- a page again ----------------------------------------------------------------------------------------------------------- */

/* Read and parse a sampled page; `scratch` holds its bytes. */
static husk_status parse_sampled(void *context, const sampled_page *sampled, husk_page *page, buffer *scratch, husk_error *error)
{
    husk_status status = file_read(context, sampled->at, sampled->len, scratch, error);
    if (status != HUSK_OK)
        return status;
    record_head head;
    memcpy(&head, scratch->data, sizeof head);
    const char *id = scratch->data + sizeof head, *url = id + head.id_len + 1, *charset = url + head.url_len + 1;
    husk_raw raw = { .id = id, .url = head.flags & RECORD_URL ? url : NULL, .charset = head.flags & RECORD_CHARSET ? charset : NULL,
                     .bytes = charset + head.charset_len + 1, .len = head.bytes_len, .is_text = head.flags & RECORD_TEXT };
    status = husk_page_parse(page, &raw, error);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

typedef struct host_context {
    const learner *learner;
    const learner_host_pages *host;
} host_context;

static husk_status traits_again(void *context, uint32_t page, buffer *out, husk_error *error)
{
    const host_context *c = context;
    return file_read(c->learner, c->host->stored[page].at, c->host->stored[page].features_len, out, error);
}

static husk_status features_again(void *context, uint32_t page, uint64_t **features, uint32_t *n, husk_error *error)
{
    const host_context *c = context;
    buffer bytes;
    buffer_init(&bytes, HUSK_MAX_PAGE_ARENA);
    husk_status status = traits_again(context, page, &bytes, error);
    if (status == HUSK_OK && c->host->stored[page].is_whole) {
        if (!class_traits(bytes.data, bytes.len, features, n))
            status = error_set(error, HUSK_NO_MEMORY, "a page's traits can't be read again");
    } else if (status == HUSK_OK) {
        *n = (uint32_t)(bytes.len / sizeof **features);
        *features = malloc(bytes.len + 1);
        if (*features == NULL)
            status = error_set(error, HUSK_NO_MEMORY, "out of memory");
        else
            memcpy(*features, bytes.data, bytes.len);
    }
    buffer_free(&bytes);
    return status;
}

/* --- hosts at the end -------------------------------------------------------------------------------------------------------- */

static int by_key(const void *a, const void *b)
{
    const kept_page *x = a, *y = b;
    return key_after(*x, *y) - key_after(*y, *x);
}

static int by_name(const void *a, const void *b, void *context)
{
    const learner *l = context;
    slice x = l->hosts[*(const uint32_t *)a].name, y = l->hosts[*(const uint32_t *)b].name;
    int order = memcmp(x.data, y.data, x.len < y.len ? x.len : y.len);
    return order ? order : (x.len > y.len) - (x.len < y.len);
}

uint32_t learner_n_hosts(const learner *l)
{
    return l->n_hosts;
}

static bool order_hosts(learner *l)
{
    if (l->order)
        return true;
    l->order = malloc(((size_t)l->n_hosts + 1) * sizeof *l->order);
    for (uint32_t i = 0; l->order && i < l->n_hosts; i++)
        l->order[i] = i;
    if (l->order)
        qsort_r(l->order, l->n_hosts, sizeof *l->order, by_name, l);
    return l->order != NULL;
}

/* The host's classes, and class_number of its pages. */
static husk_status find_classes(const learner *l, learner_host_pages *host, arena *memory, model_class **classes, uint32_t *n, husk_error *error)
{
    host_context context = { l, host };
    uint32_t *kept = malloc(((size_t)host->n_kept + 1) * sizeof *kept), *class_of = calloc((size_t)host->n_pages + 1, sizeof *class_of);
    husk_status status = kept && class_of ? HUSK_OK : error_set(error, HUSK_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; status == HUSK_OK && i < host->n_kept; i++)
        kept[i] = host->kept[i].page;
    host_pages pages = { host->n_pages, kept, host->n_kept, traits_again, features_again, &context };
    if (status == HUSK_OK && l->options.one_class) {
        *n = 1;
        *classes = arena_array(memory, 1, sizeof **classes);
        if (*classes)
            **classes = (model_class){ .number = 1, .n_pages = host->n_pages };
        else
            status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    } else if (status == HUSK_OK) {
        status = host_classes_find(&pages, memory, class_of, classes, n, error);
    }
    for (uint32_t i = 0; status == HUSK_OK && i < host->n_pages; i++)
        host->pages[i].class_number = class_of[i] + 1;
    free(kept);
    free(class_of);
    return status;
}

/* Each class's sample: its kept pages with the smallest keys. `pages` has room for all kept ones. */
static void sample_classes(const learner *l, const learner_host_pages *host, const model_class *classes, uint32_t n, sampled_page *pages,
                           sampled_class *samples)
{
    uint32_t at = 0;
    for (uint32_t c = 0; c < n; c++) {
        samples[c] = (sampled_class){ pages + at, 0, classes[c].n_pages };
        for (uint32_t i = 0; i < host->n_kept && samples[c].n < l->options.sample; i++) {
            const stored_page *p = &host->stored[host->kept[i].page];
            if (host->pages[host->kept[i].page].class_number != c + 1)
                continue;
            pages[at++] = (sampled_page){ host->kept[i].key, p->at + p->features_len, p->len };
            samples[c].n++;
        }
    }
}

/* A host's classes with their samples. `pages` is malloc'd and the caller's. */
static husk_status host_samples(learner *l, uint32_t i, arena *memory, model_host *model, model_class **classes, uint32_t *n, sampled_page **pages,
                                sampled_class *samples, husk_error *error)
{
    *pages = NULL;
    *n = 0;
    if (!order_hosts(l))
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    learner_host_pages *host = &l->hosts[l->order[i]];
    qsort(host->kept, host->n_kept, sizeof *host->kept, by_key);
    husk_status status = find_classes(l, host, memory, classes, n, error);
    *pages = malloc(((size_t)host->n_kept + 1) * sizeof **pages);
    if (status == HUSK_OK && *pages == NULL)
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    *model = (model_host){ .name = host->name, .n_pages = host->n_pages, .pages = host->pages };
    if (status == HUSK_OK)
        sample_classes(l, host, *classes, *n, *pages, samples);
    return status;
}

husk_status learner_host(learner *l, uint32_t i, arena *memory, model_host *model, husk_error *error)
{
    sampled_class samples[HUSK_MAX_CLASSES];
    model_class *classes;
    sampled_page *pages;
    uint32_t n;
    page_reader reader = { .parse = parse_sampled, .context = l, .options = &l->options.page };
    husk_status status = host_samples(l, i, memory, model, &classes, &n, &pages, samples, error);
    if (status == HUSK_OK)
        status = hostmodel_make(&reader, samples, n, &l->options.host, memory, model, error);
    for (uint32_t c = 0; status == HUSK_OK && c < n; c++) {
        model->classes[c].traits = classes[c].traits;
        model->classes[c].n_traits = classes[c].n_traits;
    }
    free(pages);
    return status;
}

husk_status learner_paths(learner *l, uint32_t i, arena *memory, trie *paths, husk_error *error)
{
    sampled_class samples[HUSK_MAX_CLASSES];
    model_class *classes;
    sampled_page *pages;
    uint32_t n;
    model_host model;
    page_reader reader = { .parse = parse_sampled, .context = l, .options = &l->options.page };
    *paths = (trie){ 0 };
    husk_status status = host_samples(l, i, memory, &model, &classes, &n, &pages, samples, error);
    if (status == HUSK_OK)
        status = hostmodel_paths(&reader, samples, n, &l->options.host, memory, paths, error);
    free(pages);
    return status;
}
