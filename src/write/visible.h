/* visible.h - what a reader sees of a page and the selection keeps. */
#ifndef HUSK_WRITE_VISIBLE_H
#define HUSK_WRITE_VISIBLE_H

#include "judge/select.h"
#include "page/page.h"
#include "write/write.h"

static inline bool is_selected(const write_options *options, uint32_t node)
{
    return options->keep == NULL || options->keep[node] == SELECTED || (options->keep[node] && options->images);
}

typedef struct node_range {
    uint32_t first, end;
} node_range;

/* From the first node that the selection keeps to after the last; the whole page without a selection. */
node_range written_nodes(const husk_page *page, const write_options *options);

/* Set NODE_UNSEEN on hidden text that no reader ever sees. Before every walk; only what may be written is examined.
 * NO_MEMORY or OK. */
husk_status visible_mark(husk_page *page, const write_options *options);

/* The flags of what is not written. */
#define UNWRITTEN (NODE_SILENT | NODE_UNSEEN)

/* White space, and characters that show nothing: U+00A0, U+200B, U+FEFF. A paragraph with only these is empty. */
static inline bool shows_nothing(slice text)
{
    for (size_t i = 0; i < text.len;) {
        unsigned char c = (unsigned char)text.data[i];
        if (is_space((char)c))
            i++;
        else if (c == 0xc2 && i + 1 < text.len && (unsigned char)text.data[i + 1] == 0xa0)
            i += 2;
        else if (i + 2 < text.len &&
                 (memcmp(text.data + i, "\xe2\x80\x8b", 3) == 0 || memcmp(text.data + i, "\xef\xbb\xbf", 3) == 0))
            i += 3;
        else
            return false;
    }
    return true;
}

/* Does a style attribute have "property: value"? Ignores white space and case. */
bool style_has(slice style, slice property, slice value);

/* Is this node a visible text? */
static inline bool text_shows(const husk_page *page, uint32_t node, const write_options *options)
{
    uint8_t flags = page->flags[node];
    return flags & NODE_TEXT && !(flags & (UNWRITTEN | NODE_BLANK)) && is_selected(options, node) &&
           !shows_nothing(page->text[node]);
}

/* Is one of the nodes [from, end) such a text? */
static inline bool any_shows(const husk_page *page, uint32_t from, uint32_t end, const write_options *options)
{
    while (from < end && !text_shows(page, from, options))
        from++;
    return from < end;
}

/* The first node of [from, end) that is text, blank or of a script aside; `end` if there is none. */
static inline uint32_t next_spoken(const husk_page *page, uint32_t from, uint32_t end)
{
    while (from < end && (page->flags[from] & (NODE_TEXT | NODE_BLANK | NODE_SILENT)) != NODE_TEXT)
        from++;
    return from;
}

#endif
