/* aliases.c - short forms of our options, formats by name, what to use instead of an option of trafilatura, pandoc,
 * curl or wget, and what helps an input that fails. A command's own options come first; those of others are never taken
 * silently. */
#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "output.h"

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

const char *alias_format(const char *name, char ours[MAX_FORMAT])
{
    return alias_hint(name, strlen(name), ours, MAX_FORMAT) ? ours : name;
}

int format_by_name(const char *path, const choice *formats, int none)
{
    char ending[MAX_FORMAT], ours[MAX_FORMAT];
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
        if (strcmp(c->name, alias_format(ending, ours)) == 0)
            return c->value;
    return none;
}

bool instead_of_name(const char *path, char *out, size_t size)
{
    const char *dot = path != NULL && *path ? strchr(path + 1, '.') : NULL;
    while (dot != NULL && !alias_hint(dot, strlen(dot), out, size))
        dot = strchr(dot + 1, '.');
    return dot != NULL;
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
