/* show.c - show a site file to people and programs, host by host; memory for one host at a time. */
#include <string.h>

#include "api/output.h"
#include "base/limits.h"
#include "base/options.h"
#include "base/status.h"
#include "judge/site/site.h"
#include "write/site/sitefile.h"

/* Enough to see what a class is about. */
#define FEW_COLUMNS 8

void husk_show_options_init(husk_show_options *options, size_t size)
{
    husk_show_options defaults = { .format = HUSK_FORMAT_TEXT };
    options_fill(options, size, &defaults, sizeof defaults);
}

static bool is_asked(const husk_show_options *options, slice name)
{
    return options->host == NULL || slice_is(name, options->host);
}

static void show_host(const model_host *host, const husk_show_options *options, bool first, buffer *out)
{
    bool json = options->format == HUSK_FORMAT_JSON;
    if (options->pages) {
        write_host_pages(host, out);
    } else if (options->history && !json) {
        write_history_text(host, out);
    } else if (json) {
        buffer_text(out, first ? "\n " : ",\n ");
        if (options->history)
            write_history_json(host, out);
        else
            write_host_json(host, options->tokens, out);
    } else {
        write_host_text(host, options->columns ? UINT32_MAX : options->tokens ? 0 : FEW_COLUMNS, options->tokens, out);
    }
}

husk_status husk_site_show(husk_site *site, const husk_show_options *options, husk_output *output, husk_error *error)
{
    husk_show_options given;
    arena memory;
    slice *names;
    uint32_t n, shown = 0;
    husk_status status = OPTIONS_READ(&given, options, husk_show_options, columns, error);
    if (status != HUSK_OK)
        return status;
    arena_init(&memory, HUSK_MAX_HOST_BYTES);
    status = site_host_names(site, &memory, &names, &n, error);
    bool json = given.format == HUSK_FORMAT_JSON && !given.pages;
    if (json)
        buffer_text(&output->bytes, "{\"hosts\": [");
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++) {
        if (!is_asked(&given, names[i]))
            continue;
        arena_mark mark = arena_save(&memory);
        model_host host;
        status = site_read_host(site, names[i], &memory, &host, error);
        if (status == HUSK_OK)
            show_host(&host, &given, shown++ == 0, &output->bytes);
        arena_restore(&memory, mark);
    }
    if (json)
        buffer_text(&output->bytes, "]}\n");
    arena_free(&memory);
    return status == HUSK_OK ? output_status(output, "the site file's text", error) : status;
}

husk_status husk_site_view(husk_site *site, const char *host, husk_output *output, husk_error *error)
{
    const site_host *found;
    husk_status status = site_find_host(site, (slice){ host, strlen(host) }, &found, error);
    if (status == HUSK_OK && found == NULL)
        return error_set(error, HUSK_BAD_ARGUMENT, "the site file has no host \"%s\"", host);
    if (status != HUSK_OK)
        return status;
    write_host_view(&found->model, &output->bytes);
    buffer_byte(&output->bytes, '\n');
    return output_status(output, "the site file's text", error);
}
