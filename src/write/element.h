/* element.h - what a reader sees of a page, and the meaning of single elements: list numbers, URLs, images, formulas,
 * code. */
#ifndef HUSK_WRITE_ELEMENT_H
#define HUSK_WRITE_ELEMENT_H

#include "judge/select.h"
#include "page/page.h"
#include "write/write.h"

/* --- visible.c: what a reader sees of a page and the selection keeps ---------------------------------------------- */

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

/* --- element.c, machinery.c, mathml.c ----------------------------------------------------------------------------- */

/* The nodes near an element, inside its parent: it and some on either side. */
node_range element_around(const husk_page *page, uint32_t node);

/* The same from a sibling on, to go from one to the next by page->end. */
node_range element_siblings(const husk_page *page, uint32_t node);

/* The first number of <ol> and the step to the next. */
void element_list_numbers(const husk_page *page, uint32_t list, int64_t *first, int *step);
/* The number set by <li value>; unchanged if there is none. */
void element_item_number(const husk_page *page, uint32_t item, int64_t *number);

/* A longer language or direction is ignored. */
#define ELEMENT_MAX_LANGUAGE 64

/* Does it have its own language or direction? */
bool element_has_language(const husk_page *page, uint32_t node);

/* The <option> that a closed <select> shows. */
uint32_t element_seen_option(const husk_page *page, uint32_t select);

/* Append the URL of a link or image, absolute if the page has a URL. False, with nothing appended, if a text must not
 * link to it (javascript:, data: …). */
bool element_address(husk_page *page, slice href, buffer *out);

/* The URL that a page without one declares (<link rel=canonical>, og:url), if absolute; otherwise {NULL, 0}. */
slice element_own_address(const husk_page *page);

/* The value of an attribute that has no number of its own; {NULL, 0} if there is none. */
slice element_named_value(const husk_page *page, uint32_t node, const char *name);
/* Does a class contain one of `n` words of at least two lower-case letters? */
bool element_class_says(slice class, const char *const *words, size_t n);
#define CLASS_SAYS(class, words) element_class_says(class, words, sizeof words / sizeof *words)

/* Append ` name="value"`. The value is escaped so that it is the same wherever the HTML is parsed. */
void element_write_attribute(buffer *out, slice name, slice value);

void element_write_end(buffer *out, slice name);

/* Is a list's item a task? Its box comes before any text, and readers can't change it. */
bool element_task(const husk_page *page, uint32_t item, bool *is_done);

/* The best source of an image: the one that a script loads later, the largest of a srcset, src, or, where that is only
 * a placeholder, that of other attributes, of a <picture>, of <noscript> or of a link. {NULL, 0} if there is none. */
slice element_image_source(const husk_page *page, uint32_t image);
/* Is it an invisible tracking pixel? */
bool element_image_is_pixel(const husk_page *page, uint32_t image);
/* An image of a smiley or the like, with what it stands for (":)", "😀") as its alternative text: `name`. */
bool element_image_is_emoticon(const husk_page *page, uint32_t image, slice *name);
/* An image of a formula with the formula as its alternative text or title: `tex`. */
bool element_image_is_formula(const husk_page *page, uint32_t image, slice *tex);

/* Append the contents of <math>: true for TeX; false for its text, or nothing. */
bool element_math(const husk_page *page, uint32_t math, buffer *out, bool *display);

/* Is the element only machinery: a heading's permalink, "edit", a footnote's back link, a copy button, line numbers
 * of code? */
bool element_is_machinery(const husk_page *page, uint32_t node);

/* Is a <span> a note that style sheets move to the margin? */
bool element_is_side_note(const husk_page *page, uint32_t span);

/* What a call-out box is: "note", "tip" and the like, by the names that documentation generators and style sheets
 * share. */
typedef enum element_alert_kind {
    ALERT_NONE,
    ALERT_NOTE,
    ALERT_TIP,
    ALERT_IMPORTANT,
    ALERT_WARNING,
    ALERT_CAUTION
} element_alert_kind;

/* The kind of a call-out, and its title if that only names the kind; otherwise `title` is 0. */
element_alert_kind element_alert(const husk_page *page, uint32_t node, uint32_t *title);

/* Replace `out` by the TeX of a <math> without an annotation. False: too large. */
bool element_mathml_tex(const husk_page *page, uint32_t math, buffer *out);
/* The TeX of a <script type="math/tex">, which MathJax renders next to it. */
bool element_script_tex(const husk_page *page, uint32_t script, slice *tex, bool *display);
/* Does a script of the page render TeX in its text? */
bool element_draws_tex(const husk_page *page);
/* The first TeX in a text between \( and \), \[ and \], $$ and $$: text[from..to) includes the delimiters. `unclosed`
 * has a bit for each pair that nothing closes in the rest of the text: 0 at its start, and kept from call to call. */
bool element_find_tex(slice text, slice *tex, size_t *from, size_t *to, bool *display, unsigned *unclosed);

/* Append the text of <pre> with its white space; leading empty lines and trailing white space are removed. */
void element_pre_text(const husk_page *page, uint32_t pre, const write_options *options, buffer *out);
/* The language named by a class of a <pre>, its <code> or its direct container; {NULL, 0} if there is none. */
slice element_code_language(const husk_page *page, uint32_t pre);

#endif
