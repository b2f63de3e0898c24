/* markdown.h - the two parts of the Markdown writer: blocks (markdown.c) and inline (markdown_inline.c). */
#ifndef HUSK_WRITE_MARKDOWN_H
#define HUSK_WRITE_MARKDOWN_H

#include "write/lines.h"

/* An emphasis: its marks become tags if CommonMark would misread them, once the next character is known. */
typedef struct markdown_emphasis {
    size_t start; /* of its opening mark in the output */
    size_t end;   /* after its closing mark */
    uint8_t layer;
    bool tag;    /* it was opened as a tag */
    bool joined; /* its opening mark joins that of the enclosing emphasis: "***" */
} markdown_emphasis;

typedef struct markdown_list {
    char mark;      /* '-', '+', '.', ')'; 0: none, or something else was written after it */
    int64_t number; /* of its last item */
} markdown_list;

typedef struct markdown_writer {
    lines lines;

    /* the current run */
    size_t run_start;                   /* where its text starts */
    size_t line_start;                  /* where its last line starts: block marks are escaped there */
    unsigned heading;                   /* its level, 0: none */
    markdown_emphasis open[N_LAYERS];   /* beside f->open.layer */
    markdown_emphasis closed[N_LAYERS]; /* just closed, nothing written since, innermost first */
    unsigned n_closed;
    bool after_closed; /* right after the end of another */
    buffer code;       /* the text of the open code span */

    /* lists and tables */
    markdown_list lists[FLOW_MAX_DEPTH + 5]; /* by depth of quotes and items: the list last written there */
    unsigned depth;
    size_t note_end;  /* where the last reference to a footnote ends */
    const char *task; /* of the item that has begun, until its first line; NULL: none */
    bool after_run;   /* the last block was a line of text: a list may follow without an empty line */
} markdown_writer;

/* A first-level heading that does not come from an element. */
void markdown_title(markdown_writer *w, slice title);
void markdown_run(markdown_writer *w);
/* Callbacks of the walk (flow_sink). */
void markdown_run_end(flow *f);
void markdown_text(flow *f, slice text);
void markdown_image(flow *f, slice alt, slice address);
void markdown_math(flow *f, slice tex, bool display);
void markdown_break(flow *f);
void markdown_note(flow *f, const note *to);
void markdown_open_layer(flow *f, unsigned layer);
void markdown_close_layer(flow *f, unsigned layer);
void markdown_between(flow *f, slice text, unsigned opens);
/* A code span with these bytes. */
void markdown_code(markdown_writer *w, slice text);
/* The longest run of `c`: a fence must be longer. */
size_t markdown_longest_run(slice text, char c);

#endif
