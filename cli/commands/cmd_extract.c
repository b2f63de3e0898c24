/* cmd_extract.c - print the main content of pages, in one of several formats, to one output, parts, or a file per page.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "judging.h"
#include "names.h"
#include "parts.h"
#include "run.h"
#include "talk.h"

#define NOT_GIVEN (-1)
#define MAX_HEAD 4096

/* What a page must be. */
typedef struct filter_settings {
    unsigned kinds; /* any of kinds_of_pages; 0: all */
    float min_confidence;
    const char *languages; /* separated by commas; NULL: all */
    unsigned min_words;
    bool dedup;
} filter_settings;

/* Why a page is left out; the order of the checks. */
enum { DROP_NONE, DROP_KIND, DROP_CONFIDENCE, DROP_LANGUAGE, DROP_WORDS, DROP_COPY, N_DROPS };

typedef struct extract_settings {
    common_settings common;
    husk_extract_options options;
    bool precision, recall;
    unsigned with, without;
    int format;
    const char *output_dir;
    bool keep_dirs;
    const char *split;
    bool resume;
    filter_settings filter;
} extract_settings;

typedef struct extract_context {
    judging by;
    const extract_settings *settings;
    husk_extract_options options;
    husk_output *head;             /* start of an output or file: the CSV header */
    bool many;                     /* the output separates pages */
    bool any;                      /* something was written */
    parts parts;                   /* of `by`'s output */
    husk_dedup *dedup;             /* of the pages written; or NULL */
    uint64_t counts[PARTS_COUNTS]; /* of pages left out, by DROP_… */
} extract_context;

const choice formats_of_extract[] = {
    { "text", HUSK_FORMAT_TEXT }, { "markdown", HUSK_FORMAT_MARKDOWN }, { "html", HUSK_FORMAT_HTML },
    { "json", HUSK_FORMAT_JSON }, { "jsonl", HUSK_FORMAT_JSONL },       { "csv", HUSK_FORMAT_CSV },
    { "xml", HUSK_FORMAT_XML },   { "parquet", HUSK_FORMAT_PARQUET },   { NULL, 0 },
};

const choice formats_of_body[] = {
    { "text", HUSK_FORMAT_TEXT },
    { "markdown", HUSK_FORMAT_MARKDOWN },
    { "html", HUSK_FORMAT_HTML },
    { NULL, 0 },
};

static const choice kinds_of_pages[] = {
    { "article", 1 },  { "collection", 2 }, { "documentation", 4 }, { "forum", 8 },
    { "listing", 16 }, { "product", 32 },   { "service", 64 },      { NULL, 0 },
};

enum { WITH_LINKS = 1, WITH_IMAGES = 2, WITH_METADATA = 4, WITH_SIGNALS = 8 };
static const choice additions[] = {
    { "links", WITH_LINKS },
    { "images", WITH_IMAGES },
    { "metadata", WITH_METADATA },
    { "signals", WITH_SIGNALS },
    { NULL, 0 },
};

enum { NO_TABLES = 1, NO_COMMENTS = 2, NO_TITLE = 4, NO_FORMULAS = 8 };
static const choice omissions[] = {
    { "tables", NO_TABLES },
    { "comments", NO_COMMENTS },
    { "title", NO_TITLE },
    { "formulas", NO_FORMULAS },
    { NULL, 0 },
};

static const option extract_options[] = {
    { CHOICE_AT(extract_settings, format), .name = "format", .value = "FORMAT", .choices = formats_of_extract,
      .normally = "by the name of --output; text for one page, jsonl for many" },
    { CHOICE_AT(extract_settings, options.body), .name = "body", .value = "KIND", .choices = formats_of_body },
    OUTPUT_OPTION,
    { TEXT_AT(extract_settings, split), .name = "split", .value = "SIZE" },
    { FLAG_AT(extract_settings, resume), .name = "resume" },
    FILES_OPTIONS(extract_settings),
    { PARTS_AT(extract_settings, filter.kinds), .name = "kind", .value = "KIND", .choices = kinds_of_pages },
    { TEXT_AT(extract_settings, filter.languages), .name = "language", .value = "LANG" },
    { REAL_AT(extract_settings, filter.min_confidence), .name = "min-confidence", .value = "F", .max = 1 },
    { NUMBER_AT(extract_settings, filter.min_words), .name = "min-words", .value = "N", .max = 1e9 },
    { FLAG_AT(extract_settings, filter.dedup), .name = "dedup" },
    { FLAG_AT(extract_settings, options.all), .name = "all" },
    { FLAG_AT(extract_settings, precision), .name = "precision" },
    { FLAG_AT(extract_settings, recall), .name = "recall" },
    { PARTS_AT(extract_settings, with), .name = "with", .value = "PART", .choices = additions },
    { PARTS_AT(extract_settings, without), .name = "without", .value = "PART", .choices = omissions },
    { .name = NULL },
};

static void defaults(void *settings)
{
    extract_settings *s = settings;
    husk_extract_options_init(&s->options, sizeof s->options);
    const char *epoch = getenv("SOURCE_DATE_EPOCH"); /* the usual variable for reproducible output */
    if (epoch && *epoch)
        s->options.now = strtoll(epoch, NULL, 10);
    s->format = NOT_GIVEN;
}

/* --- formats ------------------------------------------------------------------------------------------------------ */

static const char *const extensions[] = {
    [HUSK_FORMAT_TEXT] = ".txt",  [HUSK_FORMAT_MARKDOWN] = ".md",     [HUSK_FORMAT_HTML] = ".html",
    [HUSK_FORMAT_JSON] = ".json", [HUSK_FORMAT_JSONL] = ".jsonl",     [HUSK_FORMAT_CSV] = ".csv",
    [HUSK_FORMAT_XML] = ".xml",   [HUSK_FORMAT_PARQUET] = ".parquet",
};

/* The format that is asked for, or NOT_GIVEN. */
static int format_of(const extract_settings *s)
{
    return s->format != NOT_GIVEN ? s->format : format_by_name(s->common.output, formats_of_extract, NOT_GIVEN);
}

/* --- which pages are written, and how many are not, and why ------------------------------------------------------- */

static bool filter_is_set(const filter_settings *f)
{
    return f->kinds || f->min_confidence > 0 || f->languages || f->min_words || f->dedup;
}

static bool has_kind(const filter_settings *f, const char *kind)
{
    for (const choice *c = kinds_of_pages; kind != NULL && c->name != NULL; c++)
        if (strcmp(c->name, kind) == 0)
            return f->kinds & (unsigned)c->value;
    return false;
}

/* Is it one of the languages, or a variety of one: de-DE of de? */
static bool has_language(const char *languages, husk_string tag)
{
    for (size_t len; *languages; languages += len + (languages[len] == ',')) {
        len = strcspn(languages, ",");
        if (len > 0 && tag.len >= len && strncasecmp(languages, tag.data, len) == 0 &&
            (tag.len == len || tag.data[len] == '-' || tag.data[len] == '_'))
            return true;
    }
    return false;
}

/* As detected; if that is unsure, as declared. */
static husk_string language_of(husk_verdict *verdict, int64_t now)
{
    const char *detected = husk_verdict_language(verdict);
    const husk_metadata *declared = detected ? NULL : husk_page_metadata(husk_verdict_page(verdict), now);
    if (detected != NULL)
        return (husk_string){ detected, strlen(detected) };
    return declared != NULL ? declared->language : (husk_string){ "", 0 };
}

/* On a worker: the first condition that the page does not meet, after husk_extract measured it. */
static int filter_check(const filter_settings *f, husk_verdict *verdict, int64_t now)
{
    const husk_judgement *j = husk_verdict_judgement(verdict);
    const double *signals = husk_verdict_signals(verdict);
    if (f->kinds && !has_kind(f, j->kind))
        return DROP_KIND;
    if (f->min_confidence > 0 && (j->kind == NULL || j->confidence < f->min_confidence))
        return DROP_CONFIDENCE;
    if (f->languages != NULL && !has_language(f->languages, language_of(verdict, now)))
        return DROP_LANGUAGE;
    if (f->min_words && (signals == NULL || signals[HUSK_SIGNAL_WORDS] < f->min_words))
        return DROP_WORDS;
    return DROP_NONE;
}

static void filter_report(const filter_settings *f, const uint64_t *counts)
{
    char words[64], line[512] = "";
    const char *why[N_DROPS] = { NULL,  "of another kind",     "below --min-confidence", "in another language",
                                 words, "nearly a page before" };
    uint64_t all = 0;
    size_t len = 0;
    snprintf(words, sizeof words, "of fewer than %u words", f->min_words);
    for (int i = DROP_KIND; i < N_DROPS; i++) {
        all += counts[i];
        if (counts[i])
            len +=
                (size_t)snprintf(line + len, sizeof line - len, "%s%" PRIu64 " %s", len ? ", " : "", counts[i], why[i]);
    }
    if (filter_is_set(f))
        talk("%" PRIu64 " page%s left out%s%s", all, all == 1 ? "" : "s", all ? ": " : "", line);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static husk_status write_verdict(const void *context, husk_verdict *verdict, husk_output *out, husk_error *error)
{
    const extract_context *c = context;
    return husk_extract(verdict, &c->options, out, error);
}

static husk_status check_verdict(const void *context, husk_verdict *verdict, judged *seen, husk_error *error)
{
    const extract_context *c = context;
    seen->drop = filter_check(&c->settings->filter, verdict, c->options.now);
    if (seen->drop != DROP_NONE || c->dedup == NULL)
        return HUSK_OK;
    return husk_dedup_read(verdict, c->options.all ? HUSK_WORDS_ALL : HUSK_WORDS_MAIN, &seen->digest, error);
}

/* Write an id as an HTML comment, with < and > escaped so that it can't end the comment. */
static void put_comment(char *line, size_t size, bool is_first, const char *id)
{
    size_t at = (size_t)snprintf(line, size, "%s<!-- page: ", is_first ? "" : "\n");
    for (; *id != 0 && at + sizeof "&gt; -->\n" < size; id++) {
        const char *code = *id == '<' ? "&lt;" : *id == '>' ? "&gt;" : NULL;
        at += (size_t)(code ? snprintf(line + at, size - at, "%s", code) : (line[at] = *id, 1));
    }
    snprintf(line + at, size - at, " -->\n");
}

/* Write the separator before a page when many pages go to one output. */
static bool write_before(extract_context *c, const char *id)
{
    char clean[1024], line[1100] = "";
    snprintf(clean, sizeof clean, "%s", id);
    talk_clean(clean);
    switch (c->options.format) {
    case HUSK_FORMAT_TEXT:
        snprintf(line, sizeof line, "%s==> %s <==\n", c->any ? "\n" : "", clean);
        break;
    case HUSK_FORMAT_MARKDOWN:
    case HUSK_FORMAT_HTML:
        put_comment(line, sizeof line, !c->any, clean);
        break;
    case HUSK_FORMAT_JSON:
        snprintf(line, sizeof line, "%s", c->any ? "," : "[");
        break;
    default:
        break;
    }
    return output_write(&c->by.output, line, strlen(line));
}

/* Write what ends an output: an array of records. */
static bool end_document(extract_context *c)
{
    bool is_array = c->many && c->options.format == HUSK_FORMAT_JSON, any = c->any;
    c->any = false;
    return !is_array || output_write(&c->by.output, any ? "]\n" : "[]\n", any ? 2 : 3);
}

/* `is_page`: it has text that could have been content. */
static bool write_stream(extract_context *c, const page_result *result, bool is_page)
{
    if (result->len == 0) {
        if (is_page && !c->many && !c->by.quiet)
            talk("%s: none of its text is main content; --recall keeps more, --all everything", result->id);
        return true;
    }
    if (parts_is_full(&c->parts, result->len) && !(end_document(c) && parts_next(&c->parts)))
        return false;
    if (!parts_begin(&c->parts) || (!c->any && !output_put(&c->by.output, c->head)))
        return false;
    if (c->many && !write_before(c, result->id))
        return false;
    c->any = true;
    return output_write(&c->by.output, result->bytes, result->len);
}

/* Why a page is left out, DROP_NONE, or -1 after reporting a failure. */
static int drop_of(extract_context *c, const judged *seen)
{
    husk_error error = { .status = HUSK_OK };
    bool is_copy = false;
    if (seen == NULL)
        return DROP_NONE;
    if (seen->digest != NULL && !talk_failure(husk_dedup_seen(c->dedup, seen->digest, &is_copy, &error), &error))
        return -1;
    return is_copy ? DROP_COPY : seen->drop;
}

static bool write_result(void *context, const page_result *result)
{
    extract_context *c = context;
    bool is_page = judging_take(&c->by, result), failed = result->status != HUSK_OK && result->status != HUSK_LIMIT;
    int drop = drop_of(c, result->value);
    if (drop < 0)
        return false;
    c->counts[drop]++;
    if (c->by.files.directory != NULL)
        return failed || drop || names_write(&c->by.files, result->id, c->head, result->bytes, result->len);
    return (drop || write_stream(c, result, is_page)) && parts_page_end(&c->parts, failed, !drop && result->len > 0);
}

static exit_code end(void *context, exit_code code)
{
    extract_context *c = context;
    judging_report(&c->by);
    if (!c->by.quiet)
        filter_report(&c->settings->filter, c->counts);
    if (c->by.files.directory == NULL) {
        bool is_empty = !c->any && c->parts.number == 1 && (code != EXIT_NOTHING || c->parts.is_open);
        if (c->parts.is_open || (c->parts.number == 1 && parts_begin(&c->parts))) {
            if (is_empty && c->head != NULL)
                output_put(&c->by.output, c->head);
            end_document(c);
        }
        return parts_end(&c->parts, code);
    }
    return names_end(&c->by.files, code);
}

/* Whether there are many pages, and so the format, follows from the content of the input. */
static bool begin(void *context, husk_source *source)
{
    extract_context *c = context;
    const extract_settings *s = c->settings;
    c->many = s->output_dir == NULL && husk_source_holds_many(source);
    int format = format_of(s);
    c->options.format = format != NOT_GIVEN ? (husk_format)format : c->many ? HUSK_FORMAT_JSONL : HUSK_FORMAT_TEXT;
    c->by.files.extension = extensions[c->options.format];
    c->by.options.aim = s->precision ? HUSK_AIM_PRECISION : s->recall ? HUSK_AIM_RECALL : HUSK_AIM_BALANCE;
    husk_judge_options_for(&c->by.options, &c->options, NULL);
    if (husk_output_new(MAX_HEAD, &c->head) == HUSK_OK && husk_extract_begin(&c->options, c->head, NULL) == HUSK_OK)
        return true;
    talk("out of memory");
    return false;
}

/* Why options conflict, or NULL. */
static const char *contradiction(const extract_settings *s)
{
    const char *files = names_contradiction(s->output_dir, s->keep_dirs, s->common.output);
    if (files != NULL)
        return files;
    if (format_of(s) == HUSK_FORMAT_PARQUET && s->output_dir != NULL)
        return "Parquet is for many pages in one file; --output-dir can't be combined with it";
    if ((s->split != NULL || s->resume) && (s->common.output == NULL || strcmp(s->common.output, "-") == 0))
        return "--split and --resume need --output FILE";
    if (s->resume && s->common.partial)
        return "--resume and --partial are mutually exclusive";
    if (s->resume && s->filter.dedup)
        return "--resume and --dedup are mutually exclusive: use --dedup on the records of the resumed run";
    if (s->options.all && (s->filter.kinds || s->filter.min_confidence > 0))
        return "--all judges nothing, so it can't be combined with --kind or --min-confidence";
    if (s->precision && s->recall)
        return "--precision and --recall are mutually exclusive";
    if (s->options.all && (s->precision || s->recall || s->common.judging.model != NULL ||
                           s->common.judging.site != NULL || s->common.judging.method != HUSK_METHOD_AUTO))
        return "--all can't be combined with --precision, --recall, --method, --model or --site";
    return NULL;
}

static husk_extract_options options_of(const extract_settings *s)
{
    husk_extract_options o = s->options;
    o.links = s->with & WITH_LINKS;
    o.images = s->with & WITH_IMAGES;
    o.with_metadata = s->with & WITH_METADATA;
    o.tables = !(s->without & NO_TABLES);
    o.comments = !(s->without & NO_COMMENTS);
    o.title = !(s->without & NO_TITLE);
    o.no_formulas = s->without & NO_FORMULAS;
    o.provenance = s->common.source.provenance;
    o.signals = s->with & WITH_SIGNALS ? HUSK_SIGNALS_ALL
                : s->filter.min_words  ? HUSK_SIGNALS_WORDS
                                       : HUSK_SIGNALS_NONE;
    return o;
}

/* Before the first byte is read: the input may never end. */
static bool open_parts(void *context, const page_run *run)
{
    extract_context *c = context;
    const extract_settings *s = c->settings;
    c->parts.out = &c->by.output;
    c->parts.path = s->common.output;
    c->parts.resume = s->resume;
    c->parts.quiet = s->common.quiet;
    c->parts.rows = format_of(s) == HUSK_FORMAT_PARQUET;
    c->parts.now = s->options.now;
    c->parts.counts = c->counts;
    c->parts.key = s->resume ? parts_key(&command_extract, s, run->inputs, run->n_inputs) : 0;
    bool is_open = parts_open(&c->parts, run->inputs, run->n_inputs);
    c->options.now = c->parts.now;
    c->any = c->parts.is_open && c->by.output.written > 0;
    return is_open;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const extract_settings *s = settings;
    extract_context c = { .by = judging_by(&s->common), .settings = s, .options = options_of(s) };
    c.by.write = write_verdict;
    c.by.check = filter_is_set(&s->filter) ? check_verdict : NULL;
    c.by.open = open_parts;
    c.by.files = (names){ .directory = s->output_dir, .keep_dirs = s->keep_dirs };
    const char *why = contradiction(s);
    char instead[128];
    if (s->format == NOT_GIVEN && instead_of_name(s->common.output, instead, sizeof instead)) {
        talk("extract: can't write %s: %s", s->common.output, instead);
        return EXIT_USAGE;
    }
    if (why == NULL && s->split != NULL && !parts_read_split(&c.parts, s->split)) {
        talk("extract: --split must be a size with K, M or G, or a number of pages, not '%s'", s->split);
        return EXIT_USAGE;
    }
    exit_code code = EXIT_NOTHING;
    if (!s->filter.dedup || talk_failure(husk_dedup_new(NULL, &c.dedup, NULL), NULL))
        code = judging_run("extract", why,
                           &(page_run){
                               RUN_OVER(s, inputs, n_inputs),
                               .before = &c.parts.run,
                               .context = &c,
                               .begin = begin,
                               .work = judging_work,
                               .takes_failed = true,
                               .free_value = judged_free,
                               .write = write_result,
                               .end = end,
                               .output = s->output_dir == NULL ? &c.by.output : NULL,
                           });
    husk_dedup_free(c.dedup);
    husk_output_free(c.head);
    return code;
}

const command command_extract = {
    .name = "extract",
    .summary = "print the main content of pages as text, Markdown, HTML or JSON",
    TAKES_INPUTS,
    .options = extract_options,
    .judges = true,
    .settings_size = sizeof(extract_settings),
    .defaults = defaults,
    .run = run,
};
