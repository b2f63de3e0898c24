/* husk.h - tell a web page's content from the template it came in.
 *
 * Sections: status and errors; where pages come from; one page; what a page becomes; what a site's pages share; many pages at
 *   once; pages by template; pages by topic; measures.
 *
 * Rules for the whole header.
 * Ownership: a returned pointer is borrowed from the handle it came from and lives until that handle changes or is freed;
 *   an out-parameter is the caller's. Every `_free` accepts NULL.
 * Threads: a handle belongs to one thread at a time, unless its section says otherwise. There are no mutable globals.
 * Strings: page data is pointer and length, always valid UTF-8, never terminated, unless it is called a C string.
 * Options: a struct with its size first, filled by its `_init`, only ever appended to; NULL means the defaults.
 * The library prints nothing and never ends the process. */
#ifndef HUSK_HUSK_H
#define HUSK_HUSK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HUSK_API __attribute__((visibility("default")))
#else
#define HUSK_API
#endif

/* --- status and errors ------------------------------------------------------------------------------------------ */

#define HUSK_STATUS(X)                                        \
    X(OK, 0, "ok")                                            \
    X(NO_MEMORY, 1, "out of memory")                          \
    X(BAD_ARGUMENT, 2, "bad argument")                        \
    X(LIMIT, 3, "a limit was reached")                        \
    X(BAD_FILE, 4, "damaged or foreign file")                 \
    X(NEWER_FILE, 5, "written by a newer husk")               \
    X(IO, 6, "reading or writing failed")                     \
    X(END, 7, "no more")                                      \
    X(STOPPED, 8, "stopped by the caller")

typedef enum husk_status {
#define HUSK_STATUS_ENUM(name, value, text) HUSK_##name = value,
    HUSK_STATUS(HUSK_STATUS_ENUM)
#undef HUSK_STATUS_ENUM
} husk_status;

/* The caller's; NULL is always allowed where one is asked for. */
typedef struct husk_error {
    husk_status status;
    size_t offset;     /* byte of the input, where it means something */
    char message[240]; /* a C string; names the input and the reason */
} husk_error;

/* A short English C string for a status; static. */
HUSK_API const char *husk_status_text(husk_status status);

/* "MAJOR.MINOR.PATCH", static. */
HUSK_API const char *husk_version(void);

/* --- where pages come from -------------------------------------------------------------------------------------- */

/* One page as it came, before anything is understood of it. Everything in it is borrowed from the source until the next
 * husk_source_next on the same source. */
typedef struct husk_raw {
    const char *id;      /* C string: the path as given, or the URL of an archive's or the web's page */
    const char *url;     /* C string, or NULL when none is known */
    const char *charset; /* C string: what HTTP said of the encoding, or NULL */
    const char *bytes;
    size_t len;
    bool is_text;        /* plain text, not HTML (JSON lines with "text") */
    husk_status status;  /* OK, or why this page could not be read; LIMIT: `bytes` holds what came before the cap */
    const char *reason;  /* C string, set when status is not OK; does not repeat the id */
    int64_t date;        /* when it was fetched, in seconds since 1970, where an archive says so (WARC-Date); else 0 */
    size_t padding;      /* zero bytes behind `bytes` that may be read: with 64 or more the page is parsed where it is, and `bytes` must
                            live until the page is parsed again or freed; with fewer it is copied */
} husk_raw;

typedef struct husk_source husk_source;

typedef struct husk_source_options {
    size_t size;
    size_t max_page_bytes;    /* a page's bytes after decompression; more is cut (HUSK_MAX_PAGE_BYTES) */
    const char *base_url;     /* C string, or NULL: the URL that files without one are taken to lie under */
    const char *user_agent;   /* C string, or NULL for the default */
    const char *const *headers; /* "Name: value" C strings for http(s), n_headers of them */
    size_t n_headers;
    unsigned timeout_seconds; /* for one http(s) page, 30 */
    unsigned max_redirects;   /* 10 */
    bool allow_private;       /* let http(s) reach loopback and private addresses */
    bool any_http_status;     /* pages of an archive or the web whatever their HTTP status; else only 200 and 203 */
    const volatile int *stop; /* not NULL: when it becomes non-zero, waiting for a pipe or the web ends, and the stream with STOPPED */
} husk_source_options;

HUSK_API void husk_source_options_init(husk_source_options *options, size_t size);

/* One stream of raw pages from any mix of files, directories, "-" (standard input), archives and http(s) URLs. `inputs` and what the
 * options point to is copied. BAD_ARGUMENT: no input. What can't be read is told page by page, not here.
 * The source is the caller's, freed with husk_source_free.
 *
 * A file named here is always read: as WARC or JSON lines when it is one, else as a page; gzip and zstd around any of them are known by
 * their first bytes. Of a directory, all files below are looked at, in the order of their paths' bytes: those with a page's ending
 * (.html, .htm, .php …) or whose content is HTML, WARC or JSON lines with pages are read; names that begin with a dot are not, and symbolic links to
 * directories not followed.
 * Of a WARC, response and resource records of HTML, XHTML and plain text with HTTP status 200 or 203 are pages; others are passed over.
 * A JSON line has "html" or "text", and may have "url" and "id" (else the page's id is its URL, or FILE:LINE).
 * A file's URL, with base_url: base_url, a slash, and the path below the given directory, or the name of the given file, percent-encoded,
 * without .gz or .zst; base_url itself for standard input. */
HUSK_API husk_status husk_source_open(const char *const *inputs, size_t n_inputs, const husk_source_options *options,
                                      husk_source **out, husk_error *error);

/* The next page into `raw`. END after the last. A page that can't be read is returned too, with its own status and reason, and
 * the stream goes on after it. NO_MEMORY and STOPPED end the stream. */
HUSK_API husk_status husk_source_next(husk_source *source, husk_raw *raw, husk_error *error);

/* Bytes read of all inputs so far, and their sum where it is known (0 where not): for progress. Any thread. */
HUSK_API void husk_source_progress(const husk_source *source, uint64_t *done, uint64_t *total);

HUSK_API void husk_source_free(husk_source *source);

/* --- one page --------------------------------------------------------------------------------------------------- */

/* A parsed page, and the parser that makes it: parse as many pages as you like, one after the other, into the same one; its
 * memory is used again. */
typedef struct husk_page husk_page;

typedef struct husk_page_options {
    size_t size;
    size_t max_bytes;      /* of decoded input read; HUSK_MAX_PAGE_BYTES */
    uint32_t max_nodes;    /* HUSK_MAX_NODES */
    uint32_t max_depth;    /* of open elements; deeper start tags are dropped; HUSK_MAX_DEPTH */
    uint32_t max_milliseconds; /* of parsing; HUSK_MAX_PARSE_MS; 0: no clock, the same bytes always give the same page */
} husk_page_options;

HUSK_API void husk_page_options_init(husk_page_options *options, size_t size);

HUSK_API husk_status husk_page_new(const husk_page_options *options, husk_page **out, husk_error *error);

/* Decode and parse `raw`. Bad HTML is never an error. OK or LIMIT: the page is usable; LIMIT says that it was cut and `error`
 * says where. What the page keeps of `raw` it copies, but for padded bytes (see husk_raw), which it borrows. */
HUSK_API husk_status husk_page_parse(husk_page *page, const husk_raw *raw, husk_error *error);

HUSK_API void husk_page_free(husk_page *page);

/* What the whole-page writers make. */
typedef enum husk_format {
    HUSK_FORMAT_TEXT,
    HUSK_FORMAT_MARKDOWN,
    HUSK_FORMAT_HTML,
    HUSK_FORMAT_JSON,  /* one indented record */
    HUSK_FORMAT_JSONL, /* one record on a line */
    HUSK_FORMAT_CSV,
    HUSK_FORMAT_XML    /* TEI */
} husk_format;

/* A growing run of bytes that the library writes to and the caller reads: `data` is `len` bytes, borrowed. */
typedef struct husk_output husk_output;
HUSK_API husk_status husk_output_new(size_t max_bytes, husk_output **out);
HUSK_API const char *husk_output_data(const husk_output *output, size_t *len);
HUSK_API void husk_output_clear(husk_output *output);
HUSK_API void husk_output_free(husk_output *output);
HUSK_API husk_status husk_output_append(husk_output *output, const void *bytes, size_t len);

/* A view of the page as JSON: "nodes", "paths", "tokens", "links", "subtrees", "blocks", "metadata". BAD_ARGUMENT: no such view. */
HUSK_API husk_status husk_page_view(husk_page *page, const char *view, husk_output *output, husk_error *error);

/* --- what a page becomes ---------------------------------------------------------------------------------------- */

/* A page model read from its text (models/page.txt is the one compiled in). Immutable: one may serve many threads. */
typedef struct husk_block_model husk_block_model;

/* A .husk file, open for reading: what was learned of any number of hosts (docs/format.md). One site may serve many threads. */
typedef struct husk_site husk_site;

typedef struct husk_extract_options {
    size_t size;
    husk_format format;
    husk_format body;    /* of JSON records: TEXT, MARKDOWN or HTML */
    bool all;            /* everything a reader sees, not only content */
    bool links;          /* keep link targets in text and Markdown */
    bool images;         /* keep images in text and Markdown */
    bool tables;         /* keep tables */
    bool comments;       /* keep readers' comments */
    bool with_metadata;
    bool precision;      /* leave out what is doubtful */
    bool recall;         /* keep what is doubtful */
    int64_t now;         /* seconds since 1970: metadata gives no date after it. _init sets it to the clock, once, so that a run has one; give your own
                          * (an archive's date) for the same answer on any day; 0: no bound */
    const husk_block_model *model; /* NULL: the one compiled in */
    husk_site *site;     /* what is known of the page's host decides together with the page model; NULL: the page alone */
} husk_extract_options;

HUSK_API void husk_extract_options_init(husk_extract_options *options, size_t size);

/* Append what stands before the first page: the header row of CSV, nothing in the other formats. Once a run. */
HUSK_API husk_status husk_extract_begin(const husk_extract_options *options, husk_output *output, husk_error *error);

/* Append the page in the asked format. `raw` gives id, status and reason; a failed page gives, in JSON, a record that says so,
 * and nothing in the other formats. `page` must hold the parse of `raw`, unless raw->status or `parsed` is a failure. */
HUSK_API husk_status husk_extract(husk_page *page, const husk_raw *raw, husk_status parsed, const char *parse_reason,
                                  const husk_extract_options *options, husk_output *output, husk_error *error);

typedef struct husk_label_options {
    size_t size;
    bool why; /* tell the features that weighed most; costs far more than judging */
} husk_label_options;

HUSK_API void husk_label_options_init(husk_label_options *options, size_t size);

/* Append a JSON line for each block of a parsed page: page, path (an XPath of its element), text, label ("content" or "template"), score (the
 * probability of content) and why. LIMIT: the output is full. */
HUSK_API husk_status husk_label(husk_page *page, const husk_label_options *options, husk_output *output, husk_error *error);

/* --- training the page model ------------------------------------------------------------------------------------- */

/* BAD_FILE, NEWER_FILE: `error` tells the line. The model is the caller's, freed with husk_block_model_free. */
HUSK_API husk_status husk_block_model_read(const char *text, size_t len, husk_block_model **out, husk_error *error);
HUSK_API void husk_block_model_free(husk_block_model *model);

/* Append the names of the features' columns, one a line, a line "|", and those of a page's summary. */
HUSK_API void husk_block_columns(husk_output *output);

/* Append a parsed page's features as models/train reads them (src/api/train_blocks.c tells the format). */
HUSK_API husk_status husk_block_dump(husk_page *page, const husk_block_model *model, husk_output *output, husk_error *error);

/* --- what a site's pages share ------------------------------------------------------------------------------------ */

/* BAD_FILE: damaged, or no .husk file; NEWER_FILE: written by a newer husk; IO. */
HUSK_API husk_status husk_site_open(const char *path, husk_site **out, husk_error *error);
HUSK_API void husk_site_free(husk_site *site);

/* Whether pages could be learned or a site crawled into `path`: better known before. OK when there is no file yet, or one that can be added to; BAD_FILE,
 * NEWER_FILE; IO: the place is not writable. */
HUSK_API husk_status husk_site_check(const char *path, husk_error *error);

/* Make `to` a copy of the .husk file `from`; where there is no `from`, there is no `to` either. IO: it can't be written. */
HUSK_API husk_status husk_site_copy(const char *from, const char *to, husk_error *error);

/* Told of a page that is left out, while the rest goes on: its id and why, C strings that live as long as the call. From any thread, one
 * call at a time. */
typedef void (*husk_warn)(void *context, const char *page, const char *reason);

typedef struct husk_learn_options {
    size_t size;
    unsigned pages;         /* of a class that its template is made from: 16 */
    unsigned sample;        /* of a class that are kept for its counts: 128 */
    bool one_class;         /* a host's pages are all of one class */
    unsigned clustered;     /* pages of a host that are clustered; the others get the class that fits best: 2,048 */
    unsigned prune_percent; /* of the pages under a node of the tree must have a token: 25 */
    unsigned keep_percent;  /* of the pages must have a token of the template: 50 */
    uint64_t seed;          /* which pages are sampled and paired; the same seed gives the same file: 1 */
    unsigned jobs;          /* 0: one for each core */
    husk_page_options page;
    husk_warn warn;         /* of pages that can't be learned from: too long to be aligned with others; may be NULL */
    void *warn_context;
    bool anew;              /* learn the hosts of the pages as if the file did not have them; else they go on from what it has */
    unsigned half_life;     /* new pages of a class that make those before count half: 64 */
    unsigned remembered;    /* pages of a class that the file keeps (fewer of a host with more than eight classes), so that it can go on from them; 0: none, and the next run learns anew: 64 */
    int64_t date;           /* of the run, in seconds since 1970, for the history; 0: that of the host's newest page (husk_raw), if any has one */
} husk_learn_options;

HUSK_API void husk_learn_options_init(husk_learn_options *options, size_t size);

/* Pages go in one after the other; at the end what they share goes into a file. Pages are told apart by their URL's host; those without a
 * URL belong to one host without a name. What waits for the end is on disk, in a file without a name under $TMPDIR. */
typedef struct husk_learner husk_learner;

HUSK_API husk_status husk_learner_new(const husk_learn_options *options, husk_learner **out, husk_error *error);
HUSK_API void husk_learner_free(husk_learner *learner);

/* What a learner needs of a page, appended to `record`. `page` holds the parse of `raw`. Any thread, before any learner. */
HUSK_API husk_status husk_learner_read(const husk_page *page, const husk_raw *raw, husk_output *record, husk_error *error);

/* Take such a record. The order of the pages does not change their classes, only the order of the file's list of them. */
HUSK_API husk_status husk_learner_add(husk_learner *learner, const char *record, size_t len, husk_error *error);

/* Judge places by this site model (models/site.txt is the one that is compiled in) from now on. BAD_FILE. */
HUSK_API husk_status husk_learner_model(husk_learner *learner, const char *text, size_t len, husk_error *error);

/* For training a site model: the features of every path of the pages taken so far, as models/train_site reads them. Once a learner, in
 * place of husk_learner_finish. And the features' names, one a line. */
HUSK_API husk_status husk_learner_dump(husk_learner *learner, husk_output *output, husk_error *error);
HUSK_API void husk_path_columns(husk_output *output);

/* Learn, and write the file. Hosts that it has already go on (docs/site-files.md): pages it knows do not count twice, what it learned before fades, new
 * classes are added, those whose pages are gone are retired, and its history gets an entry. Hosts without a page here stay as they are. The file
 * appears whole or not at all. `report`, when not NULL, gets what was found, as text for people. Once a learner. BAD_FILE, NEWER_FILE, IO:
 * the file there is left as it was. */
HUSK_API husk_status husk_learner_finish(husk_learner *learner, const char *path, husk_output *report, husk_error *error);

/* What a site file holds, for people (TEXT) or programs (JSON). */
typedef struct husk_show_options {
    size_t size;
    husk_format format; /* TEXT or JSON */
    bool pages;         /* instead of it, a line for each page seen: class, tab, page */
    bool tokens;        /* every class's template as an indented sketch with its slots */
    bool columns;       /* all columns of every class's records, not only the first few; JSON has all anyway */
    bool history;       /* instead of it, the runs of learning that made it */
} husk_show_options;

HUSK_API void husk_show_options_init(husk_show_options *options, size_t size);
HUSK_API husk_status husk_site_show(husk_site *site, const husk_show_options *options, husk_output *output, husk_error *error);

/* How a page is judged that has a site. */
typedef enum husk_site_method {
    HUSK_SITE_JOINT,    /* by its site and by the page model, each as far as it can be trusted here */
    HUSK_SITE_CONSENSUS /* by the template of its class alone, which it is aligned with (Geraci and Maggini 2011) */
} husk_site_method;

/* Append a JSON line for each block of text that a reader sees: page, path, text, label ("content" or "template"), score (1 content to 0
 * template), by ("site", "page", "both", "text" or "token": which evidence decided), site and page_model (the probability of content by each alone,
 * where asked), class and fit of the page, why. A block of which a part is template gives a line for each part. */
HUSK_API husk_status husk_site_label(husk_page *page, husk_site *site, husk_site_method method, husk_output *output, husk_error *error);

typedef enum husk_keep { HUSK_KEEP_CONTENT, HUSK_KEEP_TEMPLATE } husk_keep;

/* Append the page as HTML without its template, or without what is not template. An element goes when all it holds goes; what holds something
 * that stays, stays. */
HUSK_API husk_status husk_site_strip(husk_page *page, husk_site *site, husk_keep keep, husk_site_method method, husk_output *output,
                                     husk_error *error);

/* --- drift -------------------------------------------------------------------------------------------------------- */

/* How a page fits what the site file knows of its host. */
typedef struct husk_fit {
    bool known;           /* the file knows the host */
    bool fits;            /* well enough for the site to have had a say; else the page was judged by itself */
    double fit;           /* 0 to 1 */
    double usual, spread; /* the mean of the pages that were learned, and its deviation */
    char host[256];       /* a C string, cut if need be; empty for files */
    bool foreign;         /* the file has no such host: the page was judged by itself */
} husk_fit;

/* Of the last page that was judged by a site into this output: husk_extract with a site, husk_site_label, husk_site_strip. */
HUSK_API void husk_output_fit(const husk_output *output, husk_fit *fit);

/* Pages one after the other: has a site changed since it was learned? One thread at a time. */
typedef struct husk_drift husk_drift;
HUSK_API husk_status husk_drift_new(husk_drift **out);
HUSK_API void husk_drift_free(husk_drift *drift);
/* True when with this page it is noticed that its host has changed; once a host. */
HUSK_API bool husk_drift_add(husk_drift *drift, const husk_fit *fit);
/* A line for each host of which pages did not fit; nothing when all did. */
HUSK_API void husk_drift_report(const husk_drift *drift, husk_output *output);

/* --- records: one row a page, one column a slot -------------------------------------------------------------------- */

typedef enum husk_records_format {
    HUSK_RECORDS_JSONL,  /* {"page": …, "class": …, "fields": {…}} */
    HUSK_RECORDS_CSV,    /* one header for all classes of the file */
    HUSK_RECORDS_SQLITE  /* one table for each class, in a file that husk_records_create begins */
} husk_records_format;

typedef struct husk_records_options {
    size_t size;
    husk_records_format format;
    uint32_t best;              /* of each class the best columns only, so many; 0: all */
    const char *const *columns; /* the names of those wanted, in this order; borrowed until husk_records_new returns */
    size_t n_columns;           /* 0: all */
} husk_records_options;

HUSK_API void husk_records_options_init(husk_records_options *options, size_t size);

/* The columns of a site file's classes, ready for pages. Borrows the site. LIMIT: too many columns for one CSV. BAD_ARGUMENT: no class has a
 * column of a name that is wanted. */
typedef struct husk_records husk_records;
HUSK_API husk_status husk_records_new(husk_site *site, const husk_records_options *options, husk_records **out, husk_error *error);
HUSK_API void husk_records_free(husk_records *records);

/* Append what stands before the first row: the header of CSV. Once a run. */
HUSK_API husk_status husk_records_begin(husk_records *records, husk_output *output, husk_error *error);

/* Append the page's row. `page` holds the parse of `raw`, unless `failure` says why there is none: then JSON has a record that says so, and
 * the other forms have nothing. `page_class`, when not NULL, gets the class's number, 0 for a page of no class, whose row has no fields.
 * Any number of threads, each with a page and an output of its own. */
HUSK_API husk_status husk_records_page(husk_records *records, husk_page *page, const husk_raw *raw, const char *failure, husk_output *output,
                                       uint32_t *page_class, husk_error *error);

/* Of SQLITE: begin a file, put in the rows that husk_records_page made, and put the file in its place, where it appears whole or not at all.
 * Lists are JSON arrays. One thread. */
HUSK_API husk_status husk_records_create(husk_records *records, const char *path, husk_error *error);
HUSK_API husk_status husk_records_store(husk_records *records, const char *row, size_t len, husk_error *error);
HUSK_API husk_status husk_records_commit(husk_records *records, husk_error *error);
/* The same under another name: what was in the place of husk_records_create's path stays. */
HUSK_API husk_status husk_records_commit_as(husk_records *records, const char *path, husk_error *error);

/* --- the map of a site ------------------------------------------------------------------------------------------- */

/* Which link collection is followed next. */
typedef enum husk_crawl_order {
    HUSK_CRAWL_SPREAD,    /* evenly: the one of which least was seen for how much there is */
    HUSK_CRAWL_DENSEST,  /* densest-first and sparsest-first of the paper: by the share of their class's links */
    HUSK_CRAWL_SPARSEST,
    HUSK_CRAWL_BREADTH   /* as they were found, every link */
} husk_crawl_order;

typedef struct husk_crawl_progress {
    unsigned pages, classes, waiting; /* pages seen, classes by their links so far, link collections not yet followed */
    uint64_t bytes;
    double seconds;
    bool is_explored; /* no more pages are asked for; classes and templates are made of those seen */
} husk_crawl_progress;

typedef struct husk_crawl_options {
    size_t size;
    husk_crawl_order order;  /* SPREAD, which is DENSEST as published */
    bool published;          /* the classes as the 2005 paper makes them, by link paths with all attributes; else they are refined by clustering */
    unsigned max_pages;      /* 300; 0: any number */
    unsigned max_depth;      /* links from the start; 0: any */
    unsigned per_collection; /* pages fetched from a collection at a time; 0: 3, 10 as published */
    unsigned collections;    /* followed at a time; 0: 4 and more the more was seen, 1 as published */
    uint64_t seed;           /* which links of a long collection are taken; 1 */
    const char *root;        /* of a directory: nothing outside is read; NULL: two folders above the start page's */
    const char *start_url;   /* of an archive: the page to start from; NULL: its first */
    const char *const *include; /* extended regular expressions: only addresses that match one of them */
    size_t n_include;
    const char *const *exclude; /* and none of these */
    size_t n_exclude;
    bool allow_subdomains;   /* of the start's host */
    bool ignore_robots;      /* robots.txt and nofollow: for one's own site */
    unsigned delay_ms;       /* between two requests to a host; 500 */
    unsigned connections;    /* to a host at once; 4 */
    unsigned retries;        /* of a request that found no answer; 2 */
    unsigned max_seconds;    /* 0: any */
    uint64_t max_bytes;      /* of pages; 0: any */
    const char *warc;        /* not NULL: a WARC file to which what was fetched is added, gzipped if the name says so */
    const char *resume;      /* not NULL: pages are read from this WARC before the web is asked */
    bool learn;              /* make a template for each class; true */
    unsigned jobs;           /* 0: one for each core */
    husk_source_options source;
    husk_page_options page;
    void (*progress)(void *context, const husk_crawl_progress *progress); /* after each round and when all are done; may be NULL */
    void *context;
    const volatile int *stop; /* not NULL: when it becomes non-zero, nothing more is fetched; what was seen is written */
    husk_warn warn;          /* of pages that no template is made from; may be NULL */
    void *warn_context;
    unsigned max_addresses;  /* different links remembered; further ones lead nowhere; 0: 4,000,000 */
    bool anew;               /* these four as in husk_learn_options; anew also lets a map without templates replace what was learned */
    unsigned half_life;
    unsigned remembered;
    int64_t date;
    const char *stopped_path; /* where what was seen goes when `stop` ends the crawl; `path` stays as it was. NULL: `path` */
} husk_crawl_options;

HUSK_API void husk_crawl_options_init(husk_crawl_options *options, size_t size);

/* Explore a site from `start`, visiting few of its pages, and write its classes and the links between them to the .husk file `path`. A site that the file
 * has already goes on as with husk_learner_finish. `start` is a URL (of a page or a sitemap), a page's file, a directory, or an archive. The same site and seed give the same file at any number of jobs
 * and connections. `report`, when not NULL, gets what was found, as text for people. STOPPED: the file holds what was seen before. */
HUSK_API husk_status husk_crawl(const char *start, const char *path, const husk_crawl_options *options, husk_output *report,
                                husk_error *error);

/* The classes of a .husk file, ready for looking up and drawing. One map may serve many threads. */
typedef struct husk_map husk_map;
HUSK_API husk_status husk_map_open(const char *path, husk_map **out, husk_error *error);
HUSK_API void husk_map_free(husk_map *map);

/* Append `class<TAB>score<TAB>page` and a line's end: the class's number or "none"; the score, 0 to 1, is how much more the next best class
 * would cost. */
HUSK_API husk_status husk_classify(husk_page *page, const husk_raw *raw, const husk_map *map, husk_output *output, husk_error *error);

typedef enum husk_map_format {
    HUSK_MAP_DOT, /* Graphviz's language */
    HUSK_MAP_SVG  /* drawn; Graphviz has one drawing at a time, so one thread may ask */
} husk_map_format;
HUSK_API husk_status husk_map_write(const husk_map *map, husk_map_format format, husk_output *output, husk_error *error);

/* --- many pages at once ----------------------------------------------------------------------------------------- */

/* Called on any worker: turn `raw` into bytes in `output`. `page` is this worker's own. A return other than OK or LIMIT ends the run. */
typedef husk_status (*husk_each_work)(void *context, husk_page *page, const husk_raw *raw, husk_output *output, husk_error *error);

/* Called for every page in input order, one call at a time, from any worker. A return other than OK ends the run. */
typedef husk_status (*husk_each_sink)(void *context, const char *bytes, size_t len, husk_error *error);

typedef struct husk_each_options {
    size_t size;
    unsigned jobs;           /* 0: one for each core */
    size_t max_pending_bytes; /* of pages read or made but not yet written; reading waits beyond it */
    husk_page_options page;
    const volatile int *stop; /* not NULL: when it becomes non-zero, no further page is read; what was read is finished */
} husk_each_options;

HUSK_API void husk_each_options_init(husk_each_options *options, size_t size);

/* Run `work` over every page of `source` on `jobs` threads and give what it wrote to `sink` in input order: the same bytes at any
 * number of jobs. STOPPED: `stop` was set; all pages read before were given to `sink`. */
HUSK_API husk_status husk_each(husk_source *source, const husk_each_options *options, husk_each_work work, husk_each_sink sink,
                               void *context, husk_error *error);

/* --- one page's segments (PageLevel) ------------------------------------------------------------------------------ */

/* Logistic models and what they need to judge a page by itself. One may serve many threads. */
typedef struct husk_pagelevel husk_pagelevel;

/* From a file that husk_train made; bytes NULL: the models that come with the library. BAD_FILE: cut, changed or something else;
 * NEWER_FILE: from a later husk. */
HUSK_API husk_status husk_pagelevel_read(const char *bytes, size_t len, husk_pagelevel **out, husk_error *error);
HUSK_API void husk_pagelevel_free(husk_pagelevel *models);

typedef struct husk_pagelevel_options {
    size_t size;
    float penalty_factor; /* times the models' penalty: more makes fewer and larger segments; 1 */
    bool no_smoothing;    /* every element by its own score alone */
    bool segments;        /* a line for each segment, not for each block of text */
} husk_pagelevel_options;

HUSK_API void husk_pagelevel_options_init(husk_pagelevel_options *options, size_t size);

/* Append JSON lines: page, path, text, label ("content" or "template"), score (the probability of content), why; of segments also segment (its
 * number), inside (of the segment around it, or null) and box (x, y, width, height). `page` holds a parse. */
HUSK_API husk_status husk_pagelevel_label(husk_page *page, const husk_pagelevel *models, const husk_pagelevel_options *options,
                                          husk_output *output, husk_error *error);

/* Append the page as one HTML file that loads nothing: template shaded, segments bordered, score and reason on hover. */
HUSK_API husk_status husk_pagelevel_report(husk_page *page, const husk_pagelevel *models, const husk_pagelevel_options *options,
                                           husk_output *output, husk_error *error);

/* --- pages that say the same -------------------------------------------------------------------------------------- */

/* Which text of a page is compared. */
typedef enum husk_dedup_text {
    HUSK_DEDUP_CONTENT, /* without what PageLevel calls template */
    HUSK_DEDUP_ALL      /* all that a reader sees */
} husk_dedup_text;

#define HUSK_DEDUP_HASHES 8

/* The page's signature: the smallest hashes of its runs of six words, in ascending order. Returns how many there are, which is fewer for a
 * page of few words; an empty text has none. `models` may be NULL for HUSK_DEDUP_ALL. */
HUSK_API husk_status husk_dedup_signature(husk_page *page, husk_dedup_text text, const husk_pagelevel *models,
                                          uint64_t hashes[HUSK_DEDUP_HASHES], unsigned *n, husk_error *error);

/* Pages that share at least half of a full signature, or all of a shorter one, are near-duplicates; groups are what hangs together by that. */
typedef struct husk_dedup husk_dedup;

HUSK_API husk_status husk_dedup_new(husk_dedup **out, husk_error *error);
/* Pages are numbered from 0 as they come. */
HUSK_API husk_status husk_dedup_add(husk_dedup *dedup, const uint64_t *hashes, unsigned n, husk_error *error);
/* The number of each page's group: that of the group's first page. `groups` is borrowed. */
HUSK_API husk_status husk_dedup_groups(husk_dedup *dedup, const uint32_t **groups, uint32_t *n, husk_error *error);
HUSK_API void husk_dedup_free(husk_dedup *dedup);

/* --- models of one's own ------------------------------------------------------------------------------------------ */

typedef struct husk_train_options {
    size_t size;
    float theta;          /* a subtree on so great a share of a site's pages is template; .1 */
    float template_share; /* a node of whose HTML so much is template is template; .85 */
    float least_area;     /* square pixels: smaller nodes are not scored; 2000 */
    float penalty;        /* of a piece: times the page's area over the node's; .01 */
    float threshold;      /* scores from here on are template; .5 */
    unsigned min_pages;   /* a site with fewer is left out; 10 */
    unsigned max_pages;   /* of a site, chosen by their names' hash; 200 */
    husk_source_options source;
    husk_each_options each;
} husk_train_options;

HUSK_API void husk_train_options_init(husk_train_options *options, size_t size);

/* PageLevel's models from the pages of many sites, which are labelled by what their pages share (SiteLevel): no other label is needed. A
 * site is a host; the pages of an input that have no URL are a site by themselves. Appends the model's file to `output`; the same pages
 * give the same bytes. BAD_ARGUMENT: no input, fewer than two sites with min_pages pages, or all nodes of one kind. */
HUSK_API husk_status husk_train(const char *const *inputs, size_t n_inputs, const husk_train_options *options, husk_output *output,
                                husk_error *error);
/* --- pages by template -------------------------------------------------------------------------------------------- */

/* How pages are put together. All but AUTO are published: agglomeration by what a join saves of the description of all pages'
 * essential paths (Sathees Babu; Naveensundar 2014). */
typedef enum husk_cluster_method {
    HUSK_CLUSTER_AUTO, /* sites by shared paths, then each site's kinds of page */
    HUSK_CLUSTER_MDL,  /* TEXT-MDL: the best pair of all, exactly */
    HUSK_CLUSTER_HASH, /* TEXT-HASH: the best pair by an estimate from signatures */
    HUSK_CLUSTER_MAX,  /* TEXT-MAX: of pairs with maximal Jaccard coefficient */
    HUSK_CLUSTER_DICE, /* TEXT-DICEMAX: of pairs with maximal Dice coefficient */
    HUSK_CLUSTER_LSH   /* of pairs that meet in a bucket */
} husk_cluster_method;

typedef struct husk_cluster_options {
    size_t size;
    husk_cluster_method method;
    unsigned signature_length; /* of HASH, MAX, DICE, LSH: 256 */
    unsigned bands;            /* of LSH; divides the length: 32 */
    uint64_t seed;             /* of the signatures' permutations: 1 */
    uint32_t max_paths;        /* different paths kept, a sample by hash beyond it; 0: all */
    uint32_t sample;           /* of AUTO: pages that are compared with each other, 5000; the others are given to what these make */
    bool names;                /* keep what paths are called, for templates in JSON */
    uint32_t held;             /* pages held in memory and clustered at a time; more wait on disk, in a file without a name under $TMPDIR, and join what
                                  these make; then there are no costs, templates and joins. 0: 16,384 with AUTO, 400,000 with others */
} husk_cluster_options;

HUSK_API void husk_cluster_options_init(husk_cluster_options *options, size_t size);

/* A heap of pages: filled, then clustered once, then read. */
typedef struct husk_heap husk_heap;

/* BAD_ARGUMENT: no such method, a length of 0 or above 4096, bands that don't divide it. */
HUSK_API husk_status husk_heap_new(const husk_cluster_options *options, husk_heap **out, husk_error *error);

/* What the heap needs to know of a parsed page, as bytes in `output`. `heap` is only read: any number of threads. */
HUSK_API husk_status husk_heap_traits(const husk_heap *heap, const husk_page *page, const husk_raw *raw, husk_output *output,
                                      husk_error *error);

/* Add what husk_heap_traits wrote. BAD_ARGUMENT: other bytes. LIMIT: the heap is full. */
HUSK_API husk_status husk_heap_add(husk_heap *heap, const void *bytes, size_t len, husk_error *error);

/* Cluster the pages added so far: the same partition in whatever order they came. */
HUSK_API husk_status husk_heap_cluster(husk_heap *heap, husk_error *error);

/* Pages in the order they were added; clusters from 0 in the order of their first pages. */
HUSK_API uint32_t husk_heap_n_pages(const husk_heap *heap);
HUSK_API uint32_t husk_heap_n_clusters(const husk_heap *heap);
HUSK_API uint32_t husk_heap_cluster_of(const husk_heap *heap, uint32_t page);
/* The page's id, a C string. */
HUSK_API const char *husk_heap_id(const husk_heap *heap, uint32_t page);

/* Everything about the clusters as JSON: sizes, pages, template paths, cost by part, the joins in their order. */
HUSK_API husk_status husk_heap_json(const husk_heap *heap, husk_output *output, husk_error *error);
/* The joins as a tree, an SVG picture. */
HUSK_API husk_status husk_heap_svg(const husk_heap *heap, husk_output *output, husk_error *error);

HUSK_API void husk_heap_free(husk_heap *heap);

/* --- pages by topic --------------------------------------------------------------------------------------------------- */

/* Which words of a page count. */
typedef enum husk_topics_text {
    HUSK_TOPICS_CONTENT, /* those of what the page model calls content */
    HUSK_TOPICS_SITE,    /* those that a site file does not call template */
    HUSK_TOPICS_ALL      /* all that a reader sees */
} husk_topics_text;

typedef struct husk_topics_options {
    size_t size;
    unsigned k;         /* topics; there is no default */
    unsigned rounds;    /* in which centres move to the mean of their pages, until nothing changes; 0: the furthest points stay the centres */
    uint64_t seed;      /* of the first centre; 1 */
    uint32_t max_words; /* different words of all pages; beyond it a sample by hash is used; 16,000,000 */
} husk_topics_options;

HUSK_API void husk_topics_options_init(husk_topics_options *options, size_t size);

/* Pages to be put together by the words they use: tf-idf and cosine, furthest-point-first (Gonzalez 1985). Filled, clustered once, then read. */
typedef struct husk_topics husk_topics;

/* BAD_ARGUMENT: no k, or more words than there may be. */
HUSK_API husk_status husk_topics_new(const husk_topics_options *options, husk_topics **out, husk_error *error);

/* What is needed of a parsed page, appended to `record`; `site` is for HUSK_TOPICS_SITE alone. Any thread, before any husk_topics. */
HUSK_API husk_status husk_topics_read(husk_page *page, const husk_raw *raw, husk_topics_text text, husk_site *site, husk_output *record,
                                      husk_error *error);

/* Take such a record. LIMIT: there is no room for more pages. */
HUSK_API husk_status husk_topics_add(husk_topics *topics, const char *record, size_t len, husk_error *error);

/* Cluster the pages added so far: the same partition in whatever order they came. */
HUSK_API husk_status husk_topics_cluster(husk_topics *topics, husk_error *error);

/* Pages in the order they were added. Clusters are numbered from 1 in the order of their first pages; 0: the page has no word that could tell it
 * from others. There are fewer than k where fewer pages say different things. */
HUSK_API uint32_t husk_topics_n_pages(const husk_topics *topics);
HUSK_API uint32_t husk_topics_n_clusters(const husk_topics *topics);
HUSK_API uint32_t husk_topics_cluster_of(const husk_topics *topics, uint32_t page);
HUSK_API const char *husk_topics_id(const husk_topics *topics, uint32_t page);
/* 1: all words were used; N: there were too many, and one in N was. */
HUSK_API uint32_t husk_topics_one_in(const husk_topics *topics);

HUSK_API void husk_topics_free(husk_topics *topics);

/* --- measures ------------------------------------------------------------------------------------------------------ */

typedef enum husk_measure_kind {
    HUSK_MEASURE_CLUSTERS,  /* both: `label<TAB>page` lines. F, macro-F, purity, entropy, NMI, NCE, ARI */
    HUSK_MEASURE_LABELS,    /* both: JSON lines with "page", "text", "label". Precision, recall and F over words */
    HUSK_MEASURE_DUPLICATES /* `group<TAB>page` lines against `same<TAB>page<TAB>page` and `different<TAB>page<TAB>page` lines */
} husk_measure_kind;

typedef struct husk_measure_options {
    size_t size;
    husk_format format; /* TEXT or JSON */
    bool partial;       /* pages of one file alone are left out and counted; else they are an error */
} husk_measure_options;

HUSK_API void husk_measure_options_init(husk_measure_options *options, size_t size);

/* The papers' measures of an answer's text against a truth's, appended to `output`. BAD_FILE: one of them is not of the form; `error` names the
 * line. Any thread. */
HUSK_API husk_status husk_measure(husk_measure_kind kind, const char *answer, size_t answer_len, const char *truth, size_t truth_len,
                                  const husk_measure_options *options, husk_output *output, husk_error *error);

#ifdef __cplusplus
}
#endif
#endif
