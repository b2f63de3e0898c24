/* sitejudge.h - a page judged by what is known of its site: which of its texts and tags are template. */
#ifndef HUSK_SITE_SITEJUDGE_H
#define HUSK_SITE_SITEJUDGE_H

#include "base/arena.h"
#include "page/page.h"
#include "site/site.h"

/* What decided. */
typedef enum site_reason {
    REASON_NONE,     /* too few pages have the text, and the place is not known as template */
    REASON_TOKEN,    /* it is a token of the class's template, in its place */
    REASON_TEXT,     /* the text is on many of the site's pages */
    REASON_AREA,     /* the place is template on this site */
    REASON_NO_HOST   /* the file knows nothing of this host */
} site_reason;

typedef struct text_verdict {
    uint32_t node;
    bool template;
    uint8_t score;      /* 0 content .. 255 template */
    site_reason reason;
    uint32_t pages, of; /* with TOKEN and TEXT: on how many of how many pages */
} text_verdict;

typedef struct site_verdict {
    const site_host *host;         /* NULL: not in the file */
    const model_class *page_class; /* NULL: no class fits */
    double fit;                    /* of the class, 0 to 1 */
    text_verdict *texts;           /* the visible texts, in order */
    uint32_t n_texts;
    uint8_t *matched;              /* by node: its tags are the template's (1 start, 2 end) */
} site_verdict;

/* Everything is in `memory`, but host and class are the site's. */
husk_status site_judge(husk_site *site, husk_page *page, arena *memory, site_verdict *out, husk_error *error);

/* Below this fit a page has no class. */
#define SITE_LEAST_FIT .3

#endif
