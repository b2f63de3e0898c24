/* formats.h - the format that the name of an output file asks for. */
#ifndef HUSK_CLI_FORMATS_H
#define HUSK_CLI_FORMATS_H

#include "command.h"

/* One of `formats`, by the name's ending before .gz or .zst, or `none`. `path` may be NULL. */
int format_by_name(const char *path, const choice *formats, int none);

/* What to do instead, for names of formats that are not written; NULL for others. */
const char *instead_of_name(const char *path);

#endif
