/* flatten.c - lexbor's tree to preorder arrays, in one walk without recursion.
 * Each node is seen once; what its place makes of it (hidden, silent, inside a link) is handed down on the way.
 * Cost: about a tenth of the parse. Limits: max_nodes, HUSK_MAX_ATTRIBUTES. */
#include <stdlib.h>

#include "base/limits.h"
#include "page/parser.h"

static const uint16_t tag_of[LXB_TAG__LAST_ENTRY] = {
#define TAG_OF(c_name, name, kind) [LXB_TAG_##c_name] = TAG_##c_name,
    PAGE_TAGS(TAG_OF)
#undef TAG_OF
};

static uint16_t attribute_by_name(const char *name, size_t len)
{
    static const struct {
        const char *name;
        uint16_t len;
        uint16_t id;
    } known[] = {
#define KNOWN(c_name, text) { text, sizeof(text) - 1, ATTR_##c_name },
        PAGE_ATTRIBUTES(KNOWN)
#undef KNOWN
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].len == len && known[i].name[0] == name[0] && memcmp(known[i].name, name, len) == 0)
            return known[i].id;
    return ATTR_OTHER;
}

static uint16_t own_tag(page_parser *p, const lxb_dom_node_t *node)
{
    size_t len = 0;
    const char *name = (const char *)lxb_dom_element_local_name((lxb_dom_element_t *)node, &len);
    if (name == NULL)
        return TAG_SPAN;
#define MORE(c_name, text, kind)                                 \
    if (len == sizeof(text) - 1 && memcmp(name, text, len) == 0) \
        return TAG_##c_name;
    PAGE_TAGS_MORE(MORE)
#undef MORE
    uint32_t id = intern_add(&p->tags, name, len);
    return id == INTERN_NONE ? TAG_SPAN : (uint16_t)(TAG_OWN + id);
}

slice page_tag_name(const husk_page *page, uint16_t tag)
{
    static const slice names[TAG_OWN] = { [TAG_DOCUMENT] = { "#document", 9 },
                                          [TAG_TEXT] = { "#text", 5 },
#define NAME(c_name, text, kind) [TAG_##c_name] = { text, sizeof(text) - 1 },
                                          PAGE_TAGS(NAME) PAGE_TAGS_MORE(NAME)
#undef NAME
    };
    if (tag < TAG_OWN)
        return names[tag];
    const intern_entry *e = &page->parser->tags.entries[tag - TAG_OWN];
    return (slice){ e->data, e->len };
}

static bool resize(void *array, size_t n, size_t size)
{
    void **at = array;
    void *p = realloc(*at, n * size);
    if (p)
        *at = p;
    return p != NULL;
}

static bool grow_nodes(husk_page *page)
{
    page_parser *p = page->parser;
    uint32_t n = p->node_size ? p->node_size * 2 : 4096;
    if (!resize(&page->parent, n, sizeof *page->parent) || !resize(&page->end, n, sizeof *page->end) ||
        !resize(&page->tag, n, sizeof *page->tag) || !resize(&page->flags, n, sizeof *page->flags) ||
        !resize(&page->text, n, sizeof *page->text) ||
        !resize(&page->attribute, (size_t)n + 1, sizeof *page->attribute) ||
        !resize(&page->block_of, n, sizeof *page->block_of))
        return false;
    p->node_size = n;
    return true;
}

static bool grow_attributes(husk_page *page)
{
    page_parser *p = page->parser;
    uint32_t n = p->attribute_size ? p->attribute_size * 2 : 4096;
    if (!resize(&page->attributes, n, sizeof *page->attributes))
        return false;
    p->attribute_size = n;
    return true;
}

/* Does an inline style say `property: value` at `i`? */
static bool style_says(slice style, size_t i, slice property, slice value)
{
    if (style.len - i < property.len + value.len || (i > 0 && style.data[i - 1] == '-'))
        return false;
    for (size_t k = 1; k < property.len; k++)
        if (lower(style.data[i + k]) != property.data[k])
            return false;
    for (i += property.len; i < style.len && (is_space(style.data[i]) || style.data[i] == ':'); i++)
        ;
    size_t k = 0;
    while (k < value.len && i + k < style.len && lower(style.data[i + k]) == value.data[k])
        k++;
    return k == value.len;
}

static bool style_hides(slice style)
{
    for (size_t i = 0; i < style.len; i++) {
        char c = lower(style.data[i]);
        if ((c == 'd' && style_says(style, i, SLICE("display"), SLICE("none"))) ||
            (c == 'v' && style_says(style, i, SLICE("visibility"), SLICE("hidden"))))
            return true;
    }
    return false;
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

/* The name of an attribute and our number for it, by lexbor's own number or pointer. */
static const name_cache_entry *attribute_name(page_parser *p, lxb_dom_attr_t *attribute)
{
    uintptr_t key = attribute->node.local_name;
    name_cache_entry *e = &p->attribute_cache[(key ^ key >> 5 ^ key >> 10) % NAME_CACHE];
    if (e->key != key || e->name == NULL) {
        size_t len = 0;
        const lxb_char_t *name = lxb_dom_attr_local_name(attribute, &len);
        if (name == NULL || len > UINT16_MAX)
            return NULL;
        *e = (name_cache_entry){ key, (const char *)name, (uint16_t)len, attribute_by_name((const char *)name, len) };
    }
    return e;
}

/* Copies an element's attributes; tells what they make of its flags. */
static bool add_attributes(husk_page *page, lxb_dom_attr_t *attribute, uint16_t tag, uint8_t *flags)
{
    page_parser *p = page->parser;
    for (; attribute; attribute = attribute->next) {
        const name_cache_entry *e = attribute_name(p, attribute);
        if (e == NULL || page->n_attributes >= HUSK_MAX_ATTRIBUTES)
            continue;
        if (page->n_attributes == p->attribute_size && !grow_attributes(page))
            return false;
        const lexbor_str_t *value = attribute->value;
        page_attribute *a = &page->attributes[page->n_attributes++];
        *a = (page_attribute){ e->name, value && value->data ? (const char *)value->data : "",
                               value && value->data ? (uint32_t)value->length : 0, e->len, e->id };
        if (hides(a))
            *flags |= NODE_HIDDEN;
        else if (e->id == ATTR_HREF && tag == TAG_A)
            *flags |= NODE_LINK;
    }
    return true;
}

static void note_element(husk_page *page, uint32_t i, uint16_t tag)
{
    switch (tag) {
    case TAG_HTML:
        if (page->html == NODE_NONE) {
            page->html = i;
            page->lang = page_attribute_value(page, i, ATTR_LANG);
        }
        break;
    case TAG_HEAD:
        if (page->head == NODE_NONE)
            page->head = i;
        break;
    case TAG_BODY:
        if (page->body == NODE_NONE)
            page->body = i;
        break;
    case TAG_TITLE:
        if (page->title == NODE_NONE && !(page->flags[i] & NODE_FOREIGN))
            page->title = i;
        break;
    case TAG_BASE:
        if (page->base_href.len == 0)
            page->base_href = page_attribute_value(page, i, ATTR_HREF);
        break;
    default:
        break;
    }
}

#define INHERITED (NODE_HIDDEN | NODE_SILENT | NODE_FOREIGN | NODE_PRE | NODE_LINK)

static bool add_element(husk_page *page, uint32_t i, const lxb_dom_node_t *node, uint8_t flags)
{
    uint16_t tag = node->local_name < LXB_TAG__LAST_ENTRY ? tag_of[node->local_name] : 0;
    if (tag == 0)
        tag = own_tag(page->parser, node);
    if (node->ns != LXB_NS_HTML)
        flags |= NODE_FOREIGN;
    if (tag_kind(tag) & KIND_SILENT && !(tag == TAG_NOSCRIPT && !page->parser->scripting))
        flags |= NODE_SILENT;
    if (tag == TAG_PRE || tag == TAG_TEXTAREA || tag == TAG_LISTING || tag == TAG_XMP || tag == TAG_PLAINTEXT)
        flags |= NODE_PRE;
    page->tag[i] = tag;
    page->text[i] = (slice){ NULL, 0 };
    bool ok = add_attributes(page, ((const lxb_dom_element_t *)node)->first_attr, tag, &flags);
    page->flags[i] = flags;
    page->attribute[i + 1] = page->n_attributes;
    if (tag == TAG_HTML || tag == TAG_HEAD || tag == TAG_BODY || tag == TAG_TITLE || tag == TAG_BASE)
        note_element(page, i, tag);
    return ok;
}

static void add_text(husk_page *page, uint32_t i, const lxb_dom_node_t *node, uint8_t flags)
{
    const lexbor_str_t *data = &((const lxb_dom_character_data_t *)node)->data;
    slice text = { data->data ? (const char *)data->data : "", data->data ? data->length : 0 };
    size_t at = 0;
    while (at < text.len && is_space(text.data[at]))
        at++;
    page->tag[i] = TAG_TEXT;
    page->text[i] = text;
    page->flags[i] = (uint8_t)(flags | NODE_TEXT | (at == text.len ? NODE_BLANK : 0));
    if (at < text.len) {
        bool shown = !(flags & (NODE_SILENT | NODE_HIDDEN));
        page->parser->shown_bytes += shown ? text.len : 0;
        page->parser->noscript_bytes += !shown && page->tag[page->parent[i]] == TAG_NOSCRIPT ? text.len : 0;
    }
    page->attribute[i + 1] = page->n_attributes;
}

/* One node and what it needs; false without memory. */
static bool add_node(husk_page *page, uint32_t parent, const lxb_dom_node_t *node)
{
    uint32_t i = page->n_nodes;
    if (i == page->parser->node_size && !grow_nodes(page))
        return false;
    uint8_t flags = i ? page->flags[parent] & INHERITED : 0;
    page->n_nodes++;
    page->parent[i] = parent;
    page->end[i] = i + 1;
    if (i == 0)
        page->attribute[0] = 0;
    if (node->type == LXB_DOM_NODE_TYPE_ELEMENT)
        return add_element(page, i, node, flags);
    if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
        add_text(page, i, node, flags);
        return true;
    }
    page->tag[i] = TAG_DOCUMENT;
    page->flags[i] = 0;
    page->text[i] = (slice){ NULL, 0 };
    page->attribute[1] = 0;
    return true;
}

husk_status page_flatten(husk_page *page)
{
    const lxb_dom_node_t *root = lxb_dom_interface_node(page->parser->document), *node = root;
    page->n_nodes = page->n_attributes = 0;
    page->parser->shown_bytes = page->parser->noscript_bytes = 0;
    page->html = page->head = page->body = page->title = NODE_NONE;
    page->base_href = page->lang = (slice){ "", 0 };
    memset(page->parser->attribute_cache, 0, sizeof page->parser->attribute_cache);
    if (!add_node(page, NODE_NONE, root))
        return HUSK_NO_MEMORY;
    uint32_t current = 0; /* the index of `node`'s parent on the way down */
    node = root->first_child;
    while (node) {
        bool kept = node->type == LXB_DOM_NODE_TYPE_ELEMENT || node->type == LXB_DOM_NODE_TYPE_TEXT;
        if (kept && page->n_nodes >= page->options.max_nodes) {
            page->status = HUSK_LIMIT;
            page->cut = "nodes";
            break;
        }
        if (kept && !add_node(page, current, node))
            return HUSK_NO_MEMORY;
        if (kept && node->first_child) {
            current = page->n_nodes - 1;
            node = node->first_child;
            continue;
        }
        while (node->next == NULL && node->parent != root) {
            page->end[current] = page->n_nodes;
            current = page->parent[current];
            node = node->parent;
        }
        node = node->next;
    }
    for (; current != NODE_NONE; current = page->parent[current])
        page->end[current] = page->n_nodes;
    return HUSK_OK;
}

const page_attribute *page_attribute_find(const husk_page *page, uint32_t node, uint16_t id)
{
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++)
        if (page->attributes[a].id == id)
            return &page->attributes[a];
    return NULL;
}

slice page_attribute_value(const husk_page *page, uint32_t node, uint16_t id)
{
    const page_attribute *a = page_attribute_find(page, node, id);
    return a ? (slice){ a->value, a->value_len } : (slice){ NULL, 0 };
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
        if (page->flags[i] & NODE_SILENT && !(page->flags[node] & NODE_SILENT))
            continue;
        slice text = page->text[i];
        for (size_t k = 0; k < text.len;) {
            size_t from = k;
            while (k < text.len && !is_space(text.data[k]))
                k++;
            if (k > from) {
                if (space && out->len > start)
                    buffer_byte(out, ' ');
                buffer_append(out, text.data + from, k - from);
                space = false;
            }
            for (; k < text.len && is_space(text.data[k]); k++)
                space = true;
        }
    }
}

static bool slice_starts(slice text, const char *prefix)
{
    size_t n = strlen(prefix);
    return text.len >= n && memcmp(text.data, prefix, n) == 0;
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
                !slice_starts(found, "javascript:")) /* these are no base, says the HTML standard */
                url_base_set(page->urls, found);
            buffer_free(&base);
        }
    }
    return url_resolve(page->urls, href, out);
}
