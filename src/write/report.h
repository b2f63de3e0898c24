/* report.h - a judged page as one HTML file for people: what is template, where segments begin, and why. */
#ifndef HUSK_WRITE_REPORT_H
#define HUSK_WRITE_REPORT_H

#include "base/buffer.h"
#include "pagelevel/pagelevel.h"

/* Append the report. The file loads nothing and runs nothing, whatever the page holds. NO_MEMORY, LIMIT (the buffer's
 * cap) or OK. */
husk_status report_write(const husk_page *page, const logistic_model *model, const pagelevel_verdict *verdict,
                         buffer *out);

#endif
