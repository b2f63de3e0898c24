/* progress.h - a progress line at the bottom of the terminal. */
#ifndef HUSK_CLI_PROGRESS_H
#define HUSK_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool wanted;
    bool colour;
    double started;
    double drawn;
} progress;

/* Seconds of a monotonic clock. */
double progress_now(void);

/* `data_to_terminal`: the data itself goes to the terminal, so a progress line would only interfere. */
void progress_start(progress *p, bool quiet, bool data_to_terminal);

#define PROGRESS_NO_PAGES UINT64_MAX /* count only bytes */

/* Draw if due: not within the first second, and at most five times a second. total 0: unknown. */
void progress_draw(progress *p, uint64_t pages, uint64_t bytes, uint64_t total);

/* The same with a custom line, ASCII without colours; cut at the terminal's width. */
void progress_draw_line(progress *p, const char *line);

void progress_end(progress *p);

#endif
