/* cmd_show.c - show a site file as text or JSON. */
#include "command.h"
#include "output.h"
#include "talk.h"

typedef struct show_settings {
    common_settings common;
    husk_show_options options;
    bool json;
    bool dot, svg;
} show_settings;

static const option show_options[] = {
    { FLAG_AT(show_settings, json), .name = "json", .help = "Print JSON." },
    { FLAG_AT(show_settings, options.tokens), .name = "template",
      .help = "Print each class's template, indented, with its slots." },
    { FLAG_AT(show_settings, options.columns), .name = "columns",
      .help = "Print all columns of each class, not only the first few." },
    { FLAG_AT(show_settings, options.pages), .name = "pages", .help = "Print one line per page: class, tab, page." },
    { FLAG_AT(show_settings, options.history), .name = "history",
      .help = "Print one line per run of husk learn; with --json, all details." },
    { FLAG_AT(show_settings, dot), .name = "dot",
      .help = "Print the map of a crawled site in Graphviz's DOT language." },
    { FLAG_AT(show_settings, svg), .name = "svg", .help = "Draw the map of a crawled site as SVG." },
    OUTPUT_OPTION,
    { .name = NULL },
};

static void defaults(void *settings)
{
    show_settings *s = settings;
    husk_show_options_init(&s->options, sizeof s->options);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    show_settings *s = settings;
    husk_site *site = NULL;
    husk_output *text = NULL;
    husk_error error = { .status = HUSK_OK };
    (void)n_inputs;
    if (s->dot + s->svg + s->json + s->options.pages > 1) {
        talk("--json, --pages, --dot and --svg are mutually exclusive");
        return EXIT_USAGE;
    }
    if (s->options.history && s->dot + s->svg + s->options.pages + s->options.tokens + s->options.columns > 0) {
        talk("--history can only be combined with --json");
        return EXIT_USAGE;
    }
    s->options.format = s->json ? HUSK_FORMAT_JSON : HUSK_FORMAT_TEXT;
    husk_status status = husk_output_new((size_t)1 << 30, &text);
    status = status ?: husk_site_open(inputs[0], &site, &error);
    if (status == HUSK_OK && (s->dot || s->svg))
        status = husk_site_map(site, NULL, s->dot ? HUSK_MAP_DOT : HUSK_MAP_SVG, text, &error);
    else
        status = status ?: husk_site_show(site, &s->options, text, &error);
    exit_code code = talk_failure(status, &error) && output_whole(s->common.output, text) ? EXIT_DONE : EXIT_NOTHING;
    husk_site_free(site);
    husk_output_free(text);
    return code;
}

const command command_show = {
    .name = "show",
    .summary = "print what a site file contains",
    .operands = "FILE",
    .about =
        "Print the hosts of a site file, their classes, the share of template, and for each class the columns that "
        "husk records writes: name, type, number of learned pages with a value, and sample values.\n\n--template adds "
        "each class's template: start tags and texts with the number of pages that have them, and in braces the slots "
        "between them, with how many pages fill them and with what. Rarely filled slots are omitted and long tokens "
        "cut; --json has everything.\n\n--history prints one line per run of husk learn: date, pages, new pages, mean "
        "fit to what was known before, whether the site changed, and which classes were added, returned, retired or "
        "seen. The first line plots the fits.\n\nIn the map of a crawled site, a box is a class, named after what its "
        "URLs and titles have in common; an arrow stands for the links from the pages of one class to those of "
        "another, named after the place that holds most of them.",
    .examples = { { "husk show site.husk", "List the hosts, classes and columns of a site file." },
                  { "husk show --template site.husk", "Also print the templates." },
                  { "husk show --history site.husk",
                    "List when it was learned, from how many pages, and how well they fitted." },
                  { "husk show --svg site.husk -o map.svg",
                    "Draw a crawled site's kinds of page and the links between them." } },
    .options = show_options,
    .draws = true,
    .reads_pages = false,
    .min_operands = 1,
    .max_operands = 1,
    .settings_size = sizeof(show_settings),
    .defaults = defaults,
    .run = run,
};
