/* fuzz_url.c - addresses: the first line of the input is a base, the rest a link on it.
 * What a resolver makes of a link is absolute: it resolves to itself under any base (but see is_plain). Host, origin
 * and key keep inside it, and the key of a key is itself. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/url.h"
#include "source/addresses.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define LONGEST ((size_t)1 << 22)
#define ROUNDS 3

static slice whole(const buffer *b)
{
    return (slice){ b->data, b->len };
}

static bool same(slice a, slice b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

static void fail(slice url, slice again)
{
    fprintf(stderr, "%.*s\nresolves to\n%.*s\n", (int)url.len, url.data, (int)again.len, again.len ? again.data : "");
    abort();
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

/* Does it consist of unreserved characters, those that separate its parts, and whole percent-encoded bytes? Of others,
 * lexbor 3.0.1 makes an address that it reads differently the second time: it takes the two characters after a stray
 * "%" into the path unseen, even "/", "?" and "#", and drops an empty segment in a path that has, for instance, "[". */
static bool is_plain(slice url)
{
    for (size_t i = 0; i < url.len; i++) {
        bool is_code =
            url.data[i] == '%' && i + 2 < url.len && hex_digit(url.data[i + 1]) >= 0 && hex_digit(url.data[i + 2]) >= 0;
        if (!is_code && !isalnum((unsigned char)url.data[i]) && !memchr("-._~/:?#=&+", url.data[i], 11))
            return false;
    }
    return true;
}

static int count_percent(slice url)
{
    int n = 0;
    for (size_t i = 0; i < url.len; i++)
        n += url.data[i] == '%';
    return n;
}

/* A plain address resolves to itself, any other after a few rounds: one for each stray "%", and a few more; unless it
 * grows beyond the limit on the way. */
static void check_settles(url_resolver *resolver, slice url)
{
    bool plain = is_plain(url);
    buffer now, next;
    buffer_init(&now, LONGEST);
    buffer_init(&next, LONGEST);
    buffer_append(&now, url.data, url.len);
    for (int left = plain ? 0 : ROUNDS + count_percent(url);; left--) {
        buffer_clear(&next);
        if (!url_resolve(resolver, whole(&now), &next)) {
            if (plain || now.len <= HUSK_MAX_URL_BYTES / 3)
                fail(whole(&now), whole(&next));
            break;
        }
        if (same(whole(&now), whole(&next)))
            break;
        if (left == 0)
            fail(whole(&now), whole(&next));
        buffer_clear(&now);
        buffer_append(&now, next.data, next.len);
    }
    buffer_free(&now);
    buffer_free(&next);
}

static void check_resolved(url_resolver *resolver, slice url)
{
    slice path = { NULL, 0 }, host = url_host(url), origin = url_origin(url, &path);
    if (!is_inside(host, url) || !is_inside(origin, url) || !is_inside(path, url))
        abort();
    for (size_t i = 0; i < host.len; i++)
        if (host.data[i] >= 'A' && host.data[i] <= 'Z')
            abort();
    check_settles(resolver, url);
    if (host.len)
        check_key(resolver, url);
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
