/* husk.h - separate a web page's main content from its template.
 *
 * Sections: version; status and errors; stopping; output; pages from anywhere; one page; the verdict; writing a
 *   verdict; the extractor; site files; learning; drift; records; crawling; many pages at once; near-duplicates;
 *   clustering; topics.
 * husk/models.h has custom models and their training, husk/lab.h the published methods.
 *
 * Rules for the whole header.
 * Ownership: a returned pointer is borrowed from its handle and lives until that handle changes or is freed; an
 *   out-parameter belongs to the caller. Every `_free` accepts NULL.
 * Threads: a handle belongs to one thread at a time, unless its section says otherwise. There are no mutable globals.
 * Strings: page data is pointer and length, always valid UTF-8 and not NUL-terminated, unless it is called a C string.
 * Numbers: choices and flags are 32-bit integers with named constants, so that the layout is the same from C, C++ and
 *   Rust; an unknown value is BAD_ARGUMENT. Lengths and sizes are size_t.
 * Structs: a struct that may grow starts with its `size` and is only ever appended to. The caller fills it with its
 *   `_init`, which writes no more than the given size; a struct with a size of 0, or smaller than in its first release,
 *   is refused with BAD_ARGUMENT. Options: NULL means the defaults. Structs from the library have their size set.
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

/* --- version ------------------------------------------------------------------------------------------------------ */

#define HUSK_VERSION_MAJOR 0
#define HUSK_VERSION_MINOR 1
#define HUSK_VERSION_PATCH 0
#define HUSK_VERSION_NUMBER (HUSK_VERSION_MAJOR * 1000000 + HUSK_VERSION_MINOR * 1000 + HUSK_VERSION_PATCH)
/* The version of the linked library: "MAJOR.MINOR.PATCH", static, and its HUSK_VERSION_NUMBER. */
HUSK_API const char *husk_version(void);
HUSK_API int husk_version_number(void);

/* The built-in models' digests: XXH3 of each one's file, as 16 hexadecimal digits in `digest`. Model 0 is "models", all
 * together, which JSON records and .husk files name; then "page", "site", "main", "kinds" and "columns". The name is
 * static; NULL after the last. */
HUSK_API const char *husk_model_name(size_t i, char digest[17]);

/* --- status and errors -------------------------------------------------------------------------------------------- */

#define HUSK_STATUS(X)                          \
    X(OK, 0, "ok")                              \
    X(NO_MEMORY, 1, "out of memory")            \
    X(BAD_ARGUMENT, 2, "bad argument")          \
    X(LIMIT, 3, "a limit was reached")          \
    X(BAD_FILE, 4, "damaged or foreign file")   \
    X(NEWER_FILE, 5, "written by a newer husk") \
    X(IO, 6, "reading or writing failed")       \
    X(END, 7, "no more")                        \
    X(STOPPED, 8, "stopped by the caller")

typedef int32_t husk_status;
enum {
#define HUSK_STATUS_ENUM(name, value, text) HUSK_##name = value,
    HUSK_STATUS(HUSK_STATUS_ENUM)
#undef HUSK_STATUS_ENUM
};

/* Belongs to the caller; NULL is always allowed. Does not grow. */
typedef struct husk_error {
    husk_status status;
    size_t offset;     /* byte offset in the input, if meaningful */
    char message[240]; /* a C string; names the input and the reason */
} husk_error;

/* A short English C string for a status; static. */
HUSK_API const char *husk_status_text(husk_status status);

/* A run of UTF-8. `data` is never NULL in what the library returns. Does not grow. */
typedef struct husk_string {
    const char *data;
    size_t len;
} husk_string;

/* --- stopping ----------------------------------------------------------------------------------------------------- */

/* A flag that ends long work early: every call that may take long polls the one in its options and returns STOPPED. Any
 * thread or signal handler may set it at any time. It must outlive the work. */
typedef struct husk_stop husk_stop;
HUSK_API husk_status husk_stop_new(husk_stop **out);
HUSK_API void husk_stop_set(husk_stop *stop);
HUSK_API bool husk_stop_is_set(const husk_stop *stop);
HUSK_API void husk_stop_free(husk_stop *stop);

/* --- output ------------------------------------------------------------------------------------------------------- */

/* Bytes that the library appends to and the caller reads. More than `max_bytes` is LIMIT. */
typedef struct husk_output husk_output;
HUSK_API husk_status husk_output_new(size_t max_bytes, husk_output **out);
HUSK_API const char *husk_output_data(const husk_output *output, size_t *len);
HUSK_API void husk_output_clear(husk_output *output);
HUSK_API void husk_output_free(husk_output *output);
HUSK_API husk_status husk_output_append(husk_output *output, const void *bytes, size_t len);

typedef uint32_t husk_format;
enum {
    HUSK_FORMAT_TEXT,
    HUSK_FORMAT_MARKDOWN,
    HUSK_FORMAT_HTML,
    HUSK_FORMAT_JSON,  /* one indented record */
    HUSK_FORMAT_JSONL, /* one record on a line */
    HUSK_FORMAT_CSV,
    HUSK_FORMAT_XML,    /* TEI */
    HUSK_FORMAT_PARQUET /* a record as a row for husk_parquet_add */
};

/* Rows as a Parquet file, in memory that does not grow with it. `rows` is what husk_extract_begin and then
 * husk_extract, or husk_records_begin and husk_records_write, appended for Parquet in this process, any number of rows
 * at a time. The bytes of the file so far that are ready, then its end, are appended to `output`. BAD_ARGUMENT: other
 * bytes, or no husk_..._begin. */
typedef struct husk_parquet husk_parquet;
HUSK_API husk_status husk_parquet_new(husk_parquet **out);
HUSK_API void husk_parquet_free(husk_parquet *parquet);
HUSK_API husk_status husk_parquet_add(husk_parquet *parquet, const void *rows, size_t len, husk_output *output,
                                      husk_error *error);
HUSK_API husk_status husk_parquet_end(husk_parquet *parquet, husk_output *output, husk_error *error);

/* --- pages from anywhere ------------------------------------------------------------------------------------------ */

/* One page as read, before parsing. To parse a page from memory, fill one in. */
typedef struct husk_raw {
    size_t size;
    const char *id;      /* C string: the path as given, or the URL of a page from an archive or the web; NULL is "" */
    const char *url;     /* C string, or NULL if unknown */
    const char *charset; /* C string: the encoding given by HTTP, or NULL */
    const char *bytes;
    size_t len;
    bool is_text;           /* plain text, not HTML (JSON lines with "text") */
    husk_status status;     /* OK, or why this page could not be read; LIMIT: `bytes` holds what came before the cap */
    const char *reason;     /* C string, set if status is not OK; does not repeat the id */
    int64_t date;           /* when an archive says it was fetched (WARC-Date), in seconds since 1970; 0: unknown */
    size_t padding;         /* readable zero bytes after `bytes`: with 64 or more the page is parsed in place, and
                               `bytes` must live until the page is parsed again or freed; with fewer it is copied */
    bool url_is_assumed;    /* `url` was derived from a given base: it resolves links and says nothing about the page */
    const char *provenance; /* C string: a JSON object that says where the page is from, for its record; or NULL */
} husk_raw;
HUSK_API void husk_raw_init(husk_raw *raw, size_t size);

typedef struct husk_source husk_source;

typedef struct husk_source_options {
    size_t size;
    size_t max_page_bytes;      /* per page after decompression; a longer page is cut: 64 MiB */
    const char *base_url;       /* C string, or NULL: the base URL for files without a URL */
    const char *user_agent;     /* C string, or NULL for the default */
    const char *const *headers; /* "Name: value" C strings for http(s), n_headers of them */
    size_t n_headers;
    uint32_t timeout_seconds; /* per http(s) page: 30 */
    uint32_t max_redirects;   /* 10 */
    bool allow_private;       /* allow http(s) to loopback and private addresses */
    bool any_http_status;     /* read pages of an archive or the web with any HTTP status; otherwise only 200 and 203 */
    const husk_stop *stop;    /* may be NULL; if set, waiting ends, and the stream ends with STOPPED */
    bool follow_links;        /* read symbolic links out of a given directory; otherwise they are failed pages */
    const char *output; /* C string, or NULL: the file that the caller writes to. It is left out of directories, so
                           that no run reads what it, or an earlier one, has written */
    bool provenance;    /* fill in that of each husk_raw. "file"; of a WARC record "date", "record_id", "digest" (all as
                           written), "http_status", "content_type", and where it can be read alone "offset" and "length"
                           in the file; of a JSON line "line" and "fields", its other members */
    const char *const *fields; /* "html=content" C strings, n_fields of them: other names for the members "html",
                                  "text", "url" and "id" of JSON lines. BAD_ARGUMENT: other members */
    size_t n_fields;
    const char *archives; /* C string, or NULL: the folder or http(s) URL below which the files are that an index names.
                             Without it, an index can't be read */
} husk_source_options;
HUSK_API void husk_source_options_init(husk_source_options *options, size_t size);

/* One stream of pages from any mix of files, directories, "-" (stdin), archives and http(s) URLs. Copies `inputs` and
 * what the options point to. BAD_ARGUMENT: no input. An input that can't be read is reported page by page, not here.
 *
 * A file named here is always read: as WARC, JSON lines, MHTML, ZIP or tar when it is one, else as a page; gzip and
 * zstd are recognised by their first bytes. Of a ZIP (also EPUB) or tar the files that are pages by name or content are
 * read, their id is the archive's name, a slash and their own; of a WACZ the WARC inside, but not from a pipe. A
 * directory is searched in the order of its paths' bytes: files with a page's extension (.html, .htm, .php …) or whose
 * content is HTML, WARC or JSON lines with pages are read; names that begin with a dot are skipped, and symbolic links
 * to directories are not followed. An index of WARC files (CDX, CDXJ, JSON lines with "filename", "offset" and "length"
 * or Common Crawl's names of these, or a list of files) gives the pages that it names: each record is read alone. A URL
 * below `archives` that ends like the name of a WARC, JSON lines or an index is read in pieces, by range requests. Of a
 * WARC, the response and resource records of HTML, XHTML and plain text with HTTP
 * status 200 or 203 are pages. A JSON line has "html" or "text", and may have "url" and "id" (else the page's id is its
 * URL, or FILE:LINE). With base_url, a file's URL is base_url, a slash, and the path below the given directory, or the
 * name of the given file, percent-encoded, without .gz or .zst; base_url itself for stdin. */
HUSK_API husk_status husk_source_open(const char *const *inputs, size_t n_inputs, const husk_source_options *options,
                                      husk_source **out, husk_error *error);

/* Is the input a directory, an archive, or more than one? Call it before the first husk_source_next. A single file or
 * stream is opened for this, and its content decides, not its name. */
HUSK_API bool husk_source_holds_many(husk_source *source);

/* The next page into `raw`, whose `size` says how much of it to fill. Everything in it is borrowed until the next
 * call. END after the last page. A page that can't be read is returned too, with its own status and reason, and the
 * stream continues. NO_MEMORY and STOPPED end the stream. */
HUSK_API husk_status husk_source_next(husk_source *source, husk_raw *raw, husk_error *error);
/* Why a part of an archive, or a file of a directory, is passed over. */
enum {
    HUSK_SKIP_RECORD, /* a WARC record that is no response: a request, metadata */
    HUSK_SKIP_STATUS, /* a response with another HTTP status than 200 and 203 */
    HUSK_SKIP_TYPE,   /* of another media type: images, styles, data */
    HUSK_SKIPS
};
/* How many were so far; 0 for another `why`. Not while another thread reads. */
HUSK_API uint64_t husk_source_skipped(const husk_source *source, uint32_t why);
/* Bytes read of all inputs so far, and their total if known (otherwise 0): for progress. Any thread. */
HUSK_API void husk_source_progress(const husk_source *source, uint64_t *done, uint64_t *total);
HUSK_API void husk_source_free(husk_source *source);

/* --- one page ----------------------------------------------------------------------------------------------------- */

/* A parsed page with its parser: parse any number of pages into it, one after the other. */
typedef struct husk_page husk_page;

typedef struct husk_page_options {
    size_t size;
    size_t max_bytes;          /* of decoded input: 64 MiB */
    uint32_t max_nodes;        /* 1,000,000 */
    uint32_t max_depth;        /* of open elements; deeper start tags are dropped: 512 */
    uint32_t max_milliseconds; /* of parsing: 10,000; 0: no limit, so that the same bytes always give the same page */
    const husk_stop *stop;     /* may be NULL; if set, parsing and judging the page end with STOPPED */
} husk_page_options;
HUSK_API void husk_page_options_init(husk_page_options *options, size_t size);
HUSK_API husk_status husk_page_new(const husk_page_options *options, husk_page **out, husk_error *error);
HUSK_API void husk_page_free(husk_page *page);
/* Decode and parse `raw`. Bad HTML is never an error. OK or LIMIT: the page is usable; LIMIT: it was cut, and `error`
 * says where. BAD_FILE: the first bytes are those of a PDF, an image or another format that is not HTML. STOPPED. A
 * failed `raw` returns its own failure. The page copies what it keeps of `raw`, except padded bytes (see husk_raw),
 * which it borrows, and remembers the outcome of this call. */
HUSK_API husk_status husk_page_parse(husk_page *page, const husk_raw *raw, husk_error *error);

/* The same for HTML in memory. `url` is a C string, or NULL; it is also the page's id. */
HUSK_API husk_status husk_page_parse_html(husk_page *page, const char *html, size_t len, const char *url,
                                          husk_error *error);
/* Mark it as a failed page, whatever it holds; output for it says so. `reason` is copied. */
HUSK_API void husk_page_fail(husk_page *page, husk_status status, const char *reason);

/* What the page remembers. Strings are C strings; the URL is "" if unknown, the reason "" if the status is OK. */
HUSK_API const char *husk_page_id(const husk_page *page);
HUSK_API const char *husk_page_url(const husk_page *page);
HUSK_API husk_status husk_page_status(const husk_page *page);
HUSK_API const char *husk_page_reason(const husk_page *page);

/* A page's metadata. Unknown strings are empty. */
typedef struct husk_metadata {
    size_t size;
    husk_string title;
    husk_string author;    /* all authors, separated by "; " */
    husk_string date;      /* of publication: YYYY-MM-DD, or as much as is known */
    husk_string published; /* the same with time and zone as given by the page */
    husk_string modified;
    husk_string sitename;
    husk_string description;
    husk_string language; /* a BCP 47 tag */
    husk_string url;      /* canonical; absolute if the page's own URL is known */
    husk_string image;
    husk_string license;
    husk_string pagetype; /* schema.org's name if there is one ("NewsArticle"), else OpenGraph's */
    const husk_string *authors;
    size_t n_authors;
    const husk_string *tags;
    size_t n_tags;
    const husk_string *categories;
    size_t n_categories;
    const husk_string *images; /* all that the page declares, `image` first; absolute likewise */
    size_t n_images;
} husk_metadata;

/* Borrowed until the page is parsed again. `now`, in seconds since 1970: later dates are ignored; 0: no bound. NULL:
 * out of memory. */
HUSK_API const husk_metadata *husk_page_metadata(husk_page *page, int64_t now);

/* A view of the page as JSON: "nodes", "paths", "tokens", "links", "subtrees", "blocks", "metadata". BAD_ARGUMENT:
 * unknown view. */
HUSK_API husk_status husk_page_view(husk_page *page, const char *view, husk_output *output, husk_error *error);

/* --- the verdict -------------------------------------------------------------------------------------------------- */

/* A .husk file, open for reading: what was learned of any number of hosts (docs/format.md). One site may serve many
 * threads. */
typedef struct husk_site husk_site;

/* A model other than the built-in one; husk/models.h reads it. */
typedef struct husk_page_model husk_page_model;

/* How to judge a page. */
typedef uint32_t husk_method;
enum {
    HUSK_METHOD_AUTO, /* SITE if there is a site, otherwise PAGE */
    HUSK_METHOD_PAGE, /* the page model, from the page alone */
    HUSK_METHOD_SITE  /* the site, which is needed, and the page model together, each as far as it is reliable here */
};

/* The one answer to what is main content and what is template; everything is written from it. */
typedef struct husk_verdict husk_verdict;

/* A method from outside the library: husk/lab.h has the published ones. */
typedef struct husk_outside_method {
    husk_status (*judge)(const struct husk_outside_method *method, husk_verdict *verdict, husk_site *site,
                         husk_error *error);
    bool needs_site;
} husk_outside_method;

/* Which blocks are main content if uncertain. */
typedef uint32_t husk_aim;
enum { HUSK_AIM_BALANCE, HUSK_AIM_PRECISION, HUSK_AIM_RECALL };

/* How much to compute. Less is faster. */
typedef uint32_t husk_depth;
enum {
    HUSK_DEPTH_FULL,     /* everything */
    HUSK_DEPTH_PAGE,     /* as BLOCKS, and the page's kind and class */
    HUSK_DEPTH_BLOCKS,   /* a site that is sure of the page suffices; then kind and class are unknown */
    HUSK_DEPTH_TEMPLATE, /* as BLOCKS, but with a site only what is template, not what is main content */
    HUSK_DEPTH_CLASS     /* the page's host and class; no block is judged */
};

typedef struct husk_judge_options {
    size_t size;
    husk_method method;
    husk_aim aim;
    husk_depth depth;
    bool why; /* weigh the features of each block by the page model: many times the cost of judging; false */
    const husk_page_model *model;       /* for PAGE and SITE; NULL: the built-in one */
    const husk_outside_method *outside; /* judge by this instead of `method`; NULL */
} husk_judge_options;
HUSK_API void husk_judge_options_init(husk_judge_options *options, size_t size);

/* Judge a parsed page. `site` may be NULL: then the page alone decides, as it also does if the file does not know the
 * page's host or the page does not fit it. A page that failed has a verdict without blocks. Borrows the page until it
 * is parsed again, and the site. The page's host is that of its URL; a page without a URL belongs to the unnamed host
 * of files or, if the site file has only one host, to that. BAD_ARGUMENT: the method needs a site. NO_MEMORY;
 * STOPPED; BAD_FILE: the site file is damaged. */
HUSK_API husk_status husk_judge(husk_page *page, husk_site *site, const husk_judge_options *options, husk_verdict **out,
                                husk_error *error);
HUSK_API void husk_verdict_free(husk_verdict *verdict);
HUSK_API husk_page *husk_verdict_page(const husk_verdict *verdict);

/* Why a page lacks its content. Detection is conservative: a page with more than a few lines of main content has no
 * obstacle. */
#define HUSK_OBSTACLES(X)                                                                     \
    X(NONE, 0, "ok", "")                                                                      \
    X(NEEDS_SCRIPT, 1, "needs-script", "an empty shell that scripts would fill in a browser") \
    X(CONSENT, 2, "consent-wall", "a request for consent to cookies, not the page itself")    \
    X(NOT_FOUND, 3, "not-found", "the page says that it was not found")                       \
    X(REFUSED, 4, "refused", "the server denied access or asked for proof of a human reader") \
    X(NO_TEXT, 5, "no-text", "the page shows no text")

typedef uint32_t husk_obstacle;
enum {
#define HUSK_OBSTACLE_ENUM(name, value, word, text) HUSK_OBSTACLE_##name = value,
    HUSK_OBSTACLES(HUSK_OBSTACLE_ENUM)
#undef HUSK_OBSTACLE_ENUM
};

/* Its name, as in a record's status, and a short English phrase; static C strings. */
HUSK_API const char *husk_obstacle_word(husk_obstacle obstacle);
HUSK_API const char *husk_obstacle_text(husk_obstacle obstacle);

/* The page as a whole. */
typedef struct husk_judgement {
    size_t size;
    husk_method method;  /* the method used, with AUTO resolved; AUTO: one from outside the library */
    const char *kind;    /* C string: "article", "forum" …; NULL: unknown at this depth, or there is an obstacle */
    float confidence;    /* the expected F1 of the main content; -1: unknown, likewise */
    bool host_known;     /* the site file has the page's host */
    husk_string host;    /* its name; empty for files */
    uint32_t page_class; /* number of its class; 0: none */
    husk_string class_name;
    float class_margin;     /* how much more the next best class would cost, 0 to 1; known at CLASS depth */
    bool has_fit;           /* the next two are known */
    bool fits;              /* well enough for the site to count */
    double fit;             /* 0 to 1 */
    husk_obstacle obstacle; /* NONE at CLASS depth */
} husk_judgement;

HUSK_API const husk_judgement *husk_verdict_judgement(const husk_verdict *verdict);

/* The state of a text (docs/output.md). */
typedef uint32_t husk_label;
enum {
    HUSK_MAIN,    /* what this page is about */
    HUSK_OWN,     /* this page's, but not main: headline, byline, date, tags, price, comments, related links */
    HUSK_TEMPLATE /* the site put it there, whatever the page */
};

/* "main", "own" or "template"; static. */
HUSK_API const char *husk_label_name(husk_label label);

/* The role of a block, if the page shows it; NONE for most text. */
typedef uint32_t husk_role;
enum {
    HUSK_ROLE_NONE,
    HUSK_ROLE_TITLE,
    HUSK_ROLE_BYLINE,
    HUSK_ROLE_DATE,
    HUSK_ROLE_TAGS,
    HUSK_ROLE_NAVIGATION,
    HUSK_ROLE_RELATED,
    HUSK_ROLE_COMMENT,
    HUSK_ROLE_SIGNATURE,
    HUSK_ROLE_CAPTION,
    HUSK_ROLE_PROMOTION
};

/* "none", "title" …; static. */
HUSK_API const char *husk_role_name(husk_role role);

/* Which evidence decided the label. */
typedef uint32_t husk_evidence;
enum {
    HUSK_BY_PAGE, /* the page alone */
    HUSK_BY_SITE, /* the place, which is judged the same on all pages of the site */
    HUSK_BY_BOTH,
    HUSK_BY_TEXT,    /* how many of the site's pages have the same text */
    HUSK_BY_TEMPLATE /* whether it is part of its class's template */
};

/* A run of text that a reader sees as one piece; if part of a block is template, each part. Two questions are answered:
 * did the site put it there whatever the page (template), and is it what this page is about (main)? With a site both
 * may be true of a heading or label that all pages have inside their main content: it is template, and extract writes
 * it. */
typedef struct husk_block {
    size_t size;
    husk_string text; /* white space folded */
    husk_label label;
    bool is_main; /* extract writes it */
    float template_probability;
    float main_probability;
    float score; /* 1 - template_probability: the probability of content, as in labels */
    husk_role role;
    husk_evidence by;
    float page;      /* the probability of content by the page alone; -1: not computed */
    float site;      /* and by the site alone; -1: unknown */
    uint32_t pages;  /* number of the site's sampled pages with the same text, */
    uint32_t of;     /* out of this many; 0: unknown */
    uint32_t number; /* of the page's block, shared by its parts */
    bool is_hidden;  /* not visible to readers */
} husk_block;

HUSK_API size_t husk_verdict_n_blocks(const husk_verdict *verdict);
HUSK_API const husk_block *husk_verdict_block(const husk_verdict *verdict, size_t i);
/* Append an XPath that finds the block's element in the parsed page: /html/body/div[2]/p[1]. BAD_ARGUMENT: no block i.
 */
HUSK_API husk_status husk_verdict_path(husk_verdict *verdict, size_t i, husk_output *output);

/* Why a block has its label: facts of the page and of the site. In brackets what `value`, `of` and `text` are. */
typedef uint32_t husk_why;
enum {
    /* the text itself */
    HUSK_WHY_LENGTH,      /* [words] */
    HUSK_WHY_SENTENCES,   /* [sentences, words] */
    HUSK_WHY_NO_SENTENCE, /* [words] */
    HUSK_WHY_LINKS,       /* [percent of its words that are links] */
    HUSK_WHY_LINK_LIST,   /* a link in a list [of so many links] */
    HUSK_WHY_DIGITS,      /* [percent of its letters] */
    HUSK_WHY_CAPITALS,    /* words that begin with a capital [so many, of so many] */
    HUSK_WHY_MARK,        /* [text: "a currency sign", "a copyright sign", "separators", "a colon"] */
    HUSK_WHY_WORD,        /* its wording [text: the word] */
    HUSK_WHY_TITLE,       /* it is in the page's title */
    HUSK_WHY_DESCRIPTION, /* it begins like the page's description */
    HUSK_WHY_REPEATED,    /* the page has the text more than once [so often] */
    HUSK_WHY_HIDDEN,
    HUSK_WHY_CODE, /* it is preformatted */
    /* the elements around it */
    HUSK_WHY_ELEMENT, /* its own element [text: the tag] */
    HUSK_WHY_INSIDE,  /* an element around it [text: the tag] */
    HUSK_WHY_CLASS,   /* a class name, id, role or itemprop of an element around it [text: the name] */
    HUSK_WHY_ID,
    HUSK_WHY_ROLE,
    HUSK_WHY_ITEMPROP,
    HUSK_WHY_HEADING, /* [level] */
    HUSK_WHY_LIST,    /* [items] */
    HUSK_WHY_TABLE,   /* [rows] */
    HUSK_WHY_BOXES,   /* elements beside each other with the same markup [so many] */
    HUSK_WHY_SIMILAR, /* texts with the same markup [so many] */
    /* where it is */
    HUSK_WHY_POSITION,       /* [which block, of so many] */
    HUSK_WHY_HEADLINE,       /* it is the page's first <h1> */
    HUSK_WHY_ABOVE_HEADLINE, /* it comes before that */
    HUSK_WHY_BELOW_HEADLINE,
    HUSK_WHY_BEFORE_MAIN, /* before the first paragraph of main content */
    HUSK_WHY_WITHIN_MAIN,
    HUSK_WHY_AFTER_MAIN,
    HUSK_WHY_MOST_TEXT,    /* in the part of the page with the most text [words there, of the page's] */
    HUSK_WHY_OUTSIDE_MOST, /* not in it */
    /* what is around it */
    HUSK_WHY_AROUND,       /* main content around it [percent of the words] */
    HUSK_WHY_WORDS_AROUND, /* the length of the texts beside it [words] */
    HUSK_WHY_LINKS_AROUND, /* [percent of these words that are links] */
    HUSK_WHY_UNDER,        /* the last heading before it [text: the heading] */
    HUSK_WHY_BESIDE,       /* a short text before or after it [text: that text] */
    HUSK_WHY_IMAGE,        /* an image before or after it */
    HUSK_WHY_RAISED,       /* code, which is judged by the prose around it */
    /* the site */
    HUSK_WHY_SAME_TEXT, /* the same text is on other pages [so many, of so many] */
    HUSK_WHY_DIFFERS,   /* the text is on no other page [of so many] */
    HUSK_WHY_SAME_HERE, /* this place has the same text on every page */
    HUSK_WHY_PLACE,     /* what this place is on the site's pages: content if for_main, otherwise template */
    HUSK_WHY_NO_HOST,   /* the site file does not know the host, so the page decided alone */
    HUSK_WHY_NO_FIT,    /* the page does not fit its site, likewise */
    HUSK_WHY_NEW_PLACE, /* the site file does not know this place, likewise */
    HUSK_WHY_UNSURE,    /* the site is not sure of this place, likewise */
    HUSK_WHY_TEMPLATE,  /* it is in its class's template [on so many pages, of so many], or not if for_main */
    /* other */
    HUSK_WHY_METHOD,  /* a method from outside the library [text: what it says] */
    HUSK_WHY_EMBEDDED /* the page's data has it, and its tree does not */
};

typedef struct husk_reason {
    size_t size;
    husk_why why;
    const char *code;   /* C string: the name above in lower case, "link-list"; static */
    bool for_main;      /* it speaks for main content, or against it */
    uint32_t value, of; /* 0: none */
    husk_string text;   /* empty: none */
    const char *words;  /* C string: all of this as a reader's sentence */
} husk_reason;

/* The language of the main content, detected from its letters: a static ISO 639-1 code, "de". NULL: too few letters,
 * unsure, or not one of the 84 languages that are known. husk_metadata has what the page declares. */
HUSK_API const char *husk_verdict_language(const husk_verdict *verdict);

/* The reasons of a block, at most three, strongest first; and append all of them in words: those that speak against its
 * label follow "though". With the page model there are none without `why`. */
HUSK_API const husk_reason *husk_verdict_reasons(husk_verdict *verdict, size_t i, size_t *n);
HUSK_API husk_status husk_verdict_why(husk_verdict *verdict, size_t i, husk_output *output);

/* --- writing a verdict -------------------------------------------------------------------------------------------- */

/* What the extracted text looks like, in the numbers that corpora are filtered by (docs/reference/record.md). Shares
 * are from 0 to 1; n-grams and duplicates as in Gopher (Rae et al. 2021). */
enum {
    HUSK_SIGNAL_WORDS,
    HUSK_SIGNAL_WORD_LENGTH, /* mean, in characters */
    HUSK_SIGNAL_LINES,
    HUSK_SIGNAL_LINE_LENGTH,
    HUSK_SIGNAL_PUNCTUATED_LINES, /* share of lines that end a sentence */
    HUSK_SIGNAL_BULLET_LINES,
    HUSK_SIGNAL_ELLIPSIS_LINES,
    HUSK_SIGNAL_DUPLICATE_LINES, /* share of lines that occurred before, */
    HUSK_SIGNAL_DUPLICATE_CHARS, /* and of characters in them */
    HUSK_SIGNAL_TOP_2GRAM,       /* share of characters in the most frequent run of two words; then of 3 and 4; */
    HUSK_SIGNAL_DUPLICATE_5GRAM = HUSK_SIGNAL_TOP_2GRAM + 3, /* in runs of five that occurred before; then of 6 to 10 */
    HUSK_SIGNAL_SYMBOLS = HUSK_SIGNAL_DUPLICATE_5GRAM + 6,   /* # and ellipses, per word */
    HUSK_SIGNAL_ALPHABETIC,                                  /* share of words with a letter */
    HUSK_SIGNAL_STOP_WORDS,                                  /* how many of: the be to of and that have with */
    HUSK_SIGNAL_LINK_DENSITY,                                /* share of words in links */
    HUSK_N_SIGNALS
};
/* A signal's name in records; NULL after the last. */
HUSK_API const char *husk_signal_name(size_t signal);

/* Which signals husk_extract measures. */
enum { HUSK_SIGNALS_NONE, HUSK_SIGNALS_WORDS /* only their number */, HUSK_SIGNALS_ALL /* and records have them */ };

typedef struct husk_extract_options {
    size_t size;
    husk_format format;
    husk_format body;   /* of records (JSON, CSV, Parquet): TEXT, MARKDOWN or HTML */
    bool all;           /* all visible text, not only main content */
    bool links;         /* keep link targets in text and Markdown */
    bool images;        /* keep images in text and Markdown */
    bool tables;        /* true */
    bool comments;      /* keep user comments: true */
    bool with_metadata; /* start with metadata; JSON always has title, author, date and language */
    bool title;         /* start Markdown and HTML with the title, unless the content has it: true */
    int64_t now;        /* seconds since 1970: later dates are ignored; _init reads the clock; 0: no bound */
    bool no_formulas;   /* CSV: a field that a spreadsheet would run as a formula gets a leading ' */
    uint32_t signals;   /* HUSK_SIGNALS_…: NONE */
    bool provenance;    /* CSV, Parquet: a column for it; JSON has it when it is known */
} husk_extract_options;
HUSK_API void husk_extract_options_init(husk_extract_options *options, size_t size);

/* Request no more of a verdict than these extraction options need: sets `depth`, keeps the rest. */
HUSK_API husk_status husk_judge_options_for(husk_judge_options *judge, const husk_extract_options *extract,
                                            husk_error *error);

/* Append what comes before the first page: the header row of CSV, the columns of Parquet, nothing in other formats. */
HUSK_API husk_status husk_extract_begin(const husk_extract_options *options, husk_output *output, husk_error *error);
/* Append the page's main content. A page that failed gives a record with its status and reason in JSON, CSV and
 * Parquet, and nothing in the other formats. LIMIT: it was cut. */
HUSK_API husk_status husk_extract(husk_verdict *verdict, const husk_extract_options *options, husk_output *output,
                                  husk_error *error);
/* The HUSK_N_SIGNALS values that the last husk_extract of this verdict measured; NULL: none. */
HUSK_API const double *husk_verdict_signals(const husk_verdict *verdict);

/* Flags of husk_write_labels. */
enum { HUSK_LABEL_ROLES = 1 /* write "role" if known */ };

/* Append one JSON line per block: id, path, text, label, template, main and why; with a site also by, site, page_model,
 * class and fit. LIMIT: too much for a page of its size; the lines written are whole. */
HUSK_API husk_status husk_write_labels(husk_verdict *verdict, uint32_t flags, husk_output *output, husk_error *error);

/* SCRIPTS may be combined with one of the others by |: scripts, frames, plug-ins, handlers (onclick …) and URLs that
 * run something (javascript:) of that part stay too. Without it there are none in the output. */
typedef uint32_t husk_keep;
enum { HUSK_KEEP_CONTENT, HUSK_KEEP_TEMPLATE, HUSK_KEEP_SCRIPTS = 256 };

/* Append the page as HTML without its template, or only its template. An element is removed if everything in it is;
 * words on both sides of a removed part stay separate. */
HUSK_API husk_status husk_write_stripped(husk_verdict *verdict, husk_keep keep, husk_output *output, husk_error *error);

/* Append a JSON object with everything shown of a judged page, for the web server and the report: the members of a
 * JSON Lines record (id, url, status, kind, confidence, class, fit, title, text …); "html": the page as HTML that
 * runs and loads nothing, each judged text in <span data-husk="N">, each segment's element with data-husk-segment;
 * "blocks": n, path, text, label, main, score, main_score, page, site (probabilities of content by the page and by
 * the site alone), by, pages, of, role, segment, slot (of its class's template), reasons; "markdown" as husk_extract
 * writes it. Judge with `why` and at full depth. `options` may be NULL; format and body are set here.
 * LIMIT: too much for a page of its size; blocks are missing, and "cut" is true; or nothing is appended. */
HUSK_API husk_status husk_write_view(husk_verdict *verdict, const husk_extract_options *options, husk_output *output,
                                     husk_error *error);

/* A report: one HTML file with the web server's views inside: a list of pages, each with its template shaded and its
 * content, and with a site file (or NULL) their records and sites. It loads nothing, and runs only its own script.
 * First _begin, then _page for each page, judged as for husk_write_view, by any thread and in any order, as long as
 * the bytes of each stay together; _end last. Borrows the site. */
typedef struct husk_report husk_report;
HUSK_API husk_status husk_report_new(husk_site *site, husk_report **out, husk_error *error);
HUSK_API void husk_report_free(husk_report *report);
HUSK_API husk_status husk_report_begin(husk_output *output, husk_error *error);
HUSK_API husk_status husk_report_page(husk_report *report, husk_verdict *verdict, husk_output *output,
                                      husk_error *error);
HUSK_API husk_status husk_report_end(husk_report *report, husk_output *output, husk_error *error);

/* --- the extractor ------------------------------------------------------------------------------------------------ */

/* The main content of pages in memory, any number of them one after the other. It copies its options and borrows the
 * site, a model of `judge` and the stop flag until it is freed. One thread at a time; several may share a site. */
typedef struct husk_extractor husk_extractor;

typedef struct husk_extractor_options {
    size_t size;
    const husk_extract_options *extract; /* NULL: the defaults, with the clock read for each page */
    const husk_judge_options *judge;     /* NULL: the defaults, and no more than `extract` and husk_result need */
    const husk_page_options *page;       /* limits; NULL: the defaults */
    husk_site *site;                     /* NULL: each page by itself */
    const husk_stop *stop;               /* may be NULL; replaces that of `page` */
} husk_extractor_options;

/* A page's main content and what was judged of it. Its strings are NUL-terminated, so they are also C strings. */
typedef struct husk_result {
    size_t size;
    husk_status status;     /* OK, or LIMIT: the page was cut */
    husk_obstacle obstacle; /* why it lacks its content */
    husk_string text;       /* the main content, in the requested format: text by default */
    husk_string title;
    const char *kind;      /* NULL: unknown, or there is an obstacle */
    float confidence;      /* the expected F1 of the text; -1 likewise */
    husk_page *page;       /* for its metadata: husk_page_metadata */
    husk_verdict *verdict; /* for its blocks: husk_verdict_block */
} husk_result;

HUSK_API void husk_extractor_options_init(husk_extractor_options *options, size_t size);
HUSK_API husk_status husk_extractor_new(const husk_extractor_options *options, husk_extractor **out, husk_error *error);
HUSK_API void husk_extractor_free(husk_extractor *extractor);

/* Parse, judge and write one page. The result is borrowed until the next call. Failures are those of husk_page_parse,
 * husk_judge and husk_extract; after any of them the extractor is ready for the next page. */
HUSK_API husk_status husk_extractor_run(husk_extractor *extractor, const husk_raw *raw, const husk_result **out,
                                        husk_error *error);

/* The same for one page of HTML, with an extractor of its own. `url` and `options` may be NULL; url is a C string. The
 * result belongs to the caller. Any thread. */
HUSK_API husk_status husk_text(const char *html, size_t len, const char *url, const husk_extract_options *options,
                               husk_result **out, husk_error *error);
/* Only for results of husk_text. */
HUSK_API void husk_result_free(husk_result *result);

/* --- site files --------------------------------------------------------------------------------------------------- */

/* Open a file, or the bytes of one, which are copied. BAD_FILE: damaged, or not a .husk file; NEWER_FILE: written by a
 * newer husk; IO. */
HUSK_API husk_status husk_site_open(const char *path, husk_site **out, husk_error *error);
HUSK_API husk_status husk_site_open_memory(const void *bytes, size_t len, husk_site **out, husk_error *error);

/* A site file has its models' answers. NULL if these (NULL: the built-in ones) learned all of its hosts; otherwise a
 * static sentence that says so and what to do. Such a file is used as it is. */
HUSK_API const char *husk_site_note(husk_site *site, const husk_page_model *model);
HUSK_API void husk_site_free(husk_site *site);
/* Can a site file be written at `path`? OK if there is none yet, or one that can be updated; BAD_FILE, NEWER_FILE;
 * IO: the location is not writable. */
HUSK_API husk_status husk_site_check(const char *path, husk_error *error);
/* Make `to` a copy of the .husk file `from`; if `from` does not exist, remove `to`. IO: it can't be written. */
HUSK_API husk_status husk_site_copy(const char *from, const char *to, husk_error *error);

typedef struct husk_show_options {
    size_t size;
    husk_format format; /* TEXT or JSON */
    bool pages;         /* instead, one line per page: class, tab, page */
    bool tokens;        /* every class's template as an indented sketch with its slots */
    bool columns;       /* all columns of every class, not only the first few; JSON always has all */
    bool history;       /* instead, its runs of learning */
    const char *host;   /* C string: only this host; "" is the unnamed one; NULL: all */
} husk_show_options;
HUSK_API void husk_show_options_init(husk_show_options *options, size_t size);

/* Append the contents of a site file: hosts, classes, class links. */
HUSK_API husk_status husk_site_show(husk_site *site, const husk_show_options *options, husk_output *output,
                                    husk_error *error);
/* Append everything shown of one host ("" for files) as a JSON object: classes with templates, slots and columns,
 * links between classes, pages of each class, the runs of learning. BAD_ARGUMENT: the file has no such host. */
HUSK_API husk_status husk_site_view(husk_site *site, const char *host, husk_output *output, husk_error *error);

typedef uint32_t husk_map_format;
enum {
    HUSK_MAP_DOT, /* Graphviz's language */
    HUSK_MAP_SVG  /* drawn; one thread at a time, because Graphviz has global state */
};

/* Append the map of the classes and the links between them, of one host or of all. `host` is a C string; "" is the
 * unnamed one; NULL: all. BAD_ARGUMENT: the file does not have it. */
HUSK_API husk_status husk_site_map(husk_site *site, const char *host, husk_map_format format, husk_output *output,
                                   husk_error *error);

/* Append `class<TAB>score<TAB>id` and a newline: the class's number or "none", the verdict's class_margin, and the id
 * with control characters escaped. */
HUSK_API husk_status husk_write_class(husk_verdict *verdict, husk_output *output, husk_error *error);

/* --- learning ----------------------------------------------------------------------------------------------------- */

/* The data of a page that a later step needs: computed on any thread, then passed to the step it was made for. The
 * learner, the clustering, topics and near-duplicates each have their own; any other is BAD_ARGUMENT. */
typedef struct husk_digest husk_digest;
HUSK_API void husk_digest_free(husk_digest *digest);

/* Called for a page that is left out while the rest continues: its id and the reason, C strings that live as long as
 * the call. From any thread, one call at a time. */
typedef void (*husk_warn)(void *context, const char *page, const char *reason);

typedef struct husk_learn_options {
    size_t size;
    uint32_t pages;                /* per class to build its template from: 16 */
    uint32_t sample;               /* per class to keep for its counts: 128 */
    bool one_class;                /* all pages of a host are one class */
    uint32_t clustered;            /* pages per host to cluster; the rest get the class that fits best: 2,048 */
    uint32_t prune_percent;        /* of the pages under a tree node must have a token: 25 */
    uint32_t keep_percent;         /* of the pages must have a template token: 50 */
    uint64_t seed;                 /* for sampling and pairing pages; the same seed gives the same file: 1 */
    uint32_t jobs;                 /* 0: one per core */
    const husk_page_options *page; /* NULL: the defaults */
    husk_warn warn;                /* called for pages that can't be learned from; may be NULL */
    void *warn_context;
    bool fresh;            /* ignore what the file has of the hosts of these pages */
    uint32_t half_life;    /* new pages of a class that halve the weight of earlier ones: 64 */
    uint32_t remembered;   /* pages per class that the file stores, so that it can keep learning; 0: none: 64 */
    int64_t date;          /* of the run, in seconds since 1970, for the history; 0: that of the newest page */
    const husk_stop *stop; /* may be NULL; if set, husk_learner_finish gives up: STOPPED, the file is unchanged */
} husk_learn_options;
HUSK_API void husk_learn_options_init(husk_learn_options *options, size_t size);

/* Takes pages one by one; at the end writes what they share to a file. Pages are grouped by the host of their URL;
 * those without a URL belong to one unnamed host. Pending data is on disk, in an unnamed file under $TMPDIR. */
typedef struct husk_learner husk_learner;
HUSK_API husk_status husk_learner_new(const husk_learn_options *options, husk_learner **out, husk_error *error);
HUSK_API void husk_learner_free(husk_learner *learner);
/* What a learner needs of a page, which holds the parse of `raw`. Any thread. */
HUSK_API husk_status husk_learner_read(const husk_page *page, const husk_raw *raw, husk_digest **out,
                                       husk_error *error);
/* Add it. The order of the pages does not affect their classes, only the order of the file's page list. */
HUSK_API husk_status husk_learner_add(husk_learner *learner, const husk_digest *digest, husk_error *error);

/* Learn, and write the file. Hosts already in it keep learning (docs/site-files.md); hosts without a page here stay
 * unchanged. The file is replaced completely or not at all. `report` may be NULL; it gets the result as text. Once
 * per learner. BAD_FILE, NEWER_FILE, IO: the existing file is unchanged. */
HUSK_API husk_status husk_learner_finish(husk_learner *learner, const char *path, husk_output *report,
                                         husk_error *error);
/* The same in memory: `before` is the file so far (NULL: none), and the new one is appended to `file`. */
HUSK_API husk_status husk_learner_finish_memory(husk_learner *learner, const void *before, size_t before_len,
                                                husk_output *file, husk_output *report, husk_error *error);

/* --- drift -------------------------------------------------------------------------------------------------------- */

/* How a page fits what the site file knows of its host. It may be copied. */
typedef struct husk_fit {
    size_t size;
    bool known;           /* the file knows the host, and how well its pages fit it */
    bool fits;            /* well enough for the site to count; otherwise the page alone decided */
    double fit;           /* 0 to 1 */
    double usual, spread; /* the mean of the learned pages, and its standard deviation */
    bool foreign;         /* the file has no such host: the page alone decided */
    char host[256];       /* a C string, truncated if necessary; empty for files */
} husk_fit;

/* All zero except `size` if no site was given. */
HUSK_API const husk_fit *husk_verdict_fit(const husk_verdict *verdict);

/* Fed with pages in order: has a site changed since it was learned? */
typedef struct husk_drift husk_drift;
HUSK_API husk_status husk_drift_new(husk_drift **out);
HUSK_API void husk_drift_free(husk_drift *drift);
/* True if this page shows that its host has changed; once per host. */
HUSK_API bool husk_drift_add(husk_drift *drift, const husk_fit *fit);
/* One line per host with pages that did not fit; nothing if all did. */
HUSK_API void husk_drift_report(const husk_drift *drift, husk_output *output);

/* --- records: one row per page, one column per slot --------------------------------------------------------------- */

typedef uint32_t husk_records_format;
enum {
    HUSK_RECORDS_JSONL, /* {"id": …, "class": …, "fields": {…}} */
    HUSK_RECORDS_CSV,   /* one header for all classes of the file; what a spreadsheet runs as a formula gets a leading '
                         */
    HUSK_RECORDS_SQLITE,  /* one table per class, in a file started by husk_records_create */
    HUSK_RECORDS_PARQUET, /* the columns of CSV as rows for husk_parquet_add: integers are numbers, lists are lists */
    HUSK_RECORDS_SCHEMA /* no rows: husk_records_begin writes {"host": …, "class": …, "name": …, "type": …, "pages": …,
                           "of": …, "distinct": …, "example": …} for each column */
};

typedef struct husk_records_options {
    size_t size;
    husk_records_format format;
    uint32_t best;              /* only this many of the best columns of each class; 0: all */
    const char *const *columns; /* C strings: only columns of these names, in this order; borrowed for the call */
    size_t n_columns;           /* 0: all */
    bool items;                 /* a row per item of the page's best repeated region; no site is needed */
    uint32_t region;            /* with `items`: another region, from 1; 0: the best */
    bool list;                  /* with `items`: a row per region instead, as JSONL */
} husk_records_options;
HUSK_API void husk_records_options_init(husk_records_options *options, size_t size);

/* The columns of a site file's classes, ready for pages. Borrows the site, which may be NULL for items. LIMIT: too many
 * columns for one CSV. BAD_ARGUMENT: no class has a column of a wanted name. */
typedef struct husk_records husk_records;
HUSK_API husk_status husk_records_new(husk_site *site, const husk_records_options *options, husk_records **out,
                                      husk_error *error);
HUSK_API void husk_records_free(husk_records *records);

typedef uint32_t husk_column_type;
enum {
    HUSK_COLUMN_TEXT,
    HUSK_COLUMN_NUMBER,
    HUSK_COLUMN_DATE,
    HUSK_COLUMN_LINK,
    HUSK_COLUMN_IMAGE,
    HUSK_COLUMN_LIST /* any number of values */
};

typedef struct husk_column {
    size_t size;
    husk_string name; /* unique in its class */
    husk_column_type type;
    uint32_t pages;    /* learned pages that have a value */
    uint32_t distinct; /* distinct values on them */
} husk_column;

/* A value: as on the page, and as its column's type says. Strings are empty if unknown. Does not grow. */
typedef struct husk_value {
    husk_string text;     /* white space folded */
    husk_string typed;    /* NUMBER: its digits as in JSON; DATE: ISO 8601 */
    husk_string currency; /* NUMBER: ISO 4217, or the sign if several countries use it */
    husk_string unit;     /* NUMBER: what follows the digits */
    double number;        /* NUMBER: the value, nearest to the digits; NaN: none */
} husk_value;

/* One page's row. It copies its values and borrows its columns from the records. */
typedef struct husk_row husk_row;

/* The row of a judged page; CLASS depth is enough, except for items, which need FULL. A page that failed, or has no
 * class, has a row without columns. Any thread. */
HUSK_API husk_status husk_records_read(husk_records *records, husk_verdict *verdict, husk_row **out, husk_error *error);
HUSK_API void husk_row_free(husk_row *row);
HUSK_API const char *husk_row_id(const husk_row *row);
HUSK_API uint32_t husk_row_class(const husk_row *row); /* 0: none */
HUSK_API husk_string husk_row_class_name(const husk_row *row);
HUSK_API size_t husk_row_n_columns(const husk_row *row);
HUSK_API const husk_column *husk_row_column(const husk_row *row, size_t i);
/* The values of column i; none: *n is 0. Only a LIST has more than one. */
HUSK_API const husk_value *husk_row_values(const husk_row *row, size_t i, size_t *n);

/* For JSONL, CSV and PARQUET: append what comes before the first row, and a row. A page that failed has a JSON record
 * that says so, and nothing in CSV and Parquet. LIMIT: the last items of a page are left out, because its long id is in
 * each. */
HUSK_API husk_status husk_records_begin(husk_records *records, husk_output *output, husk_error *error);
HUSK_API husk_status husk_records_write(const husk_records *records, const husk_row *row, husk_output *output,
                                        husk_error *error);

/* For SQLITE: start a file, store rows, and put the file in place, where it appears complete or not at all; with a
 * path, there, and an existing file at husk_records_create's path stays. Lists are JSON arrays. One thread. */
HUSK_API husk_status husk_records_create(husk_records *records, const char *path, husk_error *error);
HUSK_API husk_status husk_records_store(husk_records *records, const husk_row *row, husk_error *error);
HUSK_API husk_status husk_records_commit(husk_records *records, const char *path, husk_error *error);

/* --- crawling ----------------------------------------------------------------------------------------------------- */

typedef struct husk_crawl_progress {
    size_t size;
    uint32_t pages, classes, waiting; /* visited, found by their links, link collections not followed */
    uint64_t bytes;
    double seconds;
    bool is_explored; /* no more pages are fetched; classes and templates are being built */
    uint32_t failed;  /* pages that are not of the web and could not be read; `warn` is called for each */
} husk_crawl_progress;

/* Supplies a page in place of the web: fill `raw`, which is initialised, with its bytes and, after a redirect, its new
 * URL. What it points to must live until the next call. A page that can't be had gets a status and a reason. One call
 * at a time, from any thread of the crawl. A returned failure ends the crawl with it. */
typedef husk_status (*husk_fetch)(void *context, const char *url, husk_raw *raw, husk_error *error);

typedef struct husk_crawl_options {
    size_t size;
    uint32_t max_pages;      /* 300; 0: no limit */
    uint32_t max_depth;      /* links from the start; 0: no limit */
    uint32_t per_collection; /* pages fetched per collection at a time; 0: 3 */
    uint32_t collections;    /* followed at a time; 0: 4, growing with the pages seen */
    uint64_t seed;           /* for the choice of links from long collections; 1 */
    const char *root;        /* for a directory: read nothing outside; NULL: the start, or two above a start page's */
    const char *const *include; /* extended regular expressions: only URLs that match one of them */
    size_t n_include;
    const char *const *exclude; /* and none of these */
    size_t n_exclude;
    bool allow_subdomains;  /* of the start's host */
    bool ignore_robots;     /* ignore robots.txt and nofollow: only for your own site */
    uint32_t delay_ms;      /* between two requests to a host; 500 */
    uint32_t connections;   /* per host; 4 */
    uint32_t retries;       /* of a request without a response; 2 */
    uint32_t max_seconds;   /* 0: no limit */
    uint64_t max_bytes;     /* of pages; 0: no limit */
    uint32_t max_addresses; /* distinct URLs remembered; further ones are not followed; 0: 500,000 */
    const char *warc;       /* not NULL: append fetched pages to this WARC file, gzipped if the name says so */
    const char *resume;     /* not NULL: read pages from this WARC before fetching them */
    husk_fetch fetch; /* not NULL: `start` is a URL, and pages come from here; robots.txt and delays are the caller's */
    void *fetch_context;
    bool fresh; /* this and the next two as in husk_learn_options */
    uint32_t remembered;
    int64_t date;
    uint32_t jobs;                     /* 0: one per core */
    const husk_source_options *source; /* NULL: the defaults */
    const husk_page_options *page;     /* NULL: the defaults, without a time limit */
    /* after each round and at the end; may be NULL */
    void (*progress)(void *context, const husk_crawl_progress *progress);
    void *context;
    const husk_stop *stop; /* may be NULL; if set, nothing more is fetched; what was found is written */
    husk_warn warn;        /* called for pages that no template is built from; may be NULL */
    void *warn_context;
    const char *stopped_path; /* where the result goes if `stop` ends the crawl; `path` stays unchanged. NULL: `path` */
    bool revalidate;          /* ask for the pages of `resume`, too, but only for those that have changed since */
} husk_crawl_options;
HUSK_API void husk_crawl_options_init(husk_crawl_options *options, size_t size);

/* Explore a site from `start`, visiting few of its pages, and write its classes and the links between them to the
 * .husk file `path`. A site already in the file keeps learning, as with husk_learner_finish. `start` is a URL (of a
 * page or a sitemap), a page's file, a directory, or an archive. The same site and seed give the same file with any
 * number of jobs and connections. `report` may be NULL; it gets the result as text. STOPPED: the file has what was
 * found. */
HUSK_API husk_status husk_crawl(const char *start, const char *path, const husk_crawl_options *options,
                                husk_output *report, husk_error *error);

/* --- many pages at once ------------------------------------------------------------------------------------------- */

/* The result for one page. Borrowed for the call. */
typedef struct husk_each_result {
    size_t size;
    const char *id, *url; /* C strings; url is "" if unknown */
    husk_status status;   /* OK, LIMIT (cut), or why it failed */
    const char *reason;   /* C string, "" if the status is OK; does not repeat the id */
    const char *bytes;    /* output of the work */
    size_t len;
    void *value;  /* value made by the work, or NULL */
    int64_t date; /* as in husk_raw */
} husk_each_result;

/* Called on any worker: process the page into bytes in `output`, a value in *value (NULL at first), or both. `page`
 * belongs to this worker and holds the parse of `raw`; see husk_page_status. A returned failure makes it a failed page:
 * its output and value are dropped, and the work is called once more with the failed page. */
typedef husk_status (*husk_each_work)(void *context, husk_page *page, const husk_raw *raw, husk_output *output,
                                      void **value, husk_error *error);

/* Called for every page in input order, one call at a time, from any worker. To keep the value, set result->value to
 * NULL. A return value other than OK ends the run with it. */
typedef husk_status (*husk_each_sink)(void *context, husk_each_result *result, husk_error *error);

typedef struct husk_each_options {
    size_t size;
    uint32_t jobs;                   /* 0: one per core */
    const husk_page_options *page;   /* NULL: the defaults */
    const husk_stop *stop;           /* may be NULL; if set, no further page is read; what was read is finished */
    void (*free_value)(void *value); /* for values that no sink kept; may be NULL if no work makes any */
    void (*on_read)(void *context);  /* a page was read; in input order, one call at a time; may be NULL */
} husk_each_options;
HUSK_API void husk_each_options_init(husk_each_options *options, size_t size);

/* Parse every page of `source` and run `work` on it, on `jobs` threads, and pass the results to `sink` in input
 * order: the same with any number of jobs. STOPPED: `stop` was set; all pages read before were passed to `sink`. */
HUSK_API husk_status husk_each(husk_source *source, const husk_each_options *options, husk_each_work work,
                               husk_each_sink sink, void *context, husk_error *error);

/* --- near-duplicates ---------------------------------------------------------------------------------------------- */

/* Which text of a page to compare. */
typedef uint32_t husk_words;
enum {
    HUSK_WORDS_MAIN,         /* its main content */
    HUSK_WORDS_NOT_TEMPLATE, /* what is not template */
    HUSK_WORDS_ALL           /* all visible text; needs no judging */
};

typedef struct husk_dedup_options {
    size_t size;
    float similarity;      /* the minimum share of common six-word runs (Jaccard) of near-duplicates: 0.8; 0: the eight
                              hashes      alone decide, as published */
    const husk_stop *stop; /* may be NULL; if set, husk_dedup_groups returns STOPPED, and may be called again */
} husk_dedup_options;
HUSK_API void husk_dedup_options_init(husk_dedup_options *options, size_t size);

/* Pages with nearly the same text. Candidates are found by the eight smallest hashes of their six-word runs
 * (Chakrabarti, Kumar and Punera 2007, section 6.2), and compared by all of them. */
typedef struct husk_dedup husk_dedup;
HUSK_API husk_status husk_dedup_new(const husk_dedup_options *options, husk_dedup **out, husk_error *error);
HUSK_API void husk_dedup_free(husk_dedup *dedup);
/* What is needed of a judged page. Any thread. */
HUSK_API husk_status husk_dedup_read(const husk_verdict *verdict, husk_words words, husk_digest **out,
                                     husk_error *error);
/* Add it. Pages are numbered from 0 in order of arrival. */
HUSK_API husk_status husk_dedup_add(husk_dedup *dedup, const husk_digest *digest, husk_error *error);
/* For a stream, in place of husk_dedup_add: is it nearly a page seen before? If not, it is remembered, as far as memory
 * allows: at least the last 780,000 such pages. Decided by MinHash alone (eight bands of nine rows: most pages that
 * share .8 of their runs, few that share .6), whatever `similarity`. */
HUSK_API husk_status husk_dedup_seen(husk_dedup *dedup, const husk_digest *digest, bool *seen, husk_error *error);
/* The number of each page's group: that of the group's first page. `groups` is borrowed. */
HUSK_API husk_status husk_dedup_groups(husk_dedup *dedup, const uint32_t **groups, uint32_t *n, husk_error *error);
/* The id of page i, a C string. */
HUSK_API const char *husk_dedup_id(const husk_dedup *dedup, uint32_t i);

/* --- clustering: pages by template -------------------------------------------------------------------------------- */

/* Sites by shared paths, then each site's kinds of page. husk/lab.h has the published methods, with the same handle. */
typedef struct husk_cluster_options {
    size_t size;
    uint32_t held;         /* pages clustered at a time; the rest wait on disk, under $TMPDIR, and join their clusters.
                              0: 16,384 */
    const husk_stop *stop; /* may be NULL; if set, husk_clustering_run gives up: STOPPED, there are no clusters */
} husk_cluster_options;
HUSK_API void husk_cluster_options_init(husk_cluster_options *options, size_t size);

/* A set of pages: fill it, cluster once, then read the result. */
typedef struct husk_clustering husk_clustering;

HUSK_API husk_status husk_clustering_new(const husk_cluster_options *options, husk_clustering **out, husk_error *error);
HUSK_API void husk_clustering_free(husk_clustering *clustering);
/* What is needed of a parsed page. `clustering` is only read: any number of threads. */
HUSK_API husk_status husk_clustering_read(const husk_clustering *clustering, const husk_page *page, husk_digest **out,
                                          husk_error *error);
/* Add it. LIMIT: there is no room for more. */
HUSK_API husk_status husk_clustering_add(husk_clustering *clustering, const husk_digest *digest, husk_error *error);
/* Cluster the pages added so far. The partition does not depend on their order. */
HUSK_API husk_status husk_clustering_run(husk_clustering *clustering, husk_error *error);

/* Pages in the order they were added; clusters from 0 in the order of their first pages. */
HUSK_API uint32_t husk_clustering_n_pages(const husk_clustering *clustering);
HUSK_API uint32_t husk_clustering_n_clusters(const husk_clustering *clustering);
HUSK_API uint32_t husk_clustering_cluster_of(const husk_clustering *clustering, uint32_t page);
/* The page's id, a C string. */
HUSK_API const char *husk_clustering_id(const husk_clustering *clustering, uint32_t page);
/* All details of the clusters as JSON: sizes, pages, sites, and joins with how far apart their pages are. Of a
 * clustering by husk/lab.h also template paths, costs and the joins in order. */
HUSK_API husk_status husk_clustering_json(const husk_clustering *clustering, husk_output *output, husk_error *error);
/* A tree as an SVG picture: the sites, how far apart their kinds are, and the pages of each; or the joins of a
 * published method. */
HUSK_API husk_status husk_clustering_svg(const husk_clustering *clustering, husk_output *output, husk_error *error);

/* The pages as dots in two dimensions, by the tag paths that they share; a dot links to its page. SVG. LIMIT: the pages
 * were more than `held`, and are not compared with each other. */
HUSK_API husk_status husk_clustering_map(const husk_clustering *clustering, husk_output *output, husk_error *error);

/* The MinHash signature of a parsed page's structure (tag paths, and elements with their classes): `length` ranks, into
 * the caller's `ranks`. The share of equal ranks of two signatures of one length and seed estimates the Jaccard
 * coefficient of the pages' sets. BAD_ARGUMENT: a length of 0 or above 4096. */
HUSK_API husk_status husk_page_signature(const husk_page *page, uint32_t length, uint64_t seed, uint32_t *ranks,
                                         husk_error *error);

/* --- topics: pages by their words --------------------------------------------------------------------------------- */

typedef struct husk_topics_options {
    size_t size;
    uint32_t k;            /* number of topics; required */
    uint32_t rounds;       /* in which centres move to the mean of their pages; 0: the furthest points stay */
    uint64_t seed;         /* for the first centre; 1 */
    bool no_idf;           /* weigh words only by their number on the page */
    const husk_stop *stop; /* may be NULL; if set, husk_topics_run gives up: STOPPED, there are no topics */
} husk_topics_options;
HUSK_API void husk_topics_options_init(husk_topics_options *options, size_t size);

/* Pages clustered by their words: tf-idf and cosine, furthest-point-first (Gonzalez 1985). Fill it, cluster once,
 * then read the result. */
typedef struct husk_topics husk_topics;

/* BAD_ARGUMENT: no k. */
HUSK_API husk_status husk_topics_new(const husk_topics_options *options, husk_topics **out, husk_error *error);
HUSK_API void husk_topics_free(husk_topics *topics);
/* What is needed of a judged page. Any thread. */
HUSK_API husk_status husk_topics_read(const husk_verdict *verdict, husk_words words, husk_digest **out,
                                      husk_error *error);
/* Add it. LIMIT: there is no room for more pages. */
HUSK_API husk_status husk_topics_add(husk_topics *topics, const husk_digest *digest, husk_error *error);
/* Cluster the pages added so far. The partition does not depend on their order. */
HUSK_API husk_status husk_topics_run(husk_topics *topics, husk_error *error);

/* Pages in the order they were added. Topics are numbered from 1 in the order of their first pages; 0: the page has
 * no distinguishing word. There are fewer than k if fewer pages differ. */
HUSK_API uint32_t husk_topics_n_pages(const husk_topics *topics);
HUSK_API uint32_t husk_topics_n_topics(const husk_topics *topics);
HUSK_API uint32_t husk_topics_topic_of(const husk_topics *topics, uint32_t page);
HUSK_API const char *husk_topics_id(const husk_topics *topics, uint32_t page);
/* 1: all words were used; N: there were too many, and a sample of one in N was used. */
HUSK_API uint32_t husk_topics_one_in(const husk_topics *topics);

#ifdef __cplusplus
}
#endif
#endif
