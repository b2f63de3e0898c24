/* libcurl.c - load libcurl once per process. */
#include "source/libcurl.h"

#include <pthread.h>

libcurl_calls libcurl;
static bool is_loaded;

static void load(void)
{
    static const char *const names[] = { LIBCURL_NAMES(LOADED_NAME) };
    is_loaded = loaded_fill(HUSK_SONAME_libcurl, names, sizeof names / sizeof *names, &libcurl) &&
                libcurl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool libcurl_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}
