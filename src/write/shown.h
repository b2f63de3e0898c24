/* shown.h - a judged page as the web page and the report show it: its safe HTML, and all that is known of each block.
 */
#ifndef HUSK_WRITE_SHOWN_H
#define HUSK_WRITE_SHOWN_H

#include "base/buffer.h"
#include "judge/verdict.h"

/* Append the members "html" and "blocks" of a JSON object, parted by a comma. NO_MEMORY, LIMIT (the buffer's cap) or
 * OK. */
husk_status shown_write(husk_verdict *verdict, buffer *out);

#endif
