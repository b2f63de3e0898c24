/* sitemap.c - the text of every <loc> of a sitemap or <link> of a feed, with XML's five entities decoded.
 * A full XML parser would give the same: these elements mean nothing else, and have no comments around URLs.
 * Cost: one pass. Limits: the caller's buffer; max_bytes if it is gzipped. */
#include "source/addresses.h"

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

/* One URL; some generators put it into a CDATA section, where nothing is decoded. Results end with a zero
 * byte, so a text that contains one is skipped. */
static void url_read(slice text, buffer *out)
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

static bool has(slice text, const char *word)
{
    return text.len && memmem(text.data, text.len, word, strlen(word)) != NULL;
}

/* What stands between `begin` and the next `end`; `text` then begins after it. */
static bool between(slice *text, const char *begin, const char *end, slice *found)
{
    const char *from = text->len ? memmem(text->data, text->len, begin, strlen(begin)) : NULL;
    slice rest = from ? slice_from(*text, (size_t)(from - text->data) + strlen(begin)) : (slice){ "", 0 };
    const char *to = rest.len ? memmem(rest.data, rest.len, end, strlen(end)) : NULL;
    if (to == NULL)
        return false;
    *found = (slice){ rest.data, (size_t)(to - rest.data) };
    *text = slice_from(rest, found->len + strlen(end));
    return true;
}

static void elements_read(slice xml, const char *begin, const char *end, buffer *out)
{
    for (slice text; between(&xml, begin, end, &text);)
        url_read(slice_trim(text), out);
}

/* The value of an attribute of a start tag; empty if it has none. `name` includes the space before it and the "=" after
 * it: programs that make feeds write nothing else. */
static slice attribute_of(slice tag, const char *name)
{
    const char *found = tag.len ? memmem(tag.data, tag.len, name, strlen(name)) : NULL;
    slice rest = found ? slice_from(tag, (size_t)(found - tag.data) + strlen(name)) : (slice){ "", 0 };
    const char *stop = rest.len > 1 ? memchr(rest.data + 1, rest.data[0], rest.len - 1) : NULL;
    return stop ? (slice){ rest.data + 1, (size_t)(stop - rest.data - 1) } : (slice){ "", 0 };
}

/* Atom: <link href="URL"/> is a page unless its rel says otherwise. */
static void links_read(slice xml, buffer *out)
{
    for (slice tag; between(&xml, "<link", ">", &tag);) {
        slice rel = attribute_of(tag, " rel=");
        if (rel.len == 0 || slice_is(rel, "alternate"))
            url_read(slice_trim(attribute_of(tag, " href=")), out);
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
    *is_index = has(text, "<sitemapindex");
    if (ok && has(text, "<loc>")) {
        elements_read(text, "<loc>", "</loc>", out);
    } else if (ok && (has(text, "<rss") || has(text, "<feed") || has(text, "<rdf:RDF"))) {
        elements_read(text, "<link>", "</link>", out);
        links_read(text, out);
    } else if (ok) {
        lines_read(text, out);
    }
    inflater_free(&f);
    buffer_free(&plain);
    return ok && out->status != HUSK_NO_MEMORY;
}
