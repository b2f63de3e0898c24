/* test_store.c - files round-trip; the same content gives the same bytes; bad files are rejected and not overwritten.
 * A killed writer leaves the old file or the new one. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/hash.h"
#include "store/store.h"

static char directory[64]; /* in memory where it can be: the disk's patience is not what is tested */

static const char *place(const char *name)
{
    static char path[2][256];
    static int turn;
    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", directory, name);
    return path[turn];
}

/* --- hosts and files ---------------------------------------------------------------------------------------------- */

static slice random_text(random_state *r, arena *memory, uint32_t most)
{
    char text[300];
    size_t n = random_below(r, most);
    for (size_t i = 0; i < n; i++)
        text[i] = (char)('a' + random_below(r, 26));
    return (slice){ arena_copy(memory, text, n), n };
}

static model_count *random_counts(random_state *r, arena *memory, uint32_t n)
{
    model_count *counts = arena_array(memory, n + 1, sizeof *counts);
    int64_t hash = INT64_MIN / 2; /* sorted as the file sorts */
    for (uint32_t i = 0; i < n; i++) {
        hash += 1 + (int64_t)(random_next(r) >> 20);
        counts[i] = (model_count){ (uint64_t)hash, random_below(r, 64) };
    }
    return counts;
}

static void random_class(random_state *r, arena *memory, uint32_t number, uint32_t size, model_class *c)
{
    *c = (model_class){
        .number = number, .n_pages = 40, .n_sampled = 30, .n_distilled = 16, .words = random_next(r) >> 40
    };
    c->name = random_text(r, memory, 20);
    c->n_tokens = size;
    c->tokens = arena_array(memory, size + 1, sizeof *c->tokens);
    c->slots = arena_array(memory, size + 1, sizeof *c->slots);
    for (uint32_t i = 0; i < size; i++)
        c->tokens[i] = (model_token){ random_next(r), random_text(r, memory, 60), i % 3, 16, 30 };
    for (uint32_t i = 0; i <= size; i++)
        c->slots[i] = (model_slot){ 1, 2, 3, 4, random_below(r, 100), 6 };
    c->n_paths = size;
    c->paths = random_counts(r, memory, size);
    c->n_kinds = 2;
    c->kinds = random_counts(r, memory, c->n_kinds);
    c->n_labels = size / 2;
    c->labels = random_counts(r, memory, c->n_labels);
    c->n_columns = size < 90 ? size : 90;
    c->n_gone = size % 5;
    c->columns = arena_array(memory, c->n_columns + c->n_gone + 1, sizeof *c->columns);
    for (uint32_t i = 0; i < c->n_columns + c->n_gone; i++) {
        model_column *column = &c->columns[i];
        *column = (model_column){ .name = random_text(r, memory, 30),
                                  .type = i % N_COLUMN_TYPES,
                                  .since = i % 3,
                                  .until = i < c->n_columns ? 0 : 7,
                                  .marks = { random_next(r), random_next(r), random_next(r) } };
        if (i >= c->n_columns)
            continue;
        column->pages = 20;
        column->distinct = 10;
        column->example = random_text(r, memory, 60);
        column->n_locators = 1 + i % N_LOCATOR_KINDS;
        column->locators = arena_array(memory, column->n_locators, sizeof *column->locators);
        for (uint32_t k = 0; k < column->n_locators; k++)
            column->locators[k] = (model_locator){ random_next(r), k, random_below(r, 40) };
    }
}

/* Two retired classes among the others' numbers, and three runs. */
static void random_history(random_state *r, arena *memory, model_host *host)
{
    host->retired = arena_array(memory, 2, sizeof *host->retired);
    host->n_retired = 2;
    for (uint32_t i = 0; i < 2; i++) {
        random_class(r, memory, i * 5 + 1, 3, &host->retired[i]);
        host->retired[i].state = (class_state){ 1, 2, 30, 3, i };
    }
    for (uint32_t i = 0; i < host->n_classes; i++)
        host->classes[i].state = (class_state){ i, 3, 0, 0, 0 };
    host->n_runs = 3;
    host->runs = arena_array(memory, 3, sizeof *host->runs);
    for (uint32_t i = 0; i < 3; i++) {
        model_run *run = &host->runs[i];
        *run = (model_run){ i + 1,
                            1,
                            i ? (int64_t)1e9 * i : -5,
                            random_below(r, 100),
                            random_below(r, 50),
                            random_below(r, 1000),
                            i == 2,
                            random_below(r, 24000),
                            NULL,
                            i };
        run->classes = arena_array(memory, i + 1, sizeof *run->classes);
        for (uint32_t k = 0; k < i; k++)
            run->classes[k] = (model_run_class){ k * 2, random_below(r, 50), random_below(r, 1000), k % N_RUN_EVENTS };
    }
}

static model_host random_host(const char *name, uint64_t seed, uint32_t size, arena *memory)
{
    random_state r = { seed };
    model_host host = {
        .name = { name, strlen(name) }, .n_pages = size, .n_sampled = 30, .n_classes = 3, .models = seed
    };
    host.classes = arena_array(memory, 3, sizeof *host.classes);
    for (uint32_t i = 0; i < 3; i++)
        random_class(&r, memory, i * 2, size, &host.classes[i]);
    host.texts = random_counts(&r, memory, host.n_texts = size);
    host.links = random_counts(&r, memory, host.n_links = size);
    host.names = random_counts(&r, memory, host.n_names = size / 4);
    host.n_areas = size;
    host.areas = arena_array(memory, size + 1, sizeof *host.areas);
    for (uint32_t i = 0; i < size; i++)
        host.areas[i] = (model_area){ .hash = i * 77,
                                      .score = i % 256,
                                      .pages = i,
                                      .kind = i % 3,
                                      .has_facts = i % 2,
                                      .facts = { [0] = (uint8_t)i, [7] = 255, [23] = 200 } };
    host.pages = arena_array(memory, size + 1, sizeof *host.pages);
    for (uint32_t i = 0; i < size; i++)
        host.pages[i] = (model_page){ random_text(&r, memory, 100), i % 3, random_next(&r) };
    random_history(&r, memory, &host);
    return host;
}

static husk_status write_file(const char *path, const char *const *names, const uint64_t *seeds, size_t n,
                              uint32_t size, husk_error *error)
{
    store_writer *w;
    arena memory;
    arena_init(&memory, 64 << 20);
    husk_status status = store_writer_open(path, &w, error);
    for (size_t i = 0; i < n && status == HUSK_OK; i++) {
        model_host host = random_host(names[i], seeds[i], size, &memory);
        status = store_write_host(w, &host, error);
    }
    if (status == HUSK_OK)
        status = store_commit(w, error);
    store_writer_free(w);
    arena_free(&memory);
    return status;
}

static husk_status write_hosts(const char *path, const char *const *names, const uint64_t *seeds, size_t n)
{
    husk_error error = { 0 };
    return write_file(path, names, seeds, n, 40, &error);
}

static char *read_bytes(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *len = (size_t)ftell(f);
    rewind(f);
    char *bytes = malloc(*len + 1);
    assert_int_equal(fread(bytes, 1, *len, f), *len);
    fclose(f);
    return bytes;
}

static void write_bytes(const char *path, const char *bytes, size_t len)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, len, f), len);
    fclose(f);
}

static void assert_same_slice(slice a, slice b)
{
    assert_int_equal(a.len, b.len);
    assert_memory_equal(a.data, b.data, a.len);
}

static void assert_same_counts(const model_count *a, uint32_t n, const model_count *b, uint32_t m)
{
    assert_int_equal(n, m);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(a[i].hash == b[i].hash);
        assert_int_equal(a[i].pages, b[i].pages);
    }
}

static void assert_same_class(const model_class *a, const model_class *b)
{
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->n_distilled, b->n_distilled);
    assert_true(a->words == b->words);
    assert_same_slice(a->name, b->name);
    assert_int_equal(a->n_tokens, b->n_tokens);
    for (uint32_t i = 0; i < a->n_tokens; i++) {
        assert_true(a->tokens[i].hash == b->tokens[i].hash);
        assert_int_equal(a->tokens[i].kind, b->tokens[i].kind);
        assert_same_slice(a->tokens[i].text, b->tokens[i].text);
    }
    assert_memory_equal(a->slots, b->slots, (a->n_tokens + 1) * sizeof *a->slots);
    assert_same_counts(a->paths, a->n_paths, b->paths, b->n_paths);
    assert_same_counts(a->kinds, a->n_kinds, b->kinds, b->n_kinds);
    assert_same_counts(a->labels, a->n_labels, b->labels, b->n_labels);
    assert_int_equal(a->n_columns, b->n_columns);
    assert_int_equal(a->n_gone, b->n_gone);
    for (uint32_t i = 0; i < a->n_columns + a->n_gone; i++) {
        const model_column *x = &a->columns[i], *y = &b->columns[i];
        assert_same_slice(x->name, y->name);
        assert_int_equal(x->since, y->since);
        assert_int_equal(x->until, y->until);
        assert_memory_equal(x->marks, y->marks, sizeof x->marks);
        assert_true((x->example.len == 0 && y->example.len == 0) || slice_same(x->example, y->example));
        assert_int_equal(x->type, y->type);
        assert_int_equal(x->pages, y->pages);
        assert_int_equal(x->distinct, y->distinct);
        assert_int_equal(x->n_locators, y->n_locators);
        for (uint32_t k = 0; k < x->n_locators; k++) {
            assert_true(x->locators[k].key == y->locators[k].key);
            assert_int_equal(x->locators[k].kind, y->locators[k].kind);
            assert_int_equal(x->locators[k].ordinal, y->locators[k].ordinal);
        }
    }
}

static void assert_same_history(const model_host *a, const model_host *b)
{
    assert_int_equal(a->n_retired, b->n_retired);
    for (uint32_t i = 0; i < a->n_retired; i++) {
        assert_same_class(&a->retired[i], &b->retired[i]);
        assert_memory_equal(&a->retired[i].state, &b->retired[i].state, sizeof a->retired[i].state);
    }
    for (uint32_t i = 0; i < a->n_classes; i++)
        assert_memory_equal(&a->classes[i].state, &b->classes[i].state, sizeof a->classes[i].state);
    for (uint32_t i = 0; i < a->n_pages; i++)
        assert_true(a->pages[i].hash == b->pages[i].hash);
    assert_int_equal(a->n_runs, b->n_runs);
    for (uint32_t i = 0; i < a->n_runs; i++) {
        const model_run *x = &a->runs[i], *y = &b->runs[i];
        assert_memory_equal(x, y, offsetof(model_run, classes));
        assert_int_equal(x->n_classes, y->n_classes);
        assert_memory_equal(x->classes, y->classes, x->n_classes * sizeof *x->classes);
    }
}

/* Open, read all hosts; OK, or the first failure. `first`: a copy of the first host's first token. */
static husk_status read_all(const char *path, uint32_t *n_hosts, husk_error *error)
{
    store *s;
    arena memory;
    slice *names;
    *n_hosts = 0;
    arena_init(&memory, 64 << 20);
    husk_status status = store_open(path, &s, error);
    if (status == HUSK_OK)
        status = store_hosts(s, &memory, &names, n_hosts, error);
    for (uint32_t i = 0; status == HUSK_OK && i < *n_hosts; i++) {
        model_host host;
        bool found;
        status = store_read_host(s, names[i], &memory, &host, &found, error);
        assert_true(status != HUSK_OK || found);
    }
    store_close(s);
    arena_free(&memory);
    return status;
}

/* --- tests -------------------------------------------------------------------------------------------------------- */

static const char *const two[] = { "a.example", "b.example" };

static void test_round_trip(void **state)
{
    (void)state;
    store *s;
    arena memory;
    slice *names;
    uint32_t n;
    bool found;
    model_host got;
    arena_init(&memory, 64 << 20);
    assert_int_equal(write_hosts(place("one.husk"), two, (uint64_t[]){ 1, 2 }, 2), HUSK_OK);
    assert_int_equal(store_open(place("one.husk"), &s, NULL), HUSK_OK);
    assert_int_equal(store_hosts(s, &memory, &names, &n, NULL), HUSK_OK);
    assert_int_equal(n, 2);
    assert_same_slice(names[1], SLICE("b.example"));
    assert_int_equal(store_read_host(s, names[1], &memory, &got, &found, NULL), HUSK_OK);
    assert_true(found);
    model_host want = random_host("b.example", 2, 40, &memory);
    assert_int_equal(got.n_sampled, want.n_sampled);
    assert_int_equal(got.models, 2);
    assert_int_equal(got.n_classes, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_same_class(&got.classes[i], &want.classes[i]);
    assert_same_counts(got.texts, got.n_texts, want.texts, want.n_texts);
    assert_same_counts(got.links, got.n_links, want.links, want.n_links);
    assert_same_counts(got.names, got.n_names, want.names, want.n_names);
    assert_int_equal(got.n_areas, want.n_areas);
    for (uint32_t i = 0; i < got.n_areas; i++) {
        assert_true(got.areas[i].score == want.areas[i].score && got.areas[i].kind == want.areas[i].kind);
        assert_int_equal(got.areas[i].has_facts, want.areas[i].has_facts);
        if (want.areas[i].has_facts)
            assert_memory_equal(got.areas[i].facts, want.areas[i].facts, AREA_FACTS);
    }
    assert_same_history(&got, &want);
    assert_int_equal(got.n_pages, want.n_pages);
    for (uint32_t i = 0; i < got.n_pages; i++)
        assert_same_slice(got.pages[i].id, want.pages[i].id);
    assert_int_equal(store_read_host(s, SLICE("c.example"), &memory, &got, &found, NULL), HUSK_OK);
    assert_false(found);
    store_close(s);
    arena_free(&memory);
}

/* A file says which models learned each of its hosts, if that is known. */
static void test_models(void **state)
{
    (void)state;
    static const struct {
        uint64_t of[2];
        store_models expected;
    } cases[] = { { { 7, 7 }, STORE_MODELS_SAME },    { { 7, 8 }, STORE_MODELS_OTHER },
                  { { 7, 0 }, STORE_MODELS_UNKNOWN }, { { 0, 0 }, STORE_MODELS_UNKNOWN },
                  { { 8, 0 }, STORE_MODELS_OTHER },   { { UINT64_MAX, 7 }, STORE_MODELS_OTHER } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        store *s;
        remove(place("models.husk"));
        assert_int_equal(write_hosts(place("models.husk"), two, cases[i].of, 2), HUSK_OK);
        assert_int_equal(store_open(place("models.husk"), &s, NULL), HUSK_OK);
        assert_int_equal(store_models_of(s, 7), cases[i].expected);
        store_close(s);
        /* one host is learned again; the other keeps its models */
        assert_int_equal(write_hosts(place("models.husk"), two, (uint64_t[]){ 7 }, 1), HUSK_OK);
        assert_int_equal(store_open(place("models.husk"), &s, NULL), HUSK_OK);
        assert_int_equal(store_models_of(s, 7), cases[i].of[1] == 7   ? STORE_MODELS_SAME
                                                : cases[i].of[1] == 0 ? STORE_MODELS_UNKNOWN
                                                                      : STORE_MODELS_OTHER);
        store_close(s);
    }
}

/* The same hosts, at once or in turn, over old ones or not: the same bytes. */
static void test_same_bytes(void **state)
{
    (void)state;
    size_t n, m;
    assert_int_equal(write_hosts(place("x.husk"), two, (uint64_t[]){ 1, 2 }, 2), HUSK_OK);
    assert_int_equal(write_hosts(place("y.husk"), two + 1, (uint64_t[]){ 7 }, 1), HUSK_OK);
    assert_int_equal(write_hosts(place("y.husk"), two, (uint64_t[]){ 1 }, 1), HUSK_OK);
    assert_int_equal(write_hosts(place("y.husk"), two + 1, (uint64_t[]){ 2 }, 1), HUSK_OK);
    char *x = read_bytes(place("x.husk"), &n), *y = read_bytes(place("y.husk"), &m);
    assert_int_equal(n, m);
    assert_memory_equal(x, y, n);
    assert_int_equal(access(place("y.husk.new"), F_OK), -1);
    free(x);
    free(y);
}

/* Is `path` refused with a message, by reader and writer, and left unchanged? */
static void assert_refused(const char *path, husk_status want, const char *bytes, size_t len)
{
    husk_error error = { 0 };
    uint32_t n;
    size_t now;
    write_bytes(path, bytes, len);
    assert_int_equal(read_all(path, &n, &error), want);
    assert_true(strlen(error.message) > 10);
    assert_int_equal(write_file(path, two, (uint64_t[]){ 5 }, 1, 40, &error), want);
    char *after = read_bytes(path, &now);
    assert_int_equal(now, len);
    assert_memory_equal(after, bytes, len);
    free(after);
}

static void test_foreign(void **state)
{
    (void)state;
    size_t len;
    assert_refused(place("bad.husk"), HUSK_BAD_FILE, "", 0);
    assert_refused(place("bad.husk"), HUSK_BAD_FILE, "hello, world", 12);
    char *zeros = calloc(1, 8192);
    assert_refused(place("bad.husk"), HUSK_BAD_FILE, zeros, 8192);
    memcpy(zeros, "SQLite format 3", 16);
    assert_refused(place("bad.husk"), HUSK_BAD_FILE, zeros, 8192);
    free(zeros);
    assert_int_equal(write_hosts(place("one.husk"), two, (uint64_t[]){ 1, 2 }, 2), HUSK_OK);
    char *bytes = read_bytes(place("one.husk"), &len);
    bytes[71] ^= 1; /* application_id */
    assert_refused(place("bad.husk"), HUSK_BAD_FILE, bytes, len);
    bytes[71] ^= 1;
    bytes[63] = STORE_VERSION + 1; /* user_version */
    assert_refused(place("bad.husk"), HUSK_NEWER_FILE, bytes, len);
    bytes[63] = 0;
    assert_refused(place("bad.husk"), HUSK_BAD_FILE, bytes, len);
    free(bytes);
    husk_error error = { 0 };
    uint32_t n;
    assert_int_equal(read_all(place("none.husk"), &n, &error), HUSK_IO);
    assert_int_equal(read_all(directory, &n, &error), HUSK_BAD_FILE);
    assert_int_equal(write_file(place("no/such/dir.husk"), two, (uint64_t[]){ 1 }, 1, 40, &error), HUSK_IO);
}

/* An extra table, a trigger, a view: anything but our exact schema is refused. */
static void test_other_tables(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "CREATE TABLE more (x)",         "CREATE VIEW v AS SELECT 1",
        "CREATE INDEX i ON page (id)",   "DROP TABLE area",
        "ALTER TABLE area ADD COLUMN x", "CREATE TRIGGER t AFTER INSERT ON host BEGIN SELECT 1; END",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char command[600];
        size_t len;
        remove(place("other.husk"));
        assert_int_equal(write_hosts(place("other.husk"), two, (uint64_t[]){ 1, 2 }, 2), HUSK_OK);
        snprintf(command, sizeof command, "sqlite3 %s '%s' 2>/dev/null", place("other.husk"), changes[i]);
        if (system(command) != 0)
            skip(); /* no sqlite3 program here */
        char *bytes = read_bytes(place("other.husk"), &len);
        assert_refused(place("other.husk"), HUSK_BAD_FILE, bytes, len);
        free(bytes);
    }
}

static void test_cut(void **state)
{
    (void)state;
    size_t len;
    assert_int_equal(write_hosts(place("one.husk"), two, (uint64_t[]){ 1, 2 }, 2), HUSK_OK);
    char *bytes = read_bytes(place("one.husk"), &len);
    for (size_t i = 0; i < 200; i++)
        assert_refused(place("cut.husk"), HUSK_BAD_FILE, bytes, len * i / 200);
    assert_refused(place("cut.husk"), HUSK_BAD_FILE, bytes, len - 1);
    free(bytes);
}

/* A flipped bit is detected, or was in a byte that nothing depends on: then everything is unchanged. */
static void test_flipped(void **state)
{
    (void)state;
    size_t len;
    random_state r = { 3 };
    assert_int_equal(write_hosts(place("one.husk"), two, (uint64_t[]){ 1, 2 }, 2), HUSK_OK);
    char *bytes = read_bytes(place("one.husk"), &len);
    char *good = malloc(len);
    memcpy(good, bytes, len);
    unsigned noticed = 0, rounds = 400;
    for (unsigned i = 0; i < rounds; i++) {
        size_t at = i < 100 ? i : random_below(&r, (uint32_t)len);
        char kept = bytes[at];
        husk_error error = { 0 };
        uint32_t n;
        bytes[at] ^= (char)(1 << random_below(&r, 8));
        write_bytes(place("flip.husk"), bytes, len);
        husk_status status = read_all(place("flip.husk"), &n, &error);
        assert_true(status == HUSK_OK || status == HUSK_BAD_FILE || status == HUSK_NEWER_FILE || status == HUSK_LIMIT ||
                    status == HUSK_IO);
        assert_true(status == HUSK_OK ? n == 2 : strlen(error.message) > 5);
        noticed += status != HUSK_OK;
        if (status == HUSK_OK) { /* written anew, all it holds makes the undamaged file's bytes */
            size_t m;
            assert_int_equal(write_file(place("flip.husk"), NULL, NULL, 0, 0, &error), HUSK_OK);
            char *again = read_bytes(place("flip.husk"), &m);
            assert_int_equal(m, len);
            assert_memory_equal(again, good, len);
            free(again);
        }
        bytes[at] = kept;
    }
    assert_true(noticed > rounds / 4);
    free(bytes);
    free(good);
}

/* Two writers at once: the second gets an error, and the first's file is complete. */
static void test_two_writers(void **state)
{
    (void)state;
    store_writer *first, *second;
    husk_error error = { 0 };
    uint32_t n;
    remove(place("busy.husk"));
    assert_int_equal(store_writer_open(place("busy.husk"), &first, &error), HUSK_OK);
    assert_int_equal(store_writer_open(place("busy.husk"), &second, &error), HUSK_IO);
    assert_non_null(strstr(error.message, "another husk"));
    assert_int_equal(store_commit(first, &error), HUSK_OK);
    store_writer_free(first);
    assert_int_equal(read_all(place("busy.husk"), &n, &error), HUSK_OK);
    assert_int_equal(n, 0);
    /* given up: nothing is left, nothing is changed */
    assert_int_equal(store_writer_open(place("busy.husk"), &first, &error), HUSK_OK);
    store_writer_free(first);
    assert_int_equal(access(place("busy.husk.new"), F_OK), -1);
}

/* Killed at random moments: some before, some during and some after the writing. */
static void test_killed(void **state)
{
    (void)state;
    size_t n_old, n_new, n;
    random_state r = { 4 };
    husk_error error = { 0 };
    assert_int_equal(write_file(place("old"), two, (uint64_t[]){ 1, 2 }, 2, 150, &error), HUSK_OK);
    assert_int_equal(write_file(place("new"), two, (uint64_t[]){ 8, 9 }, 2, 150, &error), HUSK_OK);
    char *old = read_bytes(place("old"), &n_old), *new = read_bytes(place("new"), &n_new);
    unsigned olds = 0, news = 0;
    uint32_t longest = 60000; /* microseconds; found below */
    for (int i = 0; i < 200; i++) {
        write_bytes(place("killed.husk"), old, n_old);
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            _exit(write_file(place("killed.husk"), two, (uint64_t[]){ 8, 9 }, 2, 150, NULL) == HUSK_OK ? 0 : 1);
        if (i) {
            usleep(random_below(&r, longest));
            kill(child, SIGKILL);
        }
        int result;
        waitpid(child, &result, 0);
        clock_gettime(CLOCK_MONOTONIC, &end);
        if (i == 0) /* the first is left alone: how long it takes is how late to kill */
            longest =
                (uint32_t)((end.tv_sec - start.tv_sec) * 1000000 + (end.tv_nsec - start.tv_nsec) / 1000) * 12 / 10 + 1;
        char *bytes = read_bytes(place("killed.husk"), &n);
        bool is_old = n == n_old && memcmp(bytes, old, n) == 0, is_new = n == n_new && memcmp(bytes, new, n) == 0;
        assert_true(is_old || is_new);
        olds += is_old;
        news += is_new;
        free(bytes);
    }
    assert_true(olds > 0 && news > 0);
    free(old);
    free(new);
    /* Leftovers of killed writers do not interfere. */
    assert_int_equal(write_file(place("killed.husk"), two, (uint64_t[]){ 8, 9 }, 2, 150, &error), HUSK_OK);
    assert_int_equal(access(place("killed.husk.new"), F_OK), -1);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(directory, sizeof directory, "%s/husk-store-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    return mkdtemp(directory) == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_models),       cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_foreign),    cmocka_unit_test(test_other_tables), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_flipped),    cmocka_unit_test(test_two_writers),  cmocka_unit_test(test_killed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
