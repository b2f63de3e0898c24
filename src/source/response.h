/* response.h - libcurl, loaded at the first http(s) URL because most programs never fetch a page; and one response as
 * it delivers it: header, decoded body, and why it ended. */
#ifndef HUSK_SOURCE_RESPONSE_H
#define HUSK_SOURCE_RESPONSE_H

#define CURL_DISABLE_TYPECHECK /* its macros would call the linked function */
#include <curl/curl.h>
#include <sys/socket.h>

#include "base/system/loaded.h"
#include "source/fetch.h"
#include "source/http_message.h"

#define LIBCURL_NAMES(X)        \
    X(curl_global_init)         \
    X(curl_easy_cleanup)        \
    X(curl_easy_getinfo)        \
    X(curl_easy_header)         \
    X(curl_easy_init)           \
    X(curl_easy_setopt)         \
    X(curl_multi_add_handle)    \
    X(curl_multi_cleanup)       \
    X(curl_multi_info_read)     \
    X(curl_multi_init)          \
    X(curl_multi_perform)       \
    X(curl_multi_poll)          \
    X(curl_multi_remove_handle) \
    X(curl_multi_setopt)        \
    X(curl_slist_append)        \
    X(curl_slist_free_all)

typedef struct libcurl_calls {
    LIBCURL_NAMES(LOADED_MEMBER)
} libcurl_calls;

/* Filled by libcurl_load, constant afterwards. */
extern libcurl_calls libcurl;

/* Load and initialise libcurl, once per process, from any thread. False: it is not installed, or older than 7.85. */
bool libcurl_load(void);

/* The message for users in that case. */
#define LIBCURL_MISSING "can't load " HUSK_SONAME_libcurl ": install libcurl 7.85 or newer (Debian: libcurl4)"

/* The caller sets the first five members and resets the answer before each request. */
typedef struct response {
    CURL *curl;
    size_t max_bytes;
    bool allow_private, any_type; /* any_type: otherwise a body that is not HTML or text is not read */
    bool is_part;                 /* part of a file is asked for: its bytes are not decoded */
    fetch_answer *answer;         /* gets the header, and how it ended */
    buffer *body;                 /* gets the decoded body */
    http_head head;
    buffer raw; /* the body as sent, up to a byte more than max_bytes */
    bool has_body, is_redirect, is_refused;
    char error[CURL_ERROR_SIZE];
} response;

/* Before each request: set r->curl up for requests of http and https URLs; redirects are not followed. */
bool response_set_up(response *r, const char *user_agent);
/* After it: fills the answer but for its texts. Another try may succeed if it returns true. */
bool response_finish(response *r, CURLcode code);

/* Loopback, private, link-local, shared, documentation, multicast and reserved addresses, also embedded in IPv6. */
bool address_is_private(const struct sockaddr *address);

#endif
