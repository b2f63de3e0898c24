/* judged.h - a judged page: for the web page, as a report, or as HTML without a part. */
#ifndef HUSK_WRITE_JUDGED_H
#define HUSK_WRITE_JUDGED_H

#include "base/buffer.h"
#include "judge/verdict.h"

/* Append the members "html" and "blocks" of a JSON object, separated by a comma. LIMIT: the blocks after the page's
 * share of output (page_output_cap) are left out, and "cut" is true. NO_MEMORY or OK; the caller checks the buffer. */
husk_status shown_write(husk_verdict *verdict, buffer *out);

/* Escape what could end a report's element in the JSON from `from` on. */
void report_data_escape(buffer *json, size_t from);

/* Append a host as a report shows it, with its map; of the classes that are not wanted, by index, no templates and
 * columns. NO_MEMORY, LIMIT (the buffer's cap) or OK. */
husk_status report_site_write(const model_host *host, const bool *wanted, buffer *out);

/* What comes before and after the data: made from web/ (cmake/report.cmake). */
extern const slice report_before, report_after;

/* Append the page's HTML with only the content, or only the template; without scripts, frames, plug-ins, handlers, and
 * URLs that run something, unless `acting`. */
husk_status write_stripped(const husk_verdict *verdict, husk_keep keep, bool acting, arena *memory, buffer *out);

#endif
