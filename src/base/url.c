/* url.c - URLs, by lexbor's implementation of the WHATWG URL standard.
 * Cost: about a microsecond per URL. Limits: HUSK_MAX_URL_BYTES for input and output. */
#include "base/url.h"

#include <stdlib.h>

#include <lexbor/url/url.h>

#include "base/limits.h"

struct url_resolver {
    lxb_url_parser_t parser;
    lexbor_mraw_t *memory;      /* for resolved URLs, cleared after each */
    lexbor_mraw_t *base_memory; /* for the base, which stays */
    lxb_url_t *base;
    buffer mended; /* input that was not UTF-8 */
};

static lexbor_mraw_t *memory_new(void)
{
    lexbor_mraw_t *memory = lexbor_mraw_create();
    if (memory && lexbor_mraw_init(memory, 4096) != LXB_STATUS_OK)
        memory = lexbor_mraw_destroy(memory, true);
    return memory;
}

url_resolver *url_resolver_new(void)
{
    url_resolver *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    buffer_init(&r->mended, HUSK_MAX_URL_BYTES * 3); /* a byte becomes three at most */
    r->memory = memory_new();
    r->base_memory = memory_new();
    if (r->memory == NULL || r->base_memory == NULL || lxb_url_parser_init(&r->parser, r->memory) != LXB_STATUS_OK) {
        url_resolver_free(r);
        return NULL;
    }
    return r;
}

void url_resolver_free(url_resolver *resolver)
{
    if (resolver == NULL)
        return;
    lxb_url_parser_destroy(&resolver->parser, false);
    lexbor_mraw_destroy(resolver->memory, true);
    lexbor_mraw_destroy(resolver->base_memory, true);
    buffer_free(&resolver->mended);
    free(resolver);
}

/* The standard puts a domain into lower case. lexbor 3.0.1 does not if the domain has a percent-encoded character. */
static void lower_domain(lxb_url_t *url)
{
    if (url->host.type != LXB_URL_HOST_TYPE_DOMAIN)
        return;
    lexbor_str_t *domain = &url->host.u.domain;
    for (size_t i = 0; i < domain->length; i++)
        domain->data[i] = (lxb_char_t)lower((char)domain->data[i]);
}

/* `text` with U+FFFD in place of bytes that are not UTF-8, as the standard's input has it: lexbor would take the bytes
 * that follow such a byte as part of its character. False: out of memory. */
static bool as_utf8(url_resolver *r, slice *text)
{
    if (utf8_valid_len(text->data, text->len) == text->len)
        return true;
    buffer_clear(&r->mended);
    for (size_t at = 0; at < text->len;) {
        char bytes[4];
        buffer_append(&r->mended, bytes, utf8_put(utf8_next(text->data, text->len, &at), bytes));
    }
    *text = (slice){ r->mended.data, r->mended.len };
    return r->mended.status == HUSK_OK;
}

static lxb_url_t *parse(url_resolver *r, lexbor_mraw_t *memory, const lxb_url_t *base, slice text)
{
    if (text.len > HUSK_MAX_URL_BYTES || !as_utf8(r, &text))
        return NULL;
    lxb_url_mraw_set(&r->parser, memory);
    lxb_url_parser_clean(&r->parser);
    lxb_url_t *url = lxb_url_parse(&r->parser, base, (const lxb_char_t *)text.data, text.len);
    if (url)
        lower_domain(url);
    return url;
}

bool url_base_set(url_resolver *resolver, slice base)
{
    lexbor_mraw_clean(resolver->base_memory);
    resolver->base = base.len ? parse(resolver, resolver->base_memory, NULL, base) : NULL;
    return resolver->base != NULL;
}

bool url_has_base(const url_resolver *resolver)
{
    return resolver->base != NULL;
}

static lxb_status_t append(const lxb_char_t *data, size_t len, void *context)
{
    buffer_append(context, (const char *)data, len);
    return LXB_STATUS_OK;
}

bool url_resolve(url_resolver *resolver, slice href, buffer *out)
{
    size_t before = out->len;
    lxb_url_t *url = parse(resolver, resolver->memory, resolver->base, slice_trim(href));
    bool ok = url && lxb_url_serialize(url, append, out, false) == LXB_STATUS_OK && out->status == HUSK_OK &&
              out->len - before <= HUSK_MAX_URL_BYTES; /* percent-encoding may treble it */
    if (!ok)
        out->len = before;
    lexbor_mraw_clean(resolver->memory);
    return ok;
}

slice url_host(slice url)
{
    size_t start = slice_starts(url, "https://") ? 8 : 7, n = 0;
    if (url.len <= start || !(slice_starts(url, "http://") || start == 8))
        return (slice){ NULL, 0 };
    size_t end = start;
    while (end < url.len && url.data[end] != '/' && url.data[end] != '?' && url.data[end] != '#')
        end++;
    slice host = slice_after_last((slice){ url.data + start, end - start }, "@"); /* before it is a user name */
    while (n < host.len && host.data[0] == '[' && host.data[n] != ']')
        n++;
    while (n < host.len && host.data[n] != ':')
        n++;
    return (slice){ host.data, n };
}

slice url_origin(slice url, slice *path)
{
    size_t at = 0, slashes = 0;
    for (; at < url.len && slashes < 3; at++)
        slashes += url.data[at] == '/';
    size_t end = slashes == 3 ? at - 1 : at, stop = end;
    while (stop < url.len && url.data[stop] != '#')
        stop++;
    *path = (slice){ url.data + end, stop - end };
    return (slice){ url.data, end };
}

void url_encode(slice path, const char *plain, buffer *out)
{
    for (size_t i = 0; i < path.len; i++) {
        char c = path.data[i];
        if (is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || (c && strchr(plain, c)))
            buffer_byte(out, c);
        else
            buffer_format(out, "%%%02X", (unsigned char)c);
    }
}
