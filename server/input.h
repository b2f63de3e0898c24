/* input.h - the page of a request, and the options for it. */
#ifndef HUSK_SERVER_INPUT_H
#define HUSK_SERVER_INPUT_H

#include <yyjson.h>

#include "husk/lab.h"

#include "http.h"
#include "sites.h"

#define MAX_COLUMNS 64 /* that a request names */

typedef struct page_input {
    husk_extract_options extract;
    husk_judge_options judge;
    bool roles; /* of labels */
    husk_records_options records;
    int format; /* as given; -1: none */
    int method, keep;
    bool precision, recall, no_why, scripts;
    const char *site; /* the host to judge the page with, or NULL */
    site_ref ref;     /* that site, kept open until input_free */
    husk_site *open;  /* the same */
    const char *column, *columns[MAX_COLUMNS];
    /* The page; its strings belong to the request or the document. */
    const char *id, *url, *html, *charset;
    size_t len, padding;
    bool is_text;
    const char *page; /* the id of a page of the site, or NULL */
    long opened;      /* the number of a page that the server was started with, or -1 */
    yyjson_doc *doc;
    husk_source *source; /* of a fetched page, which may lie in its memory */
    char charset_room[64];
} page_input;

/* Read query, headers and body, and parse the page into the worker's. A page without HTML is fetched from its URL.
 * False: the reply says why. Free in any case. */
bool input_take(page_input *in, request *r);
void input_free(page_input *in, worker *w);

/* The body as JSON, which stays valid as long as the body. NULL: the reply says why. */
yyjson_doc *input_json(request *r);

/* Is it an http or https URL? */
bool is_web_address(const char *url);

/* Is `type` the request's media type? */
bool input_is_type(const request *r, const char *type);

#endif
