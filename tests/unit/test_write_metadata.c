/* test_write_metadata.c - metadata as JSON and YAML: any text, read back by other programs. */
#include "unit/make_page.h"

#include <stdio.h>
#include <unistd.h>
#include <yyjson.h>

#include "write/write.h"

/* Every kind of text that could break out of a string, a line or a document. */
static const char *const texts[] = {
    "plain",
    "with \"quotes\" and \\backslash\\",
    "line\nbreak",
    "cr\r\nlf",
    "tab\there",
    ": colon",
    "- dash",
    "--- x",
    "# comment",
    "'single'",
    "yes",
    "null",
    "2025-09-04",
    "1e3",
    "~",
    "{a: b}",
    "[1, 2]",
    "&anchor",
    "*alias",
    "!tag",
    "%dir",
    "@at",
    "`tick",
    "| block",
    "> fold",
    "? key",
    "trailing space ",
    " leading",
    "...",
    "\xc2\x85nel",
    "ls\xe2\x80\xa8ps\xe2\x80\xa9",
    "bom\xef\xbb\xbfinside",
    "\x01\x1f\x7f controls",
    "中文：標題",
    "العنوان: هنا",
    "शीर्षक",
    "emoji 😀",
    "</script><!--",
    "\\u0041",
    "\xef\xbf\xbe",
    "a\\",
    "\"",
    "<<: *x",
    "!!python/object/apply:os.system ['x']",
};
#define N_TEXTS (sizeof texts / sizeof *texts)

static husk_metadata metadata_of(const char *text, slice tags[2])
{
    slice s = { text, strlen(text) };
    tags[0] = s;
    tags[1] = SLICE("b");
    return (husk_metadata){
        .title = s, .author = s, .description = s, .tags = tags, .n_tags = 2, .date = SLICE("2025-09-04")
    };
}

static void json_reads_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_TEXTS; i++) {
        slice tags[2];
        husk_metadata m = metadata_of(texts[i], tags);
        buffer out;
        buffer_init(&out, 1 << 20);
        metadata_json(&m, &out);
        yyjson_doc *doc = yyjson_read(out.data, out.len, 0);
        assert_non_null(doc);
        yyjson_val *root = yyjson_doc_get_root(doc);
        assert_int_equal(yyjson_obj_size(root), 5);
        assert_string_equal(yyjson_get_str(yyjson_obj_get(root, "title")), texts[i]);
        assert_string_equal(yyjson_get_str(yyjson_arr_get_first(yyjson_obj_get(root, "tags"))), texts[i]);
        yyjson_doc_free(doc);
        buffer_free(&out);
    }
}

static void nothing_known(void **state)
{
    (void)state;
    husk_metadata m = { 0 };
    buffer out;
    buffer_init(&out, 1000);
    metadata_yaml(&m, &out);
    assert_int_equal(out.len, 0);
    metadata_json(&m, &out);
    assert_int_equal(out.len, 2);
    buffer_free(&out);
}

static void yaml_is_what_it_should_be(void **state)
{
    (void)state;
    slice tags[2];
    husk_metadata m = metadata_of("a: \"b\"\n---\nc", tags);
    m.author = m.description = (slice){ NULL, 0 };
    buffer out;
    buffer_init(&out, 1000);
    metadata_yaml(&m, &out);
    buffer_byte(&out, 0);
    assert_string_equal(out.data, "---\ntitle: \"a: \\\"b\\\"\\n---\\nc\"\ndate: \"2025-09-04\"\ntags:\n  - \"a: "
                                  "\\\"b\\\"\\n---\\nc\"\n  - \"b\"\n---\n\n");
    buffer_free(&out);
}

/* python3-yaml, if installed, must read every text unchanged, and exactly five keys. */
static void yaml_reads_back(void **state)
{
    (void)state;
    if (system("python3 -c 'import yaml' 2>/dev/null") != 0)
        skip();
    char path[] = "/tmp/husk-yaml-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    buffer out;
    buffer_init(&out, 1 << 20);
    for (size_t i = 0; i < N_TEXTS; i++) { /* the hexadecimal of each text, then its header */
        slice tags[2];
        husk_metadata m = metadata_of(texts[i], tags);
        for (const char *p = texts[i]; *p; p++)
            buffer_format(&out, "%02x", (unsigned char)*p);
        buffer_byte(&out, '\n');
        metadata_yaml(&m, &out);
        buffer_text(&out, "=====\n");
    }
    assert_int_equal(write(file, out.data, out.len), (ssize_t)out.len);
    close(file);
    char command[1000];
    snprintf(command, sizeof command,
             "python3 -c 'import sys, yaml\n"
             "for part in open(sys.argv[1], encoding=\"utf-8\", newline=\"\").read().split(\"=====\\n\")[:-1]:\n"
             "    code, header = part.split(\"\\n\", 1)\n"
             "    text = bytes.fromhex(code).decode(\"utf-8\", \"replace\")\n"
             "    assert header.startswith(\"---\\n\") and header.endswith(\"---\\n\\n\")\n"
             "    got = yaml.safe_load(header[4:-5])\n"
             "    want = {\"title\": text, \"author\": text, \"date\": \"2025-09-04\", \"description\": text, "
             "\"tags\": [text, \"b\"]}\n"
             "    assert got == want, (got, want)\n"
             "' %s",
             path);
    int status = system(command);
    unlink(path);
    buffer_free(&out);
    assert_int_equal(status, 0);
}

static bool needs_title(const char *title, const char *html)
{
    husk_page *page = page_of(html);
    write_options all = { .tables = true };
    bool needed;
    assert_int_equal(title_is_needed(page, (slice){ title, strlen(title) }, &all, &needed), HUSK_OK);
    husk_page_free(page);
    return needed;
}

/* Enough text for a heading below it to be that of a section. */
#define TEXT                                                                                                          \
    "<p>Leeks stand in the bed all winter, and are pulled when they are wanted. Frost does them no harm, as long as " \
    "the ground can be dug. In March those that are left are pulled and heeled in, in a cool place in the shade, so " \
    "that they do not run to seed before the new sowing is well under way and the bed is wanted for it.</p>"

static void test_title(void **state)
{
    (void)state;
    assert_false(needs_title("Leeks", ""));
    assert_true(needs_title("Leeks", TEXT));
    assert_false(needs_title("Leeks", "<h1>Leeks</h1>" TEXT));
    assert_false(needs_title("Leeks", "<h2>LEEKS</h2>" TEXT));
    assert_false(needs_title("Leeks", "<p>4 May 2025</p><h1>Leeks</h1>" TEXT));
    assert_false(needs_title("Leeks in winter", "<h1>Leeks in winter - 2025</h1>" TEXT));
    assert_false(needs_title("Leeks in winter - 2025", "<h1>Leeks in winter</h1>" TEXT));
    assert_true(needs_title("Leeks in winter", "<h2>Garden</h2><h2>In winter</h2>" TEXT));
    /* below text, sections repeat the title's words */
    assert_true(needs_title("Leeks", TEXT "<h2>Buy leeks</h2>" TEXT));
    assert_true(needs_title("Leeks", TEXT "<h2>Leeks</h2>" TEXT));
    assert_false(needs_title("Leeks", TEXT "<h1>Leeks</h1>" TEXT));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_title), cmocka_unit_test(json_reads_back),
                                        cmocka_unit_test(nothing_known), cmocka_unit_test(yaml_is_what_it_should_be),
                                        cmocka_unit_test(yaml_reads_back) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
