/* aliases.c - short forms of our options, formats by name, what to use instead of an option of trafilatura, pandoc, curl
 * or wget, and what helps an input that fails. A command's own options come first; those of others are never taken
 * silently. */
#include "aliases.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "text.h"

static const short_form short_forms[] = {
    { "links", "with", "links" },
    { "images", "with", "images" },
    { "with-metadata", "with", "metadata" },
    { "no-tables", "without", "tables" },
    { "no-comments", "without", "comments" },
    { "no-title", "without", "title" },
    { "no-formulas", "without", "formulas" },
};

const short_form *short_form_find(const char *name)
{
    for (size_t i = 0; i < sizeof short_forms / sizeof *short_forms; i++)
        if (strcmp(short_forms[i].name, name) == 0)
            return &short_forms[i];
    return NULL;
}

/* Does the line name it before its colon? */
static bool is_about(const char *line, const char *name, size_t len)
{
    for (size_t n; *line != ':'; line += n + (line[n] == ' ')) {
        n = strcspn(line, " :");
        if (n == len && strncmp(line, name, len) == 0)
            return true;
    }
    return false;
}

bool alias_hint(const char *name, size_t len, char *out, size_t size)
{
    const char *line = text_file_named("hints.txt");
    for (size_t n; *line != 0; line += n + 1) {
        n = strcspn(line, "\n");
        const char *hint = strchr(line, ':') + 2;
        if (is_about(line, name, len))
            return snprintf(out, size, "%.*s", (int)(line + n - hint), hint) > 0;
    }
    return false;
}

const char *alias_format(const char *name)
{
    static const struct {
        const char *theirs, *ours;
    } formats[] = {
        { "txt", "text" },
        { "plain", "text" },
        { "md", "markdown" },
        { "gfm", "markdown" },
        { "commonmark", "markdown" },
        { "commonmark_x", "markdown" },
        { "html5", "html" },
        { "markdown_strict", "markdown" },
        { "markdown_github", "markdown" },
        { "db", "sqlite" },
        { "sqlite3", "sqlite" },
        { "ndjson", "jsonl" },
        { "jsonlines", "jsonl" },
        { "xmltei", "xml" },
        { "tei", "xml" },
    };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].theirs, name) == 0)
            return formats[i].ours;
    return name;
}

int format_by_name(const char *path, const choice *formats, int none)
{
    char ending[16];
    if (path == NULL)
        return none;
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *end = path + strlen(path) - strlen(output_ending(path)), *dot = end;
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

/* A host typed without https://, as in a browser: www.example.org, or its first part ends in a common domain. */
static bool is_bare_host(const char *input)
{
    static const char *const domains[] = { ".com", ".net", ".org" };
    size_t len = strcspn(input, "/");
    if (strncmp(input, "www.", 4) == 0)
        return true;
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
        if (len > 4 && strncmp(input + len - 4, domains[i], 4) == 0)
            return true;
    return false;
}

const char *alias_remedy(const char *input, const char *reason)
{
    if (strstr(reason, "private or reserved") != NULL)
        return " (--allow-private permits it)";
    if (strcmp(reason, strerror(ENOENT)) == 0 && strstr(input, "://") != NULL)
        return " (of URLs, only http and https are read)";
    if (strcmp(reason, strerror(ENOENT)) == 0 && is_bare_host(input))
        return " (a URL begins with https://)";
    return "";
}
