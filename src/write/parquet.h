/* parquet.h - packed rows (cells.h) as a Parquet file. */
#ifndef HUSK_WRITE_PARQUET_H
#define HUSK_WRITE_PARQUET_H

#include "base/buffer.h"
#include "base/text.h"

/* NULL: out of memory. */
husk_parquet *parquet_new(void);
void parquet_free(husk_parquet *p);

/* As husk_parquet_add and husk_parquet_end. */
husk_status parquet_add(husk_parquet *p, slice rows, buffer *out);
husk_status parquet_end(husk_parquet *p, buffer *out);

#endif
