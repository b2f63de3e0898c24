/* visible.c - which hidden text a reader never sees.
 * There are two kinds of hidden text. Panels of tabs and accordions, slides, text behind "more", an article that a
 * script shows when ready: these are hidden only until the reader asks, and are written like any other text. Labels,
 * messages, dialogs, and second copies of visible text (for screen readers, for small screens, of formulas) are never
 * read, and are not written, with or without --all. On 2,327 pages with known content, 88 % of the words in long
 * hidden blocks that the page model keeps are content, and none in short hidden pieces of lines. Cost: one pass over
 * the nodes' flags; more on pages that hide something. */
#include "write/element.h"

#include "base/hash.h"
#include "base/letters.h"
#include "base/table.h"

/* A hidden piece of a line with fewer words is a label, a longer one is behind "more". */
#define INLINE_WORDS 20
/* The same for a block: an accordion's answer may be short. */
#define BLOCK_WORDS 5
/* Not a formula with more nodes. */
#define FORMULA_NODES 4096
/* Fewer words may occur twice on a page and be meaningful both times; this many have at least this many bytes. */
#define TWIN_WORDS 12
#define TWIN_BYTES (2 * TWIN_WORDS - 1)

/* --- how an element hides ----------------------------------------------------------------------------------------- */

enum { SHOWN, ARIA, GONE };

bool style_has(slice style, slice property, slice value)
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

/* MathJax's rendering of the TeX in a script is right before it. */
static void mark_drawn(husk_page *page, uint32_t script)
{
    uint32_t parent = page->parent[script];
    if (script - parent > FORMULA_NODES)
        return;
    for (uint32_t i = parent + 1; i < script; i = page->end[i])
        if (page_is_element(page, i) && slice_has_nocase(page_attribute_value(page, i, ATTR_CLASS), "mathjax"))
            mark(page, i);
}

/* --- second copies ------------------------------------------------------------------------------------------------ */

static void mark_block(husk_page *page, uint32_t block)
{
    const page_block *b = &page->blocks[block];
    for (uint32_t i = b->first_node; i <= b->last_node; i++)
        if (page->block_of[i] == block)
            page->flags[i] |= NODE_UNSEEN;
}

/* Is there hidden text of a block that could be a copy? Decided by its length, before any block is built. */
static bool has_long_hidden(const husk_page *page, const write_options *options)
{
    size_t run = 0;     /* bytes to write since the last element that starts a block */
    uint32_t words = 0; /* the same with what is not written: a block has that too */
    bool long_run = false, long_text = false;
    for (uint32_t i = 1; i < page->n_nodes && !(long_run && long_text); i++) {
        uint8_t flags = page->flags[i];
        if (!(flags & NODE_TEXT) && tag_kind(page->tag[i]) & KIND_BLOCK) {
            run = words = 0;
        } else if ((flags & (NODE_TEXT | NODE_HIDDEN | NODE_SILENT | NODE_BLANK)) == (NODE_TEXT | NODE_HIDDEN)) {
            run += flags & NODE_UNSEEN || !is_selected(options, i) ? 0 : page->text[i].len;
            words += long_text ? 0 : count_words(page->text[i].data, page->text[i].len);
            long_run |= run >= TWIN_BYTES;
            long_text |= words >= TWIN_WORDS;
        }
    }
    return long_run && long_text;
}

static bool may_be_copy(const husk_page *page, const write_options *options, const page_block *b)
{
    return b->n_words >= TWIN_WORDS && is_selected(options, b->first_node) &&
           !(page->flags[b->first_node] & NODE_UNSEEN);
}

/* Hidden blocks that repeat a visible block, or an earlier hidden one. */
static husk_status mark_copies(husk_page *page, const write_options *options)
{
    hash_map seen = { 0 };
    bool ok = page_blocks(page) == HUSK_OK;
    for (uint32_t hidden = 0; hidden <= BLOCK_HIDDEN; hidden += BLOCK_HIDDEN)
        for (uint32_t i = 0; ok && i < page->n_blocks; i++) {
            const page_block *b = &page->blocks[i];
            if ((b->flags & BLOCK_HIDDEN) != hidden || !may_be_copy(page, options, b))
                continue;
            uint64_t text = hash_bytes(page->block_text.data + b->text_start, b->text_len);
            if (hidden && map_get(&seen, text))
                mark_block(page, i);
            else
                ok = map_put(&seen, text, 1);
        }
    map_free(&seen);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}

/* An element that no reader sees, by itself or by its name. `*any`: it hides its contents, at least until requested. */
static bool is_unseen(const husk_page *page, uint32_t i, bool *any)
{
    int how = page->flags[i] & NODE_HIDDEN ? hides(page, i) : SHOWN;
    uint32_t inside = page->end[i] - i;
    *any |= how != SHOWN;
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

husk_status visible_mark(husk_page *page, const write_options *options)
{
    bool any = false;
    node_range range = written_nodes(page, options);
    uint8_t *flags = page->flags; /* a store to it could change `page`, for all that the compiler knows */
    const uint16_t *tag = page->tag;
    uint32_t n_nodes = page->n_nodes;
    for (uint32_t i = 1; i < n_nodes; i++)
        flags[i] &= (uint8_t)~NODE_UNSEEN;
    for (uint32_t i = 1; i < n_nodes; i++) {
        slice tex;
        bool display;
        if (i >= range.end) /* only formulas matter: what is drawn for one comes before it */
            i = page_find_tag(page, i, TAG_SCRIPT);
        if (i < n_nodes && tag[i] == TAG_SCRIPT && element_script_tex(page, i, &tex, &display))
            mark_drawn(page, i);
        if (i >= range.end || flags[i] & (NODE_TEXT | NODE_SILENT))
            continue;
        if (page->end[i] <= range.first || is_unseen(page, i, &any)) {
            if (page->end[i] > range.first)
                mark(page, i);
            i = page->end[i] - 1;
        }
    }
    return any && has_long_hidden(page, options) ? mark_copies(page, options) : HUSK_OK;
}
