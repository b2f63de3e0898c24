/* test_metadata.c - a page's metadata: every source, every field, their precedence, and hostile input. */
#include "unit/make_page.h"

#include "page/meta/metadata.h"

#define NOW 1763164800 /* 2025-11-15 */

typedef struct result {
    husk_page *page;
    arena memory;
    husk_metadata m;
    meta_candidates considered;
} result;

static result read_len(const char *html, size_t len, const char *url, int64_t now)
{
    result r = { .page = page_new() };
    husk_raw raw = { .size = sizeof(husk_raw), .id = "test", .url = url, .bytes = html, .len = len };
    husk_status status = husk_page_parse(r.page, &raw, NULL);
    assert_true(status == HUSK_OK || status == HUSK_LIMIT);
    arena_init(&r.memory, (size_t)1 << 26);
    metadata_options options = { .now = now, .considered = &r.considered };
    assert_int_equal(page_metadata_read(r.page, &options, &r.memory, &r.m), HUSK_OK);
    return r;
}

static result read(const char *html)
{
    return read_len(html, strlen(html), "https://www.example.com/dir/page.html", NOW);
}

static void done(result *r)
{
    arena_free(&r->memory);
    husk_page_free(r->page);
}

static void equal(slice got, const char *expected, const char *html)
{
    if (!slice_is(got, expected))
        fail_msg("got \"%.*s\", not \"%s\", from %.300s", (int)got.len, got.data ? got.data : "", expected, html);
}

static void check_title(const char *html, const char *expected)
{
    result r = read(html);
    equal(r.m.title, expected, html);
    done(&r);
}

static void check_author(const char *html, const char *expected)
{
    result r = read(html);
    equal(r.m.author, expected, html);
    done(&r);
}

static void check_date(const char *html, const char *expected)
{
    result r = read(html);
    equal(r.m.date, expected, html);
    done(&r);
}

#define LD(json) "<script type='application/ld+json'>" json "</script>"

/* The site's name is not the page's title, whatever element it is in. */
static void site_names(void **state)
{
    static const char address[] = "https://www.allotment.test/notes/frost.html";
    static const struct {
        const char *html, *title;
    } pages[] = {
        { "<title>First frost | Mill Lane</title><h1 class='site-title'>Mill Lane</h1><h1>First frost</h1>",
          "First frost" },
        { "<title>First frost | Mill Lane</title><h1><a href='../index.html'>Mill Lane</a></h1><h2>First frost</h2>",
          "First frost" },
        { "<title>First frost | Mill Lane</title><a href=/><h1>Mill Lane</h1></a><p>Cold.", "First frost" },
        { "<title>Board: Growing » First frost</title><h1 id=boardname>Board</h1><h3>First frost</h3>", "First frost" },
        { "<title>Mill Lane - First frost of the year</title><h1>Mill Lane</h1><h1>First frost of the year</h1>",
          "First frost of the year" },
        { "<title>Mill Lane</title><meta property=og:site_name content='Mill Lane'><h1>First frost</h1>",
          "First frost" },
        { "<title>Mill Lane</title><meta property=og:site_name content='Mill Lane'><p>Cold.", "" },
        { "<title>Mill Lane</title><p>Cold.", "Mill Lane" },
        { "<meta property=og:title content=Allotment><title>First frost - Allotment</title><h1>Allotment</h1>",
          "First frost" },
        { "<title>First frost | Mill Lane</title><h1 class='blog-title'>First frost</h1>", "First frost" },
        { "<title>First frost</title><h1><a href='/notes/frost.html'>First frost</a></h1>", "First frost" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        result r = read_len(pages[i].html, strlen(pages[i].html), address, NOW);
        equal(r.m.title, pages[i].title, pages[i].html);
        done(&r);
    }
    static const char front[] = "<title>Mill Lane</title><h1><a href='/'>Mill Lane</a></h1>";
    result r = read_len(front, sizeof front - 1, "https://www.allotment.test/", NOW);
    equal(r.m.title, "Mill Lane", front);
    done(&r);
}

static void titles(void **state)
{
    (void)state;
    check_title("", "");
    check_title("<title>One thing</title>", "One thing");
    check_title("<title>\n  Two \t things&nbsp;here </title>", "Two things here");
    check_title("<title>A story | Example</title>", "A story");
    check_title("<title>Example: how it began</title>", "Example: how it began");
    check_title("<title>A long story - The Daily Planet</title><meta property=og:site_name content='The Daily Planet'>",
                "A long story");
    check_title("<title>The Daily Planet » A long story</title><meta property=og:site_name content='The Daily Planet'>",
                "A long story");
    check_title("<title>A long story - Someone Else's Paper</title><h1>A long story</h1>", "A long story");
    check_title("<title>Why cats purr at night</title><h1>Example</h1><h1>Why cats purr</h1>", "Why cats purr");
    check_title("<title>Why cats purr at night</title><h1>Our Blog</h1>", "Why cats purr at night");
    check_title("<title>Why cats purr - Manual</title><h1>Why cats purr<a class=headerlink href='#cats'>¶</a></h1>",
                "Why cats purr");
    check_title("<title>C# for cats</title><h1>Cats and <a href='#c'>C#</a></h1>", "Cats and C#");
    check_title("<title>x</title><meta property='og:title' content='The better title'>", "The better title");
    check_title("<meta property='og:title' content='30 years of &lt;br&gt; tags'>", "30 years of <br> tags");
    check_title("<meta property='og:title' content='Salt &amp;amp; pepper'>", "Salt & pepper");
    check_title(LD("{\"@type\":\"NewsArticle\",\"headline\":\"From <em>data<\\/em> alone\"}"), "From data alone");
    check_title("<title>{{ page.title }}</title><h1>Real</h1>", "Real");
    check_title("<title>Wie Katzen schnurren – Beispiel-Blatt</title><meta property=og:site_name "
                "content='Beispiel-Blatt'><h1>Wie Katzen schnurren</h1>",
                "Wie Katzen schnurren");
    check_title("<title>猫が喉を鳴らす理由｜例新聞</title><h1>猫が喉を鳴らす理由</h1>", "猫が喉を鳴らす理由");
    check_title("<title>لماذا تخرخر القطط - المثال</title><h1>لماذا تخرخر القطط</h1>", "لماذا تخرخر القطط");
    check_title("<svg><title>icon</title></svg><title>Page</title>", "Page");
}

static void authors_said(void **state)
{
    (void)state;
    check_author("<meta name=author content='Ann Lee'>", "Ann Lee");
    check_author("<meta name=author content='By Ann Lee'>", "Ann Lee");
    check_author("<meta name=author content='Ann Lee, Bo Ek and Cy Dee'>", "Ann Lee; Bo Ek; Cy Dee");
    check_author("<meta name=author content='Ann Lee, MD'>", "Ann Lee, MD");
    check_author("<meta name=author content='Ann Lee, Senior Editor'>", "Ann Lee");
    check_author("<meta name=author content='admin'><a rel=author href=/ann>Ann Lee</a>", "Ann Lee");
    check_author("<meta name=author content='https://example.com/ann'>", "");
    check_author("<meta name=author content='ann@example.com'>", "");
    check_author("<meta name=author content='[Ann Lee]'>", "Ann Lee");
    check_author("<meta name=author content='{{ author }}'>", "");
    check_author("<meta name=citation_author content='Ann Lee'><meta name=citation_author content='Bo Ek'>",
                 "Ann Lee; Bo Ek");
    check_author("<meta name=DC.Creator content='Anna Müller'>", "Anna Müller");
    check_author("<meta property=article:author content='Ann Lee'>", "Ann Lee");
    check_author("<meta property=article:author content='https://facebook.com/ann'>", "");
    check_author("<meta name=author content='Ludwig von Mises'>", "Ludwig von Mises");
    check_author("<meta name=author content='Von Trapp'>", "Von Trapp");
    check_author("<meta name=author content='Di Maria'>", "Di Maria");
    check_author("<meta name=author content='山田太郎'>", "山田太郎");
}

static void authors_in_json(void **state)
{
    (void)state;
    check_author(LD("{\"@type\":\"Article\",\"author\":\"Ann Lee\"}"), "Ann Lee");
    check_author(LD("{\"@type\":\"Article\",\"author\":{\"@type\":\"Person\",\"name\":\"Ann Lee\"}}"), "Ann Lee");
    check_author(LD("{\"@type\":[\"Thing\",\"BlogPosting\"],\"author\":[{\"name\":\"Ann Lee\"},{\"name\":\"Bo Ek\"}]}"),
                 "Ann Lee; Bo Ek");
    check_author(LD("{\"@type\":\"Article\",\"author\":{\"@list\":[{\"name\":\"Ann Lee\"}]}}"), "Ann Lee");
    check_author(LD("{\"@graph\":[{\"@type\":\"Article\",\"author\":{\"@id\":\"#p\"}},{\"@type\":\"Person\",\"@id\":\"#"
                    "p\",\"name\":\"Ann Lee\"}]}"),
                 "Ann Lee");
    check_author(LD("[[{\"@type\":\"http://schema.org/NewsArticle\",\"author\":{\"name\":[\"Ann Lee\"]}}]]"),
                 "Ann Lee");
    check_author(LD("{\"@type\":\"WebPage\",\"mainEntity\":{\"@type\":\"Article\",\"author\":\"Ann Lee\"}}"),
                 "Ann Lee");
    check_author(LD("{\"@type\":\"DiscussionForumPosting\",\"author\":{\"name\":\"cat_fan99\"},\"comment\":[{\"@type\":"
                    "\"Comment\",\"author\":{\"name\":\"x\"}}]}"),
                 "cat_fan99");
    /* a reviewer is not the author of the page; nor are the authors of a list's articles */
    check_author(LD("{\"@type\":\"Product\",\"name\":\"Pot\",\"review\":{\"@type\":\"Review\",\"author\":{\"name\":"
                    "\"Bo Ek\"}}}"),
                 "");
    check_author(LD("{\"@type\":\"ItemList\",\"itemListElement\":[{\"@type\":\"Article\",\"author\":\"Bo Ek\"}]}"), "");
    /* the site's own name gives way to a person */
    check_author(
        "<meta property=og:site_name content='The Daily Planet'>" LD(
            "{\"@type\":\"Article\",\"author\":{\"name\":\"The Daily Planet\"}}") "<h1>t</h1><p class=byline>By Lois "
                                                                                  "Lane</p>",
        "Lois Lane");
    check_author("<meta property=og:site_name content='The Daily Planet'>" LD(
                     "{\"@type\":\"Article\",\"author\":{\"name\":\"The Daily Planet\"}}"),
                 "The Daily Planet");
}

static void authors_seen(void **state)
{
    (void)state;
    check_author("<h1>t</h1><span class=author>Ann Lee</span>", "Ann Lee");
    check_author("<h1>t</h1><span class=author>2021-05-13作者：浏览次数：</span>", "");
    check_author("<h1>t</h1><p class=author>Merited by Ann Lee (2), Bo Ek (1)</p>", "");
    check_author("<h1>t</h1><p class=author>ann (2, 3</p>", "");
    check_author(
        "<h1>t</h1><div class=post-author><img alt=x><span class=author-name>Ann Lee</span> writes about cats.</div>",
        "Ann Lee");
    check_author("<h1>t</h1><p>By <a href=/ann>Ann Lee</a> | 4 September 2025</p>", "Ann Lee");
    check_author("<h1>t</h1><p>By Ann Lee on September 4, 2025</p>", "Ann Lee");
    check_author("<h1>t</h1><div itemprop=author itemscope itemtype=http://schema.org/Person><span itemprop=name>Ann "
                 "Lee</span></div>",
                 "Ann Lee");
    check_author("<h1>t</h1><p class=byline>Von Anna Müller</p>", "Anna Müller");
    check_author("<h1>t</h1><p class=byline>Par Zoé Île et Luc Roy</p>", "Zoé Île; Luc Roy");
    check_author("<h1>t</h1><p class=byline>Por José Núñez</p>", "José Núñez");
    check_author("<h1>t</h1><p class=byline>Автор: Анна Каренина</p>", "Анна Каренина");
    check_author("<h1>t</h1><p>作者：王小明</p>", "王小明");
    check_author("<h1>t</h1><p>بقلم: ليلى مراد</p>", "ليلى مراد");
    check_author("<h1>t</h1><p>by the way, this is no byline</p>", "");
    check_author("<h1>t</h1><p class=reviewed>Reviewed by Bo Ek</p>", "");
    check_author("<h1>t</h1><div class=comments><p class=comment-author>Bo Ek</p></div>", "");
    check_author("<h1>t</h1><div class=authorization>Sign here</div>", "");
    check_author("<h1>t</h1><p class=author>Updated 4 September 2025</p>", "");
    check_author("<h1>t</h1><article><p>text<footer>Posted by Ann Lee in cats</footer></article>", "Ann Lee");
}

static void dates(void **state)
{
    (void)state;
    check_date(LD("{\"@type\":\"Article\",\"datePublished\":\"2025-09-04T10:00:00+02:00\"}"), "2025-09-04");
    check_date("<meta property='article:published_time' content='2025-09-04T10:00:00Z'>", "2025-09-04");
    check_date("<meta name=dcterms.issued content=2025-09>", "2025-09");
    check_date("<meta name=citation_publication_date content=1987/03/04>", "1987-03-04");
    check_date("<h1>t</h1><time datetime=2025-09-04>yesterday</time>", "2025-09-04");
    check_date("<h1>t</h1><time>4. März 2025</time>", "2025-03-04");
    check_date("<h1>t</h1><p class=entry-date>4 septembre 2025</p>", "2025-09-04");
    check_date("<h1>t</h1><p>2025年9月4日</p>", "2025-09-04");
    check_date("<h1>t</h1><p>٤ سبتمبر ٢٠٢٥</p>", "2025-09-04");
    check_date("<html lang=en-GB><h1>t</h1><p>03/04/2025</p>", "2025-04-03");
    check_date("<html lang=en-US><h1>t</h1><p>03/04/2025</p>", "2025-03-04");
    /* a date in a sentence, a comment's date, a copyright year: not the page's */
    check_date("<h1>t</h1><p>The war that had begun on 4 September 1999 went on for seven more long years.</p>", "");
    check_date("<h1>t</h1><div class=comments><time>4 May 2025</time></div><p>x</p>", "2025-05-04");
    check_date("<h1>t</h1><footer>© 2025 Example</footer>", "");
    check_date("<h1>t</h1><p>Founded 1 May 1897</p>", "");
    /* said before seen; published before modified; modified when nothing else is said */
    check_date(
        "<meta property='article:published_time' content='2025-09-04'><h1>t</h1><time datetime=2025-10-10>x</time>",
        "2025-09-04");
    check_date("<h1>t</h1><p>Published 4 May 2025</p><p>Updated 9 May 2025</p>", "2025-05-04");
    check_date("<h1>t</h1><p>Updated: 9 May 2025</p>", "2025-05-09");
    check_date("<h1>t</h1><p>Обновлено 9 мая 2025</p><p>4 мая 2025</p>", "2025-05-04");
    check_date("<h1>t</h1><p>Aktualisiert am 9. Mai 2025</p><p>4. Mai 2025</p>", "2025-05-04");
}

static void check_date_at(const char *url, const char *html, const char *expected)
{
    result r = read_len(html, strlen(html), url, NOW);
    equal(r.m.date, expected, html);
    done(&r);
}

static void dates_of_publication(void **state)
{
    (void)state;
    /* declared as published and changed on one day, but the reader sees an earlier date beside the title */
    check_date("<meta property='article:published_time' content='2025-09-04'><meta property='article:modified_time' "
               "content='2025-09-04'><h1>t</h1><p>4 May 2024</p>",
               "2024-05-04");
    check_date("<meta property='article:published_time' content='2025-09-04'><meta property='article:modified_time' "
               "content='2025-09-04'><h1>t</h1><p>6 September 2025</p>",
               "2025-09-04");
    check_date("<meta property='article:published_time' content='2025-09-04'><meta property='article:modified_time' "
               "content='2025-10-04'><h1>t</h1><p>4 May 2024</p>",
               "2025-09-04");
    check_date(
        LD("{\"@type\":\"Article\",\"datePublished\":\"2025-09-05\",\"dateModified\":\"2025-09-04\"}") "<h1>t</h1><p>4 "
                                                                                                       "May 2024</p>",
        "2024-05-04");
    /* a time in UTC is another day where the site is; the URL knows */
    static const char address[] = "https://www.example.com/2025/09/04/title";
    check_date_at(address, "<meta property='article:published_time' content='2025-09-05T02:00:00Z'>", "2025-09-04");
    check_date_at(address, "<meta property='article:published_time' content='2025-09-05T02:00:00+02:00'>",
                  "2025-09-05");
    check_date_at(address, "<meta property='article:published_time' content='2025-09-09T02:00:00Z'>", "2025-09-09");
    /* a front page was not published on a day, unless it is an article */
    check_date_at("https://www.example.com/", "<h1>t</h1><time datetime=2025-09-04></time>", "");
    check_date_at("https://www.example.com", "<meta property='article:published_time' content=2025-09-04>", "");
    check_date_at("https://www.example.com/", LD("{\"@type\":\"Article\",\"datePublished\":\"2025-09-04\"}"),
                  "2025-09-04");
    /* a change that only machines see, or that is in a <time>, is not the publication */
    check_date("<meta name=author content='Ada Lovelace'><meta property='article:modified_time' content=2025-09-04>",
               "");
    check_date("<h1>t</h1><p>Last changed <time class=modified datetime=2025-09-04>x</time></p>", "");
    /* a shop's <time> is a review's */
    check_date("<meta property=og:type content=product><h1>t</h1><time datetime=2025-09-04>x</time>", "");
    /* names with a prefix of the system */
    check_date("<meta name=w-published-date content=2025-09-04>", "2025-09-04");
    check_date("<meta property=og:publish_date content=2025-09-04>", "2025-09-04");
    check_date("<meta name=published content='September 4, 2025'>", "2025-09-04");
    check_date("<meta name=auto-publish content=2025-09-04>", "");
    /* beside the title before far from it; a box named "card" that close is not aside */
    check_date("<h1>t</h1><div class=post-card><p>by</p><p>4 May 2025</p></div>", "2025-05-04");
}

static void dates_in_the_future(void **state)
{
    (void)state;
    check_date("<meta property='article:published_time' content='2025-11-17'>", "");
    check_date(
        "<meta property='article:published_time' content='2099-01-01'><h1>t</h1><time datetime=2025-01-02></time>",
        "2025-01-02");
    check_date("<meta property='article:published_time' content='2025-11-15'>",
               "2025-11-15"); /* today, and already somewhere */
    result r = read_len("<meta name=date content=2030-01-01>", 35, NULL, 0);
    equal(r.m.date, "2030-01-01", "without a bound");
    done(&r);
    static const char address[] = "https://www.example.com/2024/03/05/title";
    r = read_len("<p>x", 4, address, NOW);
    equal(r.m.date, "2024-03-05", address);
    done(&r);
    r = read_len("<p>x", 4, "https://www.example.com/2026/03/05/title", NOW);
    equal(r.m.date, "", "an address in the future");
    done(&r);
}

static void times_are_kept(void **state)
{
    (void)state;
    result r = read("<meta property='article:published_time' content='Thu, 4 Sep 2025 10:00:00 +0200'><meta "
                    "property='article:modified_time' content='2025-09-05T01:02:03Z'>");
    equal(r.m.published, "2025-09-04T10:00:00+02:00", "published");
    equal(r.m.modified, "2025-09-05T01:02:03Z", "modified");
    done(&r);
}

static void the_other_fields(void **state)
{
    (void)state;
    static const char html[] =
        "<html lang='en_us'><head><link rel=canonical href='../real?a=1'><link rel='nofollow license' "
        "href=https://creativecommons.org/licenses/by/4.0/>"
        "<meta name=description content='What it is &mdash; in short.'><meta property=og:site_name content='Example'>"
        "<meta property=og:image content=/pic.jpg><meta property=article:tag content=cats><meta property=article:tag "
        "content=Purring>"
        "<meta name=keywords content='cats, night，sound'><meta property=og:type content=article></head><body><a "
        "rel=tag href=/t>Sleep</a>";
    result r = read(html);
    equal(r.m.language, "en-US", html);
    equal(r.m.url, "https://www.example.com/real?a=1", html);
    equal(r.m.license, "https://creativecommons.org/licenses/by/4.0/", html);
    equal(r.m.description, "What it is — in short.", html);
    equal(r.m.sitename, "Example", html);
    equal(r.m.image, "https://www.example.com/pic.jpg", html);
    equal(r.m.pagetype, "article", html);
    assert_int_equal(r.m.n_tags, 5);
    equal(r.m.tags[0], "cats", html);
    equal(r.m.tags[1], "Purring", html);
    equal(r.m.tags[2], "night", html);
    equal(r.m.tags[3], "sound", html);
    equal(r.m.tags[4], "Sleep", html);
    done(&r);
    r = read(LD("{\"@type\":\"https://schema.org/NewsArticle\",\"inLanguage\":\"zh-hans-cn\",\"image\":{\"url\":\"//"
                "cdn.example/a.png\"},\"license\":\"CC BY\","
                "\"keywords\":[\"a\",\"b\"],\"publisher\":{\"name\":\"Example "
                "News\"},\"url\":\"https://e.example/x\",\"description\":\"d\"}"));
    equal(r.m.language, "zh-Hans-CN", "json-ld");
    equal(r.m.image, "https://cdn.example/a.png", "json-ld");
    equal(r.m.license, "CC BY", "json-ld");
    equal(r.m.sitename, "Example News", "json-ld");
    equal(r.m.pagetype, "NewsArticle", "json-ld");
    equal(r.m.url, "https://e.example/x", "json-ld");
    assert_int_equal(r.m.n_tags, 2);
    done(&r);
}

/* JSON as pages break it. */
static void for_callers(void **state)
{
    (void)state;
    static const char html[] =
        "<title>t</title><meta property=og:image content=/b.jpg><meta property=article:section content=Garden>"
        "<meta name=twitter:image content=/a.jpg><meta name=keywords content='leeks, frost'>"
        "<link rel=license href=https://creativecommons.org/licenses/by/4.0/>";
    result r = read(html);
    const husk_metadata *m = husk_page_metadata(r.page, NOW);
    assert_non_null(m);
    assert_true(m->size == sizeof *m);
    assert_true(m->n_categories == 1 && m->n_images == 2 && m->n_tags == 2 && m->n_authors == 0);
    equal(m->categories[0], "Garden", html);
    equal(m->images[0], "https://www.example.com/b.jpg", html);
    equal(m->images[1], "https://www.example.com/a.jpg", html);
    equal(m->tags[1], "frost", html);
    equal(m->license, "https://creativecommons.org/licenses/by/4.0/", html);
    done(&r);
}

static void broken_json(void **state)
{
    (void)state;
#define TYPE "\"@type\":\"Article\","
    check_author(LD("<!-- {" TYPE "\"author\":\"Ann Lee\"} -->"), "Ann Lee");
    check_author(LD("//<![CDATA[\n{" TYPE "\"author\":\"Ann Lee\"}\n//]]>"), "Ann Lee");
    check_author(LD("/*<![CDATA[*/{" TYPE "\"author\":\"Ann Lee\"}/*]]>*/"), "Ann Lee");
    check_author(LD("{" TYPE "\"author\":\"Ann Lee\",}"), "Ann Lee");
    check_author(LD("{" TYPE "/* who */\"author\":\"Ann Lee\"};"), "Ann Lee");
    check_author(LD("{" TYPE "\"headline\":\"two\nlines\",\"author\":\"Ann Lee\"}"), "Ann Lee");
    check_author(LD("{" TYPE "\"headline\":\"a \"quoted\" word\",\"author\":\"Ann Lee\"}"), "Ann Lee");
    check_author(LD("{" TYPE "\"headline\":\"bad \\' escape \\x\",\"author\":\"Ann Lee\"}"), "Ann Lee");
    check_author(LD("{" TYPE "\"author\":\"Ann Lee\"}{\"@type\":\"WebSite\"}"), "Ann Lee");
    check_author("<script type='application/ld+json; charset=utf-8'>{" TYPE "\"author\":\"Ann L\\u00e9e\"}</script>",
                 "Ann Lée");
    check_author(LD("{" TYPE "\"author\":\"Ann \\ud83d Lee\"}"), "Ann \xef\xbf\xbd Lee");
    check_author(LD("{" TYPE "\"author\":"), "");
    check_author(LD("null"), "");
    check_author(LD("\"author\""), "");
    check_author(LD("{" TYPE "\"author\":{\"name\":{\"name\":{\"name\":\"Ann Lee\"}}}}"), "Ann Lee");
    check_author(LD("{" TYPE "\"author\":[[[[[[[[\"Ann Lee\"]]]]]]]]}"), "");
#undef TYPE
}

static void hostile(void **state)
{
    static const struct {
        const char *before, *piece;
        size_t n;
        const char *after;
    } pages[] = {
        { "<script type=application/ld+json>", "[", 1000000, "</script>" },
        { "<script type=application/ld+json>", "{\"a\":", 700000, "</script>" },
        { "<script type=application/ld+json>", "{\"@graph\":[", 350000, "</script>" },
        { "<script type=application/ld+json>{\"@type\":\"Article\",\"author\":", "{\"name\":", 400000, "\"x\"" },
        { "<script type=application/ld+json>[", "{\"@type\":\"Article\",\"author\":{\"@id\":\"x\"}},", 90000,
          "{}]</script>" },
        { "<script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"", "aaaaaaaaaaaaaaaa", 4 << 20,
          "\"}</script>" },
        { "<script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"", "\"\"\\", 1000000,
          "\"}</script>" },
        { "", "<meta name=author content='Ann Lee'>", 50000, "" },
        { "", "<h1 class=author>By Ann Lee 1 May 2020</h1>", 20000, "" },
        { "", "<div class=author itemscope itemprop=author>", 20000, "By Ann" },
        { "<div class='author date'>", "9", 8 << 20, "</div>" },
        { "<title>", " | -", 1 << 20, "</title><h1>x</h1>" },
        { "<meta property=og:title content='", "&amp;", 1 << 20, "'>" },
        { "<p class='", "author ", 1 << 20, "'>x" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char *html = repeated(pages[i].before, pages[i].piece, pages[i].n, pages[i].after);
        result r = read_len(html, strlen(html), "https://example.com/", NOW);
        assert_true(r.considered.n <= 1024);
        assert_true(r.m.title.len <= 1000 && r.m.author.len <= 4096);
        done(&r);
        free(html);
    }
}

/* The same page after another gives the same answer. */
static void nothing_is_left_over(void **state)
{
    (void)state;
    husk_page *page = page_new();
    arena memory;
    arena_init(&memory, (size_t)1 << 24);
    static const char *const pages[] = { "<title>A first page</title><meta name=author content='Ann Lee'>",
                                         "<p>nothing" };
    for (int i = 0; i < 4; i++) {
        husk_metadata m;
        page_parse(page, pages[i % 2], strlen(pages[i % 2]));
        assert_int_equal(page_metadata_read(page, NULL, &memory, &m), HUSK_OK);
        assert_int_equal(m.title.len, i % 2 ? 0 : 12);
        assert_int_equal(m.n_authors, i % 2 ? 0 : 1);
        arena_reset(&memory, 0);
    }
    arena_free(&memory);
    husk_page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(titles),
        cmocka_unit_test(site_names),
        cmocka_unit_test(authors_said),
        cmocka_unit_test(authors_in_json),
        cmocka_unit_test(authors_seen),
        cmocka_unit_test(dates),
        cmocka_unit_test(dates_of_publication),
        cmocka_unit_test(dates_in_the_future),
        cmocka_unit_test(times_are_kept),
        cmocka_unit_test(the_other_fields),
        cmocka_unit_test(for_callers),
        cmocka_unit_test(broken_json),
        cmocka_unit_test(hostile),
        cmocka_unit_test(nothing_is_left_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
