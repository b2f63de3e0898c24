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
    { FLAG_AT(show_settings, json), .name = "json" },
    { FLAG_AT(show_settings, options.tokens), .name = "template" },
    { FLAG_AT(show_settings, options.columns), .name = "columns" },
    { FLAG_AT(show_settings, options.pages), .name = "pages" },
    { FLAG_AT(show_settings, options.history), .name = "history" },
    { FLAG_AT(show_settings, dot), .name = "dot" },
    { FLAG_AT(show_settings, svg), .name = "svg" },
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
    .options = show_options,
    .draws = true,
    .reads_pages = false,
    .min_operands = 1,
    .max_operands = 1,
    .settings_size = sizeof(show_settings),
    .defaults = defaults,
    .run = run,
};
