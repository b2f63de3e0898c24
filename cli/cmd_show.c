/* cmd_show.c - a site file as text or JSON. */
#include "command.h"
#include "output.h"
#include "talk.h"

typedef struct show_settings {
    common_settings common;
    husk_show_options options;
    bool json;
    const char *output;
} show_settings;

static const option show_options[] = {
    { FLAG_AT(show_settings, json), .name = "json", .help = "As JSON, for programs." },
    { FLAG_AT(show_settings, options.tokens), .name = "template", .help = "Each class's template, indented, with its slots." },
    { FLAG_AT(show_settings, options.pages), .name = "pages", .help = "A line for each page seen: class, tab, page." },
    { TEXT_AT(show_settings, output), .name = "output", .letter = 'o', .value = "FILE",
      .help = "Write to FILE instead of standard output; it appears whole or not at all." },
    { .name = NULL },
};

static const char *const examples[] = {
    "husk show site.husk", "The hosts and classes of a site file.",
    "husk show --template site.husk", "Their templates too.",
    NULL,
};

static void defaults(void *settings)
{
    show_settings *s = settings;
    husk_show_options_init(&s->options, sizeof s->options);
}

static exit_code write_out(const show_settings *s, husk_output *text)
{
    output o;
    size_t len;
    const char *bytes = husk_output_data(text, &len);
    if (!output_open(&o, s->output))
        return EXIT_NOTHING;
    output_write(&o, bytes, len);
    return output_close(&o, true) ? EXIT_DONE : EXIT_NOTHING;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    show_settings *s = settings;
    husk_site *site = NULL;
    husk_output *text = NULL;
    husk_error error = { .status = HUSK_OK };
    (void)n_inputs;
    s->options.format = s->json ? HUSK_FORMAT_JSON : HUSK_FORMAT_TEXT;
    husk_status status = husk_output_new((size_t)1 << 30, &text);
    if (status == HUSK_OK)
        status = husk_site_open(inputs[0], &site, &error);
    if (status == HUSK_OK)
        status = husk_site_show(site, &s->options, text, &error);
    if (status != HUSK_OK)
        talk("%s", error.message[0] ? error.message : husk_status_text(status));
    exit_code code = status == HUSK_OK ? write_out(s, text) : EXIT_NOTHING;
    husk_site_free(site);
    husk_output_free(text);
    return code;
}

const command command_show = {
    .name = "show",
    .summary = "what a site file holds",
    .operands = "FILE",
    .about = "Print the hosts of a site file, their classes, and how much of their pages is template.\n\n"
             "--template adds each class's template: its tokens, each with the number of pages that have it, indented by its own tags; and in braces the "
             "slots between them: what stands there, on how many pages, and how much.",
    .examples = examples,
    .options = show_options,
    .reads_pages = false,
    .min_operands = 1,
    .max_operands = 1,
    .settings_size = sizeof(show_settings),
    .defaults = defaults,
    .run = run,
};
