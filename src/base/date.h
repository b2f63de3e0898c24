/* date.h - parse a date as written on a page, in the major languages of the web, and format it as ISO 8601.
 * Reads numbers, month names and time zones; needs no locale, clock or allocation. */
#ifndef HUSK_BASE_DATE_H
#define HUSK_BASE_DATE_H

#include "base/text.h"

typedef struct date {
    int16_t year;
    uint8_t month, day; /* day 0: only the month is known; month 0: only the year */
    uint8_t hour, minute, second;
    bool has_time, has_zone;
    int16_t zone_minutes; /* east of UTC, if has_zone */
} date;

/* How to read 03/04/2025. Dates with dots or dashes are always day first. */
typedef enum date_order { DATE_DAY_FIRST, DATE_MONTH_FIRST } date_order;

enum {
    DATE_TEXT = 0,    /* visible text: a full date, including the day */
    DATE_EXPLICIT = 1 /* a value declared to be a date: also a month, a year, Unix seconds or milliseconds */
};

/* Longer texts are not searched: a line with a date is short. */
#define DATE_MAX_TEXT 160

/* The first date in `text`; false if there is none. */
bool date_parse(slice text, date_order order, unsigned how, date *out);

/* Month first for US usage ("en", "en-US", "en-PH"); day first for every other language. */
date_order date_order_of(slice language);

/* "2025-09-04", "2025-09" or "2025"; with_time adds the known parts of "2025-09-04T10:00:00+02:00".
 * `out` holds DATE_MAX_ISO bytes; returns the length. */
#define DATE_MAX_ISO 32
size_t date_iso(const date *d, bool with_time, char out[DATE_MAX_ISO]);

/* The earliest Unix time the date can mean anywhere on Earth (UTC+14 if it has no zone), so that a date counts as
 * future only if it is in the future everywhere. */
int64_t date_earliest(const date *d);

/* <0, 0 or >0 by year, month and day only. */
int date_compare_days(const date *a, const date *b);

#endif
