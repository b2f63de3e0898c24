/* history_rows.c - read and write class states, page hashes and runs as rows.
 * Cost: about a microsecond per row. Limits: values are range-checked here, so that later code need not. */
#include "store/history_rows.h"

#include "base/limits.h"

static void write_states(rows *r, int64_t id, const model_class *classes, uint32_t n)
{
    rows_begin(r, "INSERT INTO state VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < n && r->status == HUSK_OK; i++) {
        const class_state *s = &classes[i].state;
        ROW(r, KEY(id), NUMBER(classes[i].number), NUMBER(s->born), NUMBER(s->met), NUMBER(s->absent),
            NUMBER(s->retired), NUMBER(s->back));
    }
    rows_end(r);
}

static void write_seen(rows *r, int64_t id, const model_host *host)
{
    rows_begin(r, "INSERT INTO seen VALUES (?, ?, ?)");
    for (uint32_t i = 0; i < host->n_pages && r->status == HUSK_OK; i++) {
        ROW(r, KEY(id), KEY(i), NUMBER(host->pages[i].hash));
    }
    rows_end(r);
}

static void write_run_classes(rows *r, int64_t id, const model_run *run)
{
    rows_begin(r, "INSERT INTO run_class VALUES (?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < run->n_classes && r->status == HUSK_OK; i++) {
        ROW(r, KEY(id), KEY(run->number), NUMBER(run->classes[i].number), NUMBER(run->classes[i].pages),
            NUMBER(run->classes[i].fit), NUMBER(run->classes[i].event));
    }
    rows_end(r);
}

static void write_runs(rows *r, int64_t id, const model_host *host)
{
    rows_begin(r, "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < host->n_runs && r->status == HUSK_OK; i++) {
        const model_run *run = &host->runs[i];
        ROW(r, KEY(id), NUMBER(run->number), NUMBER(run->n_runs), NUMBER(run->date), NUMBER(run->pages),
            NUMBER(run->fresh), NUMBER(run->fit), NUMBER(run->changed), NUMBER(run->drift));
    }
    rows_end(r);
    for (uint32_t i = 0; i < host->n_runs; i++)
        write_run_classes(r, id, &host->runs[i]);
}

void history_rows_write(rows *r, int64_t id, const model_host *host)
{
    write_states(r, id, host->classes, host->n_classes);
    write_states(r, id, host->retired, host->n_retired);
    write_seen(r, id, host);
    write_runs(r, id, host);
}

/* --- reading: the same order -------------------------------------------------------------------------------------- */

static void read_states(rows *r, int64_t id, bool retired, model_class *classes, uint32_t n)
{
    uint32_t i = 0;
    rows_query(
        r,
        retired
            ? "SELECT class, born, met, absent, retired, back FROM state WHERE host = ? AND retired > 0 ORDER BY class"
            : "SELECT class, born, met, absent, retired, back FROM state WHERE host = ? AND retired = 0 ORDER BY class",
        id, -1);
    for (; i < n && row_next(r); i++) {
        if (get_small(r) != classes[i].number)
            rows_damaged(r, "a class's state is missing");
        class_state *s = &classes[i].state;
        s->born = get_small(r);
        s->met = get_small(r);
        s->absent = get_small(r);
        s->retired = get_small(r);
        s->back = get_small(r);
    }
    rows_end(r);
    if (i != n)
        rows_damaged(r, "a class's state is missing");
}

/* Classes are sorted by number; a query says which are retired, then both parts are read. */
static void part_classes(rows *r, int64_t id, model_host *host, arena *memory)
{
    uint32_t n_retired = 0, n_used = 0, i = 0;
    uint32_t *numbers = rows_room(r, "SELECT count(*) FROM state WHERE host = ? AND retired > 0", id, -1,
                                  sizeof *numbers, memory, &n_retired);
    rows_query(r, "SELECT class FROM state WHERE host = ? AND retired > 0 ORDER BY class", id, -1);
    for (; i < n_retired && row_next(r); i++)
        numbers[i] = (uint32_t)sqlite3_column_int64(r->statement, 0);
    rows_end(r);
    host->retired = arena_array(memory, (size_t)n_retired + 1, sizeof *host->retired);
    if (host->retired == NULL || r->status != HUSK_OK) {
        rows_damaged(r, "a host is too large");
        return;
    }
    for (uint32_t k = 0; k < host->n_classes; k++)
        if (host->n_retired < n_retired && host->classes[k].number == numbers[host->n_retired])
            host->retired[host->n_retired++] = host->classes[k];
        else
            host->classes[n_used++] = host->classes[k];
    host->n_classes = n_used;
}

static void read_seen(rows *r, int64_t id, model_host *host)
{
    uint32_t i = 0;
    rows_query(r, "SELECT hash FROM seen WHERE host = ? ORDER BY place", id, -1);
    for (; i < host->n_pages && row_next(r); i++)
        host->pages[i].hash = (uint64_t)get_number(r);
    rows_end(r);
}

static void read_run_classes(rows *r, int64_t id, model_run *run, arena *memory)
{
    uint32_t n, i = 0;
    run->classes = rows_room(r, "SELECT count(*) FROM run_class WHERE host = ? AND run = ?", id, run->number,
                             sizeof *run->classes, memory, &n);
    rows_query(r, "SELECT class, pages, fit, event FROM run_class WHERE host = ? AND run = ? ORDER BY class", id,
               run->number);
    for (; i < n && row_next(r); i++) {
        model_run_class *c = &run->classes[i];
        c->number = get_small(r);
        c->pages = get_small(r);
        c->fit = get_small(r);
        c->event = get_small(r);
        if (c->event >= N_RUN_EVENTS)
            rows_damaged(r, "a run's event is out of range");
    }
    rows_end(r);
    run->n_classes = i;
}

static void read_runs(rows *r, int64_t id, model_host *host, arena *memory)
{
    uint32_t i = 0;
    host->runs =
        rows_room(r, "SELECT count(*) FROM run WHERE host = ?", id, -1, sizeof *host->runs, memory, &host->n_runs);
    if (host->n_runs > HUSK_MAX_RUNS)
        rows_damaged(r, "a history is too long");
    rows_query(r,
               "SELECT number, runs, date, pages, fresh, fit, changed, drift FROM run WHERE host = ? ORDER BY number",
               id, -1);
    for (; i < host->n_runs && row_next(r); i++) {
        model_run *run = &host->runs[i];
        *run = (model_run){ .number = get_small(r) };
        run->n_runs = get_small(r);
        run->date = get_number(r);
        run->pages = get_small(r);
        run->fresh = get_small(r);
        run->fit = get_small(r);
        run->changed = get_small(r);
        run->drift = get_small(r);
    }
    rows_end(r);
    host->n_runs = i;
    for (i = 0; i < host->n_runs && r->status == HUSK_OK; i++)
        read_run_classes(r, id, &host->runs[i], memory);
}

void history_rows_read(rows *r, int64_t id, model_host *host, arena *memory)
{
    part_classes(r, id, host, memory);
    if (r->status == HUSK_OK) {
        read_states(r, id, false, host->classes, host->n_classes);
        read_states(r, id, true, host->retired, host->n_retired);
        read_seen(r, id, host);
        read_runs(r, id, host, memory);
    }
}
