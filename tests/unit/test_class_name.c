/* test_class_name.c - names of classes: what URLs and titles have in common. */
#include "unit.h"

#include "learn/class_name.h"

#define PAGE(a, t)              \
    {                           \
        { (a), sizeof(a) - 1 }, \
        {                       \
            (t), sizeof(t) - 1  \
        }                       \
    }

static void check(const class_page *pages, uint32_t n, const char *want)
{
    buffer name;
    buffer_init(&name, 4096);
    class_name(pages, n, 0, n, &name);
    buffer_byte(&name, 0);
    assert_string_equal(name.data, want);
    buffer_free(&name);
}

static void test_names(void **state)
{
    (void)state;
    const class_page uses[] = { PAGE("api/java/lang/class-use/String.html", "Uses of Class java.lang.String (Java SE)"),
                                PAGE("api/java/io/class-use/File.html", "Uses of Class java.io.File (Java SE)") };
    check(uses, 2, "class-use/*.html (Uses of Class (Java SE))");
    const class_page one[] = { PAGE("site/index.html", "Home") };
    check(one, 1, "site/index.html");
    const class_page same[] = { PAGE("http://a.org/p?id=1", "A"), PAGE("http://a.org/p?id=2", "B") };
    check(same, 2, "/a.org/p");
    const class_page part[] = { PAGE("d/aa.html", ""), PAGE("d/aaa.html", "") };
    check(part, 2, "d/aa*.html");
    const class_page deep[] = { PAGE("x.html", ""), PAGE("d/y.html", "") };
    check(deep, 2, "*.html");
    const class_page points[] = { PAGE("d/\xC3\xA9.html", ""), PAGE("d/\xC3\xA8.html", "") };
    check(points, 2, "d/*.html");
    const class_page days[] = { PAGE("http://a.org/1999/05/x/", ""), PAGE("http://a.org/1998/12/y/", "") };
    check(days, 2, "YYYY/NN/*/");
    const class_page top[] = { PAGE("http://a.org/soil/", ""), PAGE("http://a.org/water/", "") };
    check(top, 2, "a.org/*/");
    const class_page depths[] = { PAGE("http://a.org/", ""), PAGE("http://a.org/a/soil/", ""),
                                  PAGE("http://b.org/water/", "") };
    check(depths, 3, "…/*/");
    check(one, 0, "");
}

/* Words that other classes have too do not count; one title in three may lack a word. */
static void test_words_that_tell(void **state)
{
    (void)state;
    const class_page all[] = {
        PAGE("d/a.html", "Manual: A Class Reference"),  PAGE("d/b.html", "Manual: B Class Reference"),
        PAGE("d/c.html", "Manual: C Struct Reference"), PAGE("d/x.html", "Manual: Member List"),
        PAGE("d/y.html", "Manual: Member List"),        PAGE("d/z.html", "Manual: Reference of all")
    };
    buffer name;
    buffer_init(&name, 4096);
    class_name(all, 6, 0, 3, &name);
    buffer_text(&name, " | ");
    class_name(all, 6, 3, 3, &name);
    buffer_byte(&name, 0);
    assert_string_equal(name.data, "*.html (Class Reference) | *.html (Member List)");
    buffer_free(&name);
}

/* Addresses that end with a slash are named after their folders too. */
static void test_folders_with_slashes(void **state)
{
    (void)state;
    const class_page pages[] = { PAGE("http://a.org/tag/soil/", ""), PAGE("http://a.org/tag/water/", ""),
                                 PAGE("http://a.org/", ""), PAGE("http://a.org/author/ines/", ""),
                                 PAGE("http://a.org/the-well/", "") };
    buffer name;
    buffer_init(&name, 4096);
    class_name(pages, 5, 0, 4, &name);
    buffer_byte(&name, 0);
    assert_string_equal(name.data, "tag/*/, …");
    buffer_free(&name);
}

/* The folder of the whole site is left out; pages of several folders are named after the largest, or their own folder.
 */
static void test_folders(void **state)
{
    (void)state;
    const class_page all[] = { PAGE("s/index.html", ""),        PAGE("s/log/tag/a.html", ""),
                               PAGE("s/log/tag/b.html", ""),    PAGE("s/log/1999.html", ""),
                               PAGE("s/log/1998.html", ""),     PAGE("s/kind/x.html", ""),
                               PAGE("s/talk/index.html", ""),   PAGE("s/talk/beds/index.html", ""),
                               PAGE("s/log/the-pond.html", ""), PAGE("s/log/frost.html", "") };
    static const struct {
        uint32_t first, n;
        const char *want;
    } of[] = { { 0, 1, "index.html" },
               { 1, 5, "log/tag/*.html, log/199*.html, …" },
               { 6, 2, "talk/…/index.html" },
               { 8, 2, "log/*.html" } };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        buffer name;
        buffer_init(&name, 4096);
        class_name(all, 10, of[i].first, of[i].n, &name);
        buffer_byte(&name, 0);
        assert_string_equal(name.data, of[i].want);
        buffer_free(&name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_names), cmocka_unit_test(test_words_that_tell),
                                        cmocka_unit_test(test_folders), cmocka_unit_test(test_folders_with_slashes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
