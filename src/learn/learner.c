/* learner.c - collect pages by host and keep on disk what is needed of them; learned_host.c turns them into classes.
 * For each host the pages with the smallest hash of bytes and seed are kept whole: a random choice that does not
 * depend on input order. These are clustered; for the others only the features that tell classes apart are stored,
 * and each goes to the class it fits best. Cost: memory for a name per page, and for one host's kept pages at a time;
 * on disk the kept pages and a few kilobytes per other page. Limits: HUSK_LEARN_PAGES kept, or a sample if that is
 * larger; HUSK_MAX_CLASSES per host. */
#include "learn/host_job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/pool.h"
#include "base/status.h"
#include "base/stop.h"
#include "base/system/files.h"
#include "cluster/classify.h"
#include "cluster/traits.h"
#include "husk/models.h"

OPTIONS_INIT(husk_learn_options, .pages = 16, .sample = 128, .clustered = HUSK_LEARN_PAGES, .prune_percent = 25,
             .keep_percent = 50, .seed = 1, .half_life = 64, .remembered = 64)

/* --- a page as a record ------------------------------------------------------------------------------------------- */

husk_status learner_read(const husk_page *page, const husk_raw *raw, buffer *record, husk_error *error)
{
    slice host = page->host;
    record_head head = { .bytes_len = raw->len,
                         .host_len = (uint32_t)host.len,
                         .id_len = (uint32_t)strlen(raw->id),
                         .url_len = raw->url ? (uint32_t)strlen(raw->url) : 0,
                         .charset_len = raw->charset ? (uint32_t)strlen(raw->charset) : 0,
                         .date = raw->date };
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

/* --- the learner -------------------------------------------------------------------------------------------------- */

static husk_status take_options(learner *l, const husk_learn_options *options, husk_error *error)
{
    husk_learn_options *o = &l->options;
    husk_status status = OPTIONS_READ(o, options, husk_learn_options, warn_context, error);
    status = status ?: OPTIONS_READ(&l->page, o->page, husk_page_options, max_milliseconds, error);
    if (status != HUSK_OK)
        return status;
    if (o->pages < 2 || o->sample < o->pages || o->prune_percent > 100 || o->keep_percent > 100)
        return error_set(error, HUSK_BAD_ARGUMENT,
                         "a template needs at least 2 pages, and a class's sample at least as many");
    l->template = (template_options){ .pages = o->pages, .warn = o->warn, .warn_context = o->warn_context };
    consensus_options_init(&l->template.consensus);
    l->template.consensus.prune_percent = o->prune_percent;
    l->template.consensus.keep_percent = o->keep_percent;
    l->template.consensus.jobs = pool_jobs(o->jobs);
    l->template.consensus.seed = o->seed;
    return HUSK_OK;
}

husk_status husk_learner_new(const husk_learn_options *options, learner **out, husk_error *error)
{
    learner *l = *out = calloc(1, sizeof *l);
    if (l == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    l->models = &judge_models_builtin;
    arena_init(&l->model_memory, HUSK_MAX_PAGE_ARENA);
    arena_init(&l->memory, SIZE_MAX);
    intern_init(&l->names, &l->memory, UINT32_MAX - 1);
    intern_init(&l->seen, &l->memory, UINT32_MAX - 1);
    l->file = temp_file_open();
    husk_status status = take_options(l, options, error);
    if (status == HUSK_OK && l->file < 0)
        status = error_set(error, HUSK_IO, "%s (TMPDIR): can't create a temporary file: %s", temp_file_folder(),
                           strerror(errno));
    if (status != HUSK_OK) {
        husk_learner_free(l);
        *out = NULL;
    }
    return status;
}

void husk_learner_free(learner *l)
{
    if (l == NULL)
        return;
    for (uint32_t i = 0; i < l->n_hosts; i++) {
        free(l->hosts[i].pages);
        free(l->hosts[i].stored);
        free(l->hosts[i].kept);
    }
    free(l->hosts);
    intern_free(&l->names);
    intern_free(&l->seen);
    arena_free(&l->memory);
    arena_free(&l->model_memory);
    if (l->file >= 0)
        close(l->file);
    free(l);
}

husk_status husk_learner_model(learner *l, const char *text, size_t len, husk_error *error)
{
    husk_status status =
        judge_models_read((slice){ text, len }, &l->model_memory, &judge_models_builtin, &l->given_models, error);
    if (status == HUSK_OK)
        l->models = &l->given_models;
    return status;
}

void learner_set_crawl(learner *l, const learner_crawl *crawl)
{
    l->crawl = *crawl;
}

static learner_host_pages *find_host(learner *l, const char *name, size_t len)
{
    uint32_t id = intern_add(&l->names, name, len);
    if (id == INTERN_NONE)
        return NULL;
    if (id == l->n_hosts) {
        if (!array_grow(&l->hosts, &l->room, (size_t)l->n_hosts + 1, sizeof *l->hosts))
            return NULL;
        l->hosts[l->n_hosts++] = (learner_host_pages){ .name = { l->names.entries[id].data, len } };
    }
    return &l->hosts[id];
}

/* --- which pages are kept ----------------------------------------------------------------------------------------- */

static uint32_t most_kept(const learner *l)
{
    return l->options.clustered > l->options.sample ? l->options.clustered : l->options.sample;
}

static bool is_kept(const learner_host_pages *host, kept_page page)
{
    return !host->is_full || key_after(host->last, page);
}

void learner_trim(const learner *l, learner_host_pages *host)
{
    uint32_t most = most_kept(l);
    if (host->n_kept)
        qsort(host->kept, host->n_kept, sizeof *host->kept, kept_order);
    host->is_full = host->n_kept >= most;
    host->n_kept = host->is_full ? most : host->n_kept;
    if (most && host->is_full)
        host->last = host->kept[most - 1];
}

/* Twice as many are listed before those beyond the limit are dropped. */
static bool keep_page(const learner *l, learner_host_pages *host, kept_page page)
{
    if (!array_grow(&host->kept, &host->kept_room, (size_t)host->n_kept + 1, sizeof *host->kept))
        return false;
    host->kept[host->n_kept++] = page;
    if (host->n_kept / 2 >= most_kept(l))
        learner_trim(l, host);
    return true;
}

/* --- a page on disk ----------------------------------------------------------------------------------------------- */

husk_status learner_file_read(const learner *l, uint64_t at, size_t len, buffer *out, husk_error *error)
{
    buffer_clear(out);
    if (stop_is_set(l->options.stop)) /* every step of learning reads its pages here */
        return error_set(error, HUSK_STOPPED, "stopped before the file was written");
    if (!buffer_reserve(out, len))
        return error_set(error, out->status, "a page is too large to read again");
    if (!temp_file_read(l->file, at, out->data, len))
        return error_set(error, HUSK_IO, "%s (TMPDIR): can't read a temporary file", temp_file_folder());
    out->len = len;
    return HUSK_OK;
}

/* Records come from learner_read in the same process, so their lengths fit; checked once all the same. */
static bool record_fits(const record_head *head, size_t len)
{
    uint64_t sum =
        sizeof *head + (uint64_t)head->host_len + (uint64_t)head->id_len + head->url_len + head->charset_len + 3;
    return sum <= len && head->traits_len <= len - sum && head->traits_len <= UINT32_MAX &&
           head->bytes_len == len - sum - head->traits_len;
}

static husk_status cant_write(husk_error *error)
{
    return error_set(error, HUSK_IO, "%s (TMPDIR): can't write a temporary file: %s", temp_file_folder(),
                     strerror(errno));
}

/* The traits, then a header and all that follows the host's name. */
static husk_status store_whole(learner *l, const record_head *head, const char *record, size_t len, stored_page *stored,
                               husk_error *error)
{
    size_t skip = sizeof *head + head->traits_len + head->host_len;
    *stored = (stored_page){ l->file_len, (uint32_t)head->traits_len, true, sizeof *head + len - skip, 0 };
    bool ok = temp_file_append(l->file, &l->file_len, record + sizeof *head, head->traits_len) &&
              temp_file_append(l->file, &l->file_len, head, sizeof *head) &&
              temp_file_append(l->file, &l->file_len, record + skip, len - skip);
    return ok ? HUSK_OK : cant_write(error);
}

static husk_status store_features(learner *l, const record_head *head, const char *record, stored_page *stored,
                                  husk_error *error)
{
    uint64_t *features = NULL;
    uint32_t n = 0;
    if (!class_traits(record + sizeof *head, head->traits_len, &features, &n))
        return error_set(error, HUSK_NO_MEMORY, "a record's traits can't be read");
    *stored = (stored_page){ l->file_len, (uint32_t)(n * sizeof *features), false, 0, 0 };
    bool ok = temp_file_append(l->file, &l->file_len, features, n * sizeof *features);
    free(features);
    return ok ? HUSK_OK : cant_write(error);
}

static bool list_page(learner *l, learner_host_pages *host, slice id, uint64_t hash, const stored_page *stored)
{
    char *copy = arena_copy(&l->memory, id.data, id.len);
    if (copy == NULL || !array_grow(&host->pages, &host->room, (size_t)host->n_pages + 1, sizeof *host->pages) ||
        !array_grow(&host->stored, &host->stored_room, (size_t)host->n_pages + 1, sizeof *host->stored))
        return false;
    host->stored[host->n_pages] = *stored;
    host->pages[host->n_pages++] = (model_page){ { copy, id.len }, MODEL_NO_CLASS, hash };
    return true;
}

static husk_status read_head(const char *record, size_t len, record_head *head, husk_error *error)
{
    if (len < sizeof *head)
        return error_set(error, HUSK_BAD_ARGUMENT, "a record is too short");
    memcpy(head, record, sizeof *head);
    return record_fits(head, len) ? HUSK_OK : error_set(error, HUSK_BAD_ARGUMENT, "a record has a wrong length");
}

static husk_status no_memory(const learner *l, husk_error *error)
{
    return error_set(error, HUSK_NO_MEMORY, "out of memory after %u hosts", l->n_hosts);
}

husk_status learner_add(learner *l, const char *record, size_t len, husk_error *error)
{
    record_head head = { 0 };
    stored_page stored;
    husk_status status = read_head(record, len, &head, error);
    if (status != HUSK_OK)
        return status;
    const char *host_name = record + sizeof head + head.traits_len;
    slice id = { host_name + head.host_len, head.id_len };
    slice name = l->crawl.host ? (slice){ l->crawl.host, strlen(l->crawl.host) } : (slice){ host_name, head.host_len };
    learner_host_pages *host = find_host(l, name.data, name.len);
    if (host == NULL || host->n_pages == UINT32_MAX - 1)
        return no_memory(l, error);
    host->date = head.date > host->date ? head.date : host->date;
    uint64_t hash = hash_bytes(record + len - head.bytes_len, head.bytes_len);
    uint64_t key[2] = { (uint64_t)(host - l->hosts), hash };
    uint32_t n_seen = l->seen.n;
    if (intern_add(&l->seen, (const char *)key, sizeof key) == INTERN_NONE)
        return no_memory(l, error);
    if (l->seen.n == n_seen) {
        host->n_copies++;
        return HUSK_OK;
    }
    kept_page page = { hash_pair(hash, l->options.seed), host->n_pages };
    bool kept = is_kept(host, page);
    status =
        kept ? store_whole(l, &head, record, len, &stored, error) : store_features(l, &head, record, &stored, error);
    if (status == HUSK_OK && (!list_page(l, host, id, hash, &stored) || (kept && !keep_page(l, host, page))))
        status = no_memory(l, error);
    return status;
}

husk_status learner_recall(learner *l, learner_host_pages *host, const char *record, size_t len, husk_error *error)
{
    record_head head = { 0 };
    stored_page stored;
    husk_status status = read_head(record, len, &head, error);
    status = status ?: store_whole(l, &head, record, len, &stored, error);
    slice id = { record + sizeof head + head.traits_len + head.host_len, head.id_len };
    if (status == HUSK_OK &&
        !list_page(l, host, id, hash_bytes(record + len - head.bytes_len, head.bytes_len), &stored))
        status = no_memory(l, error);
    return status;
}

husk_raw learner_raw(const buffer *record)
{
    record_head head = { 0 };
    memcpy(&head, record->data, sizeof head);
    const char *id = record->data + sizeof head, *url = id + head.id_len + 1, *charset = url + head.url_len + 1;
    return (husk_raw){ .id = id,
                       .url = head.flags & RECORD_URL ? url : NULL,
                       .charset = head.flags & RECORD_CHARSET ? charset : NULL,
                       .bytes = charset + head.charset_len + 1,
                       .len = head.bytes_len,
                       .is_text = head.flags & RECORD_TEXT };
}
