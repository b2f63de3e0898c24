/* model.h - what a .husk file holds of a host, as plain arrays: docs/format.md says the same in tables.
 * Everything of a host lives in one arena; once made it is never changed, so any number of threads may read it. */
#ifndef HUSK_STORE_MODEL_H
#define HUSK_STORE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "store/columns.h"
#include "store/history.h"

/* A token of a template. */
typedef struct model_token {
    uint64_t hash;    /* page_token's */
    slice text;       /* as page_token_write has it, its first MODEL_TEXT_BYTES: for people, not for comparing */
    uint32_t kind;    /* page_token_kind */
    uint32_t support; /* of the class's distilled pages, as the consensus counted */
    uint32_t pages;   /* of the class's sampled pages that have it when aligned with the template */
} model_token;

/* What stands before template token `place`, or after the last, over the class's sampled pages. */
typedef struct model_slot {
    uint32_t pages; /* that have anything there */
    uint32_t most_tokens;
    uint64_t tokens, texts, words, link_words; /* all pages together */
} model_slot;

/* Something known by its hash, and on how many sampled pages it is. */
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
    uint8_t facts[AREA_FACTS]; /* what stands there on the learned pages and what the page model thinks of it
                                  (judge/site/place_facts.h) */
} model_area;

/* Where it stands to the container, the innermost path that holds most of what each page alone says. */
enum { AREA_OFF_CHAIN, AREA_ON_CHAIN, AREA_IN_CONTAINER };

typedef struct model_class {
    uint32_t number;
    uint32_t n_pages;               /* that fell into it */
    uint32_t n_sampled;             /* of them, for the counts */
    uint32_t n_distilled;           /* of those, for the template */
    uint64_t words, template_words; /* of the sampled pages */
    slice name;
    model_token *tokens;
    uint32_t n_tokens;
    model_slot *slots;  /* n_tokens + 1 */
    model_count *paths; /* sorted by hash, as signed numbers */
    uint32_t n_paths;
    model_count *schema; /* root-to-link paths, sorted likewise; none where links were not followed */
    uint32_t n_schema;
    model_count *traits; /* what tells its pages from other classes', sorted likewise; none where link paths tell */
    uint32_t n_traits;
    model_count
        *labels; /* texts that tell values by standing near them, sorted likewise; `pages`: 2 surely, 1 perhaps */
    uint32_t n_labels;
    model_column *columns; /* of its records, best first */
    uint32_t n_columns;
    class_state state;
    model_count *kinds; /* `hash`: the kind of page (judge/page_model.h) that the page model takes so many of its
                           sampled pages for; sorted */
    uint32_t n_kinds;
} model_class;

/* Links of one class, all on one root-to-link path, that lead to pages of another. */
typedef struct model_arrow {
    uint32_t from, to; /* classes */
    uint64_t path;     /* hash */
    uint32_t n_links;
    slice text; /* the path as a person reads it, its last MODEL_TEXT_BYTES */
} model_arrow;

typedef struct model_page {
    slice id;
    uint32_t class_number;
    uint64_t hash; /* of its bytes, or 0: not known */
} model_page;

typedef struct model_host {
    slice name;
    uint32_t n_pages;
    uint32_t n_sampled;
    model_class *classes; /* by number; those that pages are compared with */
    uint32_t n_classes;
    model_class *retired; /* by number; kept in case their pages come back */
    uint32_t n_retired;
    model_count *texts; /* sorted by hash, those on at least two sampled pages */
    uint32_t n_texts;
    model_count *links; /* addresses that links lead to, the same way */
    uint32_t n_links;
    model_count *names; /* class and id tokens that areas are told by, the same way */
    uint32_t n_names;
    model_area *areas; /* sorted by hash, as signed numbers */
    uint32_t n_areas;
    uint32_t fit, fit_spread; /* how well its pages fit each other, and the deviation of that, in thousandths */
    model_page *pages;        /* in input order */
    model_arrow *arrows;      /* the map: sorted by from, path, to */
    uint32_t n_arrows;
    model_run *runs; /* the history, oldest first */
    uint32_t n_runs;
} model_host;

/* Of a page that is in no class. */
#define MODEL_NO_CLASS UINT32_MAX

/* The place of a class among `classes`, which are by number, or n. */
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

#define MODEL_TEXT_BYTES 240 /* of a token's text that a file keeps, for people */

#endif
