/* cmd_dedup.c - group near-duplicate pages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judging.h"
#include "talk.h"

typedef struct dedup_settings {
    common_settings common;
    judging_settings judging;
    const char *output;
    int text;
    bool all;
    double similarity;
} dedup_settings;

typedef struct dedup_context {
    comparing pages;
    bool all;
    husk_dedup *dedup;
} dedup_context;

static const choice texts[] = { { "content", HUSK_WORDS_MAIN }, { "all", HUSK_WORDS_ALL }, { NULL, 0 } };

static const option dedup_options[] = {
    { CHOICE_AT(dedup_settings, text), .name = "text", .value = "TEXT", .choices = texts,
      .help = "The text to compare: the main content, or all visible text including the template." },
    { REAL_AT(dedup_settings, similarity), .name = "similarity", .value = "SHARE", .min = 0.01, .max = 1,
      .help = "The minimum share of six-word runs that near-duplicates have in common." },
    { FLAG_AT(dedup_settings, all), .name = "all", .letter = 'a',
      .help = "Also print pages without a near-duplicate." },
    JUDGING_OPTIONS(dedup_settings),
    OUTPUT_OPTION(dedup_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk dedup crawl.warc.gz",
    "List the near-duplicates in a crawl, group by group.",
    NULL,
};

static void defaults(void *settings)
{
    dedup_settings *s = settings;
    judging_defaults(&s->judging);
    s->similarity = .8;
}

static bool no_memory(void)
{
    talk("out of memory");
    return false;
}

static bool take(void *context, const page_result *result)
{
    dedup_context *c = context;
    husk_error error = { .status = HUSK_OK };
    if (result->value == NULL || husk_dedup_add(c->dedup, result->value, &error) == HUSK_OK)
        return true;
    talk("%s", error.message);
    return false;
}

static void write_group(dedup_context *c, const uint32_t *groups, uint32_t number, uint32_t first, uint32_t n)
{
    for (uint32_t i = first; i < n; i++)
        if (groups[i] == first)
            output_page_line(&c->pages.by.output, number, husk_dedup_id(c->dedup, i));
}

/* Groups in the order of their first pages. */
static exit_code end(void *context, exit_code code)
{
    dedup_context *c = context;
    const uint32_t *groups;
    uint32_t n = 0, number = 0;
    husk_error error;
    if (husk_dedup_groups(c->dedup, &groups, &n, &error)) {
        talk("%s", error.message);
        output_close(&c->pages.by.output, false);
        return EXIT_NOTHING;
    }
    uint32_t *sizes = calloc((size_t)n + 1, sizeof *sizes);
    for (uint32_t i = 0; sizes != NULL && i < n; i++)
        sizes[groups[i]]++;
    for (uint32_t i = 0; sizes != NULL && i < n; i++)
        if (groups[i] == i && (c->all || sizes[i] > 1))
            write_group(c, groups, ++number, i, n);
    bool done = sizes != NULL || no_memory();
    free(sizes);
    return output_close(&c->pages.by.output, done) && done ? code : EXIT_NOTHING;
}

static bool open_all(dedup_context *c, const dedup_settings *s)
{
    husk_dedup_options options;
    husk_error error = { .status = HUSK_OK };
    husk_dedup_options_init(&options, sizeof options);
    options.similarity = (float)s->similarity;
    if (!comparing_open(&c->pages, &s->judging, s->common.quiet))
        return false;
    if (husk_dedup_new(&options, &c->dedup, &error) != HUSK_OK) {
        talk("%s", error.message);
        return false;
    }
    return output_open(&c->pages.by.output, s->output);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const dedup_settings *s = settings;
    dedup_context c = { .pages = { .words = (husk_words)s->text, .read = husk_dedup_read }, .all = s->all };
    const char *why = judging_contradiction(&s->judging);
    if (why != NULL) {
        talk("dedup: %s", why);
        return EXIT_USAGE;
    }
    exit_code code = EXIT_NOTHING;
    if (open_all(&c, s))
        code = run_pages(&(page_run){
            RUN_OVER(s, inputs, n_inputs),
            .context = &c,
            .work = comparing_work,
            .free_value = comparing_free_value,
            .write = take,
            .end = end,
        });
    husk_dedup_free(c.dedup);
    judging_close(&c.pages.by);
    return code;
}

const command command_dedup = {
    .name = "dedup",
    .summary = "group near-duplicate pages",
    TAKES_INPUTS,
    .about =
        "Print group and page, tab-separated, for every page whose main content is nearly that of another.\n\n"
        "Pages that share four of the eight smallest hashes of their runs of six words are compared by all runs; a "
        "page joins a group if it shares at least --similarity of them with the group's first page. Only the main "
        "content is compared, as husk extract finds it: pages of one site share their template without saying the "
        "same, and copies on two sites do not.",
    .examples = examples,
    .options = dedup_options,
    .settings_size = sizeof(dedup_settings),
    .defaults = defaults,
    .run = run,
};
