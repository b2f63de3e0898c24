/* published.h - the published methods of judging, behind husk_published. */
#ifndef HUSK_PAPERS_PUBLISHED_H
#define HUSK_PAPERS_PUBLISHED_H

#include "husk/lab.h"
#include "judge/verdict.h"

/* chakrabarti-2007/judge.c */
husk_status published_pagelevel(const husk_published *published, husk_verdict *v, husk_error *error);
husk_status published_sitelevel(const husk_published *published, husk_verdict *v, husk_site *site, husk_error *error);
/* geraci-2011/judge.c */
husk_status published_consensus(husk_verdict *v, husk_site *site, husk_error *error);

/* Is a node a text that is shown? */
static inline bool published_shows_text(const husk_page *page, uint32_t node)
{
    return (page->flags[node] & (NODE_TEXT | NODE_SILENT | NODE_BLANK)) == NODE_TEXT;
}

/* The host and class of the page, and room for its texts, in page->scratch. */
husk_status published_find_class(const husk_verdict *v, husk_site *site, site_verdict *s, husk_error *error);
/* Keep the texts' labels; a block is main content if most of its text is not template. */
husk_status published_keep_texts(husk_verdict *v, const site_verdict *s);

#endif
