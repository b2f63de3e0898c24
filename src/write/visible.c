/* visible.c - which hidden text a reader never sees.
 * There are two kinds of hidden text. Panels of tabs and accordions, slides, text behind "more", an article that a
 * script shows when ready: these are hidden only until the reader asks, and are written like any other text. Labels,
 * messages, dialogs, and what screen readers say of visible text or formulas are never read, and are not written, with
 * or without --all. On 2,327 pages with known content, 88 % of the words in long
 * hidden blocks that the page model keeps are content, and none in short hidden pieces of lines. Cost: one pass over
 * the nodes' flags; more on pages that hide something. */
#include "write/element.h"

#include "base/letters.h"

/* A hidden piece of a line with fewer words is a label, a longer one is behind "more". */
#define INLINE_WORDS 20
/* The same for a block: an accordion's answer may be short. */
#define BLOCK_WORDS 5
/* Not a formula with more nodes. */
#define FORMULA_NODES 4096
/* --- how an element hides ----------------------------------------------------------------------------------------- */

enum { SHOWN, ARIA, GONE };

/* Does a style attribute have "property: value"? Ignores white space and case. */
static bool style_has(slice style, slice property, slice value)
{
    for (size_t i = 0; (i = letters_find(style, i, property.data[0], property.data[1])) + property.len < style.len;
         i++) {
        slice name = { style.data + i, property.len };
        if ((i && style.data[i - 1] == '-') || !slice_is_nocase(name, property.data))
            continue;
        slice rest = slice_trim((slice){ style.data + i + property.len, style.len - i - property.len });
        if (rest.len == 0 || rest.data[0] != ':')
            continue;
        rest = slice_trim((slice){ rest.data + 1, rest.len - 1 });
        if (rest.len >= value.len && slice_is_nocase((slice){ rest.data, value.len }, value.data))
            return true;
    }
    return false;
}

/* The effect of an element's own attributes. ARIA: hidden only from screen readers, so visible. */
static int hides(const husk_page *page, uint32_t node)
{
    int how = SHOWN;
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *at = &page->attributes[a];
        slice value = { at->value, at->value_len };
        if ((at->id == ATTR_HIDDEN && !slice_is_nocase(value, "until-found")) ||
            (at->id == ATTR_STYLE && (style_has(value, SLICE("display"), SLICE("none")) ||
                                      style_has(value, SLICE("visibility"), SLICE("hidden")))))
            return GONE;
        if (at->id == ATTR_ARIA_HIDDEN && slice_is_nocase(value, "true"))
            how = ARIA;
    }
    return how;
}

/* --- contents ----------------------------------------------------------------------------------------------------- */

/* The words of a subtree, counted up to `most`. */
static unsigned words_in(const husk_page *page, uint32_t node, unsigned most)
{
    unsigned n = 0;
    for (uint32_t i = node; i < page->end[node] && n < most; i++) {
        slice text = page->text[i];
        bool in_word = false;
        if ((page->flags[i] & (NODE_TEXT | NODE_SILENT | NODE_BLANK)) != NODE_TEXT)
            continue;
        for (size_t at = 0; at < text.len && n < most;) {
            uint32_t c = utf8_next(text.data, text.len, &at);
            bool word = is_word(c);
            n += word && (!in_word || is_wide_word(c));
            in_word = word;
        }
    }
    return n;
}

static bool has_tag(const husk_page *page, uint32_t node, uint16_t tag)
{
    for (uint32_t i = node; i < page->end[node]; i++)
        if (page->tag[i] == tag)
            return true;
    return false;
}

/* Text only for screen readers, by the class names that style sheets use for it. */
static bool is_read_aloud(const husk_page *page, uint32_t node)
{
    static const char *const names[] = { "sr-only",        "screen-reader", "visually-hidden",
                                         "visuallyhidden", "screenreader",  "a-offscreen" };
    slice class = page_attribute_value(page, node, ATTR_CLASS);
    return CLASS_SAYS(class, names) && !slice_has_nocase(class, "not-sr-only") && !slice_has_nocase(class, "focusable");
}

static bool is_dialog(const husk_page *page, uint32_t node)
{
    slice role = page_attribute_value(page, node, ATTR_ROLE);
    return page->tag[node] == TAG_DIALOG || slice_is_nocase(role, "dialog") || slice_is_nocase(role, "alertdialog") ||
           slice_is_nocase(role, "alert") || slice_is_nocase(role, "tooltip");
}

/* --- marks -------------------------------------------------------------------------------------------------------- */

static void mark(husk_page *page, uint32_t node)
{
    for (uint32_t i = node; i < page->end[node]; i++)
        page->flags[i] |= NODE_UNSEEN;
}

/* Does a neighbouring element hold the source of the formula that this one renders? */
static bool draws_formula(const husk_page *page, uint32_t node)
{
    node_range near = element_siblings(page, node);
    for (uint32_t i = near.first; i < near.end; i = page->end[i])
        if (i != node && page_is_element(page, i) && page->end[i] - i < FORMULA_NODES && has_tag(page, i, TAG_MATH))
            return true;
    return false;
}

static bool has_image_beside(const husk_page *page, uint32_t node)
{
    node_range near = element_siblings(page, node);
    slice tex;
    for (uint32_t i = near.first; i < near.end; i = page->end[i])
        if (page->tag[i] == TAG_IMG && element_image_is_formula(page, i, &tex))
            return true;
    return false;
}

/* An element that hides its contents: are they never seen? */
static bool is_never_seen(const husk_page *page, uint32_t node, int how)
{
    bool block = tag_kind(page->tag[node]) & KIND_BLOCK;
    if (page->tag[node] == TAG_IMG)
        return how == GONE;
    if (has_tag(page, node, TAG_MATH)) /* rendered by a script; its source is the best copy, except for an image's */
        return how == GONE && has_image_beside(page, node);
    if (how == ARIA)
        return draws_formula(page, node) || words_in(page, node, 1) == 0 ||
               (slice_has_nocase(page_attribute_value(page, node, ATTR_CLASS), "icon") && words_in(page, node, 2) == 1);
    if (page->tag[node] == TAG_TD || page->tag[node] == TAG_TH || is_dialog(page, node))
        return true;
    unsigned least = block ? BLOCK_WORDS : INLINE_WORDS;
    return words_in(page, node, least) < least;
}

/* Screen-reader text describes what others see: next to a text it repeats or explains that and is dropped; alone it
 * stands for a picture, and is written. */
static bool is_only_read_aloud(const husk_page *page, uint32_t node)
{
    if (!is_read_aloud(page, node) || has_tag(page, node, TAG_MATH))
        return false;
    node_range near = element_around(page, node);
    for (uint32_t i = near.first; i < near.end; i++)
        if ((i < node || i >= page->end[node]) &&
            (page->flags[i] & (NODE_TEXT | NODE_BLANK | NODE_SILENT)) == NODE_TEXT)
            return true;
    return false;
}

/* --- the page ----------------------------------------------------------------------------------------------------- */

/* An element that no reader sees, by itself or by its name. */
static bool is_unseen(const husk_page *page, uint32_t i)
{
    int how = page->flags[i] & NODE_HIDDEN ? hides(page, i) : SHOWN;
    uint32_t inside = page->end[i] - i;
    if (how != SHOWN)
        return is_never_seen(page, i, how);
    return inside > 1 && inside < 5 && page->flags[i + 1] & NODE_TEXT && page->attribute[i] != page->attribute[i + 1] &&
           is_only_read_aloud(page, i);
}

node_range written_nodes(const husk_page *page, const write_options *options)
{
    node_range r = { 1, page->n_nodes };
    while (options->keep && r.first < r.end && !options->keep[r.first])
        r.first++;
    while (options->keep && r.first < r.end && !options->keep[r.end - 1])
        r.end--;
    return r;
}

void visible_mark(husk_page *page, const write_options *options)
{
    node_range range = written_nodes(page, options);
    uint8_t *flags = page->flags; /* a store to it could change `page`, for all that the compiler knows */
    uint32_t n_nodes = page->n_nodes;
    for (uint32_t i = 1; i < n_nodes; i++)
        flags[i] &= (uint8_t)~NODE_UNSEEN;
    for (uint32_t i = 1; i < range.end; i++) {
        if (flags[i] & (NODE_TEXT | NODE_SILENT))
            continue;
        if (page->end[i] <= range.first || is_unseen(page, i)) {
            if (page->end[i] > range.first)
                mark(page, i);
            i = page->end[i] - 1;
        }
    }
}
