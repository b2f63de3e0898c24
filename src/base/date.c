/* date.c - parse a date as written on a page and format it as ISO 8601.
 * A short text becomes a few tokens (numbers, month names, marks), and a date is one of eight sequences of them, so
 * languages differ only in a table of words. Cost: linear in a text of at most DATE_MAX_TEXT bytes. Limits: the
 * Gregorian calendar, Thai Buddhist years and Japan's last two eras; no date without a year. */
#include "base/date.h"

#include <stdio.h>
#include <time.h>

#include "base/arrays.h"
#include "month_words.h"

#define MAX_TOKENS 48 /* a text of DATE_MAX_TEXT bytes with more tokens is not a date */

typedef enum token_kind { NUMBER, MONTH, GLUE, WORD, MARK, ERA } token_kind;

typedef struct token {
    token_kind kind;
    uint8_t n_digits;
    uint32_t value; /* the number, the month, the mark's character, or the year before an era's first year */
    bool joined;    /* no gap between it and the previous token */
} token;

/* Words between the parts of a date that carry no meaning: "4 de septiembre de 2025", "4th of May", "den 4. Mai". */
static const char *const glue_words[] = { "of",    "de",  "del",  "st", "nd", "rd", "th",   "er",
                                          "den",   "the", "di",   "d",  "le", "г",  "года", "року",
                                          "tháng", "năm", "ngày", "da", "ta", "ας", "م",    "في" };

#define MONTH_WORD(text) text " "
static const char month_words[] = MONTH_WORDS(MONTH_WORD);

/* The value of a digit in any script with its own digits, or -1. */
static int digit_of(uint32_t c)
{
    static const uint32_t zeros[] = { 0x660, 0x6f0, 0x966, 0x9e6, 0xbe6, 0xe50, 0xff10 };
    if (c < 0x80)
        return c >= '0' && c <= '9' ? (int)(c - '0') : -1;
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
        if (c >= zeros[i] && c <= zeros[i] + 9)
            return (int)(c - zeros[i]);
    return -1;
}

static unsigned first_two(const char *word)
{
    return (unsigned)(unsigned char)word[0] << 8 | (unsigned char)word[1];
}

/* Those with the same first two bytes are adjacent; all have that many. */
static uint8_t month_of(const char *word, size_t len)
{
    size_t low = 0, high = sizeof month_words - 1;
    if (len < 2)
        return 0;
    unsigned first = first_two(word);
    while (low < high) {
        size_t mid = (low + high) / 2;
        while (mid > low && month_words[mid - 1] != ' ')
            mid--;
        if (first_two(month_words + mid) < first)
            low = (size_t)(strchr(month_words + mid, ' ') + 1 - month_words);
        else
            high = mid;
    }
    for (const char *w = month_words + low; *w && first_two(w) == first; w = strchr(w, ' ') + 1) {
        size_t k = 2;
        while (k < len && w[k] == word[k])
            k++;
        if (w[k] == '*' || (k == len && is_digit(w[k])))
            return (uint8_t)atoi(w + k + (w[k] == '*'));
    }
    return 0;
}

/* Is `c` a letter for our purpose: not a digit, a mark or a date ideograph (those stand alone)? Dots inside Thai
 * abbreviations are part of the word. */
static bool in_word(uint32_t c, uint32_t first)
{
    if (c < 0x80)
        return (c | 0x20) - 'a' < 26 || (c == '.' && first >= 0xe00 && first <= 0xe7f);
    if (digit_of(c) >= 0)
        return false;
    if (c >= 0xe00 && c <= 0xe7f)
        return true;
    return is_word(c) && !is_wide_word(c) && !(c >= 0xac00 && c <= 0xd7a3);
}

static token read_word(slice text, size_t *at)
{
    char word[64];
    size_t len = 0, start = *at;
    uint32_t first = utf8_next(text.data, text.len, &start);
    while (*at < text.len) {
        size_t next = *at;
        uint32_t c = utf8_next(text.data, text.len, &next);
        if (!in_word(c, first))
            break;
        *at = next;
        if (len + 4 > sizeof word)
            continue;
        if (c < 0x80)
            word[len++] = lower((char)c);
        else
            len += utf8_put(lower_point(c), word + len);
    }
    while (len && word[len - 1] == '.')
        len--;
    uint8_t month = len ? month_of(word, len) : 0;
    if (month)
        return (token){ .kind = MONTH, .value = month };
    if (len == 0 || SLICE_IS_ANY(((slice){ word, len }), glue_words))
        return (token){ .kind = GLUE };
    if ((len == 1 && (word[0] == 't' || word[0] == 'z')) ||
        (len == 2 && (word[0] == 'a' || word[0] == 'p') && word[1] == 'm'))
        return (token){ .kind = MARK, .value = (unsigned char)word[0] };
    if (len == 3 && (memcmp(word, "utc", 3) == 0 || memcmp(word, "gmt", 3) == 0))
        return (token){ .kind = MARK, .value = 'z' };
    return (token){ .kind = WORD };
}

static token read_number(slice text, size_t *at)
{
    token t = { .kind = NUMBER };
    while (*at < text.len) {
        size_t next = *at;
        int digit = digit_of(utf8_next(text.data, text.len, &next));
        if (digit < 0)
            break;
        *at = next;
        if (t.n_digits < 9)
            t.value = t.value * 10 + (uint32_t)digit;
        t.n_digits += t.n_digits < 255;
    }
    return t;
}

/* The marks of East Asian dates, and the eras, whose names have two characters. */
static token read_mark(slice text, size_t *at)
{
    uint32_t c = utf8_next(text.data, text.len, at);
    if (c < 0x80)
        return (token){ .kind = is_word(c) ? WORD : MARK, .value = c };
    size_t next = *at;
    uint32_t after = next < text.len ? utf8_next(text.data, text.len, &next) : 0;
    if ((c == 0x4ee4 && after == 0x548c) || (c == 0x5e73 && after == 0x6210)) { /* Reiwa, Heisei */
        *at = next;
        return (token){ .kind = ERA, .value = c == 0x4ee4 ? 2018 : 1988 };
    }
    static const uint16_t meant[][2] = { { 0x5e74, 'Y' }, { 0xb144, 'Y' }, { 0x6708, 'M' }, { 0xc6d4, 'M' },
                                         { 0x65e5, 'D' }, { 0xc77c, 'D' }, { 0x2010, '-' }, { 0x2011, '-' },
                                         { 0x2212, '-' }, { 0xff0f, '/' }, { 0xff1a, ':' } };
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
        if (meant[i][0] == c)
            return (token){ .kind = MARK, .value = meant[i][1] };
    return (token){ .kind = is_word(c) ? WORD : MARK, .value = c };
}

static unsigned tokenise(slice text, token tokens[MAX_TOKENS])
{
    unsigned n = 0;
    bool joined = false;
    for (size_t at = 0; at < text.len && n < MAX_TOKENS;) {
        size_t next = at;
        uint32_t c = utf8_next(text.data, text.len, &next);
        if (is_space((char)(c < 0x80 ? c : 'x')) || c == 0xa0 || c == 0x202f || c == 0x2009 || c == 0x3000 ||
            c == 0x200e || c == 0x200f || c == 0xad || c == 0x200b) {
            at = next;
            joined = false;
            continue;
        }
        token t;
        if (digit_of(c) >= 0)
            t = read_number(text, &at);
        else if (in_word(c, 0))
            t = read_word(text, &at);
        else
            t = read_mark(text, &at);
        t.joined = joined;
        joined = true;
        tokens[n++] = t;
    }
    return n;
}

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static bool set_day(date *d, uint32_t year, uint32_t month, uint32_t day)
{
    static const uint8_t days[] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    if (year >= 2443 && year <= 2643) /* Thai years are 543 ahead: 1900 to 2100 */
        year -= 543;
    if (year < 1000 || year > 2999 || month < 1 || month > 12 || day > days[month - 1])
        return false;
    if (month == 2 && day == 29 && !is_leap((int)year))
        return false;
    d->year = (int16_t)year;
    d->month = (uint8_t)month;
    d->day = (uint8_t)day;
    return true;
}

typedef struct reader {
    const token *t;
    unsigned n;
    date_order order;
    date *out;
} reader;

static bool number_at(const reader *r, unsigned i, unsigned least, unsigned most)
{
    return i < r->n && r->t[i].kind == NUMBER && r->t[i].n_digits >= least && r->t[i].n_digits <= most;
}

static bool mark_at(const reader *r, unsigned i, uint32_t mark)
{
    return i < r->n && r->t[i].kind == MARK && r->t[i].value == mark;
}

/* Skip what may separate the parts of a date: "of", a comma, a dot, an apostrophe, a dash ("4-Sep-2025"). */
static unsigned skip_glue(const reader *r, unsigned i)
{
    while (i < r->n &&
           (r->t[i].kind == GLUE ||
            (r->t[i].kind == MARK && (r->t[i].value == ',' || r->t[i].value == '.' || r->t[i].value == '\'' ||
                                      r->t[i].value == '-' || r->t[i].value == '/' || r->t[i].value == 0xba ||
                                      r->t[i].value == 0xaa || r->t[i].value == 0x60c || r->t[i].value == 0x2019))))
        i++;
    return i;
}

/* 2025-09-04, 2025/9/4, 2025.09.04., and with ideographs or Hangul. Returns the index after the date, or 0 if there
 * is none. */
static unsigned year_first(const reader *r, unsigned i)
{
    uint32_t before = 0;
    if (i < r->n && r->t[i].kind == ERA)
        before = r->t[i++].value;
    if (!number_at(r, i, before ? 1 : 4, before ? 2 : 4) || i + 1 >= r->n || r->t[i + 1].kind != MARK)
        return 0;
    uint32_t mark = r->t[i + 1].value, year = r->t[i].value + before;
    if (mark == 'Y') {
        if (!number_at(r, i + 2, 1, 2) || !mark_at(r, i + 3, 'M') || !number_at(r, i + 4, 1, 2))
            return 0;
        return set_day(r->out, year, r->t[i + 2].value, r->t[i + 4].value) ? i + 5 + mark_at(r, i + 5, 'D') : 0;
    }
    if ((mark != '-' && mark != '/' && mark != '.') || !number_at(r, i + 2, 1, 2) || !mark_at(r, i + 3, mark) ||
        !number_at(r, i + 4, 1, 2))
        return 0;
    return set_day(r->out, year, r->t[i + 2].value, r->t[i + 4].value) ? i + 5 : 0;
}

/* 04.09.2025, 9/4/2025, 4-9-2025; a two-digit year only if nothing separates the parts. */
static unsigned year_last(const reader *r, unsigned i)
{
    if (!number_at(r, i, 1, 2) || i + 4 >= r->n || r->t[i + 1].kind != MARK || !number_at(r, i + 2, 1, 2) ||
        !mark_at(r, i + 3, r->t[i + 1].value))
        return 0;
    uint32_t mark = r->t[i + 1].value, a = r->t[i].value, b = r->t[i + 2].value, year = r->t[i + 4].value;
    if ((mark != '.' && mark != '/' && mark != '-') || r->t[i + 4].kind != NUMBER ||
        (i > 0 && r->t[i].joined && r->t[i - 1].kind == MARK))
        return 0;
    if (r->t[i + 4].n_digits == 2) {
        if (mark == '-' || !r->t[i + 4].joined || !r->t[i + 2].joined || r->t[i].n_digits + r->t[i + 2].n_digits < 3 ||
            (i + 5 < r->n && r->t[i + 5].joined))
            return 0;
        year += year < 70 ? 2000 : 1900;
    } else if (r->t[i + 4].n_digits != 4) {
        return 0;
    }
    bool month_first = b > 12 || (a <= 12 && mark == '/' && r->order == DATE_MONTH_FIRST);
    return set_day(r->out, year, month_first ? a : b, month_first ? b : a) ? i + 5 : 0;
}

/* Day, month and year in this order, "d", "m" and "y", the month being a word. */
static unsigned in_order(const reader *r, unsigned i, const char *order)
{
    uint32_t day = 0, month = 0, year = 0;
    for (unsigned k = 0; k < 3; k++) {
        i = k ? skip_glue(r, i) : i;
        bool fits = order[k] == 'm' ? i < r->n && r->t[i].kind == MONTH
                                    : number_at(r, i, order[k] == 'd' ? 1 : 4, order[k] == 'd' ? 2 : 4);
        if (!fits)
            return 0;
        *(order[k] == 'd' ? &day : order[k] == 'm' ? &month : &year) = r->t[i++].value;
    }
    return set_day(r->out, year, month, day) && r->out->day ? i : 0;
}

/* 4 September 2025, 4 de septiembre de 2025; not 4-Sep-25. September 4, 2025; not "Sep 04 10:00:00 2025", which pages
 * do not use. 2025. szeptember 4. */
static unsigned named_month(const reader *r, unsigned i)
{
    unsigned after = in_order(r, i, "dmy");
    after = after ? after : in_order(r, i, "mdy");
    return after ? after : in_order(r, i, "ymd");
}

/* Vietnamese "4 tháng 9, 2025", where the month is a number after a word. year_last handles "ngày 4/9/2025". */
static unsigned day_number_year(const reader *r, unsigned i)
{
    if (!number_at(r, i, 1, 2) || i + 3 >= r->n || r->t[i + 1].kind != GLUE || !number_at(r, i + 2, 1, 2))
        return 0;
    unsigned y = skip_glue(r, i + 3);
    if (!number_at(r, y, 4, 4) || y == i + 3)
        return 0;
    return set_day(r->out, r->t[y].value, r->t[i + 2].value, r->t[i].value) && r->out->day ? y + 1 : 0;
}

static unsigned eight_digits(const reader *r, unsigned i)
{
    if (i >= r->n || r->t[i].kind != NUMBER || r->t[i].n_digits != 8 || r->t[i].value < 19000101 ||
        r->t[i].value > 21001231)
        return 0;
    uint32_t v = r->t[i].value;
    return set_day(r->out, v / 10000, v / 100 % 100, v % 100) && r->out->day ? i + 1 : 0;
}

/* A time zone at token `i`: Z, UTC, +02:00, -0500. */
static void read_zone(const reader *r, unsigned i)
{
    date *d = r->out;
    if (mark_at(r, i, 'z')) {
        d->has_zone = true;
        i++; /* GMT+0200 */
    }
    if (!mark_at(r, i, '+') && !mark_at(r, i, '-'))
        return;
    int sign = r->t[i].value == '-' ? -1 : 1;
    if (i + 1 >= r->n || !r->t[i + 1].joined)
        return;
    uint32_t hours, minutes = 0;
    if (number_at(r, i + 1, 4, 4)) {
        hours = r->t[i + 1].value / 100;
        minutes = r->t[i + 1].value % 100;
    } else if (number_at(r, i + 1, 1, 2)) {
        hours = r->t[i + 1].value;
        if (mark_at(r, i + 2, ':') && number_at(r, i + 3, 2, 2))
            minutes = r->t[i + 3].value;
    } else {
        return;
    }
    if (hours > 14 || minutes > 59)
        return;
    d->has_zone = true;
    d->zone_minutes = (int16_t)(sign * (int)(hours * 60 + minutes));
}

/* A time of day shortly after the date. */
static void read_time(const reader *r, unsigned i)
{
    for (unsigned stop = i + 4; i < r->n && i < stop; i++) {
        if (!number_at(r, i, 1, 2) || !mark_at(r, i + 1, ':') || !number_at(r, i + 2, 2, 2))
            continue;
        uint32_t hour = r->t[i].value, minute = r->t[i + 2].value, second = 0;
        i += 3;
        if (mark_at(r, i, ':') && number_at(r, i + 1, 2, 2)) {
            second = r->t[i + 1].value;
            i += 2;
            if ((mark_at(r, i, '.') || mark_at(r, i, ',')) && number_at(r, i + 1, 1, 9))
                i += 2;
        }
        if (mark_at(r, i, 'a') || mark_at(r, i, 'p')) {
            if (hour < 1 || hour > 12)
                return;
            hour = hour % 12 + (r->t[i].value == 'p' ? 12 : 0);
            i++;
        }
        if (hour > 23 || minute > 59 || second > 60)
            return;
        *r->out = (date){ .year = r->out->year,
                          .month = r->out->month,
                          .day = r->out->day,
                          .hour = (uint8_t)hour,
                          .minute = (uint8_t)minute,
                          .second = (uint8_t)(second > 59 ? 59 : second),
                          .has_time = true };
        read_zone(r, i);
        return;
    }
}

/* Unix time since 1990: ten digits of seconds or thirteen of milliseconds. */
static bool unix_time(slice text, date *out)
{
    uint64_t value = 0;
    if (text.len != 10 && text.len != 13)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(text.data[i] - '0');
    }
    if (text.len == 13)
        value /= 1000;
    if (value < 631152000u)
        return false;
    struct tm t;
    time_t seconds = (time_t)value;
    if (gmtime_r(&seconds, &t) == NULL)
        return false;
    *out = (date){ .year = (int16_t)(t.tm_year + 1900),
                   .month = (uint8_t)(t.tm_mon + 1),
                   .day = (uint8_t)t.tm_mday,
                   .hour = (uint8_t)t.tm_hour,
                   .minute = (uint8_t)t.tm_min,
                   .second = (uint8_t)t.tm_sec,
                   .has_time = true,
                   .has_zone = true };
    return true;
}

/* A month or a year alone; only where the value is declared to be a date. */
static bool reduced(const reader *r)
{
    for (unsigned i = 0; i < r->n; i++) {
        if (r->t[i].kind == MONTH) {
            unsigned y = skip_glue(r, i + 1);
            if (number_at(r, y, 4, 4) && set_day(r->out, r->t[y].value, r->t[i].value, 0))
                return true;
        }
        if (number_at(r, i, 4, 4) && i + 2 < r->n && r->t[i + 1].kind == MARK && number_at(r, i + 2, 1, 2) &&
            (r->t[i + 1].value == '-' || r->t[i + 1].value == '/' || r->t[i + 1].value == 'Y') &&
            set_day(r->out, r->t[i].value, r->t[i + 2].value, 0))
            return true;
    }
    if (r->n >= 1 && r->n <= 2 && number_at(r, 0, 4, 4) && set_day(r->out, r->t[0].value, 1, 0)) {
        r->out->month = 0;
        return true;
    }
    return false;
}

/* A day of a month of a year has five digits: the day has at least one and the year four, or the year two, and then day
 * and month three (year_last). Other scripts may have their own digits, and eras. */
static bool may_have_day(slice text)
{
    unsigned n = 0, beyond = 0;
    for (size_t i = 0; i < text.len; i++) {
        n += is_digit(text.data[i]);
        beyond |= (unsigned char)text.data[i] & 0x80;
    }
    return n >= 5 || beyond;
}

bool date_parse(slice text, date_order order, unsigned how, date *out)
{
    static unsigned (*const shapes[])(const reader *r, unsigned i) = { year_first, year_last, named_month,
                                                                       day_number_year, eight_digits };
    token tokens[MAX_TOKENS];
    text = slice_trim(text);
    if (text.len < 4 || text.len > DATE_MAX_TEXT)
        return false;
    *out = (date){ 0 };
    if (how & DATE_EXPLICIT && unix_time(text, out))
        return true;
    if (!(how & DATE_EXPLICIT) && !may_have_day(text))
        return false;
    reader r = { .t = tokens, .n = tokenise(text, tokens), .order = order, .out = out };
    for (unsigned i = 0; i < r.n; i++) {
        if (tokens[i].kind != NUMBER && tokens[i].kind != MONTH && tokens[i].kind != ERA) /* no shape starts so */
            continue;
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            unsigned after = shapes[s](&r, i);
            if (after && out->day) {
                read_time(&r, after);
                return true;
            }
        }
    }
    return how & DATE_EXPLICIT && reduced(&r);
}

date_order date_order_of(slice language)
{
    slice region = slice_from(language, language.len < 3 ? language.len : 3);
    bool is_american = language.len == 2 || slice_is_nocase(region, "us") || slice_is_nocase(region, "ph");
    return slice_starts_nocase(language, "en") && is_american ? DATE_MONTH_FIRST : DATE_DAY_FIRST;
}

size_t date_iso(const date *d, bool with_time, char out[DATE_MAX_ISO])
{
    int n = snprintf(out, DATE_MAX_ISO, "%04d", d->year > 0 ? d->year : 0);
    if (d->month)
        n += snprintf(out + n, DATE_MAX_ISO - (size_t)n, "-%02u", d->month);
    if (d->month && d->day)
        n += snprintf(out + n, DATE_MAX_ISO - (size_t)n, "-%02u", d->day);
    if (!with_time || !d->has_time)
        return (size_t)n;
    int zone = abs(d->zone_minutes);
    n += snprintf(out + n, DATE_MAX_ISO - (size_t)n, "T%02u:%02u:%02u", d->hour, d->minute, d->second);
    if (d->has_zone && zone == 0)
        n += snprintf(out + n, DATE_MAX_ISO - (size_t)n, "Z");
    else if (d->has_zone)
        n += snprintf(out + n, DATE_MAX_ISO - (size_t)n, "%c%02d:%02d", d->zone_minutes < 0 ? '-' : '+', zone / 60,
                      zone % 60);
    return (size_t)n;
}

int64_t date_earliest(const date *d)
{
    struct tm t = { .tm_year = d->year - 1900,
                    .tm_mon = d->month ? d->month - 1 : 0,
                    .tm_mday = d->day ? d->day : 1,
                    .tm_hour = d->hour,
                    .tm_min = d->minute,
                    .tm_sec = d->second };
    return timegm(&t) - (d->has_zone ? d->zone_minutes * 60 : 14 * 3600);
}

int date_compare_days(const date *a, const date *b)
{
    return ORDER_OF(a->year, b->year) ?: ORDER_OF(a->month, b->month) ?: ORDER_OF(a->day, b->day);
}
