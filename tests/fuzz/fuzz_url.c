/* fuzz_url.c - addresses: the first line of the input is a base, the rest a link on it.
 * What a resolver makes of a link is absolute: it resolves to itself under any base. Host, origin and key keep inside
 * it, and the key of a key is itself. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/url.h"
#include "source/url_key.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define LONGEST ((size_t)1 << 22)

static slice whole(const buffer *b)
{
    return (slice){ b->data, b->len };
}

static bool same(slice a, slice b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

static bool is_inside(slice part, slice all)
{
    return part.len == 0 || (part.data >= all.data && part.data + part.len <= all.data + all.len);
}

static void check_key(url_resolver *resolver, slice url)
{
    buffer key, again, resolved;
    buffer_init(&key, LONGEST);
    buffer_init(&again, LONGEST);
    buffer_init(&resolved, LONGEST);
    url_key(url, &key);
    url_is_no_page(url);
    /* A key is compared, not fetched: only one that is an address by itself must be its own key. */
    if (url_resolve(resolver, whole(&key), &resolved) && same(whole(&resolved), whole(&key))) {
        url_key(whole(&key), &again);
        if (!same(whole(&key), whole(&again)))
            abort();
    }
    buffer_free(&key);
    buffer_free(&again);
    buffer_free(&resolved);
}

static void check_resolved(url_resolver *resolver, slice url)
{
    slice path = { NULL, 0 }, host = url_host(url), origin = url_origin(url, &path);
    buffer again;
    if (!is_inside(host, url) || !is_inside(origin, url) || !is_inside(path, url))
        abort();
    buffer_init(&again, LONGEST);
    if (url_resolve(resolver, url, &again) && host.len)
        check_key(resolver, url);
    buffer_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static url_resolver *resolver;
    const char *bytes = (const char *)data;
    const char *end = size ? memchr(bytes, '\n', size) : NULL;
    size_t len = end ? (size_t)(end - bytes) : 0;
    buffer out;
    if (!resolver && !(resolver = url_resolver_new()))
        abort();
    buffer_init(&out, LONGEST);
    url_base_set(resolver, (slice){ bytes, len });
    bool ok = url_resolve(resolver, (slice){ bytes + len + (end != NULL), size - len - (end != NULL) }, &out);
    if (ok != (out.len > 0))
        abort();
    if (ok)
        check_resolved(resolver, whole(&out));
    buffer_free(&out);
    return 0;
}
