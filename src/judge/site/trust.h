/* trust.h - the weight of each piece of evidence in the joint judgement of a page (site_judge.c).
 * models/tune_joint prints, for each constant, what changes on documentation sites, SWDE and WCXB's domains if it
 * alone is changed. The site model has not seen those sites or their generators, but the constants were tuned on
 * them: there are no others. Where a comment gives no gain, the value is an older one that the grid has not been run
 * for. */
#ifndef HUSK_JUDGE_SITE_TRUST_H
#define HUSK_JUDGE_SITE_TRUST_H

/* In models/tune_joint's own build the environment sets the constants: one build serves all. */
#ifdef HUSK_TUNING
#include <stdlib.h>
#define TRUST(name, value) (getenv("HUSK_" #name) ? (float)atof(getenv("HUSK_" #name)) : (value))
#else
#define TRUST(name, value) (value)
#endif

static inline float odds_within(float odds, float most)
{
    return odds > most ? most : odds < -most ? -most : odds;
}

/* Log odds are capped here: a model is never that sure. */
#define MOST_SITE TRUST(MOST_SITE, 5.f)
#define MOST_PAGE TRUST(MOST_PAGE, 4.f)
/* The weight of the page model's log odds next to the site's: its mean is already part of the site's verdict. */
#define PAGE_WEIGHT TRUST(PAGE_WEIGHT, .2f)
/* Their weight if negative: not being main content is weaker evidence of template than being main content is against
 * it. */
#define NOT_MAIN TRUST(NOT_MAIN, .5f)
/* After n pages the site's weight is n²/(n² + FEW_PAGES²): chance repetition becomes rare with the number of page
 * pairs. At 5, documentation gains .009 after four pages, and on WCXB's domains extraction is .001 worse with a file
 * than without; labels are the same. */
#define FEW_PAGES TRUST(FEW_PAGES, 6.f)
/* For an unknown path its deepest known ancestor counts, by this much; less if that is on the way to the container,
 * since anything can be inside it. */
#define NEW_PATH TRUST(NEW_PATH, .7f)
#define NEW_PATH_ON_CHAIN TRUST(NEW_PATH_ON_CHAIN, .2f)
/* Below this fit (trie.h) the page model decides alone: pages of another design. From 0 to .45 documentation and SWDE
 * change by less than .001 and WCXB's domains gain .002, but classes never seen, as bench/judgement holds them out,
 * lose .003 at .45 and .010 at .65 (twelve classes of four sites). */
#define LEAST_HOST_FIT TRUST(LEAST_HOST_FIT, .25f)
/* A text on this percentage of the pages is template anywhere: at half, values that a site repeats (a genre, a
 * publisher) are lost. */
#define TEXT_PERCENT TRUST(TEXT_PERCENT, 80)
#define TEXT_LEAST_PAGES TRUST(TEXT_LEAST_PAGES, 4)
/* But it must be on this percentage of the pages with the place: a menu of all genres does not make the genre of a
 * film template. */
#define HERE_PERCENT TRUST(HERE_PERCENT, 55)
/* The weight of that against the place, where a heading on all pages may be each page's own content (husk extract). */
#define TEXT_ODDS TRUST(TEXT_ODDS, 2.f)
/* The weight of a text that is the rule at its place, though not on the site. */
#define PLACE_ODDS TRUST(PLACE_ODDS, 1.f)
#endif
