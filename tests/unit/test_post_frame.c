/* test_post_frame.c - signatures, and lines that number, date or name the author of a post, are dropped; what only
 * looks like them stays.
 */
#include "unit/make_page.h"

#include "judge/rules.h"

#define MOST_BLOCKS 16

/* Of a page whose blocks are all kept: the first words of those that still are, each with a space after it. */
static void check(const char *html, const char *expected)
{
    husk_page *page = page_of(html);
    bool keep[MOST_BLOCKS];
    char found[256];
    size_t n = 0;
    assert_true(page->n_blocks <= MOST_BLOCKS);
    memset(keep, true, sizeof keep);
    post_frame_drop(page, keep);
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        const char *text = page->block_text.data + page->blocks[b].text_start;
        for (size_t i = 0; keep[b] && i < page->blocks[b].text_len && text[i] != ' ' && n + 2 < sizeof found; i++)
            found[n++] = text[i];
        if (keep[b])
            found[n++] = ' ';
    }
    found[n] = 0;
    assert_string_equal(found, expected);
    husk_page_free(page);
}

static void test_signature(void **state)
{
    (void)state;
    check("<div class=post><p>Said this.</p><div class=signature>Bed nine since 2016</div></div>", "Said ");
    check("<div class=x><p>Said this.</p><aside class=message-signature><div><b>Bed</b> nine</div></aside></div>",
          "Said ");
    check("<div id=topic><ul><li><p>Said this.</p><p class=forumPost__signature>Bed</p></ul></div>", "Said ");
}

static void test_no_signature(void **state)
{
    (void)state;
    check("<div class=doc><div class=signature>open(path)</div><p>Opens it.</p></div>", "open(path) Opens ");
    check("<div class=post><pre class=signature>open(path)</pre><p>Opens it.</p></div>", "open(path) Opens ");
    check("<dl class=post><dt class=signature>open(path)</dt><dd>Opens it.</dl>", "open(path) Opens ");
    check("<div class=post><p>Our signature dish.</p></div>", "Our ");
    check(
        "<div class=post><div class=signature-dish>A post in forty-one words is one: one two three four five six seven "
        "eight nine ten one two three four five six seven eight nine ten one two three four five six seven eight "
        "nine ten one two three four five.</div></div>",
        "A ");
}

static void test_drawn_rule(void **state)
{
    (void)state;
    check("<table><tr><td><span class=postbody>Said this.<br>_________________<br>Bed nine<br><br>since 2016</span>"
          "<tr><td><span class=postbody>Then that.</span></table>",
          "Said Then ");
    check("<div class=text>Said this.<br>_________________<br>A note.</div>", "Said _________________ ");
}

static void test_number_and_date(void **state)
{
    (void)state;
    check("<p><time>16 September 2024, 20:15</time> <a href=#p7>#7</a></p><p>Said this.</p>", "Said ");
    check("<p>#12 · Mar 25, 2025</p><p>#4 2024-08-04 13:03:33</p><p>Said this.</p>", "Said ");
    check("<p>Monday, 16 September 2024, 8:15 pm #7</p>", "");
}

static void test_no_number_and_date(void **state)
{
    (void)state;
    check("<p>16 September 2024</p>", "16 ");                            /* a heading of a diary */
    check("<p>Bug #7</p><p>Ranked #7 of 100</p>", "Bug Ranked ");        /* no date */
    check("<p>Bug #7 was mended here on 16 September 2024</p>", "Bug "); /* words */
    check("", "");
}

static void test_name_and_time(void **state)
{
    (void)state;
    check("<article class=post><div>ann 2014-04-17 18:05 UTC</div><p>Said this.</article>"
          "<article class=post><div>bob 2014-04-18 10:08 UTC</div><p>Then that.</article>",
          "Said Then ");
    check("<div class=topic-post><div><p>Ann (ann) November 8, 2024, 7:33pm 1</p></div><p>Said this.</div>"
          "<div class=topic-post><div><p>Bob November 9, 2024, 6:19am 2</p></div><p>Then that.</div>",
          "Said Then ");
}

static void test_no_name_and_time(void **state)
{
    (void)state;
    check("<div class=post><p>ann 2014-04-17 18:05</p></div>", "ann "); /* only one */
    check("<div class=post><p class=a>ann 2014-04-17 18:05</p><p class=b>bob 2014-04-18 10:08</p></div>", "ann bob ");
    check("<div class=post><p>Dec 16, 2025</p><p>Dec 8, 2025</p></div>", "Dec Dec ");         /* a list of articles */
    check("<ul><li>ann 2014-04-17 18:05</li><li>bob 2014-04-18 10:08</li></ul>", "ann bob "); /* not in a post */
    check("<div class=post><p>We all met here on 2014-04-17 at 18:05</p><p>We met here on 2014-04-18 at 10:08 "
          "again</div>",
          "We We "); /* words */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signature),          cmocka_unit_test(test_no_signature),
        cmocka_unit_test(test_drawn_rule),         cmocka_unit_test(test_number_and_date),
        cmocka_unit_test(test_no_number_and_date), cmocka_unit_test(test_name_and_time),
        cmocka_unit_test(test_no_name_and_time)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
