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

/* X(name in C, name in HTML, kind) */
#define PAGE_TAGS(X)                                  \
    X(A, "a", KIND_INLINE)                            \
    X(ABBR, "abbr", KIND_INLINE)                      \
    X(ADDRESS, "address", KIND_BLOCK)                 \
    X(APPLET, "applet", KIND_BLOCK | KIND_SILENT)     \
    X(AREA, "area", KIND_VOID)                        \
    X(ARTICLE, "article", KIND_BLOCK)                 \
    X(ASIDE, "aside", KIND_BLOCK)                     \
    X(AUDIO, "audio", KIND_SILENT)                    \
    X(B, "b", KIND_INLINE)                            \
    X(BASE, "base", KIND_SILENT | KIND_VOID)          \
    X(BDI, "bdi", KIND_INLINE)                        \
    X(BDO, "bdo", KIND_INLINE)                        \
    X(BIG, "big", KIND_INLINE)                        \
    X(BLOCKQUOTE, "blockquote", KIND_BLOCK)           \
    X(BODY, "body", KIND_BLOCK)                       \
    X(BR, "br", KIND_VOID)                            \
    X(BUTTON, "button", KIND_BLOCK)                   \
    X(CANVAS, "canvas", KIND_SILENT)                  \
    X(CAPTION, "caption", KIND_BLOCK)                 \
    X(CENTER, "center", KIND_BLOCK)                   \
    X(CITE, "cite", KIND_INLINE)                      \
    X(CODE, "code", KIND_INLINE)                      \
    X(COL, "col", KIND_BLOCK | KIND_VOID)             \
    X(COLGROUP, "colgroup", KIND_BLOCK)               \
    X(DATA, "data", KIND_INLINE)                      \
    X(DATALIST, "datalist", KIND_SILENT)              \
    X(DD, "dd", KIND_BLOCK)                           \
    X(DEL, "del", KIND_INLINE)                        \
    X(DETAILS, "details", KIND_BLOCK)                 \
    X(DFN, "dfn", KIND_INLINE)                        \
    X(DIALOG, "dialog", KIND_BLOCK)                   \
    X(DIR, "dir", KIND_BLOCK)                         \
    X(DIV, "div", KIND_BLOCK)                         \
    X(DL, "dl", KIND_BLOCK)                           \
    X(DT, "dt", KIND_BLOCK)                           \
    X(EM, "em", KIND_INLINE)                          \
    X(EMBED, "embed", KIND_SILENT | KIND_VOID)        \
    X(FIELDSET, "fieldset", KIND_BLOCK)               \
    X(FIGCAPTION, "figcaption", KIND_BLOCK)           \
    X(FIGURE, "figure", KIND_BLOCK)                   \
    X(FONT, "font", KIND_INLINE)                      \
    X(FOOTER, "footer", KIND_BLOCK)                   \
    X(FORM, "form", KIND_BLOCK)                       \
    X(FRAME, "frame", KIND_SILENT | KIND_VOID)        \
    X(FRAMESET, "frameset", KIND_BLOCK)               \
    X(H1, "h1", KIND_BLOCK)                           \
    X(H2, "h2", KIND_BLOCK)                           \
    X(H3, "h3", KIND_BLOCK)                           \
    X(H4, "h4", KIND_BLOCK)                           \
    X(H5, "h5", KIND_BLOCK)                           \
    X(H6, "h6", KIND_BLOCK)                           \
    X(HEAD, "head", KIND_BLOCK | KIND_SILENT)         \
    X(HEADER, "header", KIND_BLOCK)                   \
    X(HGROUP, "hgroup", KIND_BLOCK)                   \
    X(HR, "hr", KIND_BLOCK | KIND_VOID)               \
    X(HTML, "html", KIND_BLOCK)                       \
    X(I, "i", KIND_INLINE)                            \
    X(IFRAME, "iframe", KIND_SILENT)                  \
    X(IMG, "img", KIND_VOID)                          \
    X(INPUT, "input", KIND_VOID)                      \
    X(INS, "ins", KIND_INLINE)                        \
    X(KBD, "kbd", KIND_INLINE)                        \
    X(LABEL, "label", KIND_INLINE)                    \
    X(LEGEND, "legend", KIND_BLOCK)                   \
    X(LI, "li", KIND_BLOCK)                           \
    X(LINK, "link", KIND_SILENT | KIND_VOID)          \
    X(LISTING, "listing", KIND_BLOCK)                 \
    X(MAIN, "main", KIND_BLOCK)                       \
    X(MAP, "map", KIND_INLINE)                        \
    X(MARK, "mark", KIND_INLINE)                      \
    X(MARQUEE, "marquee", KIND_BLOCK)                 \
    X(MATH, "math", KIND_INLINE)                      \
    X(MENU, "menu", KIND_BLOCK)                       \
    X(META, "meta", KIND_SILENT | KIND_VOID)          \
    X(METER, "meter", KIND_INLINE)                    \
    X(NAV, "nav", KIND_BLOCK)                         \
    X(NOBR, "nobr", KIND_INLINE)                      \
    X(NOEMBED, "noembed", KIND_SILENT)                \
    X(NOFRAMES, "noframes", KIND_SILENT)              \
    X(NOSCRIPT, "noscript", KIND_SILENT)              \
    X(OBJECT, "object", KIND_SILENT)                  \
    X(OL, "ol", KIND_BLOCK)                           \
    X(OPTGROUP, "optgroup", KIND_BLOCK)               \
    X(OPTION, "option", KIND_BLOCK)                   \
    X(OUTPUT, "output", KIND_INLINE)                  \
    X(P, "p", KIND_BLOCK)                             \
    X(PARAM, "param", KIND_SILENT | KIND_VOID)        \
    X(PICTURE, "picture", KIND_INLINE)                \
    X(PLAINTEXT, "plaintext", KIND_BLOCK)             \
    X(PRE, "pre", KIND_BLOCK)                         \
    X(PROGRESS, "progress", KIND_INLINE)              \
    X(Q, "q", KIND_INLINE)                            \
    X(RB, "rb", KIND_INLINE)                          \
    X(RP, "rp", KIND_INLINE)                          \
    X(RT, "rt", KIND_INLINE)                          \
    X(RTC, "rtc", KIND_INLINE)                        \
    X(RUBY, "ruby", KIND_INLINE)                      \
    X(S, "s", KIND_INLINE)                            \
    X(SAMP, "samp", KIND_INLINE)                      \
    X(SCRIPT, "script", KIND_SILENT)                  \
    X(SEARCH, "search", KIND_BLOCK)                   \
    X(SECTION, "section", KIND_BLOCK)                 \
    X(SELECT, "select", KIND_BLOCK)                   \
    X(SLOT, "slot", KIND_INLINE)                      \
    X(SMALL, "small", KIND_INLINE)                    \
    X(SOURCE, "source", KIND_SILENT | KIND_VOID)      \
    X(SPAN, "span", KIND_INLINE)                      \
    X(STRIKE, "strike", KIND_INLINE)                  \
    X(STRONG, "strong", KIND_INLINE)                  \
    X(STYLE, "style", KIND_SILENT)                    \
    X(SUB, "sub", KIND_INLINE)                        \
    X(SUMMARY, "summary", KIND_BLOCK)                 \
    X(SUP, "sup", KIND_INLINE)                        \
    X(SVG, "svg", KIND_SILENT)                        \
    X(TABLE, "table", KIND_BLOCK)                     \
    X(TBODY, "tbody", KIND_BLOCK)                     \
    X(TD, "td", KIND_BLOCK)                           \
    X(TEMPLATE, "template", KIND_SILENT)              \
    X(TEXTAREA, "textarea", KIND_BLOCK | KIND_SILENT) \
    X(TFOOT, "tfoot", KIND_BLOCK)                     \
    X(TH, "th", KIND_BLOCK)                           \
    X(THEAD, "thead", KIND_BLOCK)                     \
    X(TIME, "time", KIND_INLINE)                      \
    X(TITLE, "title", KIND_SILENT)                    \
    X(TR, "tr", KIND_BLOCK)                           \
    X(TRACK, "track", KIND_SILENT | KIND_VOID)        \
    X(TT, "tt", KIND_INLINE)                          \
    X(U, "u", KIND_INLINE)                            \
    X(UL, "ul", KIND_BLOCK)                           \
    X(VAR, "var", KIND_INLINE)                        \
    X(VIDEO, "video", KIND_SILENT)                    \
    X(WBR, "wbr", KIND_VOID)                          \
    X(ANNOTATION_XML, "annotation-xml", KIND_SILENT)  \
    X(XMP, "xmp", KIND_BLOCK)

/* MathML elements that writers use. */
#define PAGE_TAGS_MORE(X)                    \
    X(ANNOTATION, "annotation", KIND_SILENT) \
    X(SEMANTICS, "semantics", KIND_INLINE)

enum {
    TAG_DOCUMENT,
    TAG_TEXT,
#define PAGE_TAG_ENUM(c_name, name, kind) TAG_##c_name,
    PAGE_TAGS(PAGE_TAG_ENUM) PAGE_TAGS_MORE(PAGE_TAG_ENUM)
#undef PAGE_TAG_ENUM
        TAG_OWN /* and above: this page's own names, page_tag_name */
};

/* Names that only the parser refers to: numbered as if every page had them among its own. */
#define HTML_TAGS_PARSER(X)           \
    X(BASEFONT, "basefont")           \
    X(BGSOUND, "bgsound")             \
    X(DESC, "desc")                   \
    X(FOREIGNOBJECT, "foreignobject") \
    X(IMAGE, "image")                 \
    X(KEYGEN, "keygen")               \
    X(MALIGNMARK, "malignmark")       \
    X(MGLYPH, "mglyph")               \
    X(MI, "mi")                       \
    X(MN, "mn")                       \
    X(MO, "mo")                       \
    X(MS, "ms")                       \
    X(MTEXT, "mtext")

enum {
    TAG_BEFORE_PARSER = TAG_OWN - 1,
#define HTML_TAG_ENUM(c_name, name) TAG_##c_name,
    HTML_TAGS_PARSER(HTML_TAG_ENUM)
#undef HTML_TAG_ENUM
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
