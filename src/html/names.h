/* names.h - the tags and attributes that code refers to, as small numbers.
 * A tag's kind is its role in the flow of text; a name not in the list is inline. */
#ifndef HUSK_HTML_NAMES_H
#define HUSK_HTML_NAMES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    KIND_INLINE = 0,
    KIND_BLOCK = 1,  /* starts and ends a block of text */
    KIND_SILENT = 2, /* never readable text */
    KIND_VOID = 4,   /* has no end tag */
    KIND_LAYOUT = 8  /* never in a cell of a data table */
};

#include "html_attributes.h"
#include "html_tags.h"

enum {
    TAG_DOCUMENT,
    TAG_TEXT,
#define TAG_ENUM(c_name, ...) TAG_##c_name,
    PAGE_TAGS(TAG_ENUM) TAG_OWN /* and above: this page's own names, page_tag_name */
};

enum {
    TAG_BEFORE_PARSER = TAG_OWN - 1,
    PARSER_TAGS(TAG_ENUM)
#undef TAG_ENUM
        TAG_FREE /* and above: in the order in which they occur on the page */
};

enum {
    ATTR_OTHER,
#define PAGE_ATTR_ENUM(c_name, name) ATTR_##c_name,
    PAGE_ATTRIBUTES(PAGE_ATTR_ENUM)
#undef PAGE_ATTR_ENUM
        ATTR_COUNT
};

extern const uint8_t tag_kinds[TAG_OWN];

/* KIND_… of a tag; KIND_INLINE for a page's own. */
static inline uint8_t tag_kind(uint16_t tag)
{
    return tag < TAG_OWN ? tag_kinds[tag] : KIND_INLINE;
}

/* Does it never occur in cells of a data table? A table around one is layout. */
static inline bool tag_lays_out(uint16_t tag)
{
    return tag_kind(tag) & KIND_LAYOUT;
}

static inline bool tag_is_heading(uint16_t tag)
{
    return tag >= TAG_H1 && tag <= TAG_H6;
}

/* 1 to 6; 0: it is none. */
static inline uint8_t tag_heading_level(uint16_t tag)
{
    return tag_is_heading(tag) ? (uint8_t)(tag - TAG_H1 + 1) : 0;
}

#endif
