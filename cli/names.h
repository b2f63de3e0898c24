/* names.h - the file that a page's result goes to under --output-dir. */
#ifndef HUSK_CLI_NAMES_H
#define HUSK_CLI_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct name_entry {
    uint64_t hash; /* 0: free */
    unsigned next; /* number for the next of that name */
} name_entry;

typedef struct names {
    const char *directory;
    const char *extension; /* with its dot */
    bool keep_dirs;
    const char *const *inputs;
    size_t n_inputs;
    name_entry *entries; /* open addressing */
    size_t n, size;
} names;

/* The directory is there, or is made, and files can be put into it. False after telling why not. */
bool names_directory(const names *n);

/* The path for page `id` into `out`, new in this run: the second of a name becomes name-2. Makes the directories that
 * it needs. NULL, or in words why there is no path. */
const char *names_path(names *n, const char *id, char *out, size_t size);

void names_free(names *n);

#endif
