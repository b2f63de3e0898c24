/* shown.h - a judged page for the web page and the report: its safe HTML, and everything known of each block. */
#ifndef HUSK_WRITE_SHOWN_H
#define HUSK_WRITE_SHOWN_H

#include "base/buffer.h"
#include "judge/verdict.h"

/* Append the members "html" and "blocks" of a JSON object, separated by a comma. LIMIT: the blocks after the page's
 * share of output (page_output_cap) are left out, and "cut" is true. NO_MEMORY or OK; the caller checks the buffer. */
husk_status shown_write(husk_verdict *verdict, buffer *out);

#endif
