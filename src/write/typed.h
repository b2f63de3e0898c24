/* typed.h - parse a record's value as a number, money or a date, for programs. */
#ifndef HUSK_WRITE_TYPED_H
#define HUSK_WRITE_TYPED_H

#include "base/buffer.h"
#include "base/text.h"

typedef struct typed_number {
    char digits[32]; /* a JSON number, as a C string */
    slice currency; /* ISO 4217 if the sign is unambiguous; the sign itself if several countries use it; otherwise empty
                     */
    slice unit;     /* directly after the number, or empty */
} typed_number;

/* The number in `text`; false if it has none or too many digits. */
bool typed_number_read(slice text, typed_number *out);

/* Append {"value": …} of a column of numbers, or of dates in that order; false, with nothing appended, if it is
 * neither. */
bool typed_number_json(slice text, buffer *out);
bool typed_date_json(slice text, bool month_first, buffer *out);

#endif
