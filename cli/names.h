/* names.h - output file names for --output-dir. */
#ifndef HUSK_CLI_NAMES_H
#define HUSK_CLI_NAMES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct names {
    const char *directory;
    const char *extension; /* with its dot */
    bool keep_dirs;
    const char *const *inputs;
    size_t n_inputs;
    void *entries;    /* a tree of what was used */
    size_t n_clashes; /* pages whose name another page had */
} names;

/* Create the directory if needed, and check that it is writable. False after reporting why not. */
bool names_directory(const names *n);

/* The path for page `id` into `out`, unique in this run: the second of a name becomes name-2. Creates the directories
 * it needs. NULL, or why there is no path. */
const char *names_path(names *n, const char *id, char *out, size_t size);

/* Is an existing path one of the inputs, or inside an input directory? Writing there would destroy or grow the input.
 */
bool names_inside(const char *const *inputs, size_t n_inputs, const char *path);

/* Report on stderr how many pages got a number because another page had their name. */
void names_report(const names *n);

void names_free(names *n);

#endif
