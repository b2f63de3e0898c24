/* test_layout.c - estimated boxes: positions, elements without area, and boxes from a browser. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chakrabarti-2007/layout.h"

static husk_page *page;

static layout laid_out(const char *html)
{
    layout made;
    husk_raw raw = { .size = sizeof(husk_raw), .id = "test", .bytes = html, .len = strlen(html) };
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(page_layout(page, NULL, &made), HUSK_OK);
    return made;
}

/* The first element with this tag. */
static uint32_t find(uint16_t tag)
{
    for (uint32_t i = 0; i < page->n_nodes; i++)
        if (page->tag[i] == tag)
            return i;
    fail_msg("no such element");
    return 0;
}

static void more_text_is_taller(void **unused)
{
    (void)unused;
    layout l = laid_out(
        "<p>short</p><div>long text that goes on and on long text that goes on and on long text that goes on and on "
        "long text that goes on and on long text that goes on and on long text that goes on and on</div>");
    layout_box p = l.box[find(TAG_P)], div = l.box[find(TAG_DIV)];
    assert_true(p.width == div.width);
    assert_true(div.height > p.height);
    assert_true(div.y >= p.y + p.height);
    assert_true(l.height >= div.y + div.height);
}

/* The sub-menu takes no room, however long; the last rule for a class wins; rules for pointers and media are ignored.
 */
static void menus_hidden_by_style_take_no_room(void **unused)
{
    (void)unused;
    static const char sheet[] =
        "<style>@media print { main { display: none } } /* menus */ .menu li > ul, #gone { color: red; display:none "
        "} .menu li:hover > ul { display: block } .shown { display: none } .shown { display: "
        "block }</style>";
    char html[2000];
    snprintf(html, sizeof html,
             "%s<nav class='top menu'><ul><li>One<ul class=sub><li>Two<li>Three<li>Four</ul></ul></nav>"
             "<main class=shown>Text</main><footer id=gone>Five</footer>",
             sheet);
    layout hidden = laid_out(html);
    assert_true(hidden.box[find(TAG_MAIN)].height > 0);
    assert_true(hidden.box[find(TAG_FOOTER)].height == 0);
    float below_hidden = hidden.box[find(TAG_MAIN)].y;
    float below_shown = laid_out(html + strlen(sheet)).box[find(TAG_MAIN)].y;
    assert_true(below_hidden < below_shown);
}

static void cells_stand_side_by_side(void **unused)
{
    (void)unused;
    layout l = laid_out("<table width=800><tr><td width=200>left</td><th width=600>right</th></tr></table>");
    layout_box left = l.box[find(TAG_TD)], right = l.box[find(TAG_TH)], row = l.box[find(TAG_TR)];
    assert_true(left.y == right.y);
    assert_float_equal(left.x + left.width, right.x, .01);
    assert_float_equal(left.width, 200, .01);
    assert_true(row.height >= left.height && row.height >= right.height);
}

static void side_bars_stand_beside(void **unused)
{
    (void)unused;
    layout l = laid_out("<aside>menu</aside><p>text</p>");
    layout_box side = l.box[find(TAG_ASIDE)], p = l.box[find(TAG_P)];
    assert_true(side.x + side.width <= p.x);
    l = laid_out("<p>text<br>text<br>text<br>text</p><div class='left-sidebar'>menu</div>");
    side = l.box[find(TAG_DIV)], p = l.box[find(TAG_P)];
    assert_true(side.x > l.width / 2);
    assert_true(side.y == p.y);
}

static void sizes_that_are_stated_count(void **unused)
{
    (void)unused;
    layout l = laid_out("<div style='width: 50%'><img width=120 height=\"80\"><span>word</span></div>");
    layout_box img = l.box[find(TAG_IMG)], div = l.box[find(TAG_DIV)], body = l.box[find(TAG_BODY)],
               span = l.box[find(TAG_SPAN)];
    assert_true(img.width == 120 && img.height == 80);
    assert_true(div.width < .51f * body.width);
    assert_true(div.height >= 80);
    assert_true(span.x >= img.x + img.width);
}

static void what_is_not_shown_has_no_area(void **unused)
{
    (void)unused;
    layout l =
        laid_out("<p hidden>hidden<b>bold</b></p><script>var script = 1</script><input type=hidden><div></div>text");
    assert_true(layout_area(&l, find(TAG_P)) == 0);
    assert_true(layout_area(&l, find(TAG_B)) == 0);
    assert_true(layout_area(&l, find(TAG_SCRIPT)) == 0);
    assert_true(layout_area(&l, find(TAG_INPUT)) == 0);
    assert_true(layout_area(&l, find(TAG_DIV)) == 0);
    assert_int_equal(l.chars_before[page->n_nodes], 4);
    assert_int_equal(l.words_before[page->n_nodes], 1);
}

static void lines_of_pre_are_kept(void **unused)
{
    (void)unused;
    layout l = laid_out("<pre>1\n2\n3\n4\n5</pre><p>1 2 3 4 5</p>");
    assert_true(l.box[find(TAG_PRE)].height > 4 * l.box[find(TAG_P)].height);
}

static void words_are_counted_in_any_script(void **unused)
{
    (void)unused;
    layout l = laid_out("<p>Two words, <i>日本語</i></p>");
    assert_int_equal(layout_words(&l, page, find(TAG_P)), 5);
    assert_int_equal(layout_chars(&l, page, find(TAG_P)), 12);
    assert_int_equal(layout_words(&l, page, find(TAG_I)), 3);
}

static void a_browsers_boxes_are_used(void **unused)
{
    (void)unused;
    layout l = laid_out("<body data-husk-box='0 0 1000 500'><p data-husk-box='10 -20 30 40'>a</p><div>b</div>"
                        "<ul data-husk-box='1 2 3'></ul><ol data-husk-box='1 x 3 4'></ol></body>");
    assert_true(l.is_real);
    layout_box p = l.box[find(TAG_P)];
    assert_true(p.x == 10 && p.y == -20 && p.width == 30 && p.height == 40);
    assert_true(layout_area(&l, find(TAG_DIV)) == 0);
    assert_true(layout_area(&l, find(TAG_UL)) == 0);
    assert_true(layout_area(&l, find(TAG_OL)) == 0);
    assert_false(laid_out("<body data-husk-box='0 0 1000'><p data-husk-box='10 20 30 40'>a</p></body>").is_real);
}

static void odd_pages_do_no_harm(void **unused)
{
    (void)unused;
    laid_out("");
    laid_out("<table><tr><td><table><td>a<tr>b</table><td width=0 style='width:'>c<td width='99999999999999%'>d");
    laid_out("<i><div><b><p>x</i>y</b></div><br><br><hr><select><option>a</select><button>b<div>c</div></button>");
    laid_out("<div style='float:left;width:10px'><div "
             "style='float:right;width:400%;width'>x</div></div><frameset><frame></frameset>");
    size_t len = 4000 * 6;
    char *deep = malloc(len + 1);
    for (size_t i = 0; i < 4000; i++)
        memcpy(deep + i * 6, i % 2 ? "<span>" : "<ul>  ", 6);
    deep[len] = 0;
    laid_out(deep);
    free(deep);
}

static int setup(void **unused)
{
    (void)unused;
    return husk_page_new(NULL, &page, NULL) != HUSK_OK;
}

static int teardown(void **unused)
{
    (void)unused;
    husk_page_free(page);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_text_is_taller),         cmocka_unit_test(menus_hidden_by_style_take_no_room),
        cmocka_unit_test(cells_stand_side_by_side),    cmocka_unit_test(side_bars_stand_beside),
        cmocka_unit_test(sizes_that_are_stated_count), cmocka_unit_test(what_is_not_shown_has_no_area),
        cmocka_unit_test(lines_of_pre_are_kept),       cmocka_unit_test(words_are_counted_in_any_script),
        cmocka_unit_test(a_browsers_boxes_are_used),   cmocka_unit_test(odd_pages_do_no_harm),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
