/* test_date.c - dates in many languages and formats; texts that are not dates; oversized input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>

#include "base/date.h"

static const char *iso(const char *text, date_order order, unsigned how, bool with_time)
{
    static char out[DATE_MAX_ISO + 1];
    date d;
    if (!date_parse((slice){ text, strlen(text) }, order, how, &d))
        return "";
    out[date_iso(&d, with_time, out)] = 0;
    return out;
}

typedef struct sample {
    const char *text, *iso;
} sample;

static void check(const sample *samples, size_t n, date_order order, unsigned how, bool with_time)
{
    for (size_t i = 0; i < n; i++) {
        const char *got = iso(samples[i].text, order, how, with_time);
        if (strcmp(got, samples[i].iso) != 0)
            fail_msg("%s: got \"%s\", not \"%s\"", samples[i].text, got, samples[i].iso);
    }
}
#define CHECK(samples, order, how, with_time) check(samples, sizeof samples / sizeof *samples, order, how, with_time)

static void test_machine_forms(void **state)
{
    static const sample samples[] = {
        { "2025-09-04", "2025-09-04" },
        { "2025-09-04T10:11:12Z", "2025-09-04T10:11:12Z" },
        { "2025-09-04T10:11:12.345+02:00", "2025-09-04T10:11:12+02:00" },
        { "2025-09-04 10:11", "2025-09-04T10:11:00" },
        { "2025-09-04T10:11:12-0530", "2025-09-04T10:11:12-05:30" },
        { "2025-9-4", "2025-09-04" },
        { "2025/09/04", "2025-09-04" },
        { "2025.09.04", "2025-09-04" },
        { "20250904", "2025-09-04" },
        { "Thu, 04 Sep 2025 08:09:10 GMT", "2025-09-04T08:09:10Z" },
        { "Thu, 04 Sep 2025 08:09:10 +0900", "2025-09-04T08:09:10+09:00" },
        { "Thu Sep 04 2025 08:09:10 GMT+0200 (CEST)", "2025-09-04T08:09:10+02:00" },
        { "1756944000", "2025-09-04T00:00:00Z" },
        { "1756944000123", "2025-09-04T00:00:00Z" },
        { "2025-09", "2025-09" },
        { "2025", "2025" },
        { "September 2025", "2025-09" },
        { "2024-02-29", "2024-02-29" },
    };
    (void)state;
    CHECK(samples, DATE_DAY_FIRST, DATE_EXPLICIT, true);
}

static void test_languages(void **state)
{
    static const sample samples[] = {
        { "September 4, 2025", "2025-09-04" },
        { "Sept. 4th, 2025", "2025-09-04" },
        { "Published on the 4th of September 2025 by Ann", "2025-09-04" },
        { "Donnerstag, 4. September 2025, 10:00 Uhr", "2025-09-04" },
        { "4. März 2025", "2025-03-04" },
        { "Publié le 1er août 2025", "2025-08-01" },
        { "le 4 février 2025", "2025-02-04" },
        { "4 de septiembre de 2025", "2025-09-04" },
        { "4 de março de 2025", "2025-03-04" },
        { "giovedì 4 settembre 2025", "2025-09-04" },
        { "4 september 2025", "2025-09-04" },
        { "4. syyskuuta 2025", "2025-09-04" },
        { "4 września 2025", "2025-09-04" },
        { "4. září 2025", "2025-09-04" },
        { "2025. szeptember 4.", "2025-09-04" },
        { "4 septembrie 2025", "2025-09-04" },
        { "4 Eylül 2025", "2025-09-04" },
        { "4 Ağustos 2025 Pazartesi", "2025-08-04" },
        { "4 сентября 2025 г.", "2025-09-04" },
        { "4 вересня 2025 року", "2025-09-04" },
        { "4 Σεπτεμβρίου 2025", "2025-09-04" },
        { "٤ سبتمبر ٢٠٢٥", "2025-09-04" },
        { "4 سبتمبر، 2025", "2025-09-04" },
        { "4 בספטמבר 2025", "2025-09-04" },
        { "4 सितंबर 2025", "2025-09-04" },
        { "४ सितम्बर २०२५", "2025-09-04" },
        { "4 সেপ্টেম্বর 2025", "2025-09-04" },
        { "4 กันยายน 2568", "2025-09-04" },
        { "4 ก.ย. 2568", "2025-09-04" },
        { "4 tháng 9, 2025", "2025-09-04" },
        { "2025年9月4日", "2025-09-04" },
        { "2025年09月04日 10:20", "2025-09-04" },
        { "令和7年9月4日", "2025-09-04" },
        { "2025년 9월 4일", "2025-09-04" },
        { "２０２５年９月４日", "2025-09-04" },
        { "2025. 9. 4.", "2025-09-04" },
        { "04-Sep-2025", "2025-09-04" },
        { "2025 Sep 4", "2025-09-04" },
        { "4 setembre de 2025", "2025-09-04" },
        { "2025 m. rugsėjo 4 d.", "" }, /* a letter between: not read, rather than read wrongly */
    };
    (void)state;
    CHECK(samples, DATE_DAY_FIRST, DATE_TEXT, false);
}

static void test_order_of_day_and_month(void **state)
{
    (void)state;
    assert_string_equal(iso("03/04/2025", DATE_MONTH_FIRST, DATE_TEXT, false), "2025-03-04");
    assert_string_equal(iso("03/04/2025", DATE_DAY_FIRST, DATE_TEXT, false), "2025-04-03");
    assert_string_equal(iso("03.04.2025", DATE_MONTH_FIRST, DATE_TEXT, false), "2025-04-03");
    assert_string_equal(iso("25/04/2025", DATE_MONTH_FIRST, DATE_TEXT, false), "2025-04-25");
    assert_string_equal(iso("04/25/2025", DATE_DAY_FIRST, DATE_TEXT, false), "2025-04-25");
    assert_string_equal(iso("04.09.25", DATE_DAY_FIRST, DATE_TEXT, false), "2025-09-04");
    assert_int_equal(date_order_of(SLICE("en")), DATE_MONTH_FIRST);
    assert_int_equal(date_order_of(SLICE("en-US")), DATE_MONTH_FIRST);
    assert_int_equal(date_order_of(SLICE("EN_us")), DATE_MONTH_FIRST);
    assert_int_equal(date_order_of(SLICE("en-GB")), DATE_DAY_FIRST);
    assert_int_equal(date_order_of(SLICE("de")), DATE_DAY_FIRST);
    assert_int_equal(date_order_of(SLICE("")), DATE_DAY_FIRST);
}

static void test_what_is_no_date(void **state)
{
    static const char *const texts[] = {
        "",
        "today",
        "2025",
        "September",
        "September 2025",
        "Version 1.2.3",
        "192.168.10.20",
        "10.12.1.2025",
        "31 February 2025",
        "2025-13-01",
        "2023-02-29",
        "32 January 2025",
        "call 555-12-3456",
        "1/2/3",
        "from 5 marketing 2020",
        "$20.25",
        "12:30",
        "2025-09",
        "0/0/2025",
        "13 of 2025 pages",
        "1756944000",
        "12-11-10",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (iso(texts[i], DATE_MONTH_FIRST, DATE_TEXT, false)[0])
            fail_msg("%s became %s", texts[i], iso(texts[i], DATE_MONTH_FIRST, DATE_TEXT, false));
}

static void test_afternoon_and_midnight(void **state)
{
    (void)state;
    assert_string_equal(iso("Sep 4, 2025 at 3:07 PM", DATE_MONTH_FIRST, DATE_TEXT, true), "2025-09-04T15:07:00");
    assert_string_equal(iso("Sep 4, 2025 12:07 am", DATE_MONTH_FIRST, DATE_TEXT, true), "2025-09-04T00:07:00");
    assert_string_equal(iso("Sep 4, 2025 14:07 pm", DATE_MONTH_FIRST, DATE_TEXT, true), "2025-09-04");
    assert_string_equal(iso("2025-09-04T25:00:00Z", DATE_MONTH_FIRST, DATE_TEXT, true), "2025-09-04");
}

static void test_moment(void **state)
{
    date d, e;
    (void)state;
    assert_true(date_parse(SLICE("1970-01-02T00:00:00Z"), DATE_DAY_FIRST, 0, &d));
    assert_int_equal(date_earliest(&d), 86400);
    assert_true(date_parse(SLICE("1970-01-02T00:00:00+01:00"), DATE_DAY_FIRST, 0, &d));
    assert_int_equal(date_earliest(&d), 86400 - 3600);
    assert_true(date_parse(SLICE("2000-03-01"), DATE_DAY_FIRST, 0, &d));
    assert_int_equal(date_earliest(&d), 951868800 - 14 * 3600);
    assert_true(date_parse(SLICE("2000-02-29"), DATE_DAY_FIRST, 0, &e));
    assert_true(date_compare_days(&e, &d) < 0 && date_compare_days(&d, &e) > 0 && date_compare_days(&d, &d) == 0);
}

/* Any bytes: no crash, and what comes out is a date. */
static void test_noise(void **state)
{
    static const char *const pieces[] = { "2025", "9", "-",    "/", ".", "Sep", "de", " ", "年",   "月",
                                          "日",   "٤", "\xff", "T", ":", "10",  "+",  "Z", "令和", "ก.ย." };
    uint32_t seed = 1;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        char text[DATE_MAX_TEXT];
        size_t len = 0;
        for (int k = 0; k < 12; k++) {
            seed = seed * 1664525u + 1013904223u;
            const char *p = pieces[(seed >> 16) % (sizeof pieces / sizeof *pieces)];
            memcpy(text + len, p, strlen(p));
            len += strlen(p);
        }
        char *copy = malloc(len); /* of its very size, for the sanitizer */
        memcpy(copy, text, len);
        date d;
        if (date_parse((slice){ copy, len }, DATE_DAY_FIRST, round & 1, &d)) {
            char out[DATE_MAX_ISO];
            assert_true(date_iso(&d, true, out) < DATE_MAX_ISO);
            assert_true(d.month <= 12 && d.day <= 31 && d.hour < 24 && d.minute < 60 && d.second < 60);
        }
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_forms),
        cmocka_unit_test(test_languages),
        cmocka_unit_test(test_order_of_day_and_month),
        cmocka_unit_test(test_what_is_no_date),
        cmocka_unit_test(test_afternoon_and_midnight),
        cmocka_unit_test(test_moment),
        cmocka_unit_test(test_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
