/* map_svg.c - the map drawn by Graphviz, whose layered layout shows how a site is connected.
 * `dot` runs as a child process: the library does not link Graphviz and the 20 libraries it needs, and survives its
 * crashes. Cost: the layout's, about a second for MAP_CLASSES boxes. Limits: those of map_dot, HUSK_MAX_DRAW_SECONDS,
 * the cap of `out`. */
#include "base/system/child.h"
#include "base/limits.h"
#include "base/status.h"
#include "write/site/map_dot.h"

husk_status map_svg(const model_host *hosts, uint32_t n, buffer *out, husk_error *error)
{
    char *const argv[] = { "dot", "-Tsvg", NULL };
    husk_error why = { 0 };
    buffer graph;
    buffer_init(&graph, out->cap);
    map_dot(hosts, n, &graph);
    husk_status status = graph.status;
    if (status)
        error_set(error, status, "%s", husk_status_text(status));
    else if ((status = child_run(argv, (slice){ graph.data, graph.len }, HUSK_MAX_DRAW_SECONDS, out, &why)))
        error_set(error, status, "can't draw the map: %s (from Graphviz; Debian: graphviz)", why.message);
    buffer_free(&graph);
    return status;
}
