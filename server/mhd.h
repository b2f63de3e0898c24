/* mhd.h - the functions of libmicrohttpd that the server uses.
 * The library is loaded when the server starts: linking it would make every command load it and its TLS library. Call
 * them as mhd.MHD_start_daemon(…). */
#ifndef HUSK_SERVER_MHD_H
#define HUSK_SERVER_MHD_H

#include <microhttpd.h>
#include <stdbool.h>

#define MHD_CALLS(X)                     \
    X(MHD_start_daemon)                  \
    X(MHD_stop_daemon)                   \
    X(MHD_quiesce_daemon)                \
    X(MHD_get_connection_info)           \
    X(MHD_get_connection_values_n)       \
    X(MHD_lookup_connection_value)       \
    X(MHD_get_reason_phrase_for)         \
    X(MHD_suspend_connection)            \
    X(MHD_resume_connection)             \
    X(MHD_create_response_from_buffer)   \
    X(MHD_create_response_from_callback) \
    X(MHD_add_response_header)           \
    X(MHD_queue_response)                \
    X(MHD_destroy_response)

typedef struct mhd_calls {
#define MHD_MEMBER(name) __typeof__(name) *name;
    MHD_CALLS(MHD_MEMBER)
#undef MHD_MEMBER
} mhd_calls;

extern mhd_calls mhd;

/* Load the library. False: it is missing or too old. Once, before any thread starts. */
bool mhd_load(void);

#endif
