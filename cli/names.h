/* names.h - output file names for --output-dir. */
#ifndef HUSK_CLI_NAMES_H
#define HUSK_CLI_NAMES_H

#include "command.h"

typedef struct names {
    const char *directory;
    const char *extension; /* with its dot */
    bool keep_dirs;
    const char *const *inputs;
    size_t n_inputs;
    void *entries;    /* a tree of what was used */
    size_t n_clashes; /* pages whose name another page had */
    bool any, lost;   /* a file was written, or could not be */
} names;

/* The options of a command whose settings have `output_dir` and `keep_dirs`, and what is wrong with them, or NULL. */
#define FILES_OPTIONS(type)                                                                  \
    { TEXT_AT(type, output_dir), .name = "output-dir", .value = "DIR", .is_written = true }, \
    {                                                                                        \
        FLAG_AT(type, keep_dirs), .name = "keep-dirs"                                        \
    }
const char *names_contradiction(const char *output_dir, bool keep_dirs, const char *path);

/* Create the directory if needed, and check that it is writable. False after reporting why not. */
bool names_directory(const names *n);

/* Is an existing path one of the inputs, or inside an input directory? Writing there would destroy or grow the input.
 */
bool names_inside(const char *const *inputs, size_t n_inputs, const char *path);

/* The path for page `id` into `out`, unique in this run: the second of a name becomes name-2. Creates the directories
 * it needs. NULL, or why there is no path. */
const char *names_path(names *n, const char *id, char *out, size_t size);

/* Write a page's file: `head` (may be NULL), then `bytes`. Reports why not. False: no further file can be written. */
bool names_write(names *n, const char *id, const husk_output *head, const char *bytes, size_t len);

/* After the last page: report how many got a number because another page had their name, and free the names. Returns
 * the command's exit code. */
exit_code names_end(names *n, exit_code code);

#endif
