/* map.c - the map of a site file: which class a page is of, and the map drawn. */
#include <stdlib.h>

#include "api/map.h"
#include "api/output.h"
#include "base/limits.h"
#include "base/status.h"
#include "cluster/classify.h"
#include "store/store.h"
#include "write/map_dot.h"

void husk_map_free(husk_map *map)
{
    if (map == NULL)
        return;
    for (uint32_t i = 0; i < map->n_hosts; i++)
        classifier_free(map->classifiers[i]);
    arena_free(&map->memory);
    free(map);
}

static husk_status hosts_read(husk_map *map, store *s, husk_error *error)
{
    slice *names;
    uint32_t n;
    husk_status status = store_hosts(s, &map->memory, &names, &n, error);
    if (status != HUSK_OK)
        return status;
    map->hosts = arena_array(&map->memory, n, sizeof *map->hosts);
    map->classifiers = arena_array(&map->memory, n, sizeof *map->classifiers);
    if (map->hosts == NULL || map->classifiers == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; i < n && status == HUSK_OK; i++) {
        bool found;
        status = store_read_host(s, names[i], &map->memory, &map->hosts[i], &found, error);
        if (status != HUSK_OK)
            break;
        map->classifiers[i] = classifier_new(&map->hosts[i]);
        if (map->classifiers[i] == NULL)
            return error_set(error, HUSK_NO_MEMORY, "out of memory");
        map->n_hosts++;
    }
    return status;
}

husk_status husk_map_open(const char *path, husk_map **out, husk_error *error)
{
    store *s = NULL;
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    arena_init(&(*out)->memory, HUSK_MAX_HOST_BYTES);
    husk_status status = store_open(path, &s, error);
    if (status == HUSK_OK)
        status = hosts_read(*out, s, error);
    store_close(s);
    if (status != HUSK_OK) {
        husk_map_free(*out);
        *out = NULL;
    }
    return status;
}

/* A page without an address is of the local host; of a file that knows one site alone, it is asked of that. */
static const classifier *host_find(const husk_map *map, const husk_page *page)
{
    slice host = url_host(page->url);
    for (uint32_t i = 0; i < map->n_hosts; i++)
        if (map->hosts[i].name.len == host.len &&
            (host.len == 0 || memcmp(map->hosts[i].name.data, host.data, host.len) == 0))
            return map->classifiers[i];
    return host.len == 0 && map->n_hosts == 1 ? map->classifiers[0] : NULL;
}

husk_status husk_classify(husk_page *page, const husk_raw *raw, const husk_map *map, husk_output *output,
                          husk_error *error)
{
    class_verdict v = { 0 };
    const classifier *c = host_find(map, page);
    husk_status status = c ? classifier_page(c, page, &page->scratch, &v) : HUSK_OK;
    if (status != HUSK_OK)
        return error_set(error, status, "%s: %s", raw->id ? raw->id : "", husk_status_text(status));
    buffer *b = &output->bytes;
    if (v.page_class)
        buffer_format(b, "%u\t%.4f\t", (unsigned)v.page_class->number, v.margin);
    else
        buffer_text(b, "none\t0.0000\t");
    buffer_text(b, raw->id ? raw->id : "");
    buffer_byte(b, '\n');
    return b->status == HUSK_OK ? HUSK_OK : error_set(error, b->status, "%s", husk_status_text(b->status));
}

husk_status husk_map_write(const husk_map *map, husk_map_format format, husk_output *output, husk_error *error)
{
    if ((unsigned)format > HUSK_MAP_SVG)
        return error_set(error, HUSK_BAD_ARGUMENT, "no such form of a map: %d", (int)format);
    if (format == HUSK_MAP_SVG)
        return map_svg(map->hosts, map->n_hosts, &output->bytes, error);
    map_dot(map->hosts, map->n_hosts, &output->bytes);
    return output->bytes.status == HUSK_OK ? HUSK_OK : error_set(error, output->bytes.status, "the map is too large");
}
