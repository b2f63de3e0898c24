/* test_logistic.c - damaged model files, and training. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "chakrabarti-2007/logistic.h"

static void fill(logistic_model *m)
{
    memset(m, 0, sizeof *m);
    m->area[0] = 4000, m->area[1] = 20000, m->area[2] = 100000;
    m->least_area = 2000, m->penalty = .01f, m->threshold = .5f, m->theta = .1f, m->template_share = .85f;
    m->n_sites = 3, m->n_pages = 300;
    for (int k = 0; k < LOGISTIC_MODELS; k++) {
        m->part[k] = (logistic_part){
            .bias = -1.5f * (float)k, .c = .1f, .held_out_loss = .5f, .held_out_f = .8f, .n_nodes = 10, .n_template = 4
        };
        for (int i = 0; i < N_NODE_FEATURES; i++)
            m->part[k].weight[i] = (float)(i - 9) / 8;
    }
}

static void written(buffer *out)
{
    logistic_model m;
    fill(&m);
    buffer_init(out, 1 << 20);
    logistic_write(&m, SLICE("# site example.org 100\n# site example.net 200\n"), out);
    assert_int_equal(out->status, HUSK_OK);
}

static void what_is_written_is_read(void **unused)
{
    buffer file, again;
    logistic_model m, wanted;
    husk_error error;
    (void)unused;
    written(&file);
    fill(&wanted);
    assert_int_equal(logistic_read(file.data, file.len, &m, &error), HUSK_OK);
    assert_memory_equal(m.area, wanted.area, sizeof m.area);
    assert_int_equal(m.n_pages, 300);
    for (int k = 0; k < LOGISTIC_MODELS; k++)
        for (int i = 0; i < N_NODE_FEATURES; i++)
            assert_float_equal(m.part[k].weight[i], wanted.part[k].weight[i], 1e-6);
    buffer_init(&again, 1 << 20);
    logistic_write(&m, SLICE("# site example.org 100\n# site example.net 200\n"), &again);
    assert_int_equal(again.len, file.len);
    assert_memory_equal(again.data, file.data, file.len);
    buffer_free(&again);
    buffer_free(&file);
}

static void whether_stop_words_are_removed_is_written(void **unused)
{
    buffer file;
    logistic_model m, got;
    (void)unused;
    fill(&m);
    for (int removed = 0; removed < 2; removed++) {
        m.without_stop_words = removed;
        buffer_init(&file, 1 << 20);
        logistic_write(&m, SLICE(""), &file);
        assert_int_equal(logistic_read(file.data, file.len, &got, NULL), HUSK_OK);
        assert_int_equal(got.without_stop_words, removed);
        buffer_free(&file);
    }
}

/* A file of format 1 has no line for stop words, and they were kept. */
static void format_1_is_read(void **unused)
{
    static const char line[] = "stop-words kept\n";
    buffer file;
    logistic_model m;
    (void)unused;
    written(&file);
    file.data[strlen("husk-pagelevel ")] = '1';
    buffer_byte(&file, '\0');
    char *at = strstr(file.data, line);
    assert_non_null(at);
    memmove(at, at + strlen(line), strlen(at + strlen(line)) + 1);
    size_t len = strlen(file.data), body = len - strlen("\nsum 0123456789abcdef\n");
    snprintf(file.data + body, len - body + 1, "\nsum %016llx\n", (unsigned long long)hash_bytes(file.data, body));
    assert_int_equal(logistic_read(file.data, len, &m, NULL), HUSK_OK);
    assert_false(m.without_stop_words);
    buffer_free(&file);
}

static void a_cut_file_is_refused_wherever_it_is_cut(void **unused)
{
    buffer file;
    logistic_model m;
    (void)unused;
    written(&file);
    for (size_t len = 0; len < file.len; len++) {
        char *cut = malloc(len + 1); /* exact size, so that reading past its end is detected */
        memcpy(cut, file.data, len);
        husk_error error = { 0 };
        assert_int_equal(logistic_read(cut, len, &m, &error), HUSK_BAD_FILE);
        assert_true(error.message[0] != 0);
        free(cut);
    }
    buffer_free(&file);
}

static void a_changed_byte_is_noticed(void **unused)
{
    buffer file;
    logistic_model m;
    (void)unused;
    written(&file);
    for (size_t i = 0; i < file.len; i++) {
        file.data[i] ^= 1;
        assert_int_not_equal(logistic_read(file.data, file.len, &m, NULL), HUSK_OK);
        file.data[i] ^= 1;
    }
    buffer_free(&file);
}

static void other_versions_are_named(void **unused)
{
    static const char newer[] = "husk-pagelevel 3\nwhatever\n", older[] = "husk-pagelevel 0\n",
                      other[] = "husk-forest 1\n";
    logistic_model m;
    husk_error error;
    (void)unused;
    assert_int_equal(logistic_read(newer, sizeof newer - 1, &m, &error), HUSK_NEWER_FILE);
    assert_non_null(strstr(error.message, "newer"));
    assert_int_equal(logistic_read(older, sizeof older - 1, &m, &error), HUSK_BAD_FILE);
    assert_int_equal(logistic_read(other, sizeof other - 1, &m, &error), HUSK_BAD_FILE);
}

/* A matching checksum does not make up for wrong lines. */
static void foreign_lines_are_refused(void **unused)
{
    static const char *bodies[] = {
        "husk-pagelevel 1\n",
        "husk-pagelevel 1\nmade-by husk 9\nsites 1\npages 99999999999999\n",
        "husk-pagelevel 1\nmade-by husk 9\nsites 1\npages 1\ntheta nan\n",
        "husk-pagelevel 1\nmade-by husk 9\nsites -1\n",
        "husk-pagelevel 1\nmade-by husk 9\nsites 1\npages 1\ntheta 0.1\n",
        "husk-pagelevel 2\nmade-by husk 9\nsites 1\npages 1\ntheta 0.100000\ntemplate-share 0.850000\n"
        "least-area 2000.000000\npenalty 0.010000\nthreshold 0.500000\nstop-words some\n",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char text[512];
        logistic_model m;
        int len = snprintf(text, sizeof text, "%s\nsum %016llx\n", bodies[i],
                           (unsigned long long)hash_bytes(bodies[i], strlen(bodies[i])));
        assert_int_equal(logistic_read(text, (size_t)len, &m, NULL), HUSK_BAD_FILE);
    }
}

/* --- training ----------------------------------------------------------------------------------------------------- */

enum { ROWS = 4000, SITES = 8 };

typedef struct sample {
    float features[ROWS][N_NODE_FEATURES], area[ROWS];
    uint8_t is_template[ROWS];
    uint32_t site[ROWS];
} sample;

/* Template where feature 3 is high; the other features say nothing. */
static sample *make_sample(void)
{
    sample *s = calloc(1, sizeof *s);
    random_state random = { 5 };
    for (uint32_t i = 0; i < ROWS; i++) {
        for (int k = 0; k < N_NODE_FEATURES; k++)
            s->features[i][k] = (float)random_below(&random, 1000) / 1000;
        s->area[i] = 2000 + (float)random_below(&random, 1000000);
        s->site[i] = random_below(&random, SITES);
        s->is_template[i] = s->features[i][3] + .2f * s->features[i][4] > .6f;
    }
    return s;
}

static logistic_rows rows_of(const sample *s)
{
    return (logistic_rows){ ROWS, &s->features[0][0], s->area, s->is_template, s->site, SITES };
}

static void what_separates_is_learned(void **unused)
{
    sample *s = make_sample();
    logistic_rows rows = rows_of(s);
    logistic_model model = { 0 };
    husk_error error;
    uint32_t right = 0;
    (void)unused;
    assert_int_equal(logistic_train(&rows, 2, &model, &error), HUSK_OK);
    for (uint32_t i = 0; i < ROWS; i++)
        right += (logistic_score(&model, s->area[i], s->features[i]) > .5f) == s->is_template[i];
    assert_true(right > ROWS * .95);
    for (int k = 0; k < LOGISTIC_MODELS; k++) {
        assert_true(model.part[k].weight[3] > 2);
        assert_true(model.part[k].held_out_f > .9f);
        assert_true(model.part[k].n_nodes > ROWS / 5);
    }
    free(s);
}

static void the_same_rows_give_the_same_bytes(void **unused)
{
    sample *s = make_sample();
    logistic_rows rows = rows_of(s);
    buffer files[3];
    (void)unused;
    for (unsigned jobs = 1; jobs <= 3; jobs++) {
        logistic_model model = { 0 };
        assert_int_equal(logistic_train(&rows, jobs, &model, NULL), HUSK_OK);
        buffer_init(&files[jobs - 1], 1 << 20);
        logistic_write(&model, (slice){ NULL, 0 }, &files[jobs - 1]);
    }
    for (int i = 1; i < 3; i++) {
        assert_int_equal(files[i].len, files[0].len);
        assert_memory_equal(files[i].data, files[0].data, files[0].len);
    }
    for (int i = 0; i < 3; i++)
        buffer_free(&files[i]);
    free(s);
}

static void training_says_what_is_missing(void **unused)
{
    sample *s = make_sample();
    logistic_rows rows = rows_of(s);
    logistic_model model = { 0 };
    husk_error error;
    (void)unused;
    memset(s->is_template, 1, ROWS);
    assert_int_equal(logistic_train(&rows, 1, &model, &error), HUSK_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "template"));
    memset(s->is_template, 0, ROWS);
    assert_int_equal(logistic_train(&rows, 1, &model, &error), HUSK_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "content"));
    rows.n_sites = 1;
    assert_int_equal(logistic_train(&rows, 1, &model, &error), HUSK_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "two sites"));
    rows.n_sites = 0, rows.n = 0;
    assert_int_equal(logistic_train(&rows, 1, &model, &error), HUSK_BAD_ARGUMENT);
    free(s);
}

/* All nodes of one size, and a range of sizes with one class alone. */
static void odd_rows_train_too(void **unused)
{
    sample *s = make_sample();
    logistic_rows rows = rows_of(s);
    logistic_model model = { 0 };
    (void)unused;
    for (uint32_t i = 0; i < ROWS; i++)
        s->area[i] = 5000;
    assert_int_equal(logistic_train(&rows, 2, &model, NULL), HUSK_OK);
    for (uint32_t i = 0; i < ROWS; i++) {
        s->is_template[i] = s->site[i] == 0;
        s->area[i] = s->is_template[i] ? 3000 : 90000;
    }
    assert_int_equal(logistic_train(&rows, 2, &model, NULL), HUSK_OK);
    for (int k = 0; k < LOGISTIC_MODELS; k++)
        assert_true(isfinite(model.part[k].bias));
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(whether_stop_words_are_removed_is_written),
        cmocka_unit_test(format_1_is_read),
        cmocka_unit_test(a_cut_file_is_refused_wherever_it_is_cut),
        cmocka_unit_test(a_changed_byte_is_noticed),
        cmocka_unit_test(other_versions_are_named),
        cmocka_unit_test(foreign_lines_are_refused),
        cmocka_unit_test(what_separates_is_learned),
        cmocka_unit_test(the_same_rows_give_the_same_bytes),
        cmocka_unit_test(training_says_what_is_missing),
        cmocka_unit_test(odd_rows_train_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
