/* strip.c - a judged page as HTML with a part removed.
 * A text is kept or removed by its verdict; an image, a script or another element that shows something without text
 * is removed if its tag is template. An element stays if anything in it does, so the HTML stays as valid as it was;
 * line breaks and white space stay with their parent. What acts goes, unless asked for: the output can be shown in a
 * browser, and stays harmless if its elements are nested otherwise when they are parsed again. Cost: two passes over
 * the nodes, no recursion. */
#include <string.h>

#include "base/escape.h"
#include "judge/site/evidence.h"
#include "write/element.h"
#include "write/judged.h"

enum { STAYS = 1, NEUTRAL = 2 }; /* NEUTRAL: present if its parent is */

/* A node by itself, ignoring its contents. */
static uint8_t node_alone(const husk_page *page, const husk_verdict *v, uint32_t node, bool template_stays)
{
    bool is_template = v->marks[node] & VERDICT_TEMPLATE;
    if (page->flags[node] & NODE_BLANK)
        return NEUTRAL;
    if (page->flags[node] & NODE_TEXT) /* silent text goes with its element */
        return !(page->flags[node] & NODE_SILENT) && is_template == template_stays ? STAYS : 0;
    if (element_speaks(page->tag[node]))
        return is_template == template_stays ? STAYS : 0;
    if (tag_kind(page->tag[node]) & KIND_VOID)
        return NEUTRAL;
    return page->flags[node] & NODE_FOREIGN && is_template == template_stays ? STAYS : 0;
}

static uint8_t *choose_nodes(const husk_page *page, const husk_verdict *v, bool template_stays, arena *memory)
{
    uint8_t *stays = arena_alloc(memory, (size_t)page->n_nodes + 1);
    if (stays == NULL)
        return NULL;
    for (uint32_t i = 0; i < page->n_nodes; i++)
        stays[i] = node_alone(page, v, i, template_stays);
    for (uint32_t i = 1; i < page->n_nodes; i++) { /* the contents of a script or a title belong to it */
        uint32_t parent = page->parent[i];
        if (page->flags[i] & NODE_TEXT && page->flags[i] & NODE_SILENT && !(page->flags[i] & NODE_BLANK))
            stays[i] = element_speaks(page->tag[parent])                         ? stays[parent]
                       : (v->marks[parent] & VERDICT_TEMPLATE) == template_stays ? STAYS
                                                                                 : 0;
        if (page->tag[parent] == TAG_TITLE && page->flags[i] & NODE_TEXT)
            stays[i] = STAYS;
    }
    for (uint32_t i = page->n_nodes; i-- > 1;)
        if (stays[i] & STAYS)
            stays[page->parent[i]] |= STAYS;
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if (stays[i] == NEUTRAL)
            stays[i] |= stays[page->parent[i]] & STAYS;
    return stays;
}

/* --- active content ----------------------------------------------------------------------------------------------- */

/* Elements that run something, embed a page, or navigate away. */
static bool acts(const husk_page *page, uint32_t node)
{
    uint16_t tag = page->tag[node];
    if (page->flags[node] & NODE_TEXT)
        return false;
    if (tag == TAG_META)
        return page_attribute_find(page, node, ATTR_HTTP_EQUIV) != NULL &&
               !slice_is_nocase(page_attribute_value(page, node, ATTR_HTTP_EQUIV), "content-type");
    static const char names[] = "script iframe frame frameset object embed applet base animate set portal fencedframe ";
    return slice_is_in(page_tag_name(page, tag), names);
}

/* The letters of a scheme, without the white space and control characters that browsers ignore. */
static bool has_acting_scheme(slice value)
{
    static const char *const schemes[] = { "javascript:", "vbscript:", "data:text/", "data:application/" };
    char start[24];
    size_t n = 0;
    for (size_t i = 0; i < value.len && n < sizeof start; i++)
        if ((unsigned char)value.data[i] > ' ')
            start[n++] = lower(value.data[i]);
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t len = strlen(schemes[i]);
        if (n >= len && memcmp(start, schemes[i], len) == 0)
            return true;
    }
    return false;
}

static bool attribute_acts(const page_attribute *a)
{
    slice name = { a->name, a->name_len }, value = { a->value, a->value_len };
    return (name.len > 2 && slice_is_nocase((slice){ name.data, 2 }, "on")) || slice_is_nocase(name, "srcdoc") ||
           has_acting_scheme(value);
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static bool is_raw_text(uint16_t tag)
{
    return tag == TAG_SCRIPT || tag == TAG_STYLE || tag == TAG_XMP || tag == TAG_IFRAME || tag == TAG_NOEMBED ||
           tag == TAG_NOFRAMES || tag == TAG_NOSCRIPT || tag == TAG_PLAINTEXT;
}

/* Could a tag start in this text? Parsed elsewhere, as inside <svg>, a raw text is markup. */
static bool holds_tags(slice text)
{
    for (size_t i = 0; i + 1 < text.len; i++)
        if (text.data[i] == '<' && (text.data[i + 1] == '/' || is_alpha(text.data[i + 1])))
            return true;
    return false;
}

/* What a reader sees of a raw text stays, as <pre>. */
static bool becomes_pre(const husk_page *page, uint32_t node, bool acting)
{
    uint16_t tag = page->tag[node];
    return !acting && (tag == TAG_XMP || tag == TAG_PLAINTEXT) && !(page->flags[node] & NODE_FOREIGN);
}

static slice name_of(const husk_page *page, uint32_t node, bool acting)
{
    return becomes_pre(page, node, acting) ? SLICE("pre") : page_tag_name(page, page->tag[node]);
}

static void write_open(const husk_page *page, uint32_t node, bool acting, buffer *out)
{
    slice name = name_of(page, node, acting);
    buffer_byte(out, '<');
    buffer_append(out, name.data, name.len);
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *at = &page->attributes[a];
        if (!acting && attribute_acts(at))
            continue;
        element_write_attribute(out, (slice){ at->name, at->name_len }, (slice){ at->value, at->value_len });
    }
    buffer_byte(out, '>');
    /* The parser removes one line break here: add it again. */
    uint16_t tag = page->tag[node];
    if ((tag == TAG_PRE || tag == TAG_TEXTAREA || tag == TAG_LISTING) && node + 1 < page->end[node] &&
        page->text[node + 1].len && page->text[node + 1].data[0] == '\n')
        buffer_byte(out, '\n');
}

static void write_close(const husk_page *page, uint32_t node, bool acting, buffer *out)
{
    slice name = name_of(page, node, acting);
    if (!(tag_kind(page->tag[node]) & KIND_VOID) && !slice_is(name, "plaintext"))
        element_write_end(out, name);
}

static void write_node(const husk_page *page, uint32_t node, bool acting, buffer *out)
{
    slice text = page->text[node];
    uint32_t parent = page->parent[node];
    if (!(page->flags[node] & NODE_TEXT))
        write_open(page, node, acting, out);
    else if (!is_raw_text(page->tag[parent]) || page->flags[node] & NODE_FOREIGN || becomes_pre(page, parent, acting))
        escape_html(out, text, ESCAPE_TEXT);
    else if (acting || !holds_tags(text))
        buffer_append(out, text.data, text.len);
}

/* If words between two texts of one block are removed, a space takes their place, so that the texts do not become one
 * word. Existing white space is enough, markup between them is not. Texts of different blocks are separate anyway. */
static bool needs_space(const husk_page *page, uint32_t before, uint32_t node)
{
    slice last = page->text[before], next = page->text[node];
    return page->block_of[before] == page->block_of[node] && !(page->flags[node] & (NODE_PRE | NODE_SILENT)) &&
           !is_space(last.data[last.len - 1]) && !is_space(next.data[0]);
}

husk_status write_stripped(const husk_verdict *verdict, husk_keep keep, bool acting, arena *memory, buffer *out)
{
    const husk_page *page = verdict->page;
    const uint8_t *stays = choose_nodes(page, verdict, keep == HUSK_KEEP_TEMPLATE, memory);
    uint32_t text = NODE_NONE; /* the last one written */
    bool gap = false;          /* words were removed since */
    if (stays == NULL)
        return HUSK_NO_MEMORY;
    buffer_text(out, "<!DOCTYPE html>\n");
    uint32_t open = 0; /* the innermost open element */
    for (uint32_t i = 1; i <= page->n_nodes; i++) {
        for (; open && i >= page->end[open]; open = page->parent[open])
            write_close(page, open, acting, out);
        if (i == page->n_nodes)
            break;
        bool frame = i == page->html || i == page->head || i == page->body;
        if ((!frame && !(stays[i] & STAYS)) || (!acting && acts(page, i))) {
            gap = gap || next_spoken(page, i, page->end[i]) < page->end[i];
            i = page->end[i] - 1;
            continue;
        }
        if (page->flags[i] & NODE_TEXT && page->text[i].len) {
            if (gap && text != NODE_NONE && needs_space(page, text, i))
                buffer_byte(out, ' ');
            text = i;
            gap = false;
        }
        write_node(page, i, acting, out);
        if (!(page->flags[i] & NODE_TEXT))
            open = i;
    }
    buffer_byte(out, '\n');
    return out->status;
}
