/* talk.h - what is said to the person: lines on stderr that begin with "husk: ". Any thread. */
#ifndef HUSK_CLI_TALK_H
#define HUSK_CLI_TALK_H

#include <stdbool.h>
#include <stddef.h>

/* One line. Control characters in it (an archive may hold any address) are shown as '?', so that no page can steer a
 * terminal. */
__attribute__((format(printf, 1, 2))) void talk(const char *format, ...);

/* Of a page that is left out: a husk_warn. */
void talk_page(void *context, const char *page, const char *reason);

/* A line that stays at the bottom of the terminal until it is replaced, or cleared by an empty one. */
void talk_status_line(const char *line, size_t len);

/* The bytes that clear the status line if there is one now, for a signal handler; else NULL. */
const char *talk_status_clearing(void);

/* Replace control characters in `text`, in place. */
void talk_clean(char *text);

#endif
