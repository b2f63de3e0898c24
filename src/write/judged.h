/* judged.h - a judged page: for the web page, as a report, or as HTML without a part. */
#ifndef HUSK_WRITE_JUDGED_H
#define HUSK_WRITE_JUDGED_H

#include "base/buffer.h"
#include "judge/verdict.h"

/* Append the members "html" and "blocks" of a JSON object, separated by a comma. LIMIT: the blocks after the page's
 * share of output (page_output_cap) are left out, and "cut" is true. NO_MEMORY or OK; the caller checks the buffer. */
husk_status shown_write(husk_verdict *verdict, buffer *out);

/* Append the report. `view` is the page as husk_write_view has it. With a site file that knows the page's host, the
 * site is shown too. The file loads nothing and runs nothing of the page's, whatever that contains. NO_MEMORY, LIMIT
 * (the buffer's cap) or OK. */
husk_status report_write(const husk_verdict *verdict, slice view, buffer *out);

/* What comes before and after the data: made from web/ (cmake/report.cmake). */
extern const slice report_before, report_after;

/* Append the page's HTML with only the content, or only the template; without scripts, frames, plug-ins, handlers, and
 * URLs that run something, unless `acting`. */
husk_status write_stripped(const husk_verdict *verdict, husk_keep keep, bool acting, arena *memory, buffer *out);

#endif
