/* tokens.h - HTML bytes to tokens, as the standard's tokenizer gives them, in whole runs.
 * The input is UTF-8 without carriage returns, with HTML_PADDING readable zero bytes behind it. A token is borrowed
 * from the input and from the side until the next page, but for `attributes`, which the next tag overwrites. */
#ifndef HUSK_HTML_TOKENS_H
#define HUSK_HTML_TOKENS_H

#include "base/intern.h"
#include "base/limits.h"
#include "html/html.h"
#include "html/lookup.h"
#include "html/scan.h"
#include "html/side.h"

typedef enum token_kind {
    TOKEN_TEXT,    /* `text`, not yet decoded: `notes` says what it holds (NOTE_…) */
    TOKEN_RAW,     /* all of a raw text, decoded, and its end tag where `closed`; `tag` is its element's */
    TOKEN_START,   /* `tag`, `name`, `attributes`, `self_closing` */
    TOKEN_END,     /* `tag`, `name` */
    TOKEN_COMMENT, /* `text`, as it stands */
    TOKEN_DOCTYPE, /* `text`: what stands behind the word DOCTYPE; doctype.h reads it */
    TOKEN_EOF
} token_kind;

typedef enum raw_kind {
    RAW_NONE,
    RAW_PLAIN,  /* to the end of the page: <plaintext> */
    RAW_RCDATA, /* with references: <title>, <textarea> */
    RAW_TEXT,   /* without: <style>, <iframe> … */
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

    /* set by whoever knows the tree, before the next token */
    raw_kind raw;   /* what comes next is raw text, up to the end tag `raw_name` */
    slice raw_name; /* in small letters; empty: up to the end of the page */
    uint16_t raw_tag;
    bool cdata; /* "<![CDATA[" is one: the current node is SVG or MathML */

    /* the token */
    uint16_t tag;
    bool self_closing;
    bool closed;
    unsigned notes;
    slice name; /* as it stands */
    slice text;
    uint32_t n_attributes;
    uint64_t seen; /* a bit for each hash of the tag's attribute names: which may be there twice */
    uint64_t ids;  /* a bit for each ATTR_… that the tag has */
    html_attribute attributes[HUSK_MAX_ATTRIBUTES_PER_NODE];
} tokenizer;

/* A tokenizer over `text`; what it borrows outlives it. */
void tokenizer_init(tokenizer *t, slice text, const name_table *names, scan_function longer, html_side *side, intern *own);

token_kind token_next(tokenizer *t);

/* --- inside the folder ------------------------------------------------------------------------------------------- */

/* A tag from behind its '<' or '</'; the place behind its '>', or NULL when the page ends before that. */
const char *tag_read(tokenizer *t, const char *p, bool closing);

/* The raw text that t->raw asks for. */
void raw_text_read(tokenizer *t);

#endif
