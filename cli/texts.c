/* texts.c - find a text of the program by its heading. */
#include "texts.h"

#include <stdio.h>
#include <string.h>

const char *text_file_named(const char *name)
{
    const text_file *f = text_files;
    while (strcmp(f->name, name) != 0)
        f++;
    return f->data;
}

const char *text_heading(const char *at, const char *prefix)
{
    const size_t mark = strlen("\n# ");
    at = strstr(at != NULL ? at : text_file_named("help.txt"), "\n# ");
    while (at != NULL && strncmp(at + mark, prefix, strlen(prefix)) != 0)
        at = strstr(at + mark, "\n# ");
    return at != NULL ? at + mark : NULL;
}

bool text_below(const char *heading, char out[MAX_TEXT])
{
    size_t len = 0;
    const char *at = text_heading(NULL, heading);
    while (at != NULL && at[strlen(heading)] != '\n')
        at = text_heading(at, heading);
    at += at != NULL ? strlen(heading) + 1 : 0;
    const char *end = at != NULL ? strstr(at, "\n\n# ") : NULL;
    for (; at != NULL && *at != 0 && at != end && len + 1 < MAX_TEXT; at++) {
        bool is_joined = at[0] == '\n' && at[1] != '\n' && at[-1] != '\n';
        out[len++] = is_joined ? ' ' : *at;
    }
    len -= len > 0 && out[len - 1] == ' '; /* the end of the file */
    out[len] = 0;
    return at != NULL;
}

void text_of_option(const command *c, const option *o, char out[MAX_TEXT])
{
    char heading[96];
    snprintf(heading, sizeof heading, "%s --%s", c->name, o->name);
    if (!text_below(heading, out))
        text_below(heading + strlen(c->name) + 1, out);
}
