/* cmd_topics.c - pages by what they say: a line for each page. */
#include "run.h"
#include "talk.h"

typedef struct topics_settings {
    common_settings common;
    const char *output;
    const char *site;
    bool all;
    unsigned k, rounds, seed, max_words;
} topics_settings;

typedef struct topics_context {
    output output;
    husk_topics *topics;
    husk_site *site;
    husk_topics_text text;
    bool failed; /* told already */
} topics_context;

static const option topics_options[] = {
    { NUMBER_AT(topics_settings, k), .name = "topics", .letter = 'k', .value = "K", .min = 1, .max = 100000,
      .normally = "none: it must be given", .help = "How many topics." },
    { TEXT_AT(topics_settings, site), .name = "site", .value = "FILE",
      .help = "Compare the words that are not template by what was learned of the pages' sites (husk learn)." },
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
    husk_topics_options o;
    husk_topics_options_init(&o, sizeof o);
    s->rounds = o.rounds;
    s->seed = (unsigned)o.seed;
    s->max_words = o.max_words;
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_status parsed, const char *reason,
                        husk_output *out, husk_error *error)
{
    const topics_context *c = context;
    (void)reason;
    if (parsed != HUSK_OK && parsed != HUSK_LIMIT)
        return HUSK_OK;
    return husk_topics_read(page, raw, c->text, c->site, out, error);
}

static bool take(void *context, const page_result *result)
{
    topics_context *c = context;
    husk_error error = { 0 };
    if (result->len == 0 || husk_topics_add(c->topics, result->bytes, result->len, &error) == HUSK_OK)
        return true;
    talk("%s", error.message);
    c->failed = true;
    return false;
}

static void write_lines(topics_context *c)
{
    for (uint32_t i = 0; i < husk_topics_n_pages(c->topics); i++)
        output_page_line(&c->output, husk_topics_cluster_of(c->topics, i), husk_topics_id(c->topics, i));
}

static exit_code end(void *context, exit_code code)
{
    topics_context *c = context;
    husk_error error = { 0 };
    bool ok = code != EXIT_NOTHING && !c->failed;
    if (ok && husk_topics_cluster(c->topics, &error) != HUSK_OK) {
        talk("%s", error.message);
        ok = false;
    }
    if (ok && husk_topics_one_in(c->topics) > 1)
        talk("more different words than --max-words allows: one in %u of them was used", husk_topics_one_in(c->topics));
    if (ok)
        write_lines(c);
    husk_topics_free(c->topics);
    husk_site_free(c->site);
    return output_close(&c->output, ok) && ok ? code : EXIT_NOTHING;
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
    if (s->site && husk_site_open(s->site, &c->site, &error) != HUSK_OK) {
        talk("%s", error.message);
        return false;
    }
    if (husk_topics_new(&o, &c->topics, &error) != HUSK_OK) {
        talk("%s", error.message);
        return false;
    }
    return output_open(&c->output, s->output);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const topics_settings *s = settings;
    topics_context c = { .text = s->all ? HUSK_TOPICS_ALL : s->site ? HUSK_TOPICS_SITE : HUSK_TOPICS_CONTENT };
    if (s->k == 0) {
        talk("topics: -k K says how many");
        return EXIT_USAGE;
    }
    if (s->all && s->site) {
        talk("topics: --all and --site are two different things");
        return EXIT_USAGE;
    }
    if (!open_all(&c, s)) {
        husk_topics_free(c.topics);
        husk_site_free(c.site);
        return EXIT_NOTHING;
    }
    return run_pages(&(page_run){
        RUN_OVER(s, inputs, n_inputs),
        .context = &c,
        .work = work,
        .write = take,
        .end = end,
    });
}

const command command_topics = {
    .name = "topics",
    .summary = "put pages together by what they say",
    TAKES_INPUTS,
    .about = "Print the number of its topic and the id of each page, parted by a tab.\n\n"
             "Pages are compared by their words, weighed by how rare they are (tf-idf, cosine). Centres are the pages "
             "furthest from all centres "
             "before them, furthest-point-first, and every page goes to its nearest. With --rounds the centres then "
             "move to the middle of "
             "their pages, which is slower and mostly better.\n\n"
             "The words are those of the content, as extract finds it; --site leaves out what a site's pages share "
             "instead, and --all nothing.\n\n"
             "Topics are the same in whatever order the pages come, and at any number of jobs; they are numbered by "
             "their first pages. A page "
             "without a word that tells it from others has topic 0.",
    .examples = examples,
    .options = topics_options,
    .settings_size = sizeof(topics_settings),
    .defaults = defaults,
    .run = run,
};
