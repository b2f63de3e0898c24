/* column_types.c - the type of a column, and what its values look like.
 * Nine of ten values decide: the rest are "not available" and the like. A type must be safe to compute with, so digits
 * that number things (ISBNs, telephone numbers, 007) are text. Cost: one pass over at most COLUMN_SAMPLES values. */
#include <string.h>

#include "base/date.h"
#include "records/column_names.h"

/* --- types -------------------------------------------------------------------------------------------------------- */

/* One number, optionally with a sign or currency before it and a unit after it: at most three letters before, six
 * after. */
static bool is_number(slice text)
{
    size_t digits = 0, letters = 0, numbers = 0;
    bool inside = false, small = false; /* lower-case letters before it */
    bool glued = false;                 /* one digit and a capital: 4WD, 3D */
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text.data, text.len, &at);
        glued |= inside && digits == 1 && c >= 'A' && c <= 'Z';
        bool digit = c >= '0' && c <= '9';
        if (digit && !inside)
            numbers++;
        inside = digit || (inside && (c == '.' || c == ',' || c == '\'' || c == 0xa0 || c == 0x202f));
        digits += digit;
        letters += !digit && is_word(c);
        small |= numbers == 0 && is_word(c) && !(c >= 'A' && c <= 'Z' && letters <= 3);
    }
    return digits && numbers == 1 && !small && !glued && letters <= 6;
}

static bool is_date(slice text, slice language)
{
    date d;
    return text.len <= 40 && date_parse(text, date_order_of(language), DATE_TEXT, &d);
}

/* Digits that number something rather than count it: ten and more in a row, or with a zero in front. */
static bool is_identifier(slice text)
{
    size_t from = 0;
    while (from < text.len && !(text.data[from] >= '0' && text.data[from] <= '9'))
        from++;
    size_t to = from;
    while (to < text.len && text.data[to] >= '0' && text.data[to] <= '9')
        to++;
    return to - from >= 10 || (to - from >= 2 && text.data[from] == '0');
}

static bool has_digit(slice text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] >= '0' && text.data[i] <= '9')
            return true;
    return false;
}

static const column_value *sample_value(const column_sample *sample)
{
    return &sample->page->values[sample->value];
}

/* Do at least half of the values have a digit, and the others few distinct texts ("none", "not available")? Titles
 * among dates are no column of dates. */
static bool is_figures(const column_sample *samples, uint32_t n)
{
    uint32_t n_others = 0, n_distinct = 0;
    for (uint32_t i = 0; i < n; i++) {
        const column_value *v = sample_value(&samples[i]);
        bool other = !has_digit(v->shown), again = false;
        for (uint32_t k = 0; other && k < i && !again; k++)
            again = sample_value(&samples[k])->text == v->text;
        n_others += other;
        n_distinct += other && !again;
    }
    return n_others * 2 <= n && n_distinct <= 1 + n / 10;
}

/* Nine out of ten must have the type; numbers and dates, nine of ten values with a digit: rows say "none", too. */
uint32_t column_type_of(const column_sample *samples, uint32_t n, bool is_list)
{
    uint32_t numbers = 0, dates = 0, digits = 0, identifiers = 0, source = sample_value(&samples[0])->source;
    if (is_list || source >= VALUE_LINK)
        return is_list ? COLUMN_LIST : source == VALUE_LINK ? COLUMN_LINK : COLUMN_IMAGE;
    for (uint32_t i = 0; i < n; i++) {
        slice text = sample_value(&samples[i])->shown;
        digits += has_digit(text);
        numbers += is_number(text);
        identifiers += is_identifier(text);
        dates += is_date(text, samples[i].page->language);
    }
    if (!is_figures(samples, n))
        return COLUMN_TEXT;
    if (dates * 10 >= digits * 9)
        return COLUMN_DATE;
    return numbers * 10 >= digits * 9 && identifiers == 0 ? COLUMN_NUMBER : COLUMN_TEXT;
}

const char *column_type_name(uint32_t type)
{
    static const char *const names[N_COLUMN_TYPES] = { "text", "number", "date", "link", "image", "list" };
    return names[type];
}

/* --- kinds of value ----------------------------------------------------------------------------------------------- */

/* Nothing but seven to fifteen digits and the marks that group them, in at least two groups. */
static bool is_phone(slice text)
{
    size_t digits = 0, groups = 0;
    bool inside = false;
    for (size_t i = 0; i < text.len; i++) {
        bool digit = text.data[i] >= '0' && text.data[i] <= '9';
        if (!digit && memchr(" ()+-./", text.data[i], 7) == NULL)
            return false;
        groups += digit && !inside;
        digits += digit;
        inside = digit;
    }
    return digits >= 7 && digits <= 15 && groups >= 2;
}

static bool is_email(slice text)
{
    const char *at = text.len ? memchr(text.data, '@', text.len) : NULL;
    return at && at > text.data && memchr(text.data, ' ', text.len) == NULL &&
           memchr(at, '.', text.len - (size_t)(at - text.data)) != NULL;
}

static bool starts_with(slice text, const char *start)
{
    return text.len > strlen(start) && memcmp(text.data, start, strlen(start)) == 0;
}

static bool is_website(slice text)
{
    return (starts_with(text, "http://") || starts_with(text, "https://") || starts_with(text, "www.")) &&
           memchr(text.data, ' ', text.len) == NULL;
}

/* A number with the sign of a currency before or after it. */
static bool is_money(slice text)
{
    static const char *const signs[] = { "$", "\xe2\x82\xac", "\xc2\xa3", "\xc2\xa5", "\xe2\x82\xb9" };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (text.len && memmem(text.data, text.len, signs[i], strlen(signs[i])) != NULL)
            return is_number(text);
    return false;
}

slice column_kind_word(const column_sample *samples, uint32_t n, bool *sure)
{
    uint32_t phones = 0, emails = 0, websites = 0, prices = 0, dates = 0, digits = 0;
    for (uint32_t i = 0; i < n; i++) {
        const column_value *v = sample_value(&samples[i]);
        if (v->source != VALUE_TEXT)
            continue;
        digits += has_digit(v->shown);
        bool is_dated = is_date(v->shown, samples[i].page->language);
        dates += is_dated;
        phones += is_phone(v->shown) && !is_dated;
        emails += is_email(v->shown);
        websites += is_website(v->shown);
        prices += is_money(v->shown);
    }
    *sure = true;
    if (phones * 10 >= n * 9)
        return SLICE("phone");
    if (emails * 10 >= n * 9)
        return SLICE("email");
    *sure = false;
    if (websites * 10 >= n * 9)
        return SLICE("website");
    bool mostly = digits && is_figures(samples, n);
    if (mostly && prices * 10 >= digits * 9)
        return SLICE("price");
    return mostly && dates * 10 >= digits * 9 ? SLICE("date") : (slice){ NULL, 0 };
}

slice column_example(const column_sample *samples, uint32_t n, arena *memory)
{
    char text[COLUMN_SHOWN * 3 + 16];
    size_t len = 0;
    uint64_t seen[3];
    uint32_t n_seen = 0;
    for (uint32_t i = 0; i < n && n_seen < 3; i++) {
        const column_value *v = sample_value(&samples[i]);
        bool again = false;
        for (uint32_t k = 0; k < n_seen; k++)
            again |= seen[k] == v->text;
        size_t part = slice_cut(v->shown, COLUMN_SHOWN / 2);
        if (again)
            continue;
        if (len)
            memcpy(text + len, " | ", 3), len += 3;
        memcpy(text + len, v->shown.data, part);
        len += part;
        seen[n_seen++] = v->text;
    }
    return (slice){ arena_copy(memory, text, len), len };
}
