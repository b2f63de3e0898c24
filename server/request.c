/* request.c - the headers and query of a request. */
#include <time.h>

#include "http.h"

const char *request_header(const request *r, const char *name)
{
    return mhd.MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

const char *request_query(const request *r, const char *name)
{
    return mhd.MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
