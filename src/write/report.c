/* report.c - a judged page as one HTML file: the web page's own views, with their data inside.
 * The data is JSON in a script element of that type, which browsers do not run; it contains no "<", so nothing in it
 * ends that element. The file's policy allows its own script by hash and nothing else. Cost: the output's size. */
#include "write/judged.h"

#include "base/json.h"
#include "base/limits.h"
#include "write/site/sitefile.h"

/* In JSON, "<" occurs only in strings, where it may be escaped. */
static void append_data(buffer *out, slice json)
{
    size_t from = 0;
    for (size_t i = 0; i < json.len; i++) {
        if (json.data[i] != '<')
            continue;
        buffer_append(out, json.data + from, i - from);
        buffer_text(out, "\\u003c");
        from = i + 1;
    }
    if (from < json.len)
        buffer_append(out, json.data + from, json.len - from);
}

/* The page's host, and its map if Graphviz is available to draw it. */
static husk_status append_site(const model_host *host, buffer *out)
{
    buffer site, map;
    buffer_init(&site, HUSK_MAX_OUTPUT_BYTES);
    buffer_init(&map, HUSK_MAX_OUTPUT_BYTES);
    write_host_view(host, &site);
    if (map_svg(host, 1, &map, NULL) == HUSK_OK && site.status == HUSK_OK) {
        site.len--; /* the closing brace */
        json_string_after(&site, ",\"map\":", (slice){ map.data, map.len });
        buffer_byte(&site, '}');
    }
    husk_status status = site.status;
    append_data(out, (slice){ site.data, site.len });
    buffer_free(&site);
    buffer_free(&map);
    return status;
}

husk_status report_write(const husk_verdict *v, slice view, buffer *out)
{
    husk_status status = HUSK_OK;
    buffer_append(out, report_before.data, report_before.len);
    buffer_text(out, "{\"page\":");
    append_data(out, view);
    if (v->host) {
        buffer_text(out, ",\"site\":");
        status = append_site(&v->host->model, out);
    }
    buffer_byte(out, '}');
    buffer_append(out, report_after.data, report_after.len);
    return status ?: out->status;
}
