/* foreign.c - SVG and MathML inside HTML (the HTML standard, 13.2.6.5).
 * Names stay in lower case and lose namespace prefixes: Husk's trees have none. */
#include "html/builder.h"

static bool attribute_is(const html_attribute *a, const char *name)
{
    return slice_is((slice){ a->name, a->name_len }, name);
}

/* Where an element of SVG or MathML allows HTML. */
uint8_t foreign_points(const builder *b, uint32_t node, uint16_t tag, uint8_t space)
{
    if (space == SPACE_SVG)
        return tag == TAG_FOREIGNOBJECT || tag == TAG_DESC || tag == TAG_TITLE ? POINT_HTML : 0;
    if (tag == TAG_MI || tag == TAG_MO || tag == TAG_MN || tag == TAG_MS || tag == TAG_MTEXT)
        return POINT_TEXT;
    if (tag != TAG_ANNOTATION_XML)
        return 0;
    const html_tree *tree = b->tree;
    for (uint32_t i = tree->attribute[node]; i < tree->attribute[node + 1]; i++) {
        slice value = { tree->attributes[i].value, tree->attributes[i].value_len };
        if (attribute_is(&tree->attributes[i], "encoding"))
            return slice_is_nocase(value, "text/html") || slice_is_nocase(value, "application/xhtml+xml") ? POINT_HTML
                                                                                                          : 0;
    }
    return 0;
}

/* The length of a prefix that the standard takes for a namespace. */
static uint16_t prefix_len(const html_attribute *a)
{
    static const char *const xlink[] = { "actuate", "arcrole", "href", "role", "show", "title", "type" };
    if (a->name_len > 6 && memcmp(a->name, "xlink:", 6) == 0) {
        slice rest = { a->name + 6, a->name_len - 6u };
        for (size_t i = 0; i < sizeof xlink / sizeof *xlink; i++)
            if (slice_is(rest, xlink[i]))
                return 6;
        return 0;
    }
    if (attribute_is(a, "xml:lang") || attribute_is(a, "xml:space"))
        return 4;
    return attribute_is(a, "xmlns:xlink") ? 6 : 0;
}

/* Two names that differ only in their prefix are now the same: the first counts. */
static void drop_twice(tokenizer *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_attributes; i++) {
        const html_attribute *a = &t->attributes[i];
        uint32_t k = 0;
        while (k < n &&
               (t->attributes[k].name_len != a->name_len || memcmp(t->attributes[k].name, a->name, a->name_len) != 0))
            k++;
        if (k == n)
            t->attributes[n++] = *a;
    }
    t->n_attributes = n;
}

void foreign_attributes(builder *b)
{
    bool changed = false;
    for (uint32_t i = 0; i < b->t.n_attributes; i++) {
        html_attribute *a = &b->t.attributes[i];
        uint16_t len = a->name_len > 6 && a->name[0] == 'x' ? prefix_len(a) : 0;
        if (len == 0)
            continue;
        a->name += len;
        a->name_len = (uint16_t)(a->name_len - len);
        a->id = attribute_by_name(a->name, a->name_len);
        b->t.ids |= (uint64_t)1 << a->id;
        changed = true;
    }
    if (changed)
        drop_twice(&b->t);
}

/* Does this start tag end SVG and MathML? */
static bool leaves(const builder *b)
{
    if (rule_of(b->t.tag).category & LEAVES_FOREIGN)
        return true;
    if (b->t.tag != TAG_FONT)
        return false;
    for (uint32_t i = 0; i < b->t.n_attributes; i++) {
        const html_attribute *a = &b->t.attributes[i];
        if (attribute_is(a, "color") || attribute_is(a, "face") || attribute_is(a, "size"))
            return true;
    }
    return false;
}

static void html_rules(builder *b, bool end)
{
    while (mode_apply(b, end))
        ;
}

/* Close the foreign element that an end tag matches, however many are open inside it; otherwise HTML's rules apply. */
static void foreign_end(builder *b)
{
    if (b->depth == 1)
        return;
    for (uint32_t at = b->depth - 1; at > 0 && b->stack[at].space != SPACE_HTML; at--)
        if (b->stack[at].name == b->t.tag) {
            while (b->depth > at)
                pop(b);
            return;
        }
    html_rules(b, true);
}

void foreign_tag(builder *b, bool end)
{
    bool breaks = end ? b->t.tag == TAG_P || b->t.tag == TAG_BR : leaves(b);
    if (breaks) {
        while (current(b)->space != SPACE_HTML && !current(b)->points)
            pop(b);
        html_rules(b, end);
    } else if (end) {
        foreign_end(b);
    } else {
        insert_foreign(b, current(b)->space);
        if (b->t.self_closing)
            pop(b);
    }
}
