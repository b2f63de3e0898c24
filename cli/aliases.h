/* aliases.h - short forms of options, and hints for options of other programs and for inputs that fail. */
#ifndef HUSK_CLI_ALIASES_H
#define HUSK_CLI_ALIASES_H

#include <stdbool.h>
#include <stddef.h>

/* --links is --with links. */
typedef struct short_form {
    const char *name, *option, *value;
} short_form;

/* NULL if there is none of this name. */
const short_form *short_form_find(const char *name);

/* Our name for another program's format: "gfm" is markdown. Unchanged if unknown. */
const char *alias_format(const char *name);

/* What to use instead of another program's option, "--url" or "-u", as hints.txt has it. False: it is not known. */
bool alias_hint(const char *name, size_t len, char *out, size_t size);

/* What helps against the failure of an input, as " (--option …)", or "". */
const char *alias_remedy(const char *input, const char *reason);

#endif
