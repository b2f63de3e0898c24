/* sitefile.h - what a site file holds of a host, for people and programs: its classes, its map and its history. */
#ifndef HUSK_WRITE_SITE_SITEFILE_H
#define HUSK_WRITE_SITE_SITEFILE_H

#include "base/buffer.h"
#include "store/model.h"

/* A few lines per host, with a line for each of the first `columns` columns of a class's records; with `tokens` also
 * each class's template, indented, with its slots. */
void write_host_text(const model_host *host, uint32_t columns, bool tokens, buffer *out);

/* One JSON object. `wanted`, by index, says of which classes there are templates and columns; NULL: of all. */
void write_host_json(const model_host *host, bool tokens, const bool *wanted, buffer *out);

/* The same with templates, "links" between classes, "examples" (pages of each class) and "history" (the runs). */
void write_host_view(const model_host *host, const bool *wanted, buffer *out);

/* A line per page: class, tab, page. */
void write_host_pages(const model_host *host, buffer *out);

/* A share as every text and picture shows it, rounded. */
static inline unsigned percent(uint64_t part, uint64_t whole)
{
    return whole ? (unsigned)((part * 100 + whole / 2) / whole) : 0;
}

/* --- the map ------------------------------------------------------------------------------------------------------ */

/* A box per class: its name, size, and share of template if known; an arrow for the links between two classes,
 * labelled with the collection that holds most of them. The smallest classes beyond MAP_CLASSES share one box; beyond
 * MAP_ARROWS per class, the arrows with the fewest links are omitted. */
void map_dot(const model_host *hosts, uint32_t n, buffer *out);

/* The same, laid out and drawn. IO: Graphviz is not installed or failed. */
husk_status map_svg(const model_host *hosts, uint32_t n, buffer *out, husk_error *error);

/* --- the history -------------------------------------------------------------------------------------------------- */

/* A line per run of the host: its date, pages, how well they fitted what was known, and what happened to the classes.
 */
void write_history_text(const model_host *host, buffer *out);

/* One JSON object, with the pages and the fit of every class. */
void write_history_json(const model_host *host, buffer *out);

/* What the last run did to the host, in one line. */
void write_last_run(const model_host *before, const model_host *host, buffer *out);

#endif
