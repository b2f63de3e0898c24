/* aliases.h - short forms of options, formats by name, and hints for options of other programs and for inputs that fail.
 */
#ifndef HUSK_CLI_ALIASES_H
#define HUSK_CLI_ALIASES_H

#include "command.h"

/* --links is --with links. */
typedef struct short_form {
    const char *name, *option, *value;
} short_form;

/* NULL if there is none of this name. */
const short_form *short_form_find(const char *name);

/* Our name for another program's format: "gfm" is markdown. Unchanged if unknown. */
const char *alias_format(const char *name);

/* The format that the name of an output file asks for: one of `formats`, by its ending before .gz or .zst, or `none`.
 * `path` may be NULL. */
int format_by_name(const char *path, const choice *formats, int none);

/* What to do instead, for names of formats that are not written; NULL for others. */
const char *instead_of_name(const char *path);

/* What to use instead of another program's option, "--url" or "-u", as hints.txt has it. False: it is not known. */
bool alias_hint(const char *name, size_t len, char *out, size_t size);

/* What helps against the failure of an input, as " (--option …)", or "". */
const char *alias_remedy(const char *input, const char *reason);

#endif
