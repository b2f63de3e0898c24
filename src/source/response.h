/* response.h - one response as libcurl delivers it: header, decoded body, and why it ended.
 * Shared by http.c and fetch.c. */
#ifndef HUSK_SOURCE_RESPONSE_H
#define HUSK_SOURCE_RESPONSE_H

#include "source/http_message.h"
#include "source/libcurl.h"

/* The caller sets the first five members; the buffers are the caller's and are appended to. */
typedef struct response {
    CURL *curl;
    size_t max_bytes;
    bool allow_private, any_type; /* any_type: otherwise a body that is not HTML or text is not read */
    buffer *head, *body;          /* the header of the final response as received; the decoded body */
    http_body decoder;
    body_result decoded;
    bool has_body, is_redirect, is_refused, is_no_page, has_unknown_encoding;
    char error[CURL_ERROR_SIZE];
} response;

/* How it ended. */
typedef struct response_end {
    husk_status status;   /* OK; LIMIT: the body is cut at max_bytes, or by damage; BAD_FILE: unknown encoding; IO */
    unsigned http_status; /* three digits, or 0 if there was no response */
    bool may_pass;        /* another try may succeed */
    char reason[256];     /* C string, without the URL; set if status is not OK */
} response_end;

/* Set r->curl up for requests of http and https URLs; redirects are not followed. */
bool response_set_up(response *r, const char *user_agent);
/* Before each request. */
void response_start(response *r);
void response_finish(response *r, CURLcode code, response_end *end);

#endif
