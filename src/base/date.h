/* date.h - a date as pages write it, in any of the web's larger languages, to ISO 8601.
 * Reads numbers, months' names and time zones; needs no locale, no clock and no memory. */
#ifndef HUSK_BASE_DATE_H
#define HUSK_BASE_DATE_H

#include "base/text.h"

typedef struct date {
    int16_t year;
    uint8_t month, day; /* day 0: the month alone is known; month 0: the year alone */
    uint8_t hour, minute, second;
    bool has_time, has_zone;
    int16_t zone_minutes; /* east of Greenwich, when has_zone */
} date;

/* How 03/04/2025 is meant. Dots and dashes are day first everywhere. */
typedef enum date_order { DATE_DAY_FIRST, DATE_MONTH_FIRST } date_order;

enum {
    DATE_TEXT = 0,    /* visible text: a whole date, day included */
    DATE_EXPLICIT = 1 /* a value that is said to be a date: also a month, a year, Unix seconds or milliseconds */
};

/* Longer texts are not searched: a date's line is short. */
#define DATE_MAX_TEXT 160

/* The first date in `text`; false when there is none. */
bool date_parse(slice text, date_order order, unsigned how, date *out);

/* Month first where the United States' habit holds: "en", "en-US", "en-PH"; day first in every other language. */
date_order date_order_of(slice language);

/* "2025-09-04", "2025-09" or "2025"; with_time: "2025-09-04T10:00:00+02:00" as far as it is known.
 * `out` holds DATE_MAX_ISO bytes; returns the length. */
#define DATE_MAX_ISO 32
size_t date_iso(const date *d, bool with_time, char out[DATE_MAX_ISO]);

/* Seconds since 1970 of the date's earliest moment anywhere on Earth (UTC+14 where it has no zone), so that a date is
 * in the future only when it is so everywhere. */
int64_t date_earliest(const date *d);

/* <0, 0 or >0 by year, month and day alone. */
int date_compare_days(const date *a, const date *b);

#endif
