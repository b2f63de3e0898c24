/* test_table.c - data or layout, columns under spans, and spans without end. */
#include "unit/make_written.h"

#include "write/table.h"

static bool is_data(const char *html, table_grid *grid)
{
    husk_page *page = page_of(html);
    bool data = false;
    for (uint32_t i = 0; i < page->n_nodes && !data; i++)
        data = page->tag[i] == TAG_TABLE && table_is_data(page, i, &everything, grid);
    husk_page_free(page);
    grid->covered = NULL; /* was the page's */
    return data;
}

static void tables_of_data(void **state)
{
    table_grid grid;
    (void)state;
    assert_true(is_data("<table><tr><th>a<th>b<tr><td>1<td>2</table>", &grid));
    assert_int_equal(grid.n_columns, 2);
    assert_true(grid.has_header);
    assert_true(is_data("<table><tr><td>a<td>b<tr><td>1<td>2</table>", &grid));
    assert_false(grid.has_header);
    assert_true(is_data("<table><thead><tr><td>a<td>b</thead><tr><td>1<td>2</table>", &grid));
    assert_true(grid.has_header);
    assert_true(is_data("<table><tr><td colspan=3>a<tr><td>1<td>2<td>3</table>", &grid));
    assert_int_equal(grid.n_columns, 3);
    assert_true(is_data("<table><tr><td rowspan=2>a<td>b<tr><td>c<td>d</table>", &grid));
    assert_int_equal(grid.n_columns, 3);
}

static void tables_of_layout(void **state)
{
    table_grid grid;
    (void)state;
    assert_false(is_data("<table></table>", &grid));
    assert_false(is_data("<table><tr><td>a</table>", &grid));
    assert_false(is_data("<table><tr><td>a<tr><td>b</table>", &grid));
    assert_false(is_data("<table><tr><td>a<td>b</table>", &grid));
    assert_false(is_data("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", &grid));
    assert_false(is_data("<table><tr><td>a<td><h1>b</h1><tr><td>c<td>d</table>", &grid));
    assert_false(is_data("<table><tr><td>1<td><pre>a\nb</pre><tr><td>c<td>d</table>", &grid));
    char *text = repeated("<table><tr><td>a<td>", "word ", 300, "<tr><td>c<td>d</table>");
    assert_false(is_data(text, &grid));
    free(text);
}

/* What is written is bounded by the cells there are, not by what they claim. */
static void spans_without_end(void **state)
{
    static const char *const rows[] = { "<tr><td>x<td colspan=9000000000000000>y<td>z",
                                        "<tr><td colspan=1000 rowspan=0>x<td>y",
                                        "<tr><td rowspan=65534 colspan=1000>x<td rowspan=9>y<td>z" };
    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        size_t len[2];
        for (size_t k = 0; k < 2; k++) {
            char *html = repeated("<table><tr><th>a<th>b", rows[r], (size_t)5000 << k, "</table>");
            husk_page *page = page_of(html);
            buffer out;
            buffer_init(&out, (size_t)256 << 20);
            assert_int_equal(write_markdown(page, &everything, &out), HUSK_OK);
            len[k] = out.len;
            buffer_free(&out);
            husk_page_free(page);
            free(html);
        }
        assert_true(len[0] < 5000 * 200);
        assert_true(len[1] < 2 * len[0] + 20000);
    }
}

static void empty_cells_hold_their_place(void **state)
{
    (void)state;
    written(write_text, "<table><tr><th>a<th>b<th>c<tr><td><td>x<td><tr><td colspan=2>y<td>z</table>",
            "a | b | c\n | x |\ny |  | z\n");
    written(write_markdown, "<table><tr><th>a<th>b<tr><td rowspan=2>x<td>y<tr><td>z</table>",
            "| a | b |\n| --- | --- |\n| x | y |\n|   | z |\n");
    written(write_text, "<table><tr><th>a<th>b<tr><td><td><tr><td>x<td>y</table>", "a | b\nx | y\n");
    write_options without = everything;
    without.tables = false;
    written_with(write_text, &without, "<p>p<table><tr><th>a<th>b<tr><td>x<td>y</table><table><tr><td>layout</table>",
                 "p\n\nlayout\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_data),
        cmocka_unit_test(tables_of_layout),
        cmocka_unit_test(spans_without_end),
        cmocka_unit_test(empty_cells_hold_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
