/* records.c - public API for records: a page's row with its columns and values, in one of three formats.
 * A host's columns are prepared when its first page arrives and are then kept; one lock guards the list. CSV has one
 * header for all classes of the file, so all hosts are prepared first; the same holds if columns are selected by
 * name. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/date.h"
#include "store/table_file.h"
#include "write/records.h"

#define NO_TABLE UINT32_MAX

/* A host's data for records, by class. */
typedef struct record_host {
    const site_host *host;
    model_class *classes; /* the host's, with only the wanted columns */
    column_index **indexes;
    uint32_t **places; /* for each column of the header, the class's */
    uint32_t *tables;  /* for SQLite */
    struct record_host *next;
} record_host;

struct husk_records {
    husk_site *site;
    husk_records_format format;
    uint32_t best;
    const char **wanted; /* column names */
    bool *found;         /* does any class have a column of that name? */
    size_t n_wanted;     /* 0: all are */
    pthread_mutex_t lock;
    record_host *hosts;
    arena memory; /* the header, host names and what is prepared of hosts; changed under the lock */
    record_header header;
    uint32_t n_hosts; /* in the file */
    table_file *file;
    uint32_t none_table; /* for pages without a class */
    bool items, list;    /* rows are items, or regions of items */
    uint32_t region;     /* from 1; 0: the best */
    uint32_t pages_table, items_table;
    uint32_t n_stored; /* pages with items */
};

static bool has_header(husk_records_format format)
{
    return format == HUSK_RECORDS_CSV || format == HUSK_RECORDS_PARQUET;
}

static row_form form_of(husk_records_format format)
{
    return format == HUSK_RECORDS_CSV ? ROW_CSV : format == HUSK_RECORDS_PARQUET ? ROW_PACKED : ROW_JSON;
}

OPTIONS_INIT(husk_records_options, .format = HUSK_RECORDS_JSONL)

/* --- hosts -------------------------------------------------------------------------------------------------------- */

/* The rest of a host is in the arena. */
static void indexes_free(record_host *h)
{
    for (uint32_t i = 0; h->indexes && i < h->host->model.n_classes; i++)
        column_index_free(h->indexes[i]);
}

/* The wanted columns of a class, in the wanted order; `out` has room for all. */
static uint32_t pick_columns(husk_records *r, const model_class *c, model_column *out)
{
    uint32_t n = 0;
    for (size_t k = 0; k < r->n_wanted; k++)
        for (uint32_t i = 0; i < c->n_columns; i++)
            if (slice_is(c->columns[i].name, r->wanted[k])) {
                out[n++] = c->columns[i];
                r->found[k] = true;
                break;
            }
    if (r->n_wanted == 0) {
        n = c->n_columns;
        memcpy(out, c->columns, n * sizeof *out);
    }
    return r->best && r->best < n ? r->best : n;
}

/* Copy a class of the host, except for its columns. */
static bool class_copy(husk_records *r, const model_class *from, model_class *to)
{
    size_t room = r->n_wanted > from->n_columns ? r->n_wanted : from->n_columns;
    *to = *from;
    to->columns = arena_array(&r->memory, room + 1, sizeof *to->columns);
    to->n_columns = to->columns ? pick_columns(r, from, to->columns) : 0;
    return to->columns != NULL;
}

static record_host *record_host_new(husk_records *r, const site_host *host)
{
    record_host *h = arena_alloc(&r->memory, sizeof *h);
    size_t n = (size_t)host->model.n_classes + 1;
    if (h == NULL)
        return NULL;
    *h = (record_host){ .host = host,
                        .classes = arena_array(&r->memory, n, sizeof *h->classes),
                        .indexes = arena_array(&r->memory, n, sizeof *h->indexes),
                        .places = arena_array(&r->memory, n, sizeof *h->places),
                        .tables = arena_array(&r->memory, n, sizeof *h->tables) };
    bool done = h->classes && h->indexes && h->places && h->tables;
    if (h->indexes)
        memset(h->indexes, 0, n * sizeof *h->indexes);
    for (uint32_t i = 0; done && i < host->model.n_classes; i++) {
        h->tables[i] = NO_TABLE;
        done = class_copy(r, &host->model.classes[i], &h->classes[i]);
        h->indexes[i] = done ? column_index_new(&host->model, &h->classes[i]) : NULL;
        done = h->indexes[i] != NULL;
    }
    if (!done)
        indexes_free(h);
    return done ? h : NULL;
}

/* Prepare a host. */
static husk_status host_ready(husk_records *r, const site_host *host, record_host **out, husk_error *error)
{
    pthread_mutex_lock(&r->lock);
    record_host **at = &r->hosts;
    while (*at && (*at)->host != host)
        at = &(*at)->next;
    if (*at == NULL)
        *at = record_host_new(r, host);
    *out = *at;
    pthread_mutex_unlock(&r->lock);
    return *out ? HUSK_OK : error_set(error, HUSK_NO_MEMORY, "out of memory");
}

/* Prepare all hosts, in the order of the file. */
static husk_status hosts_ready(husk_records *r, const slice *names, husk_error *error)
{
    husk_status status = HUSK_OK;
    for (uint32_t i = 0; i < r->n_hosts && status == HUSK_OK; i++) {
        const site_host *host;
        record_host *ready;
        status = site_find_host(r->site, names[i], &host, error);
        if (status == HUSK_OK && host)
            status = host_ready(r, host, &ready, error);
    }
    return status;
}

/* --- the header of CSV and Parquet -------------------------------------------------------------------------------- */

static bool header_add(const record_host *h, intern *names)
{
    for (uint32_t c = 0; c < h->host->model.n_classes; c++)
        for (uint32_t i = 0; i < h->classes[c].n_columns; i++)
            if (intern_add(names, h->classes[c].columns[i].name.data, h->classes[c].columns[i].name.len) == INTERN_NONE)
                return false;
    return true;
}

static bool host_places(husk_records *r, record_host *h, const intern *names)
{
    for (uint32_t c = 0; c < h->host->model.n_classes; c++) {
        const model_class *k = &h->classes[c];
        h->places[c] = arena_array(&r->memory, (size_t)r->header.n + 1, sizeof *h->places[c]);
        if (h->places[c] == NULL)
            return false;
        memset(h->places[c], 0xff, ((size_t)r->header.n + 1) * sizeof *h->places[c]);
        for (uint32_t i = 0; i < k->n_columns; i++) {
            uint32_t place = intern_find(names, k->columns[i].name.data, k->columns[i].name.len);
            h->places[c][place] = i;
            r->header.columns[place].is_list |= k->columns[i].type == COLUMN_LIST;
        }
    }
    return true;
}

static husk_status header_make(husk_records *r, husk_error *error)
{
    intern names;
    bool room = true;
    intern_init(&names, &r->memory, HUSK_MAX_CSV_COLUMNS);
    for (record_host *h = r->hosts; room && h; h = h->next)
        room = header_add(h, &names);
    bool is_full = !room && names.n == HUSK_MAX_CSV_COLUMNS;
    r->header = (record_header){ .columns = arena_zeros(&r->memory, (size_t)names.n + 1, sizeof *r->header.columns),
                                 .n = names.n };
    room = room && r->header.columns != NULL;
    for (uint32_t i = 0; room && i < names.n; i++)
        r->header.columns[i].name = (slice){ names.entries[i].data, names.entries[i].len };
    for (record_host *h = r->hosts; room && h; h = h->next)
        room = host_places(r, h, &names);
    intern_free(&names);
    if (is_full)
        return error_set(error, HUSK_LIMIT,
                         "the site file's classes have more than %u columns together: too many for one CSV",
                         HUSK_MAX_CSV_COLUMNS);
    return room ? HUSK_OK : error_set(error, HUSK_NO_MEMORY, "out of memory");
}

/* --- wanted columns ----------------------------------------------------------------------------------------------- */

static bool want_columns(husk_records *r, const husk_records_options *given)
{
    r->best = given->best;
    r->wanted = arena_array(&r->memory, given->n_columns + 1, sizeof *r->wanted);
    r->found = arena_array(&r->memory, given->n_columns + 1, sizeof *r->found);
    bool done = r->wanted && r->found;
    for (size_t i = 0; done && i < given->n_columns; i++) {
        const char *name = given->columns[i];
        size_t k = 0;
        while (k < r->n_wanted && strcmp(r->wanted[k], name) != 0)
            k++;
        if (k < r->n_wanted) /* a repeated name is one column */
            continue;
        r->found[k] = false;
        r->wanted[r->n_wanted++] = arena_copy(&r->memory, name, strlen(name) + 1);
        done = r->wanted[k] != NULL;
    }
    return done;
}

/* Once all hosts are prepared. */
static husk_status check_wanted(const husk_records *r, husk_error *error)
{
    for (size_t i = 0; i < r->n_wanted; i++)
        if (!r->found[i])
            return error_set(error, HUSK_BAD_ARGUMENT, "no class in the site file has a column %s", r->wanted[i]);
    return HUSK_OK;
}

/* The columns of all classes, where the format or the wanted columns need them. */
static husk_status prepare(husk_records *r, husk_error *error)
{
    slice *names;
    bool needs_all = has_header(r->format) || r->format == HUSK_RECORDS_SCHEMA || r->n_wanted;
    if (r->site == NULL)
        return HUSK_OK;
    husk_status status = site_host_names(r->site, &r->memory, &names, &r->n_hosts, error);
    if (status != HUSK_OK || r->items || !needs_all)
        return status;
    status = hosts_ready(r, names, error);
    status = status ?: check_wanted(r, error);
    return status == HUSK_OK && has_header(r->format) ? header_make(r, error) : status;
}

husk_status husk_records_new(husk_site *site, const husk_records_options *options, husk_records **out,
                             husk_error *error)
{
    husk_records_options given;
    *out = NULL;
    husk_status status = OPTIONS_READ(&given, options, husk_records_options, n_columns, error);
    if (status != HUSK_OK)
        return status;
    if (site == NULL && !given.items)
        return error_set(error, HUSK_BAD_ARGUMENT, "records without a site are of items only");
    if ((unsigned)given.format > HUSK_RECORDS_SCHEMA)
        return error_set(error, HUSK_BAD_ARGUMENT, "unknown format of records: %d", (int)given.format);
    husk_records *r = calloc(1, sizeof *r);
    if (r == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    r->site = site;
    r->format = given.format;
    r->none_table = r->pages_table = r->items_table = NO_TABLE;
    r->items = given.items;
    r->list = given.list;
    r->region = given.region;
    pthread_mutex_init(&r->lock, NULL);
    arena_init(&r->memory, HUSK_MAX_HOST_BYTES);
    status = want_columns(r, &given) ? HUSK_OK : error_set(error, HUSK_NO_MEMORY, "out of memory");
    status = status ?: prepare(r, error);
    if (status == HUSK_OK)
        *out = r;
    else
        husk_records_free(r);
    return status;
}

void husk_records_free(husk_records *r)
{
    if (r == NULL)
        return;
    for (record_host *h = r->hosts; h; h = h->next)
        indexes_free(h);
    table_file_free(r->file);
    arena_free(&r->memory);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

/* The columns that are gone: of a class in use, and of one that is retired. */
static void write_gone(const model_host *h, buffer *out)
{
    for (uint32_t c = 0; c < h->n_classes; c++)
        for (uint32_t k = 0; k < h->classes[c].n_gone; k++)
            write_schema_line(h->name, &h->classes[c], &h->classes[c].columns[h->classes[c].n_columns + k], out);
    for (uint32_t c = 0; c < h->n_retired; c++)
        for (uint32_t k = 0; k < h->retired[c].n_columns + h->retired[c].n_gone; k++)
            write_schema_line(h->name, &h->retired[c], &h->retired[c].columns[k], out);
}

/* The columns of all classes. */
static void write_schema(const husk_records *r, buffer *out)
{
    for (const record_host *h = r->hosts; h; h = h->next) {
        for (uint32_t c = 0; c < h->host->model.n_classes; c++)
            for (uint32_t k = 0; k < h->classes[c].n_columns; k++)
                write_schema_line(h->host->model.name, &h->classes[c], &h->classes[c].columns[k], out);
        if (r->n_wanted == 0 && r->best == 0)
            write_gone(&h->host->model, out);
    }
}

husk_status husk_records_begin(husk_records *r, husk_output *output, husk_error *error)
{
    if (r->format == HUSK_RECORDS_SCHEMA && r->items)
        write_items_schema(&output->bytes);
    else if (r->format == HUSK_RECORDS_SCHEMA)
        write_schema(r, &output->bytes);
    else if (has_header(r->format) && r->items)
        write_items_head(form_of(r->format), &output->bytes);
    else if (has_header(r->format))
        write_record_head(&r->header, form_of(r->format), &output->bytes);
    return output_status(output, "the header", error);
}

/* --- a page ------------------------------------------------------------------------------------------------------- */

struct husk_row {
    arena memory;
    record_row row;
    record_host *host;    /* NULL: no class */
    uint32_t class_index; /* index in the host's classes */
    husk_column *columns;
    item_sheet sheet; /* of a page's items */
};

void husk_row_free(husk_row *row)
{
    if (row)
        arena_free(&row->memory);
    free(row);
}

static bool copy_slice(arena *memory, slice from, slice *to)
{
    *to = (slice){ arena_copy(memory, from.data ? from.data : "", from.len), from.len };
    return to->data != NULL;
}

/* Copy the page's values: the row outlives the page. */
static husk_status copy_values(husk_row *out, husk_page *page, const page_record *record)
{
    const model_class *c = out->row.page_class;
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n_columns; i++)
        n += record->columns[i].n;
    column_values *columns = arena_array(&out->memory, (size_t)c->n_columns + 1, sizeof *columns);
    husk_value *values = arena_array(&out->memory, (size_t)n + 1, sizeof *values);
    slice *texts = arena_array(&out->memory, (size_t)n + 1, sizeof *texts);
    bool month_first = date_order_of(page->lang) == DATE_MONTH_FIRST;
    buffer text;
    buffer_init(&text, HUSK_MAX_OUTPUT_BYTES);
    bool room = columns && values && texts;
    n = 0;
    for (uint32_t i = 0; room && i < c->n_columns; i++) {
        columns[i] = (column_values){ n, record->columns[i].n };
        for (uint32_t k = 0; room && k < columns[i].n; k++) {
            const located_value *value = &record->values[record->picked[record->columns[i].first + k]];
            buffer_clear(&text);
            located_write(page, value, !column_drops_label(&c->columns[i], page, value), &text);
            const char *copy = arena_copy(&out->memory, text.data ? text.data : "", text.len);
            room = copy && text.status == HUSK_OK &&
                   typed_value((slice){ copy, text.len }, c->columns[i].type, month_first, &out->memory, &values[n]);
            texts[n++] = (slice){ copy, text.len };
        }
    }
    buffer_free(&text);
    out->row.columns = columns;
    out->row.values = values;
    out->row.texts = texts;
    return room ? HUSK_OK : HUSK_NO_MEMORY;
}

static bool copy_columns(husk_row *out)
{
    const model_class *c = out->row.page_class;
    out->columns = arena_array(&out->memory, (size_t)c->n_columns + 1, sizeof *out->columns);
    for (uint32_t i = 0; out->columns && i < c->n_columns; i++)
        out->columns[i] = (husk_column){ .size = sizeof *out->columns,
                                         .name = { c->columns[i].name.data, c->columns[i].name.len },
                                         .type = (husk_column_type)c->columns[i].type,
                                         .pages = c->columns[i].pages,
                                         .distinct = c->columns[i].distinct };
    return out->columns != NULL;
}

static husk_status read_row(husk_records *r, const husk_verdict *v, husk_row *out, husk_error *error)
{
    page_record record;
    uint32_t n_classes = v->host ? v->host->model.n_classes : 0;
    uint32_t place = v->judgement.page_class
                         ? model_class_place(v->host->model.classes, n_classes, v->judgement.page_class)
                         : n_classes;
    if (place == n_classes)
        return HUSK_OK;
    husk_status status = host_ready(r, v->host, &out->host, error);
    if (status != HUSK_OK)
        return status;
    out->class_index = place;
    out->row.page_class = &out->host->classes[place];
    arena_mark mark = arena_save(&v->page->scratch);
    status = columns_read(out->host->indexes[place], v->page, &v->page->scratch, &record);
    status = status ?: copy_values(out, v->page, &record);
    arena_restore(&v->page->scratch, mark);
    return status == HUSK_OK && !copy_columns(out) ? HUSK_NO_MEMORY : status;
}

/* The items of the wanted region. */
static husk_status read_items(husk_records *r, husk_verdict *v, husk_row *out)
{
    item_sheet *sheet = &out->sheet;
    husk_status status = items_read(v, r->region, &out->memory, &sheet->table);
    sheet->class_number = v->judgement.page_class;
    if (status != HUSK_OK || !copy_slice(&out->memory, v->page->url, &sheet->url))
        return status == HUSK_OK ? HUSK_NO_MEMORY : status;
    sheet->most_bytes = page_output_cap(v->page);
    if (sheet->table.n && sheet->url.len > sheet->most_bytes / sheet->table.n) /* it is in every row */
        sheet->url.len = 0;
    return HUSK_OK;
}

husk_status husk_records_read(husk_records *r, husk_verdict *v, husk_row **out, husk_error *error)
{
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    husk_row *row = *out;
    arena_init(&row->memory, HUSK_MAX_PAGE_ARENA);
    row->row.failed = !status_has_page(v->page->outcome);
    const char *reason = v->page->reason;
    bool room = copy_slice(&row->memory, v->page->id, &row->row.id) &&
                copy_slice(&row->memory, (slice){ reason, strlen(reason) }, &row->row.reason);
    husk_status status = room ? HUSK_OK : HUSK_NO_MEMORY;
    row->sheet.id = row->row.id;
    if (status == HUSK_OK && !row->row.failed)
        status = r->items ? read_items(r, v, row) : read_row(r, v, row, error);
    if (status == HUSK_OK)
        return HUSK_OK;
    husk_row_free(row);
    *out = NULL;
    return status_told(error, status, "%s: records", husk_page_id(v->page));
}

const char *husk_row_id(const husk_row *row)
{
    return row->row.id.data;
}

uint32_t husk_row_class(const husk_row *row)
{
    return row->row.page_class ? row->row.page_class->number : 0;
}

husk_string husk_row_class_name(const husk_row *row)
{
    slice name = row->row.page_class ? row->row.page_class->name : (slice){ NULL, 0 };
    return (husk_string){ name.len ? name.data : "", name.len };
}

size_t husk_row_n_columns(const husk_row *row)
{
    return row->row.page_class ? row->row.page_class->n_columns : 0;
}

const husk_column *husk_row_column(const husk_row *row, size_t i)
{
    return i < husk_row_n_columns(row) ? &row->columns[i] : NULL;
}

const husk_value *husk_row_values(const husk_row *row, size_t i, size_t *n)
{
    *n = i < husk_row_n_columns(row) ? row->row.columns[i].n : 0;
    return *n ? &row->row.values[row->row.columns[i].first] : NULL;
}

husk_status husk_records_write(const husk_records *r, const husk_row *row, husk_output *output, husk_error *error)
{
    buffer *out = &output->bytes;
    husk_status status = HUSK_OK;
    if (r->format == HUSK_RECORDS_SQLITE)
        return error_set(error, HUSK_BAD_ARGUMENT, "rows of tables must be stored, not written");
    if (r->format == HUSK_RECORDS_SCHEMA)
        return HUSK_OK;
    if (r->items && r->list)
        write_regions_json(&row->sheet, out);
    else if (r->items)
        status = write_items(&row->sheet, form_of(r->format), out);
    else if (r->format == HUSK_RECORDS_JSONL)
        write_record_json(&row->row, out);
    else if (!row->row.failed)
        write_record_row(&row->row, &r->header, row->row.page_class ? row->host->places[row->class_index] : NULL,
                         form_of(r->format), out);
    return status_told(error, out->status ?: status, "a record");
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

husk_status husk_records_create(husk_records *r, const char *path, husk_error *error)
{
    if (r->format != HUSK_RECORDS_SQLITE || r->file)
        return error_set(error, HUSK_BAD_ARGUMENT, "only tables can be stored, in one file");
    return table_file_open(path, &r->file, error);
}

/* class_1 in a file of one host; www_example_org_class_1 in one of several. */
static void table_name(const husk_records *r, const record_host *h, uint32_t class_index, buffer *out)
{
    slice host = h->host->model.name;
    for (size_t i = 0; i < host.len && r->n_hosts > 1; i++) {
        bool plain = (host.data[i] >= 'a' && host.data[i] <= 'z') || (host.data[i] >= '0' && host.data[i] <= '9');
        buffer_byte(out, plain ? host.data[i] : '_');
    }
    if (out->len)
        buffer_byte(out, '_');
    buffer_format(out, "class_%u", h->host->model.classes[class_index].number);
}

static husk_status table_of(husk_records *r, const husk_row *row, uint32_t *table, husk_error *error)
{
    static const slice id = { "id", 2 };
    uint32_t *known = row->host ? &row->host->tables[row->class_index] : &r->none_table;
    husk_status status = HUSK_OK;
    if (*known == NO_TABLE && row->host == NULL) {
        status = table_file_table(r->file, SLICE("none"), &id, 1, known, error);
    } else if (*known == NO_TABLE) {
        slice names[HUSK_MAX_COLUMNS + 1] = { id };
        const model_class *c = row->row.page_class;
        buffer name;
        for (uint32_t i = 0; i < c->n_columns; i++)
            names[i + 1] = c->columns[i].name;
        buffer_init(&name, HUSK_MAX_URL_BYTES);
        table_name(r, row->host, row->class_index, &name);
        status = name.status == HUSK_OK
                     ? table_file_table(r->file, (slice){ name.data, name.len }, names, c->n_columns + 1, known, error)
                     : status_told(error, name.status, "a table's name");
        buffer_free(&name);
    }
    *table = *known;
    return status;
}

/* The tables of items: pages, and items with the page's number in place of its id, URL and class. */
#define PAGE_COLUMNS 5u
#define STORED_FROM 3u /* the first column of an item that is its own */

static husk_status item_tables(husk_records *r, husk_error *error)
{
    static const slice pages[PAGE_COLUMNS] = {
        { "page", 4 }, { "id", 2 }, { "url", 3 }, { "class", 5 }, { "items", 5 }
    };
    slice names[ITEM_COLUMNS] = { { "page", 4 } };
    if (r->items_table != NO_TABLE)
        return HUSK_OK;
    for (uint32_t i = STORED_FROM; i < ITEM_COLUMNS; i++)
        names[i - STORED_FROM + 1] = item_column_name(i);
    husk_status status = table_file_table(r->file, SLICE("pages"), pages, PAGE_COLUMNS, &r->pages_table, error);
    return status == HUSK_OK ? table_file_table(r->file, SLICE("items"), names, ITEM_COLUMNS - STORED_FROM + 1,
                                                &r->items_table, error)
                             : status;
}

#define NUMBER_ROOM 24

static slice number_text(int64_t number, char room[NUMBER_ROOM])
{
    return (slice){ room, (size_t)snprintf(room, NUMBER_ROOM, "%" PRId64, number) };
}

static husk_status store_items(husk_records *r, const item_sheet *sheet, husk_error *error)
{
    char page[NUMBER_ROOM], rooms[ITEM_COLUMNS][NUMBER_ROOM];
    slice none = { NULL, 0 };
    slice cells[ITEM_COLUMNS] = { number_text(++r->n_stored, page), sheet->id, sheet->url.len ? sheet->url : none,
                                  sheet->class_number ? number_text(sheet->class_number, rooms[0]) : none,
                                  number_text(sheet->table.n, rooms[1]) };
    husk_status status = item_tables(r, error);
    if (status == HUSK_OK)
        status = table_file_insert(r->file, r->pages_table, cells, PAGE_COLUMNS, error);
    for (uint32_t i = 0; i < sheet->table.n && status == HUSK_OK; i++) {
        for (uint32_t c = STORED_FROM; c < ITEM_COLUMNS; c++) {
            row_cell value = item_cell(sheet, i, c);
            cells[c - STORED_FROM + 1] = !value.known                 ? none
                                         : value.type == CELL_INTEGER ? number_text(value.integer, rooms[c])
                                                                      : value.text;
        }
        status = table_file_insert(r->file, r->items_table, cells, ITEM_COLUMNS - STORED_FROM + 1, error);
    }
    return status;
}

husk_status husk_records_store(husk_records *r, const husk_row *row, husk_error *error)
{
    slice cells[HUSK_MAX_COLUMNS + 1] = { row->row.id };
    size_t from[HUSK_MAX_COLUMNS + 1];
    uint32_t table = NO_TABLE, n = (uint32_t)husk_row_n_columns(row);
    buffer text;
    if (r->file == NULL)
        return error_set(error, HUSK_BAD_ARGUMENT, "no file of records is open");
    if (row->row.failed)
        return HUSK_OK;
    if (r->items)
        return store_items(r, &row->sheet, error);
    buffer_init(&text, HUSK_MAX_OUTPUT_BYTES);
    for (uint32_t i = 0; i < n; i++) {
        from[i] = text.len;
        bool has = write_record_cell(&row->row, i, &text);
        cells[i + 1] = (slice){ has ? "" : NULL, text.len - from[i] };
    }
    for (uint32_t i = 0; i < n; i++) /* now the text does not move */
        if (cells[i + 1].len)
            cells[i + 1].data = text.data + from[i];
    husk_status status =
        text.status == HUSK_OK ? table_of(r, row, &table, error) : status_told(error, text.status, "a row");
    status = status ?: table_file_insert(r->file, table, cells, n + 1, error);
    buffer_free(&text);
    return status;
}

husk_status husk_records_commit(husk_records *r, const char *path, husk_error *error)
{
    return r->file ? table_file_commit(r->file, path, error)
                   : error_set(error, HUSK_BAD_ARGUMENT, "no file of records is open");
}
