/* history.h - the history of a site file, for people and programs. */
#ifndef HUSK_WRITE_SITE_HISTORY_H
#define HUSK_WRITE_SITE_HISTORY_H

#include "base/buffer.h"
#include "store/model.h"

/* A line per run of the host: its date, pages, how well they fitted what was known, and what happened to the classes.
 */
void write_history_text(const model_host *host, buffer *out);

/* One JSON object, with the pages and the fit of every class. */
void write_history_json(const model_host *host, buffer *out);

/* Only the runs, as a JSON array. */
void write_runs_json(const model_host *host, buffer *out);

/* What the last run did to the host, in one line. */
void write_last_run(const model_host *before, const model_host *host, buffer *out);

#endif
