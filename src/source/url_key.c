/* url_key.c - normalise URLs, so that links to one page compare equal (RFC 3986, section 6.2.2, and web practice).
 * The parser has already lower-cased the host and removed default ports and dot segments. Session ids are removed
 * because a site that puts a new one into every link would never link twice to the same page. Cost: one pass. Limits:
 * none; the caller's buffer has a cap. */
#include "source/url_key.h"

#include "base/endings.h"

static bool is_unreserved(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '_' || c == '~';
}

void url_escapes(slice text, bool encodes, buffer *out)
{
    size_t decode_from = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.data[i];
        int32_t code = c == '%' ? hex_number(text, i + 1, 2) : -1;
        if (code >= 0 && is_unreserved(code) && (i >= decode_from || encodes))
            buffer_byte(out, (char)code);
        else if (code >= 0 || (encodes && (c >= 0x80 || c <= 0x20)))
            buffer_format(out, "%%%02X", code >= 0 ? (unsigned)code : c);
        else
            buffer_byte(out, (char)c);
        if (code < 0 && c == '%')
            decode_from = i + 3;
        i += code >= 0 ? 2 : 0;
    }
}

static bool is_idle(slice name)
{
    static const char *const names[] = { "phpsessid", "jsessionid", "aspsessionid", "sessionid", "session_id",
                                         "sessid",    "sid",        "cfid",         "cftoken",   "fbclid",
                                         "gclid",     "msclkid",    "yclid",        "mc_cid",    "mc_eid" };
    return (name.len > 4 && slice_starts_nocase(name, "utm_")) || SLICE_IS_ANY(name, names);
}

/* Names are compared after they are decoded: "utm%5Fsource" is utm_source. */
static void query_write(slice query, buffer *out)
{
    char before = '?';
    for (size_t at = 0; at < query.len;) {
        size_t end = at, start = out->len, equals;
        while (end < query.len && query.data[end] != '&')
            end++;
        if (end > at) {
            buffer_byte(out, before);
            url_escapes((slice){ query.data + at, end - at }, false, out);
        }
        for (equals = start + 1; equals < out->len && out->data[equals] != '=';)
            equals++;
        if (out->len > start && is_idle((slice){ out->data + start + 1, equals - start - 1 }))
            out->len = start;
        before = out->len > start ? '&' : before;
        at = end + 1;
    }
}

/* Drop every ";jsessionid=…" from the end of a path that begins at `start` of `out`. */
static void path_trim(buffer *out, size_t start)
{
    for (size_t at = out->len; at > start && out->data[at - 1] != '/'; at--) {
        if (out->data[at - 1] != ';')
            continue;
        size_t equals = at;
        while (equals < out->len && out->data[equals] != '=')
            equals++;
        if (!is_idle((slice){ out->data + at, equals - at }))
            return;
        out->len = at - 1;
    }
}

void url_key(slice url, buffer *out)
{
    size_t end = 0, query = 0, authority = 0, at;
    while (end < url.len && url.data[end] != '#')
        end++;
    while (query < end && url.data[query] != '?')
        query++;
    while (authority + 2 < query && memcmp(url.data + authority, "://", 3) != 0)
        authority++;
    authority = authority + 2 < query ? authority + 3 : 0;
    buffer_append(out, url.data, authority);
    at = authority;
    for (size_t i = at; authority && i < query && url.data[i] != '/'; i++)
        if (url.data[i] == '@')
            at = i + 1;
    size_t start = out->len;
    url_escapes((slice){ url.data + at, query - at }, false, out);
    path_trim(out, start);
    if (query + 1 < end)
        query_write((slice){ url.data + query + 1, end - query - 1 }, out);
}

bool url_is_no_page(slice url)
{
    size_t end = 0;
    while (end < url.len && url.data[end] != '?' && url.data[end] != '#')
        end++;
    size_t slashes = 0, last = 0;
    for (size_t i = 0; i < end; i++)
        if (url.data[i] == '/') {
            slashes++;
            last = i + 1;
        }
    /* "http://a.zip" is a host */
    return slashes >= 3 && ending_of((slice){ url.data + last - 1, end - last + 1 }) == ENDING_OTHER;
}
