/* site.c - public API for site files: what they are, their map, and their text host by host, with memory for one host
 * at a time. */
#include <errno.h>
#include <string.h>

#include "api/api.h"
#include "base/system/files.h"
#include "write/site/sitefile.h"

const char *husk_site_note(husk_site *site, const husk_page_model *model)
{
    static const char *const notes[] = {
        [STORE_MODELS_SAME] = NULL,
        [STORE_MODELS_UNKNOWN] = "learned by unknown models, before files named them; learn it again to be sure",
        [STORE_MODELS_OTHER] = "learned by other models than those in use; learn it again: its answers may not fit"
    };
    return notes[site_models(site, models_digest(model ? &model->models : &judge_models_builtin))];
}

husk_status husk_site_copy(const char *from, const char *to, husk_error *error)
{
    return file_copy(from, to) ? HUSK_OK : error_set(error, HUSK_IO, "%s: %s", to, strerror(errno));
}

/* Read the hosts, or only the one with this name. */
static husk_status hosts_read(husk_site *site, const char *only, arena *memory, model_host **hosts, uint32_t *n,
                              husk_error *error)
{
    slice *names;
    uint32_t n_names;
    *n = 0;
    husk_status status = site_host_names(site, memory, &names, &n_names, error);
    if (status != HUSK_OK)
        return status;
    *hosts = arena_array(memory, (size_t)n_names + 1, sizeof **hosts);
    if (*hosts == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; i < n_names && status == HUSK_OK; i++)
        if (only == NULL || slice_is(names[i], only))
            status = site_read_host(site, names[i], memory, &(*hosts)[(*n)++], error);
    return status == HUSK_OK && only && *n == 0
               ? error_set(error, HUSK_BAD_ARGUMENT, "the site file does not have the host '%s'", only)
               : status;
}

husk_status husk_site_map(husk_site *site, const char *host, husk_map_format format, husk_output *output,
                          husk_error *error)
{
    arena memory;
    model_host *hosts;
    uint32_t n;
    if ((unsigned)format > HUSK_MAP_SVG)
        return error_set(error, HUSK_BAD_ARGUMENT, "unknown map format: %d", (int)format);
    arena_init(&memory, HUSK_MAX_HOST_BYTES);
    husk_status status = hosts_read(site, host, &memory, &hosts, &n, error);
    if (status == HUSK_OK && format == HUSK_MAP_SVG) {
        status = map_svg(hosts, n, &output->bytes, error);
    } else if (status == HUSK_OK) {
        map_dot(hosts, n, &output->bytes);
        status = output_status(output, "the map", error);
    }
    arena_free(&memory);
    return status;
}

/* --- text --------------------------------------------------------------------------------------------------------- */

/* Enough to see what a class is about. */
#define FEW_COLUMNS 8

OPTIONS_INIT(husk_show_options, .format = HUSK_FORMAT_TEXT)

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
            write_host_json(host, options->tokens, NULL, out);
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
        if (given.host && !slice_is(names[i], given.host))
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
    write_host_view(&found->model, NULL, &output->bytes);
    buffer_byte(&output->bytes, '\n');
    return output_status(output, "the site file's text", error);
}
