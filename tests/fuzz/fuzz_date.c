/* fuzz_date.c - dates in any text. What is found is a day of the calendar, and its ISO form is read back as itself. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const date *d, date_order order)
{
    char iso[DATE_MAX_ISO];
    date again;
    if (d->month > 12 || d->day > 31 || (d->day && !d->month) || d->hour > 24 || d->minute > 59 || d->second > 60)
        abort();
    size_t len = date_iso(d, true, iso);
    if (len == 0 || len >= DATE_MAX_ISO)
        abort();
    date_earliest(d);
    if (!date_parse((slice){ iso, len }, order, DATE_EXPLICIT, &again) || date_compare_days(d, &again) != 0 ||
        again.has_time != d->has_time)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    slice text = { (const char *)data, size };
    for (int order = DATE_DAY_FIRST; order <= DATE_MONTH_FIRST; order++)
        for (unsigned how = DATE_TEXT; how <= DATE_EXPLICIT; how++) {
            date d;
            if (date_parse(text, (date_order)order, how, &d))
                check(&d, (date_order)order);
        }
    date_order_of(text);
    return 0;
}
