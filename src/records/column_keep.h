/* column_keep.h - columns that are learned again keep the names they had. */
#ifndef HUSK_RECORDS_COLUMN_KEEP_H
#define HUSK_RECORDS_COLUMN_KEEP_H

#include "base/arena.h"
#include "store/model.h"

/* Give the columns of `now` the names that `before`, the same host learned earlier, has for them. Names are in
 * `memory`; false without it. */
bool columns_keep_names(const model_host *before, model_host *now, arena *memory);

#endif
