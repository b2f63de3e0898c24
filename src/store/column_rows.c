/* column_rows.c - read and write the labels, columns and locators of a class as rows.
 * Cost: about a microsecond per row. Limits: values are range-checked here, so that later code need not. */
#include "store/column_rows.h"

#include "base/limits.h"

void column_rows_write(rows *r, int64_t id, const model_class *c)
{
    write_counts(r, "INSERT INTO label VALUES (?, ?, ?, ?)", id, c->number, c->labels, c->n_labels);
    rows_begin(r, "INSERT INTO column VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < c->n_columns && r->status == HUSK_OK; i++) {
        ROW(r, KEY(id), KEY(c->number), KEY(i), TEXT(c->columns[i].name), NUMBER(c->columns[i].type),
            NUMBER(c->columns[i].pages), NUMBER(c->columns[i].distinct), TEXT(c->columns[i].example));
    }
    rows_end(r);
    rows_begin(r, "INSERT INTO locator VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < c->n_columns; i++)
        for (uint32_t k = 0; k < c->columns[i].n_locators && r->status == HUSK_OK; k++) {
            const model_locator *l = &c->columns[i].locators[k];
            ROW(r, KEY(id), KEY(c->number), NUMBER(i), KEY(k), NUMBER(l->kind), NUMBER(l->key), NUMBER(l->ordinal));
        }
    rows_end(r);
}

/* The locators of all columns are consecutive in one array. */
static void read_locators(rows *r, int64_t id, model_class *c, arena *memory)
{
    uint32_t n, i = 0;
    model_locator *all = rows_room(r, "SELECT count(*) FROM locator WHERE host = ? AND class = ?", id, c->number,
                                   sizeof *all, memory, &n);
    rows_query(r, "SELECT place, kind, key, ordinal FROM locator WHERE host = ? AND class = ? ORDER BY place, number",
               id, c->number);
    for (; i < n && row_next(r); i++) {
        uint32_t place = get_small(r);
        all[i].kind = get_small(r);
        all[i].key = (uint64_t)get_number(r);
        all[i].ordinal = get_small(r);
        if (place >= c->n_columns || all[i].kind >= N_LOCATOR_KINDS) {
            rows_damaged(r, "a locator is out of range");
            break;
        }
        model_column *column = &c->columns[place];
        if (column->n_locators == 0)
            column->locators = &all[i];
        if (++column->n_locators > N_LOCATOR_KINDS)
            rows_damaged(r, "a column has too many locators");
    }
    rows_end(r);
    for (i = 0; i < c->n_columns; i++)
        if (c->columns[i].n_locators == 0)
            rows_damaged(r, "locators are missing");
}

void column_rows_read(rows *r, int64_t id, model_class *c, arena *memory)
{
    uint32_t i = 0;
    c->labels = read_counts(r, "SELECT hash, rank FROM label WHERE host = ? AND class = ? ORDER BY hash", id, c->number,
                            memory, &c->n_labels);
    c->columns = rows_room(r, "SELECT count(*) FROM column WHERE host = ? AND class = ?", id, c->number,
                           sizeof *c->columns, memory, &c->n_columns);
    if (c->n_columns > HUSK_MAX_COLUMNS)
        rows_damaged(r, "a class has too many columns");
    rows_query(r,
               "SELECT name, type, pages, different, example FROM column WHERE host = ? AND class = ? ORDER BY place",
               id, c->number);
    for (; i < c->n_columns && row_next(r); i++) {
        model_column *column = &c->columns[i];
        *column = (model_column){ .name = get_text(r, memory) };
        column->type = get_small(r);
        column->pages = get_small(r);
        column->distinct = get_small(r);
        column->example = get_text(r, memory);
        if (column->type >= N_COLUMN_TYPES)
            rows_damaged(r, "a column is of no known type");
    }
    rows_end(r);
    c->n_columns = i;
    read_locators(r, id, c, memory);
}
