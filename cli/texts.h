/* texts.h - the texts that are part of the program: help.txt, hints.txt and the scripts of completion/. */
#ifndef HUSK_CLI_TEXTS_H
#define HUSK_CLI_TEXTS_H

#include "command.h"

#define MAX_TEXT 4096

/* A file that the build embeds: cmake/embed.cmake. */
typedef struct text_file {
    const char *name; /* without its folder; NULL ends the list */
    const char *data; /* followed by a zero byte */
    const char *end;
} text_file;
extern const text_file text_files[];

const char *text_file_named(const char *name);

/* The next heading of help.txt after `at` (NULL: the first) that begins with `prefix`; NULL: there is none. */
const char *text_heading(const char *at, const char *prefix);

/* What stands below a heading: lines joined, paragraphs separated by an empty line. False: there is no such heading. */
bool text_below(const char *heading, char out[MAX_TEXT]);

/* The description of an option: that of the command's own, or of those that several have. */
void text_of_option(const command *c, const option *o, char out[MAX_TEXT]);

#endif
