/* parts.h - an output that is split into numbered files (--split), or can be continued by a later run (--resume). */
#ifndef HUSK_CLI_PARTS_H
#define HUSK_CLI_PARTS_H

#include <limits.h>

#include "command.h"
#include "output.h"
#include "run.h"

/* Counts of a run that a resumed one continues. */
#define PARTS_COUNTS 8

typedef struct parts {
    output *out;                   /* the part being written */
    const char *path;              /* as given; NULL: stdout */
    uint64_t max_bytes, max_pages; /* of a part, before compression; both 0: one file */
    bool resume, quiet;
    bool rows;          /* parts are made by output_rows */
    uint64_t key;       /* of the inputs and options: a run resumes only one with the same */
    int64_t now;        /* of the first run: dates after it are ignored */
    run_counts run;     /* pages done, by this run and those before */
    uint64_t *counts;   /* PARTS_COUNTS more, of the command */
    unsigned number;    /* of the part, from 1 */
    uint64_t n_in_part; /* pages */
    bool is_open;
    char part[PATH_MAX]; /* its path */
    double started, saved;
} parts;

/* A --split: a size with K, M or G, or a number of pages. False: it is neither. */
bool parts_read_split(parts *p, const char *value);

/* Open the output, or read where the earlier run stopped. False after reporting why not. */
bool parts_open(parts *p, const char *const *inputs, size_t n_inputs);

/* Does a page of `len` bytes begin a new part? The caller then writes what ends a part, and calls parts_next. */
bool parts_is_full(const parts *p, size_t len);
bool parts_next(parts *p);

/* Before bytes are written: open the part. */
bool parts_begin(parts *p);

/* A page was processed; `written`: it is in the output. */
bool parts_page_end(parts *p, bool failed, bool written);

/* Like run_end. The state that a resumed run needs is removed if the run is complete. */
exit_code parts_end(parts *p, exit_code code);

/* A hash of everything that the output of a command depends on: its options' values, the inputs, the models. */
uint64_t parts_key(const command *c, const void *settings, const char *const *inputs, size_t n_inputs);

#endif
