/* nodes.c - the parsed tree as the page's arrays, with the flags each node inherits.
 * One pass in document order: hidden, silent, preformatted, foreign and inside a link apply to the whole subtree. The
 * parser marks elements with a relevant attribute, so that no others are examined. Cost: about a twentieth of the
 * parse. */
#include "base/arrays.h"
#include "base/escape.h"
#include "base/letters.h"
#include "page/page.h"

slice page_tag_name(const husk_page *page, uint16_t tag)
{
    return html_tag_name(page->parser, tag);
}

/* Does an inline style have `property: value`? Both are lower case. */
static bool style_says(slice style, slice property, slice value)
{
    for (size_t i = 0; (i = letters_find(style, i, property.data[0], property.data[1])) < style.len; i++) {
        slice name = { style.data + i, property.len };
        if (style.len - i < property.len + value.len || (i > 0 && style.data[i - 1] == '-') ||
            !slice_is_nocase(name, property.data))
            continue;
        size_t at = i + property.len, k = 0;
        while (at < style.len && (is_space(style.data[at]) || style.data[at] == ':'))
            at++;
        while (k < value.len && at + k < style.len && lower(style.data[at + k]) == value.data[k])
            k++;
        if (k == value.len)
            return true;
    }
    return false;
}

static bool style_hides(slice style)
{
    return style_says(style, SLICE("display"), SLICE("none")) ||
           style_says(style, SLICE("visibility"), SLICE("hidden"));
}

static bool hides(const page_attribute *a)
{
    slice value = { a->value, a->value_len };
    switch (a->id) {
    case ATTR_HIDDEN:
        return !slice_is_nocase(value, "until-found");
    case ATTR_ARIA_HIDDEN:
        return slice_is_nocase(value, "true");
    case ATTR_STYLE:
        return style_hides(value);
    default:
        return false;
    }
}

/* The flags that an element's attributes give it. */
static uint8_t attribute_flags(const husk_page *page, uint32_t i)
{
    uint8_t flags = 0;
    for (uint32_t a = page->attribute[i]; a < page->attribute[i + 1]; a++) {
        if (hides(&page->attributes[a]))
            flags |= NODE_HIDDEN;
        else if (page->attributes[a].id == ATTR_HREF && page->tag[i] == TAG_A)
            flags |= NODE_LINK;
    }
    return flags;
}

/* The flags that a tag gives its element, and the tags that note_element knows. */
enum { TAG_IS_PRE = NODE_PRE, TAG_IS_SILENT = NODE_SILENT, TAG_IS_NOTED = 1, TAG_IS_NOSCRIPT = 2 };

#define SILENT(c_name, name, kind, ...) [TAG_##c_name] = (kind)&KIND_SILENT ? TAG_IS_SILENT : 0,
static const uint8_t silent_tags[TAG_OWN] = { PAGE_TAGS(SILENT) };
#undef SILENT

static const uint8_t special_tags[TAG_OWN] = {
    [TAG_PRE] = TAG_IS_PRE,    [TAG_TEXTAREA] = TAG_IS_PRE,      [TAG_LISTING] = TAG_IS_PRE,
    [TAG_XMP] = TAG_IS_PRE,    [TAG_PLAINTEXT] = TAG_IS_PRE,     [TAG_HTML] = TAG_IS_NOTED,
    [TAG_HEAD] = TAG_IS_NOTED, [TAG_BODY] = TAG_IS_NOTED,        [TAG_TITLE] = TAG_IS_NOTED,
    [TAG_BASE] = TAG_IS_NOTED, [TAG_NOSCRIPT] = TAG_IS_NOSCRIPT,
};

/* The first of each is the page's. */
static void note_element(husk_page *page, uint32_t i, uint16_t tag)
{
    uint32_t *first = tag == TAG_HTML   ? &page->html
                      : tag == TAG_HEAD ? &page->head
                      : tag == TAG_BODY ? &page->body
                                        : &page->title;
    if (tag == TAG_BASE) {
        page->base_href = page->base_href.len ? page->base_href : page_attribute_value(page, i, ATTR_HREF);
        return;
    }
    if (*first != NODE_NONE || (tag == TAG_TITLE && page->flags[i] & NODE_FOREIGN))
        return;
    *first = i;
    if (tag == TAG_HTML)
        page->lang = page_attribute_value(page, i, ATTR_LANG);
}

#define INHERITED (NODE_HIDDEN | NODE_SILENT | NODE_FOREIGN | NODE_PRE | NODE_LINK)

/* The flags of an element. */
static inline uint8_t element_flags(const husk_page *page, uint32_t i, uint8_t parsed, uint16_t tag, uint8_t inherited)
{
    uint8_t flags = inherited, special = 0;
    if (tag < TAG_OWN) {
        special = special_tags[tag];
        flags |= silent_tags[tag] | (special & TAG_IS_PRE);
    }
    if (parsed & (HTML_SVG | HTML_MATH))
        flags |= NODE_FOREIGN;
    if (special & TAG_IS_NOSCRIPT && !page->scripting)
        flags = (uint8_t)((flags & ~NODE_SILENT) | (inherited & NODE_SILENT));
    if (parsed & HTML_MARKED)
        flags |= attribute_flags(page, i);
    return flags;
}

/* Count a text that is not blank. */
static inline void count_text(husk_page *page, uint32_t i, uint32_t parent, uint8_t inherited)
{
    if (!(inherited & (NODE_SILENT | NODE_HIDDEN)))
        page->shown_bytes += page->text[i].len;
    else if (page->tag[parent] == TAG_NOSCRIPT)
        page->noscript_bytes += page->text[i].len;
}

static bool clear_value_hashes(husk_page *page, const html_tree *tree)
{
    if (page->value_hash_size < tree->n_attributes) {
        if (!array_resize(&page->value_hash, tree->attribute_size, sizeof *page->value_hash))
            return false;
        page->value_hash_size = tree->attribute_size;
    }
    if (tree->n_attributes)
        memset(page->value_hash, 0, tree->n_attributes * sizeof *page->value_hash);
    return true;
}

/* The arrays belong to the parser; they may have moved. */
static bool borrow_arrays(husk_page *page)
{
    const html_tree *tree = html_parser_tree(page->parser);
    page->n_nodes = tree->n_nodes;
    page->parent = tree->parent;
    page->end = tree->end;
    page->tag = tree->tag;
    page->flags = tree->flags;
    page->text = tree->text;
    page->attribute = tree->attribute;
    page->attributes = tree->attributes;
    page->n_attributes = tree->n_attributes;
    if (page->block_of_size < tree->n_nodes) {
        if (!array_resize(&page->block_of, tree->node_size, sizeof *page->block_of))
            return false;
        page->block_of_size = tree->node_size;
    }
    return clear_value_hashes(page, tree);
}

husk_status page_nodes(husk_page *page)
{
    page->shown_bytes = page->noscript_bytes = 0;
    page->html = page->head = page->body = page->title = NODE_NONE;
    page->base_href = page->lang = (slice){ "", 0 };
    if (!borrow_arrays(page)) {
        page->n_nodes = 0;
        return HUSK_NO_MEMORY;
    }
    uint8_t *flags = page->flags; /* a store to it could change `page`, for all that the compiler knows */
    const uint32_t *parent = page->parent;
    const uint16_t *tag = page->tag;
    flags[0] = 0;
    for (uint32_t i = 1, n = page->n_nodes; i < n; i++) {
        uint8_t parsed = flags[i], inherited = flags[parent[i]] & INHERITED;
        if (parsed & HTML_TEXT) {
            flags[i] = inherited | NODE_TEXT | (parsed & HTML_BLANK ? NODE_BLANK : 0);
            if (!(parsed & HTML_BLANK))
                count_text(page, i, parent[i], inherited);
            continue;
        }
        flags[i] = element_flags(page, i, parsed, tag[i], inherited);
        if (tag[i] < TAG_OWN && special_tags[tag[i]] & TAG_IS_NOTED)
            note_element(page, i, tag[i]);
    }
    return HUSK_OK;
}

void page_text(const husk_page *page, uint32_t node, buffer *out)
{
    bool space = false;
    size_t start = out->len;
    for (uint32_t i = node; i < page->end[node]; i++) {
        if (!(page->flags[i] & NODE_TEXT)) {
            space |= i != node && (tag_kind(page->tag[i]) & KIND_BLOCK || page->tag[i] == TAG_BR);
            continue;
        }
        if (!(page->flags[i] & NODE_SILENT) || page->flags[node] & NODE_SILENT)
            append_folded(out, start, page->text[i], &space);
    }
}

bool page_has_base(const husk_page *page)
{
    return page->base_ready && url_has_base(page->urls);
}

bool page_resolve(husk_page *page, slice href, buffer *out)
{
    if (!page->base_ready) {
        page->base_ready = true;
        url_base_set(page->urls, page->url);
        if (page->base_href.len) {
            buffer base;
            buffer_init(&base, HUSK_MAX_URL_BYTES * 4);
            bool ok = url_resolve(page->urls, page->base_href, &base);
            slice found = { base.data, base.len };
            if (ok && !slice_starts(found, "data:") &&
                !slice_starts(found, "javascript:")) /* not a base, by the HTML standard */
                url_base_set(page->urls, found);
            buffer_free(&base);
        }
    }
    return url_resolve(page->urls, href, out);
}
