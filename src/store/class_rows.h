/* class_rows.h - the rows of a host's classes. Only for store/. */
#ifndef HUSK_STORE_CLASS_ROWS_H
#define HUSK_STORE_CLASS_ROWS_H

#include "store/rows.h"

/* Failures are in r->status. Writes classes in use and retired ones; reads all of them into host->classes. */
void class_rows_write(rows *r, int64_t id, const model_host *host);
void class_rows_read(rows *r, int64_t id, model_host *host, arena *memory);

#endif
