/* sitefile.h - what a site file holds of a host, for people and for programs. */
#ifndef HUSK_WRITE_SITEFILE_H
#define HUSK_WRITE_SITEFILE_H

#include "base/buffer.h"
#include "store/model.h"

/* A few lines a host; with `tokens` each class's template too, indented, with its slots. */
void write_host_text(const model_host *host, bool tokens, buffer *out);

/* One JSON object. */
void write_host_json(const model_host *host, bool tokens, buffer *out);

/* A line for each page seen: class, tab, page. */
void write_host_pages(const model_host *host, buffer *out);

#endif
