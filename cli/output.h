/* output.h - where data goes: standard output, or a file that appears whole or not at all. One thread at a time. */
#ifndef HUSK_CLI_OUTPUT_H
#define HUSK_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "husk/husk.h"

typedef struct output {
    int fd;
    const char *path; /* as given, for messages; NULL: standard output */
    char *temporary;  /* written to, then renamed to `target`; NULL: written in place */
    char *target;
    char *buffer;
    size_t len;
    size_t written;   /* bytes, with those still in the buffer */
    int failure;      /* errno of the first failed write */
    bool is_terminal; /* control characters are shown, not sent: what a page says must not steer it */
} output;

/* Open `path`, or standard output for NULL and "-". False after telling why. */
bool output_open(output *o, const char *path);

/* Whether `path` could be opened, for what is opened only when it is made. False after telling why. */
bool output_check(const char *path);

/* All of `made` to `path`, as above. False after telling why. */
bool output_whole(const char *path, const husk_output *made);

/* False when writing failed, now or before; output_close tells. */
bool output_write(output *o, const void *bytes, size_t len);
bool output_flush(output *o);

/* A line of a page: the number of what it is in, a tab, its id with control characters escaped. */
bool output_page_line(output *o, unsigned number, const char *id);

/* Write the rest and put the file in its place; not `keep`: leave no file. False after telling why; when the reader of
 * a pipe went away, ends the process silently. */
bool output_close(output *o, bool keep);

/* The run was stopped, or memory ran out: a file that is closed from now on holds a part of its result. It gets the
 * name that output_partial_name makes, so that an old file stays. */
void output_stopped(void);
bool output_is_stopped(void);

/* FILE.partial, malloc'd; NULL without memory. */
char *output_partial_name(const char *path);

/* Say where the partial result is. */
void output_tell_partial(const char *path, const char *partial);

#endif
