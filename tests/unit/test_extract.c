/* test_extract.c - records of pages that are complete, cut or missing. */
#include "unit/judge_page.h"
#include "unit/make_written.h"

static const char page_html[] = "<title>T</title><p>a, \"b\"\n\tc";

/* `parsed` and `reason`: how parsing went, where it is not said by the page. */
static void extracted(husk_extract_options *options, const husk_raw *raw, husk_status parsed, const char *reason,
                      const char *expected)
{
    husk_page *page = page_new();
    husk_output *output;
    size_t len;
    options->all = true;
    husk_page_parse(page, raw, NULL);
    if (parsed != HUSK_OK)
        husk_page_fail(page, parsed, reason);
    assert_int_equal(husk_output_new(1 << 20, &output), HUSK_OK);
    assert_int_equal(extract_page(page, NULL, HUSK_AIM_BALANCE, options, output, NULL), HUSK_OK);
    const char *got = husk_output_data(output, &len);
    if (len != strlen(expected) || memcmp(got, expected, len) != 0)
        fail_msg("got:\n%.*s\nnot:\n%s", (int)len, got, expected);
    husk_output_free(output);
    husk_page_free(page);
}

static husk_extract_options options_of(husk_format format)
{
    husk_extract_options options;
    husk_extract_options_init(&options, sizeof options);
    options.format = format;
    return options;
}

static void records_of_pages(void **state)
{
    (void)state;
    husk_raw raw = {
        .size = sizeof(husk_raw), .id = "p\xff.html", .url = "http://a.b/", .bytes = page_html, .len = strlen(page_html)
    };
    husk_extract_options jsonl = options_of(HUSK_FORMAT_JSONL), json = options_of(HUSK_FORMAT_JSON),
                         csv = options_of(HUSK_FORMAT_CSV);
    extracted(&jsonl, &raw, HUSK_OK, NULL,
              "{\"id\":\"p\xef\xbf\xbd.html\",\"url\":\"http://a.b/\",\"status\":\"ok\",\"title\":\"T\",\"text\":\"a, "
              "\\\"b\\\" c\\n\"}\n");
    jsonl.body = HUSK_FORMAT_HTML;
    raw.id = "p";
    raw.url = NULL;
    extracted(&jsonl, &raw, HUSK_OK, NULL,
              "{\"id\":\"p\",\"status\":\"ok\",\"title\":\"T\",\"html\":\"<p>a, \\\"b\\\" c</p>\\n\"}\n");
    extracted(
        &json, &raw, HUSK_OK, NULL,
        "{\n  \"id\": \"p\",\n  \"status\": \"ok\",\n  \"title\": \"T\",\n  \"text\": \"a, \\\"b\\\" c\\n\"\n}\n");
    json.with_metadata = true;
    extracted(&json, &raw, HUSK_OK, NULL,
              "{\n  \"id\": \"p\",\n  \"status\": \"ok\",\n  \"title\": \"T\",\n  \"metadata\": {\"title\": \"T\"},\n  "
              "\"text\": \"a, "
              "\\\"b\\\" c\\n\"\n}\n");
    extracted(&csv, &raw, HUSK_OK, NULL, "p,,ok,,,,,,,T,,,,,\"a, \"\"b\"\" c\n\"\r\n");
}

static void pages_that_are_cut_or_fail(void **state)
{
    (void)state;
    husk_extract_options jsonl = options_of(HUSK_FORMAT_JSONL), text = options_of(HUSK_FORMAT_TEXT),
                         csv = options_of(HUSK_FORMAT_CSV);
    husk_raw raw = { .size = sizeof(husk_raw), .id = "p", .bytes = "<p>a", .len = 4 },
             gone = { .size = sizeof(husk_raw), .id = "q", .status = HUSK_IO, .reason = "no such file" };
    extracted(&jsonl, &raw, HUSK_LIMIT, "cut at the limit of nodes",
              "{\"id\":\"p\",\"status\":\"cut\",\"reason\":\"cut at the limit of nodes\",\"text\":\"a\\n\"}\n");
    extracted(&jsonl, &gone, HUSK_OK, NULL, "{\"id\":\"q\",\"status\":\"failed\",\"reason\":\"no such file\"}\n");
    extracted(&jsonl, &raw, HUSK_NO_MEMORY, NULL,
              "{\"id\":\"p\",\"status\":\"failed\",\"reason\":\"out of memory\"}\n");
    extracted(&text, &gone, HUSK_OK, NULL, "");
    extracted(&csv, &gone, HUSK_OK, NULL, "q,,failed,no such file,,,,,,,,,,,\r\n");
    raw.status = HUSK_LIMIT;
    raw.reason = "longer than 4 bytes";
    extracted(&jsonl, &raw, HUSK_OK, NULL,
              "{\"id\":\"p\",\"status\":\"cut\",\"reason\":\"longer than 4 bytes\",\"text\":\"a\\n\"}\n");
}

/* With any output size: a complete record, or none. */
static void a_record_is_whole_or_not_there(void **state)
{
    (void)state;
    char *html = repeated("<p>", "\" \x01 &amp; some words beside a control character ", 100, "");
    husk_raw raw = { .size = sizeof(husk_raw), .id = "page", .bytes = html, .len = strlen(html) };
    husk_page *page = page_new();
    husk_page_parse(page, &raw, NULL);
    for (size_t cap = 1; cap < 12000; cap += 37)
        for (husk_format format = HUSK_FORMAT_JSON; format <= HUSK_FORMAT_CSV; format++) {
            husk_extract_options options = options_of(format);
            husk_output *output;
            size_t len;
            options.all = true;
            assert_int_equal(husk_output_new(cap, &output), HUSK_OK);
            husk_status status = extract_page(page, NULL, HUSK_AIM_BALANCE, &options, output, NULL);
            const char *got = husk_output_data(output, &len);
            assert_true(status == HUSK_OK || status == HUSK_LIMIT);
            if (len)
                assert_memory_equal(got + len - 2, format == HUSK_FORMAT_CSV ? "\r\n" : "}\n", 2);
            if (status == HUSK_OK)
                assert_true(len > 3000);
            husk_output_free(output);
        }
    husk_page_free(page);
    free(html);
}

static void what_comes_before_the_first_page(void **state)
{
    (void)state;
    husk_output *output;
    size_t len;
    husk_extract_options csv = options_of(HUSK_FORMAT_CSV), text = options_of(HUSK_FORMAT_TEXT);
    assert_int_equal(husk_output_new(4096, &output), HUSK_OK);
    assert_int_equal(husk_extract_begin(&text, output, NULL), HUSK_OK);
    csv.body = HUSK_FORMAT_MARKDOWN;
    assert_int_equal(husk_extract_begin(&csv, output, NULL), HUSK_OK);
    static const char header[] = "id,url,status,reason,kind,confidence,model,class,fit,title,author,date,language,"
                                 "detected_language,markdown\r\n";
    const char *made = husk_output_data(output, &len);
    assert_int_equal(len, sizeof header - 1);
    assert_memory_equal(made, header, len);
    husk_output_free(output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_of_pages),
        cmocka_unit_test(pages_that_are_cut_or_fail),
        cmocka_unit_test(a_record_is_whole_or_not_there),
        cmocka_unit_test(what_comes_before_the_first_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
