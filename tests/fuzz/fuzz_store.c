/* fuzz_store.c - changes to the rows of a .husk file, with checksums that fit: whoever makes a file can compute them.
 * The file is learned when the target starts and has few pages, so that an input takes well under a millisecond. An
 * input is a list of changes: which table, row and column, what to do, and eight bytes for it. The checksum of a host's
 * rows is not compared here (the linker replaces checksum_end), that of remembered pages is computed again. The host
 * and its remembered pages are read; some files are opened as commands do, shown or mapped, and judge a page. */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "base/hash.h"
#include "base/limits.h"
#include "fuzz/sqlite_memory.h"
#include "store/rows.h"
#include "store/store.h"
#include "unit/judge_page.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
uint64_t __wrap_checksum_end(const XXH3_state_t *sum);
const char *__asan_default_options(void);

#define CHANGE_BYTES 12
#define MAX_CHANGES 16
#define MAX_STREAM ((size_t)1 << 20)
/* Of so many inputs, one becomes a file that is opened and judges a page: that takes ten times as long. */
#define WHOLE 32
#define URL "http://one.example/2.html"

static struct {
    char path[64];
    uint8_t *good;
    size_t len;
    husk_page *page;
    husk_output *out;
} f;

/* Freed memory is held back for a while, but not so much that every allocation has new pages. */
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=2:detect_stack_use_after_return=0";
}

uint64_t __wrap_checksum_end(const XXH3_state_t *sum)
{
    (void)sum;
    return 0;
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

static void make_html(char *out, size_t size, int i)
{
    snprintf(out, size,
             "<html><title>Page %d</title><body class=%s><a href=/%d.html>Next</a><h1>Title %d</h1><p>Text number %d "
             "has words.</p><table><tr><th>Price<td>%d</table><p>The end</body></html>",
             i, i % 2 ? "news" : "shop", i + 1, i, i * 7, i * 3);
}

static void parse(int i, const char *url)
{
    char html[1024];
    make_html(html, sizeof html, i);
    husk_raw raw = { .size = sizeof(husk_raw), .id = url, .url = url, .bytes = html, .len = strlen(html) };
    if (husk_page_parse(f.page, &raw, NULL))
        abort();
}

static void learn_add(husk_learner *learner, int i)
{
    char html[1024], url[64];
    husk_digest *digest;
    make_html(html, sizeof html, i);
    snprintf(url, sizeof url, "http://one.example/%d.html", i);
    husk_raw raw = { .size = sizeof(husk_raw), .id = url, .url = url, .bytes = html, .len = strlen(html) };
    if (husk_page_parse(f.page, &raw, NULL) || husk_learner_read(f.page, &raw, &digest, NULL) ||
        husk_learner_add(learner, digest, NULL))
        abort();
    husk_digest_free(digest);
}

static void remove_file(void)
{
    unlink(f.path);
}

static void read_good(void)
{
    FILE *file = fopen(f.path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        abort();
    f.len = (size_t)ftell(file);
    rewind(file);
    f.good = malloc(f.len);
    if (!f.good || fread(f.good, 1, f.len, file) != f.len)
        abort();
    fclose(file);
}

static void set_up(void)
{
    husk_learner *learner;
    sqlite_memory_use();
    sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    snprintf(f.path, sizeof f.path, "%s/husk-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    int fd = mkstemp(f.path);
    if (fd < 0 || close(fd) != 0 || unlink(f.path) != 0)
        abort();
    atexit(remove_file);
    if (husk_page_new(NULL, &f.page, NULL) || husk_output_new(1 << 24, &f.out) ||
        husk_learner_new(NULL, &learner, NULL))
        abort();
    for (int i = 0; i < 4; i++)
        learn_add(learner, i);
    if (husk_learner_finish(learner, f.path, NULL, NULL))
        abort();
    husk_learner_free(learner);
    read_good();
}

/* --- changes ------------------------------------------------------------------------------------------------------ */

static int64_t number_of(const uint8_t *bytes)
{
    uint64_t n = 0;
    for (int i = 0; i < 8; i++)
        n = n << 8 | bytes[i];
    return (int64_t)n;
}

/* Numbers that code which reads counts, places and hashes stumbles over. */
static int64_t odd_number(unsigned which)
{
    static const int64_t numbers[] = { 0,         1,          -1,        INT64_MIN,  INT64_MAX,    UINT32_MAX,
                                       INT32_MAX, INT32_MIN,  65535,     65536,      1000000007,   255,
                                       2,         4294967296, 999999999, 0x7fffffff, -(1LL << 40), 1LL << 53 };
    return numbers[which % (sizeof numbers / sizeof *numbers)];
}

static void bind_change(sqlite3_stmt *statement, const uint8_t *change)
{
    switch (change[3] % 6) {
    case 0:
        sqlite3_bind_int64(statement, 1, number_of(change + 4));
        break;
    case 1:
    case 2:
        sqlite3_bind_int64(statement, 1, odd_number(change[4]));
        break;
    case 3:
        sqlite3_bind_text(statement, 1, (const char *)change + 4, 8, SQLITE_STATIC);
        break;
    case 4:
        sqlite3_bind_zeroblob(statement, 1, change[4] * 64);
        break;
    default:
        sqlite3_bind_double(statement, 1, (double)number_of(change + 4));
    }
}

/* The names of a table's columns, and those of its key in one text. */
typedef struct table {
    const char *name;
    char columns[32][40], key[400];
    int n;
} table;

static void read_columns(sqlite3 *db, const char *name, table *t)
{
    sqlite3_stmt *statement;
    char sql[120];
    t->name = name;
    snprintf(sql, sizeof sql, "SELECT name, pk FROM pragma_table_info('%s')", name);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        abort();
    while (t->n < 32 && sqlite3_step(statement) == SQLITE_ROW) {
        const char *column = (const char *)sqlite3_column_text(statement, 0);
        snprintf(t->columns[t->n++], sizeof t->columns[0], "%s", column);
        if (sqlite3_column_int(statement, 1))
            snprintf(t->key + strlen(t->key), sizeof t->key - strlen(t->key), "%s%s", t->key[0] ? "," : "", column);
    }
    sqlite3_finalize(statement);
}

static const table *table_of(sqlite3 *db, unsigned which)
{
    static table tables[64];
    if (store_n_tables > 64)
        abort();
    for (size_t i = 0; tables[0].name == NULL && i < store_n_tables; i++)
        read_columns(db, store_tables[store_n_tables - 1 - i].name, &tables[store_n_tables - 1 - i]);
    return &tables[which % store_n_tables];
}

/* UPDATE or DELETE of one row by its place in the table; whether it succeeds does not matter. */
static void change_row(sqlite3 *db, const uint8_t *change)
{
    const table *t = table_of(db, change[0]);
    char sql[1200], where[900];
    sqlite3_stmt *statement;
    snprintf(where, sizeof where, "WHERE (%s) IN (SELECT %s FROM %s LIMIT 1 OFFSET %d)", t->key, t->key, t->name,
             change[1] % 64);
    if (change[3] >= 240)
        snprintf(sql, sizeof sql, "DELETE FROM %s %s", t->name, where);
    else
        snprintf(sql, sizeof sql, "UPDATE OR REPLACE %s SET %s = ? %s", t->name, t->columns[change[2] % t->n], where);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        return;
    bind_change(statement, change);
    sqlite3_step(statement);
    sqlite3_finalize(statement);
}

/* The remembered pages are one compressed stream: change its content, and store it with a checksum that fits. */
static void change_memory(sqlite3 *db, const uint8_t *change)
{
    static char plain[MAX_STREAM], packed[MAX_STREAM];
    sqlite3_stmt *statement;
    size_t len = 0;
    if (sqlite3_prepare_v2(db, "SELECT bytes FROM memory ORDER BY host, place", -1, &statement, NULL) != SQLITE_OK)
        return;
    if (sqlite3_step(statement) == SQLITE_ROW)
        len = ZSTD_decompress(plain, sizeof plain, sqlite3_column_blob(statement, 0),
                              (size_t)sqlite3_column_bytes(statement, 0));
    sqlite3_finalize(statement);
    if (len == 0 || ZSTD_isError(len))
        return;
    size_t at = ((size_t)change[1] << 8 | change[2]) % len;
    for (size_t i = 0; i < 8 && at + i < len && i <= (change[3] & 7u); i++)
        plain[at + i] = change[3] & 8 ? plain[at + i] ^ (char)change[4 + i] : (char)change[4 + i];
    len = ZSTD_compress(packed, sizeof packed, plain, change[3] & 16 ? at : len, 1);
    if (sqlite3_prepare_v2(db, "UPDATE memory SET bytes = ?, checksum = ?", -1, &statement, NULL) != SQLITE_OK)
        return;
    sqlite3_bind_blob(statement, 1, packed, (int)len, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, (int64_t)hash_bytes(packed, len));
    sqlite3_step(statement);
    sqlite3_finalize(statement);
}

/* The good file, open in memory. */
static sqlite3 *open_good(void)
{
    sqlite3 *db;
    unsigned char *bytes = sqlite3_malloc64(f.len);
    if (!bytes || sqlite3_open(":memory:", &db) != SQLITE_OK)
        abort();
    memcpy(bytes, f.good, f.len);
    if (sqlite3_deserialize(db, "main", bytes, (sqlite3_int64)f.len, (sqlite3_int64)f.len,
                            SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE) != SQLITE_OK)
        abort();
    return db;
}

/* Are the remembered pages among the changes? */
static bool change(sqlite3 *db, const uint8_t *data, size_t size)
{
    bool has_memory = false;
    for (size_t i = 0; (i + 1) * CHANGE_BYTES <= size && i < MAX_CHANGES; i++) {
        const uint8_t *next = data + i * CHANGE_BYTES;
        if (next[0] >= 224)
            change_memory(db, next);
        else
            change_row(db, next);
        has_memory |= next[0] >= 224;
    }
    return has_memory;
}

/* --- what the file is used for ------------------------------------------------------------------------------------ */

static void put_file(sqlite3 *db)
{
    sqlite3_int64 len;
    unsigned char *bytes = sqlite3_serialize(db, "main", &len, 0);
    FILE *file = fopen(f.path, "wb");
    if (!bytes || !file || fwrite(bytes, 1, (size_t)len, file) != (size_t)len || fclose(file))
        abort();
    sqlite3_free(bytes);
}

static void read_memory(sqlite3 *db)
{
    memory_reader *reader = NULL;
    remembered_page page;
    int64_t id = -1;
    rows_find_host(db, SLICE("one.example"), &id, NULL);
    if (memory_reader_new(db, id, &reader, NULL) == HUSK_OK)
        while (memory_reader_next(reader, &page, NULL) == HUSK_OK)
            if (page.bytes.len && hash_bytes(page.bytes.data, page.bytes.len) == 1) /* reads every byte */
                abort();
    memory_reader_free(reader);
}

static void read_record(husk_site *site)
{
    husk_records *records;
    husk_judge_options options;
    husk_verdict *verdict;
    husk_row *row = NULL;
    husk_judge_options_init(&options, sizeof options);
    options.method = HUSK_METHOD_SITE;
    options.why = true;
    if (husk_records_new(site, NULL, &records, NULL) != HUSK_OK)
        return;
    if (husk_judge(f.page, site, &options, &verdict, NULL) == HUSK_OK) {
        husk_write_labels(verdict, 0, f.out, NULL);
        if (husk_records_read(records, verdict, &row, NULL) == HUSK_OK && row)
            husk_records_write(records, row, f.out, NULL);
        husk_row_free(row);
        husk_verdict_free(verdict);
    }
    husk_records_free(records);
}

static void show(husk_site *site, unsigned which)
{
    husk_show_options options;
    husk_show_options_init(&options, sizeof options);
    options.format = which & 1 ? HUSK_FORMAT_JSON : HUSK_FORMAT_TEXT;
    options.tokens = which & 2;
    options.history = which & 4;
    if (which & 8)
        husk_site_map(site, NULL, HUSK_MAP_DOT, f.out, NULL);
    else
        husk_site_show(site, &options, f.out, NULL);
}

/* Every command that takes a site file opens it and reads a host. */
static void use_file(unsigned which)
{
    husk_site *site;
    husk_error error = { .status = HUSK_OK };
    husk_status status = husk_site_open(f.path, &site, &error);
    if (status != HUSK_OK && error.message[0] == 0)
        abort(); /* a refusal says why */
    if (status != HUSK_OK)
        return;
    husk_output_clear(f.out);
    parse(2, URL);
    read_record(site);
    show(site, which);
    husk_site_free(site);
}

static void read_host(sqlite3 *db)
{
    arena memory;
    model_host host;
    bool found;
    husk_error error = { .status = HUSK_OK };
    arena_init(&memory, HUSK_MAX_HOST_BYTES);
    if (store_read_host(db, SLICE("one.example"), &memory, &host, &found, &error) != HUSK_OK && error.message[0] == 0)
        abort();
    arena_free(&memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static sqlite3 *db;
    static unsigned n;
    if (f.good == NULL)
        set_up();
    if (db == NULL)
        db = open_good();
    bool is_whole = n++ % WHOLE == 0;
    sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    if (change(db, data, size) || is_whole)
        read_memory(db);
    read_host(db);
    sqlite3_exec(db, is_whole ? "COMMIT" : "ROLLBACK", NULL, NULL, NULL);
    if (is_whole) {
        put_file(db);
        use_file(size ? data[size - 1] : 0);
        sqlite3_close(db);
        db = NULL;
    }
    return 0;
}
