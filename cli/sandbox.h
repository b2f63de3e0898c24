/* sandbox.h - give up privileges that a run never needs, before the first byte of a page is read. */
#ifndef HUSK_CLI_SANDBOX_H
#define HUSK_CLI_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sandbox_path {
    const char *path; /* a file stands for its directory, too, if `beside` */
    bool writes, beside;
} sandbox_path;

typedef struct sandbox {
    bool may_connect; /* open connections, and listen */
    bool may_draw;    /* start Graphviz's dot, which inherits the sandbox */
    bool reads_all;   /* read any file */
    const sandbox_path *paths;
    size_t n_paths;
} sandbox;

/* From now on this process, its threads and children can start no program, trace or signal no other process, type
 * nothing into its terminal and change no part of the system. Where the kernel has Landlock, they can write only to
 * the given paths and temporary directories, and read nothing in home directories but these. False if the kernel
 * offers no seccomp. Call it before threads start. */
bool sandbox_enter(const sandbox *s);

#endif
