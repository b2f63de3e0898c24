/* decode.c - decode raw bytes to UTF-8.
 * Evidence in the standard's order (BOM, HTTP, <meta>), then uchardet on what is not UTF-8. One deviation: valid
 * UTF-8 with non-ASCII letters is taken as UTF-8 whatever a label says, since such bytes are hardly ever anything
 * else and labels are often wrong. Cost: one pass to check; no copy if the input is already UTF-8. Labels and
 * decoders are lexbor's. uchardet and its C++ runtime are loaded for the first page that needs them; without them
 * such a page is read as windows-1252, the standard's fallback. */
#include "page/decode.h"

#include <lexbor/encoding/encoding.h>
#include <lexbor/html/encoding.h>
#include <pthread.h>
#include <uchardet/uchardet.h>

#include "base/system/loaded.h"

/* The standard asks for 1,024 bytes; real pages put scripts and comments before their <meta>. */
#define PRESCAN_BYTES 8192
/* Enough for uchardet to decide: it reads letters, not markup. */
#define DETECT_BYTES (256 << 10)

/* UTF-16 without a BOM has NUL in every second byte of the first markup characters. */
static lxb_encoding_t utf16_guess(slice bytes)
{
    size_t n = bytes.len < 512 ? bytes.len & ~(size_t)1 : 512, even = 0, odd = 0;
    for (size_t i = 0; i < n; i += 2) {
        even += bytes.data[i] == 0;
        odd += bytes.data[i + 1] == 0;
    }
    if (n >= 8 && odd > n / 2 * 6 / 10 && even < n / 20 + 1)
        return LXB_ENCODING_UTF_16LE;
    if (n >= 8 && even > n / 2 * 6 / 10 && odd < n / 20 + 1)
        return LXB_ENCODING_UTF_16BE;
    return LXB_ENCODING_AUTO;
}

/* Encodings that look like ASCII: NUL means UTF-16, ESC means ISO-2022-JP. */
static bool looks_seven_bit(slice bytes)
{
    return bytes.len && (memchr(bytes.data, 0, bytes.len < 512 ? bytes.len : 512) ||
                         memchr(bytes.data, 0x1b, bytes.len < PRESCAN_BYTES ? bytes.len : PRESCAN_BYTES));
}

static const lxb_encoding_data_t *usable(const lxb_encoding_data_t *data)
{
    if (data == NULL || data->encoding == LXB_ENCODING_REPLACEMENT || data->encoding == LXB_ENCODING_AUTO)
        return NULL;
    return data;
}

static const lxb_encoding_data_t *by_label(slice label)
{
    label = slice_trim(label);
    while (label.len && (*label.data == '"' || *label.data == '\'')) {
        label.data++;
        label.len--;
    }
    while (label.len && (label.data[label.len - 1] == '"' || label.data[label.len - 1] == '\''))
        label.len--;
    return label.len ? usable(lxb_encoding_data_by_name((const lxb_char_t *)label.data, label.len)) : NULL;
}

static const lxb_encoding_data_t *by_meta(slice bytes)
{
    lxb_html_encoding_t prescan;
    if (lxb_html_encoding_init(&prescan) != LXB_STATUS_OK)
        return NULL;
    size_t len = 0;
    const lxb_char_t *start = (const lxb_char_t *)bytes.data;
    const lxb_char_t *end = start + (bytes.len < PRESCAN_BYTES ? bytes.len : PRESCAN_BYTES);
    const lxb_char_t *name = lxb_html_encoding_prescan(&prescan, start, end, &len);
    const lxb_encoding_data_t *data = name ? usable(lxb_encoding_data_by_name(name, len)) : NULL;
    lxb_html_encoding_destroy(&prescan, false);
    return data;
}

#define UCHARDET_NAMES(X)   \
    X(uchardet_new)         \
    X(uchardet_handle_data) \
    X(uchardet_data_end)    \
    X(uchardet_get_charset) \
    X(uchardet_delete)

static struct {
    UCHARDET_NAMES(LOADED_MEMBER)
} uchardet;
static bool is_loaded;

static void load(void)
{
    static const char *const names[] = { UCHARDET_NAMES(LOADED_NAME) };
    is_loaded = loaded_fill(HUSK_SONAME_uchardet, names, sizeof names / sizeof *names, &uchardet);
}

/* uchardet's names that the standard spells differently. */
static slice standard_name(const char *name)
{
    static const struct {
        const char *given, *label;
    } names[] = { { "UHC", "euc-kr" }, { "MAC-CYRILLIC", "x-mac-cyrillic" }, { "BIG5-HKSCS", "big5" } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].given, name) == 0)
            name = names[i].label;
    return (slice){ name, strlen(name) };
}

static const lxb_encoding_data_t *by_letters(slice bytes)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    uchardet_t detector = is_loaded ? uchardet.uchardet_new() : NULL;
    if (detector == NULL)
        return NULL;
    const lxb_encoding_data_t *data = NULL;
    if (uchardet.uchardet_handle_data(detector, bytes.data, bytes.len < DETECT_BYTES ? bytes.len : DETECT_BYTES) == 0) {
        uchardet.uchardet_data_end(detector);
        data = by_label(standard_name(uchardet.uchardet_get_charset(detector)));
    }
    uchardet.uchardet_delete(detector);
    /* Bytes that are not UTF-8 remain so, whatever their start looked like. */
    return data && data->encoding != LXB_ENCODING_UTF_8 ? data : NULL;
}

static husk_status convert(slice bytes, const lxb_encoding_data_t *from, buffer *out)
{
    lxb_codepoint_t points[1024];
    static const lxb_codepoint_t replacement = 0xfffd;
    lxb_encoding_decode_t context = { 0 };
    lxb_encoding_decode_init(&context, from, points, sizeof points / sizeof *points);
    lxb_encoding_decode_replace_set(&context, &replacement, 1);
    const lxb_char_t *at = (const lxb_char_t *)bytes.data, *end = at + bytes.len;
    bool more = true;
    while (more) {
        more = from->decode(&context, &at, end) == LXB_STATUS_SMALL_BUFFER;
        if (!more)
            lxb_encoding_decode_finish(&context);
        size_t n = lxb_encoding_decode_buf_used(&context);
        if (!buffer_reserve(out, n * 4))
            break;
        for (size_t i = 0; i < n; i++)
            out->len += utf8_put(points[i], out->data + out->len);
        lxb_encoding_decode_buf_used_set(&context, 0);
    }
    return out->status;
}

/* Replace invalid bytes by U+FFFD; for a page that declares UTF-8 and has a few stray bytes. */
static husk_status repair(slice bytes, buffer *out)
{
    for (size_t at = 0; at < bytes.len && out->status == HUSK_OK;) {
        size_t good = utf8_valid_len(bytes.data + at, bytes.len - at);
        buffer_append(out, bytes.data + at, good);
        at += good;
        if (at < bytes.len) {
            utf8_next(bytes.data, bytes.len, &at);
            buffer_append(out, "\xef\xbf\xbd", 3);
        }
    }
    return out->status;
}

/* Mostly UTF-8: at least nine of ten non-ASCII bytes are part of a valid sequence. A cut last character is no error. */
static bool nearly_utf8(slice bytes)
{
    size_t good = 0, bad = 0;
    for (size_t at = 0; at < bytes.len;) {
        if ((unsigned char)bytes.data[at] < 0x80) {
            at++;
            continue;
        }
        size_t start = at;
        uint32_t c = utf8_next(bytes.data, bytes.len, &at);
        if (c == 0xfffd && at - start == 1)
            bad++;
        else
            good += at - start;
    }
    return good > bad * 9;
}

static const lxb_encoding_data_t *choose(slice bytes, const char *http_charset)
{
    lxb_encoding_t wide = utf16_guess(bytes);
    if (wide != LXB_ENCODING_AUTO)
        return lxb_encoding_data(wide);
    const lxb_encoding_data_t *data = http_charset ? by_label((slice){ http_charset, strlen(http_charset) }) : NULL;
    /* UTF-16 would have been detected above: a label that says so is wrong. */
    if (data && (data->encoding == LXB_ENCODING_UTF_16LE || data->encoding == LXB_ENCODING_UTF_16BE) && bytes.len >= 8)
        data = NULL;
    if (data == NULL)
        data = by_meta(bytes);
    if (data && data->encoding == LXB_ENCODING_UTF_8 && !nearly_utf8(bytes))
        data = NULL;
    if (data == NULL && nearly_utf8(bytes))
        data = lxb_encoding_data(LXB_ENCODING_UTF_8);
    if (data == NULL)
        data = by_letters(bytes);
    return data ? data : lxb_encoding_data(LXB_ENCODING_WINDOWS_1252);
}

/* utf8_valid_len, and a look for carriage returns while the bytes are in the fast cache. */
static size_t valid_len(slice bytes, bool *has_return)
{
    enum { PIECE = 16384, CHARACTER = 4 };
    *has_return = false;
    for (size_t at = 0; at < bytes.len;) {
        size_t left = bytes.len - at, n = left < PIECE ? left : PIECE;
        size_t good = utf8_valid_len(bytes.data + at, n);
        if (good < n && (n == left || n - good >= CHARACTER)) /* not just a character that the piece cut */
            return at + good;
        *has_return = *has_return || memchr(bytes.data + at, '\r', good);
        at += good;
    }
    return bytes.len;
}

husk_status decode(slice bytes, const char *http_charset, buffer *out, decoded_text *text)
{
    const lxb_encoding_data_t *from = NULL;
    if (bytes.len >= 3 && memcmp(bytes.data, "\xef\xbb\xbf", 3) == 0) {
        bytes = (slice){ bytes.data + 3, bytes.len - 3 };
        from = lxb_encoding_data(LXB_ENCODING_UTF_8);
    } else if (bytes.len >= 2 && (memcmp(bytes.data, "\xff\xfe", 2) == 0 || memcmp(bytes.data, "\xfe\xff", 2) == 0)) {
        from = lxb_encoding_data(bytes.data[0] == '\xff' ? LXB_ENCODING_UTF_16LE : LXB_ENCODING_UTF_16BE);
        bytes = (slice){ bytes.data + 2, bytes.len - 2 };
    }
    *text = (decoded_text){ bytes, "UTF-8", false };
    if (from == NULL || from->encoding == LXB_ENCODING_UTF_8) {
        bool has_return;
        size_t good = valid_len(bytes, &has_return);
        if (good == bytes.len && !looks_seven_bit(bytes)) {
            text->no_returns = !has_return;
            return HUSK_OK;
        }
    }
    if (from == NULL)
        from = choose(bytes, http_charset);
    text->encoding = (const char *)from->name;
    buffer_trim(out, SIZE_MAX);
    husk_status status = from->encoding == LXB_ENCODING_UTF_8 ? repair(bytes, out) : convert(bytes, from, out);
    text->text = (slice){ out->data ? out->data : "", out->len };
    return status;
}

/* --- other formats than HTML -------------------------------------------------------------------------------------- */

/* Only signatures that no text starts with, so that a page is never refused. Signatures: section 6 of the MIME Sniffing
 * standard, and the formats' specifications. */
typedef struct signature {
    slice bytes;
    size_t at;
    const char *what;
} signature;

static const signature signatures[] = {
    { { "%PDF-", 5 }, 0, "a PDF, not a web page" },
    { { "\x89PNG\r\n\x1a\n", 8 }, 0, "a PNG image, not a web page" },
    { { "\xff\xd8\xff", 3 }, 0, "a JPEG image, not a web page" },
    { { "GIF87a", 6 }, 0, "a GIF image, not a web page" },
    { { "GIF89a", 6 }, 0, "a GIF image, not a web page" },
    { { "WEBPVP8", 7 }, 8, "a WebP image, not a web page" },
    { { "ftypavif", 8 }, 4, "an AVIF image, not a web page" },
    { { "II*\0", 4 }, 0, "a TIFF image, not a web page" },
    { { "MM\0*", 4 }, 0, "a TIFF image, not a web page" },
    { { "\0\0\1\0", 4 }, 0, "an icon, not a web page" },
    { { "ftyp", 4 }, 4, "a video or sound file, not a web page" },
    { { "\x1a\x45\xdf\xa3", 4 }, 0, "a video or sound file, not a web page" },
    { { "OggS\0", 5 }, 0, "a video or sound file, not a web page" },
    { { "ID3\3", 4 }, 0, "a sound file, not a web page" },
    { { "ID3\4", 4 }, 0, "a sound file, not a web page" },
    { { "PK\3\4", 4 }, 0, "a ZIP archive or office document, not a web page" },
    { { "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8 }, 0, "an office document, not a web page" },
    { { "{\\rtf1", 6 }, 0, "an RTF document, not a web page" },
    { { "%!PS-Adobe", 10 }, 0, "a PostScript document, not a web page" },
    { { "Rar!\x1a\7", 6 }, 0, "an archive, not a web page" },
    { { "7z\xbc\xaf\x27\x1c", 6 }, 0, "an archive, not a web page" },
    { { "BZh91AY&SY", 10 }, 0, "an archive, not a web page" },
    { { "\xfd\x37zXZ\0", 6 }, 0, "an archive, not a web page" },
    { { "wOFF\0", 5 }, 0, "a font, not a web page" },
    { { "wOF2\0", 5 }, 0, "a font, not a web page" },
    { { "\x7f\x45LF", 4 }, 0, "a program, not a web page" },
    { { "SQLite format 3\0", 16 }, 0, "a SQLite database, not a web page" },
};

/* Are more than a twentieth of the first bytes controls that no text has? Of random bytes it is a tenth. UTF-16 is told
 * by its mark, or by zeros in every other place. */
static bool is_binary(slice bytes)
{
    size_t n = bytes.len < 1024 ? bytes.len : 1024, controls = 0, zeros[2] = { 0 };
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)bytes.data[i];
        zeros[i % 2] += c == 0;
        controls += c < 0x20 && !(c >= '\t' && c <= '\r') && c != 0x1b; /* ISO-2022-JP has escapes */
    }
    bool has_mark = n >= 2 && (memcmp(bytes.data, "\xff\xfe", 2) == 0 || memcmp(bytes.data, "\xfe\xff", 2) == 0);
    bool is_wide = has_mark || zeros[0] > n / 20 + 8 * zeros[1] || zeros[1] > n / 20 + 8 * zeros[0];
    return n >= 64 && controls * 20 > n && !is_wide;
}

const char *foreign_bytes(slice bytes)
{
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        const signature *s = &signatures[i];
        if (bytes.len >= s->at + s->bytes.len && memcmp(bytes.data + s->at, s->bytes.data, s->bytes.len) == 0)
            return s->what;
    }
    return is_binary(bytes) ? "binary data, not a web page" : NULL;
}
