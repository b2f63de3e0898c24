/* command.c - the list of commands, the options they share, and the texts about both. */
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "talk.h"

#define COMMAND(name) extern const command command_##name;
#include "commands.h"
#undef COMMAND

const command *const all_commands[] = {
#define COMMAND(name) &command_##name,
#include "commands.h"
#undef COMMAND
    NULL,
};

static const option reading_options[] = {
    { NUMBER_AT(common_settings, jobs), .name = "jobs", .letter = 'j', .value = "N", .min = 1, .max = 256,
      .normally = "one per core" },
    { FLAG_AT(common_settings, source.follow_links), .name = "follow-links" },
    { FLAG_AT(common_settings, partial), .name = "partial" },
    { NO_AT(common_settings, sandbox), .name = "no-sandbox" },
    { TEXT_AT(common_settings, source.base_url), .name = "base-url", .value = "URL" },
    { TEXT_AT(common_settings, source.archives), .name = "archives", .value = "DIR" },
    { TEXT_AT(common_settings, source.user_agent), .name = "user-agent", .value = "TEXT" },
    { LIST_AT(common_settings, headers), .name = "header", .value = "'NAME: VALUE'" },
    { FLAG_AT(common_settings, source.provenance), .name = "provenance" },
    { LIST_AT(common_settings, fields), .name = "field", .value = "html=NAME" },
    { NUMBER_AT(common_settings, source.timeout_seconds), .name = "timeout", .value = "SECONDS", .min = 1,
      .max = 3600 },
    { FLAG_AT(common_settings, source.allow_private), .name = "allow-private" },
    { SIZE_AT(common_settings, source.max_page_bytes), .name = "max-bytes", .value = "SIZE", .min = 1,
      .max = 64 << 20 },
    { .name = NULL },
};

const choice misses_of_paths[] = { { "page", 0 }, { "class", 1 }, { NULL, 0 } };
const choice link_paths[] = { { "tags", HUSK_PATHS_TAGS },
                              { "class", HUSK_PATHS_CLASS },
                              { "presentation", HUSK_PATHS_PRESENTATION },
                              { "all", HUSK_PATHS_ALL },
                              { NULL, 0 } };

const choice methods_of_judging[] = {
    { "page", HUSK_METHOD_PAGE },           { "pagelevel", HUSK_METHOD_PAGELEVEL },
    { "sitelevel", HUSK_METHOD_SITELEVEL }, { "consensus", HUSK_METHOD_CONSENSUS },
    { "site", HUSK_METHOD_SITE },           { NULL, 0 },
};

static const choice penalties[] = {
    { "area", HUSK_PENALTY_AREA },
    { "nodes", HUSK_PENALTY_NODES },
    { "parent", HUSK_PENALTY_PARENT },
    { NULL, 0 },
};

static const option judging_options[] = {
    { TEXT_AT(common_settings, judging.site), .name = "site", .value = "FILE" },
    { CHOICE_AT(common_settings, judging.method), .name = "method", .value = "METHOD", .choices = methods_of_judging,
      .normally = "page, or site with --site" },
    { TEXT_AT(common_settings, judging.model), .name = "model", .value = "FILE", .normally = "the built-in models" },
    { .name = NULL },
};

static const option judging_published[] = {
    { REAL_AT(common_settings, judging.published.theta), .name = "theta", .max = 1 },
    { REAL_AT(common_settings, judging.published.penalty_factor), .name = "penalty", .max = 1e6 },
    { CHOICE_AT(common_settings, judging.published.penalty), .name = "penalty-by", .choices = penalties },
    { FLAG_AT(common_settings, judging.published.no_smoothing), .name = "no-smoothing" },
    { .name = NULL },
};

static const option set_options[] = {
    { .kind = OPTION_SET, .name = "set", .value = "NAME=VALUE" },
    { .name = NULL },
};

static const option relearning_options[] = {
    { FLAG_AT(common_settings, relearning.fresh), .name = "fresh" },
    { NUMBER_AT(common_settings, relearning.remembered), .name = "remember", .value = "N", .max = 100000 },
    { TEXT_AT(common_settings, relearning.date), .name = "date", .value = "DATE",
      .normally = "SOURCE_DATE_EPOCH, else the newest WARC-Date" },
    { .name = NULL },
};

static const option general_options[] = {
    { FLAG_AT(common_settings, quiet), .name = "quiet", .letter = 'q' },
    { FLAG_AT(common_settings, verbose), .name = "verbose", .letter = 'v' },
    { FLAG_AT(common_settings, help), .name = "help", .letter = 'h' },
    { .name = NULL },
};

size_t command_groups(const command *c, option_group groups[MAX_GROUPS])
{
    const option_group all[MAX_GROUPS] = {
        { "Options", c->options, false, false },
        { "Judging", c->judges ? judging_options : NULL, false, false },
        { "Updating a site file", c->relearns ? relearning_options : NULL, false, false },
        { "Published methods", c->judges || c->published ? set_options : NULL, false, false },
        { "General", general_options, true, false },
        { "Reading pages", c->reads_pages ? reading_options : NULL, true, true },
    };
    size_t n = 0;
    for (size_t i = 0; i < MAX_GROUPS; i++)
        if (all[i].options != NULL)
            groups[n++] = all[i];
    return n;
}

/* Entry i of some tables, one after the other. */
static const option *entry_of(const option *table, size_t *i)
{
    for (; table != NULL && table->name != NULL; table++)
        if ((*i)-- == 0)
            return table;
    return NULL;
}

const option *command_option(const command *c, size_t i)
{
    option_group groups[MAX_GROUPS];
    size_t n_groups = command_groups(c, groups);
    const option *found = NULL;
    for (size_t g = 0; g < n_groups && found == NULL; g++)
        found = entry_of(groups[g].options, &i);
    return found;
}

const option *command_parameter(const command *c, size_t i)
{
    const option *found = entry_of(c->published, &i);
    return found != NULL || !c->judges ? found : entry_of(judging_published, &i);
}

const command *command_find(const char *name)
{
    for (const command *const *c = all_commands; *c != NULL; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

void command_unknown(const char *name)
{
    suggestion nearest = suggestion_for(name, strlen(name));
    for (const command *const *c = all_commands; *c != NULL; c++)
        suggestion_consider(&nearest, (*c)->name);
    bool is_input = strstr(name, "://") != NULL || access(name, F_OK) == 0;
    if (is_input)
        talk("unknown command '%s'; did you mean 'husk extract %s'?", name, name);
    else if (nearest.best != NULL)
        talk("unknown command '%s'; did you mean '%s'?", name, nearest.best);
    else
        talk("unknown command '%s'; 'husk help' lists the commands", name);
}

void *command_settings_new(const command *c)
{
    common_settings *settings = calloc(1, c->settings_size);
    if (settings == NULL)
        return NULL;
    husk_source_options_init(&settings->source, sizeof settings->source);
    husk_page_options_init(&settings->page, sizeof settings->page);
    settings->sandbox = true;
    husk_published_init(&settings->judging.published);
    husk_learn_options learn;
    husk_learn_options_init(&learn, sizeof learn);
    settings->relearning.remembered = learn.remembered;
    if (c->defaults != NULL)
        c->defaults(settings);
    return settings;
}

/* Never the clock: the same pages give the same file on any day. */
bool relearning_date(const relearning_settings *g, int64_t *date)
{
    struct tm t = { 0 };
    const char *epoch = getenv("SOURCE_DATE_EPOCH"), *end = g->date ? strptime(g->date, "%Y-%m-%d", &t) : "";
    if (end == NULL || *end) {
        talk("--date must be YYYY-MM-DD, not '%s'", g->date);
        return false;
    }
    *date = g->date ? timegm(&t) : epoch && *epoch ? strtoll(epoch, NULL, 10) : 0;
    return true;
}

const char *text_file_named(const char *name)
{
    const text_file *f = text_files;
    while (strcmp(f->name, name) != 0)
        f++;
    return f->data;
}

const char *text_heading(const char *at, const char *prefix)
{
    const size_t mark = strlen("\n# ");
    at = strstr(at != NULL ? at : text_file_named("help.txt"), "\n# ");
    while (at != NULL && strncmp(at + mark, prefix, strlen(prefix)) != 0)
        at = strstr(at + mark, "\n# ");
    return at != NULL ? at + mark : NULL;
}

bool text_below(const char *heading, char out[MAX_TEXT])
{
    size_t len = 0;
    const char *at = text_heading(NULL, heading);
    while (at != NULL && at[strlen(heading)] != '\n')
        at = text_heading(at, heading);
    at += at != NULL ? strlen(heading) + 1 : 0;
    const char *end = at != NULL ? strstr(at, "\n\n# ") : NULL;
    for (; at != NULL && *at != 0 && at != end && len + 1 < MAX_TEXT; at++) {
        bool is_joined = at[0] == '\n' && at[1] != '\n' && at[-1] != '\n';
        out[len++] = is_joined ? ' ' : *at;
    }
    len -= len > 0 && out[len - 1] == ' '; /* the end of the file */
    out[len] = 0;
    return at != NULL;
}

void text_of_option(const command *c, const option *o, char out[MAX_TEXT])
{
    char heading[96];
    snprintf(heading, sizeof heading, "%s --%s", c->name, o->name);
    if (!text_below(heading, out))
        text_below(heading + strlen(c->name) + 1, out);
}
