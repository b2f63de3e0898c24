/* tokens.h - HTML bytes to tokens, as in the standard's tokenizer, in whole runs.
 * The input is UTF-8 without carriage returns, followed by HTML_PADDING readable zero bytes. A token borrows from the
 * input and from the side until the next page, except `attributes`, which the next tag overwrites. */
#ifndef HUSK_HTML_TOKENS_H
#define HUSK_HTML_TOKENS_H

#include "base/intern.h"
#include "base/limits.h"
#include "html/html.h"
#include "html/lookup.h"
#include "html/scan.h"
#include "html/side.h"

typedef enum token_kind {
    TOKEN_TEXT,    /* `text`, not decoded: `notes` says what it contains (NOTE_…) */
    TOKEN_RAW,     /* a whole raw text, decoded, and its end tag if `closed`; `tag` is its element's */
    TOKEN_START,   /* `tag`, `name`, `attributes`, `self_closing` */
    TOKEN_END,     /* `tag`, `name` */
    TOKEN_COMMENT, /* `text`, as written */
    TOKEN_DOCTYPE, /* `text`: what follows the word DOCTYPE; doctype.h parses it */
    TOKEN_EOF
} token_kind;

typedef enum raw_kind {
    RAW_NONE,
    RAW_PLAIN,  /* to the end of the page: <plaintext> */
    RAW_RCDATA, /* with character references: <title>, <textarea> */
    RAW_TEXT,   /* without them: <style>, <iframe> … */
    RAW_SCRIPT  /* the same, with comments that hide end tags */
} raw_kind;

typedef struct tokenizer {
    const char *at, *end;
    const name_table *names;
    scan_function scan;
    html_side *side;
    intern *own_tags;
    bool has_own_tags; /* false: every unknown name is TAG_SPAN */
    bool too_many_names;

    /* set by the tree builder before the next token */
    raw_kind raw;   /* raw text follows, up to the end tag `raw_name` */
    slice raw_name; /* lower case; empty: up to the end of the page */
    uint16_t raw_tag;
    bool cdata; /* "<![CDATA[" is recognised: the current node is SVG or MathML */

    /* the token */
    uint16_t tag;
    bool self_closing;
    bool closed;
    unsigned notes; /* NOTE_…: of the text, or of the last value */
    slice name;     /* as written */
    slice text;
    uint32_t n_attributes;
    uint64_t seen; /* one bit per hash of the tag's attribute names, to detect possible duplicates */
    uint64_t ids;  /* one bit per ATTR_… that the tag has */
    html_attribute attributes[HUSK_MAX_ATTRIBUTES_PER_NODE];
} tokenizer;

/* A tokenizer over `text`; what it borrows must outlive it. */
void tokenizer_init(tokenizer *t, slice text, const name_table *names, scan_function longer, html_side *side,
                    intern *own);

token_kind token_next(tokenizer *t);

/* --- inside the folder -------------------------------------------------------------------------------------------- */

/* A tag from after its '<' or '</'; returns the position after its '>', or NULL if the page ends before that. */
const char *tag_read(tokenizer *t, const char *p, bool closing);

/* The raw text that t->raw asks for. */
void raw_text_read(tokenizer *t);

#endif
