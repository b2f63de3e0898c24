/* command.c - the list of commands, and the options they share. */
#include "command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "suggest.h"
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

const char about_inputs[] =
    "INPUT is any mix of files, directories, - (stdin), http and https URLs, WARC archives (.warc, .warc.gz, "
    ".warc.zst) "
    "and JSON lines (.jsonl, with url and html or text); each may be compressed by gzip or zstd.";

const char about_exit[] =
    "0: success. 1: some inputs failed, or the run was stopped by Ctrl-C; the rest were processed. 2: usage error. "
    "3: nothing could be done, or the output could not be written.";

static const option reading_options[] = {
    { NUMBER_AT(common_settings, jobs), .name = "jobs", .letter = 'j', .value = "N", .min = 1, .max = 256,
      .normally = "one per core", .help = "Pages to process in parallel. The output is the same for any N." },
    { FLAG_AT(common_settings, source.follow_links), .name = "follow-links",
      .help =
          "Follow symbolic links that lead out of a directory. Without this, such a link counts as a failed page." },
    { FLAG_AT(common_settings, partial), .name = "partial",
      .help = "If the run is stopped (Ctrl-C, SIGTERM), write the partial result to the output file. Without this, the "
              "file stays unchanged and the partial result goes to FILE.partial." },
    { NO_AT(common_settings, sandbox), .name = "no-sandbox",
      .help =
          "Do not restrict the process. By default, where the kernel supports it, a run that reads pages cannot start "
          "programs, and can open connections only if an INPUT is a URL." },
    { TEXT_AT(common_settings, source.base_url), .name = "base-url", .value = "URL",
      .help = "The base URL for pages without a URL; it also resolves their relative links." },
    { TEXT_AT(common_settings, source.user_agent), .name = "user-agent", .value = "TEXT",
      .help = "The User-Agent header for web servers." },
    { LIST_AT(common_settings, headers), .name = "header", .value = "'NAME: VALUE'",
      .help = "An extra HTTP request header. May be repeated." },
    { NUMBER_AT(common_settings, source.timeout_seconds), .name = "timeout", .value = "SECONDS", .min = 1, .max = 3600,
      .help = "The maximum time to fetch a page." },
    { NUMBER_AT(common_settings, source.max_redirects), .name = "max-redirects", .value = "N", .min = 0, .max = 100,
      .help = "The maximum number of redirects per page." },
    { FLAG_AT(common_settings, source.allow_private), .name = "allow-private",
      .help = "Allow URLs on this machine and private networks." },
    { SIZE_AT(common_settings, source.max_page_bytes), .name = "max-bytes", .value = "SIZE", .min = 1, .max = 64 << 20,
      .help = "The maximum size of a page after decompression, in bytes or with K, M or G. Longer pages are cut." },
    { NUMBER_AT(common_settings, page.max_nodes), .name = "max-nodes", .value = "N", .min = 1, .max = 100e6,
      .help = "The maximum number of nodes per page. Larger pages are cut." },
    { NUMBER_AT(common_settings, page.max_depth), .name = "max-depth", .value = "N", .min = 8, .max = 65535,
      .help = "The maximum nesting depth. Deeper elements are flattened." },
    { NUMBER_AT(common_settings, page.max_milliseconds), .name = "max-milliseconds", .value = "N", .min = 0,
      .max = 3600e3, .help = "The maximum time to parse a page; 0: no limit." },
    { .name = NULL },
};

static const option general_options[] = {
    { FLAG_AT(common_settings, quiet), .name = "quiet", .letter = 'q',
      .help = "Report only failures: no progress, no warnings." },
    { FLAG_AT(common_settings, verbose), .name = "verbose", .letter = 'v', .help = "Print a summary at the end." },
    { FLAG_AT(common_settings, help), .name = "help", .letter = 'h', .help = "Print this help." },
    { .name = NULL },
};

size_t command_groups(const command *c, option_group groups[MAX_GROUPS])
{
    size_t n = 0;
    if (c->options != NULL)
        groups[n++] = (option_group){ "Options", c->options, false };
    if (c->reads_pages)
        groups[n++] = (option_group){ "Reading pages", reading_options, true };
    groups[n++] = (option_group){ "General", general_options, true };
    return n;
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
    if (c->defaults != NULL)
        c->defaults(settings);
    return settings;
}
