/* test_embedded.c - content outside the visible tree: where it is found, when it is used, and hostile input. */
#include "unit/make_page.h"

#include <stdio.h>

#include "page/embedded.h"
#include "page/script_strings.h"

/* At least sixty words, in two paragraphs; recognised by their first and last. */
#define FIRST                                                                                                         \
    "The harbour of the old town lies quiet in the morning light while the fishermen mend their nets and talk about " \
    "the storm that "                                                                                                 \
    "came over the bay last night and took two of the smaller boats with it."
#define SECOND                                                                                                       \
    "Nobody was hurt but the harbour master says that the wall must be raised before winter comes, and the council " \
    "has promised to "                                                                                               \
    "find the money for it within the year, as it has promised every year since the flood."

typedef struct result {
    husk_page *page;
    arena memory;
    embedded_text *texts;
    uint32_t n;
} result;

static result find_len(const char *html, size_t len, unsigned where)
{
    result r = { .page = page_new() };
    page_parse(r.page, html, len);
    arena_init(&r.memory, (size_t)1 << 28);
    assert_int_equal(page_embedded(r.page, where, &r.memory, &r.texts, &r.n), HUSK_OK);
    return r;
}

static void done(result *r)
{
    arena_free(&r->memory);
    husk_page_free(r->page);
}

/* What a shell with this script becomes. */
static void check(const char *html, const char *expected)
{
    result r = find_len(html, strlen(html), EMBEDDED_IN_DATA | EMBEDDED_IN_SCRIPTS);
    const embedded_text *t = embedded_choose(r.texts, r.n, 0, 0);
    slice got = t ? t->text : (slice){ "", 0 };
    if (!slice_is(got, expected))
        fail_msg("got \"%.*s\", not \"%s\", from %.200s", (int)got.len, got.data, expected, html);
    done(&r);
}

static void linked_data(void **state)
{
    (void)state;
    check("<script "
          "type=application/ld+json>{\"@type\":\"NewsArticle\",\"description\":\"Short.\",\"articleBody\":\"" FIRST
          "\\n" SECOND "\"}</script>",
          FIRST "\n" SECOND);
    check("<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"articleBody\":\"&lt;p&gt;" FIRST
          "&lt;/p&gt;\"}</script>",
          "<p>" FIRST "</p>");
    check("<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"articleBody\":\"<p>" FIRST "<\\/p><p>" SECOND
          "<\\/p>\"}</script>",
          FIRST "\n" SECOND);
    check("<script "
          "type=application/"
          "ld+json>{\"@type\":\"QAPage\",\"mainEntity\":{\"@type\":\"Question\",\"name\":\"Why?\",\"text\":\"" FIRST
          "\","
          "\"acceptedAnswer\":{\"@type\":\"Answer\",\"text\":\"" SECOND "\"}}}</script>",
          FIRST "\n" SECOND);
    check("<script type=application/ld+json>{\"@type\":\"DiscussionForumPosting\",\"text\":\"" FIRST
          "\",\"comment\":[{\"@type\":\"Comment\",\"text\":\"" SECOND "\"}]}</script>",
          FIRST "\n" SECOND);
    check("<script type=application/ld+json>{\"@type\":\"Recipe\",\"recipeIngredient\":[\"two large eggs\",\"a cup of "
          "flour\"],\"recipeInstructions\":"
          "[{\"@type\":\"HowToStep\",\"text\":\"" FIRST "\"}]}</script>",
          "two large eggs\na cup of flour\n" FIRST);
    check("<script type=application/ld+json>{\"@type\":\"JobPosting\",\"description\":\"" FIRST "\"}</script>", FIRST);
    check("<meta itemprop=articleBody content='" FIRST "'><meta itemprop=articleBody content='" SECOND "'>",
          FIRST "\n" SECOND);
}

static void states(void **state)
{
    (void)state;
#define BOTH FIRST " " SECOND
    check("<script id=__NEXT_DATA__ "
          "type=application/json>{\"props\":{\"pageProps\":{\"post\":{\"title\":\"Harbour\",\"content\":\"<p>" BOTH
          "</p>\"}}}}</script>",
          BOTH);
    check("<script>window.__INITIAL_STATE__ = {article: {body: '" BOTH "', id: 7}, ui: {}};</script>", BOTH);
    check("<script>window.__APOLLO_STATE__={\"Post:1\":{\"__typename\":\"Post\",\"blocks\":[{\"text\":\"" FIRST
          "\"},{\"text\":\"" SECOND "\"}]}};(function(){})();</script>",
          FIRST "\n" SECOND);
    check("<script>window.__PRELOADED__ = JSON.parse(\"{\\\"a\\\":{\\\"content\\\":\\\"" BOTH "\\\"}}\")</script>",
          BOTH);
    check("<script>(self.__next_f=self.__next_f||[]).push([0])</"
          "script><script>self.__next_f.push([1,\"1:[\\\"$\\\",\\\"p\\\",null,{\\\"children\\\":\\\"" BOTH
          "\\\"}]\\n\"])</script>",
          BOTH);
    check(
        "<div id=app data-page='{\"component\":\"Post\",\"props\":{\"post\":{\"body\":\"" BOTH BOTH BOTH "\",\"x\":\""
        "                                                                                                              "
        "\"}}}'></div>",
        BOTH BOTH BOTH);
#undef BOTH
}

static void flight_rows_of_text(void **state)
{
    (void)state;
    char html[2000];
    snprintf(html, sizeof html, "<script>self.__next_f.push([1,\"2:T%x,%s3:{\\\"a\\\":1}\\n\"])</script>",
             (unsigned)strlen(FIRST SECOND), FIRST SECOND);
    check(html, FIRST SECOND);
}

/* Interface texts, URLs, code and drawings are not content. */
static void not_content(void **state)
{
    (void)state;
    check("<script>var x = {\"translations\":{\"a\":\"" FIRST "\",\"b\":\"" SECOND "\"}};</script>", "");
    check("<script>var x = {\"cookieConsent\":{\"text\":\"" FIRST SECOND "\"}};</script>", "");
    check("<script>var x = {\"path\":\"M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 "
          "M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 "
          "M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 M12 3 L4 5 M12 3 L4 "
          "5 M12 3 L4 5\"};</script>",
          "");
    check("<script>function f(a, b) { return a ? \"x\" : 'y' } // it's \"code\"\nvar r = /\"/g; f(\"a\", `b "
          "${c}`)</script>",
          "");
    check("<p>" FIRST SECOND "</p>", "");
}

/* When it is used. */
static void decision(void **state)
{
    (void)state;
    embedded_text texts[] = { { .kind = EMBEDDED_BODY, .n_words = 400, .text = SLICE("b") },
                              { .kind = EMBEDDED_DESCRIPTION, .n_words = 100, .text = SLICE("d") },
                              { .kind = EMBEDDED_STATE, .n_words = 900, .text = SLICE("s") } };
    assert_ptr_equal(embedded_choose(texts, 3, 0, 0), &texts[0]);
    assert_ptr_equal(embedded_choose(texts, 3, 100, 1000), &texts[0]); /* a tree that is clearly poorer */
    assert_null(embedded_choose(texts, 3, 140, 1000));                 /* one that is not */
    assert_ptr_equal(embedded_choose(texts + 1, 2, 10, 50), &texts[2]);
    assert_null(embedded_choose(texts + 1, 2, 10, 500)); /* not a shell: its own words count more */
    assert_null(embedded_choose(texts, 0, 0, 0));
    texts[0].n_words = 10;
    assert_null(embedded_choose(texts, 1, 0, 0));
}

/* Where it is searched for on a page that takes 100 of 900 words from its tree. */
static unsigned wanted_of(const char *html)
{
    husk_page *page = page_new();
    page_parse(page, html, strlen(html));
    unsigned where = embedded_wanted(page, 100, 900);
    husk_page_free(page);
    return where;
}

static void wanted(void **state)
{
    (void)state;
    static const char *const with_body[] = {
        "<script type=application/ld+json>{\"articleBody\":\"a\"}</script>",
        "<script type=application/ld+json>{\"@context\":\"x\",\"TEXT\":\"a\"}</script>",
        "<script type=application/ld+json>{text:\"a\"}</script>",
        "<script type=application/ld+json>{\"a\":\"{\\\"text\\\":1}\"}</script>",
        "<script type=application/ld+json>{\"a\":\"{\\ntext:1}\"}</script>",
        "<script type=application/ld+json>{\"a\":\"{\\u0022\\u0074ext\\u0022:1}\"}</script>",
        "<script type=application/ld+json>{\"a\":\"{te\\xt:1}\"}</script>",
        "<meta itemprop=articleBody content=a>",
    };
    static const char *const without[] = {
        "<p>text</p>",
        "<script>var x = {\"text\":\"a\"}</script>",
        "<script type=application/ld+json>{\"@context\":\"a\",\"b\":\"caf\\u00e9 \\/ \\\"te\"}</script>",
        "<meta itemprop=description content=a>",
    };
    for (size_t i = 0; i < sizeof with_body / sizeof *with_body; i++)
        assert_int_equal(wanted_of(with_body[i]), EMBEDDED_IN_DATA);
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        assert_int_equal(wanted_of(without[i]), 0);
    husk_page *page = page_new();
    page_parse(page, with_body[0], strlen(with_body[0]));
    assert_int_equal(embedded_wanted(page, 0, 0), EMBEDDED_IN_DATA | EMBEDDED_IN_SCRIPTS);
    assert_int_equal(embedded_wanted(page, 1000, 2000), 0);
    husk_page_free(page);
}

static void other_scripts(void **state)
{
    (void)state;
#define ZH                                                                                                                                                                     \
    "港口的早晨很安静，渔民们修补渔网，谈论昨夜席卷海湾的风暴，它带走了两艘较小的船。没有人受伤，但港务长说，必须在冬" \
    "天到来之前加高围墙，"                                                                                                                                           \
    "市议会承诺在一年之内找到资金，就像自洪水以来每年承诺的那样。"
    check("<script type=application/json>{\"a\":{\"content\":\"" ZH "\"}}</script>", ZH);
#undef ZH
#define AR                                                                                                                                                                                                \
    "يرقد ميناء المدينة القديمة هادئا في ضوء الصباح بينما يصلح الصيادون شباكهم ويتحدثون عن العاصفة التي اجتاحت " \
    "الخليج الليلة الماضية وأخذت معها اثنين من "                                                                                                                       \
    "القوارب الصغيرة ولم يصب أحد بأذى لكن رئيس الميناء يقول إن الجدار يجب أن يرفع قبل حلول الشتاء وقد وعد المجلس " \
    "بإيجاد المال خلال السنة كما وعد كل سنة منذ "                                                                                                                       \
    "الفيضان الكبير الذي غمر البلدة كلها قبل عشرة أعوام"
    check("<script type=application/json>{\"a\":{\"content\":\"" AR "\"}}</script>", AR);
#undef AR
}

static bool note(void *context, const script_string *s)
{
    buffer *out = context;
    buffer_append(out, s->key.data, s->key.len);
    buffer_byte(out, '=');
    script_unescape(s->raw, out);
    buffer_byte(out, '|');
    return true;
}

static void strings_of(const char *text, const char *expected)
{
    buffer out;
    buffer_init(&out, 10000);
    script_scan scan = { .each = note, .context = &out };
    script_strings((slice){ text, strlen(text) }, &scan);
    buffer_byte(&out, 0);
    assert_string_equal(out.data, expected);
    buffer_free(&out);
}

static void strings(void **state)
{
    (void)state;
    strings_of("{\"a\":\"b\",\"c\":[\"d\",\"e\"]}", "a=b|c=d|c=e|");
    strings_of("x = {a: 'b\\'c', \"d\" : `e\nf`}", "a=b'c|d=e\nf|");
    strings_of("{\"a\":\"\\u0041\\ud83d\\ude00\\n\\/\\x41\\ud83d\"}", "a=A😀\n/A\xef\xbf\xbd|");
    strings_of("/* \"no\" */ f(\"a\") // \"no\"\n{b:\"c\"}", "=a|b=c|");
    strings_of("{\"a\":\"never closed\n,\"b\":\"c\"}", "b=c|");
    strings_of("]]}}\"a\"", "=a|");
    strings_of("\"a", "");
    strings_of("{\"a\":{\"b\":[[\"c\"]]}}", "b=c|");
    strings_of("\\", "");
}

static void hostile(void **state)
{
    static const struct {
        const char *before, *piece;
        size_t n;
        const char *after;
    } pages[] = {
        { "<script type=application/json>", "[", 1000000, "</script>" },
        { "<script type=application/json>", "{\"a\":", 1000000, "\"x\"</script>" },
        { "<script type=application/json>{\"a\":\"", "aaaa bbb ccc ddd ", 4 << 20, "\"}</script>" },
        { "<script type=application/json>[", "\"some words that are new here and there are enough of them\",", 200000,
          "1]</script>" },
        { "<script type=application/json>{\"a\":\"", "[\\\"{\\\\\\\"", 300000, "\"}</script>" },
        { "", "<script type=application/json>{\"body\":\"" FIRST "\"}</script>", 5000, "" },
        { "<script>self.__next_f.push([1,\"", "1:Tffffffff,", 100000, "\"])</script>" },
        { "<script>self.__next_f.push([1,\"", "1:\\n", 300000, "\"])</script>" },
        { "<script>self.__next_f.push([1,\"", "a\\n", 1000000, "\"])</script>" },
        { "<script>self.__next_f.push([1,\"", "1:T1,", 1000000, "\"])</script>" },
        { "<script type=application/json>{\"a\":\"", "\\", 1000001, "\"}</script>" },
        { "<script type=application/json>{\"html\":\"<p>", "<b>x &amp; ", 500000, "</p>\"}</script>" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char *html = repeated(pages[i].before, pages[i].piece, pages[i].n, pages[i].after);
        result r = find_len(html, strlen(html), EMBEDDED_IN_DATA | EMBEDDED_IN_SCRIPTS);
        assert_true(r.n <= 16);
        done(&r);
        free(html);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linked_data), cmocka_unit_test(states),        cmocka_unit_test(flight_rows_of_text),
        cmocka_unit_test(not_content), cmocka_unit_test(decision),      cmocka_unit_test(wanted),
        cmocka_unit_test(strings),     cmocka_unit_test(other_scripts), cmocka_unit_test(hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
