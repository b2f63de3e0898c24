/* libcurl.h - libcurl's functions, loaded at the first http(s) URL: most programs never fetch a page. */
#ifndef HUSK_SOURCE_LIBCURL_H
#define HUSK_SOURCE_LIBCURL_H

#define CURL_DISABLE_TYPECHECK /* its macros would call the linked function */
#include <curl/curl.h>
#include <stdbool.h>

#include "base/system/loaded.h"

#define LIBCURL_NAMES(X)        \
    X(curl_global_init)         \
    X(curl_easy_cleanup)        \
    X(curl_easy_getinfo)        \
    X(curl_easy_header)         \
    X(curl_easy_init)           \
    X(curl_easy_perform)        \
    X(curl_easy_reset)          \
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

#endif
