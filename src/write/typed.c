/* typed.c - parse a record's value as a number, money or a date.
 * Which mark is the decimal point: of two different ones the last; a single comma before three digits separates
 * thousands, and so does a repeated mark. A sign that several countries use ("$", "kr") stays a sign: nothing is
 * guessed. Cost: one pass. Limits: numbers of up to 30 digits. */
#include "write/records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"

typedef struct currency_sign {
    const char *sign, *code;
} currency_sign;

/* Longer signs first: "US$" before "$". */
static const currency_sign signs[] = {
    { "US$", "USD" }, { "CA$", "CAD" }, { "AU$", "AUD" }, { "NZ$", "NZD" }, { "HK$", "HKD" }, { "R$", "BRL" },
    { "€", "EUR" },   { "£", "GBP" },   { "₹", "INR" },   { "₽", "RUB" }, { "₩", "KRW" },   { "₺", "TRY" },
    { "₴", "UAH" },   { "₫", "VND" },   { "₪", "ILS" },   { "฿", "THB" },   { "zł", "PLN" },  { "Kč", "CZK" },
    { "$", "$" },     { "¥", "¥" },     { "￥", "¥" },    { "円", "JPY" },  { "元", "CNY" },  { "원", "KRW" },
    { "USD", "USD" }, { "EUR", "EUR" }, { "GBP", "GBP" }, { "CHF", "CHF" }, { "JPY", "JPY" }, { "CAD", "CAD" },
    { "AUD", "AUD" }, { "SEK", "SEK" }, { "NOK", "NOK" }, { "DKK", "DKK" }, { "PLN", "PLN" }, { "CNY", "CNY" },
    { "INR", "INR" }, { "kr", "kr" },
};

static slice currency_in(slice text)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (text.len && memmem(text.data, text.len, signs[i].sign, strlen(signs[i].sign)) != NULL)
            return (slice){ signs[i].code, strlen(signs[i].code) };
    return (slice){ "", 0 };
}

/* The length of a mark between two digits at `at`, or 0: . , ' or a no-break space. */
static size_t mark_len(slice text, size_t at)
{
    static const char *const marks[] = { ".", ",", "'", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x99" };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t n = strlen(marks[i]);
        if (text.len - at > n && memcmp(text.data + at, marks[i], n) == 0 && is_digit(text.data[at + n]))
            return n;
    }
    return 0;
}

/* The position of the decimal mark in a run of digits and marks; its length if there is none. */
static size_t decimal_mark(slice run)
{
    size_t last = run.len, points = 0, commas = 0;
    for (size_t i = 0; i < run.len; i++) {
        bool mark = run.data[i] == '.' || run.data[i] == ',';
        last = mark ? i : last;
        points += run.data[i] == '.';
        commas += run.data[i] == ',';
    }
    if (last == run.len)
        return last;
    bool comma = run.data[last] == ',';
    if ((comma ? commas : points) > 1)
        return run.len;
    return comma && points == 0 && run.len - last == 4 ? run.len : last;
}

static bool copy_digits(slice run, bool negative, char *out, size_t room)
{
    size_t n = 0, mark = decimal_mark(run);
    bool started = false;
    if (negative)
        out[n++] = '-';
    for (size_t i = 0; i < run.len; i++) {
        if (n + 3 > room)
            return false;
        if (i == mark && !started)
            out[n++] = '0';
        if (i == mark)
            out[n++] = '.', started = true;
        bool leading = run.data[i] == '0' && !started && i + 1 < run.len && i + 1 != mark;
        if (is_digit(run.data[i]) && !leading)
            out[n++] = run.data[i], started = true;
    }
    out[n] = 0;
    return started;
}

/* What follows the number, without the no-break space before it and brackets around both; empty if it has no letter or
 * sign of a unit. */
static slice unit_of(slice after)
{
    while (after.len >= 2 && memcmp(after.data, "\xc2\xa0", 2) == 0)
        after = slice_trim((slice){ after.data + 2, after.len - 2 });
    while (after.len && memchr(")].,;:", after.data[after.len - 1], 6))
        after = slice_trim((slice){ after.data, after.len - 1 });
    bool plain = true; /* brackets and the like */
    for (size_t i = 0; i < after.len; i++)
        plain &= memchr("()[].,;:+-/ ", after.data[i], 12) != NULL;
    return plain ? (slice){ "", 0 } : after;
}

static bool is_minus(slice text, size_t at)
{
    return (at >= 1 && text.data[at - 1] == '-') || (at >= 3 && memcmp(text.data + at - 3, "\xe2\x88\x92", 3) == 0);
}

typedef struct typed_number {
    char digits[32]; /* a JSON number, as a C string */
    slice currency; /* ISO 4217 if the sign is unambiguous; the sign itself if several countries use it; otherwise empty
                     */
    slice unit;     /* directly after the number, or empty */
} typed_number;

/* The number in `text`; false if it has none or too many digits. */
static bool read_number(slice text, typed_number *out)
{
    const char *colon = text.len ? memmem(text.data, text.len, ": ", 2) : NULL; /* "Price: $5" */
    size_t from = colon ? (size_t)(colon - text.data) : 0, to;
    while (from < text.len && !is_digit(text.data[from]))
        from++;
    for (to = from; to < text.len;) {
        size_t mark = is_digit(text.data[to]) ? 1 : mark_len(text, to);
        if (mark == 0)
            break;
        to += mark;
    }
    if (from == to)
        return false;
    slice before = { text.data, from }, after = slice_trim((slice){ text.data + to, text.len - to });
    out->currency = currency_in(before);
    out->currency = out->currency.len ? out->currency : currency_in(after);
    out->unit = out->currency.len || after.len > 24 ? (slice){ "", 0 } : unit_of(after);
    return copy_digits((slice){ text.data + from, to - from }, is_minus(text, from), out->digits, sizeof out->digits);
}

static husk_string shown(slice text)
{
    return (husk_string){ text.len ? text.data : "", text.len };
}

bool typed_value(slice text, husk_column_type type, bool month_first, arena *memory, husk_value *out)
{
    typed_number n;
    date d;
    char iso[DATE_MAX_ISO];
    slice typed = { NULL, 0 };
    *out = (husk_value){ shown(text), { "", 0 }, { "", 0 }, { "", 0 }, NAN };
    if (type == HUSK_COLUMN_NUMBER && read_number(text, &n)) {
        typed = (slice){ n.digits, strlen(n.digits) };
        out->number = strtod(n.digits, NULL);
        out->currency = shown(n.currency);
        out->unit = shown(n.unit);
    } else if (type == HUSK_COLUMN_DATE && text.len <= DATE_MAX_TEXT &&
               date_parse(text, month_first ? DATE_MONTH_FIRST : DATE_DAY_FIRST, DATE_TEXT, &d)) {
        typed = (slice){ iso, date_iso(&d, true, iso) };
    }
    if (typed.len == 0)
        return true;
    const char *copy = arena_copy(memory, typed.data, typed.len);
    out->typed = (husk_string){ copy ? copy : "", copy ? typed.len : 0 };
    return copy != NULL;
}
