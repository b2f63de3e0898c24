/* metadata.c - a page's metadata: collect candidates, then choose.
 * One pass over the page collects everything that could be a value (meta_body.c, meta_tags.c, meta_jsonld.c);
 * meta_choose.c chooses one per field in the order given in docs/metadata.md. Cost: about a fifth of parsing the
 * page. Limits: META_MAX_CANDIDATES, META_MAX_VALUE. */
#include "page/meta/metadata.h"

#include "page/meta/meta.h"

const char *meta_field_name(unsigned field)
{
    static const char *const names[] = {
#define NAME(c_name, name) name,
        META_FIELDS(NAME)
#undef NAME
    };
    return field < META_FIELD_COUNT ? names[field] : "";
}

const char *meta_source_name(unsigned source)
{
    static const char *const names[] = {
#define NAME(c_name, name) name,
        META_SOURCES(NAME)
#undef NAME
    };
    return source < META_SOURCE_COUNT ? names[source] : "";
}

/* Spaces of every kind become one; controls, zero-width and direction marks mean nothing in a value. */
static bool is_unseen(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x202a && c <= 0x202e) || c == 0x2060 || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff ||
           (c >= 0xfff0 && c <= 0xffff && c != 0xfffd);
}

static bool is_wide_space(uint32_t c)
{
    return c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
           c == 0x205f || c == 0x3000;
}

static size_t fold(slice in, char *out, size_t max)
{
    size_t len = 0;
    bool space = false;
    for (size_t at = 0; at < in.len;) {
        char plain = in.data[at];
        uint32_t c = plain > ' ' && plain < 0x7f ? (at++, (uint32_t)plain) : utf8_next(in.data, in.len, &at);
        if (is_wide_space(c) || (c < 0x80 && is_space((char)c))) {
            space = true;
            continue;
        }
        if (is_unseen(c))
            continue;
        if (len + 5 > max)
            break;
        if (space && len)
            out[len++] = ' ';
        space = false;
        len += utf8_put(c, out + len);
    }
    return len;
}

slice meta_clean(meta_collector *c, slice value, size_t max)
{
    buffer plain[2]; /* one per round: the second reads the first */
    value = slice_trim(value);
    if (value.len > META_MAX_VALUE * 4)
        value.len = META_MAX_VALUE * 4;
    buffer_init(&plain[0], META_MAX_VALUE * 16);
    buffer_init(&plain[1], META_MAX_VALUE * 16);
    /* at most twice: double escaping is common */
    for (int round = 0; round < 2 && value.len; round++) {
        bool html = fragment_is_html(value);
        if (!html && memchr(value.data, '&', value.len) == NULL)
            break;
        buffer *to = &plain[round];
        bool ok = html ? fragment_text(&c->fragments, value, to) : fragment_decode(&c->fragments, value, to);
        if (!ok)
            c->no_memory = true;
        value = (slice){ to->data ? to->data : "", to->len };
    }
    size_t room = value.len < max ? value.len + 8 : max + 8;
    char *copy = arena_alloc(c->memory, room);
    slice out = { copy, copy ? fold(value, copy, room) : 0 };
    c->no_memory |= copy == NULL;
    buffer_free(&plain[0]);
    buffer_free(&plain[1]);
    return out;
}

static size_t max_of(unsigned field)
{
    static const size_t most[META_FIELD_COUNT] = { [META_TITLE] = META_MAX_TITLE,
                                                   [META_AUTHOR] = META_MAX_NAME * 4,
                                                   [META_PUBLISHED] = DATE_MAX_TEXT,
                                                   [META_MODIFIED] = DATE_MAX_TEXT };
    return most[field] ? most[field] : META_MAX_VALUE;
}

/* Does a field affect the title, the author, the date or the language? */
static bool is_brief(unsigned field)
{
    return field != META_DESCRIPTION && field != META_URL && field != META_IMAGE && field != META_TAG &&
           field != META_CATEGORY && field != META_LICENSE;
}

void meta_add(meta_collector *c, meta_candidate what)
{
    if (c->brief && !is_brief(what.field))
        return;
    if (c->n >= META_MAX_CANDIDATES || c->n_of[what.field] >= META_MAX_PER_FIELD || c->no_memory || what.value.len == 0)
        return;
    what.value = meta_clean(c, what.value, max_of(what.field));
    if (what.value.len == 0)
        return;
    c->list[c->n++] = what;
    c->n_of[what.field]++;
}

/* A day in the page's URL: /2025/09/04/ or /2025-09-04-title. */
static void add_address_date(meta_collector *c)
{
    slice url = c->page->url;
    if (url.len > HUSK_MAX_URL_BYTES)
        return;
    for (size_t i = 8; i + 11 <= url.len && url.data[i] != '?' && url.data[i] != '#'; i++) {
        const char *p = url.data + i;
        if (p[0] != '/' || (p[1] != '2' && p[1] != '1') || p[5] != p[8] || (p[5] != '/' && p[5] != '-') ||
            (i + 11 < url.len && p[11] >= '0' && p[11] <= '9'))
            continue;
        bool digits = true;
        for (size_t k = 1; k < 11 && digits; k++)
            digits = k == 5 || k == 8 || (p[k] >= '0' && p[k] <= '9');
        if (digits)
            meta_add(c,
                     (meta_candidate){ .value = { p + 1, 10 }, .field = META_PUBLISHED, .source = META_FROM_ADDRESS });
    }
}

static void add_page(meta_collector *c)
{
    husk_page *page = c->page;
    if (page->title != NODE_NONE && page->end[page->title] > page->title + 1)
        meta_add(c, (meta_candidate){ .value = page->text[page->title + 1],
                                      .node = page->title,
                                      .field = META_TITLE,
                                      .source = META_FROM_TITLE_TAG });
    if (page->lang.len)
        meta_add(c, (meta_candidate){
                        .value = page->lang, .node = page->html, .field = META_LANGUAGE, .source = META_FROM_HTML });
}

/* The four fields of a brief answer from declared values; nearly all articles declare all of them. */
static bool settle_by_said(meta_collector *c, const metadata_options *options, husk_metadata *out)
{
    meta_said(c);
    meta_choose(c, options, out);
    return c->title_settled && out->language.len && !c->wants_author && !c->wants_date;
}

husk_status page_metadata_read(husk_page *page, const metadata_options *options, arena *memory, husk_metadata *out)
{
    static const metadata_options defaults = { 0 };
    *out = (husk_metadata){ .size = sizeof *out };
    meta_collector c = { .page = page,
                         .memory = memory,
                         .order = date_order_of(page->lang),
                         .brief = options && options->brief,
                         .wants_author = true,
                         .wants_date = true };
    c.list = arena_array(memory, META_MAX_CANDIDATES, sizeof *c.list);
    if (c.list == NULL)
        return HUSK_NO_MEMORY;
    buffer_init(&c.piece, HUSK_MAX_PAGE_BYTES);
    add_page(&c);
    add_address_date(&c);
    options = options ? options : &defaults;
    bool settled = c.brief && settle_by_said(&c, options, out);
    if (!settled) {
        *out = (husk_metadata){ .size = sizeof *out, .title = out->title };
        meta_body(&c, c.brief);
        meta_choose(&c, options, out);
    }
    if (options->considered)
        *options->considered = (meta_candidates){ c.list, c.n };
    c.no_memory = c.no_memory || c.piece.status == HUSK_NO_MEMORY;
    fragment_free(&c.fragments);
    buffer_free(&c.piece);
    return c.no_memory ? HUSK_NO_MEMORY : HUSK_OK;
}
