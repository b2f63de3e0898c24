/* crawl_archive.c - a site in an archive: store its pages on disk in one pass, then follow links among them.
 * An archive can only be read from its start, and links lead anywhere, so the bodies are kept in an unnamed file and
 * memory holds their offsets. Cost: the archive's pages are written once. Limits: HUSK_MAX_CRAWL_BYTES of URLs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "crawl/crawl.h"
#include "base/arrays.h"
#include "base/status.h"
#include "base/system/files.h"
#include "source/source.h"
#include "source/addresses.h"

typedef struct archived_page {
    uint64_t at;
    size_t len;
    const char *id, *url, *charset, *validators;
    bool is_text;
    int64_t date;
} archived_page;

typedef struct archive {
    arena strings;
    intern keys;
    archived_page *pages; /* by key */
    size_t room;
    FILE *file;
    uint64_t bytes; /* of it */
} archive;

static void archive_free(void *own)
{
    archive *a = own;
    if (a->file)
        fclose(a->file);
    intern_free(&a->keys);
    arena_free(&a->strings);
    free(a->pages);
}

static bool archive_key(crawl_place *place, slice url, buffer *key)
{
    const archive *a = place->own;
    url_key(url, key);
    return key->status == HUSK_OK && intern_find(&a->keys, key->data, key->len) != INTERN_NONE;
}

static husk_status archive_read(crawl_place *place, uint32_t i, slice key, buffer *bytes, husk_raw *raw,
                                husk_error *error)
{
    archive *a = place->own;
    (void)i;
    uint32_t number = intern_find(&a->keys, key.data, key.len);
    if (number == INTERN_NONE) {
        *raw = (husk_raw){ .status = HUSK_IO, .reason = "not in the archive" };
        return HUSK_OK;
    }
    const archived_page *p = &a->pages[number];
    buffer_clear(bytes);
    if (!buffer_reserve(bytes, p->len + 1))
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a page of %zu bytes", p->len);
    if (!temp_file_read(fileno(a->file), p->at, bytes->data, p->len))
        return error_set(error, HUSK_IO, "%s (TMPDIR): can't read a temporary file", temp_file_folder());
    bytes->len = p->len;
    *raw = (husk_raw){ .id = p->id,
                       .url = p->url,
                       .charset = p->charset,
                       .bytes = bytes->data,
                       .len = p->len,
                       .is_text = p->is_text,
                       .date = p->date };
    return HUSK_OK;
}

static const char *string_keep(archive *a, const char *text)
{
    return text ? arena_copy(&a->strings, text, strlen(text)) : NULL;
}

const char *crawl_archive_validators(const crawl_place *place, slice key)
{
    const archive *a = place->own;
    uint32_t number = intern_find(&a->keys, key.data, key.len);
    return number == INTERN_NONE ? "" : a->pages[number].validators;
}

/* Of several pages of a URL the first counts; of a crawl that may have been made again, the last. */
static husk_status page_keep(archive *a, const husk_raw *raw, const char *validators, const buffer *key, bool is_last)
{
    uint32_t before = a->keys.n, number = intern_add(&a->keys, key->data, key->len);
    if (number == INTERN_NONE)
        return HUSK_NO_MEMORY;
    if (a->keys.n == before && !is_last)
        return HUSK_OK;
    if (!array_grow(&a->pages, &a->room, number + (size_t)1, sizeof *a->pages))
        return HUSK_NO_MEMORY;
    archived_page *p = &a->pages[number];
    *p = (archived_page){ a->bytes,
                          raw->len,
                          string_keep(a, raw->id),
                          string_keep(a, raw->url),
                          string_keep(a, raw->charset),
                          string_keep(a, validators),
                          raw->is_text,
                          raw->date };
    if (raw->len && fwrite(raw->bytes, raw->len, 1, a->file) != 1)
        return HUSK_IO;
    a->bytes += raw->len;
    return p->id && p->validators ? HUSK_OK : HUSK_NO_MEMORY;
}

/* Every page of the archive; place->start gets the key of the first. */
static husk_status pages_gather(crawl_place *place, const char *path, husk_error *error)
{
    buffer *start = &place->start;
    husk_source *source = NULL;
    husk_raw raw = { .size = sizeof(husk_raw) };
    buffer key;
    url_resolver *urls = url_resolver_new();
    buffer_init(&key, HUSK_MAX_URL_BYTES * 4);
    husk_status status = urls ? husk_source_open(&path, 1, place->o->source, &source, error) : HUSK_NO_MEMORY;
    if (status == HUSK_OK && place->o->revalidate)
        source_keep_validators(source);
    while (status == HUSK_OK && (status = husk_source_next(source, &raw, error)) == HUSK_OK) {
        bool is_page = raw.status == HUSK_OK || raw.status == HUSK_LIMIT;
        if (!is_page || !crawl_place_wants(place, raw.url ? raw.url : raw.id))
            continue;
        buffer address;
        buffer_init(&address, HUSK_MAX_URL_BYTES * 4);
        buffer_clear(&key);
        bool is_address = raw.url && url_resolve(urls, (slice){ raw.url, strlen(raw.url) }, &address);
        if (is_address)
            url_key((slice){ address.data, address.len }, &key);
        else
            buffer_text(&key, raw.id);
        buffer_free(&address);
        if (start->len == 0) {
            buffer_append(start, key.data, key.len);
            status = crawl_place_set_host(place, (slice){ key.data, key.len }) ? HUSK_OK : HUSK_NO_MEMORY;
        }
        status = status ?: page_keep(place->own, &raw, source_validators(source), &key, place->o->resume != NULL);
    }
    if (status == HUSK_END)
        status = start->len ? HUSK_OK : error_set(error, HUSK_IO, "%s: no page", path);
    else if (status == HUSK_NO_MEMORY || status == HUSK_IO)
        error_set(error, status, "%s: %s", path, husk_status_text(status));
    husk_source_free(source);
    url_resolver_free(urls);
    buffer_free(&key);
    return status;
}

husk_status crawl_archive_open(const char *start, const husk_crawl_options *options, crawl_place *place,
                               husk_error *error)
{
    static const crawl_place_kind kind = { .key = archive_key, .read = archive_read, .free = archive_free };
    husk_status status = crawl_place_init(place, &kind, sizeof(archive), options, error);
    archive *a = place->own;
    if (a == NULL)
        return status;
    arena_init(&a->strings, HUSK_MAX_CRAWL_BYTES);
    intern_init(&a->keys, &a->strings, UINT32_MAX - 1);
    a->file = temp_file_stream();
    if (a->file == NULL)
        return error_set(error, HUSK_IO, "%s (TMPDIR): can't create a temporary file: %s", temp_file_folder(),
                         strerror(errno));
    status = status ?: pages_gather(place, start, error);
    if (status == HUSK_OK && fflush(a->file) != 0)
        status = error_set(error, HUSK_IO, "%s (TMPDIR): can't write a temporary file: %s", temp_file_folder(),
                           strerror(errno));
    return status;
}
