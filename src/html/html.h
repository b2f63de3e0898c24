/* html.h - bytes of HTML to preorder arrays, by the HTML standard.
 * The tokenizer finds the end of a run with vector instructions and returns spans of the input; the tree construction
 * rules append nodes to arrays in order of creation, which is preorder until a rule puts a node elsewhere. From then
 * on children are linked as well, and one walk at the end orders the arrays. No node is allocated separately, nothing
 * recurses. Cost: about 40 bytes per node and 24 per attribute, reused from page to page. */
#ifndef HUSK_HTML_HTML_H
#define HUSK_HTML_HTML_H

#include "base/text.h"
#include "html/names.h"
#include "husk/husk.h"

/* Zero bytes that must be readable after the input. */
#define HTML_PADDING 64u

#define HTML_NONE UINT32_MAX

/* What a node is. */
enum {
    HTML_TEXT = 1,
    HTML_SVG = 2,
    HTML_MATH = 4,
    HTML_MARKED = 8, /* has an attribute of html_options.marked */
    HTML_BLANK = 64  /* a text of white space only */
};

typedef struct html_attribute {
    const char *name; /* in lower case */
    const char *value;
    uint32_t value_len;
    uint16_t name_len;
    uint16_t id; /* ATTR_…, ATTR_OTHER for names not in the list */
} html_attribute;

/* Node 0 is the document. Comments and doctypes are not nodes, but separate the texts around them. */
typedef struct html_tree {
    uint32_t n_nodes;
    uint32_t *parent;
    uint32_t *end; /* a node's subtree is [i, end[i]) */
    uint16_t *tag;
    uint8_t *flags;
    slice *text;         /* of text nodes; {NULL, 0} for elements */
    uint32_t *attribute; /* n_nodes + 1: node i has attributes [attribute[i], attribute[i + 1]) */
    html_attribute *attributes;
    uint32_t n_attributes;
    uint32_t node_size; /* capacity of the arrays in nodes and attributes */
    size_t attribute_size;
} html_tree;

enum { SPACE_HTML, SPACE_MATH, SPACE_SVG };

typedef struct html_options {
    uint32_t max_nodes;
    uint32_t max_depth;        /* of open elements; deeper start tags are dropped */
    uint32_t max_milliseconds; /* of this thread's CPU time; 0: no limit */
    const husk_stop *stop;     /* may be NULL */
    uint64_t marked;           /* one bit per ATTR_… whose elements are HTML_MARKED */
    bool scripting;            /* like a browser with scripts: <noscript> is one text */
    bool no_returns;           /* the text is known to have no carriage return */
    bool templates;            /* keep the contents of <template>, as its children */
} html_options;

typedef struct html_parser html_parser;

/* A parser, reused from page to page by one thread at a time; NULL if out of memory. */
html_parser *html_parser_new(void);
void html_parser_free(html_parser *parser);

/* Parse `text`: UTF-8 followed by HTML_PADDING zero bytes. `text` and the tree live until the next parse; text with
 * carriage returns is copied first. LIMIT: a budget cut the
 * page, *cut names it (a static string), and the tree is valid as far as it goes. NO_MEMORY, STOPPED: no tree. */
husk_status html_parse(html_parser *parser, slice text, const html_options *options, const char **cut);

/* The parser's tree; its arrays may move with each parse. */
html_tree *html_parser_tree(html_parser *parser);

/* The name of a tag of the last parse. */
slice html_tag_name(const html_parser *parser, uint16_t tag);

/* Forget the last page, and free memory beyond `keep` bytes. */
void html_parser_trim(html_parser *parser, size_t keep);

#endif
