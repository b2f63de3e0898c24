/* test_train.c - train a model from directories of pages, and errors when there is nothing to learn from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "husk/lab.h"
#include "chakrabarti-2007/logistic.h"

static char folder[64];

/* `n` pages of a site: a menu that all share, in the site's own words, and a text that each has for itself. */
static void make_site(const char *name, int n)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0700), 0);
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s/%d.html", folder, name, i);
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fprintf(f,
                "<title>Page %d of %s</title><div class=menu><ul><li><a href=/>Start of %s</a><li><a href=/all>All of "
                "it</a>"
                "<li><a href=/who>Who we are</a></ul></div><div class=text>",
                i, name, name);
        for (int p = 0; p < 6; p++)
            fprintf(f, "<p>Paragraph %d of page %d goes on about the number %d, at length, and ends here.</p>", p, i,
                    i * 7 + p * 13);
        fputs("</div>", f);
        fclose(f);
    }
}

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

static husk_status trained(size_t n, const char *const *names, const husk_train_options *options, husk_output *out,
                           husk_error *error)
{
    char paths[8][128];
    const char *inputs[8];
    for (size_t i = 0; i < n; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/%s", folder, names[i]);
        inputs[i] = paths[i];
    }
    *error = (husk_error){ 0 };
    return husk_train(inputs, n, options, out, error);
}

static void menus_are_learned_the_same_every_time(void **unused)
{
    static const char *names[] = { "north", "south", "east" };
    husk_output *out[3];
    husk_error error;
    logistic_model model;
    (void)unused;
    for (int i = 0; i < 3; i++)
        make_site(names[i], 12);
    for (unsigned run = 0; run < 3; run++) {
        husk_train_options options;
        husk_each_options each;
        husk_train_options_init(&options, sizeof options);
        husk_each_options_init(&each, sizeof each);
        each.jobs = 1 + run;
        options.each = &each;
        assert_int_equal(husk_output_new(1 << 20, &out[run]), HUSK_OK);
        assert_int_equal(trained(3, names, &options, out[run], &error), HUSK_OK);
    }
    size_t len, other;
    const char *file = husk_output_data(out[0], &len);
    for (int run = 1; run < 3; run++) {
        const char *again = husk_output_data(out[run], &other);
        assert_int_equal(len, other);
        assert_memory_equal(file, again, len);
    }
    assert_int_equal(logistic_read(file, len, &model, &error), HUSK_OK);
    assert_int_equal(model.n_sites, 3);
    assert_int_equal(model.n_pages, 36);
    uint32_t n_template = 0;
    for (int k = 0; k < LOGISTIC_MODELS; k++)
        n_template += model.part[k].n_template;
    assert_true(n_template >= 36); /* each page's menu */
    for (int run = 0; run < 3; run++)
        husk_output_free(out[run]);
}

static void nothing_to_learn_from_is_told(void **unused)
{
    static const char *names[] = { "alone", "few", "empty" }, *gone[] = { "gone" };
    husk_output *out;
    husk_error error;
    (void)unused;
    make_site("alone", 12);
    make_site("few", 3);
    make_site("empty", 0);
    assert_int_equal(husk_output_new(1 << 20, &out), HUSK_OK);
    assert_int_equal(trained(0, NULL, NULL, out, &error), HUSK_BAD_ARGUMENT);
    assert_int_equal(trained(1, names, NULL, out, &error), HUSK_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "two sites"));
    assert_int_equal(trained(1, names + 1, NULL, out, &error), HUSK_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "3 pages of 1 site"));
    assert_int_equal(trained(1, names + 2, NULL, out, &error), HUSK_BAD_ARGUMENT);
    assert_int_equal(trained(1, gone, NULL, out, &error), HUSK_BAD_ARGUMENT);
    husk_train_options options;
    husk_train_options_init(&options, sizeof options);
    options.theta = 2; /* nothing is shared by so many */
    options.min_pages = 2;
    assert_int_equal(trained(2, names, &options, out, &error), HUSK_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "content"));
    husk_train_options_init(&options, sizeof options);
    options.max_pages = 0; /* no page of any site may be used */
    assert_int_equal(trained(1, names, &options, out, &error), HUSK_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "no site"));
    size_t len;
    husk_output_data(out, &len);
    assert_int_equal(len, 0);
    husk_output_free(out);
}

static int setup(void **unused)
{
    (void)unused;
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.40s/husk-train-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    return mkdtemp(folder) == NULL;
}

static int teardown(void **unused)
{
    (void)unused;
    remove_folder();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(menus_are_learned_the_same_every_time),
        cmocka_unit_test(nothing_to_learn_from_is_told),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
