/* report.h - a judged page as one HTML file: the web page's own views, with their data inside. */
#ifndef HUSK_WRITE_REPORT_H
#define HUSK_WRITE_REPORT_H

#include "base/buffer.h"
#include "judge/verdict.h"

/* Append the report. `view` is the page as husk_write_view has it. With a site file that knows the page's host, the
 * site is shown too. The file loads nothing and runs nothing of the page's, whatever that contains. NO_MEMORY, LIMIT
 * (the buffer's cap) or OK. */
husk_status report_write(const husk_verdict *verdict, slice view, buffer *out);

/* What comes before and after the data: made from web/ (cmake/report.cmake). */
extern const slice report_before, report_after;

#endif
