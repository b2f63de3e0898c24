/* metadata.h - a page's metadata: title, authors, dates and more, each with its source.
 * Everything that could be a value is collected in one pass; then one is chosen by a fixed order (docs/metadata.md).
 * Costs nothing unless requested. */
#ifndef HUSK_PAGE_META_METADATA_H
#define HUSK_PAGE_META_METADATA_H

#include "base/date.h"
#include "page/page.h"

/* X(name in C, name in output) */
#define META_FIELDS(X)            \
    X(TITLE, "title")             \
    X(AUTHOR, "author")           \
    X(PUBLISHED, "published")     \
    X(MODIFIED, "modified")       \
    X(SITE, "sitename")           \
    X(DESCRIPTION, "description") \
    X(LANGUAGE, "language")       \
    X(URL, "url")                 \
    X(IMAGE, "image")             \
    X(CATEGORY, "categories")     \
    X(TAG, "tags")                \
    X(LICENSE, "license")         \
    X(TYPE, "pagetype")

typedef enum meta_field {
#define META_FIELD_ENUM(c_name, name) META_##c_name,
    META_FIELDS(META_FIELD_ENUM)
#undef META_FIELD_ENUM
        META_FIELD_COUNT
} meta_field;

/* Where a value was found. X(name in C, name in output) */
#define META_SOURCES(X)                                                                                 \
    X(JSONLD, "json-ld")                                                                                \
    X(JSONLD_PAGE, "json-ld page") /* a WebPage, WebSite or Organization, not what the page is about */ \
    X(OPENGRAPH, "opengraph")                                                                           \
    X(SCHOLAR, "citation") /* citation_*, Dublin Core */                                                \
    X(META_TAG, "meta")                                                                                 \
    X(MICRODATA, "microdata") /* itemprop or RDFa's property in the body */                             \
    X(LINK, "link")           /* rel= of <link> or <a> */                                               \
    X(TIME, "time")           /* <time> */                                                              \
    X(CLASS, "class")         /* a class or id that means author, byline, date … */                   \
    X(TEXT, "text")           /* only visible text: "By …", a date on its own line */                 \
    X(HEADING, "h1")                                                                                    \
    X(TITLE_TAG, "title")                                                                               \
    X(ADDRESS, "address") /* the page's URL */                                                          \
    X(HTML, "html")       /* <html lang> */

typedef enum meta_source {
#define META_SOURCE_ENUM(c_name, name) META_FROM_##c_name,
    META_SOURCES(META_SOURCE_ENUM)
#undef META_SOURCE_ENUM
        META_SOURCE_COUNT
} meta_source;

enum { META_ASIDE = 1, META_COMMENT = 2 };

/* The weight of a heading that is the site's name or motto. */
enum { META_MASTHEAD = 2 };

/* A candidate for a field's value, in page order. */
typedef struct meta_candidate {
    slice value;    /* white space folded, entities decoded, valid UTF-8 */
    uint32_t node;  /* where it stands */
    uint8_t field;  /* meta_field */
    uint8_t source; /* meta_source */
    uint8_t aside;  /* META_ASIDE: among related items or in a footer; META_COMMENT: among comments */
    uint8_t weight; /* within its source: 0 is the most reliable */
} meta_candidate;

/* Everything that was considered for a page. */
typedef struct meta_candidates {
    const meta_candidate *list;
    uint32_t n;
} meta_candidates;

typedef struct metadata_options {
    int64_t now;                 /* seconds since 1970: later dates are ignored; 0: no bound */
    bool brief;                  /* only title, author, date and language are wanted */
    meta_candidates *considered; /* may be NULL; complete unless brief */
} metadata_options;

/* Read all metadata into `out`, allocated in `memory`; part of it may be in the page. NO_MEMORY or OK. */
husk_status page_metadata_read(husk_page *page, const metadata_options *options, arena *memory, husk_metadata *out);

const char *meta_field_name(unsigned field);
const char *meta_source_name(unsigned source);

/* --- says.c: what class, id and itemprop names say about an element's text, as bits ------------------------------- */

/* What the words of a class, id or itemprop mean. */
enum {
    SAYS_AUTHOR = 1,    /* author, byline, writer … */
    SAYS_DATE = 2,      /* date, time, published, posted … */
    SAYS_MODIFIED = 4,  /* updated, modified */
    SAYS_ASIDE = 8,     /* comments, related, sidebar, footer … */
    SAYS_NOT_NAME = 16, /* an author's picture, biography or links: not the name */
    SAYS_NAME = 32,
    SAYS_USER = 64,     /* username, poster: an author on a forum */
    SAYS_ACCOUNT = 256, /* user: with SAYS_NAME an author on a forum, otherwise the reader's own account */
    SAYS_TITLE = 128,
    SAYS_COMMENT = 512
};

/* Names that were looked up, from page to page. Freed with free(). */
typedef struct says_cache says_cache;

/* NULL if out of memory. */
says_cache *says_cache_new(void);

/* SAYS_… of all words in a name; `hash` is hash_bytes of it. */
unsigned says_of(says_cache *cache, slice value, uint64_t hash);

#endif
