/* meta.h - shared by the metadata files: the collection of candidates and the cleaning of values. */
#ifndef HUSK_PAGE_META_META_H
#define HUSK_PAGE_META_META_H

#include "page/fragment.h"
#include "page/meta/metadata.h"

/* Candidates kept per page and per field: a page with more is a list, or hostile. */
#define META_MAX_CANDIDATES 1024u
#define META_MAX_PER_FIELD 128u
/* Bytes per value; longer ones are cut (descriptions) or dropped (names, dates). */
#define META_MAX_VALUE 4096u
#define META_MAX_TITLE 600u
#define META_MAX_NAME 160u

typedef struct meta_collector {
    husk_page *page;
    arena *memory;
    fragment_reader fragments;
    buffer piece; /* scratch for one value */
    meta_candidate *list;
    uint32_t n;
    uint32_t n_of[META_FIELD_COUNT];
    date_order order;
    uint32_t heading;              /* the node of the title's heading, once chosen; 0: none */
    uint32_t byline;               /* the node of the chosen byline; 0: none */
    bool brief;                    /* as in metadata_options */
    bool wants_author, wants_date; /* nothing collected so far settles them */
    bool title_settled;            /* nothing still to come can change the title */
    bool no_memory;
} meta_collector;

/* Add a candidate, cleaned and copied; empty ones and those beyond a cap are dropped. */
void meta_add(meta_collector *c, meta_candidate what);

/* White space folded, entities decoded, HTML tags and invisible characters removed. In memory of `c`. */
slice meta_clean(meta_collector *c, slice value, size_t max);

/* meta_tags.c: <meta> and <link>. */
void meta_tag(meta_collector *c, uint32_t node);
void meta_link(meta_collector *c, uint32_t node);

/* meta_jsonld.c: one script's text. */
void meta_jsonld(meta_collector *c, uint32_t node, slice text);

/* meta_body.c: everything, in one pass over the page; calls the three above. `is_said`: meta_said came first, and
 * what it collects is left out. */
void meta_body(meta_collector *c, bool is_said);
/* meta_body.c: only declared values (<meta>, JSON-LD, <h1>), in a pass over the tags alone. */
void meta_said(meta_collector *c);

/* meta_choose.c. May be called twice: after meta_said, to find what is still wanted, and after meta_body. */
void meta_choose(meta_collector *c, const metadata_options *options, husk_metadata *out);

/* A copy in the memory of `c`. */
slice meta_keep(meta_collector *c, const char *data, size_t len);

/* meta_names.c: extract authors' names from a byline. `visible` text must meet stricter rules than a value declared
 * to be a name. Writes up to `max` names to `names` and returns their number. */
uint32_t meta_author_names(meta_collector *c, slice text, bool visible, slice *names, uint32_t n, uint32_t max);
/* The length of a prefix like "By", "Von", "作者：" at the start of the text, or 0. */
size_t meta_by_prefix(slice text);

/* What a page says of its site; each may be empty. */
typedef struct meta_site {
    slice name;     /* declared */
    slice masthead; /* a heading that leads to the front page, or is named so */
    slice host;
} meta_site;

/* meta_title.c: the title without the site's name. */
slice meta_title_cut(slice title, const meta_site *site, slice heading);
/* Is a title, or a part of one, the site's name? */
bool meta_is_site(slice part, const meta_site *site);
/* Is a heading the name or motto of the site? */
bool meta_is_masthead(meta_collector *c, uint32_t heading);
bool meta_is_front_page(const husk_page *page);
/* The share of common words, in [0, 1]: twice their number over all words of both. */
double meta_title_likeness(slice a, slice b);
/* The same letters and digits, ignoring everything else. */
bool meta_same_text(slice a, slice b);

#endif
