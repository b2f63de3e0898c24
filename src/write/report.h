/* report.h - a judged page as one HTML file for people: what is template, what is main content, and why. */
#ifndef HUSK_WRITE_REPORT_H
#define HUSK_WRITE_REPORT_H

#include "base/buffer.h"
#include "judge/verdict.h"

/* Append the report. The file loads nothing and runs nothing, whatever the page holds. NO_MEMORY, LIMIT (the buffer's
 * cap) or OK. */
husk_status report_write(husk_verdict *verdict, buffer *out);

#endif
