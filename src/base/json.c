/* json.c - text as a JSON string.
 * Runs without anything to escape are copied whole: that is nearly all of a page's text. */
#include "base/json.h"

/* What follows the backslash; 'u' for the rest below 0x20; 1 for bytes beyond ASCII, which are checked. */
static const char special[256] = {
    [0 ... 7] = 'u', ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', [11] = 'u', ['\f'] = 'f', ['\r'] = 'r', [14 ... 0x1f] = 'u',
    ['"'] = '"', ['\\'] = '\\', [0x7f] = 'u', [0x80 ... 0xff] = 1,
};

static void escape_one(buffer *out, unsigned char c, char how)
{
    static const char hex[] = "0123456789abcdef";
    char escaped[6] = { '\\', how, '0', '0', hex[c >> 4], hex[c & 15] };
    buffer_append(out, escaped, how == 'u' ? 6 : 2);
}

void json_escape(buffer *out, slice text)
{
    size_t from = 0, i = 0;
    while (i < text.len) {
        unsigned char c = (unsigned char)text.data[i];
        char how = special[c];
        if (how == 0) {
            i++;
            continue;
        }
        if (how == 1) {
            size_t at = i;
            bool bad = utf8_next(text.data, text.len, &at) == 0xfffd && at - i == 1;
            if (!bad) {
                i = at;
                continue;
            }
        }
        buffer_append(out, text.data + from, i - from);
        if (how == 1)
            buffer_append(out, "\xef\xbf\xbd", 3);
        else
            escape_one(out, c, how);
        from = ++i;
    }
    buffer_append(out, text.data + from, i - from);
}

void json_string(buffer *out, slice text)
{
    buffer_byte(out, '"');
    json_escape(out, text);
    buffer_byte(out, '"');
}
