/* lines.h - lines with their prefixes: quote marks, item indentation. Used by text and Markdown. */
#ifndef HUSK_WRITE_LINES_H
#define HUSK_WRITE_LINES_H

#include "base/buffer.h"
#include "write/flow.h"

typedef struct lines {
    buffer *out;
    bool any;   /* something was written */
    bool fresh; /* this line has only its marks so far: the next block continues it */
    char prefix[(FLOW_MAX_DEPTH + 4) * 16];
    uint16_t len;
    uint16_t before[FLOW_MAX_DEPTH + 4]; /* len before each push */
    unsigned n;
    bool list_begins; /* no item of the innermost list written yet */
    bool in_cell, cell_begins;
    uint32_t column; /* in the table's row: the next to write */
} lines;

/* Start a block: on this line if it is fresh, else on the next (gap 1) or after an empty one (gap 2). */
void lines_begin(lines *l, unsigned gap);
/* A line inside a cell, and what comes between two. */
void lines_in_cell(lines *l, const char *between);
/* The next line of the same block. */
void lines_next(lines *l);
/* A structure starts with `first` on this line and `rest` before all its other lines. At most 16 bytes. */
void lines_push(lines *l, const char *first, const char *rest, unsigned gap);
void lines_pop(lines *l);
/* Several lines unchanged, each with the prefix. */
void lines_text(lines *l, flow *f, slice text);
/* End the last line. */
void lines_finish(lines *l);

/* The marker of an item, with its space: "- ", "12. ". */
void lines_item_marker(const flow_entry *list, const flow_entry *item, char delimiter, char marker[16]);

/* Append with each run of white space collapsed to one space. */
void lines_fold(buffer *out, slice text);

#endif
