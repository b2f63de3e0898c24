/* fuzz_site.c - any bytes as a .husk file, or as changes to a valid one.
 * The valid one is learned when the target starts, so that it always has the current format: a file from a corpus
 * would only be refused after the next change. An input that starts with "SQLite" is a file; any other is a list of
 * changes: two bytes of position (in steps of 16), one of what to do with how many of the bytes there, one of a
 * value. Whatever opens is shown, mapped, and used to judge a page; and a page is learned into it, or it is refused
 * and stays unchanged. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/sqlite_memory.h"
#include "husk/husk.h"
#include "unit/judge_page.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REPORTS_EVERY 301 /* has no divisor in common with the number of other choices: all of them are tried */
#define LEARNED_EVERY 256

static struct {
    char path[64], good_path[80];
    uint8_t *good;
    size_t len;
    husk_page *page;
    husk_output *out;
} f;

static void make_html(char *out, size_t size, int i)
{
    snprintf(
        out, size,
        "<html><head><title>Page %d</title></head><body class=%s><div class=top><a href=/>Home</a><a "
        "href=/%d>Next</a></div>"
        "<h1>Title %d</h1><p>Text number %d has words.</p><%s>More %d</%s><div class=foot>The end</div></body></html>",
        i, i % 2 ? "news" : "shop", i + 1, i, i * 7, i % 2 ? "table" : "pre", i, i % 2 ? "table" : "pre");
}

static husk_status learn_pages(int from, int to, const char *path)
{
    husk_learner *l;
    if (husk_learner_new(NULL, &l, NULL))
        abort();
    for (int i = from; i < to; i++) {
        char html[1024], url[64];
        husk_digest *digest;
        make_html(html, sizeof html, i);
        snprintf(url, sizeof url, "http://%s.example/%d.html", i % 3 ? "one" : "two", i);
        husk_raw raw = { .size = sizeof(husk_raw), .id = url, .url = url, .bytes = html, .len = strlen(html) };
        if (husk_page_parse(f.page, &raw, NULL) || husk_learner_read(f.page, &raw, &digest, NULL) ||
            husk_learner_add(l, digest, NULL))
            abort();
        husk_digest_free(digest);
    }
    husk_status status = husk_learner_finish(l, path, NULL, NULL);
    husk_learner_free(l);
    return status;
}

static uint8_t *read_file(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        abort();
    fseek(file, 0, SEEK_END);
    *len = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*len + 1);
    if (!bytes || fread(bytes, 1, *len, file) != *len)
        abort();
    fclose(file);
    return bytes;
}

static void remove_file(void)
{
    unlink(f.path);
}

static void set_up(void)
{
    sqlite_memory_use();
    snprintf(f.path, sizeof f.path, "%s/husk-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    int fd = mkstemp(f.path);
    if (fd < 0)
        abort();
    close(fd);
    atexit(remove_file);
    snprintf(f.good_path, sizeof f.good_path, "%s.good", f.path);
    if (husk_page_new(NULL, &f.page, NULL) || husk_output_new(1 << 24, &f.out))
        abort();
    if (learn_pages(0, 12, f.good_path))
        abort();
    f.good = read_file(f.good_path, &f.len);
    unlink(f.good_path);
}

/* The valid file with the changes of the input; *len is its length then. */
static uint8_t *changed(const uint8_t *data, size_t size, size_t *len)
{
    uint8_t *bytes = malloc(f.len);
    if (!bytes)
        abort();
    memcpy(bytes, f.good, f.len);
    *len = f.len;
    for (size_t i = 0; i + 4 <= size; i += 4) {
        size_t at = ((size_t)data[i] << 8 | data[i + 1]) * 16 % f.len, n = data[i + 2] & 31;
        at = (at + data[i + 3]) % f.len;
        for (size_t k = 0; k <= n && at + k < f.len; k++)
            switch (data[i + 2] >> 6) {
            case 0:
                bytes[at + k] ^= (uint8_t)(1 << (data[i + 3] & 7));
                break;
            case 1:
                bytes[at + k] = data[i + 3];
                break;
            case 2:
                bytes[at + k] = f.good[(at + k + 4096) % f.len];
                break;
            default:
                *len = data[i + 2] == 0xff ? at + 1 : *len;
            }
    }
    return bytes;
}

static void put_file(const uint8_t *bytes, size_t len)
{
    FILE *file = fopen(f.path, "wb");
    if (!file || fwrite(bytes, 1, len, file) != len || fclose(file))
        abort();
}

/* Of the pages, methods and forms, one: many inputs make up for it, and each gets there sooner. A report starts
 * Graphviz, which takes longer than all the rest, so there are few of them. */
static void judge_by(husk_site *site, unsigned which)
{
    static const char *const urls[] = { "http://one.example/x.html", "http://two.example/y.html",
                                        "http://three.example/" };
    const char *url = urls[which % 3];
    char html[1024];
    make_html(html, sizeof html, (int)(which % 3) + 3);
    husk_raw raw = { .size = sizeof(husk_raw), .id = url, .url = url, .bytes = html, .len = strlen(html) };
    if (husk_page_parse(f.page, &raw, NULL))
        abort();
    husk_output_clear(f.out);
    static const int methods[] = { HUSK_METHOD_SITELEVEL, HUSK_METHOD_CONSENSUS, HUSK_METHOD_SITE };
    unsigned n_methods = sizeof methods / sizeof *methods, n_forms = WRITE_REPORT;
    write_judged(f.page, site, methods[which / 3 % n_methods],
                 which % REPORTS_EVERY == 0 ? WRITE_REPORT : (written_form)(which / 3 / n_methods % n_forms), f.out,
                 NULL);
}

static void show(husk_site *site, unsigned which)
{
    husk_show_options options;
    husk_show_options_init(&options, sizeof options);
    options.format = which & 1 ? HUSK_FORMAT_JSON : HUSK_FORMAT_TEXT;
    options.tokens = which & 2;
    options.history = which & 4;
    husk_output_clear(f.out);
    if (which & 8)
        husk_site_map(site, NULL, HUSK_MAP_DOT, f.out, NULL);
    else
        husk_site_show(site, &options, f.out, NULL);
}

/* Occasionally, since it takes most of the time. */
static void learn_into(void)
{
    static unsigned n;
    size_t before_len, after_len;
    if (n++ % LEARNED_EVERY)
        return;
    uint8_t *before = read_file(f.path, &before_len);
    husk_status status = learn_pages(11, 14, f.path);
    uint8_t *after = read_file(f.path, &after_len);
    if (status != HUSK_OK && (before_len != after_len || memcmp(before, after, before_len) != 0))
        abort();
    free(before);
    free(after);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    husk_site *site;
    husk_error error = { .status = HUSK_OK };
    if (f.good == NULL)
        set_up();
    size_t len = size;
    uint8_t *bytes = size >= 6 && memcmp(data, "SQLite", 6) == 0 ? NULL : changed(data, size, &len);
    put_file(bytes ? bytes : data, len);
    free(bytes);
    husk_status status = husk_site_open(f.path, &site, &error);
    if (status != HUSK_OK && error.message[0] == 0)
        abort(); /* a refusal says why */
    if (status == HUSK_OK) {
        static unsigned which;
        if (which % 2)
            show(site, which / 2);
        else
            judge_by(site, which / 2);
        which++;
        husk_site_free(site);
    }
    learn_into();
    return 0;
}
