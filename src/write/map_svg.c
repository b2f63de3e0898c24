/* map_svg.c - the map drawn by Graphviz: its layered layout shows where a site's ways lead.
 * Graphviz writes its complaints to standard error by itself; they are turned off, and what went wrong is told by the
 * status. Cost: the layout's, about a second for MAP_CLASSES boxes. Limits: those of map_dot. */
#include <gvc.h>
#include <stdlib.h>

#include "base/status.h"
#include "write/map_dot.h"

static int ignore_message(char *message)
{
    (void)message;
    return 0;
}

husk_status map_svg(const model_host *hosts, uint32_t n, buffer *out, husk_error *error)
{
    buffer dot;
    char *svg = NULL;
    unsigned len = 0;
    buffer_init(&dot, out->cap);
    map_dot(hosts, n, &dot);
    buffer_byte(&dot, 0);
    if (dot.status != HUSK_OK) {
        husk_status status = dot.status;
        buffer_free(&dot);
        return error_set(error, status, "%s", husk_status_text(status));
    }
    agseterr(AGMAX);
    agseterrf(ignore_message);
    GVC_t *context = gvContext();
    Agraph_t *graph = context ? agmemread(dot.data) : NULL;
    bool ok = graph && gvLayout(context, graph, "dot") == 0;
    ok = ok && gvRenderData(context, graph, "svg", &svg, &len) == 0;
    if (ok)
        buffer_append(out, svg, len);
    if (svg)
        gvFreeRenderData(svg);
    if (graph) {
        gvFreeLayout(context, graph);
        agclose(graph);
    }
    if (context)
        gvFreeContext(context);
    buffer_free(&dot);
    return ok ? out->status : error_set(error, HUSK_IO, "Graphviz can't draw the map");
}
