/* typed.h - a record's value as a number, money or a date, for programs. */
#ifndef HUSK_WRITE_TYPED_H
#define HUSK_WRITE_TYPED_H

#include "base/buffer.h"
#include "base/text.h"

typedef struct typed_number {
    char digits[32]; /* a JSON number, as a C string */
    slice
        currency; /* ISO 4217 where the sign says which; the sign itself where several countries have it; else empty */
    slice unit;   /* what stands right behind the number, or empty */
} typed_number;

/* The number in `text`; false when it has none or more digits than are kept. */
bool typed_number_read(slice text, typed_number *out);

/* Append {"value": …} of a column of numbers, or of dates in that order; false and nothing appended when it is neither.
 */
bool typed_number_json(slice text, buffer *out);
bool typed_date_json(slice text, bool month_first, buffer *out);

#endif
