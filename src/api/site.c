/* site.c - public API for site files: opening them, and drawing their map. */
#include <errno.h>
#include <string.h>

#include "api/output.h"
#include "api/page_model.h"
#include "base/system/durable.h"
#include "base/limits.h"
#include "base/options.h"
#include "base/status.h"
#include "judge/site/site.h"
#include "write/site/sitefile.h"

husk_status husk_site_open(const char *path, husk_site **out, husk_error *error)
{
    return site_open(path, out, error);
}

husk_status husk_site_open_memory(const void *bytes, size_t len, husk_site **out, husk_error *error)
{
    return site_open_memory((slice){ bytes, len }, out, error);
}

const char *husk_site_note(husk_site *site, const husk_page_model *model)
{
    static const char *const notes[] = {
        [STORE_MODELS_SAME] = NULL,
        [STORE_MODELS_UNKNOWN] = "learned by unknown models, before files named them; learn it again to be sure",
        [STORE_MODELS_OTHER] = "learned by other models than those in use; learn it again: its answers may not fit"
    };
    return notes[site_models(site, models_digest(model ? &model->models : &judge_models_builtin))];
}

void husk_site_free(husk_site *site)
{
    site_free(site);
}

husk_status husk_site_copy(const char *from, const char *to, husk_error *error)
{
    return file_copy(from, to) ? HUSK_OK : error_set(error, HUSK_IO, "%s: %s", to, strerror(errno));
}

husk_status husk_site_check(const char *path, husk_error *error)
{
    return store_check(path, error);
}

static husk_status hosts_read(husk_site *site, arena *memory, model_host **hosts, uint32_t *n, husk_error *error)
{
    slice *names;
    husk_status status = site_host_names(site, memory, &names, n, error);
    if (status != HUSK_OK)
        return status;
    *hosts = arena_array(memory, (size_t)*n + 1, sizeof **hosts);
    if (*hosts == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; i < *n && status == HUSK_OK; i++)
        status = site_read_host(site, names[i], memory, &(*hosts)[i], error);
    return status;
}

/* Find the host with this name. */
static husk_status host_find(model_host **hosts, uint32_t *n, const char *name, husk_error *error)
{
    for (uint32_t i = 0; i < *n; i++)
        if (slice_is((*hosts)[i].name, name)) {
            *hosts += i;
            *n = 1;
            return HUSK_OK;
        }
    return error_set(error, HUSK_BAD_ARGUMENT, "the site file does not have the host '%s'", name);
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
    husk_status status = hosts_read(site, &memory, &hosts, &n, error);
    if (status == HUSK_OK && host != NULL)
        status = host_find(&hosts, &n, host, error);
    if (status == HUSK_OK && format == HUSK_MAP_SVG) {
        status = map_svg(hosts, n, &output->bytes, error);
    } else if (status == HUSK_OK) {
        map_dot(hosts, n, &output->bytes);
        status = output_status(output, "the map", error);
    }
    arena_free(&memory);
    return status;
}
