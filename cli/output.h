/* output.h - write data to stdout, or to a file that appears complete or not at all. One thread at a time. */
#ifndef HUSK_CLI_OUTPUT_H
#define HUSK_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "husk/husk.h"

typedef struct pack pack;

typedef struct output {
    int fd;
    const char *path; /* as given, for messages; NULL: stdout */
    char *temporary;  /* written to, then renamed to `target`; NULL: written in place */
    char *target;
    char *buffer;
    size_t len;
    uint64_t written;  /* bytes, before compression, including those still buffered */
    uint64_t framed;   /* of these, in frames that have ended */
    uint64_t at;       /* bytes of the file, including those still buffered */
    pack *pack;        /* compresses; NULL: written as it is */
    bool is_resumable; /* a failed or stopped run leaves `temporary` */
    int failure;       /* errno of the first failure */
    bool is_terminal;  /* escape control characters, so that page text can't control the terminal */
} output;

/* The compression that ends a name, ".gz" or ".zst", or "". */
const char *output_ending(const char *path);

/* Open `path`, or stdout for NULL and "-". A name that ends in .gz or .zst is compressed. False after reporting why. */
bool output_open(output *o, const char *path);

/* Open a regular file that is written to PATH.partial until it is complete, and stays there if the run ends before:
 * continue after `at` bytes of it, which hold `written` bytes of output. False after reporting why. */
bool output_resume(output *o, const char *path, uint64_t written, uint64_t at);

/* Nothing is written yet: what will be are the library's rows for Parquet, from which the file is made. False after
 * reporting why not; then the output is closed. */
bool output_rows(output *o);

/* A page ends here. True: the file can be continued from here; a compressed one from the end of a frame. */
bool output_page_end(output *o);

/* Bring what was written to disk; output_finish also ends the last frame. */
bool output_sync(output *o);
bool output_finish(output *o);

/* Check whether `path` could be opened, for outputs that are opened late. False after reporting why. */
bool output_check(const char *path);

/* The file that `path` is, stdout for NULL and "-": what a run must not read. */
const char *output_file(const char *path);

/* Is none of the inputs the file `path`, or the one that stdout goes to? It would be lost, or be read while it grows.
 * False after reporting which. */
bool output_spares(const char *path, const char *const *inputs, size_t n_inputs);

/* Write all of `made` to `path`, as above. False after reporting why. */
bool output_whole(const char *path, const husk_output *made);

/* False if writing failed, now or before; output_close reports it. */
bool output_write(output *o, const void *bytes, size_t len);
bool output_put(output *o, const husk_output *made);
bool output_flush(output *o);

/* One line for a page: the number of its group, a tab, and its id with control characters escaped. */
bool output_page_line(output *o, unsigned number, const char *id);
/* The end of such a line: the id. */
bool output_id_line(output *o, const char *id);

/* Flush and put the file in place; without `keep`, leave no file. False after reporting why. If the reader of a pipe
 * is gone, ends the process silently. */
bool output_close(output *o, bool keep);

/* The run was stopped, or is out of memory: files closed from now on hold a partial result. They are named by
 * output_partial_name, so that an old file stays. */
void output_stopped(void);
bool output_is_stopped(void);

/* FILE.partial, malloc'd; NULL if out of memory. */
char *output_partial_name(const char *path);

/* Report where the partial result is. */
void output_tell_partial(const char *path, const char *partial);

#endif
