/* formats.c - the format that the name of an output file asks for, and what to do for those that are not written. */
#include "formats.h"

#include <stdio.h>
#include <string.h>

#include "aliases.h"
#include "pack.h"
#include "text.h"

int format_by_name(const char *path, const choice *formats, int none)
{
    char ending[16];
    if (path == NULL)
        return none;
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *end = path + strlen(path) - strlen(pack_ending(path)), *dot = end;
    while (dot > name && dot[-1] != '.')
        dot--;
    if (dot - name < 2 || end - dot >= (ptrdiff_t)sizeof ending)
        return none;
    snprintf(ending, sizeof ending, "%.*s", (int)(end - dot), dot);
    for (const choice *c = formats; c->name != NULL; c++)
        if (strcmp(c->name, alias_format(ending)) == 0)
            return c->value;
    return none;
}

const char *instead_of_name(const char *path)
{
    static const struct {
        const char *ending, *instead;
    } others[] = {
        { ".parquet.gz", "Parquet is compressed in itself; write .parquet" },
        { ".parquet.zst", "Parquet is compressed in itself; write .parquet" },
        { ".arrow", "write .parquet, which pyarrow reads" },
        { ".sqlite", "write .csv, which sqlite3 imports (docs/guides/corpus.md)" },
        { ".db", "write .csv, which sqlite3 imports (docs/guides/corpus.md)" },
        { ".xlsx", "write .csv, which spreadsheets open" },
        { ".bz2", "files are compressed by .gz or .zst" },
        { ".xz", "files are compressed by .gz or .zst" },
        { ".zip", "files are compressed by .gz or .zst" },
    };
    for (size_t i = 0; path != NULL && i < sizeof others / sizeof *others; i++)
        if (ends_with(path, others[i].ending))
            return others[i].instead;
    return NULL;
}
