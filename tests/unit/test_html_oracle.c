/* test_html_oracle.c - Husk's trees against lexbor's: random markup, and real pages if the data is available.
 * By default one page in 40 is compared, in a few seconds; HUSK_ORACLE=1 compares all. Where lexbor is known to
 * differ from the standard (oracle.h has the list), its answer does not count. */
#include "unit/unit.h"

#include "oracle.h"

#include <stdio.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/hash.h"
#include "husk/husk.h"
#include "page/decode.h"

static html_parser *parser;
static oracle lexbor;

static bool agree(slice text)
{
    html_options options = { .max_nodes = HUSK_MAX_NODES, .max_depth = UINT32_MAX, .scripting = true };
    const char *cut;
    char *padded = calloc(1, text.len + HTML_PADDING);
    memcpy(padded, text.data, text.len);
    text.data = padded;
    assert_int_equal(html_parse(parser, text, &options, &cut), HUSK_OK);
    assert_true(oracle_parse(&lexbor, text, true));
    bool same = oracle_agrees(&lexbor, parser);
    free(padded);
    return same;
}

/* --- real pages --------------------------------------------------------------------------------------------------- */

static unsigned n_pages, n_differ;

static void compare_page(const husk_raw *raw)
{
    buffer out;
    decoded_text text;
    buffer_init(&out, HUSK_MAX_PAGE_BYTES);
    slice bytes = { raw->bytes, raw->len };
    if (raw->bytes && decode(bytes, raw->charset, &out, &text) == HUSK_OK) {
        n_pages++;
        if (!agree(text.text)) {
            n_differ++;
            fprintf(stderr, "%s: %s\n", raw->id, lexbor.difference);
        }
    }
    buffer_free(&out);
}

static void compare_input(const char *path, unsigned every)
{
    husk_source *source = NULL;
    husk_raw raw = { .size = sizeof raw };
    husk_error error;
    if (husk_source_open(&path, 1, NULL, &source, &error) != HUSK_OK)
        return;
    for (unsigned i = 0; husk_source_next(source, &raw, &error) == HUSK_OK; i++)
        if (i % every == 0)
            compare_page(&raw);
    husk_source_free(source);
}

/* --- random soup -------------------------------------------------------------------------------------------------- */

static const char *const parts[] = {
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a href=x>",
    "</a>",
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<th>",
    "<tbody>",
    "</tbody>",
    "<caption>",
    "</caption>",
    "<colgroup>",
    "<col>",
    "</colgroup>",
    "<thead>",
    "<ul>",
    "<li>",
    "</li>",
    "</ul>",
    "<dl>",
    "<dt>",
    "<dd>",
    "</dl>",
    "<h1>",
    "</h2>",
    "<form>",
    "</form>",
    "<button>",
    "</button>",
    "<select>",
    "</select>",
    "<option>",
    "<optgroup>",
    "<input>",
    "<input type=hidden>",
    "<hr>",
    "<br>",
    "</br>",
    "<pre>\n",
    "</pre>",
    "</textarea>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<title>",
    "</title>",
    "<template>",
    "</template>",
    "<svg>",
    "</svg>",
    "<math>",
    "</math>",
    "<mi>",
    "<mtext>",
    "<desc>",
    "<foreignObject>",
    "</foreignObject>",
    "<annotation-xml>",
    "<annotation-xml encoding=text/html>",
    "<mglyph>",
    "<path/>",
    "<g>",
    "</g>",
    "<font>",
    "<font color=x>",
    "</font>",
    "<nobr>",
    "</nobr>",
    "<object>",
    "</object>",
    "<marquee>",
    "<ruby>",
    "<rt>",
    "<rp>",
    "<rtc>",
    "<rb>",
    "</ruby>",
    "<img>",
    "<iframe>",
    "</iframe>",
    "<noscript>",
    "</noscript>",
    "<noembed>",
    "</noembed>",
    "<xmp>",
    "</xmp>",
    "<html a=b>",
    "</html>",
    "<head>",
    "</head>",
    "<body c=d>",
    "</body>",
    "<frameset>",
    "</frameset>",
    "<frame>",
    "<noframes>",
    "</noframes>",
    "<meta>",
    "<link>",
    "<base>",
    "<!-- c -->",
    "<!--",
    "-->",
    "<!doctype html>",
    "<![CDATA[x]]>",
    "<?pi?>",
    "</>",
    "</ x>",
    "<x-own>",
    "</x-own>",
    "text",
    " ",
    "\n",
    "&amp;",
    "&notit;",
    "&#65;",
    "<",
    ">",
    "a",
    "<center>",
    "</center>",
    "<address>",
    "<em>",
    "</em>",
    "<code>",
    "</code>",
    "<span class=s>",
    "</span>",
    "<main>",
    "</main>",
    "<embed>",
    "<param>",
    "<source>",
    "<wbr>",
    "<details>",
    "<summary>",
    "<b x=1>",
    "\r\n",
    "\r",
    "<svg><title>",
    "<i x='&lt;'>",
    "<A HREF='Y' href=z>",
    "<script><!--",
    "<script><!--<script>",
};

enum { N_PARTS = sizeof parts / sizeof *parts };

enum { MAX_PARTS = 40 };

typedef struct soup {
    uint16_t parts[MAX_PARTS];
    uint32_t n;
} soup;

static slice soup_text(const soup *s, char *out)
{
    size_t len = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        const char *part = parts[s->parts[i]];
        memcpy(out + len, part, strlen(part));
        len += strlen(part);
    }
    return (slice){ out, len };
}

/* Reduce a differing input until no part can be removed: for readers. */
static void soup_reduce(soup *s)
{
    char text[MAX_PARTS * 64];
    for (uint32_t i = 0; i < s->n;) {
        soup shorter = *s;
        memmove(shorter.parts + i, shorter.parts + i + 1, (shorter.n - i - 1) * sizeof *shorter.parts);
        shorter.n--;
        if (agree(soup_text(&shorter, text))) {
            i++;
        } else {
            *s = shorter;
            i = 0;
        }
    }
    agree(soup_text(s, text));
}

static void random_soup(void **state)
{
    (void)state;
    random_state random = { 7 };
    char text[MAX_PARTS * 64];
    for (int round = 0; round < 20000; round++) {
        soup s = { .n = 1 + random_below(&random, MAX_PARTS) };
        for (uint32_t i = 0; i < s.n; i++)
            s.parts[i] = (uint16_t)random_below(&random, N_PARTS);
        slice html = soup_text(&s, text);
        if (agree(html) || oracle_is_wrong(html, parser))
            continue;
        soup_reduce(&s);
        html = soup_text(&s, text);
        fail_msg("%.*s: %s", (int)html.len, html.data, lexbor.difference);
    }
}

/* Where lexbor differs from the standard, as known to oracle_is_wrong: if this fails, lexbor was fixed. */
static void known_differences(void **state)
{
    (void)state;
    static const char *const pages[] = {
        "<table><image>",
        "<p><b><dl><textarea>x",
        "<h1><svg><title></h2><rt>",
        "<nobr><em><h1><b><mtext><desc><mtext><p></nobr><select>",
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        slice text = { pages[i], strlen(pages[i]) };
        assert_false(agree(text));
        assert_true(oracle_is_wrong(text, parser));
    }
}

static void real_pages(void **state)
{
    (void)state;
    static const char *const inputs[] = { "wcxb/html", "swde", "web", "pages" };
    const char *data = getenv("HUSK_DATA") ? getenv("HUSK_DATA") : "../shared/data";
    unsigned every = getenv("HUSK_ORACLE") ? 1 : 40;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", data, inputs[i]);
        if (access(path, R_OK) == 0)
            compare_input(path, every);
    }
    if (n_pages == 0) {
        print_message("the pages are not here\n");
        skip();
    }
    print_message("%u pages, %u differ\n", n_pages, n_differ);
    assert_int_equal(n_differ, 0);
}

static int make_parser(void **state)
{
    (void)state;
    parser = html_parser_new();
    return parser ? 0 : -1;
}

static int free_parser(void **state)
{
    (void)state;
    html_parser_free(parser);
    oracle_free(&lexbor);
    return 0;
}

/* With arguments: compare these files, folders and archives, all pages of them. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(random_soup), cmocka_unit_test(known_differences),
                                        cmocka_unit_test(real_pages) };
    if (argc == 1)
        return cmocka_run_group_tests(tests, make_parser, free_parser);
    make_parser(NULL);
    for (int i = 1; i < argc; i++)
        compare_input(argv[i], 1);
    free_parser(NULL);
    printf("%u pages, %u differ\n", n_pages, n_differ);
    return n_differ != 0;
}
