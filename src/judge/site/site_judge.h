/* site_judge.h - a page judged by what is known of its site and by the page model together: which of its texts and tags
 * are template. The site's verdict on the text's path and the page model's probability for its block are added as log
 * odds, each weighed by how much it can be trusted here; without a host, or when the page does not fit it, the page
 * model decides alone. */
#ifndef HUSK_JUDGE_SITE_SITE_JUDGE_H
#define HUSK_JUDGE_SITE_SITE_JUDGE_H

#include "base/arena.h"
#include "judge/page_model.h"
#include "page/page.h"
#include "judge/site/site.h"
#include "judge/site/site_class.h"

/* What decided. */
typedef enum judged_by {
    JUDGED_BY_PAGE, /* the page model: the file does not know the place, or the page does not fit */
    JUDGED_BY_SITE, /* the place, which is judged the same on all pages */
    JUDGED_BY_BOTH, /* neither alone would have been enough, or both say the same */
    JUDGED_BY_TEXT, /* most of the site's pages have this very text */
    JUDGED_BY_TOKEN /* by consensus: it is a token of the class's template, in its place */
} judged_by;

typedef struct text_verdict {
    uint32_t node;
    bool template;
    bool known;       /* the site has this very path */
    uint8_t by;       /* judged_by */
    uint8_t repeats;  /* 0: the text itself says nothing; else, for site_judge.c, that it is the rule at its place or on
                         the site */
    float odds;       /* log odds of content, all evidence together */
    float site, page; /* each alone; -1: not asked */
    uint32_t pages, of; /* the text is on so many of the site's sampled pages */
    float share, here;  /* of the site's pages, and of those that have the place, that have the text (there); 0: fewer
                           than two pages, or not known */
} text_verdict;

typedef struct site_verdict {
    const site_host *host;         /* NULL: not in the file */
    const model_class *page_class; /* NULL: no class fits */
    double fit;                    /* of the host: page_fit (trie.h) */
    bool has_fit;                  /* the two around this were found: not by consensus, nor of a host without paths */
    bool fits;                     /* enough for the site to have a say */
    const model_area **area;       /* by node: its path, or the deepest known path above it; NULL without a host */
    bool *known;                   /* by node: the path itself is known */
    text_verdict *texts;           /* the visible texts, in order */
    uint32_t n_texts;
    uint8_t *matched;                   /* by node: its tag is the template's */
    const page_judgement *page_verdict; /* of the page model, where it was asked */
} site_verdict;

typedef enum site_method {
    SITE_JOINT,    /* site and page model */
    SITE_PLACES,   /* what the site alone knows of each text, for site_main */
    SITE_QUICK,    /* nearly the same answers; the page model is asked only where it can change more than a hundredth of
                      the page, and no class is found (site_page_class) */
    SITE_CONSENSUS /* the class's template alone, aligned with the page (Geraci and Maggini 2011) */
} site_method;

/* Everything is in `memory`, but host and class are the site's. `page_verdict`, when not NULL, is the page model's
 * judgement of this page, made before. */
husk_status site_judge(husk_site *site, husk_page *page, site_method method, const page_judgement *page_verdict,
                       arena *memory, site_verdict *out, husk_error *error);

/* Pictures, scripts and the like say something without text: they are template when most pages have the very same.
 * Fills `matched`; by consensus the alignment has done so. */
void site_match_elements(const husk_page *page, site_verdict *verdict);

/* How the page fits, for callers. */
void site_tell_fit(const site_verdict *verdict, husk_fit *fit);

/* The same of a page that is not judged. */
husk_status site_fit(const site_host *host, husk_page *page, arena *memory, husk_fit *fit);

#endif
