/* class_rows.c - read and write a host's classes as rows: templates, counts, columns and kinds.
 * Cost: about a microsecond per row. Limits: those of rows.c. */
#include "store/class_rows.h"

#include <stdlib.h>

#include "base/status.h"
#include "store/column_rows.h"

/* --- writing ------------------------------------------------------------------------------------------------------ */

static void write_template(rows *r, int64_t id, const model_class *c)
{
    rows_begin(r, "INSERT INTO token VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < c->n_tokens && r->status == HUSK_OK; i++) {
        const model_token *t = &c->tokens[i];
        ROW(r, KEY(id), KEY(c->number), KEY(i), NUMBER(t->hash), NUMBER(t->kind), NUMBER(t->support), NUMBER(t->pages),
            TEXT(t->text));
    }
    rows_end(r);
    rows_begin(r, "INSERT INTO slot VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i <= c->n_tokens && r->status == HUSK_OK; i++) {
        const model_slot *s = &c->slots[i];
        ROW(r, KEY(id), KEY(c->number), KEY(i), NUMBER(s->pages), NUMBER(s->most_tokens), NUMBER(s->tokens),
            NUMBER(s->texts), NUMBER(s->words), NUMBER(s->link_words));
    }
    rows_end(r);
}

static void write_class_rows(rows *r, int64_t id, const model_class *classes, uint32_t n)
{
    rows_begin(r, "INSERT INTO class VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < n && r->status == HUSK_OK; i++) {
        const model_class *c = &classes[i];
        ROW(r, KEY(id), NUMBER(c->number), NAME(c->name), NUMBER(c->n_pages), NUMBER(c->n_sampled),
            NUMBER(c->n_distilled), NUMBER(c->words), NUMBER(c->template_words));
    }
    rows_end(r);
}

static void write_class_parts(rows *r, int64_t id, const model_class *c)
{
    write_template(r, id, c);
    write_counts(r, "INSERT INTO path VALUES (?, ?, ?, ?)", id, c->number, c->paths, c->n_paths);
    write_counts(r, "INSERT INTO schema VALUES (?, ?, ?, ?)", id, c->number, c->schema, c->n_schema);
    write_counts(r, "INSERT INTO trait VALUES (?, ?, ?, ?)", id, c->number, c->traits, c->n_traits);
    column_rows_write(r, id, c);
    write_counts(r, "INSERT INTO kind VALUES (?, ?, ?, ?)", id, c->number, c->kinds, c->n_kinds);
}

/* By number, whether in use or retired: the checksum covers rows in the order in which they are read. */
void class_rows_write(rows *r, int64_t id, const model_host *host)
{
    model_class *all = malloc(((size_t)host->n_classes + host->n_retired + 1) * sizeof *all);
    uint32_t n = 0, i = 0, k = 0;
    if (all == NULL) {
        rows_no_memory(r);
        return;
    }
    while (i < host->n_classes || k < host->n_retired)
        all[n++] = k == host->n_retired || (i < host->n_classes && host->classes[i].number < host->retired[k].number)
                       ? host->classes[i++]
                       : host->retired[k++];
    write_class_rows(r, id, all, n);
    for (i = 0; i < n; i++)
        write_class_parts(r, id, &all[i]);
    free(all);
}

/* --- reading: the same order -------------------------------------------------------------------------------------- */

static void read_tokens(rows *r, int64_t id, model_class *c, arena *memory)
{
    uint32_t n = 0;
    model_token *t;
    rows_query(r, "SELECT hash, kind, support, pages, text FROM token WHERE host = ? AND class = ? ORDER BY place", id,
               c->number);
    while (row_next(r) && (t = rows_place(r, n, sizeof *t))) {
        *t = (model_token){ .hash = (uint64_t)get_number(r) };
        t->kind = get_small(r);
        t->support = get_small(r);
        t->pages = get_small(r);
        t->text = get_text(r, memory);
        n++;
    }
    rows_end(r);
    c->tokens = rows_keep(r, n, sizeof *c->tokens, memory);
    c->n_tokens = c->tokens ? n : 0;
}

static void read_slots(rows *r, int64_t id, model_class *c, arena *memory)
{
    uint32_t n = 0;
    model_slot *s;
    rows_query(r,
               "SELECT pages, most_tokens, tokens, texts, words, link_words FROM slot WHERE host = ? AND class = ? "
               "ORDER BY place",
               id, c->number);
    while (row_next(r) && (s = rows_place(r, n, sizeof *s))) {
        *s = (model_slot){ .pages = get_small(r) };
        s->most_tokens = get_small(r);
        s->tokens = (uint64_t)get_number(r);
        s->texts = (uint64_t)get_number(r);
        s->words = (uint64_t)get_number(r);
        s->link_words = (uint64_t)get_number(r);
        n++;
    }
    rows_end(r);
    if (n != c->n_tokens + 1)
        rows_damaged(r, "slots are missing");
    c->slots = rows_keep(r, n, sizeof *c->slots, memory);
}

void class_rows_read(rows *r, int64_t id, model_host *host, arena *memory)
{
    uint32_t i = 0;
    bool has_kinds = rows_format(r->db) >= 4;
    host->classes = rows_room(r, "SELECT count(*) FROM class WHERE host = ?", id, -1, sizeof *host->classes, memory,
                              &host->n_classes);
    rows_query(r,
               "SELECT number, name, pages, sampled, distilled, words, template_words FROM class WHERE host = ? ORDER "
               "BY number",
               id, -1);
    for (; i < host->n_classes && row_next(r); i++) {
        model_class *c = &host->classes[i];
        *c = (model_class){ .number = get_small(r) };
        c->name = get_text(r, memory);
        c->n_pages = get_small(r);
        c->n_sampled = get_small(r);
        c->n_distilled = get_small(r);
        c->words = (uint64_t)get_number(r);
        c->template_words = (uint64_t)get_number(r);
        if (c->number >= MODEL_NO_CLASS / 2) /* leaves room for future numbers */
            rows_damaged(r, "a class's number is out of range");
    }
    rows_end(r);
    host->n_classes = i;
    for (i = 0; i < host->n_classes && r->status == HUSK_OK; i++) {
        model_class *c = &host->classes[i];
        read_tokens(r, id, c, memory);
        read_slots(r, id, c, memory);
        c->paths = read_counts(r, "SELECT hash, pages FROM path WHERE host = ? AND class = ? ORDER BY hash", id,
                               c->number, memory, &c->n_paths);
        c->schema = read_counts(r, "SELECT hash, pages FROM schema WHERE host = ? AND class = ? ORDER BY hash", id,
                                c->number, memory, &c->n_schema);
        c->traits = read_counts(r, "SELECT hash, pages FROM trait WHERE host = ? AND class = ? ORDER BY hash", id,
                                c->number, memory, &c->n_traits);
        column_rows_read(r, id, c, memory);
        if (has_kinds)
            c->kinds = read_counts(r, "SELECT kind, pages FROM kind WHERE host = ? AND class = ? ORDER BY kind", id,
                                   c->number, memory, &c->n_kinds);
    }
}
