/* hostile.c - machine-made pages: the cost of each, the cost at twice the size, and whether a budget cut it.
 * Each runs in a separate process, for its peak memory, on a thread with a worker's stack, through parsing, the
 * built-in model and every writer. Prints JSON; exits with 1 if doubling costs more than 2.3 times as much though
 * nothing was cut, or if one takes more than MOST_MB or MOST_SECONDS, or crashes.
 * - bench_hostile [--scale N] [--only NAME]: scale 1 is a tenth of the sizes in the table */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "husk/husk.h"

/* A page as large as may be, with its tree, its arrays, the model's features and what was written. */
#define MOST_MB 512
/* The parser's budget of time, and as much for the rest. */
#define MOST_SECONDS (2e-3 * HUSK_MAX_PARSE_MS)
#define MOST_TIMES 2.3
/* Runs of each size; the best counts, since other work on the machine only ever adds. One that looks slow gets twice as
 * many more. */
#define RUNS 2

typedef struct attack {
    const char *name, *before, *piece, *after;
    size_t n;
} attack;

/* Something of everything, so that a page ends inside each: a tag, a name, a value, an entity, a comment, a script, a
 * character of four bytes. */
static const char mixed[] =
    "<!doctype html><html lang=en><head><meta charset=utf-8><title>A &amp; b</title><script "
    "type='application/ld+json'>{\"@type\": \"Article\", "
    "\"headline\": \"A\"}</script><style>p { color: red }</style></head><body class=\"a b\"><!-- note "
    "--><nav><ul><li><a href='/x?y=1&amp;z'>Home</a>"
    "</ul></nav><main><h1 id=t>Title %zu &mdash; \xf0\x9f\x90\x9a</h1><p>Words of <b>a <i>text</b> that</i> is long "
    "enough, &#x4e2d;&notin; and so on.<br>"
    "<img src=a.png alt=\"x > y\"><table><tr><th>h<td colspan=2>c</table><pre>\n a\n  "
    "b</pre><svg><title>s</title><path d='M0'/></svg><math><mi>x"
    "</mi></math><select><option selected>o</select><textarea>\n</p></textarea><template><p>t</template><noscript><img "
    "src=n></noscript></main>";

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
    { "chosen options", "<select><button><selectedcontent></selectedcontent></button>", "<option selected>x", "",
      100000 },
    { "groups of options", "<select>", "<optgroup label=x><option>y", "", 100000 },
    { "selects", "", "<select><option>x</select>", "", 100000 },
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
    { "lazy pictures", "<p>", "<img src=data:x alt=x>", "", 200000 },
    { "pictures of a picture", "<picture>", "<source><img src=data:x alt=x>", "", 100000 },
    { "breaks in a URL", "<p>x<img alt=a^b src='a", "\n", "b'>", 4000000 },
    { "hidden siblings", "<p>", "<b aria-hidden=true>x</b>", "", 200000 },
    { "read aloud", "<p>", "<b class=sr-only> </b>", "", 200000 },
    { "hidden formulas", "<p>", "<b hidden><math><mi>x</math></b>", "", 100000 },
    { "open formulas", "<script src=mathjax.js></script><p>", "\\( x ", "", 1000000 },
    { "rows of a script", "<script>self.__next_f.push([1,\"", "a\\n", "\"])</script><p>x", 2000000 },
    { "not UTF-8", "<p>", "\xff\xfe", "", 4000000 },
    { "every prefix", "", mixed, "", 6 },
};

typedef struct trial {
    const attack *attack;
    size_t n;
    double seconds, longest; /* of all its pages, and of one: they differ for prefixes */
    long peak_mb;
    bool died;
    char cut[240];
} trial;

/* Every prefix of the page, one after another, instead of the page? */
static bool by_prefixes(const attack *a)
{
    return a->piece == mixed;
}

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

/* A page through parser, model and writers; says in `cut` what stopped it. */
static void run_page(husk_page *page, husk_output *output, const husk_raw *raw, char *cut, size_t cut_size)
{
    static const husk_format formats[] = { HUSK_FORMAT_TEXT, HUSK_FORMAT_MARKDOWN, HUSK_FORMAT_HTML,
                                           HUSK_FORMAT_JSONL };
    husk_error error = { 0 };
    husk_status status = husk_page_parse(page, raw, &error);
    if (status != HUSK_OK)
        snprintf(cut, cut_size, "%s", error.message);
    for (int all = 0; all < 2; all++)
        for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
            husk_extract_options options;
            husk_extract_options_init(&options, sizeof options);
            options.all = all;
            options.format = formats[f];
            options.links = options.images = true;
            husk_output_clear(output);
            husk_judge_options judge;
            husk_verdict *verdict = NULL;
            husk_judge_options_init(&judge, sizeof judge);
            husk_judge_options_for(&judge, &options, NULL);
            husk_status written = husk_judge(page, NULL, &judge, &verdict, &error);
            if (written == HUSK_OK)
                written = husk_extract(verdict, &options, output, &error);
            husk_verdict_free(verdict);
            if (written != HUSK_OK && *cut == 0)
                snprintf(cut, cut_size, "%s", error.message);
        }
}

static void *run_trial(void *argument)
{
    trial *t = argument;
    const attack *a = t->attack;
    husk_page *page;
    husk_output *output;
    size_t len;
    char *html = make_page(a, t->n, &len);
    if (husk_page_new(NULL, &page, NULL) != HUSK_OK || husk_output_new(HUSK_MAX_OUTPUT_BYTES, &output) != HUSK_OK)
        exit(3);
    double start = thread_seconds();
    for (size_t cut = by_prefixes(a) ? 0 : len; cut <= len; cut++) {
        double before = thread_seconds();
        husk_raw raw = { .size = sizeof(husk_raw), .id = a->name, .bytes = html, .len = cut };
        run_page(page, output, &raw, t->cut, sizeof t->cut);
        double seconds = thread_seconds() - before;
        if (seconds > t->longest)
            t->longest = seconds;
    }
    t->seconds = thread_seconds() - start;
    husk_output_free(output);
    husk_page_free(page);
    free(html);
    return NULL;
}

/* In the child: the trial on a worker's stack, its figures into the pipe. */
static void run_child(trial *t, int out)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, HUSK_WORKER_STACK);
    if (pthread_create(&thread, &attributes, run_trial, t) != 0)
        _exit(3);
    pthread_join(thread, NULL);
    _exit(write(out, t, sizeof *t) == (ssize_t)sizeof *t ? 0 : 3);
}

static trial run(const attack *a, size_t n)
{
    trial t = { .attack = a, .n = n };
    int pipe_ends[2], status;
    struct rusage usage;
    fflush(stdout);
    pid_t child = pipe(pipe_ends) == 0 ? fork() : -1;
    if (child < 0)
        exit(3);
    if (child == 0)
        run_child(&t, pipe_ends[1]);
    close(pipe_ends[1]);
    t.died = read(pipe_ends[0], &t, sizeof t) != (ssize_t)sizeof t;
    close(pipe_ends[0]);
    if (wait4(child, &status, 0, &usage) != child || status != 0)
        t.died = true;
    t.peak_mb = usage.ru_maxrss / 1024;
    return t;
}

static double ratio(const trial *once, const trial *twice)
{
    return twice->seconds / (once->seconds > 1e-4 ? once->seconds : 1e-4);
}

/* Every prefix of a page twice as long costs four times as much by itself. */
static bool is_slow(const trial *once, const trial *twice)
{
    return ratio(once, twice) > (by_prefixes(once->attack) ? 2 * MOST_TIMES : MOST_TIMES) && *twice->cut == 0 &&
           twice->seconds > .05;
}

static void run_again(trial *best)
{
    trial other = run(best->attack, best->n);
    best->died |= other.died;
    if (other.peak_mb > best->peak_mb)
        best->peak_mb = other.peak_mb;
    if (other.seconds < best->seconds) {
        best->seconds = other.seconds;
        best->longest = other.longest;
    }
}

/* What is wrong with it, or NULL. */
static const char *fault(const trial *once, const trial *twice)
{
    if (once->died || twice->died)
        return "died";
    if (is_slow(once, twice))
        return "worse than linear, and not cut";
    if (once->longest > MOST_SECONDS || twice->longest > MOST_SECONDS)
        return "too long";
    if (once->peak_mb > MOST_MB || twice->peak_mb > MOST_MB)
        return "too much memory";
    return NULL;
}

static bool run_attack(const attack *a, double scale, bool first)
{
    size_t n = (size_t)((double)a->n * scale);
    trial once = run(a, n), twice = run(a, 2 * n);
    for (int i = 1; i < 3 * RUNS && (i < RUNS || is_slow(&once, &twice)); i++) {
        run_again(&once);
        run_again(&twice);
    }
    const char *wrong = fault(&once, &twice);
    printf("%s\n  {\"name\": \"%s\", \"pieces\": %zu, \"seconds\": %.3f, \"twice\": %.3f, \"ratio\": %.2f, \"cut\": "
           "\"%s\", \"peak_mb\": %ld",
           first ? "" : ",", a->name, n, once.seconds, twice.seconds, ratio(&once, &twice), twice.cut,
           once.peak_mb > twice.peak_mb ? once.peak_mb : twice.peak_mb);
    if (wrong)
        printf(", \"wrong\": \"%s\"", wrong);
    printf("}");
    fflush(stdout);
    return wrong;
}

int main(int argc, char **argv)
{
    double scale = .5;
    const char *only = NULL;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--scale") == 0)
            scale = atof(argv[i + 1]) / 10;
        else if (strcmp(argv[i], "--only") == 0)
            only = argv[i + 1];
    }
    bool bad = false, first = true;
    printf("{\"hostile\": [");
    for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++) {
        if (only && strcmp(only, attacks[i].name) != 0)
            continue;
        bad |= run_attack(&attacks[i], scale, first);
        first = false;
    }
    printf("\n]}\n");
    return bad || first;
}
