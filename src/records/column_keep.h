/* column_keep.h - keep column names when a host is learned again. */
#ifndef HUSK_RECORDS_COLUMN_KEEP_H
#define HUSK_RECORDS_COLUMN_KEEP_H

#include "base/arena.h"
#include "store/model.h"

/* Give the columns of `now` the names that `before`, the same host learned earlier, has for them. Names are in
 * `memory`; false if out of memory. */
bool columns_keep_names(const model_host *before, model_host *now, arena *memory);

#endif
