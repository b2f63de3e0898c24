/* safe_page.h - a judged page as HTML that can run and load nothing, with every judged text marked.
 * Needs the verdict's blocks (verdict_blocks). */
#ifndef HUSK_WRITE_SAFE_PAGE_H
#define HUSK_WRITE_SAFE_PAGE_H

#include "base/buffer.h"
#include "judge/verdict.h"

/* A segment: the largest element whose judged texts all have one label. NODE_NONE: no element of the page. */
typedef struct safe_page {
    uint32_t *number;  /* by text node: its block's index in the verdict, or NODE_NONE */
    uint32_t *segment; /* by block of the verdict: its segment's element, or NODE_NONE */
} safe_page;

/* Fill `marks`, in `memory`. NO_MEMORY. */
husk_status safe_page_mark(const husk_verdict *verdict, arena *memory, safe_page *marks);

/* Append the contents of the body. Each judged text is in <span data-husk="its block">; a segment's element has
 * data-husk-segment="its node". */
void safe_page_write(const husk_verdict *verdict, const safe_page *marks, buffer *out);

#endif
