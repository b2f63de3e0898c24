/* crawl_caller.c - a site whose pages the caller supplies: one callback in place of the web.
 * URLs are kept within the start's host and the patterns, as on the web; robots.txt, delays and retries are the
 * caller's. A page's strings and bytes are copied, because workers parse it while the next one is asked for. */
#include <stdlib.h>
#include <time.h>

#include "crawl/crawl.h"
#include "base/limits.h"
#include "base/options.h"
#include "base/status.h"
#include "base/stop.h"
#include "source/url_key.h"

typedef struct caller {
    const husk_crawl_options *o;
    crawl_scope *scope;
    char *host;
    uint64_t bytes;
    time_t end;
} caller;

static bool caller_key(void *context, slice url, buffer *key)
{
    const caller *c = context;
    return crawl_scope_key(c->scope, c->host, c->o->allow_subdomains, url, key);
}

static void caller_base(void *context, slice key, buffer *url)
{
    (void)context;
    buffer_append(url, key.data, key.len);
}

static husk_status caller_read(void *context, uint32_t i, slice key, buffer *bytes, husk_raw *raw, husk_error *error)
{
    caller *c = context;
    husk_raw given = { .size = sizeof given, .id = "" };
    (void)i;
    *raw = (husk_raw){ 0 };
    if ((c->o->max_bytes && c->bytes >= c->o->max_bytes) || (c->end && time(NULL) >= c->end) || stop_is_set(c->o->stop))
        return HUSK_LIMIT;
    char *url = strndup(key.data, key.len);
    husk_status status =
        url ? c->o->fetch(c->o->fetch_context, url, &given, error) : error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (status == HUSK_OK)
        status = OPTIONS_TAKE(raw, &given, husk_raw, reason, error);
    if (status == HUSK_OK) {
        size_t room = given.url ? 0 : key.len + 1; /* behind the bytes: the URL asked for, if it is the page's own */
        buffer_clear(bytes);
        buffer_append(bytes, given.bytes, given.len);
        buffer_append(bytes, url, room);
        if (bytes->status != HUSK_OK)
            status = error_set(error, bytes->status, "%s: %s", url, husk_status_text(bytes->status));
        raw->bytes = bytes->data;
        raw->url = given.url ? given.url : bytes->data + given.len;
        raw->id = given.id && given.id[0] ? given.id : raw->url;
        raw->padding = 0;
        c->bytes += given.len;
    }
    free(url);
    return status;
}

static void caller_free(void *context)
{
    caller *c = context;
    crawl_scope_free(c->scope);
    free(c->host);
    free(c);
}

static husk_status start_set(caller *c, const char *start, buffer *key, husk_error *error)
{
    buffer url;
    url_resolver *urls = url_resolver_new();
    buffer_init(&url, HUSK_MAX_URL_BYTES * 4);
    husk_status status = HUSK_OK;
    if (urls && !url_resolve(urls, (slice){ start, strlen(start) }, &url))
        status = error_set(error, HUSK_BAD_ARGUMENT, "%s: not a URL", start);
    slice host = url_host((slice){ url.data ? url.data : "", url.len });
    c->host = strndup(host.len ? host.data : "", host.len);
    url_key((slice){ url.data ? url.data : "", url.len }, key);
    if (status == HUSK_OK && (urls == NULL || c->host == NULL || key->status != HUSK_OK))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    url_resolver_free(urls);
    buffer_free(&url);
    return status;
}

husk_status crawl_caller_open(const char *start, const husk_crawl_options *options, crawl_place *place,
                              husk_error *error)
{
    caller *c = calloc(1, sizeof *c);
    if (c == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    *place = (crawl_place){ .context = c,
                            .key = caller_key,
                            .read = caller_read,
                            .base = caller_base,
                            .free = caller_free,
                            .is_web = true,
                            .bytes = &c->bytes,
                            .host = "" };
    buffer_init(&place->start, HUSK_MAX_URL_BYTES * 4);
    c->o = options;
    c->end = options->max_seconds ? time(NULL) + (time_t)options->max_seconds : 0;
    husk_status status = crawl_scope_new(options, &c->scope, error);
    if (status == HUSK_OK)
        status = start_set(c, start, &place->start, error);
    place->host = c->host ? c->host : "";
    return status;
}
