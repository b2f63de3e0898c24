/* url_key.c - normalise URLs, so that links to one page compare equal (RFC 3986, section 6.2.2, and web practice).
 * The parser has already lower-cased the host and removed default ports and dot segments. Session ids are removed
 * because a site that puts a new one into every link would never link twice to the same page. Cost: one pass. Limits:
 * none; the caller's buffer has a cap. */
#include "source/addresses.h"

#include "base/endings.h"
#include "source/http_message.h"

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
    for (slice one, name; part_next(&query, '&', &one);) {
        size_t start = out->len;
        if (one.len == 0)
            continue;
        buffer_byte(out, before);
        url_escapes(one, false, out);
        if (out->status != HUSK_OK)
            return;
        slice written = { out->data + start + 1, out->len - start - 1 };
        part_next(&written, '=', &name);
        out->len = is_idle(name) ? start : out->len;
        before = out->len > start ? '&' : before;
    }
}

/* Drop every ";jsessionid=…" from the end of a path that begins at `start` of `out`. */
static void path_trim(buffer *out, size_t start)
{
    for (size_t at = out->len; at > start && out->data[at - 1] != '/'; at--) {
        if (out->data[at - 1] != ';')
            continue;
        slice name, rest = { out->data + at, out->len - at };
        part_next(&rest, '=', &name);
        if (!is_idle(name))
            return;
        out->len = at - 1;
    }
}

void url_key(slice url, buffer *out)
{
    slice query, path;
    part_next(&url, '#', &query);
    part_next(&query, '?', &path);
    const char *scheme = path.len ? memmem(path.data, path.len, "://", 3) : NULL;
    size_t authority = scheme ? (size_t)(scheme - path.data) + 3 : 0, at = authority;
    buffer_append(out, path.data, authority);
    for (size_t i = at; authority && i < path.len && path.data[i] != '/'; i++)
        if (path.data[i] == '@')
            at = i + 1;
    size_t start = out->len;
    url_escapes(slice_from(path, at), false, out);
    path_trim(out, start);
    query_write(query, out);
}

bool url_is_no_page(slice url)
{
    slice rest, path;
    part_next(&url, '#', &rest);
    part_next(&rest, '?', &path);
    size_t slashes = 0, last = 0;
    for (size_t i = 0; i < path.len; i++)
        if (path.data[i] == '/') {
            slashes++;
            last = i;
        }
    /* "http://a.zip" is a host */
    return slashes >= 3 && ending_of(slice_from(path, last)) == ENDING_OTHER;
}
