/* machinery.c - parts of a page that are not content: permalinks, "edit", copy buttons, line numbers and the like.
 * Recognised by what many generators share: a link within the page whose text is a symbol, and the class names used
 * by style sheets of documentation, wikis and highlighters. Cost: a look at the class of small elements. */
#include "write/element.h"

/* A mark or button has fewer nodes inside. Line numbers may have many. */
#define MARK_NODES 12
/* Letters of a button or mark to collect. */
#define MARK_BYTES 64

/* The text inside, white space collapsed, as far as it fits; `n` bytes. */
static size_t short_text(const husk_page *page, uint32_t node, char text[MARK_BYTES])
{
    size_t n = 0;
    for (uint32_t i = node; i < page->end[node]; i++) {
        slice piece = page->flags[i] & NODE_SILENT ? (slice){ NULL, 0 } : slice_trim(page->text[i]);
        for (size_t k = 0; k < piece.len && n < MARK_BYTES; k++)
            text[n++] = piece.data[k];
    }
    return n;
}

/* One pass for all words: most positions of a class name match none of their first two letters. */
bool element_class_says(slice class, const char *const *words, size_t n)
{
    uint32_t firsts = 0, seconds = 0;
    for (size_t i = 0; i < n; i++) {
        firsts |= (uint32_t)1 << (words[i][0] & 31);
        seconds |= (uint32_t)1 << (words[i][1] & 31);
    }
    for (; class.len > 1; class.data++, class.len--)
        if (firsts >> (class.data[0] & 31) & seconds >> (class.data[1] & 31) & 1)
            for (size_t i = 0; i < n; i++)
                if (slice_starts_nocase(class, words[i]))
                    return true;
    return false;
}

static bool leads_here(const husk_page *page, uint32_t link)
{
    slice href = slice_trim(page_attribute_value(page, link, ATTR_HREF));
    return href.len && href.data[0] == '#';
}

/* A symbol that links to itself, or back to a footnote's reference. Not inline: few elements come this far. */
__attribute__((noinline)) static bool is_mark(const husk_page *page, uint32_t link)
{
    static const char *const names[] = { "headerlink",    "header-link",    "heading-anchor", "header-anchor",
                                         "hash-link",     "anchorjs",       "anchor-link",    "permalink",
                                         "footnote-back", "headline-anchor" };
    char text[MARK_BYTES];
    if (page->end[link] - link > MARK_NODES)
        return false;
    slice said = { text, short_text(page, link, text) };
    if (said.len == 0)
        return false;
    bool sign = said.len < MARK_BYTES && !has_word(said);
    return sign && (leads_here(page, link) || CLASS_SAYS(page_attribute_value(page, link, ATTR_CLASS), names));
}

/* "[edit]" next to a heading. */
static bool is_edit(const husk_page *page, uint32_t node)
{
    static const char *const names[] = { "editsection", "edit-section" };
    return CLASS_SAYS(page_attribute_value(page, node, ATTR_CLASS), names);
}

__attribute__((noinline)) static bool is_copy_button(const husk_page *page, uint32_t node)
{
    static const char *const names[] = { "copy", "clipboard" };
    char text[MARK_BYTES];
    if (page->end[node] - node > MARK_NODES || short_text(page, node, text) >= MARK_BYTES / 2)
        return false;
    return CLASS_SAYS(page_attribute_value(page, node, ATTR_CLASS), names) ||
           slice_has_nocase(page_attribute_value(page, node, ATTR_ARIA_LABEL), "copy") ||
           slice_has_nocase(page_attribute_value(page, node, ATTR_TITLE), "copy");
}

static bool is_numbers(const husk_page *page, uint32_t node)
{
    bool any = false;
    for (uint32_t i = node; i < page->end[node]; i++)
        for (size_t k = 0; k < page->text[i].len; k++) {
            char c = page->text[i].data[k];
            if (!is_space(c) && (c < '0' || c > '9'))
                return false;
            any |= c >= '0' && c <= '9';
        }
    return any;
}

/* Line numbers of code, recognised by class. */
static bool is_gutter(const husk_page *page, uint32_t node)
{
    static const char *const names[] = { "gutter",      "lineno", "line-number", "linenumber",
                                         "line_number", "lnt",    "rouge-gl" };
    return CLASS_SAYS(page_attribute_value(page, node, ATTR_CLASS), names) && is_numbers(page, node);
}

/* The <pre> that comes right after an element, alone or as the first part of its container; 0 if there is none. */
static uint32_t code_after(const husk_page *page, uint32_t node)
{
    uint32_t end = page->end[page->parent[node]], i = page->end[node];
    while (i < end && (page->flags[i] & NODE_BLANK || page->tag[i] == TAG_BUTTON))
        i = page->end[i];
    for (uint32_t last = i + 3; i < end && i <= last; i++)
        if (page->tag[i] == TAG_PRE)
            return i;
        else if (page->flags[i] & NODE_TEXT && !(page->flags[i] & NODE_BLANK))
            return 0;
    return 0;
}

/* The name of the language over a piece of code: its fence has it. */
__attribute__((noinline)) static bool is_code_label(const husk_page *page, uint32_t node)
{
    char text[MARK_BYTES];
    uint32_t pre = page->end[node] - node <= MARK_NODES ? code_after(page, node) : 0;
    slice language = pre ? element_code_language(page, pre) : (slice){ NULL, 0 };
    bool same = language.len && short_text(page, node, text) == language.len;
    for (size_t i = 0; same && i < language.len; i++)
        same = lower(text[i]) == lower(language.data[i]);
    return same;
}

/* The number or sign of a side note, whose text is where the sign is. */
static bool is_side_mark(const husk_page *page, uint32_t node)
{
    static const char *const names[] = { "margin-toggle", "ltx_note_mark", "ltx_tag_note", "sidenote-number" };
    return page->end[node] - node <= MARK_NODES && CLASS_SAYS(page_attribute_value(page, node, ATTR_CLASS), names);
}

bool element_is_side_note(const husk_page *page, uint32_t span)
{
    static const char *const names[] = { "sidenote", "marginnote", "ltx_note_content" };
    slice class = page_attribute_value(page, span, ATTR_CLASS);
    return class.len && CLASS_SAYS(class, names) && !slice_has_nocase(class, "wrapper");
}

static const char *const alert_words[] = {
    [ALERT_NONE] = "",
    [ALERT_NOTE] = "note info information seealso abstract summary ",
    [ALERT_TIP] = "tip hint success ",
    [ALERT_IMPORTANT] = "important ",
    [ALERT_WARNING] = "warning warn attention ",
    [ALERT_CAUTION] = "caution danger error ",
};

static element_alert_kind alert_called(slice word)
{
    char lowered[16];
    size_t n = 0;
    while (word.len && (word.data[word.len - 1] == ':' || word.data[word.len - 1] == '!'))
        word.len--;
    for (; n < word.len && n < sizeof lowered; n++)
        lowered[n] = lower(word.data[n]);
    for (element_alert_kind kind = ALERT_NOTE; n && n < sizeof lowered && kind <= ALERT_CAUTION; kind++)
        if (slice_is_in((slice){ lowered, n }, alert_words[kind]))
            return kind;
    return ALERT_NONE;
}

/* "warning" of "admonition warning", "alert-warning", "markdown-alert-warning". */
static element_alert_kind alert_of_class(slice class)
{
    element_alert_kind kind = ALERT_NONE;
    for (slice word; kind == ALERT_NONE && slice_word(&class, &word);) {
        const char *dash = memrchr(word.data, '-', word.len);
        size_t from = dash ? (size_t)(dash - word.data) + 1 : 0;
        kind = alert_called(slice_from(word, from));
    }
    return kind;
}

element_alert_kind element_alert(const husk_page *page, uint32_t node, uint32_t *title)
{
    static const char *const names[] = { "admonition", "callout", "markdown-alert", "alert-", "custom-block" };
    slice class = page_attribute_value(page, node, ATTR_CLASS);
    *title = 0;
    if (class.len == 0 || !CLASS_SAYS(class, names) || slice_has_nocase(class, "title"))
        return ALERT_NONE;
    element_alert_kind kind = alert_of_class(class);
    uint32_t first = next_spoken(page, node + 1, page->end[node]), up = first;
    if (kind == ALERT_NONE || first == page->end[node])
        return ALERT_NONE;
    while (page->parent[up] != node &&
           next_spoken(page, page->end[up], page->end[page->parent[up]]) == page->end[page->parent[up]])
        up = page->parent[up];
    if (up != first && alert_called(slice_trim(page->text[first])) != ALERT_NONE)
        *title = up;
    return kind;
}

/* The first visible character inside, within the length of a mark; 0 if there is none. It rules out most elements. */
static char first_char(const husk_page *page, uint32_t node)
{
    uint32_t end = page->end[node] - node > MARK_NODES ? node + MARK_NODES : page->end[node];
    uint32_t i = next_spoken(page, node + 1, end);
    return i < end ? page->text[i].data[leading_space(page->text[i])] : 0;
}

bool element_is_machinery(const husk_page *page, uint32_t node)
{
    uint16_t tag = page->tag[node];
    if (tag == TAG_BUTTON)
        return is_copy_button(page, node);
    if (tag == TAG_LABEL || tag == TAG_SUP)
        return is_side_mark(page, node);
    if (tag != TAG_A && tag != TAG_SPAN && tag != TAG_TD && tag != TAG_PRE && tag != TAG_DIV)
        return false;
    if (page->attribute[node] == page->attribute[node + 1])
        return false;
    char c = first_char(page, node);
    if (tag == TAG_A)
        return c && !is_digit(c) && !is_alpha(c) && is_mark(page, node);
    if (tag == TAG_SPAN && is_side_mark(page, node))
        return true;
    if (is_alpha(c) && (tag == TAG_SPAN || tag == TAG_DIV))
        return is_code_label(page, node);
    return (is_digit(c) && is_gutter(page, node)) || (tag == TAG_SPAN && c == '[' && is_edit(page, node));
}
