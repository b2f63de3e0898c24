/* test_wiki.c - a wiki's pages are recognised by links to its editor and its revisions. */
#include "unit/make_page.h"

#include "judge/site/site_main.h"

static bool is_wiki(const char *html)
{
    husk_page *page = page_of(html);
    bool answer = page_is_wiki(page);
    husk_page_free(page);
    return answer;
}

static void wikis(void **state)
{
    (void)state;
    assert_true(is_wiki("<p>Herons</p><a href='/index.php?title=Herons&amp;action=edit'>Edit</a>"));
    assert_true(is_wiki("<p>Herons</p><a href='/Herons?action=history'>History</a>"));
    assert_true(is_wiki("<p>Herons</p><a href='?id=herons;do=revisions#top'>Old revisions</a>"));
    assert_true(is_wiki("<p>Herons</p><a href='index.php%3Ftitle=Herons&amp;action=edit.html'>Edit, in a copy</a>"));
    assert_true(is_wiki("<link rel=edit href='/w?action=edit#it'><p>Herons</p>"));
}

static void others(void **state)
{
    (void)state;
    assert_false(is_wiki("<p>Herons</p>"));
    assert_false(is_wiki("<a href=''>x</a><a href='?'>x</a><a href='?action'>x</a><a href='?action='>x</a>"));
    assert_false(is_wiki("<a href='https://forge.example/edit/main/herons.md'>Edit this page</a>"));
    assert_false(is_wiki("<a href='/w?title=Egrets&amp;action=edit&amp;redlink=1'>Egrets</a>"));
    assert_false(is_wiki("<a href='/cart?action=editor&amp;redo=edit'>Cart</a>"));
    assert_false(is_wiki("<a href='/login?then=1#action=edit'>Log in</a><form action='?action=edit'></form>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(wikis), cmocka_unit_test(others) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
