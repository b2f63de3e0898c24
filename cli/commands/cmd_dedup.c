/* cmd_dedup.c - group near-duplicate pages. */
#include <stdlib.h>

#include "judging.h"
#include "talk.h"

typedef struct dedup_settings {
    common_settings common;
    int text;
    bool all;
    husk_dedup_options options;
} dedup_settings;

typedef struct dedup_context {
    comparing pages;
    bool all;
    husk_dedup *dedup;
} dedup_context;

static const choice texts[] = { { "content", HUSK_WORDS_MAIN }, { "all", HUSK_WORDS_ALL }, { NULL, 0 } };

static const option dedup_options[] = {
    { CHOICE_AT(dedup_settings, text), .name = "text", .value = "TEXT", .choices = texts },
    { REAL_AT(dedup_settings, options.similarity), .name = "similarity", .value = "SHARE", .min = 0, .max = 1 },
    { FLAG_AT(dedup_settings, all), .name = "all", .letter = 'a' },
    OUTPUT_OPTION,
    { .name = NULL },
};

static void defaults(void *settings)
{
    dedup_settings *s = settings;
    husk_dedup_options_init(&s->options, sizeof s->options);
}

static bool take(void *context, const page_result *result)
{
    dedup_context *c = context;
    const judged *seen = result->value;
    husk_error error;
    return seen == NULL || seen->digest == NULL ||
           comparing_check(&c->pages, husk_dedup_add(c->dedup, seen->digest, &error), &error);
}

/* For every page, the next of its group, or 0. `last` is scratch space. */
static void chain_groups(const uint32_t *groups, uint32_t n, uint32_t *next, uint32_t *last)
{
    for (uint32_t i = 0; i < n; i++) {
        if (groups[i] != i)
            next[last[groups[i]]] = i;
        last[groups[i]] = i;
    }
}

/* Groups in the order of their first pages. */
static void write_groups(dedup_context *c, const uint32_t *groups, uint32_t n, const uint32_t *next)
{
    uint32_t number = 0;
    for (uint32_t first = 0; first < n; first++) {
        if (groups[first] != first || (next[first] == 0 && !c->all))
            continue;
        number++;
        output_page_line(&c->pages.by.output, number, husk_dedup_id(c->dedup, first));
        for (uint32_t i = next[first]; i != 0; i = next[i])
            output_page_line(&c->pages.by.output, number, husk_dedup_id(c->dedup, i));
    }
}

static exit_code end(void *context, exit_code code)
{
    dedup_context *c = context;
    const uint32_t *groups;
    uint32_t n = 0;
    husk_error error;
    if (code != EXIT_NOTHING && comparing_check(&c->pages, husk_dedup_groups(c->dedup, &groups, &n, &error), &error)) {
        uint32_t *next = calloc((size_t)n + 1, 2 * sizeof *next);
        c->pages.failed = next == NULL;
        if (next == NULL) {
            talk("out of memory");
        } else {
            chain_groups(groups, n, next, next + n);
            write_groups(c, groups, n, next);
        }
        free(next);
    }
    return comparing_end(&c->pages, code);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const dedup_settings *s = settings;
    dedup_context c = { .pages = comparing_by(&s->common, (husk_words)s->text), .all = s->all };
    husk_error error;
    c.pages.read = husk_dedup_read;
    exit_code code = EXIT_NOTHING;
    if (comparing_check(&c.pages, husk_dedup_new(&s->options, &c.dedup, &error), &error))
        code = judging_run("dedup", NULL,
                           &(page_run){ RUN_OVER(s, inputs, n_inputs), COMPARING(&c), .write = take, .end = end });
    husk_dedup_free(c.dedup);
    return code;
}

const command command_dedup = {
    .name = "dedup",
    .summary = "group near-duplicate pages",
    TAKES_INPUTS,
    .options = dedup_options,
    .judges = true,
    .settings_size = sizeof(dedup_settings),
    .defaults = defaults,
    .run = run,
};
