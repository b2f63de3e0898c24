/* safe_page.h - a judged page's elements again, as HTML that can run and load nothing, with every judged text marked.
 * Needs the verdict's blocks (verdict_blocks). */
#ifndef HUSK_WRITE_SAFE_PAGE_H
#define HUSK_WRITE_SAFE_PAGE_H

#include "base/buffer.h"
#include "judge/verdict.h"

/* A segment: the largest element all of whose judged texts have one label. NODE_NONE: none of the page's elements. */
typedef struct safe_page {
    uint32_t *number;  /* by text node: of its block in the verdict, or NODE_NONE */
    uint32_t *segment; /* by block of the verdict: its segment's element, or NODE_NONE */
} safe_page;

/* Fill in `marks`, in `memory`. NO_MEMORY. */
husk_status safe_page_mark(const husk_verdict *verdict, arena *memory, safe_page *marks);

/* Append what stands in the body. Each judged text is in <span data-husk="its block">; a segment's element has
 * data-husk-segment="its node". */
void safe_page_write(const husk_verdict *verdict, const safe_page *marks, buffer *out);

#endif
