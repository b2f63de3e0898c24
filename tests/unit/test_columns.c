/* test_columns.c - columns learned from small pages: what is found, its names, and the values on an unseen page. */
#include "unit/make_page.h"

#include <stdio.h>

#include "records/columns.h"
#include "records/column_names.h"
#include "store/tally.h"

#define N_PAGES 12

/* A shop's page. Every third has no weight, so that later rows move up; the number of tags varies. */
static void make_shop_page(char *out, size_t size, int i)
{
    static const char *const tags[] = { "red", "early", "tall", "sweet", "hardy" };
    size_t n = (size_t)snprintf(
        out, size,
        "<title>Seed %d | Shop</title><div class=nav><a href=/>Home</a><a href=/all>All seeds</a></div>"
        "<h1 class=name>Seed %d</h1><ul class=tags>",
        i, i);
    for (int k = 0; k < 1 + i % 3; k++)
        n += (size_t)snprintf(out + n, size - n, "<li>%s</li>", tags[(i + k) % 5]);
    n += (size_t)snprintf(out + n, size - n, "</ul><table><tr><td>Price:</td><td>$%d.50</td></tr>", i * 3 + 1);
    if (i % 3)
        n += (size_t)snprintf(out + n, size - n, "<tr><td>Weight:</td><td>%d gram</td></tr>", i * 7 + 2);
    snprintf(out + n, size - n,
             "<tr><td>Sown:</td><td>%d March 20%02d</td></tr><tr><td>Code:</td><td>k-%dx</td></tr></table>"
             "<p class=foot>All rights reserved</p>",
             i + 1, i + 10, i * i);
}

typedef struct learned {
    arena memory;
    hash_map names, texts;
    uint32_t stamp;
    model_host host;
    model_class page_class;
} learned;

static void count_name(void *context, uint64_t hash)
{
    learned *l = context;
    assert_true(map_count(&l->names, hash, l->stamp));
}

static void count_text(void *context, uint64_t hash)
{
    learned *l = context;
    assert_true(map_count(&l->texts, hash, l->stamp));
}

static void learn_pages(learned *l, char (*pages)[4096], uint32_t n)
{
    memset(l, 0, sizeof *l);
    arena_init(&l->memory, 64 << 20);
    husk_page *page = page_new();
    for (uint32_t i = 0; i < n; i++) {
        page_parse(page, pages[i], strlen(pages[i]));
        l->stamp++;
        evidence_names(page, count_name, l);
        locate_texts(page, count_text, l);
    }
    l->host.names = tally_counts(&l->names, 2, &l->memory, &l->host.n_names);
    model_count *labels = tally_counts(&l->texts, 2, &l->memory, &l->page_class.n_labels);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->page_class.n_labels; i++) {
        labels[kept] = (model_count){ labels[i].hash, locate_label_rank(labels[i].pages, n) };
        kept += labels[kept].pages != 0;
    }
    l->page_class.labels = labels;
    l->page_class.n_labels = kept;
    locate_site site = { { .names = l->host.names, .n = l->host.n_names }, labels, kept };
    column_builder *b = column_builder_new(&site, &l->host);
    assert_non_null(b);
    for (uint32_t i = 0; i < n; i++) {
        page_parse(page, pages[i], strlen(pages[i]));
        assert_int_equal(columns_add(b, page), HUSK_OK);
    }
    assert_int_equal(columns_finish(b, &l->memory, &l->page_class.columns, &l->page_class.n_columns, NULL), HUSK_OK);
    column_builder_free(b);
    husk_page_free(page);
    map_free(&l->names);
    map_free(&l->texts);
}

/* `n` pages, each made from a format and what differs on page `i`, and what is learned from them. */
#define LEARN(l, n, ...)                                  \
    static char pages[n][4096];                           \
    for (int i = 0; i < (n); i++)                         \
        snprintf(pages[i], sizeof pages[i], __VA_ARGS__); \
    learned l;                                            \
    learn_pages(&(l), pages, n)

static void learn_shop(learned *l, uint32_t n)
{
    static char pages[N_PAGES * 2][4096];
    for (uint32_t i = 0; i < n; i++)
        make_shop_page(pages[i], sizeof pages[i], (int)i);
    learn_pages(l, pages, n);
}

static const model_column *find(const learned *l, const char *name)
{
    for (uint32_t i = 0; i < l->page_class.n_columns; i++)
        if (slice_is(l->page_class.columns[i].name, name))
            return &l->page_class.columns[i];
    return NULL;
}

/* A column's values on a page, separated by "; ". */
static const char *value_on(const learned *l, const char *name, const char *html)
{
    static char text[512];
    husk_page *page = page_of(html);
    column_index *index = column_index_new(&l->host, &l->page_class);
    const model_column *column = find(l, name);
    page_record record;
    arena memory;
    buffer out;
    assert_non_null(column);
    assert_non_null(index);
    arena_init(&memory, 16 << 20);
    buffer_init(&out, sizeof text);
    assert_int_equal(columns_read(index, page, &memory, &record), HUSK_OK);
    column_values v = record.columns[column - l->page_class.columns];
    for (uint32_t i = 0; i < v.n; i++) {
        buffer_text(&out, i ? "; " : "");
        const located_value *value = &record.values[record.picked[v.first + i]];
        located_write(page, value, !column_drops_label(column, page, value), &out);
    }
    snprintf(text, sizeof text, "%.*s", (int)out.len, out.data ? out.data : "");
    buffer_free(&out);
    arena_free(&memory);
    column_index_free(index);
    husk_page_free(page);
    return text;
}

static bool is_named(const char *name, const char *label)
{
    return column_is_named((slice){ name, strlen(name) }, (slice){ label, strlen(label) });
}

static void test_a_name_and_its_label(void **state)
{
    (void)state;
    assert_true(is_named("engine", "Engine:"));
    assert_true(is_named("compare_engine_2", "Engine:"));
    assert_true(is_named("club_price_all", "Club Price:"));
    assert_true(is_named("isbn_10", "ISBN:"));
    assert_false(is_named("engine_text", "Engine:")); /* the text as it is */
    assert_false(is_named("reengine", "Engine:"));
    assert_false(is_named("power", "Engine:"));
    assert_false(is_named("power", ":"));
}

/* Dates with a few distinct words among them are dates, titles among them are not; a count or a byline before a value
 * is no label of it. */
static void test_words_among_dates(void **state)
{
    (void)state;
    LEARN(l, 10,
          "<h1>Topic %c</h1><table><tr><td>Seen:<td class=seen>%s%s<tr><td>Last:<td class=last>%s%s</table>"
          "<p><i class=who>by Tom</i> <b class=when>%d May 2024</b>",
          'a' + i, i % 3 ? "4 May 201" : "never", i % 3 ? (char[2]){ (char)('0' + i), 0 } : "",
          i % 3 ? "5 June 202" : "The seed room ", (char[2]){ (char)(i % 3 ? '0' + i % 4 : 'a' + i), 0 }, i + 1);
    assert_int_equal(find(&l, "seen")->type, COLUMN_DATE);
    assert_int_equal(find(&l, "last")->type, COLUMN_TEXT);
    assert_int_equal(find(&l, "when")->type, COLUMN_DATE);
    arena_free(&l.memory);
}

static void test_names_and_types(void **state)
{
    (void)state;
    learned l;
    learn_shop(&l, N_PAGES);
    assert_true(l.page_class.n_columns >= 5 && l.page_class.n_columns <= 100);
    assert_non_null(find(&l, "price"));
    assert_int_equal(find(&l, "price")->type, COLUMN_NUMBER);
    assert_int_equal(find(&l, "price")->pages, N_PAGES);
    assert_int_equal(find(&l, "price")->distinct, N_PAGES);
    assert_int_equal(find(&l, "sown")->type, COLUMN_DATE);
    assert_int_equal(find(&l, "code")->type, COLUMN_TEXT);
    assert_int_equal(find(&l, "weight")->type, COLUMN_NUMBER);
    assert_int_equal(find(&l, "weight")->pages, 8);
    assert_int_equal(find(&l, "tags")->type, COLUMN_TEXT);
    assert_int_equal(find(&l, "tags_all")->type, COLUMN_LIST);
    assert_non_null(find(&l, "title"));
    for (uint32_t i = 0; i < l.page_class.n_columns; i++) /* no name twice, nothing that is the same everywhere */
        for (uint32_t k = 0; k < i; k++)
            assert_false(l.page_class.columns[i].name.len == l.page_class.columns[k].name.len &&
                         memcmp(l.page_class.columns[i].name.data, l.page_class.columns[k].name.data,
                                l.page_class.columns[i].name.len) == 0);
    for (uint32_t i = 0; i < l.page_class.n_columns; i++)
        assert_true(l.page_class.columns[i].distinct > 1);
    arena_free(&l.memory);
}

/* A page with a row that none had before, boxes in between, and no weight. */
static void test_new_page(void **state)
{
    (void)state;
    static const char html[] =
        "<title>Seed 99 | Shop</title><div class=nav><a href=/>Home</a><a href=/all>All "
        "seeds</a></div><div><p>Sale!</p></div>"
        "<h1 class=name>  Seed\n 99 </h1><ul class=tags><li>new</li><li>old</li><li>blue &amp; white</li></ul>"
        "<table><tr><td>Grower:</td><td>Ines</td></tr><tr><td>Price:</td><td>$7.25</td></tr>"
        "<tr><td>Sown:</td><td>3 April 2031</td></tr><tr><td>Code:</td><td>k-77x</td></tr></table><p class=foot>All "
        "rights reserved</p>";
    learned l;
    learn_shop(&l, N_PAGES);
    assert_string_equal(value_on(&l, "title", html), "Seed 99");
    assert_string_equal(value_on(&l, "price", html), "$7.25");
    assert_string_equal(value_on(&l, "sown", html), "3 April 2031");
    assert_string_equal(value_on(&l, "code", html), "k-77x");
    assert_string_equal(value_on(&l, "weight", html), "");
    assert_string_equal(value_on(&l, "tags_all", html), "new; old; blue & white");
    assert_string_equal(value_on(&l, "price", ""), "");
    assert_string_equal(value_on(&l, "price", "<p>something else altogether"), "");
    arena_free(&l.memory);
}

static bool shares_locator(const model_column *a, const model_column *b)
{
    return a->locators[0].kind == b->locators[0].kind && a->locators[0].key == b->locators[0].key &&
           a->locators[0].ordinal == b->locators[0].ordinal;
}

/* Learned again from the same pages: the same. From more: columns found the same way keep their names. */
static void test_names_stay(void **state)
{
    (void)state;
    learned a, b, c;
    learn_shop(&a, N_PAGES);
    learn_shop(&b, N_PAGES);
    learn_shop(&c, N_PAGES * 2);
    assert_int_equal(a.page_class.n_columns, b.page_class.n_columns);
    uint32_t alike = 0;
    for (uint32_t i = 0; i < a.page_class.n_columns; i++) {
        const model_column *x = &a.page_class.columns[i], *y = &b.page_class.columns[i];
        assert_true(shares_locator(x, y));
        assert_int_equal(x->name.len, y->name.len);
        assert_memory_equal(x->name.data, y->name.data, x->name.len);
        for (uint32_t k = 0; k < c.page_class.n_columns; k++)
            if (shares_locator(x, &c.page_class.columns[k])) {
                assert_int_equal(x->name.len, c.page_class.columns[k].name.len);
                assert_memory_equal(x->name.data, c.page_class.columns[k].name.data, x->name.len);
                alike++;
            }
    }
    assert_true(alike >= 6);
    arena_free(&a.memory);
    arena_free(&b.memory);
    arena_free(&c.memory);
}

/* A column with another name in the old file keeps that name, and no other column gets it. */
static void test_names_kept(void **state)
{
    (void)state;
    learned a, b;
    learn_shop(&a, N_PAGES);
    learn_shop(&b, N_PAGES * 2);
    uint32_t price = (uint32_t)(find(&a, "price") - a.page_class.columns),
             code = (uint32_t)(find(&a, "code") - a.page_class.columns);
    a.page_class.columns[price].name = SLICE("code");
    a.page_class.columns[code].name = SLICE("cost");
    model_host before = { .classes = &a.page_class, .n_classes = 1 },
               now = { .classes = &b.page_class, .n_classes = 1 };
    assert_true(columns_keep_names(&before, &now, 2, &b.memory));
    assert_true(shares_locator(find(&b, "code"), &a.page_class.columns[price]));
    assert_true(shares_locator(find(&b, "cost"), &a.page_class.columns[code]));
    assert_null(find(&b, "price"));
    assert_string_equal(
        value_on(&b, "sown", "<table><tr><td>Sown:</td><td>1 May 2020</td></tr><tr><td>Code:</td></tr></table>"),
        "1 May 2020");
    for (uint32_t i = 0; i < b.page_class.n_columns; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_false(b.page_class.columns[i].name.len == b.page_class.columns[k].name.len &&
                         memcmp(b.page_class.columns[i].name.data, b.page_class.columns[k].name.data,
                                b.page_class.columns[i].name.len) == 0);
    arena_free(&a.memory);
    arena_free(&b.memory);
}

/* A column that is no longer found stays listed with the run in which it ended, and keeps its name when it is back. */
static void test_columns_gone(void **state)
{
    (void)state;
    static char pages[N_PAGES][4096];
    learned a, b, c;
    learn_shop(&a, N_PAGES);
    for (uint32_t i = 0; i < N_PAGES; i++) {
        make_shop_page(pages[i], sizeof pages[i], (int)i);
        *strstr(pages[i], "<tr><td>Code:") = 0;
    }
    learn_pages(&b, pages, N_PAGES);
    learn_shop(&c, N_PAGES);
    model_host first = { .classes = &a.page_class, .n_classes = 1 },
               second = { .classes = &b.page_class, .n_classes = 1 },
               third = { .classes = &c.page_class, .n_classes = 1 };
    assert_true(columns_keep_names(NULL, &first, 1, &a.memory));
    ((model_column *)find(&a, "code"))->name = SLICE("batch");
    assert_true(columns_keep_names(&first, &second, 2, &b.memory));
    assert_null(find(&b, "batch"));
    const model_column *gone = &b.page_class.columns[b.page_class.n_columns];
    while (!slice_is(gone->name, "batch"))
        assert_true(++gone < b.page_class.columns + b.page_class.n_columns + b.page_class.n_gone);
    assert_int_equal(gone->since, 1);
    assert_int_equal(gone->until, 2);
    assert_true(columns_keep_names(&second, &third, 3, &c.memory));
    assert_int_equal(find(&c, "batch")->since, 1);
    assert_int_equal(find(&c, "batch")->until, 0);
    assert_int_equal(find(&c, "price")->since, 1);
    for (uint32_t i = 0; i < c.page_class.n_gone; i++)
        assert_false(slice_is(c.page_class.columns[c.page_class.n_columns + i].name, "batch"));
    arena_free(&a.memory);
    arena_free(&b.memory);
    arena_free(&c.memory);
}

/* Identical pages, a single page, or none: no column. */
static void test_nothing_varies(void **state)
{
    (void)state;
    static char pages[3][4096];
    learned l;
    for (int i = 0; i < 3; i++)
        make_shop_page(pages[i], sizeof pages[i], 5);
    learn_pages(&l, pages, 3);
    assert_int_equal(l.page_class.n_columns, 0);
    arena_free(&l.memory);
    learn_pages(&l, pages, 1);
    assert_int_equal(l.page_class.n_columns, 0);
    arena_free(&l.memory);
    learn_pages(&l, pages, 0);
    assert_int_equal(l.page_class.n_columns, 0);
    arena_free(&l.memory);
}

/* A text that all pages have in one place is still a value in another; a value that nearly all pages have is still one.
 */
static void test_value_like_a_label(void **state)
{
    (void)state;
    LEARN(l, 10,
          "<ul class=menu><li>Private</li><li>Public</li></ul><h1>School %d</h1><dl><dt>Type:</dt><dd>%s</dd>"
          "<dt>State:</dt><dd>%s</dd></dl>",
          i, i % 5 == 3 ? "Public" : "Private", i == 7 ? "Ohio" : "Iowa");
    assert_int_equal(find(&l, "type") != NULL && find(&l, "state") != NULL, true);
    assert_int_equal(find(&l, "type")->pages, 10);
    assert_int_equal(find(&l, "state")->pages, 10);
    assert_string_equal(value_on(&l, "type", pages[0]), "Private");
    assert_string_equal(value_on(&l, "type", pages[3]), "Public");
    assert_string_equal(value_on(&l, "state", pages[7]), "Ohio");
    assert_string_equal(value_on(&l, "state", pages[3]), "Iowa");
    arena_free(&l.memory);
}

/* Links and images, made absolute, named after what they belong to. */
static void test_addresses(void **state)
{
    (void)state;
    LEARN(l, 6,
          "<h1>Thing %d</h1><img class=photo src='/img/%d.png'><p>Maker: <a href='../maker/%d'>Firm "
          "%d</a></p><a href='#top'>up</a>",
          i, i, i * 2, i * 3);
    assert_non_null(find(&l, "maker_link"));
    assert_int_equal(find(&l, "maker_link")->type, COLUMN_LINK);
    assert_int_equal(find(&l, "photo_image")->type, COLUMN_IMAGE);
    assert_string_equal(value_on(&l, "maker", pages[2]), "Firm 6");
    assert_string_equal(value_on(&l, "maker_link", pages[2]), "http://site.example/maker/4");
    assert_string_equal(value_on(&l, "photo_image", pages[2]), "http://site.example/img/2.png");
    arena_free(&l.memory);
}

/* Many values: at most a hundred columns, and still distinct names. */
static void test_hundred(void **state)
{
    (void)state;
    static char pages[6][4096];
    learned l;
    for (int i = 0; i < 6; i++) {
        size_t n = 0;
        for (int k = 0; k < 150; k++)
            n += (size_t)snprintf(pages[i] + n, sizeof pages[i] - n, "<p>v%d-%d</p>", i, k * k);
    }
    learn_pages(&l, pages, 6);
    assert_true(l.page_class.n_columns > 30 && l.page_class.n_columns <= 100);
    for (uint32_t i = 0; i < l.page_class.n_columns; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_false(l.page_class.columns[i].name.len == l.page_class.columns[k].name.len &&
                         memcmp(l.page_class.columns[i].name.data, l.page_class.columns[k].name.data,
                                l.page_class.columns[i].name.len) == 0);
    arena_free(&l.memory);
}

/* --- players: few different values, short ones, rows that come in any order or not at all ------------------------- */

#define N_PLAYERS 16
#define N_ROWS 5

typedef struct player {
    char name[40], row[N_ROWS][24];
} player;

static const char *const row_names[N_ROWS] = { "Team", "Position", "Height", "Weight", "Born" };

static player make_player(int i)
{
    static const char *const teams[] = { "Lynx", "Otters", "Herons" }, *const positions[] = { "Guard", "Center" };
    player p;
    snprintf(p.name, sizeof p.name, "Player %c%d", 'A' + i % 7, i * 31);
    snprintf(p.row[0], sizeof p.row[0], "%s", teams[i * i % 3]);
    snprintf(p.row[1], sizeof p.row[1], "%s", positions[i / 3 % 2]);
    snprintf(p.row[2], sizeof p.row[2], "%d-%d", 6 + i % 2, i * 5 % 11);
    snprintf(p.row[3], sizeof p.row[3], "%d lbs", 180 + i * 35 % 90);
    snprintf(p.row[4], sizeof p.row[4], "%d May %d", 1 + i * 3 % 28, 1980 + i * 7 % 11);
    return p;
}

/* Rows as markup: `row` is for one, with its name and value. Every fourth page lacks a row; the others start with any
 * of them. */
static size_t put_rows(char *out, size_t size, int i, const char *row)
{
    player p = make_player(i);
    size_t n = 0;
    for (int k = 0; k < N_ROWS; k++) {
        int at = (i * 2 + k) % N_ROWS;
        if (i % 4 != 3 || at != i % N_ROWS)
            n += (size_t)snprintf(out + n, size - n, row, row_names[at], p.row[at]);
    }
    return n;
}

/* Seasons of figures, more or fewer of them: many values that all vary. */
static void put_seasons(char *out, size_t size, int i)
{
    size_t n = (size_t)snprintf(out, size, "<table><tr><th>Year</th><th>PTS</th><th>REB</th><th>AST</th></tr>");
    for (int k = 0; k < 3 + i % 9; k++)
        n += (size_t)snprintf(out + n, size - n, "<tr><td>%d</td><td>%d.%d</td><td>%d</td><td>%d</td></tr>", 2010 - k,
                              (i * 7 + k * 3) % 31, k % 10, (i * 5 + k) % 13, (i + k * k) % 9);
    snprintf(out + n, size - n, "</table>");
}

static void make_player_page(char *out, size_t size, int i, const char *before, const char *row, const char *after)
{
    char rows[1024], seasons[2048];
    player p = make_player(i);
    put_rows(rows, sizeof rows, i, row);
    put_seasons(seasons, sizeof seasons, i);
    snprintf(out, size,
             "<title>%s | Ball</title><ul><li><a href=/>Scores</a></li><li><a "
             "href=/t>Teams</a></li></ul><h1>%s</h1>%s%s%s%s",
             p.name, p.name, before, rows, after, seasons);
}

/* Each row is a column of its name, and gives the value on an unseen page, or nothing if the page has no such row. */
static void check_players(const char *before, const char *row, const char *after)
{
    static char pages[N_PLAYERS][4096], fresh[4096];
    static const char *const names[N_ROWS] = { "team", "position", "height", "weight", "born" };
    learned l;
    for (int i = 0; i < N_PLAYERS; i++)
        make_player_page(pages[i], sizeof pages[i], i, before, row, after);
    learn_pages(&l, pages, N_PLAYERS);
    assert_string_equal(value_on(&l, "title", pages[5]), make_player(5).name);
    for (int i = N_PLAYERS; i < N_PLAYERS + 8; i++) {
        player p = make_player(i);
        make_player_page(fresh, sizeof fresh, i, before, row, after);
        for (int k = 0; k < N_ROWS; k++) {
            assert_string_equal(value_on(&l, names[k], fresh), i % 4 == 3 && k == i % N_ROWS ? "" : p.row[k]);
        }
    }
    assert_int_equal(find(&l, "weight")->type, COLUMN_NUMBER);
    assert_int_equal(find(&l, "born")->type, COLUMN_DATE);
    assert_int_equal(find(&l, "team")->type, COLUMN_TEXT);
    arena_free(&l.memory);
}

static void test_rows_of_a_table(void **state)
{
    (void)state;
    check_players("<table>", "<tr><th>%s</th><td>%s</td></tr>", "</table>");
    check_players("<table>", "<tr><td>%s:</td><td>%s</td></tr>", "</table>");
}

static void test_rows_of_other_markup(void **state)
{
    (void)state;
    check_players("<dl>", "<dt>%s</dt><dd>%s</dd>", "</dl>");
    check_players("<p>", "<b>%s:</b> %s<br>", "</p>");
    check_players("", "<div><span>%s</span><span>%s</span></div>", "");
    check_players("<ul>", "<li><strong>%s</strong> %s</li>", "</ul>");
}

/* The label and its value in one text. */
static void test_label_inside(void **state)
{
    (void)state;
    check_players("<ul>", "<li>%s: %s</li>", "</ul>");
    check_players("<div>", "%s: %s<br>", "</div>");
    check_players("", "<p>%s: %s</p>", "");
}

/* A text with a colon that pages don't repeat, a time, a URL: no label. */
static void test_no_label_inside(void **state)
{
    (void)state;
    LEARN(l, 8,
          "<h1>Story %d</h1><p class=when>%d:45</p><p class=where>http://host.example/%d</p><p "
          "class=said>Speaker %d: yes</p>",
          i, 10 + i, i, i);
    assert_string_equal(value_on(&l, "when", pages[3]), "13:45");
    assert_string_equal(value_on(&l, "where", pages[3]), "http://host.example/3");
    assert_string_equal(value_on(&l, "said", pages[3]), "Speaker 3: yes");
    arena_free(&l.memory);
}

/* Two rows that happen to be equal on all learned pages are two columns. */
static void test_same_by_chance(void **state)
{
    (void)state;
    LEARN(l, 8,
          "<h1>Camera %d</h1><table><tr><td>Flash:</td><td>%s</td></tr><tr><td>Zoom:</td><td>%s</td></tr></table>",
          i * 3, i % 4 ? "yes" : "no", i % 4 ? "yes" : "no");
    static const char html[] =
        "<h1>Camera 99</h1><table><tr><td>Flash:</td><td>no</td></tr><tr><td>Zoom:</td><td>yes</td></tr></table>";
    assert_string_equal(value_on(&l, "flash", html), "no");
    assert_string_equal(value_on(&l, "zoom", html), "yes");
    arena_free(&l.memory);
}

/* Of a long id the end is the name: a word for a fact, what follows it, and the word before it. */
static void test_long_id(void **state)
{
    (void)state;
    LEARN(l, 4,
          "<div><span id=ctl00_ctl00_MainContentPlaceHolder_MainBody_SchoolName>School %d</span></div><i "
          "class=shopkit-price-amount>%d</i>",
          i, i * 7);
    assert_string_equal(value_on(&l, "school_name", pages[2]), "School 2");
    assert_string_equal(value_on(&l, "price_amount", pages[2]), "14");
    arena_free(&l.memory);
}

/* Values are given without the label that their text starts with; the whole text has a column of its own, at the end.
 */
static void test_label_off(void **state)
{
    (void)state;
    LEARN(l, 6,
          "<h1>Plant %d</h1><p>Height:&nbsp;%d m</p><p>Telephone: 555 %d4 %d7</p><p><b>Sown in:&nbsp;</b>May "
          "%d</p>",
          i, i + 2, i, i, i + 3);
    assert_string_equal(value_on(&l, "height", pages[3]), "5 m");
    assert_int_equal(find(&l, "height")->type, COLUMN_NUMBER);
    assert_string_equal(value_on(&l, "height_text", pages[3]), "Height:\xc2\xa0"
                                                               "5 m");
    assert_true(find(&l, "height_text") > find(&l, "height"));
    assert_string_equal(value_on(&l, "telephone", pages[3]), "555 34 37");
    assert_string_equal(value_on(&l, "sown_in", pages[3]), "May 6"); /* its colon ends a label that stands alone */
    arena_free(&l.memory);
}

/* Without a label: the header of a table's column, what the values are, the heading above; never how they look. */
static void test_names_around(void **state)
{
    (void)state;
    LEARN(l, 6,
          "<div id=all><h1 class='left big'>Thing %d</h1><div class=note-text>Said %c first</div><table><tr>"
          "<th>Size</th><th>In stock</th></tr><tr><td class=col1>size %d</td><td class=col2>%d pieces of it</td>"
          "</tr></table><div class='row innerbox'><span class='bold visually-hidden'>$ "
          "%d.20</span></div><div><span class=txt2>"
          "555-01%d-77</span></div><div class=right><h2>Makers</h2><div><div><div class=inner><span>Firm %c"
          "</span></div></div></div></div><div><p>one</p><p>two</p><p>three</p><p>four</p></div></div>",
          i, 'P' + i, i * 3, i * 7, i + 4, i, 'A' + i);
    assert_string_equal(value_on(&l, "title", pages[3]), "Thing 3");
    assert_string_equal(value_on(&l, "note", pages[3]), "Said S first");
    assert_string_equal(value_on(&l, "size", pages[3]), "size 9");
    assert_string_equal(value_on(&l, "in_stock", pages[3]), "21 pieces of it");
    assert_string_equal(value_on(&l, "price", pages[3]), "$ 7.20");
    assert_string_equal(value_on(&l, "phone", pages[3]), "555-013-77");
    assert_string_equal(value_on(&l, "makers", pages[3]), "Firm D");
    for (uint32_t i = 0; i < l.page_class.n_columns; i++)
        assert_null(memmem(l.page_class.columns[i].name.data, l.page_class.columns[i].name.len, "col", 3));
    arena_free(&l.memory);
}

/* Two columns of one class name get the heading of their part in front. */
static void test_names_of_parts(void **state)
{
    (void)state;
    LEARN(l, 6,
          "<h1>Car %d</h1><p>x</p><p>y</p><p>z</p><div class=new><h2>New</h2><div><div><div><div><b "
          "class=offer>offer "
          "%d</b></div></div></div></div></div><div class=old><h2>Used</h2><div><div><div><div><b "
          "class=offer>bid %d</b></div></div></div></div></div>",
          i, i * 3, i * 5);
    assert_string_equal(value_on(&l, "offer", pages[2]), "offer 6");
    assert_string_equal(value_on(&l, "used_offer", pages[2]), "bid 10");
    arena_free(&l.memory);
}

/* Digits that number things are no numbers to compute with; rows that say "none" do not make numbers text. */
static void test_numbers_to_compute_with(void **state)
{
    (void)state;
    LEARN(l, 8,
          "<h1>Book %d</h1><dl><dt>ISBN</dt><dd>978014%d8712</dd><dt>Code</dt><dd>0%d7</dd><dt>Drive</dt>"
          "<dd>%dWD</dd><dt>Fee</dt><dd>%s%.*s</dd></dl>",
          i, 111 + i, i, 2 + i, i % 3 ? "$3" : "none", i % 3 ? 1 : 0, &"012345678"[i]);
    assert_int_equal(find(&l, "isbn")->type, COLUMN_TEXT);
    assert_int_equal(find(&l, "code")->type, COLUMN_TEXT);
    assert_int_equal(find(&l, "drive")->type, COLUMN_TEXT);
    assert_int_equal(find(&l, "fee")->type, COLUMN_NUMBER);
    arena_free(&l.memory);
}

/* Class names that nobody can read name nothing; of others, the words that can be read do. */
static void test_readable_names(void **state)
{
    (void)state;
    LEARN(
        l, 6,
        "<p>The vintage and the grower</p><b class=movdethdr>Word %d</b><i class=zmp>Other %d</i><u class=latin>Vicia "
        "%d</u><s class=plpvintage>Year %d</s><em class=xq_writer>Ann %d</em><p>by</p><p class=zmp2>Tom %d",
        i, i * 2, i * 3, i * 5, i * 7, i * 11);
    assert_non_null(find(&l, "latin"));
    assert_non_null(find(&l, "writer"));
    assert_non_null(find(&l, "author"));
    for (uint32_t i = 0; i < l.page_class.n_columns; i++) {
        slice name = l.page_class.columns[i].name;
        assert_null(memmem(name.data, name.len, "movdethdr", 9));
        assert_null(memmem(name.data, name.len, "zmp", 3));
        assert_null(memmem(name.data, name.len, "plp", 3));
    }
    arena_free(&l.memory);
}

static uint32_t place_of(const learned *l, const char *name)
{
    assert_non_null(find(l, name));
    return (uint32_t)(find(l, name) - l->page_class.columns);
}

/* What says the same again comes after all that says something else, and the page's heading is its title whatever it
 * is called. */
static void test_twins_come_last(void **state)
{
    (void)state;
    LEARN(l, 8,
          "<title>Lamp %d - Lights</title><h1 class=prodinfo>Lamp %d</h1><p><b>Price:</b> "
          "<i>$%d.20</i></p><p><b>Weight:</b> "
          "<i>%d grams</i></p><div><div><h3>You chose</h3><em class=chosen>$%d.20</em></div></div>",
          i, i, i * 3, i * i + 7, i == 5 ? 0 : i * 3);
    uint32_t chosen = place_of(&l, "chosen");
    assert_string_equal(value_on(&l, "title", pages[3]), "Lamp 3");
    assert_true(place_of(&l, "title") < chosen && place_of(&l, "price") < chosen && place_of(&l, "weight") < chosen);
    assert_true(place_of(&l, "page_title") < chosen);
    arena_free(&l.memory);
}

/* A few pages have two authors: the list is the author, not its first. */
static void test_short_list(void **state)
{
    (void)state;
    LEARN(l, 12, "<h1>Book %d</h1><p><b>Author:</b> <a href=/a/%d>Ann %c</a>%s</p><p><b>Pages:</b> <i>%d</i></p>", i, i,
          'A' + i, i % 4 == 1 ? " and <a href=/b>Bob</a>" : "", 100 + i * i);
    assert_non_null(find(&l, "author"));
    assert_int_equal(find(&l, "author")->type, COLUMN_LIST);
    assert_string_equal(value_on(&l, "author", pages[5]), "Ann F; Bob");
    assert_string_equal(value_on(&l, "author", pages[2]), "Ann C");
    arena_free(&l.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twins_come_last),
        cmocka_unit_test(test_short_list),
        cmocka_unit_test(test_names_and_types),
        cmocka_unit_test(test_a_name_and_its_label),
        cmocka_unit_test(test_words_among_dates),
        cmocka_unit_test(test_new_page),
        cmocka_unit_test(test_names_stay),
        cmocka_unit_test(test_nothing_varies),
        cmocka_unit_test(test_hundred),
        cmocka_unit_test(test_names_kept),
        cmocka_unit_test(test_columns_gone),
        cmocka_unit_test(test_value_like_a_label),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_rows_of_a_table),
        cmocka_unit_test(test_rows_of_other_markup),
        cmocka_unit_test(test_label_inside),
        cmocka_unit_test(test_no_label_inside),
        cmocka_unit_test(test_same_by_chance),
        cmocka_unit_test(test_long_id),
        cmocka_unit_test(test_label_off),
        cmocka_unit_test(test_names_around),
        cmocka_unit_test(test_names_of_parts),
        cmocka_unit_test(test_numbers_to_compute_with),
        cmocka_unit_test(test_readable_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
