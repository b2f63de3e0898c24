/* learner.c - pages grouped by host and structure as they come, and the sampled ones kept on disk.
 * A page joins the class whose first page shares most of its tag paths, if that is enough, else it begins one. Of each class
 * the `sample` pages with the smallest hash of their bytes and the seed are kept: a random choice that their order does not change.
 * Cost: a merge of path sets for each class of the host; memory a few kilobytes a class and the page's name a page.
 * Limits: HUSK_MAX_CLASSES a host. */
#include "site/learner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/limits.h"
#include "base/status.h"
#include "site/hostmodel.h"
#include "site/schema.h"

/* Classes of fewer pages join the one that is most alike: from so few nothing can be told. */
#define SMALL_CLASS 4

/* A record's head; the strings follow in this order. */
typedef struct record_head {
    uint64_t bytes_len;
    uint32_t n_paths;
    uint32_t host_len, id_len, url_len, charset_len;
    uint32_t flags;
} record_head;

enum { RECORD_TEXT = 1, RECORD_URL = 2, RECORD_CHARSET = 4 };

typedef struct learner_class {
    uint64_t *leader;      /* its first page's tag paths */
    uint32_t n_leader;
    uint32_t n_pages;
    sampled_page *sample;  /* by key */
    uint32_t n_sample;
    uint32_t number;       /* in the file; set at the end */
} learner_class;

typedef struct learner_host_pages {
    slice name;
    learner_class *classes;
    uint32_t n_classes;
    model_page *pages;     /* class_number: index of the class until the end */
    uint32_t n_pages, room;
} learner_host_pages;

struct learner {
    learner_options options;
    arena memory;          /* names, leaders */
    intern names;          /* host names; their ids index `hosts` */
    learner_host_pages *hosts;
    uint32_t *order;       /* of the hosts by name; made at the end */
    uint32_t n_hosts, room;
    int file;              /* sampled pages' records */
    uint64_t file_len;
};

void learner_options_init(learner_options *options)
{
    *options = (learner_options){ .sample = 128, .alike = .6, .seed = 1 };
    options->template.pages = 16;
    consensus_options_init(&options->template.consensus);
    husk_page_options_init(&options->page, sizeof options->page);
}

/* --- a page as a record ----------------------------------------------------------------------------------------------- */

husk_status learner_read(const husk_page *page, const husk_raw *raw, buffer *record, husk_error *error)
{
    arena memory;
    uint64_t *paths;
    uint32_t n_paths;
    arena_init(&memory, HUSK_MAX_PAGE_ARENA);
    husk_status status = schema_of_page(page, &memory, &paths, &n_paths);
    if (status == HUSK_OK) {
        slice host = url_host(page->url);
        record_head head = { .bytes_len = raw->len, .n_paths = n_paths, .host_len = (uint32_t)host.len,
                             .id_len = (uint32_t)strlen(raw->id), .url_len = raw->url ? (uint32_t)strlen(raw->url) : 0,
                             .charset_len = raw->charset ? (uint32_t)strlen(raw->charset) : 0 };
        head.flags = (raw->is_text ? RECORD_TEXT : 0) | (raw->url ? RECORD_URL : 0) | (raw->charset ? RECORD_CHARSET : 0);
        buffer_append(record, (const char *)&head, sizeof head);
        buffer_append(record, (const char *)paths, n_paths * sizeof *paths);
        buffer_append(record, host.data, host.len);
        buffer_append(record, raw->id, head.id_len + 1);
        buffer_append(record, raw->url ? raw->url : "", head.url_len + 1);
        buffer_append(record, raw->charset ? raw->charset : "", head.charset_len + 1);
        buffer_append(record, raw->bytes, raw->len);
        status = record->status;
    }
    arena_free(&memory);
    return status == HUSK_OK ? HUSK_OK : error_set(error, status, "%s: %s", raw->id, husk_status_text(status));
}

/* --- the learner -------------------------------------------------------------------------------------------------------- */

/* A file without a name: gone with the process, however that ends. */
static int nameless_file(void)
{
    const char *directory = getenv("TMPDIR");
    if (directory == NULL || *directory == 0)
        directory = "/tmp";
    int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        return fd;
    char path[4096]; /* a file system that has no such files */
    int n = snprintf(path, sizeof path, "%s/husk-XXXXXX", directory);
    fd = n > 0 && (size_t)n < sizeof path ? mkostemp(path, O_CLOEXEC) : -1;
    if (fd >= 0)
        unlink(path);
    return fd;
}

husk_status learner_new(const learner_options *options, learner **out, husk_error *error)
{
    *out = NULL;
    learner *l = calloc(1, sizeof *l);
    if (l == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    l->options = *options;
    l->options.template.consensus.seed = options->seed;
    arena_init(&l->memory, SIZE_MAX);
    intern_init(&l->names, &l->memory, UINT32_MAX - 1);
    l->file = nameless_file();
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
        for (uint32_t c = 0; c < l->hosts[i].n_classes; c++)
            free(l->hosts[i].classes[c].sample);
        free(l->hosts[i].classes);
        free(l->hosts[i].pages);
    }
    free(l->hosts);
    free(l->order);
    intern_free(&l->names);
    arena_free(&l->memory);
    if (l->file >= 0)
        close(l->file);
    free(l);
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

/* The class most alike to the path set, and how much. */
static uint32_t nearest_class(const learner_host_pages *host, const uint64_t *paths, uint32_t n, uint32_t least_pages, uint32_t but, double *alike)
{
    uint32_t best = UINT32_MAX;
    *alike = -1;
    for (uint32_t i = 0; i < host->n_classes; i++) {
        const learner_class *c = &host->classes[i];
        if (i == but || c->n_pages < least_pages)
            continue;
        double a = schema_alike(paths, n, c->leader, c->n_leader);
        if (a > *alike) {
            *alike = a;
            best = i;
        }
    }
    return best;
}

static learner_class *add_class(learner *l, learner_host_pages *host, const uint64_t *paths, uint32_t n)
{
    if (host->classes == NULL)
        host->classes = malloc(HUSK_MAX_CLASSES * sizeof *host->classes);
    uint64_t *leader = arena_array(&l->memory, (size_t)n + 1, sizeof *leader);
    if (host->classes == NULL || leader == NULL)
        return NULL;
    memcpy(leader, paths, n * sizeof *leader);
    learner_class *c = &host->classes[host->n_classes++];
    *c = (learner_class){ .leader = leader, .n_leader = n };
    return c;
}

static learner_class *choose_class(learner *l, learner_host_pages *host, const uint64_t *paths, uint32_t n)
{
    double alike;
    uint32_t best = nearest_class(host, paths, n, 0, UINT32_MAX, &alike);
    if (best != UINT32_MAX && (l->options.one_class || alike >= l->options.alike || host->n_classes == HUSK_MAX_CLASSES))
        return &host->classes[best];
    return add_class(l, host, paths, n);
}

/* The place a key would have among the kept ones; the sample's size when it is too large. */
static uint32_t sample_place(const learner_class *c, uint64_t key, uint32_t most)
{
    uint32_t i = c->n_sample;
    while (i > 0 && c->sample[i - 1].key > key)
        i--;
    return i < most ? i : most;
}

static bool sample_put(learner_class *c, sampled_page page, uint32_t most)
{
    uint32_t at = sample_place(c, page.key, most);
    if (at == most)
        return true;
    if (c->sample == NULL && (c->sample = malloc(most * sizeof *c->sample)) == NULL)
        return false;
    uint32_t moved = (c->n_sample < most ? c->n_sample : most - 1) - at;
    memmove(c->sample + at + 1, c->sample + at, moved * sizeof *c->sample);
    c->sample[at] = page;
    c->n_sample += c->n_sample < most;
    return true;
}

static bool file_append(learner *l, const char *data, size_t len)
{
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

static bool remember_page(learner *l, learner_host_pages *host, const char *id, size_t len, uint32_t class_index)
{
    char *copy = arena_copy(&l->memory, id, len);
    if (copy == NULL || !room_for(&host->pages, host->n_pages, &host->room, sizeof *host->pages))
        return false;
    host->pages[host->n_pages++] = (model_page){ { copy, len }, class_index };
    return true;
}

/* Records come from learner_read of the same process: their lengths fit, which is checked once all the same. */
static bool record_fits(const record_head *head, size_t len)
{
    uint64_t sum = sizeof *head + (uint64_t)head->n_paths * sizeof(uint64_t) + head->host_len + (uint64_t)head->id_len + head->url_len
                   + head->charset_len + 3;
    return sum <= len && head->bytes_len == len - sum;
}

husk_status learner_add(learner *l, const char *record, size_t len, husk_error *error)
{
    record_head head;
    if (len < sizeof head)
        return error_set(error, HUSK_BAD_ARGUMENT, "a record is too short");
    memcpy(&head, record, sizeof head);
    if (!record_fits(&head, len))
        return error_set(error, HUSK_BAD_ARGUMENT, "a record does not fit its length");
    uint64_t *paths = malloc(((size_t)head.n_paths + 1) * sizeof *paths); /* aligned, which the record is not */
    if (paths == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    memcpy(paths, record + sizeof head, head.n_paths * sizeof *paths);
    const char *host_name = record + sizeof head + head.n_paths * sizeof *paths;
    const char *id = host_name + head.host_len, *bytes = record + len - head.bytes_len;
    learner_host_pages *host = find_host(l, host_name, head.host_len);
    learner_class *c = host ? choose_class(l, host, paths, head.n_paths) : NULL;
    free(paths);
    bool ok = c && remember_page(l, host, id, head.id_len, (uint32_t)(c - host->classes));
    uint64_t key = hash_pair(hash_bytes(bytes, head.bytes_len), l->options.seed);
    if (ok && sample_place(c, key, l->options.sample) < l->options.sample) {
        sampled_page page = { key, l->file_len, sizeof head + (size_t)(record + len - id) };
        head.n_paths = 0;
        if (!file_append(l, (const char *)&head, sizeof head) || !file_append(l, id, (size_t)(record + len - id)))
            return error_set(error, HUSK_IO, "the temporary file (TMPDIR) can't be written: %s", strerror(errno));
        ok = sample_put(c, page, l->options.sample);
    }
    if (!ok)
        return error_set(error, HUSK_NO_MEMORY, "out of memory after %u hosts", l->n_hosts);
    c->n_pages++;
    return HUSK_OK;
}

/* --- a sampled page again ------------------------------------------------------------------------------------------------- */

/* Read and parse a sampled page; `scratch` holds its bytes. */
static husk_status parse_sampled(void *context, const sampled_page *sampled, husk_page *page, buffer *scratch, husk_error *error)
{
    learner *l = context;
    buffer_clear(scratch);
    if (!buffer_reserve(scratch, sampled->len))
        return error_set(error, scratch->status, "a page is too large to be read again");
    for (size_t got = 0; got < sampled->len;) {
        ssize_t n = pread(l->file, scratch->data + got, sampled->len - got, (off_t)(sampled->at + got));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return error_set(error, HUSK_IO, "the temporary file (TMPDIR) can't be read");
        got += (size_t)n;
    }
    record_head head;
    memcpy(&head, scratch->data, sizeof head);
    const char *id = scratch->data + sizeof head, *url = id + head.id_len + 1, *charset = url + head.url_len + 1;
    husk_raw raw = { .id = id, .url = head.flags & RECORD_URL ? url : NULL, .charset = head.flags & RECORD_CHARSET ? charset : NULL,
                     .bytes = charset + head.charset_len + 1, .len = head.bytes_len, .is_text = head.flags & RECORD_TEXT };
    husk_status status = husk_page_parse(page, &raw, error);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

/* --- classes at the end ---------------------------------------------------------------------------------------------------- */

/* Put class `from` into `to`; its number becomes to's. */
static bool class_join(learner_host_pages *host, uint32_t from, uint32_t to, uint32_t most)
{
    learner_class *a = &host->classes[from], *b = &host->classes[to];
    for (uint32_t i = 0; i < a->n_sample; i++)
        if (!sample_put(b, a->sample[i], most))
            return false;
    b->n_pages += a->n_pages;
    a->n_pages = 0;
    a->n_sample = 0;
    for (uint32_t i = 0; i < host->n_pages; i++)
        if (host->pages[i].class_number == from)
            host->pages[i].class_number = to;
    return true;
}

/* Small classes join the nearest large one; where there is none, the first class takes them all. */
static bool join_small(learner *l, learner_host_pages *host)
{
    uint32_t largest = 0;
    for (uint32_t i = 1; i < host->n_classes; i++)
        if (host->classes[i].n_pages > host->classes[largest].n_pages)
            largest = i;
    for (uint32_t i = 0; i < host->n_classes; i++) {
        learner_class *c = &host->classes[i];
        if (c->n_pages == 0 || c->n_pages >= SMALL_CLASS || i == largest)
            continue;
        double alike;
        uint32_t to = nearest_class(host, c->leader, c->n_leader, SMALL_CLASS, i, &alike);
        if (!class_join(host, i, to == UINT32_MAX ? largest : to, l->options.sample))
            return false;
    }
    return true;
}

typedef struct class_rank {
    uint32_t n_pages, index;
} class_rank;

static int by_size(const void *a, const void *b)
{
    const class_rank *x = a, *y = b;
    if (x->n_pages != y->n_pages)
        return x->n_pages > y->n_pages ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Numbers from 1 on by size. */
static uint32_t number_classes(learner_host_pages *host, class_rank *ranks)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < host->n_classes; i++)
        if (host->classes[i].n_pages)
            ranks[n++] = (class_rank){ host->classes[i].n_pages, i };
    qsort(ranks, n, sizeof *ranks, by_size);
    for (uint32_t i = 0; i < n; i++)
        host->classes[ranks[i].index].number = i + 1;
    for (uint32_t i = 0; i < host->n_pages; i++)
        host->pages[i].class_number = host->classes[host->pages[i].class_number].number;
    return n;
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

husk_status learner_host(learner *l, uint32_t i, arena *memory, model_host *model, husk_error *error)
{
    class_rank ranks[HUSK_MAX_CLASSES];
    sampled_class classes[HUSK_MAX_CLASSES];
    if (!order_hosts(l))
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    learner_host_pages *host = &l->hosts[l->order[i]];
    if (!join_small(l, host))
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    uint32_t n = number_classes(host, ranks);
    for (uint32_t c = 0; c < n; c++) {
        const learner_class *from = &host->classes[ranks[c].index];
        classes[c] = (sampled_class){ from->sample, from->n_sample, from->n_pages };
    }
    *model = (model_host){ .name = host->name, .n_pages = host->n_pages, .pages = host->pages };
    page_reader reader = { .parse = parse_sampled, .context = l, .options = &l->options.page };
    return hostmodel_make(&reader, classes, n, &l->options.template, memory, model, error);
}
