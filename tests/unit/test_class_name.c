/* test_class_name.c - names of classes: the kind of their pages, and words of titles and URLs that tell them apart. */
#include "unit.h"

#include "learn/class_name.h"

#define PAGE(a, t)              \
    {                           \
        { (a), sizeof(a) - 1 }, \
        {                       \
            (t), sizeof(t) - 1  \
        }                       \
    }
enum { MOST_CLASSES = 4 };

static void check(const class_page *pages, const uint32_t *first, const char *const *kind, uint32_t n,
                  const char *const *want)
{
    arena memory;
    slice names[MOST_CLASSES];
    arena_init(&memory, 1 << 20);
    assert_true(class_names(pages, first, kind, n, &memory, names));
    for (uint32_t k = 0; k < n; k++) {
        assert_int_equal(names[k].len, strlen(want[k]));
        assert_memory_equal(names[k].data, want[k], names[k].len);
    }
    arena_free(&memory);
}

/* Words that other classes have too do not count; one title in three may lack a word. Small words are no name. */
static void test_titles(void **state)
{
    (void)state;
    const class_page pages[] = {
        PAGE("d/a.html", "Manual: A Class Reference"),  PAGE("d/b.html", "Manual: B Class Reference"),
        PAGE("d/c.html", "Manual: C Struct Reference"), PAGE("d/x.html", "Manual: Member List of X"),
        PAGE("d/y.html", "Manual: Member List of Y"),   PAGE("d/z.html", "Manual: Reference of all")
    };
    check(pages, (uint32_t[]){ 0, 3, 6 }, NULL, 2, (const char *[]){ "Class Reference", "Member List" });
}

/* The kind is said where classes differ in it, or where there is nothing else to say. */
static void test_kinds(void **state)
{
    (void)state;
    const class_page pages[] = { PAGE("http://a.org/", "Home"),          PAGE("http://a.org/frost/", "Frost"),
                                 PAGE("http://a.org/pond/", "Pond"),     PAGE("http://a.org/tag/soil/", "soil"),
                                 PAGE("http://a.org/tag/water/", "wet"), PAGE("http://a.org/?author=3", "Ines"),
                                 PAGE("http://a.org/?author=4", "Jo"),   PAGE("http://a.org/?author=5", "Max") };
    const char *different[] = { "listing", "article", "listing", "listing" };
    const char *same[] = { different[0], different[0], different[0], different[0] };
    const uint32_t first[] = { 0, 1, 3, 5, 8 };
    check(pages, first, different, 4, (const char *[]){ "start page", "article", "listing: tag", "listing: author" });
    check(pages, first, same, 4, (const char *[]){ "start page", "listing", "tag", "author" });
    check(pages, (uint32_t[]){ 0, 8 }, different, 1, (const char *[]){ "listing" });
}

/* Parts of a page's own name; two parts if none is on most pages. */
static void test_addresses(void **state)
{
    (void)state;
    const class_page pages[] = { PAGE("api/method.Box.add.html", ""), PAGE("api/method.Box.new.html", ""),
                                 PAGE("api/Box-members.html", ""),    PAGE("api/Row-members.html", ""),
                                 PAGE("api/sql-select.html", ""),     PAGE("api/sql-drop.html", ""),
                                 PAGE("api/app-dump.html", ""),       PAGE("api/app-restore.html", ""),
                                 PAGE("api/b%C3%A4r/1.html", ""),     PAGE("api/b%C3%A4r/2.html", "") };
    check(pages, (uint32_t[]){ 0, 2, 4, 8, 10 }, NULL, 4, (const char *[]){ "method", "members", "sql, app", "pages" });
}

/* Classes that are told from all others by the same words are compared among themselves, then numbered. */
static void test_same_names(void **state)
{
    (void)state;
    const class_page pages[] = { PAGE("a/spring/1.html", "List"), PAGE("b/spring/2.html", "List"),
                                 PAGE("c/autumn/3.html", "List"), PAGE("d/autumn/4.html", "List"),
                                 PAGE("e/5.html", "Bed"),         PAGE("f/spring/6.html", "Bed"),
                                 PAGE("g/spring/7.html", "Bed"),  PAGE("h/spring/8.html", "Bed"),
                                 PAGE("i/autumn/9.html", "Bed"),  PAGE("j/autumn/10.html", "Bed"),
                                 PAGE("k/autumn/11.html", "Bed"), PAGE("l/12.html", "Bed") };
    check(pages, (uint32_t[]){ 0, 2, 4, 12 }, NULL, 3, (const char *[]){ "List, spring", "List, autumn", "pages" });
    check(pages, (uint32_t[]){ 4, 6, 8, 10 }, NULL, 3, (const char *[]){ "pages", "spring", "autumn" });
    check(pages, (uint32_t[]){ 0, 1, 2 }, NULL, 2, (const char *[]){ "pages", "pages 2" });
    check(pages, (uint32_t[]){ 0, 0 }, NULL, 1, (const char *[]){ "" });
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_titles), cmocka_unit_test(test_kinds),
                                        cmocka_unit_test(test_addresses), cmocka_unit_test(test_same_names) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
