/* site_judge.h - judge a page with its site and the page model together: which of its texts and tags are template.
 * The site's verdict on the text's path and the page model's probability for its block are added as log odds, each
 * weighted by how reliable it is here; without a host, or if the page does not fit it, the page model decides alone. */
#ifndef HUSK_JUDGE_SITE_SITE_JUDGE_H
#define HUSK_JUDGE_SITE_SITE_JUDGE_H

#include "judge/page_model.h"
#include "judge/site/site.h"

/* What decided. */
typedef enum judged_by {
    JUDGED_BY_PAGE, /* the page model: the file does not know the place, or the page does not fit */
    JUDGED_BY_SITE, /* the place, which is judged the same on all pages */
    JUDGED_BY_BOTH, /* neither alone would have been enough, or both agree */
    JUDGED_BY_TEXT, /* most of the site's pages have the same text */
    JUDGED_BY_TOKEN /* an outside method: it is a token of the class's template, in its place */
} judged_by;

typedef struct text_verdict {
    uint32_t node;
    bool template;
    bool known;         /* the site has exactly this path */
    uint8_t by;         /* judged_by */
    bool repeats;       /* nearly all pages have it: of the site, of the page's class or of those with its place */
    float odds;         /* log odds of content, all evidence together */
    float site, page;   /* each alone; -1: not asked */
    uint32_t pages, of; /* the text is on this many of the site's sampled pages */
    float share, here;  /* of the site's pages, and of those with the place, that have the text (there); 0: fewer than
                           two pages, or unknown */
} text_verdict;

typedef struct site_verdict {
    const site_host *host;         /* NULL: not in the file */
    const model_class *page_class; /* NULL: no class fits */
    double fit;                    /* of the host: page_fit (trie.h) */
    bool has_fit; /* the two around this were computed: not by an outside method, nor for a host without paths */
    bool fits;    /* well enough for the site to count */
    const model_area **area; /* by node: its path, or the deepest known path above it; NULL without a host */
    bool *known;             /* by node: the path itself is known */
    text_verdict *texts;     /* the visible texts, in order */
    uint32_t n_texts;
    uint8_t *matched; /* by node: its tag is template */
} site_verdict;

/* What the published methods say of a text, as log odds: they know only yes and no. */
#define CERTAIN_ODDS 5.f

/* Everything is in `memory`, except host and class, which belong to the site. `page_verdict` is the page model's
 * judgement of this page. */
husk_status site_judge(husk_site *site, husk_page *page, const judge_models *models, const page_judgement *page_verdict,
                       arena *memory, site_verdict *out, husk_error *error);

/* Pictures, scripts and similar elements show something without text: they are template if most pages have exactly
 * the same. Fills `matched`, by node. */
void site_match_elements(const husk_page *page, const site_host *host, uint8_t *matched);

/* How the page fits, for callers. */
void site_fit_write(const site_verdict *verdict, husk_fit *fit);

/* The same for a page that is not judged. */
husk_status site_fit(const site_host *host, husk_page *page, arena *memory, husk_fit *fit);

/* The class of a page in its host, NULL if none fits. NO_MEMORY. */
husk_status site_page_class(const site_host *host, const husk_page *page, arena *memory, const model_class **out);

/* Adds to `pages`, by kind (judge/page_model.h), how many learned pages of the class the page model gave that kind; for
 * all classes of the host if `c` is NULL. */
void site_kind_pages(const site_host *host, const model_class *c, uint64_t *pages);

/* The kind that the page model gave most of the class's learned pages, or the host's if `c` is NULL; -1: not in the
 * file. A class is one template, and its pages are mostly of one kind: this is more often right than the page model's
 * answer for a single page, and costs nothing here. */
int site_class_kind(const site_host *host, const model_class *c);

#endif
