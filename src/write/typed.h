/* typed.h - parse a record's value as a number, money or a date, for programs. */
#ifndef HUSK_WRITE_TYPED_H
#define HUSK_WRITE_TYPED_H

#include "base/buffer.h"
#include "base/text.h"

/* Append {"value": …} of a column of numbers, or of dates in that order; false, with nothing appended, if it is
 * neither. */
bool typed_number_json(slice text, buffer *out);
bool typed_date_json(slice text, bool month_first, buffer *out);

#endif
