/* rules.h - properties of tags for the tree construction rules: the standard's categories, and their effects.
 * Each tag's are in names.h. The HTML standard, 13.2.4.2 and 13.2.6.4.7. */
#ifndef HUSK_HTML_RULES_H
#define HUSK_HTML_RULES_H

#include "html/names.h"

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

#endif
