/* test_api.c - the public interface as a C program uses it: a page, a verdict, a site file, a record.
 * What the program prints is tested in tests/cli; here are the calls that other programs make instead. */
#include "unit.h"

#include <stdio.h>
#include <unistd.h>

#include "husk/husk.h"
#include "husk/lab.h"

#define SENTENCE "Salt dissolves in warm water, and comes back as crystals when the water dries. "

static const char article[] =
    "<!doctype html><html lang=en><head><title>Salt and water</title>"
    "<meta name=author content='Ann Lee; Bo Ray'><meta name=description content='How salt dissolves.'>"
    "<meta property='article:published_time' content='2024-03-05T10:00:00Z'>"
    "<meta property='article:tag' content=kitchen><meta property='article:tag' content=chemistry>"
    "<link rel=canonical href='/salt'></head><body><div class=nav><a href='/'>Home</a> <a href='/about'>About</a></div>"
    "<div class=post><h1>Salt and water</h1><p>" SENTENCE SENTENCE SENTENCE "</p><p>" SENTENCE SENTENCE
    "</p></div><div class=footer><a href='/terms'>Terms of use</a></div></body></html>";

/* --- version, structs --------------------------------------------------------------------------------------------- */

static void test_version_is_the_header_s(void **state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", HUSK_VERSION_MAJOR, HUSK_VERSION_MINOR, HUSK_VERSION_PATCH);
    assert_string_equal(husk_version(), text);
    assert_int_equal(husk_version_number(), HUSK_VERSION_NUMBER);
}

/* A caller that never called _init has a size of 0, or whatever was on its stack. */
static void test_structs_without_their_size_are_refused(void **state)
{
    (void)state;
    husk_error error;
    husk_page *page;
    husk_learner *learner;
    husk_page_options options = { .max_bytes = 1000 };
    assert_int_equal(husk_page_new(&options, &page, &error), HUSK_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "husk_page_options"));
    assert_null(page);
    husk_learn_options learn = { .size = 8 };
    assert_int_equal(husk_learner_new(&learn, &learner, &error), HUSK_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "husk_learn_options"));
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_page_parse(page, NULL, &error), HUSK_BAD_ARGUMENT);
    assert_int_equal(husk_page_parse(page, &(husk_raw){ .bytes = "x", .len = 1 }, &error), HUSK_BAD_ARGUMENT);
    husk_page_free(page);
}

/* --- a page ------------------------------------------------------------------------------------------------------- */

static husk_page *page_of(const char *html, const char *url)
{
    husk_page *page;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_page_parse_html(page, html, strlen(html), url, NULL), HUSK_OK);
    return page;
}

static void test_page_remembers_its_url(void **state)
{
    (void)state;
    husk_page *page = page_of(article, "http://h.example/a");
    assert_string_equal(husk_page_url(page), "http://h.example/a");
    assert_string_equal(husk_page_id(page), "http://h.example/a");
    assert_int_equal(husk_page_parse_html(page, "<p>x", 4, NULL, NULL), HUSK_OK);
    assert_string_equal(husk_page_url(page), "");
    assert_string_equal(husk_page_id(page), "");
    assert_string_equal(husk_page_reason(page), "");
    husk_page_free(page);
}

static void test_failed_page_says_why_without_its_id(void **state)
{
    (void)state;
    husk_error error;
    husk_page *page = page_of(article, "http://h.example/a");
    husk_page_fail(page, HUSK_IO, "http://h.example/a: gone");
    assert_int_equal(husk_page_status(page), HUSK_IO);
    assert_string_equal(husk_page_reason(page), "gone");
    husk_page_fail(page, HUSK_LIMIT, NULL);
    assert_string_equal(husk_page_reason(page), "a limit was reached");
    husk_raw raw;
    husk_raw_init(&raw, sizeof raw);
    raw.bytes = "%PDF-1.7\n", raw.len = 9;
    assert_int_equal(husk_page_parse(page, &raw, &error), HUSK_BAD_FILE);
    assert_non_null(strstr(error.message, "PDF"));
    husk_page_free(page);
}

static bool is(husk_string text, const char *expected)
{
    return text.len == strlen(expected) && memcmp(text.data, expected, text.len) == 0;
}

static void test_metadata_is_a_struct(void **state)
{
    (void)state;
    husk_page *page = page_of(article, "http://h.example/salt?from=feed");
    const husk_metadata *m = husk_page_metadata(page, 0);
    assert_non_null(m);
    assert_int_equal(m->size, sizeof *m);
    assert_true(is(m->title, "Salt and water"));
    assert_true(is(m->author, "Ann Lee; Bo Ray"));
    assert_int_equal(m->n_authors, 2);
    assert_true(is(m->authors[1], "Bo Ray"));
    assert_true(is(m->date, "2024-03-05"));
    assert_true(is(m->published, "2024-03-05T10:00:00Z"));
    assert_true(is(m->language, "en"));
    assert_true(is(m->url, "http://h.example/salt"));
    assert_int_equal(m->n_tags, 2);
    assert_true(is(m->tags[0], "kitchen"));
    assert_int_equal(m->modified.len, 0);
    assert_non_null(m->modified.data);
    /* A date after `now` is a mistake of the page's. */
    assert_int_equal(husk_page_metadata(page, 1600000000)->date.len, 0);
    husk_page_free(page);
}

/* --- one call ----------------------------------------------------------------------------------------------------- */

static void test_text_in_one_call(void **state)
{
    (void)state;
    husk_result *result;
    assert_int_equal(husk_text(article, strlen(article), "http://h.example/salt", NULL, &result, NULL), HUSK_OK);
    assert_int_equal(result->size, sizeof *result);
    assert_int_equal(result->status, HUSK_OK);
    assert_string_equal(result->title.data, "Salt and water");
    assert_int_equal(strlen(result->text.data), result->text.len);
    assert_non_null(strstr(result->text.data, "comes back as crystals"));
    assert_null(strstr(result->text.data, "Terms of use"));
    assert_string_equal(result->kind, "article");
    assert_true(result->confidence > .5f && result->confidence <= 1);
    assert_int_equal(result->obstacle, HUSK_OBSTACLE_NONE);
    assert_true(husk_verdict_n_blocks(result->verdict) >= 4);
    assert_int_equal(husk_verdict_block(result->verdict, 0)->size, sizeof(husk_block));
    assert_true(is(husk_page_metadata(result->page, 0)->author, "Ann Lee; Bo Ray"));
    husk_result_free(result);
    husk_result_free(NULL);
}

static husk_raw raw_of(const char *html, const char *url)
{
    husk_raw raw;
    husk_raw_init(&raw, sizeof raw);
    raw.url = raw.id = url;
    raw.bytes = html;
    raw.len = strlen(html);
    return raw;
}

/* One page does not change the next, and a failed one does not end the extractor. */
static void test_extractor_is_used_again(void **state)
{
    (void)state;
    husk_extractor *extractor;
    husk_extract_options extract;
    husk_extractor_options options;
    const husk_result *result;
    husk_error error;
    char first[4096] = "";
    husk_extract_options_init(&extract, sizeof extract);
    extract.format = HUSK_FORMAT_MARKDOWN;
    husk_extractor_options_init(&options, sizeof options);
    options.extract = &extract;
    assert_int_equal(husk_extractor_new(&options, &extractor, NULL), HUSK_OK);
    husk_raw page = raw_of(article, "http://h.example/salt"), other = raw_of("\x89PNG\r\n\x1a\n", NULL),
             empty = raw_of("", NULL);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(husk_extractor_run(extractor, &page, &result, &error), HUSK_OK);
        assert_string_equal(result->title.data, "Salt and water");
        assert_string_equal(result->kind, "article");
        if (round == 0)
            snprintf(first, sizeof first, "%s", result->text.data);
        assert_string_equal(result->text.data, first);
        assert_int_equal(husk_extractor_run(extractor, &other, &result, &error), HUSK_BAD_FILE);
        assert_null(result);
        assert_int_equal(husk_extractor_run(extractor, &empty, &result, &error), HUSK_OK);
        assert_string_equal(result->text.data, "");
        assert_int_equal(result->obstacle, HUSK_OBSTACLE_NO_TEXT);
    }
    husk_extractor_free(extractor);
    husk_extractor_free(NULL);
    options.size = 0;
    assert_int_equal(husk_extractor_new(&options, &extractor, &error), HUSK_BAD_ARGUMENT);
    assert_null(extractor);
}

/* A flag that is set ends parsing and judging. */
static void test_extractor_stops(void **state)
{
    (void)state;
    husk_extractor *extractor;
    husk_extractor_options options;
    husk_page_options limits;
    husk_page *page;
    husk_verdict *verdict;
    const husk_result *result;
    husk_error error;
    husk_raw raw = raw_of(article, NULL);
    husk_extractor_options_init(&options, sizeof options);
    assert_int_equal(husk_stop_new((husk_stop **)&options.stop), HUSK_OK);
    assert_int_equal(husk_extractor_new(&options, &extractor, NULL), HUSK_OK);
    assert_int_equal(husk_extractor_run(extractor, &raw, &result, &error), HUSK_OK);
    husk_page_options_init(&limits, sizeof limits);
    limits.stop = options.stop;
    assert_int_equal(husk_page_new(&limits, &page, NULL), HUSK_OK);
    assert_int_equal(husk_page_parse(page, &raw, &error), HUSK_OK);
    husk_stop_set((husk_stop *)options.stop);
    assert_int_equal(husk_judge(page, NULL, NULL, &verdict, &error), HUSK_STOPPED);
    assert_null(verdict);
    assert_int_equal(husk_page_parse(page, &raw, &error), HUSK_STOPPED);
    assert_int_equal(husk_extractor_run(extractor, &raw, &result, &error), HUSK_STOPPED);
    assert_int_equal(error.status, HUSK_STOPPED);
    husk_page_free(page);
    husk_extractor_free(extractor);
    husk_stop_free((husk_stop *)options.stop);
}

static void test_text_in_another_format(void **state)
{
    (void)state;
    husk_result *result;
    husk_error error;
    husk_extract_options options;
    husk_extract_options_init(&options, sizeof options);
    options.format = HUSK_FORMAT_MARKDOWN;
    assert_int_equal(husk_text(article, strlen(article), NULL, &options, &result, NULL), HUSK_OK);
    assert_memory_equal(result->text.data, "# Salt and water\n", 17);
    husk_result_free(result);
    options.format = (husk_format)99;
    assert_int_equal(husk_text(article, strlen(article), NULL, &options, &result, &error), HUSK_BAD_ARGUMENT);
    assert_null(result);
    assert_int_equal(husk_text("\x89PNG\r\n\x1a\n", 8, NULL, NULL, &result, &error), HUSK_BAD_FILE);
    assert_null(result);
}

/* The text of a page that only scripts fill is in the data that they read. */
static void test_text_of_a_script_shell(void **state)
{
    (void)state;
    static const char shell[] =
        "<!doctype html><title>Salt</title><body><div id=root></div><script type='application/ld+json'>"
        "{\"@context\": \"https://schema.org\", \"@type\": \"NewsArticle\", \"headline\": \"Salt\", \"articleBody\": "
        "\"" SENTENCE SENTENCE SENTENCE "\\n5 < 7 & 7 > 5, as " SENTENCE SENTENCE "\"}</script></body>";
    husk_result *result;
    assert_int_equal(husk_text(shell, strlen(shell), "http://h.example/salt", NULL, &result, NULL), HUSK_OK);
    assert_non_null(strstr(result->text.data, "crystals when the water dries."));
    assert_non_null(strstr(result->text.data, "5 < 7 & 7 > 5, as Salt"));
    assert_int_equal(result->obstacle, HUSK_OBSTACLE_NONE);
    husk_result_free(result);
}

/* --- the verdict -------------------------------------------------------------------------------------------------- */

static husk_verdict *verdict_of(husk_page *page, husk_site *site, bool why)
{
    husk_verdict *verdict;
    husk_judge_options options;
    husk_judge_options_init(&options, sizeof options);
    options.why = why;
    assert_int_equal(husk_judge(page, site, &options, &verdict, NULL), HUSK_OK);
    return verdict;
}

/* The number of the first block with these words. */
static size_t block_with(const husk_verdict *verdict, const char *words)
{
    for (size_t i = 0; i < husk_verdict_n_blocks(verdict); i++) {
        const husk_block *b = husk_verdict_block(verdict, i);
        if (memmem(b->text.data, b->text.len, words, strlen(words)))
            return i;
    }
    fail_msg("no block has: %s", words);
    return 0;
}

static void test_verdict_has_blocks_paths_and_reasons(void **state)
{
    (void)state;
    size_t n;
    husk_page *page = page_of(article, NULL);
    husk_verdict *v = verdict_of(page, NULL, true);
    assert_ptr_equal(husk_verdict_page(v), page);
    assert_int_equal(husk_verdict_judgement(v)->method, HUSK_METHOD_PAGE);
    size_t home = block_with(v, "Home"), salt = block_with(v, "crystals");
    assert_int_equal(husk_verdict_block(v, home)->label, HUSK_TEMPLATE);
    assert_false(husk_verdict_block(v, home)->is_main);
    assert_int_equal(husk_verdict_block(v, salt)->label, HUSK_MAIN);
    assert_true(husk_verdict_block(v, salt)->is_main);
    husk_output *out;
    size_t len;
    assert_int_equal(husk_output_new(1 << 16, &out), HUSK_OK);
    assert_int_equal(husk_verdict_path(v, salt, out), HUSK_OK);
    assert_memory_equal(husk_output_data(out, &len), "/html/body/div[2]/p[1]", 22);
    assert_int_equal(len, 22);
    const husk_reason *reasons = husk_verdict_reasons(v, salt, &n);
    assert_true(n > 0);
    assert_true(n <= 3);
    assert_true(reasons[0].for_main && reasons[0].code[0] && reasons[0].words[0]);
    husk_output_clear(out);
    assert_int_equal(husk_verdict_why(v, salt, out), HUSK_OK);
    const char *why = husk_output_data(out, &len);
    assert_non_null(memmem(why, len, reasons[0].words, strlen(reasons[0].words)));
    /* Beyond the last block there is nothing. */
    size_t end = husk_verdict_n_blocks(v);
    assert_null(husk_verdict_block(v, end));
    assert_int_equal(husk_verdict_path(v, end, out), HUSK_BAD_ARGUMENT);
    assert_int_equal(husk_verdict_why(v, end, out), HUSK_BAD_ARGUMENT);
    husk_output_free(out);
    husk_verdict_reasons(v, end, &n);
    assert_int_equal(n, 0);
    husk_verdict_free(v);
    husk_page_free(page);
}

static void test_verdict_refuses_what_it_does_not_know(void **state)
{
    (void)state;
    husk_verdict *v;
    husk_error error;
    husk_judge_options options;
    husk_page *page = page_of(article, NULL);
    husk_judge_options_init(&options, sizeof options);
    options.method = HUSK_METHOD_SITE;
    assert_int_equal(husk_judge(page, NULL, &options, &v, &error), HUSK_BAD_ARGUMENT);
    assert_string_equal(error.message, "this method needs a site file");
    options.method = (husk_method)77;
    assert_int_equal(husk_judge(page, NULL, &options, &v, &error), HUSK_BAD_ARGUMENT);
    assert_null(v);
    husk_page_free(page);
}

/* --- a site file and its records ---------------------------------------------------------------------------------- */

static char folder[] = "/tmp/husk-api-XXXXXX";
static char site_path[64], other_path[64];

static void product(unsigned i, char *html, size_t size)
{
    snprintf(html, size,
             "<!doctype html><title>Product %u</title><body><div class=nav><a href=/>Shop</a> <a href=/cart>Cart</a>"
             "</div><div class=item><h1>Product %u</h1><table><tr><th>Price<td>%u.50</table><p>Number %u is %u times "
             "better than the one before it, and comes in %u colours.</p></div><div class=foot>All prices include "
             "tax</div>",
             i, i, i * 3 + 7, i, i + 2, i * 2 + 3);
}

static husk_page *product_page(unsigned i)
{
    char html[1024], url[64];
    product(i, html, sizeof html);
    snprintf(url, sizeof url, "http://shop.example/p/%u", i);
    return page_of(html, url);
}

static void learn_product(husk_learner *learner, unsigned i)
{
    char html[1024];
    husk_raw raw;
    husk_digest *digest;
    husk_page *page = product_page(i);
    product(i, html, sizeof html);
    husk_raw_init(&raw, sizeof raw);
    raw.id = raw.url = husk_page_url(page);
    raw.bytes = html;
    raw.len = strlen(html);
    assert_int_equal(husk_learner_read(page, &raw, &digest, NULL), HUSK_OK);
    assert_int_equal(husk_learner_add(learner, digest, NULL), HUSK_OK);
    husk_digest_free(digest);
    husk_page_free(page);
}

static void learn_products(husk_learner *learner, const char *path)
{
    for (unsigned i = 0; i < 8; i++)
        learn_product(learner, i);
    assert_int_equal(husk_learner_finish(learner, path, NULL, NULL), HUSK_OK);
}

static int make_site(void **state)
{
    (void)state;
    husk_learner *learner;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(site_path, sizeof site_path, "%s/site.husk", folder);
    snprintf(other_path, sizeof other_path, "%s/other", folder);
    assert_int_equal(husk_learner_new(NULL, &learner, NULL), HUSK_OK);
    learn_products(learner, site_path);
    husk_learner_free(learner);
    return 0;
}

static int remove_site(void **state)
{
    (void)state;
    unlink(site_path);
    unlink(other_path);
    return rmdir(folder);
}

static husk_site *open_site(void)
{
    husk_site *site;
    assert_int_equal(husk_site_open(site_path, &site, NULL), HUSK_OK);
    return site;
}

static const husk_value *values_of(const husk_row *row, const char *name, husk_column_type *type, size_t *n)
{
    for (size_t i = 0; i < husk_row_n_columns(row); i++) {
        const husk_column *c = husk_row_column(row, i);
        if (c->name.len == strlen(name) && memcmp(c->name.data, name, c->name.len) == 0) {
            *type = c->type;
            return husk_row_values(row, i, n);
        }
    }
    fail_msg("no column %s", name);
    return NULL;
}

static void test_row_of_a_page_never_learned(void **state)
{
    (void)state;
    size_t n;
    husk_column_type type;
    husk_row *row;
    husk_records *records;
    husk_site *site = open_site();
    husk_page *page = product_page(50);
    husk_verdict *v = verdict_of(page, site, false);
    assert_int_equal(husk_records_new(site, NULL, &records, NULL), HUSK_OK);
    assert_int_equal(husk_records_read(records, v, &row, NULL), HUSK_OK);
    husk_verdict_free(v);
    husk_page_free(page); /* the row has its own copies */
    assert_string_equal(husk_row_id(row), "http://shop.example/p/50");
    assert_int_equal(husk_row_class(row), 1);
    assert_true(husk_row_class_name(row).len > 0);
    const husk_value *price = values_of(row, "price", &type, &n);
    assert_int_equal(type, HUSK_COLUMN_NUMBER);
    assert_int_equal(n, 1);
    assert_int_equal(price[0].text.len, 6);
    assert_memory_equal(price[0].text.data, "157.50", 6);
    assert_memory_equal(price[0].typed.data, "157.50", 6);
    assert_true(price[0].number == 157.5);
    assert_int_equal(price[0].currency.len, 0);
    size_t end = husk_row_n_columns(row);
    assert_null(husk_row_column(row, end));
    husk_row_values(row, end, &n);
    assert_int_equal(n, 0);
    husk_row_free(row);
    husk_records_free(records);
    husk_site_free(site);
}

static void test_row_of_a_page_of_no_class(void **state)
{
    (void)state;
    husk_row *row;
    husk_records *records;
    husk_site *site = open_site();
    husk_page *page = page_of(article, "http://elsewhere.example/");
    husk_verdict *v = verdict_of(page, site, false);
    assert_int_equal(husk_records_new(site, NULL, &records, NULL), HUSK_OK);
    assert_int_equal(husk_records_read(records, v, &row, NULL), HUSK_OK);
    assert_int_equal(husk_row_class(row), 0);
    assert_int_equal(husk_row_n_columns(row), 0);
    assert_string_equal(husk_row_class_name(row).data, "");
    husk_row_free(row);
    husk_records_free(records);
    husk_verdict_free(v);
    husk_page_free(page);
    husk_site_free(site);
}

static void store_rows(husk_records *records, husk_site *site)
{
    for (unsigned i = 0; i < 3; i++) {
        husk_row *row;
        husk_page *page = product_page(i);
        husk_verdict *v = verdict_of(page, site, false);
        assert_int_equal(husk_records_read(records, v, &row, NULL), HUSK_OK);
        assert_int_equal(husk_records_store(records, row, NULL), HUSK_OK);
        husk_row_free(row);
        husk_verdict_free(v);
        husk_page_free(page);
    }
}

/* The database appears with the commit, not before. */
static void test_database_appears_complete(void **state)
{
    (void)state;
    char head[16] = "";
    husk_records *records;
    husk_records_options options;
    husk_site *site = open_site();
    husk_records_options_init(&options, sizeof options);
    options.format = HUSK_RECORDS_SQLITE;
    assert_int_equal(husk_records_new(site, &options, &records, NULL), HUSK_OK);
    assert_int_equal(husk_records_create(records, other_path, NULL), HUSK_OK);
    store_rows(records, site);
    assert_int_not_equal(access(other_path, F_OK), 0);
    assert_int_equal(husk_records_commit(records, NULL, NULL), HUSK_OK);
    husk_records_free(records);
    FILE *file = fopen(other_path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
    assert_memory_equal(head, "SQLite format 3", 16);
    fclose(file);
    husk_site_free(site);
}

static void test_records_refuse_unknown_columns_and_formats(void **state)
{
    (void)state;
    husk_error error;
    husk_records *records;
    husk_records_options options;
    husk_site *site = open_site();
    const char *names[] = { "price", "price", "smell" };
    husk_records_options_init(&options, sizeof options);
    options.columns = names;
    options.n_columns = 3;
    assert_int_equal(husk_records_new(site, &options, &records, &error), HUSK_BAD_ARGUMENT);
    assert_string_equal(error.message, "no class in the site file has a column smell");
    husk_records_options_init(&options, sizeof options);
    options.format = (husk_records_format)9;
    assert_int_equal(husk_records_new(site, &options, &records, &error), HUSK_BAD_ARGUMENT);
    assert_null(records);
    husk_site_free(site);
}

static void read_whole(const char *path, char **bytes, size_t *len)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *len = (size_t)ftell(file);
    rewind(file);
    *bytes = malloc(*len + 1);
    assert_int_equal(fread(*bytes, 1, *len, file), *len);
    fclose(file);
}

static void test_site_file_is_copied(void **state)
{
    (void)state;
    char *from, *to, missing[80];
    size_t from_len, to_len;
    husk_error error;
    assert_int_equal(husk_site_copy(site_path, other_path, NULL), HUSK_OK);
    read_whole(site_path, &from, &from_len);
    read_whole(other_path, &to, &to_len);
    assert_int_equal(from_len, to_len);
    assert_memory_equal(from, to, from_len);
    free(from);
    free(to);
    snprintf(missing, sizeof missing, "%s/none", folder);
    assert_int_equal(husk_site_copy(site_path, "/nowhere/at/all", &error), HUSK_IO);
    assert_non_null(strstr(error.message, "/nowhere/at/all"));
    assert_int_equal(husk_site_copy(missing, other_path, NULL), HUSK_OK); /* no file: no copy */
    assert_int_not_equal(access(other_path, F_OK), 0);
}

/* --- near-duplicates and topics ----------------------------------------------------------------------------------- */

static husk_digest *words_of(const char *html, husk_site *site, husk_words words)
{
    husk_digest *digest;
    husk_page *page = page_of(html, "http://shop.example/p/1");
    husk_verdict *v = verdict_of(page, site, false);
    assert_int_equal(husk_dedup_read(v, words, &digest, NULL), HUSK_OK);
    husk_verdict_free(v);
    husk_page_free(page);
    return digest;
}

/* What the site puts on every page does not make two pages alike; the rest does. */
static void test_copies_by_what_is_not_template(void **state)
{
    (void)state;
    char one[1024], two[1024];
    const uint32_t *groups;
    uint32_t n;
    husk_dedup *dedup;
    husk_site *site = open_site();
    product(30, one, sizeof one);
    product(31, two, sizeof two);
    assert_int_equal(husk_dedup_new(NULL, &dedup, NULL), HUSK_OK);
    const char *const pages[] = { one, two, one };
    for (size_t i = 0; i < 3; i++) {
        husk_digest *digest = words_of(pages[i], site, HUSK_WORDS_NOT_TEMPLATE);
        assert_int_equal(husk_dedup_add(dedup, digest, NULL), HUSK_OK);
        husk_digest_free(digest);
    }
    assert_int_equal(husk_dedup_groups(dedup, &groups, &n, NULL), HUSK_OK);
    assert_int_equal(n, 3);
    assert_int_equal(groups[0], 0);
    assert_int_equal(groups[1], 1);
    assert_int_equal(groups[2], 0);
    husk_dedup_free(dedup);
    husk_site_free(site);
}

static void test_words_need_a_verdict_that_is_deep_enough(void **state)
{
    (void)state;
    husk_error error;
    husk_digest *digest;
    husk_verdict *v;
    husk_dedup *dedup;
    husk_dedup_options wrong;
    husk_judge_options options;
    husk_page *page = page_of(article, NULL);
    husk_judge_options_init(&options, sizeof options);
    options.depth = HUSK_DEPTH_CLASS;
    assert_int_equal(husk_judge(page, NULL, &options, &v, NULL), HUSK_OK);
    assert_int_equal(husk_dedup_read(v, HUSK_WORDS_MAIN, &digest, &error), HUSK_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "judge at a greater depth"));
    assert_int_equal(husk_dedup_read(v, (husk_words)9, &digest, &error), HUSK_BAD_ARGUMENT);
    assert_int_equal(husk_dedup_read(v, HUSK_WORDS_ALL, &digest, &error), HUSK_OK);
    husk_dedup_options_init(&wrong, sizeof wrong);
    wrong.similarity = 2;
    assert_int_equal(husk_dedup_new(&wrong, &dedup, &error), HUSK_BAD_ARGUMENT);
    husk_learner *learner;
    assert_int_equal(husk_learner_new(NULL, &learner, NULL), HUSK_OK);
    assert_int_equal(husk_learner_add(learner, digest, &error), HUSK_BAD_ARGUMENT); /* a digest of another step */
    husk_learner_free(learner);
    husk_digest_free(digest);
    husk_verdict_free(v);
    husk_page_free(page);
}

/* --- models ------------------------------------------------------------------------------------------------------- */

static void test_learner_takes_a_site_model(void **state)
{
    (void)state;
    husk_error error;
    husk_learner *learner;
    char *model, *built_in, *given;
    size_t len, n_built_in, n_given;
    assert_int_equal(husk_learner_new(NULL, &learner, NULL), HUSK_OK);
    assert_int_equal(husk_learner_model(learner, "not a model\n", 12, &error), HUSK_BAD_FILE);
    read_whole("models/site.txt", &model, &len);
    assert_int_equal(husk_learner_model(learner, model, len, NULL), HUSK_OK);
    free(model);
    learn_products(learner, other_path);
    husk_learner_free(learner);
    /* The built-in model, given as a file, judges as when it is not. */
    read_whole(site_path, &built_in, &n_built_in);
    read_whole(other_path, &given, &n_given);
    assert_int_equal(n_built_in, n_given);
    assert_memory_equal(built_in, given, n_given);
    free(built_in);
    free(given);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version_is_the_header_s),
        cmocka_unit_test(test_structs_without_their_size_are_refused),
        cmocka_unit_test(test_page_remembers_its_url),
        cmocka_unit_test(test_failed_page_says_why_without_its_id),
        cmocka_unit_test(test_metadata_is_a_struct),
        cmocka_unit_test(test_text_in_one_call),
        cmocka_unit_test(test_extractor_is_used_again),
        cmocka_unit_test(test_extractor_stops),
        cmocka_unit_test(test_text_in_another_format),
        cmocka_unit_test(test_text_of_a_script_shell),
        cmocka_unit_test(test_verdict_has_blocks_paths_and_reasons),
        cmocka_unit_test(test_verdict_refuses_what_it_does_not_know),
        cmocka_unit_test(test_row_of_a_page_never_learned),
        cmocka_unit_test(test_row_of_a_page_of_no_class),
        cmocka_unit_test(test_database_appears_complete),
        cmocka_unit_test(test_records_refuse_unknown_columns_and_formats),
        cmocka_unit_test(test_site_file_is_copied),
        cmocka_unit_test(test_copies_by_what_is_not_template),
        cmocka_unit_test(test_words_need_a_verdict_that_is_deep_enough),
        cmocka_unit_test(test_learner_takes_a_site_model),
    };
    return cmocka_run_group_tests(tests, make_site, remove_site);
}
