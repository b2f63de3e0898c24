/* mhtml.c - the page of an MHTML file (RFC 2557).
 * Its first HTML part is the page; images and style sheets follow it and are not read. Cost: one pass to the end of
 * that part, decoded in place. Limits: MAX_DEPTH parts that have parts themselves. */
#include "source/formats.h"

#include "source/http_message.h"
#include "source/sniff.h"

#define MAX_DEPTH 8u
#define MAX_BOUNDARY 200u /* RFC 2046 allows 70 */

typedef struct mime_head {
    slice type, encoding, location;
} mime_head;

/* Take a header and the empty line after it off the front of `rest`. */
static mime_head head_take(slice *rest)
{
    mime_head head = { 0 };
    slice all = *rest, line, name, value;
    while (head_line(rest, &line) && line.len)
        ;
    all.len -= rest->len;
    while (head_field(&all, &name, &value)) {
        if (slice_is_nocase(name, "content-type"))
            head.type = value;
        else if (slice_is_nocase(name, "content-transfer-encoding"))
            head.encoding = slice_trim(value);
        else if (slice_is_nocase(name, "content-location") || slice_is_nocase(name, "snapshot-content-location"))
            head.location = slice_trim(value);
    }
    return head;
}

/* The delimiter of a multipart type's parts, "--" and its boundary; empty if it is another type. */
static slice delimiter_of(slice type, char copy[MAX_BOUNDARY])
{
    static const char key[] = "boundary=";
    size_t at = 0, n = 2;
    memcpy(copy, "--", 2);
    if (!slice_starts_nocase(type, "multipart/"))
        return (slice){ copy, 0 };
    while (at < type.len && !slice_starts_nocase(slice_from(type, at), key))
        at++;
    at += sizeof key - 1;
    bool quoted = at < type.len && type.data[at] == '"';
    for (at += quoted; at < type.len && n < MAX_BOUNDARY; at++) {
        char c = type.data[at];
        if (quoted ? c == '"' : is_space(c) || c == ';')
            break;
        copy[n++] = c;
    }
    return (slice){ copy, n > 2 ? n : 0 };
}

/* Take what is before the next line that starts with the delimiter off the front of `rest`, and that line. False: it is
 * the last. */
static bool part_take(slice *rest, slice delimiter, slice *part)
{
    *part = *rest;
    for (size_t at = 0; at < part->len;) {
        const char *found = memmem(part->data + at, part->len - at, delimiter.data, delimiter.len);
        if (found == NULL)
            break;
        at = (size_t)(found - part->data);
        if (at == 0 || found[-1] == '\n') {
            slice after = slice_from(*part, at + delimiter.len), line;
            bool is_end = after.len >= 2 && memcmp(after.data, "--", 2) == 0;
            *rest = after;
            head_line(rest, &line);
            part->len = at;
            return !is_end;
        }
        at += delimiter.len;
    }
    *rest = slice_from(*rest, rest->len);
    return false;
}

/* Both decode in place: the output is never longer. Return its length. */
static size_t quoted_decode(char *text, size_t len)
{
    size_t n = 0;
    for (size_t at = 0; at < len; at++) {
        int32_t byte = text[at] == '=' ? hex_number((slice){ text, len }, at + 1, 2) : -1;
        if (text[at] != '=') {
            text[n++] = text[at];
        } else if (byte >= 0) {
            text[n++] = (char)byte;
            at += 2;
        } else { /* the line goes on in the next */
            while (at + 1 < len && text[at + 1] != '\n' && is_space(text[at + 1]))
                at++;
            at += at + 1 < len && text[at + 1] == '\n';
        }
    }
    return n;
}

static int base64_digit(char c)
{
    if (is_alpha(c))
        return c >= 'a' ? c - 'a' + 26 : c - 'A';
    return is_digit(c) ? c - '0' + 52 : c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

static size_t base64_decode(char *text, size_t len)
{
    size_t n = 0, bits = 0;
    uint32_t value = 0;
    for (size_t at = 0; at < len && text[at] != '='; at++) {
        int digit = base64_digit(text[at]);
        if (digit < 0)
            continue;
        value = value << 6 | (uint32_t)digit;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            text[n++] = (char)(value >> bits);
        }
    }
    return n;
}

/* Make the draft the decoded part. */
static void part_use(draft *d, const mime_head *head, slice location, slice part)
{
    slice charset = media_type_charset(head->type);
    char *text = d->bytes->data + (part.data - d->bytes->data);
    if (charset.len)
        draft_text(&d->charset, charset);
    if (slice_starts_nocase(head->location, "http"))
        location = head->location;
    if (slice_starts_nocase(location, "http") && d->url.len <= 1)
        draft_text(&d->url, location);
    d->start = (size_t)(part.data - d->bytes->data);
    d->len = slice_is_nocase(head->encoding, "base64")             ? base64_decode(text, part.len)
             : slice_is_nocase(head->encoding, "quoted-printable") ? quoted_decode(text, part.len)
                                                                   : part.len;
}

void mhtml_decode(draft *d)
{
    char copy[MAX_BOUNDARY];
    slice rest = { d->bytes->data + d->start, d->len }, part;
    mime_head head = head_take(&rest);
    slice location = head.location, delimiter = delimiter_of(head.type, copy);
    bool more = delimiter.len && part_take(&rest, delimiter, &part); /* what is before the first part */
    for (unsigned depth = 0; more && depth < MAX_DEPTH;) {
        more = part_take(&rest, delimiter, &part);
        slice body = part;
        head = head_take(&body);
        if (sniff_media_type(head.type) == FORMAT_HTML) {
            part_use(d, &head, location, body);
            return;
        }
        if (slice_starts_nocase(head.type, "multipart/")) {
            rest = body;
            delimiter = delimiter_of(head.type, copy);
            more = delimiter.len && part_take(&rest, delimiter, &part);
            depth++;
        }
    }
    draft_fail(d, HUSK_BAD_FILE, d->id.data ? d->id.data : "", "a MIME message without a web page");
}
