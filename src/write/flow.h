/* flow.h - one walk over a page, as a reader sees it, that drives every writer.
 * The page's tree is reduced to a plain form: a tree of structures (lists, quotes, tables, headings …) whose leaves
 * are runs: lines of text, images, formulas and breaks, each piece with its style. A style never spans two runs, a
 * structure is never empty, items are always in lists, cells in rows in tables. So the rules of visibility, lists and
 * tables are implemented only here. */
#ifndef HUSK_WRITE_FLOW_H
#define HUSK_WRITE_FLOW_H

#include "page/page.h"
#include "write/notes.h"
#include "write/table.h"
#include "write/write.h"

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
    LAYER_KEY,     /* <kbd> */
    LAYER_CODE,    /* always innermost: nothing opens inside it */
    N_LAYERS
};

typedef struct flow_style {
    uint32_t layer[N_LAYERS];
    uint8_t order[N_LAYERS]; /* those that are on, outermost first */
    uint8_t n;
} flow_style;

/* An open structure. */
typedef struct flow_entry {
    uint8_t kind;
    bool opened;   /* the writer has opened it */
    bool implied;  /* has no element of its own */
    bool ordered;  /* LIST */
    uint8_t level; /* HEADING: 1 to 6 */
    uint32_t node; /* for an implied item or list: the node that implied it */
    uint32_t end;
    int64_t number; /* ITEM: its own; LIST: the next item's */
    int step;       /* LIST: 1 or -1 */
} flow_entry;

/* Deeper structures are flattened: indentation stays short and the output linear. Real pages stay under 30. */
#define FLOW_MAX_DEPTH 48

typedef struct flow flow;

/* The callbacks of a writer. `w` is the writer's own. */
typedef struct flow_sink {
    void (*open)(void *w, flow *f, const flow_entry *entry);
    void (*close)(void *w, flow *f, const flow_entry *entry);
    void (*run)(void *w, flow *f); /* a line starts; f->gap is its distance from the last */
    void (*run_end)(void *w, flow *f);
    /* A piece of the run: text with white space only inside (not folded), at least one character. f->space: preceded
     * by white space. f->style is its style. */
    void (*text)(void *w, flow *f, slice text);
    void (*image)(void *w, flow *f, slice alt, slice address); /* the address is empty only with FLOW_WANTS_NAMED */
    void (*math)(void *w, flow *f, slice tex, bool display);
    void (*line_break)(void *w, flow *f); /* f->style is that of the piece after it */
    /* Blocks outside runs. */
    void (*pre)(void *w, flow *f, uint32_t node, slice text);
    void (*rule)(void *w, flow *f); /* NULL: a drawn line carries no text */
    /* A reference to a footnote, in a run. NULL: references are links like others. */
    void (*note)(void *w, flow *f, const note *to);
} flow_sink;

typedef struct flow_frame flow_frame;

/* Is TeX in the text a formula, because the page has a script for it? */
enum { TEX_UNKNOWN, TEX_PLAIN, TEX_DRAWN };

struct flow {
    husk_page *page;
    const write_options *options;
    const flow_sink *sink;
    void *writer;
    unsigned wants; /* FLOW_WANTS_… */
    bool stop;      /* end the walk and close everything open */
    bool full;      /* set with `stop` by a writer whose buffer is full */

    uint32_t at; /* the current node */
    flow_style style;
    bool space;  /* white space before the next piece */
    uint8_t gap; /* before the next run: 1 a new line (<div>), 2 an empty line (<p>, headings, lists …) */

    flow_entry entries[FLOW_MAX_DEPTH + 4];
    unsigned n_entries;
    unsigned n_opened;
    table_grid grid; /* of the open data table; they never nest */
    page_notes notes;
    uint32_t next_mark; /* of the notes' marks: the first that is not before the current node */

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
    FLOW_WANTS_GROUPS = 1,      /* languages and directions */
    FLOW_WANTS_NAMED = 2,       /* only images with an alternative text */
    FLOW_WANTS_SOURCE_SPACE = 4 /* no space between links that have none: in HTML, which may be read again */
};

/* Walk the page. OK, NO_MEMORY, or LIMIT if the writer was full. */
husk_status flow_walk(husk_page *page, const write_options *options, const flow_sink *sink, void *writer,
                      unsigned wants);

/* The structure around the current position, counted outward from 0; NULL beyond the outermost. */
const flow_entry *flow_around(const flow *f, unsigned i);

/* Is the walk inside an open structure of this kind? */
bool flow_inside(const flow *f, flow_kind kind);

/* Does a structure contain its first line of text directly, without a paragraph? */
bool flow_holds_line(const flow_entry *entry);

/* Is an item in another item? */
bool flow_is_nested(const flow *f, const flow_entry *item);

/* Is there room for `need` bytes and for closing what is open? If not, the walk is stopped. */
bool flow_room(flow *f, const buffer *out, size_t need);

/* --- styles: change from one piece's to the next with the fewest marks -------------------------------------------- */

/* Layers are nested as on the page, except that code is always innermost. Layers that both pieces share from the
 * outside stay open. */
typedef struct style_stack {
    uint8_t layer[N_LAYERS]; /* those that are open */
    uint32_t value[N_LAYERS];
    unsigned n;
    flow_style wanted; /* by the next piece */
    buffer address;    /* of the link looked at last: every piece of its text asks again */
    uint32_t link;
    bool leads; /* a text may link to `address` */
} style_stack;

style_stack style_begin(void);
/* Free it; NO_MEMORY if there was none for an address, otherwise `status`. */
husk_status style_end(style_stack *s, husk_status status);

/* Take the style that the next piece wants. A link counts only if `links` and if a text may link to it, code only if
 * `code`. */
void style_want(style_stack *s, flow *f, bool links, bool code);

/* How many of the open layers stay. Two emphases of the same kind with nothing between them (not `apart`) become one:
 * their marks would run together. */
unsigned style_stays(style_stack *s, bool apart);

/* After the others are closed: the next layer to open, N_LAYERS if all are open. */
unsigned style_next(const style_stack *s);

/* The same, and note it as open. */
unsigned style_open(style_stack *s);

/* --- flow_entries.c, for flow.c, which finds where structures start ----------------------------------------------- */

void flow_end_run(flow *f);
/* Something visible comes: open everything around it, and a run if there is none. */
void flow_begin_piece(flow *f);
/* The same for a block outside runs. */
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
