/* tables.c - the tables of a .husk file, and a host's arrays as rows of them; docs/format.md describes them.
 * Everything is read in the order in which it was written, since one checksum covers it. Values are range-checked here,
 * so that later code need not. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/status.h"
#include "store/rows.h"
#include "store/store.h"

/* --- descriptions ------------------------------------------------------------------------------------------------- */

typedef struct stored_locator {
    uint32_t column;
    model_locator at;
} stored_locator;

/* The facts of an area, eight bytes to a number, the first lowest. */
typedef struct stored_facts {
    uint64_t hash;
    uint64_t bytes[AREA_FACTS / 8];
} stored_facts;

/* clang-format off */
/* The offset of a member, which must have this size. */
#define AT(type, member, bytes) \
    (offsetof(type, member) + 0 * sizeof(char[sizeof(((type *)0)->member) == (bytes) ? 1 : -1]))
#define HOST { "host", CELL_HOST, 0 }
#define CLASS { "class", CELL_OWNER, 0 }
#define PLACE { "place", CELL_PLACE, 0 }
#define SMALL(name, type, member) { name, CELL_SMALL, AT(type, member, 4) }
#define NUMBER(name, type, member) { name, CELL_NUMBER, AT(type, member, 8) }
#define TEXT(name, type, member) { name, CELL_TEXT, AT(type, member, sizeof(slice)) }
#define NAME(name, type, member) { name, CELL_NAME, AT(type, member, sizeof(slice)) }
#define MARK(i) NUMBER("mark_" #i, model_column, marks[i])
#define COUNTS NUMBER("hash", model_count, hash), SMALL("pages", model_count, pages)

enum {
    T_HOST, T_CLASS, T_TOKEN, T_SLOT, T_PATH, T_TEXT, T_LINK, T_NAME, T_AREA, T_SCHEMA, T_TRAIT, T_LABEL, T_COLUMN,
    T_LOCATOR, T_ARROW, T_PAGE, T_STATE, T_SEEN, T_RUN, T_RUN_CLASS, T_MEMORY, T_KIND, T_FACT,
    T_MODEL, T_FIELD
};

const store_table store_tables[] = {
    [T_HOST] = { "host", 1, sizeof(model_host), { TEXT("name", model_host, name), { "id", CELL_HOST, 0 },
        SMALL("pages", model_host, n_pages), SMALL("sampled", model_host, n_sampled), SMALL("fit", model_host, fit),
        SMALL("fit_spread", model_host, fit_spread), { "checksum", CELL_SUM, 0 } },
        "CREATE TABLE host (name TEXT NOT NULL PRIMARY KEY, id INTEGER NOT NULL, pages INTEGER NOT NULL, "
        "sampled INTEGER NOT NULL, fit INTEGER NOT NULL, fit_spread INTEGER NOT NULL, checksum INTEGER NOT NULL) "
        "WITHOUT ROWID" },
    [T_CLASS] = { "class", 2, sizeof(model_class), { HOST, SMALL("number", model_class, number),
        NAME("name", model_class, name), SMALL("pages", model_class, n_pages),
        SMALL("sampled", model_class, n_sampled), SMALL("distilled", model_class, n_distilled),
        NUMBER("words", model_class, words), NUMBER("template_words", model_class, template_words) }, NULL },
    [T_TOKEN] = { "token", 3, sizeof(model_token), { HOST, CLASS, PLACE, NUMBER("hash", model_token, hash),
        SMALL("kind", model_token, kind), SMALL("support", model_token, support), SMALL("pages", model_token, pages),
        TEXT("text", model_token, text) }, NULL },
    [T_SLOT] = { "slot", 3, sizeof(model_slot), { HOST, CLASS, PLACE, SMALL("pages", model_slot, pages),
        SMALL("most_tokens", model_slot, most_tokens), NUMBER("tokens", model_slot, tokens),
        NUMBER("texts", model_slot, texts), NUMBER("words", model_slot, words),
        NUMBER("link_words", model_slot, link_words) }, NULL },
    [T_PATH] = { "path", 3, sizeof(model_count), { HOST, CLASS, COUNTS }, NULL },
    [T_TEXT] = { "text", 2, sizeof(model_count), { HOST, COUNTS }, NULL },
    [T_LINK] = { "link", 2, sizeof(model_count), { HOST, COUNTS }, NULL },
    [T_NAME] = { "name", 2, sizeof(model_count), { HOST, COUNTS }, NULL },
    [T_AREA] = { "area", 2, sizeof(model_area), { HOST, NUMBER("hash", model_area, hash),
        SMALL("score", model_area, score), SMALL("pages", model_area, pages), SMALL("kind", model_area, kind) }, NULL },
    [T_SCHEMA] = { "schema", 3, sizeof(model_count), { HOST, CLASS, COUNTS }, NULL },
    [T_TRAIT] = { "trait", 3, sizeof(model_count), { HOST, CLASS, COUNTS }, NULL },
    [T_LABEL] = { "label", 3, sizeof(model_count), { HOST, CLASS, NUMBER("hash", model_count, hash),
        SMALL("rank", model_count, pages) }, NULL },
    [T_COLUMN] = { "column", 3, sizeof(model_column), { HOST, CLASS, PLACE, TEXT("name", model_column, name),
        SMALL("type", model_column, type), SMALL("pages", model_column, pages),
        SMALL("different", model_column, distinct), TEXT("example", model_column, example) }, NULL },
    [T_LOCATOR] = { "locator", 4, sizeof(stored_locator), { HOST, CLASS, SMALL("place", stored_locator, column),
        { "number", CELL_PLACE, 0 }, SMALL("kind", stored_locator, at.kind), NUMBER("key", stored_locator, at.key),
        SMALL("ordinal", stored_locator, at.ordinal) }, NULL },
    [T_ARROW] = { "arrow", 2, sizeof(model_arrow), { HOST, PLACE, SMALL("from_class", model_arrow, from),
        NUMBER("path", model_arrow, path), SMALL("to_class", model_arrow, to), SMALL("links", model_arrow, n_links),
        TEXT("text", model_arrow, text) }, NULL },
    [T_PAGE] = { "page", 2, sizeof(model_page), { HOST, PLACE, SMALL("class", model_page, class_number),
        NAME("id", model_page, id) }, NULL },
    [T_STATE] = { "state", 2, sizeof(model_class), { HOST, SMALL("class", model_class, number),
        SMALL("born", model_class, state.born), SMALL("met", model_class, state.met),
        SMALL("absent", model_class, state.absent), SMALL("retired", model_class, state.retired),
        SMALL("back", model_class, state.back) }, NULL },
    [T_SEEN] = { "seen", 2, sizeof(model_page), { HOST, PLACE, NUMBER("hash", model_page, hash) }, NULL },
    [T_RUN] = { "run", 2, sizeof(model_run), { HOST, SMALL("number", model_run, number),
        SMALL("runs", model_run, n_runs), NUMBER("date", model_run, date), SMALL("pages", model_run, pages),
        SMALL("fresh", model_run, fresh), SMALL("fit", model_run, fit), SMALL("changed", model_run, changed),
        SMALL("drift", model_run, drift) }, NULL },
    [T_RUN_CLASS] = { "run_class", 3, sizeof(model_run_class), { HOST, { "run", CELL_OWNER, 0 },
        SMALL("class", model_run_class, number), SMALL("pages", model_run_class, pages),
        SMALL("fit", model_run_class, fit), SMALL("event", model_run_class, event) }, NULL },
    [T_MEMORY] = { "memory", 2, 0, { HOST, PLACE }, MEMORY_TABLE },
    [T_KIND] = { "kind", 3, sizeof(model_count), { HOST, CLASS, NUMBER("kind", model_count, hash),
        SMALL("pages", model_count, pages) }, NULL },
    [T_FACT] = { "fact", 2, sizeof(stored_facts), { HOST, NUMBER("hash", stored_facts, hash),
        NUMBER("first", stored_facts, bytes[0]), NUMBER("second", stored_facts, bytes[1]),
        NUMBER("third", stored_facts, bytes[2]) }, NULL },
    [T_MODEL] = { "model", 1, sizeof(uint64_t), { HOST, { "digest", CELL_NUMBER, 0 } },
        "CREATE TABLE model (host INTEGER NOT NULL PRIMARY KEY, digest INTEGER NOT NULL) WITHOUT ROWID" },
    [T_FIELD] = { "field", 3, sizeof(model_column), { HOST, CLASS, PLACE, TEXT("name", model_column, name),
        SMALL("type", model_column, type), SMALL("since", model_column, since), SMALL("until", model_column, until),
        MARK(0), MARK(1), MARK(2), MARK(3), MARK(4), MARK(5), MARK(6), MARK(7) }, NULL },
};
/* clang-format on */
const size_t store_n_tables = sizeof store_tables / sizeof *store_tables;

/* --- writing ------------------------------------------------------------------------------------------------------ */

static void write_locators(rows *r, const model_class *c)
{
    for (uint32_t i = 0; i < c->n_columns; i++) {
        stored_locator all[N_LOCATOR_KINDS];
        uint32_t n = 0;
        for (; n < c->columns[i].n_locators && n < N_LOCATOR_KINDS; n++)
            all[n] = (stored_locator){ i, c->columns[i].locators[n] };
        rows_write(r, &store_tables[T_LOCATOR], c->number, all, n);
    }
}

static void write_class(rows *r, const model_class *c)
{
    rows_write(r, &store_tables[T_TOKEN], c->number, c->tokens, c->n_tokens);
    rows_write(r, &store_tables[T_SLOT], c->number, c->slots, c->n_tokens + 1);
    rows_write(r, &store_tables[T_PATH], c->number, c->paths, c->n_paths);
    rows_write(r, &store_tables[T_SCHEMA], c->number, c->schema, c->n_schema);
    rows_write(r, &store_tables[T_TRAIT], c->number, c->traits, c->n_traits);
    rows_write(r, &store_tables[T_LABEL], c->number, c->labels, c->n_labels);
    rows_write(r, &store_tables[T_COLUMN], c->number, c->columns, c->n_columns);
    write_locators(r, c);
    rows_write(r, &store_tables[T_FIELD], c->number, c->columns, c->n_columns + c->n_gone);
    rows_write(r, &store_tables[T_KIND], c->number, c->kinds, c->n_kinds);
}

/* By number, whether in use or retired. */
static void write_classes(rows *r, const model_host *host)
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
    rows_write(r, &store_tables[T_CLASS], 0, all, n);
    for (i = 0; i < n; i++)
        write_class(r, &all[i]);
    free(all);
}

static void write_facts(rows *r, const model_host *host)
{
    stored_facts *all = calloc((size_t)host->n_areas + 1, sizeof *all);
    uint32_t n = 0;
    if (all == NULL) {
        rows_no_memory(r);
        return;
    }
    for (uint32_t i = 0; i < host->n_areas; i++) {
        const model_area *a = &host->areas[i];
        all[n].hash = a->hash;
        for (unsigned k = 0; a->has_facts && k < AREA_FACTS; k++)
            all[n].bytes[k / 8] |= (uint64_t)a->facts[k] << (k % 8 * 8);
        n += a->has_facts;
    }
    rows_write(r, &store_tables[T_FACT], 0, all, n);
    free(all);
}

static void write_history(rows *r, const model_host *host)
{
    rows_write(r, &store_tables[T_STATE], 0, host->classes, host->n_classes);
    rows_write(r, &store_tables[T_STATE], 0, host->retired, host->n_retired);
    rows_write(r, &store_tables[T_SEEN], 0, host->pages, host->n_pages);
    rows_write(r, &store_tables[T_RUN], 0, host->runs, host->n_runs);
    for (uint32_t i = 0; i < host->n_runs; i++)
        rows_write(r, &store_tables[T_RUN_CLASS], host->runs[i].number, host->runs[i].classes, host->runs[i].n_classes);
}

static husk_status rows_new(sqlite3 *db, arena *memory, rows *r, husk_error *error)
{
    *r = (rows){ .db = db, .error = error, .memory = memory, .sum = XXH3_createState() };
    if (r->sum == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    XXH3_64bits_reset(r->sum);
    return HUSK_OK;
}

husk_status rows_write_host(sqlite3 *db, int64_t id, const model_host *host, husk_error *error)
{
    rows r;
    if (rows_new(db, NULL, &r, error) != HUSK_OK)
        return HUSK_NO_MEMORY;
    r.host = id;
    write_classes(&r, host);
    rows_write(&r, &store_tables[T_TEXT], 0, host->texts, host->n_texts);
    rows_write(&r, &store_tables[T_LINK], 0, host->links, host->n_links);
    rows_write(&r, &store_tables[T_NAME], 0, host->names, host->n_names);
    rows_write(&r, &store_tables[T_AREA], 0, host->areas, host->n_areas);
    write_facts(&r, host);
    rows_write(&r, &store_tables[T_MODEL], 0, &host->models, host->models != 0);
    rows_write(&r, &store_tables[T_ARROW], 0, host->arrows, host->n_arrows);
    rows_write(&r, &store_tables[T_PAGE], 0, host->pages, host->n_pages);
    write_history(&r, host);
    rows_write(&r, &store_tables[T_HOST], 0, host, 1); /* last, with the checksum of all the others */
    XXH3_freeState(r.sum);
    return r.status;
}

/* --- reading: the same order -------------------------------------------------------------------------------------- */

/* The locators of all columns are consecutive in one array. */
static void read_locators(rows *r, model_class *c)
{
    uint32_t n;
    stored_locator *all = rows_read(r, &store_tables[T_LOCATOR], c->number, "", &n);
    model_locator *locators = all ? arena_array(r->memory, (size_t)n + 1, sizeof *locators) : NULL;
    if (all && locators == NULL)
        rows_no_memory(r);
    for (uint32_t i = 0; locators && i < n && r->status == HUSK_OK; i++) {
        locators[i] = all[i].at;
        if (all[i].column >= c->n_columns || locators[i].kind >= N_LOCATOR_KINDS) {
            rows_damaged(r, "a locator is out of range");
            return;
        }
        model_column *column = &c->columns[all[i].column];
        if (column->n_locators == 0)
            column->locators = &locators[i];
        if (++column->n_locators > N_LOCATOR_KINDS)
            rows_damaged(r, "a column has too many locators");
    }
    for (uint32_t i = 0; i < c->n_columns; i++)
        if (c->columns[i].n_locators == 0)
            rows_damaged(r, "locators are missing");
}

/* The columns with what became of them, and those that are gone. */
static void read_fields(rows *r, model_class *c)
{
    uint32_t n;
    model_column *fields = rows_read(r, &store_tables[T_FIELD], c->number, "", &n);
    if (n < c->n_columns || n - c->n_columns > HUSK_MAX_COLUMNS) {
        rows_damaged(r, "columns are missing, or too many are gone");
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (fields[i].type >= N_COLUMN_TYPES)
            rows_damaged(r, "a column is of no known type");
        model_column field = fields[i];
        if (i < c->n_columns)
            fields[i] = c->columns[i];
        fields[i].since = field.since;
        fields[i].until = field.until;
        memcpy(fields[i].marks, field.marks, sizeof field.marks);
    }
    c->columns = fields;
    c->n_gone = n - c->n_columns;
}

static void read_columns(rows *r, model_class *c)
{
    c->labels = rows_read(r, &store_tables[T_LABEL], c->number, "", &c->n_labels);
    c->columns = rows_read(r, &store_tables[T_COLUMN], c->number, "", &c->n_columns);
    if (c->n_columns > HUSK_MAX_COLUMNS)
        rows_damaged(r, "a class has too many columns");
    for (uint32_t i = 0; i < c->n_columns; i++)
        if (c->columns[i].type >= N_COLUMN_TYPES)
            rows_damaged(r, "a column is of no known type");
    read_locators(r, c);
    if (r->format >= STORE_VERSION_FIELDS && r->status == HUSK_OK)
        read_fields(r, c);
}

static void read_class(rows *r, model_class *c)
{
    uint32_t n_slots;
    if (c->number >= MODEL_NO_CLASS / 2) /* leaves room for future numbers */
        rows_damaged(r, "a class's number is out of range");
    c->tokens = rows_read(r, &store_tables[T_TOKEN], c->number, "", &c->n_tokens);
    c->slots = rows_read(r, &store_tables[T_SLOT], c->number, "", &n_slots);
    if (n_slots != c->n_tokens + 1)
        rows_damaged(r, "slots are missing");
    c->paths = rows_read(r, &store_tables[T_PATH], c->number, "", &c->n_paths);
    c->schema = rows_read(r, &store_tables[T_SCHEMA], c->number, "", &c->n_schema);
    c->traits = rows_read(r, &store_tables[T_TRAIT], c->number, "", &c->n_traits);
    read_columns(r, c);
    c->kinds = rows_read(r, &store_tables[T_KIND], c->number, "", &c->n_kinds);
}

static void read_areas(rows *r, model_host *host)
{
    host->areas = rows_read(r, &store_tables[T_AREA], 0, "", &host->n_areas);
    for (uint32_t i = 0; i < host->n_areas; i++)
        if (host->areas[i].score > 255 || host->areas[i].kind > AREA_IN_CONTAINER)
            rows_damaged(r, "a path's verdict is out of range");
}

/* Rows are in the order of the areas, whose hashes they carry. */
static void read_facts(rows *r, model_host *host)
{
    arena_mark mark = arena_save(r->memory);
    uint32_t n, i = 0;
    const stored_facts *all = rows_read(r, &store_tables[T_FACT], 0, "", &n);
    for (uint32_t f = 0; f < n; f++, i++) {
        while (i < host->n_areas && host->areas[i].hash != all[f].hash)
            i++;
        if (i == host->n_areas) {
            rows_damaged(r, "facts of no place");
            break;
        }
        for (unsigned k = 0; k < AREA_FACTS; k++)
            host->areas[i].facts[k] = (uint8_t)(all[f].bytes[k / 8] >> (k % 8 * 8));
        host->areas[i].has_facts = true;
    }
    arena_restore(r->memory, mark);
}

static void read_models(rows *r, model_host *host)
{
    uint32_t n;
    const uint64_t *digest = rows_read(r, &store_tables[T_MODEL], 0, "", &n);
    host->models = n ? *digest : 0;
}

/* The states say which classes are retired; all are sorted by number. */
static void read_states(rows *r, model_host *host)
{
    uint32_t n_used, n_kept = 0;
    const model_class *used = rows_read(r, &store_tables[T_STATE], 0, " AND retired = 0", &n_used);
    host->retired = rows_read(r, &store_tables[T_STATE], 0, " AND retired > 0", &host->n_retired);
    if (host->n_classes != n_used + host->n_retired) {
        rows_damaged(r, "a class's state is missing");
        host->n_retired = 0;
        return;
    }
    for (uint32_t i = 0, k = 0; i < host->n_classes; i++) {
        model_class *c = &host->classes[i];
        bool is_used = n_kept < n_used && used[n_kept].number == c->number;
        if (!is_used && (k == host->n_retired || host->retired[k].number != c->number)) {
            rows_damaged(r, "a class's state is missing");
            host->n_retired = 0;
            return;
        }
        c->state = is_used ? used[n_kept].state : host->retired[k].state;
        if (is_used)
            host->classes[n_kept++] = *c;
        else
            host->retired[k++] = *c;
    }
    host->n_classes = n_kept;
}

static void read_history(rows *r, model_host *host)
{
    uint32_t i = 0;
    read_states(r, host);
    rows_select(r, &store_tables[T_SEEN], 0, "");
    for (; i < host->n_pages && row_next(r); i++)
        host->pages[i].hash = (uint64_t)get_number(r);
    rows_end(r);
    host->runs = rows_read(r, &store_tables[T_RUN], 0, "", &host->n_runs);
    if (host->n_runs > HUSK_MAX_RUNS)
        rows_damaged(r, "a history is too long");
    for (i = 0; i < host->n_runs && r->status == HUSK_OK; i++) {
        model_run *run = &host->runs[i];
        run->classes = rows_read(r, &store_tables[T_RUN_CLASS], run->number, "", &run->n_classes);
        for (uint32_t k = 0; k < run->n_classes; k++)
            if (run->classes[k].event >= N_RUN_EVENTS)
                rows_damaged(r, "a run's event is out of range");
    }
}

/* The host's number and checksum, or false. */
static bool find_host(rows *r, slice name, int64_t *id, uint64_t *checksum)
{
    rows_begin(r, "SELECT id, checksum FROM host WHERE name = ?");
    bind_text(r, name);
    bool found = row_next(r);
    if (found) {
        *id = sqlite3_column_int64(r->statement, 0);
        *checksum = (uint64_t)sqlite3_column_int64(r->statement, 1);
    }
    rows_end(r);
    return found;
}

int64_t rows_number(sqlite3 *db, const char *sql, int64_t value)
{
    sqlite3_stmt *s = NULL;
    int64_t number = 0;
    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK &&
        (sqlite3_bind_parameter_count(s) == 0 || sqlite3_bind_int64(s, 1, value) == SQLITE_OK) &&
        sqlite3_step(s) == SQLITE_ROW)
        number = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return number;
}

static void read_host_row(rows *r, slice name, model_host *host)
{
    uint32_t n;
    rows_begin(r, "SELECT name, pages, sampled, fit, fit_spread FROM host WHERE name = ?");
    bind_text(r, name);
    const model_host *row = rows_collect(r, &store_tables[T_HOST], &n);
    if (n == 0)
        return;
    if (row->n_pages != host->n_pages)
        rows_damaged(r, "pages are missing");
    host->name = row->name;
    host->n_sampled = row->n_sampled;
    host->fit = row->fit;
    host->fit_spread = row->fit_spread;
}

static void read_host(rows *r, slice name, model_host *host)
{
    host->classes = rows_read(r, &store_tables[T_CLASS], 0, "", &host->n_classes);
    for (uint32_t i = 0; i < host->n_classes && r->status == HUSK_OK; i++)
        read_class(r, &host->classes[i]);
    host->texts = rows_read(r, &store_tables[T_TEXT], 0, "", &host->n_texts);
    host->links = rows_read(r, &store_tables[T_LINK], 0, "", &host->n_links);
    host->names = rows_read(r, &store_tables[T_NAME], 0, "", &host->n_names);
    read_areas(r, host);
    read_facts(r, host);
    read_models(r, host);
    host->arrows = rows_read(r, &store_tables[T_ARROW], 0, "", &host->n_arrows);
    host->pages = rows_read(r, &store_tables[T_PAGE], 0, "", &host->n_pages);
    read_history(r, host);
    read_host_row(r, name, host);
}

husk_status store_read_host(store *db, slice name, arena *memory, model_host *host, bool *found, husk_error *error)
{
    rows r;
    uint64_t checksum = 0;
    *host = (model_host){ 0 };
    if (rows_new(db, memory, &r, error) != HUSK_OK)
        return HUSK_NO_MEMORY;
    r.format = rows_number(db, "PRAGMA user_version", 0);
    *found = find_host(&r, name, &r.host, &checksum);
    if (*found) {
        read_host(&r, name, host);
        if (rows_sum(&r) != checksum)
            rows_damaged(&r, "a checksum does not fit");
    }
    free(r.list);
    XXH3_freeState(r.sum);
    return r.status;
}

husk_status store_hosts(store *db, arena *memory, slice **names, uint32_t *n, husk_error *error)
{
    static const store_table only_name = { "host", 1, sizeof(slice), { { "name", CELL_TEXT, 0 } }, NULL };
    rows r;
    if (rows_new(db, memory, &r, error) != HUSK_OK)
        return HUSK_NO_MEMORY;
    rows_begin(&r, "SELECT name FROM host ORDER BY name");
    *names = rows_collect(&r, &only_name, n);
    free(r.list);
    XXH3_freeState(r.sum);
    return r.status;
}

husk_status rows_find_host(sqlite3 *db, slice name, int64_t *id, husk_error *error)
{
    rows r = { .db = db, .error = error };
    uint64_t checksum;
    *id = -1;
    find_host(&r, name, id, &checksum);
    return r.status;
}
