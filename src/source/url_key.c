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

/* Decode percent-encoded letters; write other codes in upper case. */
static void escapes_write(slice text, buffer *out)
{
    for (size_t i = 0; i < text.len; i++) {
        int high = text.data[i] == '%' && i + 2 < text.len ? hex_digit(text.data[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(text.data[i + 2]) : -1;
        if (low < 0) {
            buffer_byte(out, text.data[i]);
            continue;
        }
        int c = high * 16 + low;
        if (is_unreserved(c))
            buffer_byte(out, (char)c);
        else
            buffer_format(out, "%%%02X", (unsigned)c);
        i += 2;
    }
}

static bool is_idle(slice name)
{
    static const char *const names[] = { "phpsessid", "jsessionid", "aspsessionid", "sessionid", "session_id",
                                         "sessid",    "sid",        "cfid",         "cftoken",   "fbclid",
                                         "gclid",     "msclkid",    "yclid",        "mc_cid",    "mc_eid" };
    if (name.len > 4 && slice_is_nocase((slice){ name.data, 4 }, "utm_"))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_is_nocase(name, names[i]))
            return true;
    return false;
}

static void query_write(slice query, buffer *out)
{
    char before = '?';
    for (size_t at = 0; at < query.len;) {
        size_t end = at, equals;
        while (end < query.len && query.data[end] != '&')
            end++;
        equals = at;
        while (equals < end && query.data[equals] != '=')
            equals++;
        if (end > at && !is_idle((slice){ query.data + at, equals - at })) {
            buffer_byte(out, before);
            escapes_write((slice){ query.data + at, end - at }, out);
            before = '&';
        }
        at = end + 1;
    }
}

/* ";jsessionid=…" at the end of a path. */
static size_t path_end(slice url, size_t end)
{
    size_t at = end;
    while (at > 0 && url.data[at - 1] != ';' && url.data[at - 1] != '/')
        at--;
    if (at == 0 || url.data[at - 1] != ';')
        return end;
    size_t equals = at;
    while (equals < end && url.data[equals] != '=')
        equals++;
    return is_idle((slice){ url.data + at, equals - at }) ? at - 1 : end;
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
    escapes_write((slice){ url.data + at, path_end((slice){ url.data, query }, query) - at }, out);
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
