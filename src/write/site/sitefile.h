/* sitefile.h - what a site file holds of a host, for people and programs. */
#ifndef HUSK_WRITE_SITE_SITEFILE_H
#define HUSK_WRITE_SITE_SITEFILE_H

#include "base/buffer.h"
#include "store/model.h"

/* A few lines per host, with a line for each of the first `columns` columns of a class's records; with `tokens` also
 * each class's template, indented, with its slots. */
void write_host_text(const model_host *host, uint32_t columns, bool tokens, buffer *out);

/* Only the columns: a table of the first `most`, or a member of a JSON object. */
void write_columns_text(const model_class *c, uint32_t most, buffer *out);
void write_columns_json(const model_class *c, buffer *out);

/* One JSON object. */
void write_host_json(const model_host *host, bool tokens, buffer *out);

/* A line per page: class, tab, page. */
void write_host_pages(const model_host *host, buffer *out);

/* A share as every text and picture shows it, rounded. */
static inline unsigned percent(uint64_t part, uint64_t whole)
{
    return whole ? (unsigned)((part * 100 + whole / 2) / whole) : 0;
}

#endif
