/* model.h - the contents of a .husk file for one host, as plain arrays; docs/format.md has the tables.
 * All data of a host lives in one arena and is immutable once built, so any number of threads may read it. */
#ifndef HUSK_STORE_MODEL_H
#define HUSK_STORE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* --- the columns of a class's records ----------------------------------------------------------------------------- */

/* How a value is located. The numbers are stored in files and never change. */
typedef enum locator_kind {
    LOCATE_PATH,     /* its ancestors by tag, class and id */
    LOCATE_PLACE,    /* its ancestors by tag and position among siblings of that tag */
    LOCATE_LABEL,    /* the label before it, and the path of tags from there */
    LOCATE_HINT,     /* the same, with a text that fewer pages have */
    LOCATE_AFTER,    /* the label before it, and the number of values in between */
    LOCATE_BEFORE,   /* the label after it, and the number of values in between */
    LOCATE_PROPERTY, /* its name in microdata or a <meta> */
    LOCATE_PREFIX,   /* the label that it starts with, up to a colon */
    N_LOCATOR_KINDS
} locator_kind;

typedef struct model_locator {
    uint64_t key;
    uint32_t kind;
    uint32_t ordinal; /* which value with that key, from 1; 0: all of them */
} model_locator;

/* Added to the ordinal of a LOCATE_PREFIX: the label stays in the text. */
#define LOCATOR_WHOLE 0x8000u

typedef enum column_type {
    COLUMN_TEXT,
    COLUMN_NUMBER,
    COLUMN_DATE,
    COLUMN_LINK,
    COLUMN_IMAGE,
    COLUMN_LIST,
    N_COLUMN_TYPES
} column_type;

#define COLUMN_MARKS 8

typedef struct model_column {
    slice name; /* unique in its class */
    uint32_t type;
    uint32_t since;               /* the run that added it; 0: before that was kept */
    uint32_t until;               /* the run that no longer found it; 0: in use */
    uint64_t marks[COLUMN_MARKS]; /* the smallest hashes of its values, sorted: they identify it in another design */
    uint32_t pages;               /* training pages that have a value */
    uint32_t distinct;            /* distinct values on them */
    slice example;                /* a few of them, for display */
    model_locator *locators;      /* best first */
    uint32_t n_locators;
} model_column;

/* --- the history of classes --------------------------------------------------------------------------------------- */

/* A class over the runs of `husk learn`. Runs are numbered from 1 per host. */
typedef struct class_state {
    uint32_t born;    /* the run that added it; 0: before there was a history */
    uint32_t met;     /* the last run with pages of it */
    uint32_t absent;  /* pages of the host since then */
    uint32_t retired; /* the run that retired it; 0: in use */
    uint32_t back;    /* pages of it since then */
} class_state;

/* What happened to a class in a run. The numbers are stored in files and never change. */
typedef enum run_event { RUN_MET, RUN_ADDED, RUN_RETIRED, RUN_RETURNED, N_RUN_EVENTS } run_event;

typedef struct model_run_class {
    uint32_t number;
    uint32_t pages; /* pages of the run in this class */
    uint32_t fit;   /* their mean fit to what was known before, in thousandths */
    uint32_t event; /* run_event */
} model_run_class;

/* One run of `husk learn`; older files have several merged into one. */
typedef struct model_run {
    uint32_t number;  /* of the last run it covers */
    uint32_t n_runs;  /* runs it covers */
    int64_t date;     /* of the last run, in seconds since 1970; 0: unknown */
    uint32_t pages;   /* given */
    uint32_t fresh;   /* of those, pages that the file did not have */
    uint32_t fit;     /* mean fit of the given pages to what was known before, in thousandths; 0 in the first run */
    uint32_t changed; /* nonzero: they fitted so badly that the site must have changed */
    uint32_t drift; /* how close to that it was at the end: the sum of the sequential test, in thousandths; the next run
                       continues from it */
    model_run_class *classes; /* by number */
    uint32_t n_classes;
} model_run;

/* --- classes ------------------------------------------------------------------------------------------------------ */

/* A token of a template. */
typedef struct model_token {
    uint64_t hash;    /* page_token's */
    slice text;       /* as page_token_write has it, cut to MODEL_TEXT_BYTES: for display, not for comparison */
    uint32_t kind;    /* page_token_kind */
    uint32_t support; /* distilled pages of the class with it, as counted by the consensus */
    uint32_t pages;   /* sampled pages of the class that have it when aligned with the template */
} model_token;

/* What comes before template token `place`, or after the last, over the class's sampled pages. */
typedef struct model_slot {
    uint32_t pages; /* pages with anything there */
    uint32_t most_tokens;
    uint64_t tokens, texts, words, link_words; /* over all pages */
} model_slot;

/* A hash and the number of sampled pages that have it. */
typedef struct model_count {
    uint64_t hash;
    uint32_t pages;
} model_count;

#define AREA_FACTS 24

/* An area: a path of elements by tag, class and id, judged once for the whole host. */
typedef struct model_area {
    uint64_t hash;
    uint32_t score; /* 0 content .. 255 template */
    uint32_t pages;
    uint32_t kind; /* AREA_… */
    bool has_facts;
    uint8_t facts[AREA_FACTS]; /* what is there on the learned pages, and the page model's opinion of it
                                  (judge/site/trie.h) */
} model_area;

/* Its position relative to the container, the innermost path that holds most of each page's own content. */
enum { AREA_OFF_CHAIN, AREA_ON_CHAIN, AREA_IN_CONTAINER };

typedef struct model_class {
    uint32_t number;
    uint32_t n_pages;               /* pages assigned to it */
    uint32_t n_sampled;             /* of those, pages used for the counts */
    uint32_t n_distilled;           /* of those, pages used for the template */
    uint64_t words, template_words; /* of the sampled pages */
    slice name;
    model_token *tokens;
    uint32_t n_tokens;
    model_slot *slots;  /* n_tokens + 1 */
    model_count *paths; /* sorted by hash, as signed numbers */
    uint32_t n_paths;
    model_count *schema; /* root-to-link paths, sorted likewise; none where links were not followed */
    uint32_t n_schema;
    model_count *traits; /* what distinguishes its pages from other classes', sorted likewise; none if link paths do */
    uint32_t n_traits;
    model_count *labels; /* texts that identify values near them, sorted likewise; `pages`: 2 certain, 1 uncertain */
    uint32_t n_labels;
    model_column *columns; /* of its records, best first, then those that are gone, the last one gone first */
    uint32_t n_columns;
    uint32_t n_gone;
    class_state state;
    model_count *kinds; /* `hash`: a kind of page (judge/page_model.h); `pages`: how many sampled pages the page model
                           assigns to it; sorted */
    uint32_t n_kinds;
} model_class;

/* Links from one class to pages of another, all on one root-to-link path. */
typedef struct model_arrow {
    uint32_t from, to; /* classes */
    uint64_t path;     /* hash */
    uint32_t n_links;
    slice text; /* the path in readable form, its last MODEL_TEXT_BYTES */
} model_arrow;

typedef struct model_page {
    slice id;
    uint32_t class_number;
    uint64_t hash; /* of its bytes, or 0 if unknown */
} model_page;

typedef struct model_host {
    slice name;
    uint32_t n_pages;
    uint32_t n_sampled;
    model_class *classes; /* by number; pages are compared with these */
    uint32_t n_classes;
    model_class *retired; /* by number; kept in case their pages return */
    uint32_t n_retired;
    model_count *texts; /* sorted by hash; only those on at least two sampled pages */
    uint32_t n_texts;
    model_count *links; /* link targets, likewise */
    uint32_t n_links;
    model_count *names; /* class and id tokens that identify areas, likewise */
    uint32_t n_names;
    model_area *areas; /* sorted by hash, as signed numbers */
    uint32_t n_areas;
    uint32_t fit, fit_spread; /* how well its pages fit each other, and the standard deviation, in thousandths */
    model_page *pages;        /* in input order */
    model_arrow *arrows;      /* the map: sorted by from, path, to */
    uint32_t n_arrows;
    uint64_t models; /* the digest of the models that learned it; 0: unknown */
    model_run *runs; /* the history, oldest first */
    uint32_t n_runs;
} model_host;

/* The class of a page that is in none. */
#define MODEL_NO_CLASS UINT32_MAX

/* The index of a class in `classes`, which are sorted by number, or n. */
static inline uint32_t model_class_place(const model_class *classes, uint32_t n, uint32_t number)
{
    uint32_t low = 0;
    for (uint32_t high = n; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        if (classes[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && classes[low].number == number ? low : n;
}

#define MODEL_TEXT_BYTES 240 /* length of a token's text in a file, for display */

#endif
