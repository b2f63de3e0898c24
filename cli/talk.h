/* talk.h - messages to the user: lines on stderr that start with "husk: ", from any thread; and small questions about C
 * strings and the time. */
#ifndef HUSK_CLI_TALK_H
#define HUSK_CLI_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "husk/husk.h"

/* Print one line. Control characters in it (an archive may contain any URL) are shown as '?', so that no page can
 * control the terminal. */
__attribute__((format(printf, 1, 2))) void talk(const char *format, ...);

/* The same for a line without "husk: ", in an array of `room` bytes; it is cleaned in place. */
void talk_line(char *line, size_t room);

/* True for HUSK_OK; otherwise report the library's reason; `error` may be NULL. */
bool talk_failure(husk_status status, const husk_error *error);

/* Report a page that is left out: a husk_warn. */
void talk_page(void *context, const char *page, const char *reason);

/* A line that stays at the bottom of the terminal until replaced, or cleared by an empty one. */
void talk_status_line(const char *line, size_t len);

/* The bytes that clear the current status line, for a signal handler; NULL if there is none. */
const char *talk_status_clearing(void);

/* The bytes of a character that would steer a terminal or reorder its line (C0, DEL, C1, line separators, bidirectional
 * embeddings, overrides and isolates), or 0. `left`: the bytes of the text from here. */
size_t talk_control_len(const char *text, size_t left);

/* Replace such characters in `text`, in place. */
void talk_clean(char *text);

static inline bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text), n = strlen(end);
    return len > n && memcmp(text + len - n, end, n) == 0;
}

/* FNV-1a; never 0. */
static inline uint64_t hash_of(const char *bytes, size_t len)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return hash ? hash : 1;
}

/* Of a monotonic clock. */
static inline double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#endif
