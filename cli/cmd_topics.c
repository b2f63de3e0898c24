/* cmd_topics.c - cluster pages by topic: a line per page. */
#include "judging.h"
#include "talk.h"

typedef struct topics_settings {
    common_settings common;
    judging_settings judging;
    const char *output;
    bool all;
    unsigned k, rounds, seed, max_words;
} topics_settings;

typedef struct topics_context {
    judging by;
    husk_topics *topics;
    husk_words words;
    bool failed; /* already reported */
} topics_context;

static const option topics_options[] = {
    { NUMBER_AT(topics_settings, k), .name = "topics", .letter = 'k', .value = "K", .min = 1, .max = 100000,
      .normally = "none: it must be given", .help = "How many topics." },
    JUDGING_OPTIONS(topics_settings),
    { FLAG_AT(topics_settings, all), .name = "all", .help = "Compare all words that a reader sees, template and all." },
    { NUMBER_AT(topics_settings, rounds), .name = "rounds", .value = "N", .max = 1000,
      .help = "Move each centre to the mean of its pages, N times at most; 0 leaves the furthest points as centres." },
    { NUMBER_AT(topics_settings, seed), .name = "seed", .value = "N", .max = 4294967295.0,
      .help = "Which page is the first centre." },
    { NUMBER_AT(topics_settings, max_words), .name = "max-words", .value = "N", .min = 1, .max = 16000000,
      .help = "Use at most N different words; of more, a sample." },
    OUTPUT_OPTION(topics_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk topics -k 5 site/",
    "Each page with the number of its topic, by its content.",
    "husk learn site/ -o site.husk && husk topics -k 5 --site site.husk site/",
    "By what is left without the site's template.",
    NULL,
};

static void defaults(void *settings)
{
    topics_settings *s = settings;
    judging_defaults(&s->judging);
    husk_topics_options o;
    husk_topics_options_init(&o, sizeof o);
    s->rounds = o.rounds;
    s->seed = (unsigned)o.seed;
    s->max_words = o.max_words;
}

static void free_digest(void *value)
{
    husk_digest_free(value);
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                        husk_error *error)
{
    const topics_context *c = context;
    husk_verdict *verdict = NULL;
    husk_digest *digest = NULL;
    (void)raw, (void)out;
    husk_status status = husk_judge(page, c->by.site, &c->by.options, &verdict, error);
    if (status == HUSK_OK)
        status = husk_topics_read(verdict, c->words, &digest, error);
    *value = digest;
    husk_verdict_free(verdict);
    return status;
}

static bool take(void *context, const page_result *result)
{
    topics_context *c = context;
    husk_error error = { 0 };
    if (result->value == NULL || husk_topics_add(c->topics, result->value, &error) == HUSK_OK)
        return true;
    talk("%s", error.message);
    c->failed = true;
    return false;
}

static void write_lines(topics_context *c)
{
    for (uint32_t i = 0; i < husk_topics_n_pages(c->topics); i++)
        output_page_line(&c->by.output, husk_topics_topic_of(c->topics, i), husk_topics_id(c->topics, i));
}

static exit_code end(void *context, exit_code code)
{
    topics_context *c = context;
    husk_error error = { 0 };
    bool ok = code != EXIT_NOTHING && !c->failed;
    if (ok && husk_topics_run(c->topics, &error) != HUSK_OK) {
        talk("%s", error.message);
        ok = false;
    }
    if (ok && husk_topics_one_in(c->topics) > 1)
        talk("more different words than --max-words allows: one in %u of them was used", husk_topics_one_in(c->topics));
    if (ok)
        write_lines(c);
    return output_close(&c->by.output, ok) && ok ? code : EXIT_NOTHING;
}

static bool open_all(topics_context *c, const topics_settings *s)
{
    husk_topics_options o;
    husk_error error = { 0 };
    husk_topics_options_init(&o, sizeof o);
    o.k = s->k;
    o.rounds = s->rounds;
    o.seed = s->seed;
    o.max_words = s->max_words;
    if (!judging_open(&c->by, &s->judging, s->common.quiet))
        return false;
    c->by.options.depth = s->all ? HUSK_DEPTH_CLASS : HUSK_DEPTH_BLOCKS;
    if (husk_topics_new(&o, &c->topics, &error) != HUSK_OK) {
        talk("%s", error.message);
        return false;
    }
    return output_open(&c->by.output, s->output);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const topics_settings *s = settings;
    topics_context c = { .words = s->all ? HUSK_WORDS_ALL : HUSK_WORDS_MAIN };
    const char *why = s->k == 0                   ? "-k K says how many"
                      : s->all && s->judging.site ? "--all and --site exclude each other"
                                                  : judging_contradiction(&s->judging);
    if (why != NULL) {
        talk("topics: %s", why);
        return EXIT_USAGE;
    }
    exit_code code = EXIT_NOTHING;
    if (open_all(&c, s))
        code = run_pages(&(page_run){
            RUN_OVER(s, inputs, n_inputs),
            .context = &c,
            .work = work,
            .free_value = free_digest,
            .write = take,
            .end = end,
        });
    husk_topics_free(c.topics);
    judging_close(&c.by);
    return code;
}

const command command_topics = {
    .name = "topics",
    .summary = "group pages by topic",
    TAKES_INPUTS,
    .about = "Print one line per page: its topic number and its id, tab-separated.\n\nPages are compared by their "
             "words (tf-idf, cosine) and clustered furthest-point-first: each new centre is the page furthest from all "
             "earlier ones, and every page joins its nearest centre. With --rounds the centres then move to the mean "
             "of their pages, which is slower and usually better.\n\nOnly the main content is compared, as husk "
             "extract finds it with the same options; --all compares everything a reader sees.\n\nTopics do not depend "
             "on the order of the pages or the number of jobs. They are numbered by their first pages. Topic 0 is for "
             "pages without any distinguishing word.",
    .examples = examples,
    .options = topics_options,
    .settings_size = sizeof(topics_settings),
    .defaults = defaults,
    .run = run,
};
