/* typed.h - parse a record's value as its column's type: a number, money or a date. */
#ifndef HUSK_WRITE_TYPED_H
#define HUSK_WRITE_TYPED_H

#include "base/arena.h"
#include "base/text.h"
#include "husk/husk.h"

/* The value `text` of a column of this type; strings that are not part of `text` are in `memory`. `month_first`: how
 * 03/04/2025 is read. False: out of memory. */
bool typed_value(slice text, husk_column_type type, bool month_first, arena *memory, husk_value *out);

#endif
