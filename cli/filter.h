/* filter.h - which pages of a run are written, and how many are not, and why. */
#ifndef HUSK_CLI_FILTER_H
#define HUSK_CLI_FILTER_H

#include "command.h"
#include "judging.h"

/* What a page must be. */
typedef struct filter_settings {
    unsigned kinds; /* any of kinds_of_pages; 0: all */
    float min_confidence;
    const char *languages; /* separated by commas; NULL: all */
    unsigned min_words;
    bool dedup;
} filter_settings;

extern const choice kinds_of_pages[];

/* Why a page is left out; the order of the checks. */
enum { DROP_NONE, DROP_KIND, DROP_CONFIDENCE, DROP_LANGUAGE, DROP_WORDS, DROP_COPY, N_DROPS };

bool filter_is_set(const filter_settings *f);

/* On a worker: the first condition that the page does not meet, after husk_extract measured it. */
int filter_check(const filter_settings *f, husk_verdict *verdict, int64_t now);

/* Report on stderr how many pages were left out, by N_DROPS counts. */
void filter_report(const filter_settings *f, const uint64_t *counts);

#endif
