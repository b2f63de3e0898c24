/* table.c - classify a table as data or layout, count its columns, and place each cell.
 * A table is data if it has rows and columns of short cells; a table around other tables, sections, code or long text
 * is layout and is written as blocks, since its cells are unrelated. Cost: linear; what spans may add is capped by
 * the table's own size. Limits: HUSK_MAX_COLSPAN per cell, and SPARE_… below. */
#include "write/flow.h"

#include "base/arrays.h"
#include "base/limits.h"

/* A cell with more text is part of the page, not a table entry. In a table whose first row names its columns, or
 * whose rows start with
 * names, cells may be longer. */
#define LONG_CELL 1000
#define LONG_NAMED_CELL 4000
#define NAMED_ROWS 3
/* Columns that spans may take beyond one per cell, per table and more with each cell, so that output stays linear in
 * the input. */
#define SPARE_PER_TABLE HUSK_MAX_COLSPAN
#define SPARE_PER_CELL 4
#define MAX_ROWSPAN 65534u /* the HTML standard's */

static uint32_t span(const husk_page *page, uint32_t cell, uint16_t attribute, uint32_t most)
{
    slice value = slice_trim(page_attribute_value(page, cell, attribute));
    uint64_t n = 0;
    size_t i = 0;
    for (; i < value.len && value.data[i] >= '0' && value.data[i] <= '9' && n <= most; i++)
        n = n * 10 + (uint64_t)(value.data[i] - '0');
    if (i == 0)
        return 1;
    if (n == 0)
        return attribute == ATTR_ROWSPAN ? most : 1; /* rowspan=0: down to the end */
    return n < most ? (uint32_t)n : most;
}

/* Would the image be written? Not without a text or a URL. */
static bool image_shows(husk_page *page, uint32_t image, const write_options *options)
{
    slice tex, alt = page_attribute_value(page, image, ATTR_ALT), source = element_image_source(page, image);
    if (page->flags[image] & UNWRITTEN || !is_selected(options, image))
        return false;
    if (element_image_is_formula(page, image, &tex))
        return true;
    if (!options->images || element_image_is_pixel(page, image))
        return false;
    buffer address;
    buffer_init(&address, 4 * HUSK_MAX_URL_BYTES);
    bool shows = !shows_nothing(alt) || (source.len && element_address(page, source, &address));
    buffer_free(&address);
    return shows;
}

bool table_shows(husk_page *page, uint32_t node, const write_options *options)
{
    uint32_t i = node, end = page->end[node];
    while (i < end) {
        /* A nested table is examined separately; scanning it here would cost its size at every level of nesting. */
        if (text_shows(page, i, options) || (page->tag[i] == TAG_TABLE && i != node) ||
            (page->tag[i] == TAG_IMG && image_shows(page, i, options)))
            return true;
        i = page->flags[i] & UNWRITTEN ? page->end[i] : i + 1;
    }
    return false;
}

bool table_row(husk_page *page, uint32_t row, const write_options *options, table_grid *grid)
{
    if (grid->n_rows >= grid->reach && !table_shows(page, row, options))
        return false;
    grid->n_rows++;
    grid->next = 0;
    return true;
}

/* Mark the columns that a cell extends down into. If growing fails, they are simply not marked. */
static void cover(husk_page *page, table_grid *grid, uint32_t rowspan)
{
    uint32_t until = grid->column + grid->colspan;
    if (grid->n_rows + rowspan - 1 > grid->reach)
        grid->reach = grid->n_rows + rowspan - 1;
    size_t before = grid->n_covered;
    if (!array_grow_in(&page->scratch, &grid->covered, &grid->n_covered, until, sizeof *grid->covered))
        return;
    memset(grid->covered + before, 0, (grid->n_covered - before) * sizeof *grid->covered);
    for (uint32_t c = grid->column; c < until; c++)
        grid->covered[c] = grid->n_rows + rowspan - 1;
}

void table_cell(husk_page *page, uint32_t cell, table_grid *grid)
{
    uint32_t c = grid->next;
    grid->spare += SPARE_PER_CELL;
    for (; c < grid->n_covered && grid->covered[c] >= grid->n_rows && grid->spare; c++)
        grid->spare--;
    uint32_t extra = span(page, cell, ATTR_COLSPAN, HUSK_MAX_COLSPAN) - 1;
    if (extra > grid->spare)
        extra = grid->spare;
    grid->spare -= extra;
    grid->column = c;
    grid->colspan = 1 + extra;
    grid->next = c + grid->colspan;
    if (c >= grid->n_columns) /* what a span takes beyond every row's last cell is not a column */
        grid->n_columns = c + 1;
    grid->rowspan = span(page, cell, ATTR_ROWSPAN, MAX_ROWSPAN);
    if (grid->rowspan > 1)
        cover(page, grid, grid->rowspan);
}

typedef struct shape {
    uint32_t aligned[TABLE_ALIGNED][N_ALIGNS]; /* cells by column and alignment */
    uint32_t n_headings;                       /* <th>, all */
    uint32_t n_named;                          /* rows that start with <th> */
    uint32_t n_first, n_first_headings;
    size_t cell_text; /* of the current cell */
    size_t longest;
    bool has_head; /* there is a <thead>, if only an empty one */
    bool in_head;  /* the first row is in <thead> */
    bool is_layout;
} shape;

/* Multi-line code does not fit a cell. */
static bool has_lines(const husk_page *page, uint32_t pre)
{
    for (uint32_t i = pre + 1; i < page->end[pre]; i++)
        if (page->tag[i] == TAG_BR || tag_kind(page->tag[i]) & KIND_BLOCK ||
            (page->text[i].len && memchr(page->text[i].data, '\n', page->text[i].len)))
            return true;
    return false;
}

/* What an element says of its text; ALIGN_NONE: nothing. */
static unsigned own_align(const husk_page *page, uint32_t node)
{
    static const char *const names[N_ALIGNS] = { "", "left", "center", "right" };
    slice style = page_attribute_value(page, node, ATTR_STYLE), align = element_named_value(page, node, "align");
    for (unsigned a = ALIGN_LEFT; a < N_ALIGNS; a++)
        if (slice_is_nocase(align, names[a]) ||
            style_has(style, SLICE("text-align"), (slice){ names[a], strlen(names[a]) }))
            return a;
    return ALIGN_NONE;
}

/* Headings are often centred whatever their columns are: only cells count. */
static void note_align(shape *s, const husk_page *page, uint32_t cell, const table_grid *grid)
{
    if (page->tag[cell] != TAG_TD || grid->column >= TABLE_ALIGNED)
        return;
    unsigned align = own_align(page, cell);
    s->aligned[grid->column][align ? align : own_align(page, page->parent[cell])]++;
}

static void choose_align(const shape *s, uint8_t *align)
{
    for (unsigned c = 0; c < TABLE_ALIGNED; c++) {
        const uint32_t *n = s->aligned[c];
        uint32_t all = n[ALIGN_NONE] + n[ALIGN_LEFT] + n[ALIGN_CENTER] + n[ALIGN_RIGHT];
        for (unsigned a = ALIGN_LEFT; a < N_ALIGNS; a++)
            if (2 * n[a] > all)
                align[c] = (uint8_t)a;
    }
}

static void note_cell(shape *s, const husk_page *page, uint32_t node, const table_grid *grid)
{
    bool heading = page->tag[node] == TAG_TH;
    s->n_headings += heading;
    s->n_named += heading && grid->column == 0;
    if (grid->n_rows == 1) {
        s->n_first++;
        s->n_first_headings += heading;
    }
    s->cell_text = 0;
}

/* A formula counts by its text if it has no TeX: it will be written that way, and must count the same when read back.
 */
static void scan_math(const husk_page *page, uint32_t math, shape *s)
{
    buffer text;
    bool display;
    buffer_init(&text, HUSK_MAX_PAGE_BYTES);
    if (!element_math(page, math, &text, &display))
        s->cell_text += text.len;
    if (s->cell_text > s->longest)
        s->longest = s->cell_text;
    buffer_free(&text);
}

static uint32_t scan_node(husk_page *page, uint32_t i, const write_options *options, table_grid *grid, shape *s)
{
    if (page->flags[i] & UNWRITTEN)
        return page->end[i];
    if (page->flags[i] & NODE_TEXT) {
        s->cell_text += is_selected(options, i) && !(page->flags[i] & NODE_BLANK) ? page->text[i].len : 0;
        if (s->cell_text > s->longest)
            s->longest = s->cell_text;
        return i + 1;
    }
    if (element_is_machinery(page, i))
        return page->end[i];
    switch (page->tag[i]) {
    case TAG_THEAD:
        s->has_head = true;
        break;
    case TAG_TR:
        if (!table_row(page, i, options, grid))
            return page->end[i];
        if (grid->n_rows == 1)
            s->in_head = page->tag[page->parent[i]] == TAG_THEAD;
        break;
    case TAG_TD:
    case TAG_TH:
        table_cell(page, i, grid);
        note_cell(s, page, i, grid);
        note_align(s, page, i, grid);
        break;
    case TAG_CAPTION:
        return page->end[i];
    case TAG_MATH: /* inside, <tr> is not a row */
        scan_math(page, i, s);
        return page->end[i];
    case TAG_PRE:
        s->is_layout = has_lines(page, i);
        return page->end[i];
    case TAG_LISTING:
    case TAG_XMP:
    case TAG_PLAINTEXT:
        s->is_layout = true;
        break;
    default:
        s->is_layout = tag_lays_out(page->tag[i]);
    }
    return i + 1;
}

static size_t longest_allowed(const shape *s, const table_grid *grid)
{
    bool named = s->has_head || s->n_first_headings == s->n_first || s->n_named + 1 >= grid->n_rows;
    return named && grid->n_columns > 1 && grid->n_rows >= NAMED_ROWS ? LONG_NAMED_CELL : LONG_CELL;
}

bool table_is_data(husk_page *page, uint32_t table, const write_options *options, table_grid *grid)
{
    uint32_t end = page->end[table];
    slice role = page_attribute_value(page, table, ATTR_ROLE);
    *grid = (table_grid){ .spare = SPARE_PER_TABLE };
    if (slice_is_nocase(role, "presentation") || slice_is_nocase(role, "none"))
        return false;
    shape s = { 0 };
    for (uint32_t i = table + 1; i < end && !s.is_layout;)
        i = scan_node(page, i, options, grid, &s);
    bool headings = s.n_headings > 0;
    if (s.is_layout || s.longest > longest_allowed(&s, grid) || grid->n_rows == 0 ||
        (grid->n_columns < 2 && (!headings || grid->n_rows < 2)) || (grid->n_rows < 2 && !headings))
        return false;
    *grid = (table_grid){ .covered = grid->covered,
                          .n_covered = grid->n_covered,
                          .n_columns = grid->n_columns,
                          .spare = SPARE_PER_TABLE,
                          .has_header = s.in_head || s.n_first_headings == s.n_first,
                          .needs_head = s.has_head && !s.in_head && s.longest > LONG_CELL };
    if (grid->n_covered)
        memset(grid->covered, 0, grid->n_covered * sizeof *grid->covered);
    choose_align(&s, grid->align);
    return true;
}
