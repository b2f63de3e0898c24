/* fuzz_write.c - any bytes as a page, written by every writer; the HTML, read again, must give the same HTML.
 * The first byte chooses what is kept of the page and how small the output's cap is, so that selections and cuts are
 * covered too. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/kept_page.h"
#include "page/page.h"
#include "write/write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef husk_status (*writer)(husk_page *page, const write_options *options, buffer *out);

/* Of two pages: the first is still in use when its output is read. NULL for the bytes of another format. */
static husk_page *parse(const char *bytes, size_t len, int which)
{
    static husk_page *pages[2];
    husk_page_options options;
    husk_page_options_init(&options, sizeof options);
    options.max_milliseconds = 0;
    husk_raw raw = { .size = sizeof(husk_raw),
                     .id = "fuzz",
                     .url = "http://example.org/a/b",
                     .charset = "utf-8",
                     .bytes = bytes,
                     .len = len };
    return kept_page_parse(&pages[which], &options, &raw) ? pages[which] : NULL;
}

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* Every third node and similar: any selection must work. */
static uint8_t *selection(const husk_page *page, unsigned step)
{
    uint8_t *keep = calloc(page->n_nodes, 1);
    check(keep != NULL);
    for (uint32_t i = 0; i < page->n_nodes; i++)
        keep[i] = i % step != 0;
    return keep;
}

/* zstd's memory takes longer than all writers: of so many texts, one. */
#define PARQUET_EVERY 33

/* A head and a row become a file; bytes that are neither are refused, whatever they are. */
static void check_parquet(const write_record *r, const row_columns *columns)
{
    husk_output *rows, *file;
    husk_parquet *p;
    size_t len;
    check(husk_output_new((size_t)64 << 20, &rows) == HUSK_OK && husk_output_new((size_t)64 << 20, &file) == HUSK_OK);
    write_row_head(r->body_name, columns, &rows->bytes);
    write_row(r, columns, &rows->bytes);
    check(husk_parquet_new(&p) == HUSK_OK && rows->bytes.status == HUSK_OK);
    check(husk_parquet_add(p, rows->bytes.data, rows->bytes.len, file, NULL) == HUSK_OK);
    check(husk_parquet_end(p, file, NULL) == HUSK_OK);
    const char *data = husk_output_data(file, &len);
    check(len > 8 && memcmp(data, "PAR1", 4) == 0 && memcmp(data + len - 4, "PAR1", 4) == 0);
    husk_parquet_free(p);
    for (int with_head = 0; with_head < 2; with_head++) {
        husk_output_clear(rows);
        write_row_head(r->body_name, columns, &rows->bytes);
        check(husk_parquet_new(&p) == HUSK_OK);
        check(!with_head || husk_parquet_add(p, rows->bytes.data, rows->bytes.len, file, NULL) == HUSK_OK);
        husk_parquet_add(p, r->body.data, r->body.len, file, NULL);
        husk_parquet_free(p);
    }
    husk_output_free(rows);
    husk_output_free(file);
}

static husk_status document(husk_page *page, const write_options *options, buffer *out)
{
    return write_html_document(page, options, NULL, out);
}

static void write_all(husk_page *page, const write_options *options, size_t cap)
{
    static const writer writers[] = { write_text, write_markdown, write_html, document };
    static unsigned n;
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        buffer out, record;
        buffer_init(&out, cap);
        buffer_init(&record, cap);
        husk_status status = writers[i](page, options, &out);
        check(status == HUSK_OK || status == HUSK_LIMIT);
        check(utf8_valid_len(out.data ? out.data : "", out.len) == out.len);
        double signals[HUSK_N_SIGNALS];
        check(signals_read((slice){ out.data ? out.data : "", out.len }, false, &page->scratch, signals) == HUSK_OK);
        for (unsigned k = HUSK_SIGNAL_PUNCTUATED_LINES; k < HUSK_SIGNAL_SYMBOLS; k++)
            check(signals[k] >= 0 && signals[k] <= 1);
        write_record r = { .id = SLICE("fuzz"),
                           .status = "ok",
                           .body_name = "text",
                           .body = { out.data, out.len },
                           .has_body = true,
                           .signals = signals };
        row_columns columns = { .metadata = true, .signals = true, .form = ROW_JSON };
        write_row(&r, &columns, &record);
        check(record.len == 0 || record.data[record.len - 1] == '\n');
        check(record.len == 0 || memchr(record.data, '\n', record.len) == record.data + record.len - 1);
        buffer_clear(&record);
        columns.form = ROW_CSV;
        write_row(&r, &columns, &record);
        columns.form = ROW_PACKED;
        if (n++ % PARQUET_EVERY == 0)
            check_parquet(&r, &columns);
        buffer_free(&record);
        buffer_free(&out);
    }
}

/* Read the output, write it again: the same bytes. */
static void check_again(const buffer *html, const write_options *options)
{
    husk_page *page = parse(html->data ? html->data : "", html->len, 1);
    buffer again;
    buffer_init(&again, (size_t)64 << 20);
    check(page != NULL);
    check(write_html_document(page, options, NULL, &again) == HUSK_OK);
    check(again.len == html->len && memcmp(again.data, html->data, again.len) == 0);
    buffer_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    husk_page *page = parse((const char *)data + 1, size - 1, 0);
    if (page == NULL)
        return 0;
    uint8_t *keep = data[0] & 1 ? selection(page, 2 + (data[0] >> 1) % 5) : NULL;
    write_options options = { .keep = keep, .links = true, .images = true, .tables = (data[0] & 2) == 0 };
    write_all(page, &options, data[0] & 0x80 ? 16 + size : (size_t)64 << 20);
    buffer html;
    buffer_init(&html, (size_t)64 << 20);
    husk_status status = write_html_document(page, &options, NULL, &html);
    check(status == HUSK_OK);
    options.keep = NULL;
    options.tables = true;
    check_again(&html, &options);
    buffer_free(&html);
    free(keep);
    return 0;
}
