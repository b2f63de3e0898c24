/* names.h - the tags and attributes that code refers to, as small numbers.
 * A tag's kind is its role in the flow of text; a name not in the list is inline. The numbers go into hashes stored
 * in site files: new names go to the end of the last list. */
#ifndef HUSK_HTML_NAMES_H
#define HUSK_HTML_NAMES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    KIND_INLINE = 0,
    KIND_BLOCK = 1,  /* starts and ends a block of text */
    KIND_SILENT = 2, /* never readable text */
    KIND_VOID = 4    /* has no end tag */
};

/* X(name in C, name in HTML, kind, then for the tree construction rules (rules.h): the standard's categories, and what
 * its start tag and its end tag do in a body) */
#define PAGE_TAGS(X)                                                                                                   \
    X(A, "a", KIND_INLINE, IS_FORMATTING, A, FORMATTING)                                                               \
    X(ABBR, "abbr", KIND_INLINE, 0, OTHER, OTHER)                                                                      \
    X(ADDRESS, "address", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                        \
    X(APPLET, "applet", KIND_BLOCK | KIND_SILENT, IS_SPECIAL | ENDS_SCOPE, OBJECT, OBJECT)                             \
    X(AREA, "area", KIND_VOID, IS_SPECIAL | IS_VOID, VOID, OTHER)                                                      \
    X(ARTICLE, "article", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                        \
    X(ASIDE, "aside", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                            \
    X(AUDIO, "audio", KIND_SILENT, 0, OTHER, OTHER)                                                                    \
    X(B, "b", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, FORMATTING, FORMATTING)                                     \
    X(BASE, "base", KIND_SILENT | KIND_VOID, IS_SPECIAL | IS_VOID, HEAD_CONTENT, OTHER)                                \
    X(BDI, "bdi", KIND_INLINE, 0, OTHER, OTHER)                                                                        \
    X(BDO, "bdo", KIND_INLINE, 0, OTHER, OTHER)                                                                        \
    X(BIG, "big", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, FORMATTING, FORMATTING)                                 \
    X(BLOCKQUOTE, "blockquote", KIND_BLOCK, IS_SPECIAL | LEAVES_FOREIGN, BLOCK, BLOCK)                                 \
    X(BODY, "body", KIND_BLOCK, IS_SPECIAL | LEAVES_FOREIGN, BODY, BODY)                                               \
    X(BR, "br", KIND_VOID, IS_SPECIAL | IS_VOID | LEAVES_FOREIGN, VOID, BR)                                            \
    X(BUTTON, "button", KIND_BLOCK, IS_SPECIAL | ENDS_BUTTON, BUTTON, BLOCK)                                           \
    X(CANVAS, "canvas", KIND_SILENT, 0, OTHER, OTHER)                                                                  \
    X(CAPTION, "caption", KIND_BLOCK, IS_SPECIAL | ENDS_SCOPE | IS_IMPLIED_TOO, IGNORED, OTHER)                        \
    X(CENTER, "center", KIND_BLOCK, IS_SPECIAL | LEAVES_FOREIGN, BLOCK, BLOCK)                                         \
    X(CITE, "cite", KIND_INLINE, 0, OTHER, OTHER)                                                                      \
    X(CODE, "code", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, FORMATTING, FORMATTING)                               \
    X(COL, "col", KIND_BLOCK | KIND_VOID, IS_SPECIAL | IS_VOID, IGNORED, OTHER)                                        \
    X(COLGROUP, "colgroup", KIND_BLOCK, IS_SPECIAL | IS_IMPLIED_TOO, IGNORED, OTHER)                                   \
    X(DATA, "data", KIND_INLINE, 0, OTHER, OTHER)                                                                      \
    X(DATALIST, "datalist", KIND_SILENT, 0, OTHER, OTHER)                                                              \
    X(DD, "dd", KIND_BLOCK, IS_SPECIAL | IS_IMPLIED | LEAVES_FOREIGN, DD_DT, DD_DT)                                    \
    X(DEL, "del", KIND_INLINE, 0, OTHER, OTHER)                                                                        \
    X(DETAILS, "details", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                        \
    X(DFN, "dfn", KIND_INLINE, 0, OTHER, OTHER)                                                                        \
    X(DIALOG, "dialog", KIND_BLOCK, 0, BLOCK, BLOCK)                                                                   \
    X(DIR, "dir", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                                \
    X(DIV, "div", KIND_BLOCK, IS_SPECIAL | LEAVES_FOREIGN, BLOCK, BLOCK)                                               \
    X(DL, "dl", KIND_BLOCK, IS_SPECIAL | LEAVES_FOREIGN, BLOCK, BLOCK)                                                 \
    X(DT, "dt", KIND_BLOCK, IS_SPECIAL | IS_IMPLIED | LEAVES_FOREIGN, DD_DT, DD_DT)                                    \
    X(EM, "em", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, FORMATTING, FORMATTING)                                   \
    X(EMBED, "embed", KIND_SILENT | KIND_VOID, IS_SPECIAL | IS_VOID | LEAVES_FOREIGN, VOID, OTHER)                     \
    X(FIELDSET, "fieldset", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                      \
    X(FIGCAPTION, "figcaption", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                  \
    X(FIGURE, "figure", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                          \
    X(FONT, "font", KIND_INLINE, IS_FORMATTING, FORMATTING, FORMATTING)                                                \
    X(FOOTER, "footer", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                          \
    X(FORM, "form", KIND_BLOCK, IS_SPECIAL, FORM, FORM)                                                                \
    X(FRAME, "frame", KIND_SILENT | KIND_VOID, IS_SPECIAL, IGNORED, OTHER)                                             \
    X(FRAMESET, "frameset", KIND_BLOCK, IS_SPECIAL, FRAMESET, OTHER)                                                   \
    X(H1, "h1", KIND_BLOCK, IS_SPECIAL | IS_HEADING | LEAVES_FOREIGN, HEADING, HEADING)                                \
    X(H2, "h2", KIND_BLOCK, IS_SPECIAL | IS_HEADING | LEAVES_FOREIGN, HEADING, HEADING)                                \
    X(H3, "h3", KIND_BLOCK, IS_SPECIAL | IS_HEADING | LEAVES_FOREIGN, HEADING, HEADING)                                \
    X(H4, "h4", KIND_BLOCK, IS_SPECIAL | IS_HEADING | LEAVES_FOREIGN, HEADING, HEADING)                                \
    X(H5, "h5", KIND_BLOCK, IS_SPECIAL | IS_HEADING | LEAVES_FOREIGN, HEADING, HEADING)                                \
    X(H6, "h6", KIND_BLOCK, IS_SPECIAL | IS_HEADING | LEAVES_FOREIGN, HEADING, HEADING)                                \
    X(HEAD, "head", KIND_BLOCK | KIND_SILENT, IS_SPECIAL | LEAVES_FOREIGN, IGNORED, OTHER)                             \
    X(HEADER, "header", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                          \
    X(HGROUP, "hgroup", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                          \
    X(HR, "hr", KIND_BLOCK | KIND_VOID, IS_SPECIAL | IS_VOID | LEAVES_FOREIGN, HR, OTHER)                              \
    X(HTML, "html", KIND_BLOCK, IS_SPECIAL | ENDS_SCOPE | ENDS_TABLE, HTML, HTML)                                      \
    X(I, "i", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, FORMATTING, FORMATTING)                                     \
    X(IFRAME, "iframe", KIND_SILENT, IS_SPECIAL, IFRAME, OTHER)                                                        \
    X(IMG, "img", KIND_VOID, IS_SPECIAL | IS_VOID | LEAVES_FOREIGN, VOID, OTHER)                                       \
    X(INPUT, "input", KIND_VOID, IS_SPECIAL | IS_VOID, INPUT, OTHER)                                                   \
    X(INS, "ins", KIND_INLINE, 0, OTHER, OTHER)                                                                        \
    X(KBD, "kbd", KIND_INLINE, 0, OTHER, OTHER)                                                                        \
    X(LABEL, "label", KIND_INLINE, 0, OTHER, OTHER)                                                                    \
    X(LEGEND, "legend", KIND_BLOCK, 0, OTHER, OTHER)                                                                   \
    X(LI, "li", KIND_BLOCK, IS_SPECIAL | IS_IMPLIED | LEAVES_FOREIGN, LI, LI)                                          \
    X(LINK, "link", KIND_SILENT | KIND_VOID, IS_SPECIAL | IS_VOID, HEAD_CONTENT, OTHER)                                \
    X(LISTING, "listing", KIND_BLOCK, IS_SPECIAL | LEAVES_FOREIGN, PRE, BLOCK)                                         \
    X(MAIN, "main", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                              \
    X(MAP, "map", KIND_INLINE, 0, OTHER, OTHER)                                                                        \
    X(MARK, "mark", KIND_INLINE, 0, OTHER, OTHER)                                                                      \
    X(MARQUEE, "marquee", KIND_BLOCK, IS_SPECIAL | ENDS_SCOPE, OBJECT, OBJECT)                                         \
    X(MATH, "math", KIND_INLINE, 0, FOREIGN, OTHER)                                                                    \
    X(MENU, "menu", KIND_BLOCK, IS_SPECIAL | LEAVES_FOREIGN, BLOCK, BLOCK)                                             \
    X(META, "meta", KIND_SILENT | KIND_VOID, IS_SPECIAL | IS_VOID | LEAVES_FOREIGN, HEAD_CONTENT, OTHER)               \
    X(METER, "meter", KIND_INLINE, 0, OTHER, OTHER)                                                                    \
    X(NAV, "nav", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                                \
    X(NOBR, "nobr", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, NOBR, FORMATTING)                                     \
    X(NOEMBED, "noembed", KIND_SILENT, IS_SPECIAL, NOEMBED, OTHER)                                                     \
    X(NOFRAMES, "noframes", KIND_SILENT, IS_SPECIAL, HEAD_CONTENT, OTHER)                                              \
    X(NOSCRIPT, "noscript", KIND_SILENT, IS_SPECIAL, NOSCRIPT, OTHER)                                                  \
    X(OBJECT, "object", KIND_SILENT, IS_SPECIAL | ENDS_SCOPE, OBJECT, OBJECT)                                          \
    X(OL, "ol", KIND_BLOCK, IS_SPECIAL | ENDS_LIST | LEAVES_FOREIGN, BLOCK, BLOCK)                                     \
    X(OPTGROUP, "optgroup", KIND_BLOCK, IS_IMPLIED, OPTGROUP, OTHER)                                                   \
    X(OPTION, "option", KIND_BLOCK, IS_IMPLIED, OPTION, OTHER)                                                         \
    X(OUTPUT, "output", KIND_INLINE, 0, OTHER, OTHER)                                                                  \
    X(P, "p", KIND_BLOCK, IS_SPECIAL | IS_IMPLIED | LEAVES_FOREIGN, BLOCK, P)                                          \
    X(PARAM, "param", KIND_SILENT | KIND_VOID, IS_SPECIAL | IS_VOID, PARAM, OTHER)                                     \
    X(PICTURE, "picture", KIND_INLINE, 0, OTHER, OTHER)                                                                \
    X(PLAINTEXT, "plaintext", KIND_BLOCK, IS_SPECIAL, PLAINTEXT, OTHER)                                                \
    X(PRE, "pre", KIND_BLOCK, IS_SPECIAL | LEAVES_FOREIGN, PRE, BLOCK)                                                 \
    X(PROGRESS, "progress", KIND_INLINE, 0, OTHER, OTHER)                                                              \
    X(Q, "q", KIND_INLINE, 0, OTHER, OTHER)                                                                            \
    X(RB, "rb", KIND_INLINE, IS_IMPLIED, RB, OTHER)                                                                    \
    X(RP, "rp", KIND_INLINE, IS_IMPLIED, RP, OTHER)                                                                    \
    X(RT, "rt", KIND_INLINE, IS_IMPLIED, RP, OTHER)                                                                    \
    X(RTC, "rtc", KIND_INLINE, IS_IMPLIED, RB, OTHER)                                                                  \
    X(RUBY, "ruby", KIND_INLINE, LEAVES_FOREIGN, OTHER, OTHER)                                                         \
    X(S, "s", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, FORMATTING, FORMATTING)                                     \
    X(SAMP, "samp", KIND_INLINE, 0, OTHER, OTHER)                                                                      \
    X(SCRIPT, "script", KIND_SILENT, IS_SPECIAL, HEAD_CONTENT, OTHER)                                                  \
    X(SEARCH, "search", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                          \
    X(SECTION, "section", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                        \
    X(SELECT, "select", KIND_BLOCK, IS_SPECIAL | ENDS_SCOPE, SELECT, BLOCK)                                            \
    X(SLOT, "slot", KIND_INLINE, 0, OTHER, OTHER)                                                                      \
    X(SMALL, "small", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, FORMATTING, FORMATTING)                             \
    X(SOURCE, "source", KIND_SILENT | KIND_VOID, IS_SPECIAL | IS_VOID, PARAM, OTHER)                                   \
    X(SPAN, "span", KIND_INLINE, LEAVES_FOREIGN, OTHER, OTHER)                                                         \
    X(STRIKE, "strike", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, FORMATTING, FORMATTING)                           \
    X(STRONG, "strong", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, FORMATTING, FORMATTING)                           \
    X(STYLE, "style", KIND_SILENT, IS_SPECIAL, HEAD_CONTENT, OTHER)                                                    \
    X(SUB, "sub", KIND_INLINE, LEAVES_FOREIGN, OTHER, OTHER)                                                           \
    X(SUMMARY, "summary", KIND_BLOCK, IS_SPECIAL, BLOCK, BLOCK)                                                        \
    X(SUP, "sup", KIND_INLINE, LEAVES_FOREIGN, OTHER, OTHER)                                                           \
    X(SVG, "svg", KIND_SILENT, 0, FOREIGN, OTHER)                                                                      \
    X(TABLE, "table", KIND_BLOCK, IS_SPECIAL | ENDS_SCOPE | ENDS_TABLE | IS_TABLE_PART | LEAVES_FOREIGN, TABLE, OTHER) \
    X(TBODY, "tbody", KIND_BLOCK, IS_SPECIAL | IS_TABLE_PART | IS_IMPLIED_TOO, IGNORED, OTHER)                         \
    X(TD, "td", KIND_BLOCK, IS_SPECIAL | ENDS_SCOPE | IS_IMPLIED_TOO, IGNORED, OTHER)                                  \
    X(TEMPLATE, "template", KIND_SILENT, IS_SPECIAL | ENDS_SCOPE | ENDS_TABLE, HEAD_CONTENT, TEMPLATE)                 \
    X(TEXTAREA, "textarea", KIND_BLOCK | KIND_SILENT, IS_SPECIAL, TEXTAREA, OTHER)                                     \
    X(TFOOT, "tfoot", KIND_BLOCK, IS_SPECIAL | IS_TABLE_PART | IS_IMPLIED_TOO, IGNORED, OTHER)                         \
    X(TH, "th", KIND_BLOCK, IS_SPECIAL | ENDS_SCOPE | IS_IMPLIED_TOO, IGNORED, OTHER)                                  \
    X(THEAD, "thead", KIND_BLOCK, IS_SPECIAL | IS_TABLE_PART | IS_IMPLIED_TOO, IGNORED, OTHER)                         \
    X(TIME, "time", KIND_INLINE, 0, OTHER, OTHER)                                                                      \
    X(TITLE, "title", KIND_SILENT, IS_SPECIAL, HEAD_CONTENT, OTHER)                                                    \
    X(TR, "tr", KIND_BLOCK, IS_SPECIAL | IS_TABLE_PART | IS_IMPLIED_TOO, IGNORED, OTHER)                               \
    X(TRACK, "track", KIND_SILENT | KIND_VOID, IS_SPECIAL | IS_VOID, PARAM, OTHER)                                     \
    X(TT, "tt", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, FORMATTING, FORMATTING)                                   \
    X(U, "u", KIND_INLINE, IS_FORMATTING | LEAVES_FOREIGN, FORMATTING, FORMATTING)                                     \
    X(UL, "ul", KIND_BLOCK, IS_SPECIAL | ENDS_LIST | LEAVES_FOREIGN, BLOCK, BLOCK)                                     \
    X(VAR, "var", KIND_INLINE, LEAVES_FOREIGN, OTHER, OTHER)                                                           \
    X(VIDEO, "video", KIND_SILENT, 0, OTHER, OTHER)                                                                    \
    X(WBR, "wbr", KIND_VOID, IS_SPECIAL | IS_VOID, VOID, OTHER)                                                        \
    X(ANNOTATION_XML, "annotation-xml", KIND_SILENT, 0, OTHER, OTHER)                                                  \
    X(XMP, "xmp", KIND_BLOCK, IS_SPECIAL, XMP, OTHER)                                                                  \
    X(ANNOTATION, "annotation", KIND_SILENT, 0, OTHER, OTHER)                                                          \
    X(SEMANTICS, "semantics", KIND_INLINE, 0, OTHER, OTHER)

enum {
    TAG_DOCUMENT,
    TAG_TEXT,
#define TAG_ENUM(c_name, ...) TAG_##c_name,
    PAGE_TAGS(TAG_ENUM) TAG_OWN /* and above: this page's own names, page_tag_name */
};

/* Names that only the parser refers to: numbered as if every page had them among its own. */
#define HTML_TAGS_PARSER(X)                                               \
    X(BASEFONT, "basefont", KIND_INLINE, IS_SPECIAL, HEAD_CONTENT, OTHER) \
    X(BGSOUND, "bgsound", KIND_INLINE, IS_SPECIAL, HEAD_CONTENT, OTHER)   \
    X(DESC, "desc", KIND_INLINE, 0, OTHER, OTHER)                         \
    X(FOREIGNOBJECT, "foreignobject", KIND_INLINE, 0, OTHER, OTHER)       \
    X(IMAGE, "image", KIND_INLINE, 0, IMAGE, OTHER)                       \
    X(KEYGEN, "keygen", KIND_INLINE, IS_SPECIAL, VOID, OTHER)             \
    X(MALIGNMARK, "malignmark", KIND_INLINE, 0, OTHER, OTHER)             \
    X(MGLYPH, "mglyph", KIND_INLINE, 0, OTHER, OTHER)                     \
    X(MI, "mi", KIND_INLINE, 0, OTHER, OTHER)                             \
    X(MN, "mn", KIND_INLINE, 0, OTHER, OTHER)                             \
    X(MO, "mo", KIND_INLINE, 0, OTHER, OTHER)                             \
    X(MS, "ms", KIND_INLINE, 0, OTHER, OTHER)                             \
    X(MTEXT, "mtext", KIND_INLINE, 0, OTHER, OTHER)

enum {
    TAG_BEFORE_PARSER = TAG_OWN - 1,
    HTML_TAGS_PARSER(TAG_ENUM)
#undef TAG_ENUM
        TAG_FREE /* and above: in the order in which they occur on the page */
};

/* X(name in C, name in HTML) */
#define PAGE_ATTRIBUTES(X)            \
    X(ACTION, "action")               \
    X(ALT, "alt")                     \
    X(ALTTEXT, "alttext")             \
    X(ARIA_HIDDEN, "aria-hidden")     \
    X(ARIA_LABEL, "aria-label")       \
    X(CHARSET, "charset")             \
    X(CITE, "cite")                   \
    X(CLASS, "class")                 \
    X(COLSPAN, "colspan")             \
    X(CONTENT, "content")             \
    X(DATA_HUSK_BOX, "data-husk-box") \
    X(DATA_SRC, "data-src")           \
    X(DATETIME, "datetime")           \
    X(DIR, "dir")                     \
    X(HEIGHT, "height")               \
    X(HIDDEN, "hidden")               \
    X(HREF, "href")                   \
    X(HREFLANG, "hreflang")           \
    X(HTTP_EQUIV, "http-equiv")       \
    X(ID, "id")                       \
    X(ITEMPROP, "itemprop")           \
    X(ITEMSCOPE, "itemscope")         \
    X(ITEMTYPE, "itemtype")           \
    X(LANG, "lang")                   \
    X(NAME, "name")                   \
    X(PROPERTY, "property")           \
    X(REL, "rel")                     \
    X(REVERSED, "reversed")           \
    X(ROLE, "role")                   \
    X(ROWSPAN, "rowspan")             \
    X(SRC, "src")                     \
    X(SRCSET, "srcset")               \
    X(START, "start")                 \
    X(STYLE, "style")                 \
    X(TITLE, "title")                 \
    X(TYPE, "type")                   \
    X(VALUE, "value")                 \
    X(WIDTH, "width")

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

/* Elements that never occur in cells of a data table: a table around one is layout. */
static inline bool tag_lays_out(uint16_t tag)
{
    switch (tag) {
    case TAG_TABLE:
    case TAG_ARTICLE:
    case TAG_SECTION:
    case TAG_MAIN:
    case TAG_NAV:
    case TAG_HEADER:
    case TAG_FOOTER:
    case TAG_FORM:
    case TAG_FIELDSET:
    case TAG_ASIDE:
    case TAG_H1:
    case TAG_H2:
        return true;
    default:
        return false;
    }
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
