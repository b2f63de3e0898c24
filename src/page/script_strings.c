/* script_strings.c - the strings in a script's JSON or JavaScript.
 * The scanner knows only quotes, brackets, colons and comments, so it reads what no JSON parser accepts (assignments,
 * single quotes, bare keys, calls, a truncated end) and allocates nothing. A quote inside a regular expression can
 * mislead it, at most to the end of the line. Cost: linear. Limits: keys are tracked MAX_DEPTH deep; below that the
 * path stays the same. */
#include "page/script_strings.h"

#include "base/hash.h"

#define MAX_DEPTH 96u /* deeper state is rare; the path stays at this depth */

typedef struct level {
    uint64_t path;
    slice key; /* the key that led here, also for list items */
    bool object, shut;
} level;

typedef struct scanner {
    const script_scan *scan;
    slice text;
    size_t at;
    level stack[MAX_DEPTH];
    uint32_t depth; /* may exceed MAX_DEPTH: then nothing is kept */
    slice key;      /* read, its value not yet */
} scanner;

static size_t skip_space(slice text, size_t at)
{
    while (at < text.len && is_space(text.data[at]))
        at++;
    return at;
}

/* The end of the string that starts after the quote at `at`: its closing quote, or the end of the line where a string
 * can't continue. */
static size_t string_end(slice text, size_t at, bool *closed)
{
    char quote = text.data[at++];
    for (; at < text.len; at++) {
        char c = text.data[at];
        if (c == quote) {
            *closed = true;
            return at;
        }
        if (c == '\\')
            at++;
        else if (c == '\n' && quote != '`')
            break;
    }
    *closed = false;
    return at < text.len ? at : text.len;
}

static level *top(scanner *s)
{
    return &s->stack[(s->depth < MAX_DEPTH ? s->depth : MAX_DEPTH) - 1];
}

static slice current_key(scanner *s)
{
    return s->key.len || top(s)->object ? s->key : top(s)->key;
}

static uint64_t value_path(scanner *s)
{
    return s->key.len ? hash_pair(top(s)->path, hash_bytes(s->key.data, s->key.len)) : top(s)->path;
}

static void open_level(scanner *s, bool object)
{
    level next = { value_path(s), current_key(s), object, top(s)->shut };
    if (!next.shut && s->key.len && s->scan->is_shut)
        next.shut = s->scan->is_shut(s->key);
    s->depth++;
    if (s->depth <= MAX_DEPTH)
        s->stack[s->depth - 1] = next;
    s->key = (slice){ NULL, 0 };
}

/* A name or string followed by a colon is a key. */
static bool take_key(scanner *s, slice name, size_t after)
{
    size_t colon = skip_space(s->text, after);
    if (colon >= s->text.len || s->text.data[colon] != ':' || !top(s)->object)
        return false;
    s->key = name;
    s->at = colon + 1;
    return true;
}

static bool take_string(scanner *s)
{
    bool closed;
    size_t start = s->at + 1, end = string_end(s->text, s->at, &closed);
    slice raw = { s->text.data + start, end - start };
    s->at = end + (end < s->text.len);
    if (!closed || take_key(s, raw, s->at) || raw.len < s->scan->least)
        return true;
    script_string string = { raw, current_key(s), top(s)->key, value_path(s), top(s)->shut };
    if (!string.shut && s->scan->is_shut && s->key.len)
        string.shut = s->scan->is_shut(s->key);
    return s->scan->each(s->scan->context, &string);
}

static bool is_name(char c)
{
    static const bool names[256] = { ['a' ... 'z'] = true, ['A' ... 'Z'] = true, ['0' ... '9'] = true,
                                     ['_'] = true,         ['$'] = true,         [0x80 ... 0xff] = true };
    return names[(unsigned char)c];
}

static void take_name(scanner *s)
{
    size_t from = s->at;
    while (s->at < s->text.len && is_name(s->text.data[s->at]))
        s->at++;
    take_key(s, (slice){ s->text.data + from, s->at - from }, s->at);
}

static void skip_comment(scanner *s)
{
    if (s->at + 1 < s->text.len && s->text.data[s->at + 1] == '/') {
        const char *end = memchr(s->text.data + s->at, '\n', s->text.len - s->at);
        s->at = end ? (size_t)(end - s->text.data) : s->text.len;
    } else if (s->at + 1 < s->text.len && s->text.data[s->at + 1] == '*') {
        const char *end = memmem(s->text.data + s->at + 2, s->text.len - s->at - 2, "*/", 2);
        s->at = end ? (size_t)(end - s->text.data) + 2 : s->text.len;
    } else {
        s->at++;
    }
}

void script_strings(slice text, const script_scan *scan)
{
    scanner s = { .scan = scan, .text = text, .depth = 1 };
    s.stack[0] = (level){ 0 };
    while (s.at < text.len) {
        char c = text.data[s.at];
        switch (c) {
        case '"':
        case '\'':
        case '`':
            if (!take_string(&s))
                return;
            break;
        case '{':
        case '[':
            open_level(&s, c == '{');
            s.at++;
            break;
        case '}':
        case ']':
            s.depth -= s.depth > 1;
            s.key = (slice){ NULL, 0 };
            s.at++;
            break;
        case ',':
        case ';':
            s.key = (slice){ NULL, 0 };
            s.at++;
            break;
        case '/':
            skip_comment(&s);
            break;
        default:
            if (is_name(c))
                take_name(&s);
            else
                s.at++;
            break;
        }
    }
}

/* The escape whose backslash is at `at`; returns the position after it. */
static size_t unescape_one(slice raw, size_t at, buffer *out)
{
    static const char from[] = "nrtbfv0", to[] = "\n\r\t\b\f\v ";
    char c = at + 1 < raw.len ? raw.data[at + 1] : '\\';
    const char *known = c ? strchr(from, c) : NULL;
    if (known) {
        buffer_byte(out, to[known - from]);
        return at + 2;
    }
    if (c == 'u' || c == 'x') {
        size_t n = c == 'u' ? 4 : 2, after = at + 2 + n;
        int32_t unit = hex_number(raw, at + 2, n);
        if (unit >= 0xd800 && unit < 0xdc00 && after + 1 < raw.len && raw.data[after] == '\\' &&
            raw.data[after + 1] == 'u') {
            int32_t low = hex_number(raw, after + 2, 4);
            if (low >= 0xdc00 && low < 0xe000) {
                unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                after += 6;
            }
        }
        if (unit >= 0) {
            char bytes[4];
            buffer_append(out, bytes, utf8_put(unit >= 0xd800 && unit < 0xe000 ? 0xfffd : (uint32_t)unit, bytes));
            return after;
        }
    }
    if (c != '\n')
        buffer_byte(out, c);
    return at + 2;
}

void script_unescape(slice raw, buffer *out)
{
    for (size_t at = 0; at < raw.len;) {
        const char *slash = memchr(raw.data + at, '\\', raw.len - at);
        size_t end = slash ? (size_t)(slash - raw.data) : raw.len;
        buffer_append(out, raw.data + at, end - at);
        at = slash ? unescape_one(raw, end, out) : end;
    }
}
