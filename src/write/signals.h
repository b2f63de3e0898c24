/* signals.h - what a text looks like, in the numbers that corpora are filtered by. */
#ifndef HUSK_WRITE_SIGNALS_H
#define HUSK_WRITE_SIGNALS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/text.h"

/* Measure a text, one line per paragraph, item or row: all but HUSK_SIGNAL_LINK_DENSITY. `words_only`: only the number
 * of words. Uses `scratch`. NO_MEMORY. */
husk_status signals_read(slice text, bool words_only, arena *scratch, double out[HUSK_N_SIGNALS]);

/* The digits after a signal's point: none of a count. */
unsigned signal_digits(unsigned signal);

/* As a JSON object. */
void signals_json(const double *signals, buffer *out);

#endif
