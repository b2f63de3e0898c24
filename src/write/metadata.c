/* metadata.c - a page's metadata as JSON and as the YAML header of Markdown, and its title as a heading.
 * YAML's double-quoted strings are JSON's with four more characters to escape, so one escaping serves both. Cost:
 * linear. */

#include "base/escape.h"
#include "base/limits.h"
#include "write/element.h"

void metadata_fields(const husk_metadata *m, metadata_field out[METADATA_FIELDS])
{
    const metadata_field fields[METADATA_FIELDS] = {
        { "title", &m->title, m->title.len > 0, false },
        { "author", &m->author, m->author.len > 0, false },
        { "date", &m->date, m->date.len > 0, false },
        { "published", &m->published, m->published.len > 0, false },
        { "modified", &m->modified, m->modified.len > 0, false },
        { "sitename", &m->sitename, m->sitename.len > 0, false },
        { "description", &m->description, m->description.len > 0, false },
        { "language", &m->language, m->language.len > 0, false },
        { "url", &m->url, m->url.len > 0, false },
        { "image", &m->image, m->image.len > 0, false },
        { "images", m->images, m->n_images > 1 ? m->n_images : 0, true }, /* one is `image` */
        { "categories", m->categories, m->n_categories, true },
        { "tags", m->tags, m->n_tags, true },
        { "license", &m->license, m->license.len > 0, false },
        { "pagetype", &m->pagetype, m->pagetype.len > 0, false },
    };
    memcpy(out, fields, sizeof fields);
}

/* A JSON string in which YAML 1.1 would still see line breaks (U+0085, U+2028, U+2029) or a byte order mark. */
static void yaml_string(buffer *out, slice text)
{
    size_t from = 0;
    buffer_byte(out, '"');
    for (size_t at = 0; at < text.len;) {
        size_t before = at;
        uint32_t c = utf8_next(text.data, text.len, &at);
        bool special =
            (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xfeff || (c >= 0xfffe && c <= 0xffff);
        if (!special)
            continue;
        json_escape(out, (slice){ text.data + from, before - from });
        buffer_format(out, "\\u%04x", (unsigned)c);
        from = at;
    }
    json_escape(out, (slice){ text.data + from, text.len - from });
    buffer_byte(out, '"');
}

/* Lists are in brackets in JSON, an item per line in YAML. */
static void write_fields(const husk_metadata *m, bool yaml, buffer *out)
{
    metadata_field fields[METADATA_FIELDS];
    const char *before = yaml ? "---\n" : "{", *end = yaml ? "" : "{}";
    metadata_fields(m, fields);
    for (size_t i = 0; i < METADATA_FIELDS; i++) {
        const metadata_field *f = &fields[i];
        if (f->n == 0)
            continue;
        buffer_format(out, yaml ? "%s%s:" : "%s\"%s\": ", before, f->name);
        for (size_t k = 0; k < f->n; k++) {
            buffer_text(out, !yaml ? (k ? ", " : f->is_list ? "[" : "") : f->is_list ? "\n  - " : " ");
            (yaml ? yaml_string : json_string)(out, f->values[k]);
        }
        buffer_text(out, yaml ? "\n" : f->is_list ? "]" : "");
        before = yaml ? "" : ", ";
        end = yaml ? "---\n\n" : "}";
    }
    buffer_text(out, end);
}

void metadata_json(const husk_metadata *m, buffer *out)
{
    write_fields(m, false, out);
}

void metadata_yaml(const husk_metadata *m, buffer *out)
{
    write_fields(m, true, out);
}

/* --- the title before the content --------------------------------------------------------------------------------- */

/* Titles and headings differ in small things (case, a dash, the site's name): before the text begins, two are the same
 * if one contains the other's letters and is at most twice as long. A heading that is part of the title must be the
 * first: a later one is of a section, "Pruning" below "Pruning apples". Below text, only an <h1> with the title's own
 * letters is the title: others are of sections, "Winter pruning" in "Pruning". */

/* A longer title is ignored, and a heading's text is read no further. */
#define MAX_TITLE 1024
/* Bytes of text that may stand before the title's heading: a date, a notice, a line on the author. */
#define MOST_BEFORE 300

/* The letters and digits of a text, lower-cased; returns the length in bytes. */
static size_t letters_of(slice text, char *out, size_t max)
{
    size_t n = 0;
    for (size_t at = 0; at < text.len && n + 4 <= max;) {
        uint32_t c = utf8_next(text.data, text.len, &at);
        if (is_word(c))
            n += utf8_put(lower_point(c), out + n);
    }
    return n;
}

static bool is_same(slice title, slice heading, bool is_first)
{
    bool is_part = title.len > heading.len;
    slice longer = is_part ? title : heading, shorter = is_part ? heading : title;
    return shorter.len && (is_first || !is_part) && 2 * shorter.len >= longer.len &&
           memmem(longer.data, longer.len, shorter.data, shorter.len) != NULL;
}

static bool is_title(slice title, slice heading, uint16_t tag, size_t before, bool is_first)
{
    return before <= MOST_BEFORE ? is_same(title, heading, is_first) : tag == TAG_H1 && slice_same(title, heading);
}

husk_status title_is_needed(const husk_page *page, slice title, const write_options *options, bool *needed)
{
    char wanted[MAX_TITLE], found[MAX_TITLE];
    slice a = { wanted, letters_of(title, wanted, sizeof wanted) };
    *needed = false;
    if (a.len == 0 || title.len > MAX_TITLE)
        return HUSK_OK;
    buffer text;
    bool found_any = false;
    size_t before = 0; /* bytes written before the heading */
    buffer_init(&text, HUSK_MAX_PAGE_BYTES);
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        uint16_t tag = page->tag[i];
        if (text_shows(page, i, options)) {
            before += page->text[i].len;
            *needed = true; /* without content there is no heading */
        }
        if (tag < TAG_H1 || tag > TAG_H3 || !any_shows(page, i + 1, page->end[i], options))
            continue;
        buffer_clear(&text);
        page_text(page, i, &text);
        slice heading = { found, letters_of((slice){ text.data, text.len }, found, sizeof found) };
        if (is_title(a, heading, tag, before, !found_any)) {
            *needed = false;
            break;
        }
        found_any = true;
    }
    husk_status status = text.status == HUSK_NO_MEMORY ? text.status : HUSK_OK;
    buffer_free(&text);
    return status;
}
