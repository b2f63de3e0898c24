/* cmd_topics.c - cluster pages by topic: a line per page. */
#include "judging.h"
#include "talk.h"

typedef struct topics_settings {
    common_settings common;
    husk_topics_options options; /* those that options set directly */
    bool all;
} topics_settings;

typedef struct topics_context {
    comparing pages;
    husk_topics *topics;
} topics_context;

static const option topics_options[] = {
    { NUMBER_AT(topics_settings, options.k), .name = "topics", .letter = 'k', .value = "K", .min = 1, .max = 100000,
      .normally = "none; required" },
    { FLAG_AT(topics_settings, all), .name = "all" },
    { NUMBER_AT(topics_settings, options.rounds), .name = "rounds", .value = "N", .max = 1000 },
    OUTPUT_OPTION,
    { .name = NULL },
};

static const option published[] = {
    { FLAG_AT(topics_settings, options.no_idf), .name = "no-idf" },
    { NUMBER_AT(topics_settings, options.seed), .name = "seed", .max = 4294967295.0 },
    { .name = NULL },
};

static void defaults(void *settings)
{
    topics_settings *s = settings;
    husk_topics_options_init(&s->options, sizeof s->options);
    s->options.k = 0;
}

static bool take(void *context, const page_result *result)
{
    topics_context *c = context;
    const judged *seen = result->value;
    husk_error error;
    return seen == NULL || seen->digest == NULL ||
           comparing_check(&c->pages, husk_topics_add(c->topics, seen->digest, &error), &error);
}

static void write_lines(topics_context *c)
{
    for (uint32_t i = 0; i < husk_topics_n_pages(c->topics); i++)
        output_page_line(&c->pages.by.output, husk_topics_topic_of(c->topics, i), husk_topics_id(c->topics, i));
}

static exit_code end(void *context, exit_code code)
{
    topics_context *c = context;
    husk_error error;
    if (code != EXIT_NOTHING && comparing_check(&c->pages, husk_topics_run(c->topics, &error), &error)) {
        if (husk_topics_one_in(c->topics) > 1)
            talk("too many distinct words: a sample of one in %u was used", husk_topics_one_in(c->topics));
        write_lines(c);
    }
    return comparing_end(&c->pages, code);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const topics_settings *s = settings;
    topics_context c = { .pages = comparing_by(&s->common, s->all ? HUSK_WORDS_ALL : HUSK_WORDS_MAIN) };
    const char *why = s->options.k == 0                  ? "the number of topics is required: -k K"
                      : s->all && s->common.judging.site ? "--all and --site are mutually exclusive"
                                                         : NULL;
    husk_topics_options o = s->options;
    husk_error error;
    o.k = o.k ? o.k : 1;
    c.pages.read = husk_topics_read;
    exit_code code = EXIT_NOTHING;
    if (comparing_check(&c.pages, husk_topics_new(&o, &c.topics, &error), &error))
        code = judging_run("topics", why,
                           &(page_run){ RUN_OVER(s, inputs, n_inputs), COMPARING(&c), .write = take, .end = end });
    husk_topics_free(c.topics);
    return code;
}

const command command_topics = {
    .name = "topics",
    .summary = "group pages by topic",
    TAKES_INPUTS,
    .options = topics_options,
    .published = published,
    .judges = true,
    .settings_size = sizeof(topics_settings),
    .defaults = defaults,
    .run = run,
};
