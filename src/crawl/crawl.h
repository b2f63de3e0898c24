/* crawl.h - the parts of a crawl: a place that provides pages, workers, the explorer, and the site file. */
#ifndef HUSK_CRAWL_CRAWL_H
#define HUSK_CRAWL_CRAWL_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/table.h"
#include "base/text.h"
#include "page/views.h"
#include "crawl/explore.h"
#include "learn/learner.h"
#include "store/model.h"

struct crawl_site;

/* Another way to explore a site: papers/crescenzi-2005 has the published one. */
typedef struct crawl_way {
    void (*set)(const struct crawl_way *way, const struct crawl_site *site, explore_options *x);
    page_step step; /* of link paths, if it writes */
    /* Write the explorer's classes, by link paths, to the site file `path`, and the result as text to `report` (may be
     * NULL). NULL: the classes are learned from the pages. */
    husk_status (*write)(const struct crawl_site *site, const explored *e, const char *path, buffer *report,
                         husk_error *error);
} crawl_way;

/* --- places ------------------------------------------------------------------------------------------------------- */

/* Receives a page that exists, although perhaps nothing links to it, and the list it is in. */
typedef husk_status (*crawl_list_sink)(void *context, slice list, slice key);

typedef struct crawl_place crawl_place;

/* What distinguishes one kind of place from another. A page's key is its normalised URL, the same for all links to it.
 */
typedef struct crawl_place_kind {
    /* Append the key of an absolute URL. False: out of scope, or not a page. One thread at a time, once per distinct
     * URL. */
    bool (*key)(crawl_place *place, slice url, buffer *key);
    /* Start of a round: these pages will be read, in this order. May be NULL. */
    husk_status (*begin)(crawl_place *place, const slice *keys, uint32_t n, husk_error *error);
    /* Page `i` of the round: its bytes, its id, and its URL after redirects in `raw`, whose strings live until the
     * next call. A page that can't be read has its status set. Returns LIMIT if this and all later pages are missing.
     */
    husk_status (*read)(crawl_place *place, uint32_t i, slice key, buffer *bytes, husk_raw *raw, husk_error *error);
    /* Append the base URL of a page's links, if raw has none; NULL: that is the key. */
    void (*base)(crawl_place *place, slice key, buffer *url);
    /* List every page that exists. May be NULL. */
    husk_status (*list)(crawl_place *place, crawl_list_sink sink, void *sink_context, husk_error *error);
    void (*free)(void *own);
    bool is_web; /* honour nofollow and canonical URLs */
} crawl_place_kind;

/* Where pages come from. */
struct crawl_place {
    const crawl_place_kind *kind;
    void *own; /* the kind's, freed by it */
    const husk_crawl_options *o;
    struct crawl_patterns *patterns; /* to include and exclude */
    char *host;                      /* in the site file */
    buffer start;                    /* key of the first page */
    bool list_first;                 /* explore the list first, not only what is left over */
    uint64_t bytes;                  /* read so far */
    uint64_t end_ms;                 /* of max_seconds; 0: never */
    uint32_t n_failed;               /* pages of a directory or archive, and directories, that could not be read */
};

/* The directory that holds the page `start`, or `start` itself. */
husk_status crawl_files_open(const char *start, const husk_crawl_options *options, crawl_place *place,
                             husk_error *error);
/* An archive: read once for its URLs; the pages are stored on disk. */
husk_status crawl_archive_open(const char *start, const husk_crawl_options *options, crawl_place *place,
                               husk_error *error);
/* Lines of a request's header that ask whether its page of that key has changed; "" if it does not say, or has none. */
const char *crawl_archive_validators(const crawl_place *place, slice key);
/* Pages from the caller's `fetch`. */
husk_status crawl_caller_open(const char *start, const husk_crawl_options *options, crawl_place *place,
                              husk_error *error);
husk_status crawl_web_open(const char *start, const husk_crawl_options *options, crawl_place *place, husk_error *error);
void crawl_place_free(crawl_place *place);

/* For the four above: set the place up, with `own_size` zeroed bytes in place->own. */
husk_status crawl_place_init(crawl_place *place, const crawl_place_kind *kind, size_t own_size,
                             const husk_crawl_options *options, husk_error *error);
/* Is a budget used up, or the crawl stopped? */
bool crawl_place_is_over(const crawl_place *place);
/* The site is that of the URL's host. False: out of memory. */
bool crawl_place_set_host(crawl_place *place, slice url);
/* Do the patterns allow this URL or path? */
bool crawl_place_wants(const crawl_place *place, const char *address);
/* The key of a URL on the web: on the place's host or, if asked, a subdomain, and wanted. */
bool crawl_place_key(crawl_place *place, slice url, buffer *key);

/* --- visits ------------------------------------------------------------------------------------------------------- */

/* A visited page. */
typedef struct crawl_page {
    uint32_t address;
    slice id;
    uint64_t bytes_hash; /* identifies it for the learner */
} crawl_page;

/* The readable name of a link path. */
typedef struct crawl_path {
    uint64_t hash;
    slice name;
} crawl_path;

typedef struct crawl_site {
    const husk_crawl_options *o;
    const crawl_way *way; /* NULL: the library's own */
    crawl_place *place;
    page_step step;
    learner *learner; /* of the visited pages; NULL: only the links count */
    /* URLs and paths by number */
    arena strings;
    size_t string_bytes;             /* its share of HUSK_MAX_CRAWL_BYTES */
    uint64_t links_cost, most_links; /* of the links explored: HUSK_CRAWL_LINKS */
    intern keys;                     /* URL number -> key */
    intern urls;                     /* every distinct URL -> its number */
    uint32_t *url_address;
    size_t urls_room;
    crawl_path *paths; /* a table by hash */
    size_t n_paths, paths_size;
    /* visited pages, in visit order */
    crawl_page *pages; /* by URL number; address ADDRESS_NONE: not visited */
    size_t pages_room;
    /* of the round */
    explore_link *links;
    size_t n_links, links_room;
    struct crawl_worker *workers;
    unsigned n_workers;
    uint32_t n_seen;
    char reason[240]; /* why the start page could not be read */
    uint64_t started_ns;
} crawl_site;

husk_status crawl_site_init(crawl_site *site, const husk_crawl_options *options, const crawl_way *way,
                            crawl_place *place, husk_error *error);
void crawl_site_free(crawl_site *site);
/* The number of a key. ADDRESS_NONE: out of memory. */
uint32_t crawl_address(crawl_site *site, slice key);
/* Exploration options from the crawl's options and its way. */
void crawl_explore_options(crawl_site *site, explore_options *explore);
/* explore_fetch over a crawl_site. */
husk_status crawl_fetch(void *context, const uint32_t *addresses, uint32_t n, explore_visit *visits, husk_error *error);
/* explore_listing over a crawl_site. */
husk_status crawl_listing(void *context, explore_visit *listing, husk_error *error);
/* The readable name of a path; empty if it was never seen. */
slice crawl_path_name(const crawl_site *site, uint64_t hash);

/* --- the end ------------------------------------------------------------------------------------------------------ */

/* A learner for the pages of a crawl. */
husk_status crawl_learner_new(const husk_crawl_options *options, const crawl_place *place, unsigned jobs, learner **out,
                              husk_error *error);
/* Called with the host when it is written; `before` is NULL if the file did not have it. */
typedef void (*crawl_learned)(void *context, const explored *e, const model_host *before, const learned_host *host);
/* Learn from the visited pages and write the host to the file `path`, updating what the file has of it. */
husk_status crawl_learn(crawl_site *site, const explored *e, const char *path, crawl_learned report,
                        void *report_context, husk_error *error);
/* Add the classes' link paths, and the links between them, to a host learned from the pages. `class_of`, by
 * explored page, is the index of its class or CLASS_NONE. Classes without a page here keep what the host has of them.
 */
husk_status crawl_map_add(const crawl_site *site, const explored *e, const uint32_t *class_of, arena *memory,
                          model_host *host, husk_error *error);

#endif
