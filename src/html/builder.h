/* builder.h - the tree being built: shared by the files of the tree construction rules.
 * Before each token there is room for everything that one token can create (builder_room), so that the rules
 * themselves allocate nothing. What a token does not bound (attributes, links, joined texts) is skipped if out of
 * memory, and the parse fails after the token. */
#ifndef HUSK_HTML_BUILDER_H
#define HUSK_HTML_BUILDER_H

#include "html/tokens.h"

/* --- properties of tags (the HTML standard, 13.2.4.2 and 13.2.6.4.7), which html_tags.txt has for each ------------ */

/* The standard's lists of elements. */
enum {
    IS_SPECIAL = 1,
    ENDS_SCOPE = 2, /* of the five scopes: the general one, */
    ENDS_LIST = 4,  /* and the additions of the others, */
    ENDS_BUTTON = 8,
    ENDS_TABLE = 16,     /* except a table's, which has only these */
    IS_IMPLIED = 32,     /* its end tag may be omitted */
    IS_IMPLIED_TOO = 64, /* the same where a template ends */
    IS_FORMATTING = 128,
    IS_HEADING = 256,
    IS_TABLE_PART = 512, /* content that does not belong in a table goes before it */
    IS_VOID = 1024,
    LEAVES_FOREIGN = 2048 /* its start tag ends SVG and MathML */
};

/* What a start tag does in a body. */
typedef enum body_start {
    START_OTHER,
    START_BLOCK,
    START_HEADING,
    START_PRE,
    START_FORM,
    START_LI,
    START_DD_DT,
    START_PLAINTEXT,
    START_BUTTON,
    START_A,
    START_FORMATTING,
    START_NOBR,
    START_OBJECT,
    START_TABLE,
    START_VOID,
    START_INPUT,
    START_PARAM,
    START_HR,
    START_IMAGE,
    START_TEXTAREA,
    START_XMP,
    START_IFRAME,
    START_NOEMBED,
    START_NOSCRIPT,
    START_SELECT,
    START_OPTION,
    START_OPTGROUP,
    START_RB,
    START_RP,
    START_FOREIGN,
    START_IGNORED,
    START_HTML,
    START_HEAD_CONTENT,
    START_BODY,
    START_FRAMESET
} body_start;

/* What an end tag does in a body. */
typedef enum body_end {
    END_OTHER,
    END_TEMPLATE,
    END_BODY,
    END_HTML,
    END_BLOCK,
    END_FORM,
    END_P,
    END_LI,
    END_DD_DT,
    END_HEADING,
    END_FORMATTING,
    END_OBJECT,
    END_BR
} body_end;

typedef struct tag_rule {
    uint16_t category;
    uint8_t start; /* body_start */
    uint8_t end;   /* body_end */
} tag_rule;

extern const tag_rule tag_rules[TAG_FREE];

static inline tag_rule rule_of(uint16_t tag)
{
    return tag < TAG_FREE ? tag_rules[tag] : (tag_rule){ 0, START_OTHER, END_OTHER };
}

/* --- the tree being built ----------------------------------------------------------------------------------------- */

/* Marks of text nodes while the tree is built. */
enum {
    TEXT_SEALED = 16, /* a comment follows: no text is appended */
    TEXT_GROWN =
        32 /* on the side, with room up to the next power of two, so that joining texts takes linear time in total */
};

/* Insertion modes, by the standard's names. "Text" is not needed, because a raw text is one token; nor is "in table
 * text". */
typedef enum insertion_mode {
    MODE_INITIAL,
    MODE_BEFORE_HTML,
    MODE_BEFORE_HEAD,
    MODE_IN_HEAD,
    MODE_IN_HEAD_NOSCRIPT,
    MODE_AFTER_HEAD,
    MODE_IN_BODY,
    MODE_IN_TABLE,
    MODE_IN_CAPTION,
    MODE_IN_COLUMN_GROUP,
    MODE_IN_TABLE_BODY,
    MODE_IN_ROW,
    MODE_IN_CELL,
    MODE_IN_TEMPLATE,
    MODE_AFTER_BODY,
    MODE_IN_FRAMESET,
    MODE_AFTER_FRAMESET,
    MODE_AFTER_AFTER_BODY,
    MODE_AFTER_AFTER_FRAMESET
} insertion_mode;

/* Integration points: where foreign elements allow HTML. */
enum { POINT_TEXT = 1, POINT_HTML = 2 };

typedef struct open_element {
    uint32_t node;
    uint16_t tag;      /* 0 for SVG and MathML, so that no rule takes them for HTML */
    uint16_t name;     /* the tag in any namespace */
    uint16_t category; /* of rules.h */
    uint8_t space;     /* SPACE_… */
    uint8_t points;    /* POINT_… */
    uint8_t mode;      /* for a template: its own insertion mode */
} open_element;

typedef struct format_element {
    uint32_t node; /* HTML_NONE: a marker */
    uint16_t tag;
    bool hashed;
    uint64_t hash; /* of its attributes, in any order */
} format_element;

/* Attributes that a second <html> or <body> adds to the first. */
typedef struct late_attribute {
    html_attribute attribute;
    uint32_t node;
} late_attribute;

enum {
    MAX_FORMATTING = 64, /* open ones are reopened in every new paragraph; real pages stay under 20 */
    MAX_LATE = 256,
    ROOM = 192 /* nodes, open and formatting elements that one token can create: MAX_FORMATTING reopened, eight rounds
                  of the adoption agency with four clones, and implied ones */
};

typedef struct builder {
    tokenizer t;
    html_tree *tree;
    const html_options *options;
    husk_status status; /* NO_MEMORY, or LIMIT with `cut` */
    const char *cut;

    open_element *stack;
    uint32_t depth, n_formatting;
    size_t stack_size, formatting_size;
    uint32_t n_open[TAG_FREE]; /* how many of each tag are on the stack; at 0, those of SVG and MathML */
    format_element *formatting;

    insertion_mode mode;
    bool frameset_ok, quirks, foster, skip_newline;
    uint32_t head, form;

    bool linked;                          /* order of creation is no longer preorder */
    uint32_t *first, *last, *next, *prev; /* children, while linked */
    uint32_t link_size;
    late_attribute late[MAX_LATE];
    uint32_t n_late;
} builder;

/* --- nodes.c: nodes and their places ------------------------------------------------------------------------------ */

bool builder_grow(builder *b);

/* Make room for what one token can create; false if out of memory. */
static inline bool builder_room(builder *b)
{
    bool has_room = b->tree->n_nodes + ROOM <= b->tree->node_size && b->depth + ROOM <= b->stack_size &&
                    b->n_formatting + ROOM <= b->formatting_size;
    return has_room || builder_grow(b);
}

/* A new element that is not in the tree yet. */
uint32_t element_new(builder *b, uint16_t tag, uint8_t space, const html_attribute *attributes, uint32_t n);
/* Put `node` at the standard's "appropriate place", with `target` as the current node. */
void node_place(builder *b, uint32_t node, const open_element *target);
/* Insert and push an element: of the token, of a tag alone, in a namespace. */
uint32_t insert_element(builder *b);
uint32_t insert_bare(builder *b, uint16_t tag);
uint32_t insert_foreign(builder *b, uint8_t space);
void insert_text(builder *b, slice text);
/* A comment is here: the text before it ends. */
void insert_comment(builder *b);
/* Add the token's attributes that `node`, an <html> or <body>, does not have. */
void attributes_merge(builder *b, uint32_t node);

/* From here on nodes may go anywhere; false if out of memory. */
bool links_begin(builder *b);
void link_before(builder *b, uint32_t node, uint32_t parent, uint32_t before);
void link_remove(builder *b, uint32_t node);
/* At the end: put the arrays in preorder, with subtree ends. */
void builder_finish(builder *b);

/* --- stack.c: open elements --------------------------------------------------------------------------------------- */

void push_foreign(builder *b, uint32_t node, uint16_t tag, uint8_t space);
void stack_remove(builder *b, uint32_t at);
/* The index of `node` on the stack, or HTML_NONE. */
uint32_t stack_find(const builder *b, uint32_t node);
bool in_scope(const builder *b, uint16_t tag, unsigned stops);
/* The index of an element whose tag has `category` in the general scope, or HTML_NONE. */
uint32_t scope_find(const builder *b, unsigned category);
void pop_implied(builder *b, uint16_t but);
void pop_until(builder *b, uint16_t tag);
void close_paragraph(builder *b);
void mode_reset(builder *b);
/* The innermost template on the stack; there is one. */
open_element *innermost_template(builder *b);

static inline open_element *current(builder *b)
{
    return &b->stack[b->depth - 1];
}

/* The same if it is SVG or MathML, otherwise NULL. Most pages have none open at most of their tokens. */
static inline const open_element *foreign_current(const builder *b)
{
    return b->n_open[0] && b->stack[b->depth - 1].space != SPACE_HTML ? &b->stack[b->depth - 1] : NULL;
}

static inline void push(builder *b, uint32_t node, uint16_t tag, uint8_t space)
{
    if (space != SPACE_HTML) {
        push_foreign(b, node, tag, space);
        return;
    }
    b->stack[b->depth++] =
        (open_element){ .node = node, .tag = tag, .name = tag, .category = rule_of(tag).category, .space = space };
    if (tag < TAG_FREE)
        b->n_open[tag]++;
}

static inline void pop(builder *b)
{
    const open_element *e = &b->stack[--b->depth];
    if (e->tag < TAG_FREE)
        b->n_open[e->tag]--;
}

static inline bool has_template(const builder *b)
{
    return b->n_open[TAG_TEMPLATE] != 0;
}

/* --- formatting.c ------------------------------------------------------------------------------------------------- */

void marker_add(builder *b);
void marker_clear(builder *b);
void formatting_add(builder *b, uint32_t node, uint16_t tag);
/* Remove the last <a> before a marker from both lists, because a new one starts. */
void formatting_end_a(builder *b);
void formatting_reopen_slow(builder *b);
/* The adoption agency algorithm, for an end tag. */
void adopt(builder *b, uint16_t tag);
/* What any other end tag does. */
void end_any_other(builder *b, uint16_t tag);

/* "Reconstruct the active formatting elements". */
static inline void formatting_reopen(builder *b)
{
    if (b->n_formatting && b->formatting[b->n_formatting - 1].node != HTML_NONE)
        formatting_reopen_slow(b);
}

/* --- the rules: each returns true if the token must be processed again, in the mode then set ---------------------- */

void rules_start_tag(builder *b);      /* modes.c: a tag, in HTML or foreign content */
void rules_end_tag(builder *b);        /* modes.c */
void rules_text(builder *b);           /* characters.c: TOKEN_TEXT */
void rules_raw(builder *b);            /* characters.c: TOKEN_RAW */
void rules_comment(builder *b);        /* characters.c */
bool step_to_body(builder *b);         /* characters.c: what a mode does that has no rule for a token; false: drop it */
void rules_doctype(builder *b);        /* modes.c */
void rules_end_of_file(builder *b);    /* modes.c */
bool mode_apply(builder *b, bool end); /* modes.c: a tag in the current insertion mode */
bool head_content(builder *b);         /* modes.c: a start tag allowed in <head> */
void template_end(builder *b);         /* modes.c */
void templates_close(builder *b);      /* modes.c: all open ones, where a page was cut */
bool body_start_tag(builder *b);       /* body.c */
bool body_end_tag(builder *b);         /* body.c */
bool table_tag(builder *b, bool end);  /* tables.c: in table */
bool caption_tag(builder *b, bool end); /* tables.c, the others too */
bool column_group_tag(builder *b, bool end);
bool table_body_tag(builder *b, bool end);
bool row_tag(builder *b, bool end);
bool cell_tag(builder *b, bool end);
void foreign_tag(builder *b, bool end); /* foreign.c: a tag if the current node is SVG or MathML */
void foreign_attributes(builder *b);    /* foreign.c */
uint8_t foreign_points(const builder *b, uint32_t node, uint16_t tag, uint8_t space); /* foreign.c */
void raw_begin(builder *b, raw_kind kind); /* body.c: insert the element; its text is raw */
void insert_void(builder *b);              /* body.c: insert an element without contents */
bool has_hidden_type(const builder *b);    /* body.c: of an <input> */

static inline bool body_tag(builder *b, bool end)
{
    return end ? body_end_tag(b) : body_start_tag(b);
}

#endif
