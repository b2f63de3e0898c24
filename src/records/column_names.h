/* column_names.h - columns being built: their values, which of them are kept, their names and types. Only for
 * records/column*.c. */
#ifndef HUSK_RECORDS_COLUMN_NAMES_H
#define HUSK_RECORDS_COLUMN_NAMES_H

#include "base/arena.h"
#include "base/limits.h"
#include "base/table.h"
#include "records/columns.h"

/* Where a name comes from: the words near a value. */
enum {
    NAME_LABEL,   /* the label that its text starts with */
    NAME_HEADER,  /* the header of its column in a table */
    NAME_ELEMENT, /* an itemprop, id or class of the elements around it */
    NAME_HEADING, /* the nearest heading before it */
    NAME_OUTER,   /* as NAME_ELEMENT, further out */
    N_NAMES
};

/* The data kept of a value after its page is gone. */
typedef struct column_value {
    uint64_t text;
    uint64_t path; /* the elements around it; 0 for a <meta> */
    slice shown;   /* the first COLUMN_SHOWN bytes of the value, without a label */
    slice near[N_NAMES];
    uint32_t n_chars; /* of the whole value */
    uint32_t label;   /* the value that labels it in the same small part of the page, or LOCATE_NONE */
    uint16_t source;  /* VALUE_… */
    uint16_t rank;    /* as a label */
    uint16_t tag;     /* of its element */
    uint8_t hints;    /* HINT_… */
    uint8_t area;     /* how likely its place is template according to the site model: 0 content .. 255 */
    uint32_t same;    /* values of the page with this text */
    uint32_t alike;   /* values of the page on this path */
} column_value;

/* What the page says of a value besides where it is. */
enum {
    HINT_LINK = 1,    /* in a link */
    HINT_TITLE = 2,   /* the page's title has it */
    HINT_DECLARED = 4 /* a <meta>, microdata or JSON-LD has it */
};

#define COLUMN_SHOWN 120   /* bytes of a sample value stored in a site file */
#define COLUMN_MAX_NAME 40 /* bytes of a name; a longer label is a sentence */

typedef struct column_page {
    column_value *values;
    uint32_t n;
    uint32_t heading; /* the value that is the page's heading, or LOCATE_NONE */
    slice language;
} column_page;

/* Means over a candidate's picks. */
typedef struct pick_means {
    double length;  /* code points per page */
    double place;   /* 0 the page's first value, 1 its last */
    double run;     /* values that its key leads to */
    uint64_t label; /* the most common one */
    double labels;  /* share with the most common label nearby */
    double mixed;   /* share with another label: the locator fails there */
    double colons;  /* share with a label that ends in a colon */
    double titles;  /* share in the page's main heading */
    double news;    /* share not on nearly every page: a menu varies too, in which item is not a link */
} pick_means;

/* A column being built. */
typedef struct column_draft {
    const struct candidate *first; /* its picks */
    double score;
    uint64_t family; /* the label of its values, or their path; 0: none */
    uint32_t n_pages, n_distinct;
    float even;       /* how evenly the pages' values are distributed: 0 all equal, 1 all distinct */
    float agreeing;   /* types of locator that lead to its values */
    uint32_t nearest; /* the smallest ordinal of its locators; 0: it is found as a list only */
    model_locator ways[N_LOCATOR_KINDS];
    uint32_t n_ways;
    bool is_list;
    bool is_address;  /* links or images */
    bool is_labelled; /* most of its values have one label */
    bool is_whole;    /* repeats another column, with the label that its values start with */
} column_draft;

#define COLUMN_SAMPLES 128 /* values used to decide a type; more do not change the decision */

typedef struct column_sample {
    const column_page *page;
    uint32_t value, number; /* of the page */
} column_sample;

/* One value that a locator finds on one page. */
typedef struct pick {
    uint64_t key;
    uint16_t kind, ordinal;
    uint32_t page;
    uint32_t value; /* of the page */
    uint32_t run;   /* values with this key on the page */
} pick;

/* A locator: its picks on all pages. */
typedef struct candidate {
    uint64_t values; /* hash of all pages' values: equal means the same column */
    uint32_t first;  /* index of its first pick */
    uint32_t n_picks;
    uint32_t n_pages;
} candidate;

struct column_builder {
    const locate_site *site;
    const model_host *host;
    arena memory; /* for the pages' values */
    column_page pages[HUSK_MAX_COLUMN_PAGES];
    uint32_t n_pages;
    pick *picks;
    size_t n_picks, room, n_values;
    hash_map words; /* of the pages' texts */
};

/* --- column_page.c */

bool column_page_copy(husk_page *page, const located_value *values, uint32_t n, const model_host *host, arena *memory,
                      column_page *out);

/* --- column_hints.c */

/* Fill the values' hints, and the page's heading. False if out of memory. */
bool column_page_hints(husk_page *page, const located_value *values, const model_host *host, column_page *out);

/* Has a value the text of the page's heading? The <title> is not meant. */
static inline bool column_is_heading(const column_page *page, uint32_t value)
{
    const column_value *v = &page->values[value];
    return page->heading != LOCATE_NONE && v->source == VALUE_TEXT && v->tag != TAG_TITLE &&
           v->text == page->values[page->heading].text;
}

/* Has a label or name a word for a fact: author, price? */
bool column_is_fact(slice name);

/* Is this word of a class name about looks or place, not about what the element holds? */
bool column_word_is_plain(const char *word, size_t len);

/* --- column_rank.c */

model_locator pick_way(const pick *p);

pick_means picks_means(const column_builder *b, const candidate *c);

/* A hash of what each page has at this locator: by_page has room for all pages. Returns how many have a value. */
uint32_t picks_by_page(const column_builder *b, const pick *picks, uint32_t n, uint64_t *by_page);

/* The best columns of the candidates, which are sorted by their values; best first, at most HUSK_MAX_COLUMNS.
 * `drafts` has room for all and COLUMN_EXTRA more. */
#define COLUMN_EXTRA 10u
bool columns_rank(const column_builder *b, const candidate *list, uint32_t n, column_draft *drafts, uint32_t *kept);

/* --- column_types.c */

uint32_t column_type_of(const column_sample *samples, uint32_t n, bool is_list);
/* What nine of ten values are, in a word: "phone", "email"; *sure: no name of an element says it better. Otherwise
 * "website", "price" or "date", or nothing. */
slice column_kind_word(const column_sample *samples, uint32_t n, bool *sure);
/* A few distinct values, separated by " | ". */
slice column_example(const column_sample *samples, uint32_t n, arena *memory);

/* --- column_names.c */

/* The order of a column's locators: the most reliable first. */
int column_way_order(model_locator a, model_locator b);

/* A column's names: the best, and others that tell it from columns of the same name, best first; empty: none. */
#define COLUMN_NAMES 3
typedef struct column_names {
    slice name[COLUMN_NAMES];
    unsigned from;       /* NAMED_… */
    bool stands_for_one; /* a list in the place of its first value: it keeps its name */
} column_names;

/* What a column's best name is, from the most to the least telling. */
enum { NAMED_TITLE, NAMED_LABEL, NAMED_HEADER, NAMED_ELEMENT, NAMED_KIND, NAMED_TAG, NAMED_HEADING, NAMED_OUTER };

/* False if out of memory. */
/* `words`: hashes of the words of the pages' texts. */
bool column_names_of(const column_sample *samples, uint32_t n, bool is_whole, const hash_map *words, arena *memory,
                     column_names *out);
/* Give each column a name of its own: its best, the same with the part of the page before it, or numbered from 2; a
 * list becomes NAME_all. `names` is by column. */
bool columns_name_apart(model_column *columns, const column_names *names, uint32_t n, arena *memory);
/* Is `name` one of the names but that at `but`? */
bool slices_have(const slice *names, uint32_t n, uint32_t but, slice name);
/* Name the columns that have none in `names`, distinct from all `n_names` of them and from those in `spared`, which may
 * be NULL. */
bool columns_name_others(model_column *columns, uint32_t n, slice *names, uint32_t n_names, const slice *spared,
                         arena *memory);
/* The name without what tells it from others of the same name: "_all", "_2". */
slice column_name_core(slice name);
/* Does a label give this name, but for what tells it from others ("engine" and "compare_engine_2" are "Engine:")? */
bool column_is_named(slice name, slice label);

/* --- column_worth.c */

/* Order the columns by their worth, with their names. `rows`: what the model sees of each, N_WORTH_COLUMNS
 * (judge/columns.h); NULL if that is of no interest. False if out of memory. */
bool columns_order(const column_builder *b, const column_draft *drafts, model_column *columns, column_names *names,
                   uint32_t n, float *rows);

#endif
