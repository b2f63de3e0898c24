/* crawl_place.c - common to all places: patterns of URLs, and budgets; and the place whose pages the caller supplies.
 * POSIX extended regular expressions over the whole URL. Cost: each pattern once per distinct URL. */
#include <regex.h>
#include <stdlib.h>

#include "crawl/crawl.h"
#include "base/stop.h"
#include "base/status.h"
#include "source/addresses.h"

typedef struct crawl_patterns {
    size_t n_include, n; /* the first n_include of n include, the rest exclude */
    regex_t all[];
} crawl_patterns;

static husk_status patterns_new(const husk_crawl_options *o, crawl_patterns **out, husk_error *error)
{
    crawl_patterns *p = calloc(1, sizeof *p + (o->n_include + o->n_exclude) * sizeof *p->all);
    *out = p;
    if (p == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    p->n_include = o->n_include;
    for (size_t i = 0; i < o->n_include + o->n_exclude; i++) {
        const char *text = i < o->n_include ? o->include[i] : o->exclude[i - o->n_include];
        int code = regcomp(&p->all[i], text, REG_EXTENDED | REG_NOSUB);
        if (code) {
            char why[120];
            regerror(code, &p->all[i], why, sizeof why);
            return error_set(error, HUSK_BAD_ARGUMENT, "%.80s: %s", text, why);
        }
        p->n++;
    }
    return HUSK_OK;
}

husk_status crawl_place_init(crawl_place *place, const crawl_place_kind *kind, size_t own_size,
                             const husk_crawl_options *o, husk_error *error)
{
    *place = (crawl_place){ .kind = kind, .own = calloc(1, own_size), .o = o, .host = strdup("") };
    buffer_init(&place->start, HUSK_MAX_URL_BYTES * 4);
    place->end_ms = o->max_seconds ? now_ms() + o->max_seconds * UINT64_C(1000) : 0;
    husk_status status = patterns_new(o, &place->patterns, error);
    return place->own && place->host ? status : error_set(error, HUSK_NO_MEMORY, "out of memory");
}

void crawl_place_free(crawl_place *place)
{
    if (place->own)
        place->kind->free(place->own);
    for (size_t i = 0; place->patterns && i < place->patterns->n; i++)
        regfree(&place->patterns->all[i]);
    free(place->patterns);
    free(place->own);
    free(place->host);
    buffer_free(&place->start);
}

bool crawl_place_is_over(const crawl_place *place)
{
    const husk_crawl_options *o = place->o;
    return (o->max_bytes && place->bytes >= o->max_bytes) || (place->end_ms && now_ms() >= place->end_ms) ||
           stop_is_set(o->stop);
}

bool crawl_place_set_host(crawl_place *place, slice url)
{
    slice host = url_host(url);
    free(place->host);
    place->host = strndup(host.len ? host.data : "", host.len);
    return place->host != NULL;
}

bool crawl_place_wants(const crawl_place *place, const char *address)
{
    const crawl_patterns *p = place->patterns;
    bool wanted = p->n_include == 0;
    for (size_t i = 0; i < p->n_include && !wanted; i++)
        wanted = regexec(&p->all[i], address, 0, NULL, 0) == 0;
    for (size_t i = p->n_include; i < p->n && wanted; i++)
        wanted = regexec(&p->all[i], address, 0, NULL, 0) != 0;
    return wanted;
}

static bool is_host(const crawl_place *place, slice host)
{
    slice own = { place->host, strlen(place->host) };
    return slice_same(host, own) ||
           (place->o->allow_subdomains && host.len > own.len && host.data[host.len - own.len - 1] == '.' &&
            memcmp(host.data + host.len - own.len, own.data, own.len) == 0);
}

bool crawl_place_key(crawl_place *place, slice url, buffer *key)
{
    if (!is_host(place, url_host(url)) || url_is_no_page(url))
        return false;
    url_key(url, key);
    buffer_byte(key, 0);
    bool wanted = key->status == HUSK_OK && crawl_place_wants(place, key->data);
    key->len -= key->status == HUSK_OK;
    return wanted;
}

/* --- pages from the caller ----------------------------------------------------------------------------------------
 * One callback in place of the web. URLs are kept within the start's host and the patterns, as on the web; robots.txt,
 * delays and retries are the caller's. A page's strings and bytes are copied, because workers parse it while the next
 * one is asked for. */

static husk_status caller_read(crawl_place *place, uint32_t i, slice key, buffer *bytes, husk_raw *raw,
                               husk_error *error)
{
    const husk_crawl_options *o = place->o;
    husk_raw given = { .size = sizeof given, .id = "" };
    (void)i;
    *raw = (husk_raw){ 0 };
    char *url = strndup(key.data, key.len);
    husk_status status =
        url ? o->fetch(o->fetch_context, url, &given, error) : error_set(error, HUSK_NO_MEMORY, "out of memory");
    status = status ?: OPTIONS_TAKE(raw, &given, husk_raw, reason, error);
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
    }
    free(url);
    return status;
}

static void caller_free(void *own)
{
    url_resolver_free(*(url_resolver **)own);
}

husk_status crawl_caller_open(const char *start, const husk_crawl_options *options, crawl_place *place,
                              husk_error *error)
{
    static const crawl_place_kind kind = {
        .key = crawl_place_key, .read = caller_read, .free = caller_free, .is_web = true
    };
    husk_status status = crawl_place_init(place, &kind, sizeof(url_resolver *), options, error);
    buffer url;
    buffer_init(&url, HUSK_MAX_URL_BYTES * 4);
    url_resolver **urls = place->own;
    if (status == HUSK_OK && (*urls = url_resolver_new()) && !url_resolve(*urls, (slice){ start, strlen(start) }, &url))
        status = error_set(error, HUSK_BAD_ARGUMENT, "%s: not a URL", start);
    slice address = { url.data ? url.data : "", url.len };
    url_key(address, &place->start);
    if (status == HUSK_OK && (*urls == NULL || !crawl_place_set_host(place, address) || place->start.status != HUSK_OK))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    buffer_free(&url);
    return status;
}
