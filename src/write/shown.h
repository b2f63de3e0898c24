/* shown.h - a judged page for the web page and the report: its safe HTML, and everything known of each block. */
#ifndef HUSK_WRITE_SHOWN_H
#define HUSK_WRITE_SHOWN_H

#include "base/buffer.h"
#include "judge/verdict.h"

/* Append the members "html" and "blocks" of a JSON object, separated by a comma. NO_MEMORY, LIMIT (the buffer's cap)
 * or OK. */
husk_status shown_write(husk_verdict *verdict, buffer *out);

#endif
