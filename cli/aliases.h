/* aliases.h - options that people know from other programs. */
#ifndef HUSK_CLI_ALIASES_H
#define HUSK_CLI_ALIASES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum alias_kind {
    ALIAS_FLAG,          /* means our option `to`, with `value` where that takes one */
    ALIAS_VALUE,         /* takes a value, as `to` does */
    ALIAS_OPERAND,       /* takes a value, which is an INPUT */
    ALIAS_DEFAULT,       /* asks for what is done anyway */
    ALIAS_DEFAULT_VALUE, /* likewise, with a value; `value`, where it is set, is the only one that may be given */
    ALIAS_HINT           /* not done: `to` says what to do instead */
} alias_kind;

typedef struct alias {
    const char *name; /* without "--" */
    char letter;      /* of the short form, or 0 */
    alias_kind kind;
    const char *to;
    const char *value;
} alias;

/* The option of another program with this long name, or (name NULL) this letter; NULL: none is known. */
const alias *alias_find(const char *name, size_t len, char letter);

/* What another program calls a format, in our words: "gfm" is markdown. Itself where it is not known. */
const char *alias_format(const char *name);

/* The option that helps against a failure, as " (--option …)", or "". */
const char *alias_remedy(const char *reason);

#endif
