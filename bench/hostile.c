/* hostile.c - pages that nobody wrote by hand: what each costs, what twice as much of it costs, and whether a budget cut it.
 * Each runs on a thread with a worker's stack, through parsing and every writer. Prints JSON; exits 1 when doubling costs more than 2.3 times
 * though nothing was cut. Usage: bench_hostile [--scale N] (1 is a tenth of the sizes that the table names). */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/limits.h"
#include "husk/husk.h"

typedef struct attack {
    const char *name, *before, *piece, *after;
    size_t n;
} attack;

static const attack attacks[] = {
    { "nested div", "", "<div>", "", 1000000 },
    { "nested b", "", "<b>", "", 1000000 },
    { "nested table", "", "<table>", "", 1000000 },
    { "nested svg", "", "<svg>", "", 1000000 },
    { "nested list", "", "<ul><li>", "", 500000 },
    { "attributes", "<div", " a%zu=1", ">x", 1000000 },
    { "different tags", "", "<x%zu>a", "", 500000 },
    { "different attributes", "", "<p a%zu=1>", "", 500000 },
    { "one text", "<p>", "word word word word word word wor", "", 2000000 },
    { "colspan", "<table>", "<tr><td colspan=9000000000000000>x", "</table>", 20000 },
    { "rowspan", "<table>", "<tr><td rowspan=9000000000000000>x", "</table>", 20000 },
    { "options", "<select>", "<option>", "", 100000 },
    { "links", "", "<a href=x>", "", 100000 },
    { "misnested", "", "<i><a></i>", "", 100000 },
    { "misnested 2", "", "<a><i></a>", "", 300000 },
    { "stray end tags", "", "<b></p>", "", 300000 },
    { "fonts", "", "<font size=1><p>", "", 300000 },
    { "different fonts", "", "<font size=%zu><p>", "", 100000 },
    { "NUL", "", "\\0", "", 4000000 },
    { "NUL in tags", "<", "a\\0", ">", 1000000 },
    { "entities", "<p>", "&amp;", "", 1000000 },
    { "bad entities", "<p>", "&zzz", "", 1000000 },
    { "open comment", "<!--", "-", "", 8000000 },
    { "open tag", "<div ", "x ", "", 1000000 },
    { "table cells", "<table><tr>", "<td>x", "</table>", 500000 },
    { "rows", "<table>", "<tr><td>x<td>y", "</table>", 200000 },
    { "breaks", "<p>", "<br>", "", 1000000 },
    { "links in words", "<p>", "a<a href=/%zu>b</a>", "", 200000 },
    { "definition lists", "<dl>", "<dt>a<dd>b", "</dl>", 300000 },
    { "quotes", "", "<blockquote>x", "", 100000 },
    { "backticks", "<p><code>", "`", "</code>", 4000000 },
    { "stars", "<p>", "*_[", "", 1000000 },
    { "pictures", "<p>", "<img src=%zu.png alt='a|b'>", "", 200000 },
    { "not UTF-8", "<p>", "\xff\xfe", "", 4000000 },
};

typedef struct trial {
    const attack *attack;
    size_t n;
    double seconds;
    char cut[240];
} trial;

static double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static char *make_page(const attack *a, size_t n, size_t *len)
{
    size_t size = strlen(a->before) + n * (strlen(a->piece) + 20) + strlen(a->after) + 1, at = 0;
    char *html = malloc(size);
    if (html == NULL)
        exit(3);
    at += (size_t)sprintf(html, "%s", a->before);
    for (size_t i = 0; i < n; i++) {
        if (strstr(a->piece, "%zu")) {
            const char *mark = strstr(a->piece, "%zu");
            at += (size_t)sprintf(html + at, "%.*s%zu%s", (int)(mark - a->piece), a->piece, i, mark + 3);
            continue;
        }
        for (const char *p = a->piece; *p; p++) {
            bool nul = p[0] == '\\' && p[1] == '0';
            html[at++] = nul ? 0 : *p;
            p += nul;
        }
    }
    *len = at + (size_t)sprintf(html + at, "%s", a->after);
    return html;
}

static void *run_trial(void *argument)
{
    trial *t = argument;
    size_t len;
    char *html = make_page(t->attack, t->n, &len);
    husk_page *page;
    husk_output *output;
    if (husk_page_new(NULL, &page, NULL) != HUSK_OK || husk_output_new(HUSK_MAX_OUTPUT_BYTES, &output) != HUSK_OK)
        exit(3);
    husk_raw raw = { .id = t->attack->name, .bytes = html, .len = len };
    husk_error error = { 0 };
    double start = thread_seconds();
    husk_status status = husk_page_parse(page, &raw, &error);
    if (status != HUSK_OK)
        snprintf(t->cut, sizeof t->cut, "%s", error.message);
    static const husk_format formats[] = { HUSK_FORMAT_TEXT, HUSK_FORMAT_MARKDOWN, HUSK_FORMAT_HTML, HUSK_FORMAT_JSONL };
    for (int all = 0; all < 2; all++)
        for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
            husk_extract_options options;
            husk_extract_options_init(&options, sizeof options);
            options.all = all;
            options.format = formats[f];
            options.links = options.images = true;
            husk_output_clear(output);
            husk_status written = husk_extract(page, &raw, status, error.message, &options, output, &error);
            if (written != HUSK_OK && *t->cut == 0)
                snprintf(t->cut, sizeof t->cut, "%s", error.message);
        }
    t->seconds = thread_seconds() - start;
    husk_output_free(output);
    husk_page_free(page);
    free(html);
    return NULL;
}

static trial run(const attack *a, size_t n)
{
    trial t = { .attack = a, .n = n };
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, HUSK_WORKER_STACK);
    if (pthread_create(&thread, &attributes, run_trial, &t) != 0)
        exit(3);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    return t;
}

static double ratio(const trial *once, const trial *twice)
{
    return twice->seconds / (once->seconds > 1e-4 ? once->seconds : 1e-4);
}

static bool is_slow(const trial *once, const trial *twice)
{
    return ratio(once, twice) > 2.3 && *twice->cut == 0 && twice->seconds > .05;
}

static void keep_best(trial *best, trial other)
{
    if (other.seconds < best->seconds)
        *best = other;
}

/* The most that the process had so far. */
static long peak_mb(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

int main(int argc, char **argv)
{
    double scale = argc > 2 && strcmp(argv[1], "--scale") == 0 ? atof(argv[2]) / 10 : .5;
    bool bad = false;
    printf("{\"hostile\": [");
    for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++) {
        size_t n = (size_t)((double)attacks[i].n * scale);
        trial once = run(&attacks[i], n), twice = run(&attacks[i], 2 * n);
        /* Other work on the machine only ever adds: what looks slow is tried again, and the best of each counts. */
        for (int again = 0; again < 4 && is_slow(&once, &twice); again++) {
            keep_best(&once, run(&attacks[i], n));
            keep_best(&twice, run(&attacks[i], 2 * n));
        }
        bool slow = is_slow(&once, &twice);
        bad |= slow;
        printf("%s\n  {\"name\": \"%s\", \"pieces\": %zu, \"seconds\": %.3f, \"twice\": %.3f, \"ratio\": %.2f, \"cut\": \"%s\", \"peak_mb\": %ld%s}",
               i ? "," : "", attacks[i].name, n, once.seconds, twice.seconds, ratio(&once, &twice), twice.cut, peak_mb(), slow ? ", \"slow\": true" : "");
        fflush(stdout);
    }
    printf("\n], \"peak_mb\": %ld}\n", peak_mb());
    return bad;
}
