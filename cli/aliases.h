/* aliases.h - options known from other programs. */
#ifndef HUSK_CLI_ALIASES_H
#define HUSK_CLI_ALIASES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum alias_kind {
    ALIAS_FLAG,          /* same as our option `to`, with `value` if it takes one */
    ALIAS_VALUE,         /* takes a value, like `to` */
    ALIAS_OPERAND,       /* takes a value, which is an INPUT */
    ALIAS_DEFAULT,       /* asks for the default behaviour */
    ALIAS_DEFAULT_VALUE, /* likewise, with a value; if `value` is set, only that one is accepted */
    ALIAS_HINT           /* unsupported: `to` says what to do instead */
} alias_kind;

typedef struct alias {
    const char *name; /* without "--" */
    char letter;      /* of the short form, or 0 */
    alias_kind kind;
    const char *to;
    const char *value;
} alias;

/* The option of another program with this long name or, if name is NULL, this letter; NULL if unknown. */
const alias *alias_find(const char *name, size_t len, char letter);

/* Our name for another program's format: "gfm" is markdown. Unchanged if unknown. */
const char *alias_format(const char *name);

/* What helps against the failure of an input, as " (--option …)", or "". */
const char *alias_remedy(const char *input, const char *reason);

#endif
