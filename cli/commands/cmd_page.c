/* cmd_page.c - show a view of a page as JSON, for inspection and tests. */
#include "run.h"

typedef struct page_settings {
    common_settings common;
    int view;
} page_settings;

typedef struct page_context {
    output output;
    const char *view;
} page_context;

static const choice views[] = {
    { "nodes", 0 },    { "paths", 1 },  { "tokens", 2 },   { "links", 3 },
    { "subtrees", 4 }, { "blocks", 5 }, { "metadata", 6 }, { NULL, 0 },
};

static const option page_options[] = {
    { CHOICE_AT(page_settings, view), .name = "view", .value = "VIEW", .choices = views },
    OUTPUT_OPTION,
    { .name = NULL },
};

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                        husk_error *error)
{
    const page_context *c = context;
    (void)raw, (void)value;
    return husk_page_view(page, c->view, out, error);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const page_settings *s = settings;
    page_context c = { .view = views[s->view].name };
    if (!output_open(&c.output, s->common.output))
        return EXIT_NOTHING;
    return run_pages(&(page_run){ RUN_OVER(s, inputs, n_inputs), .context = &c, .work = work, .output = &c.output });
}

const command command_page = {
    .name = "page",
    .summary = "inspect a page: nodes, paths, links and more, as JSON",
    TAKES_INPUTS,
    .options = page_options,
    .settings_size = sizeof(page_settings),
    .run = run,
};
