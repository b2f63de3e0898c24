/* loose_json.c - JSON as found on pages.
 * Most of it is valid: it is read as is, with yyjson's tolerance (comments, trailing commas). If that fails, it is
 * copied once with its strings repaired (raw control characters, bad escapes, inner quotes) and read again. Cost:
 * yyjson's (about 1 GB/s); repairing is one more pass. Limits: LOOSE_JSON_MAX; yyjson itself does not recurse. */
#include "page/loose_json.h"

#include "base/buffer.h"

/* 1 MB of "[[[[" takes 16 MB in yyjson: the cap on the text also caps memory. */
static const yyjson_read_flag tolerant = YYJSON_READ_STOP_WHEN_DONE | YYJSON_READ_ALLOW_TRAILING_COMMAS |
                                         YYJSON_READ_ALLOW_COMMENTS | YYJSON_READ_ALLOW_INF_AND_NAN |
                                         YYJSON_READ_ALLOW_INVALID_UNICODE | YYJSON_READ_ALLOW_BOM;

/* Skip opening comment and CDATA marks, in any order and number, up to the first bracket. */
static slice unwrap(slice s)
{
    static const char *const openings[] = { "<!--", "//", "/*", "*/", "<![CDATA[", "]]>", "-->", "\xef\xbb\xbf" };
    for (bool again = true; again;) {
        s = slice_trim(s);
        again = false;
        for (size_t i = 0; i < sizeof openings / sizeof *openings && !again; i++)
            if (slice_starts(s, openings[i])) {
                s = slice_from(s, strlen(openings[i]));
                again = true;
            }
    }
    return s;
}

/* Is the quote at `i` inside its string? A closing quote is followed by a comma, colon, bracket or the end. */
static bool is_inner_quote(slice s, size_t i)
{
    for (i++; i < s.len && is_space(s.data[i]); i++)
        ;
    if (i >= s.len || s.data[i] == '}' || s.data[i] == ']' || s.data[i] == ':')
        return false;
    if (s.data[i] != ',')
        return true;
    for (i++; i < s.len && is_space(s.data[i]); i++)
        ;
    return !(i >= s.len || s.data[i] == '"' || s.data[i] == '{' || s.data[i] == '[' || s.data[i] == '}' ||
             s.data[i] == ']' || s.data[i] == '-' || (s.data[i] >= '0' && s.data[i] <= '9') || s.data[i] == 't' ||
             s.data[i] == 'f' || s.data[i] == 'n');
}

/* Keep valid escapes; half a surrogate pair becomes U+FFFD; any other backslash is dropped. */
static void mend_escape(buffer *out, slice s, size_t *i)
{
    char next = *i + 1 < s.len ? s.data[*i + 1] : 0;
    if (next && strchr("\"\\/bfnrt", next)) {
        buffer_append(out, s.data + *i, 2);
        ++*i;
        return;
    }
    int unit = escaped_unit(s, *i);
    if (unit < 0)
        return;
    int low = unit >= 0xd800 && unit < 0xdc00 ? escaped_unit(s, *i + 6) : -1;
    size_t len = low >= 0xdc00 && low < 0xe000 ? 12 : 6;
    if (len == 6 && unit >= 0xd800 && unit < 0xe000)
        buffer_text(out, "\\ufffd");
    else
        buffer_append(out, s.data + *i, len);
    *i += len - 1;
}

static void mend(slice s, buffer *out)
{
    bool inside = false;
    for (size_t i = 0; i < s.len; i++) {
        char c = s.data[i];
        if (!inside) {
            if ((unsigned char)c >= 0x20 || is_space(c))
                buffer_byte(out, c);
            inside = c == '"';
        } else if (c == '"') {
            if (is_inner_quote(s, i))
                buffer_append(out, "\\\"", 2);
            else {
                buffer_byte(out, c);
                inside = false;
            }
        } else if (c == '\\') {
            mend_escape(out, s, &i);
        } else if ((unsigned char)c < 0x20) {
            buffer_text(out, c == '\n' ? "\\n" : " ");
        } else {
            buffer_byte(out, c);
        }
    }
}

yyjson_doc *loose_json_read(slice text)
{
    text = unwrap(text);
    if (text.len < 2 || text.len > LOOSE_JSON_MAX || (text.data[0] != '{' && text.data[0] != '['))
        return NULL;
    /* without INSITU the text is not written to */
    yyjson_doc *doc = yyjson_read_opts((char *)text.data, text.len, tolerant, NULL, NULL);
    if (doc)
        return doc;
    buffer mended;
    buffer_init(&mended, LOOSE_JSON_MAX * 2);
    mend(text, &mended);
    if (mended.status == HUSK_OK)
        doc = yyjson_read_opts(mended.data, mended.len, tolerant, NULL, NULL);
    buffer_free(&mended);
    return doc;
}

slice json_string_of(yyjson_val *value)
{
    return yyjson_is_str(value) ? (slice){ yyjson_get_str(value), yyjson_get_len(value) } : (slice){ NULL, 0 };
}

slice json_member_string(yyjson_val *object, const char *key)
{
    return json_string_of(yyjson_obj_get(object, key));
}
