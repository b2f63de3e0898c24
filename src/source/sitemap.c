/* sitemap.c - the text of every <loc>, with XML's five entities decoded.
 * A full XML parser would give the same: a sitemap has no other element of that name, and no comments around URLs.
 * Cost: one pass. Limits: the caller's buffer; max_bytes if it is gzipped. */
#include "source/sitemap.h"

#include "source/http_message.h"

static void text_decode(slice text, buffer *out)
{
    static const struct {
        const char *name;
        char c;
    } entities[] = { { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' }, { "&apos;", '\'' } };
    for (size_t i = 0; i < text.len; i++) {
        size_t e = 0, n = sizeof entities / sizeof *entities;
        for (; e < n; e++) {
            size_t len = strlen(entities[e].name);
            if (text.len - i >= len && memcmp(text.data + i, entities[e].name, len) == 0)
                break;
        }
        buffer_byte(out, e < n ? entities[e].c : text.data[i]);
        i += e < n ? strlen(entities[e].name) - 1 : 0;
    }
    buffer_byte(out, 0);
}

/* The text of one <loc>; some generators put it into a CDATA section, where nothing is decoded. Results end with a zero
 * byte, so a text that contains one is skipped. */
static void loc_read(slice text, buffer *out)
{
    static const char begin[] = "<![CDATA[", end[] = "]]>";
    size_t around = sizeof begin - 1 + sizeof end - 1;
    bool is_cdata = text.len >= around && memcmp(text.data, begin, sizeof begin - 1) == 0 &&
                    memcmp(text.data + text.len - (sizeof end - 1), end, sizeof end - 1) == 0;
    if (is_cdata)
        text = slice_trim((slice){ text.data + sizeof begin - 1, text.len - around });
    if (text.len == 0 || memchr(text.data, 0, text.len))
        return;
    if (is_cdata) {
        buffer_append(out, text.data, text.len);
        buffer_byte(out, 0);
    } else {
        text_decode(text, out);
    }
}

static void locs_read(slice xml, buffer *out)
{
    const char *p = xml.data, *end = xml.data + xml.len;
    while (p < end && (p = memmem(p, (size_t)(end - p), "<loc>", 5)) != NULL) {
        const char *stop = memmem(p + 5, (size_t)(end - p - 5), "</loc>", 6);
        if (stop == NULL)
            break;
        loc_read(slice_trim((slice){ p + 5, (size_t)(stop - p - 5) }), out);
        p = stop + 6;
    }
}

/* A sitemap may be plain text: one URL per line. */
static void lines_read(slice text, buffer *out)
{
    for (slice line; part_next(&text, '\n', &line);) {
        line = slice_trim(line);
        if (line.len > 7 && memcmp(line.data, "http", 4) == 0 && !memchr(line.data, 0, line.len)) {
            buffer_append(out, line.data, line.len);
            buffer_byte(out, 0);
        }
    }
}

bool sitemap_read(slice bytes, size_t max_bytes, buffer *out, bool *is_index)
{
    buffer plain;
    inflater f = { 0 };
    buffer_init(&plain, max_bytes + 1);
    bool is_zipped = codec_detect(bytes.data, bytes.len) == CODEC_GZIP;
    bool ok = !is_zipped || inflater_all(&f, CODEC_GZIP, bytes, max_bytes, &plain) != INFLATE_NO_MEMORY;
    slice text = is_zipped ? (slice){ plain.data, plain.len } : bytes;
    *is_index = text.len && memmem(text.data, text.len, "<sitemapindex", 13) != NULL;
    if (ok && text.len && memmem(text.data, text.len, "<loc>", 5))
        locs_read(text, out);
    else if (ok && text.len)
        lines_read(text, out);
    inflater_free(&f);
    buffer_free(&plain);
    return ok && out->status != HUSK_NO_MEMORY;
}
