/* sniff.c - detect the format from bytes or a media type.
 * HTML is detected as in browsers: by its first tag after white space, comments and an XML declaration (the table in
 * section 7.1 of the MIME Sniffing standard). Cost: at most SNIFF_BYTES are examined. */
#include "source/sniff.h"

#include <string.h>

#include "base/endings.h"

static slice skip_space(slice s)
{
    return slice_from(s, leading_space(s));
}

static slice skip_bom(slice s)
{
    return slice_starts_nocase(s, "\xEF\xBB\xBF") ? slice_from(s, 3) : s;
}

/* Skip one comment or declaration; false if there is none. An unterminated one leaves nothing. */
static bool skip_markup(slice *s, const char *open, const char *close)
{
    if (!slice_starts_nocase(*s, open))
        return false;
    const char *end = memmem(s->data, s->len, close, strlen(close));
    *s = end ? slice_from(*s, (size_t)(end - s->data) + strlen(close)) : slice_from(*s, s->len);
    return true;
}

static bool is_html(slice s)
{
    static const char *const tags[] = {
        "<!doctype html", "<html",    "<head",    "<body",   "<title", "<script", "<style", "<meta", "<link",
        "<table",         "<div",     "<h1",      "<p",      "<br",    "<a",      "<b",     "<font", "<iframe",
        "<main",          "<article", "<section", "<header", "<nav",   "<ul",     "<base"
    };
    do
        s = skip_space(s);
    while (skip_markup(&s, "<!--", "-->") || skip_markup(&s, "<?xml", "?>"));
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        size_t len = strlen(tags[i]);
        if (slice_starts_nocase(s, tags[i]) && s.len > len && (is_space(s.data[len]) || s.data[len] == '>'))
            return true;
    }
    return false;
}

/* UTF-16 with a byte order mark: every second byte is the ASCII character. */
static slice fold_utf16(slice s, char *out, size_t room)
{
    bool little = s.len > 2 && s.data[0] == '\xFF' && s.data[1] == '\xFE',
         big = s.len > 2 && s.data[0] == '\xFE' && s.data[1] == '\xFF';
    size_t n = 0;
    if (!little && !big)
        return s;
    for (size_t i = little ? 2 : 3; i < s.len && n < room; i += 2)
        out[n++] = s.data[i];
    return (slice){ out, n };
}

/* A header with these two fields; its first line is a field, too. */
static bool is_mhtml(slice s)
{
    const char *colon = s.len ? memchr(s.data, ':', s.len < 64 ? s.len : 64) : NULL;
    for (const char *c = s.data; colon && c < colon; c++)
        if (!is_alpha(*c) && *c != '-')
            return false;
    const char *end = colon ? memmem(s.data, s.len, "\r\n\r\n", 4) : NULL;
    end = colon && end == NULL ? memmem(s.data, s.len, "\n\n", 2) : end;
    s.len = end ? (size_t)(end - s.data) : s.len;
    return colon && slice_has_nocase(s, "mime-version:") && slice_has_nocase(s, "content-type: multipart/");
}

static bool is_tar(slice s)
{
    return s.len > 262 && memcmp(s.data + 257, "ustar", 5) == 0;
}

/* " CDX N b a", "org,example)/ 20240101000000 {", or the name of a WARC file alone. */
static bool is_index(slice s)
{
    slice line, key, date;
    const char *end = s.len ? memchr(s.data, '\n', s.len) : NULL;
    s.len = end ? (size_t)(end - s.data) : s.len;
    if (slice_starts(s, " CDX ") || slice_starts_nocase(s, "!openwayback-cdxj"))
        return true;
    line = slice_trim(s);
    if (!slice_word(&line, &key))
        return false;
    if (!slice_word(&line, &date))
        return ending_of_file(key) == ENDING_WARC;
    for (size_t i = 0; i < date.len; i++)
        if (!is_digit(date.data[i]))
            return false;
    line = slice_trim(line);
    return date.len >= 8 && date.len <= 17 && line.len && line.data[0] == '{';
}

format sniff_bytes(const char *data, size_t len)
{
    char folded[256];
    slice s = skip_bom((slice){ data, len < SNIFF_BYTES ? len : SNIFF_BYTES });
    if (slice_starts_nocase(s, "warc/") && memcmp(s.data, "WARC/", 5) == 0)
        return FORMAT_WARC;
    if (s.len >= 4 && (memcmp(s.data, "PK\3\4", 4) == 0 || memcmp(s.data, "PK\5\6", 4) == 0))
        return FORMAT_ZIP;
    if (is_mhtml(s))
        return FORMAT_MHTML;
    if (is_tar(s))
        return FORMAT_TAR;
    if (is_html(fold_utf16(s, folded, sizeof folded)))
        return FORMAT_HTML;
    if (is_index(s))
        return FORMAT_INDEX;
    s = skip_space(s);
    if (s.len == 0 || s.data[0] != '{')
        return FORMAT_OTHER;
    s = skip_space(slice_from(s, 1));
    return s.len && (s.data[0] == '"' || s.data[0] == '}') ? FORMAT_JSONL : FORMAT_OTHER;
}

static bool has_key(slice line, const char *key)
{
    size_t len = strlen(key);
    for (const char *at = line.data; (at = memmem(at, line.len - (size_t)(at - line.data), key, len)) != NULL;) {
        bool is_quoted = at > line.data && at[-1] == '"';
        at += len;
        slice rest = { at, line.len - (size_t)(at - line.data) };
        is_quoted = is_quoted && rest.len && rest.data[0] == '"';
        rest = is_quoted ? skip_space(slice_from(rest, 1)) : (slice){ 0 };
        if (rest.len && rest.data[0] == ':')
            return true;
    }
    return false;
}

static slice first_line(const char *data, size_t len)
{
    slice s = skip_space(skip_bom((slice){ data, len }));
    const char *end = s.len ? memchr(s.data, '\n', s.len) : NULL;
    if (end)
        s.len = (size_t)(end - s.data);
    return slice_trim(s);
}

bool sniff_has_key(const char *data, size_t len, const char *key, const char *other)
{
    slice s = first_line(data, len);
    return s.len && (has_key(s, key) || has_key(s, other));
}

bool sniff_is_whole_object(const char *data, size_t len)
{
    slice s = first_line(data, len);
    return s.len > 1 && s.data[0] == '{' && s.data[s.len - 1] == '}';
}

static slice type_of(slice type)
{
    const char *end = type.len ? memchr(type.data, ';', type.len) : NULL;
    if (end)
        type.len = (size_t)(end - type.data);
    return slice_trim(type);
}

format sniff_media_type(slice type)
{
    type = type_of(type);
    if (slice_is_nocase(type, "text/html") || slice_is_nocase(type, "application/xhtml+xml"))
        return FORMAT_HTML;
    return slice_is_nocase(type, "text/plain") ? FORMAT_TEXT : FORMAT_OTHER;
}

bool sniff_is_unknown_type(slice type)
{
    static const char *const unknown[] = { "",    "unknown/unknown", "application/unknown", "application/octet-stream",
                                           "*/*", "no-type" };
    type = type_of(type);
    return SLICE_IS_ANY(type, unknown) || memchr(type.data, '/', type.len) == NULL;
}
