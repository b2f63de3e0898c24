/* progress.h - a line at the bottom of a terminal that says how far a run is. */
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

/* Seconds on a clock that never goes back. */
double progress_now(void);

/* `data_to_terminal`: the data itself runs over the screen, so that a line below it would only be in its way. */
void progress_start(progress *p, bool quiet, bool data_to_terminal);

#define PROGRESS_NO_PAGES UINT64_MAX /* only bytes are counted */

/* Draw if it is time to: not within the first second, and at most five times a second. total 0: not known. */
void progress_draw(progress *p, uint64_t pages, uint64_t bytes, uint64_t total);

/* The same with a line of one's own, of ASCII without colours; cut at the terminal's width. */
void progress_draw_line(progress *p, const char *line);

void progress_end(progress *p);

#endif
