/* flow.h - one walk over a page, as a reader sees it, that drives every writer.
 * The page's tree is reduced to a plain form: a tree of structures (lists, quotes, tables, headings …) whose leaves
 * are runs: lines of text, images, formulas and breaks, each piece with its style. A style never spans two runs, a
 * structure is never empty, items are always in lists, cells in rows in tables. So the rules of visibility, lists and
 * tables are implemented only here. */
#ifndef HUSK_WRITE_FLOW_H
#define HUSK_WRITE_FLOW_H

#include "write/element.h"

/* --- table.c: is a table data or layout, and where is each cell? -------------------------------------------------- */

/* Columns whose alignment is looked at. */
#define TABLE_ALIGNED 32

enum { ALIGN_NONE, ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT, N_ALIGNS };

/* The position of the next cell, row by row. A column that a cell of an earlier row extends into is skipped. */
typedef struct table_grid {
    uint32_t *covered; /* by column: rows below still covered by a cell with rowspan */
    size_t n_covered;  /* capacity of `covered` */
    uint32_t n_columns;
    uint32_t n_rows; /* started so far */
    uint32_t column; /* of the current cell */
    uint32_t colspan;
    uint32_t next; /* the first column after it */
    uint32_t rowspan;
    uint32_t reach;               /* the last row that an earlier cell extends into */
    uint32_t spare;               /* columns that spans may still take beyond one per cell */
    bool has_header;              /* the first row is a header */
    bool needs_head;              /* it is a table of long cells only because of an empty <thead> */
    uint8_t align[TABLE_ALIGNED]; /* ALIGN_…, by column: what most of its cells have */
} table_grid;

/* Is this a data table, to be written as a table? One scan of its nodes, ended by the first nested table, so that
 * nested tables cost no more than flat ones. If so, `grid` is ready for its first row; its memory is from
 * page->scratch. */
bool table_is_data(husk_page *page, uint32_t table, const write_options *options, table_grid *grid);

/* Does a row, or any other part of a page, show anything? */
bool table_shows(husk_page *page, uint32_t node, const write_options *options);

/* The next row; false if it is not written: it shows nothing and no cell extends into it. */
bool table_row(husk_page *page, uint32_t row, const write_options *options, table_grid *grid);
void table_cell(husk_page *page, uint32_t cell, table_grid *grid);

/* --- notes.c: footnotes, references in the text and the links back ------------------------------------------------ */

/* More notes than any page has; further references stay links. */
#define NOTES_MAX 1024
/* The longest label, with its NUL. */
#define NOTES_LABEL 11

typedef struct note {
    uint32_t item; /* its <li>, or its <div> or <p> */
    char label[NOTES_LABEL];
} note;

typedef struct note_mark {
    uint32_t node; /* the element of a reference, or of a link back */
    uint32_t note; /* the index of a reference's note; NOTES_MAX: a link back */
} note_mark;

typedef struct page_notes {
    note *notes; /* by item */
    uint32_t n_notes;
    note_mark *marks; /* by node */
    uint32_t n_marks;
} page_notes;

/* The footnotes of what `options` keep, in page->scratch; none of them if they can't all be written. After
 * visible_mark. NO_MEMORY or OK. */
husk_status notes_find(husk_page *page, const write_options *options, page_notes *out);

/* The note of this item; NULL if it is none. */
const note *notes_of_item(const page_notes *notes, uint32_t item);

/* --- the walk ----------------------------------------------------------------------------------------------------- */

typedef enum flow_kind {
    FLOW_QUOTE,
    FLOW_LIST,
    FLOW_ITEM,
    FLOW_TERMS, /* a definition list */
    FLOW_TERM,
    FLOW_DEFINITION,
    FLOW_HEADING,
    FLOW_TABLE,
    FLOW_CAPTION,
    FLOW_ROW,
    FLOW_CELL,
    FLOW_FIGURE,
    FLOW_FIGURE_CAPTION,
    FLOW_DETAILS,
    FLOW_SUMMARY,
    FLOW_GROUP /* an element with only a language or direction; only on request */
} flow_kind;

/* The layers of a piece's style. Each is 0 (off) or the element's node. */
enum {
    LAYER_LINK,
    LAYER_SCOPE, /* an inline element with its own language or direction; only if groups are wanted */
    LAYER_QUOTE,
    LAYER_QUOTE_INNER,
    LAYER_STRONG,
    LAYER_EMPHASIS,
    LAYER_DELETED,
    LAYER_MARK,
    LAYER_SUB,
    LAYER_SUP,
    LAYER_RUBY,
    LAYER_READING, /* <rt> */
    LAYER_NOTE,    /* a side note, in the text where its sign is */
    LAYER_KEY,     /* <kbd> */
    LAYER_CODE,    /* always innermost: nothing opens inside it */
    N_LAYERS
};

typedef struct flow_style {
    uint32_t layer[N_LAYERS];
    uint8_t order[N_LAYERS]; /* those that are on, outermost first */
    uint8_t n;
} flow_style;

/* Layers are nested as on the page, except that code is always innermost. Layers that two pieces share from the outside
 * stay open between them. */
typedef struct style_stack {
    uint8_t layer[N_LAYERS];
    uint32_t value[N_LAYERS];
    unsigned n;
} style_stack;

/* An open structure. */
typedef struct flow_entry {
    uint8_t kind;
    bool opened;   /* the writer has opened it */
    bool implied;  /* has no element of its own */
    bool ordered;  /* LIST */
    bool has_line; /* a line was written in it: flow_is_first */
    uint8_t level; /* HEADING: 1 to 6; QUOTE: the kind of alert, 0 for none */
    uint8_t mark;  /* the writer's own */
    uint32_t node; /* for an implied item or list: the node that implied it */
    uint32_t end;
    int64_t number; /* ITEM: its own; LIST: the next item's */
    int step;       /* LIST: 1 or -1 */
    int64_t count;  /* LIST: the writer's own: the number that counting gives the next item */
} flow_entry;

/* Deeper structures are flattened: indentation stays short and the output linear. Real pages stay under 30. */
#define FLOW_MAX_DEPTH 48

typedef struct flow flow;

/* The callbacks of a writer, and what it wants. f->writer is the writer's own. */
typedef struct flow_sink {
    struct {
        void (*open)(flow *f, flow_entry *entry);
        void (*close)(flow *f, const flow_entry *entry);
        void (*run)(flow *f);     /* a line starts; f->gap is its distance from the last */
        void (*run_end)(flow *f); /* may be NULL */
        /* A piece of the run. Its styles are open, and the space before it is written. Text has white space only inside
         * (not folded), and at least one character. */
        void (*text)(flow *f, slice text);
        void (*image)(flow *f, slice alt, slice address); /* the address is empty only with FLOW_WANTS_NAMED */
        void (*math)(flow *f, slice tex, bool display);
        void (*line_break)(flow *f);
        /* Blocks outside runs. */
        void (*pre)(flow *f, uint32_t node, slice text);
        void (*rule)(flow *f); /* NULL: a drawn line carries no text */
        /* A reference to a footnote, in a run. NULL: references are links like others. */
        void (*note)(flow *f, const note *to);
        /* A layer of a piece's style: it is the last of f->open, or was. */
        void (*open_layer)(flow *f, unsigned layer);
        void (*close_layer)(flow *f, unsigned layer);
        /* Between closing and opening layers: the text of the next piece, if it is one, and the layer that will be
         * opened first, or N_LAYERS. May be NULL. */
        void (*between)(flow *f, slice text, unsigned opens);
    };
    uint32_t layers; /* a bit for each that is written */
    unsigned growth; /* the most that is written for a byte of a piece */
    unsigned wants;  /* FLOW_WANTS_… */
} flow_sink;

typedef struct flow_frame flow_frame;

/* Is TeX in the text a formula, because the page has a script for it? */
enum { TEX_UNKNOWN, TEX_PLAIN, TEX_DRAWN };

struct flow {
    husk_page *page;
    const write_options *options;
    const flow_sink *sink;
    void *writer;
    buffer *out;
    bool stop; /* end the walk and close everything open */
    bool full; /* set with `stop` by a writer whose buffer is full */

    uint32_t at;      /* the current node */
    flow_style style; /* of the current node */
    style_stack open; /* layers that the writer has opened */
    uint32_t layers;  /* a bit for each that is written */
    bool is_bold;     /* everything is, whatever is bold inside: set by the writer */
    buffer *spaces;   /* where the space before a piece goes: `out`, unless the writer collects pieces */
    buffer link;      /* the URL of link_node, the link looked at last: every piece of its text asks again */
    buffer open_link; /* of the open link */
    uint32_t link_node;
    bool leads;  /* a text may link to `link` */
    bool space;  /* white space before the next piece */
    uint8_t gap; /* before the next run: 1 a new line (<div>), 2 an empty line (<p>, headings, lists …) */

    flow_entry entries[FLOW_MAX_DEPTH + 4];
    unsigned n_entries;
    unsigned n_opened;
    table_grid grid; /* of the open data table; they never nest */
    page_notes notes;
    uint32_t alert_title; /* says no more than the kind of its alert, which the writer names */
    uint32_t next_mark;   /* of the notes' marks: the first that is not before the current node */

    bool in_run;
    uint8_t draws_tex; /* TEX_… */
    bool boundary;     /* a block started or ended since the last piece */
    unsigned breaks;   /* <br> since the last piece */
    uint64_t image;    /* if the last piece was an image: the hash of its URL */
    uint32_t option;   /* the visible <option> of the current <select> */
    flow_frame *frames;
    unsigned n_frames;
    size_t frames_room;
    buffer scratch;
    buffer address;
    husk_status status;
};

enum {
    FLOW_WANTS_GROUPS = 1,       /* languages and directions */
    FLOW_WANTS_NAMED = 2,        /* only images with an alternative text */
    FLOW_WANTS_SOURCE_SPACE = 4, /* no space between links that have none: in HTML, which may be read again */
    FLOW_WANTS_LINKS = 8,        /* links even if the options don't */
    FLOW_WANTS_PURE_CODE = 16,   /* code holds only text */
    FLOW_WANTS_ALERTS = 32       /* notes, tips and warnings are quotes with a level */
};

/* Walk the page and write it to `out`. OK, NO_MEMORY, or LIMIT if `out` was full. */
husk_status flow_walk(husk_page *page, const write_options *options, const flow_sink *sink, void *writer, buffer *out);

/* Is the walk inside an open structure of this kind? */
bool flow_inside(const flow *f, flow_kind kind);

/* Does a structure contain its first line of text directly, without a paragraph? */
bool flow_holds_line(const flow_entry *entry);

/* Is an item in another item? */
bool flow_is_nested(const flow *f, const flow_entry *item);

/* Is it the first line of the structure around it? From now on that has one. */
bool flow_is_first(flow *f);

/* Is there room for a piece of `len` bytes and for closing what is open? If not, the walk is stopped. */
bool flow_room(flow *f, size_t len);

/* Take a part off a long text, as much as there is surely room for. False: nothing is left, or no room. */
bool flow_next_part(flow *f, slice *text, slice *part);

/* --- flow_entries.c, for flow.c, which finds where structures start ----------------------------------------------- */

/* A piece comes, `len` bytes with its URL; `text` is empty if it is none: open what is around it, change the style from
 * the last piece's with the fewest marks, and write the space before it. False: there is no room. */
bool flow_start_piece(flow *f, slice text, size_t len);
void flow_end_run(flow *f);
/* A block outside runs comes: open everything around it. */
void flow_begin_block(flow *f);

/* Close what has ended at the current position. A list that follows an item inside the same list belongs to that
 * item, which stays open. */
void flow_settle(flow *f, bool for_list);
/* NULL if there is none. */
static inline flow_entry *flow_innermost(flow *f)
{
    return f->n_entries ? &f->entries[f->n_entries - 1] : NULL;
}
/* Open a new structure here, or return NULL if there are too many: its content then goes to the enclosing one. */
flow_entry *flow_push_entry(flow *f, flow_kind kind, uint32_t end);
/* One that ends with the element. */
void flow_push_structure(flow *f, flow_kind kind);
void flow_start_list(flow *f, bool ordered);
void flow_start_item(flow *f);
/* Close what has ended; is the innermost structure then of this kind? */
bool flow_is_in(flow *f, flow_kind kind);
/* A part of a structure, meaningful only inside it. */
void flow_start_part(flow *f, flow_kind kind, flow_kind whole);

/* Tables: these return the next node. */
uint32_t flow_start_table(flow *f);
uint32_t flow_start_row(flow *f);
uint32_t flow_start_caption(flow *f);
uint32_t flow_start_cell(flow *f);

#endif
