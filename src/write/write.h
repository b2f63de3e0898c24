/* write.h - a page as text, Markdown or HTML, and a page's record as JSON or CSV.
 * Every writer takes a selection by node, prints nothing outside it, and appends to a buffer. */
#ifndef HUSK_WRITE_WRITE_H
#define HUSK_WRITE_WRITE_H

#include "base/buffer.h"
#include "page/meta/metadata.h"
#include "page/page.h"
#include "write/cells.h"

typedef struct write_options {
    const uint8_t
        *keep;   /* by node, as marked by judge/select.h: what is not selected is left out; NULL: everything visible */
    bool links;  /* link targets, in text and Markdown; HTML always has them */
    bool images; /* images, in text (their alternative texts) and Markdown; HTML always has them */
    slice title; /* a heading before everything, in Markdown and HTML; {NULL, 0}: none */
    bool tables; /* false: data tables are left out; layout tables stay */
} write_options;

/* *needed: the title needs its own heading, because no written heading is the same. Fails only without memory. */
husk_status title_is_needed(const husk_page *page, slice title, const write_options *options, bool *needed);

/* Each appends the page to `out`. LIMIT: `out` was near its cap; the output ends cleanly (all elements are closed).
 * NO_MEMORY: `out` is not usable. They use page->scratch and restore it. */
husk_status write_text(husk_page *page, const write_options *options, buffer *out);
husk_status write_markdown(husk_page *page, const write_options *options, buffer *out);
husk_status write_html(husk_page *page, const write_options *options, buffer *out);
/* The same inside <!DOCTYPE>, <html>, <head> and <body>; `metadata` (may be NULL) goes into <meta>. */
husk_status write_html_document(husk_page *page, const write_options *options, const husk_metadata *metadata,
                                buffer *out);

/* Append the page as a complete TEI document: a header with its metadata (NULL: only the page's title and URL), its
 * content as <div type="entry"> and, if `comments` is not NULL and keeps something, user comments as <div
 * type="comments">. LIMIT: the output is still well-formed. */
husk_status write_tei(husk_page *page, const write_options *options, const write_options *comments,
                      const husk_metadata *metadata, buffer *out);

/* One page's record, for JSON and CSV. Strings that are {NULL, 0} are omitted (JSON) or empty (CSV). */
typedef struct write_record {
    slice id;
    slice url;
    const char *status;    /* "ok", "cut", "failed", or the name of an obstacle */
    slice reason;          /* why it is not "ok" */
    const char *body_name; /* "text", "markdown" or "html" */
    slice body;
    bool has_body;
    const husk_metadata *head;     /* JSON always has its title, author, date and language; NULL: not known */
    slice provenance;              /* a JSON object, if known */
    const char *detected;          /* the language of the main content, or NULL */
    const husk_metadata *metadata; /* NULL: not wanted */
    slice kind;                    /* the kind of page, if judged */
    float confidence;              /* the expected F1, if `kind` is set */
    uint64_t models;               /* the digest of those that judged it, or 0 */
    bool has_site;                 /* the page was also judged with its site: */
    uint32_t site_class;           /* its class, 0: none */
    float fit;                     /* how it fits its site */
    const double *signals;         /* HUSK_N_SIGNALS; NULL: not wanted, or not known */
} write_record;

/* Which optional columns a run's records have as rows of cells, and how they are written. */
typedef struct row_columns {
    bool metadata, signals, provenance; /* JSON has them if they are known */
    row_form form;
    bool plain; /* CSV with no field that is a formula */
} row_columns;

/* The columns are the same for every record of one run: the fields of JSON in the same order, those of the metadata and
 * signals one by one; the canonical URL is "canonical". */
void write_row_head(const char *body_name, const row_columns *columns, buffer *out);
/* The body must be valid UTF-8, as all page data is. LIMIT: the record is written with as much of the body as fits, and
 * says that it was cut; or not at all. */
husk_status write_row(const write_record *record, const row_columns *columns, buffer *out);

/* --- metadata ----------------------------------------------------------------------------------------------------- */

/* One field: its name in the output, and its values. */
typedef struct metadata_field {
    const char *name;
    const slice *values;
    size_t n; /* at most one if it is not a list */
    bool is_list;
} metadata_field;

/* title, author, date, published, modified, sitename, description, language, url, image, images, categories, tags,
 * license, pagetype: always these, in this order. */
#define METADATA_FIELDS 15
void metadata_fields(const husk_metadata *m, metadata_field out[METADATA_FIELDS]);

/* Append an object with the known fields. */
void metadata_json(const husk_metadata *m, buffer *out);

/* Append a YAML header ("---" before and after) with the known fields. Every value is a double-quoted scalar, so that
 * page text can only be a one-line string. Writes nothing if nothing is known. */
void metadata_yaml(const husk_metadata *m, buffer *out);

/* --- signals ------------------------------------------------------------------------------------------------------ */

/* Measure a text, one line per paragraph, item or row: all but HUSK_SIGNAL_LINK_DENSITY. `words_only`: only the number
 * of words. Uses `scratch`. NO_MEMORY. */
husk_status signals_read(slice text, bool words_only, arena *scratch, double out[HUSK_N_SIGNALS]);

/* The digits after a signal's point: none of a count. */
unsigned signal_digits(unsigned signal);

#endif
