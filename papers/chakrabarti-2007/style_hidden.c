/* style_hidden.c - read the rules of <style> elements that set `display`.
 * Menus that unfold are hidden by such rules until a pointer is over them. Selectors of tags, classes and ids with
 * descendants and children are read; all others, and rules inside @media and the like, are ignored. Of several rules
 * the last one wins. Cost: elements times rules. Limits: MAX_RULES rules of MAX_PARTS parts, HUSK_MAX_STYLE_STEPS;
 * style sheets in files of their own are not read. */
#include "chakrabarti-2007/style_hidden.h"

#include <string.h>

#include "base/limits.h"

#define MAX_RULES 256u /* a site's own sheet in a page has some dozen that set display */
#define MAX_PARTS 8u

typedef struct style_rule {
    slice part[MAX_PARTS];    /* compound selectors, the element's own last */
    bool is_child[MAX_PARTS]; /* the part before is the parent, not any ancestor */
    uint32_t n_parts;
    bool hides;
} style_rule;

typedef struct style_rules {
    style_rule rule[MAX_RULES];
    uint32_t n;
    uint32_t n_steps; /* elements compared with a part */
} style_rules;

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* What a block of declarations sets display to: 1 none, 0 something else, -1 nothing. */
static int display_of(slice block)
{
    int found = -1;
    for (size_t at = 0; at < block.len;) {
        const char *end = memchr(block.data + at, ';', block.len - at);
        size_t len = end ? (size_t)(end - block.data) - at : block.len - at;
        slice one = { block.data + at, len };
        const char *colon = memchr(one.data, ':', one.len);
        if (colon && slice_is_nocase(slice_trim((slice){ one.data, (size_t)(colon - one.data) }), "display")) {
            slice value = slice_trim((slice){ colon + 1, one.len - (size_t)(colon + 1 - one.data) });
            found = value.len >= 4 && slice_is_nocase((slice){ value.data, 4 }, "none");
        }
        at += len + 1;
    }
    return found;
}

/* One selector: false if it has anything but names, '.', '#', spaces and '>'. */
static bool selector_read(slice s, style_rule *rule)
{
    bool is_child = false;
    s = slice_trim(s);
    rule->n_parts = 0;
    for (size_t at = 0; at < s.len;) {
        if (is_space(s.data[at]) || s.data[at] == '>') {
            is_child = is_child || s.data[at] == '>';
            at++;
            continue;
        }
        size_t from = at;
        while (at < s.len && (is_name(s.data[at]) || s.data[at] == '.' || s.data[at] == '#'))
            at++;
        if (at == from || rule->n_parts == MAX_PARTS)
            return false;
        rule->is_child[rule->n_parts] = is_child;
        rule->part[rule->n_parts++] = (slice){ s.data + from, at - from };
        is_child = false;
    }
    return rule->n_parts > 0;
}

static void selectors_add(style_rules *r, slice list, bool hides)
{
    for (size_t at = 0; at < list.len && r->n < MAX_RULES;) {
        const char *end = memchr(list.data + at, ',', list.len - at);
        size_t len = end ? (size_t)(end - list.data) - at : list.len - at;
        style_rule *rule = &r->rule[r->n];
        if (selector_read((slice){ list.data + at, len }, rule)) {
            rule->hides = hides;
            r->n++;
        }
        at += len + 1;
    }
}

/* The end of the block that opens at `at`, after its closing brace. */
static size_t block_end(slice s, size_t at)
{
    uint32_t depth = 0;
    for (; at < s.len; at++) {
        depth += s.data[at] == '{';
        if (s.data[at] == '}' && --depth == 0)
            return at + 1;
    }
    return s.len;
}

static slice after_comments(slice s)
{
    const char *end;
    while (s.len && (end = memmem(s.data, s.len, "*/", 2)) != NULL)
        s = slice_trim((slice){ end + 2, s.len - (size_t)(end + 2 - s.data) });
    return s;
}

static void sheet_read(slice s, style_rules *r)
{
    for (size_t at = 0; at < s.len && r->n < MAX_RULES;) {
        const char *open = memchr(s.data + at, '{', s.len - at);
        if (open == NULL)
            return;
        size_t brace = (size_t)(open - s.data), end = block_end(s, brace);
        slice head = slice_trim((slice){ s.data + at, brace - at });
        const char *before = head.len ? memrchr(head.data, ';', head.len) : NULL; /* an @import before it */
        if (before)
            head = slice_trim((slice){ before + 1, head.len - (size_t)(before + 1 - head.data) });
        head = after_comments(head);
        size_t inside = end - brace > 2 ? end - brace - 2 : 0;
        int display = head.len && head.data[0] != '@' ? display_of((slice){ s.data + brace + 1, inside }) : -1;
        if (display >= 0)
            selectors_add(r, head, display == 1);
        at = end;
    }
}

static bool has_class(slice classes, slice name)
{
    for (size_t at = 0; at < classes.len;) {
        size_t from = at;
        while (at < classes.len && !is_space(classes.data[at]))
            at++;
        if (at - from == name.len && memcmp(classes.data + from, name.data, name.len) == 0)
            return true;
        at += at < classes.len;
    }
    return false;
}

static bool part_matches(const husk_page *page, uint32_t node, slice part)
{
    for (size_t at = 0; at < part.len;) {
        char kind = part.data[at];
        size_t from = kind == '.' || kind == '#' ? at + 1 : at, end = from;
        while (end < part.len && is_name(part.data[end]))
            end++;
        slice name = { part.data + from, end - from };
        slice own = kind == '.'   ? page_attribute_value(page, node, ATTR_CLASS)
                    : kind == '#' ? page_attribute_value(page, node, ATTR_ID)
                                  : page_tag_name(page, page->tag[node]);
        bool same = own.len == name.len && own.len && memcmp(own.data, name.data, own.len) == 0;
        if (name.len == 0 || !(kind == '.' ? has_class(own, name) : same))
            return false;
        at = end;
    }
    return true;
}

/* Ancestors are tried from the nearest on; the first that fits a part is taken. */
static bool rule_matches(const husk_page *page, uint32_t node, const style_rule *rule, uint32_t *n_steps)
{
    uint32_t part = rule->n_parts - 1;
    ++*n_steps;
    if (!part_matches(page, node, rule->part[part]))
        return false;
    while (part > 0 && node > 0) {
        bool is_parent = rule->is_child[part];
        node = page->parent[node];
        ++*n_steps;
        if (part_matches(page, node, rule->part[part - 1]))
            part--;
        else if (is_parent)
            return false;
    }
    return part == 0;
}

uint8_t *style_hidden(husk_page *page)
{
    style_rules *rules = arena_array(&page->scratch, 1, sizeof *rules);
    if (rules == NULL)
        return NULL;
    rules->n = rules->n_steps = 0;
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if (page->tag[i] == TAG_STYLE && page->end[i] > i + 1 && (page->flags[i + 1] & NODE_TEXT))
            sheet_read(page->text[i + 1], rules);
    uint8_t *hidden = rules->n ? arena_array(&page->scratch, page->n_nodes, 1) : NULL;
    if (hidden == NULL)
        return NULL;
    memset(hidden, 0, page->n_nodes);
    for (uint32_t i = page->body != NODE_NONE ? page->body + 1 : page->n_nodes; i < page->n_nodes; i++)
        for (uint32_t k = 0; k < rules->n && !(page->flags[i] & NODE_TEXT); k++)
            if (rules->n_steps < HUSK_MAX_STYLE_STEPS && rule_matches(page, i, &rules->rule[k], &rules->n_steps))
                hidden[i] = rules->rule[k].hides;
    return hidden;
}
