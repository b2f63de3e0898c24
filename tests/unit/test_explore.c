/* test_explore.c - exploring: candidates and menus, the orders, independence of fetch order, class links.
 * The site is made here: a home page with a menu and two lists, list pages, and many pages of two kinds. */
#include "unit.h"

#include "base/stop.h"
#include "crescenzi-2005/crawl.h"

static void test_candidates(void **state)
{
    (void)state;
    const uint32_t team[] = { 1, 2, 3, 4, 5, 6 }, champion[] = { 1, 2, 3, 4, 5, 6, 7 }, news[] = { 1, 8, 9 };
    page_schema pages[] = { { champion, 7, 9 }, { team, 6, 9 }, { team, 6, 9 },
                            { news, 3, 3 },     { team, 6, 9 }, { news, 3, 3 } };
    uint32_t group[6], n;
    assert_int_equal(candidates_select(pages, 6, .2, group, &n), HUSK_OK);
    assert_int_equal(n, 2); /* the champion is 1/7 away from the team pages and joins them */
    const uint32_t want[] = { 0, 0, 0, 1, 0, 1 };
    assert_memory_equal(group, want, sizeof want);
    assert_false(candidates_are_menu(6, n));
    assert_int_equal(candidates_select(pages, 6, .1, group, &n), HUSK_OK);
    assert_int_equal(n, 3);
    assert_int_equal(group[0], 2);
    assert_int_equal(candidates_select(pages, 0, .2, group, &n), HUSK_OK);
    assert_int_equal(n, 0);
}

/* A collapsed group's schema is the union, so that later groups are compared with that. */
static void test_collapse_grows_the_schema(void **state)
{
    (void)state;
    const uint32_t a[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, b[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 },
                   c[] = { 1, 2, 3, 4, 5, 6, 7, 8, 10, 11 };
    page_schema pages[] = { { a, 9, 9 }, { a, 9, 9 }, { c, 10, 9 }, { b, 10, 9 } };
    uint32_t group[4], n;
    /* c is 3/11 from a alone: too far. b, the last, joins first; the union of a and b is 2/11 from c. */
    assert_int_equal(candidates_select(pages, 4, .2, group, &n), HUSK_OK);
    assert_int_equal(n, 1);
}

static void test_menus(void **state)
{
    (void)state;
    assert_false(candidates_are_menu(0, 0));
    assert_false(candidates_are_menu(1, 1));
    assert_true(candidates_are_menu(2, 2));
    assert_true(candidates_are_menu(5, 4));
    assert_false(candidates_are_menu(4, 2));
}

/* --- a made-up site ----------------------------------------------------------------------------------------------- */

/* 0 home; 1, 2, 3 menu pages of one kind each; 4 .. 13 list pages; 100 .. 199 players; 200 .. 299 teams; 300: no page;
 * 301 redirects to 0 */
enum {
    MENU = 1,
    LISTS = 4,
    N_LISTS = 10,
    PLAYERS = 100,
    TEAMS = 200,
    N_EACH = 100,
    GONE = 300,
    MOVED = 301,
    TRAP = 1000
};

typedef struct made_site {
    explore_link links[64][400];
    uint32_t n_fetched, n_calls;
    uint32_t order[1000];
    uint32_t budget; /* 0: none */
    husk_stop *stop; /* set when the budget is reached; may be NULL */
    bool has_trap;   /* the home page leads to a page with eight more like it, and so on */
} made_site;

static void link_to(explore_visit *v, uint64_t path, uint32_t address)
{
    ((explore_link *)v->links)[v->n_links++] = (explore_link){ path, address };
}

static void visit_make(uint32_t address, explore_visit *v)
{
    v->address = address == GONE ? ADDRESS_NONE : address == MOVED ? 0 : address;
    v->n_links = 0;
    if (v->address == ADDRESS_NONE)
        return;
    for (uint32_t i = 0; i < 3; i++) /* the menu, on every page */
        link_to(v, 1, MENU + i);
    if (v->address == 0) {
        for (uint32_t i = 0; i < N_LISTS; i++)
            link_to(v, 2, LISTS + i);
        link_to(v, 3, GONE);
        link_to(v, 3, MOVED);
        link_to(v, 4, ADDRESS_NONE);
    } else if (v->address < LISTS) {
        for (uint32_t i = 0; i < 5; i++)
            link_to(v, 100 + 10 * v->address + i, 0);
    } else if (v->address < PLAYERS) {
        for (uint32_t i = 0; i < 10; i++) {
            link_to(v, 20, PLAYERS + 10 * (v->address - LISTS) + i);
            link_to(v, 21, TEAMS + 10 * (v->address - LISTS) + i);
        }
        link_to(v, 22, 0);
    } else {
        uint64_t kind = v->address < TEAMS ? 30 : 40;
        for (uint32_t i = 0; i < 6; i++)
            link_to(v, kind + i, ADDRESS_NONE);
    }
}

static void trap_add(explore_visit *v)
{
    if (v->address == 0)
        link_to(v, 50, TRAP);
    for (uint32_t i = 1; v->address >= TRAP && v->address != ADDRESS_NONE && i <= 8; i++)
        link_to(v, 51, TRAP + 8 * (v->address - TRAP) + i);
}

static husk_status fetch(void *context, const uint32_t *addresses, uint32_t n, explore_visit *visits, husk_error *error)
{
    made_site *site = context;
    (void)error;
    assert_in_range(n, 1, 64);
    site->n_calls++;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < site->n_fetched; j++)
            assert_int_not_equal(site->order[j], addresses[i]); /* nothing is requested twice */
        site->order[site->n_fetched++] = addresses[i];
        visits[i].links = site->links[i];
        visit_make(addresses[i], &visits[i]);
        if (site->has_trap)
            trap_add(&visits[i]);
    }
    bool is_spent = site->budget && site->n_fetched >= site->budget;
    if (is_spent && site->stop)
        atomic_store(&site->stop->set, true);
    return is_spent ? HUSK_LIMIT : HUSK_OK;
}

/* As published, but for the order and that SPREAD is one. */
static void options_of(husk_crawl_order order, explore_options *o)
{
    husk_crawl_published published;
    husk_crawl_published_init(&published);
    published.order = order;
    published.published = true;
    explore_options_init(o);
    published_explore(&published, o);
    if (order == HUSK_CRAWL_SPREAD)
        o->order = &explore_spread;
}

static explored run(explore_options *o, made_site *site)
{
    explored e;
    memset(site, 0, offsetof(made_site, budget));
    o->fetch = fetch;
    o->context = site;
    assert_int_equal(explore(0, o, &e, NULL), HUSK_OK);
    return e;
}

static uint32_t class_at(const explored *e, uint32_t address)
{
    uint32_t page = e->page_of[address];
    return page == CLASS_NONE ? CLASS_NONE : e->pages[page].class_number;
}

/* The classes that the model must have found, from the definition of the site. */
static void check_classes(const explored *e)
{
    uint32_t players = CLASS_NONE, teams = CLASS_NONE, lists = CLASS_NONE;
    for (uint32_t i = 0; i < e->n_pages; i++) {
        uint32_t a = e->pages[i].address, k = e->pages[i].class_number;
        uint32_t *want = a >= TEAMS ? &teams : a >= PLAYERS ? &players : a >= LISTS ? &lists : NULL;
        if (want == NULL)
            continue;
        *want = *want == CLASS_NONE ? k : *want;
        assert_int_equal(*want, k);
    }
    assert_int_not_equal(players, CLASS_NONE);
    assert_true(players != teams && players != lists && teams != lists);
    assert_int_equal(class_at(e, 0), 0);
}

static void test_orders_find_the_classes(void **state)
{
    (void)state;
    made_site *site = calloc(1, sizeof *site);
    for (int order = HUSK_CRAWL_SPREAD; order <= HUSK_CRAWL_BREADTH; order++) {
        explore_options o;
        options_of((husk_crawl_order)order, &o);
        o.per_collection = 4;
        explored e = run(&o, site);
        check_classes(&e);
        for (uint32_t i = 0; i < 3; i++) /* the menu's pages were followed, but form no class */
            assert_int_equal(class_at(&e, MENU + i), CLASS_NONE);
        assert_int_equal(e.page_of[GONE], CLASS_NONE);
        assert_false(e.is_cut);
        if (order == HUSK_CRAWL_BREADTH)
            assert_int_equal(e.n_pages, 1 + 3 + N_LISTS + 2 * N_EACH);
        else
            assert_in_range(e.n_pages, 10, 150); /* four of each collection */
        explored_free(&e);
    }
    free(site);
}

/* Breadth-first follows all links of one level before the next, and a page's before the next page's. */
static void test_breadth_first(void **state)
{
    (void)state;
    made_site *site = calloc(1, sizeof *site);
    explore_options o;
    options_of(HUSK_CRAWL_BREADTH, &o);
    o.per_collection = 4; /* fewer than a collection has */
    explored e = run(&o, site);
    for (uint32_t i = 1; i < e.n_pages; i++)
        assert_true(e.pages[i].depth >= e.pages[i - 1].depth);
    uint32_t first = 1 + 3 + N_LISTS; /* after home, menu and lists */
    for (uint32_t i = 0; i < 2 * N_EACH; i++)
        assert_int_equal((e.pages[first + i].address % N_EACH) / 10,
                         i / 20); /* ten players and ten teams of each list, list by list */
    explored_free(&e);
    free(site);
}

/* Pages of a collection of which few were followed also represent the rest of it, and what unvisited lists would
 * show. */
static void test_stands_for(void **state)
{
    (void)state;
    made_site *site = calloc(1, sizeof *site);
    explore_options o;
    options_of(HUSK_CRAWL_SPREAD, &o);
    o.per_collection = 3;
    o.once = false;
    o.max_pages = 50;
    explored e = run(&o, site);
    double players = 0, lists = 0;
    for (uint32_t i = 0; i < e.n_pages; i++) {
        uint32_t a = e.pages[i].address;
        assert_true(e.pages[i].stands_for >= 1);
        players += a >= PLAYERS && a < TEAMS ? e.pages[i].stands_for : 0;
        lists += a >= LISTS && a < PLAYERS ? e.pages[i].stands_for : 0;
    }
    assert_float_equal(lists, N_LISTS, .01);
    assert_float_equal(players, N_EACH, .01);
    explored_free(&e);
    free(site);
}

/* Although the trap has ever more URLs, most visits go to the lists' pages. */
static void test_trap(void **state)
{
    (void)state;
    made_site *site = calloc(1, sizeof *site);
    site->has_trap = true;
    explore_options o;
    options_of(HUSK_CRAWL_SPREAD, &o);
    o.max_pages = 150;
    explored e = run(&o, site);
    uint32_t n_trapped = 0;
    for (uint32_t i = 0; i < e.n_pages; i++)
        n_trapped += e.pages[i].address >= TRAP;
    assert_int_equal(e.n_pages, 150);
    assert_in_range(n_trapped, 3, 50);
    explored_free(&e);
    free(site);
}

static void test_what_is_left_comes_again(void **state)
{
    (void)state;
    made_site *site = calloc(1, sizeof *site);
    explore_options o;
    options_of(HUSK_CRAWL_DENSEST, &o);
    o.per_collection = 4;
    o.once = false;
    o.menus = false;
    explored e = run(&o, site);
    assert_int_equal(e.n_pages, 1 + 3 + N_LISTS + 2 * N_EACH);
    assert_int_not_equal(class_at(&e, MENU), CLASS_NONE);
    explored_free(&e);
    free(site);
}

static void test_budgets_and_depth(void **state)
{
    (void)state;
    made_site *site = calloc(1, sizeof *site);
    explore_options o;
    options_of(HUSK_CRAWL_DENSEST, &o);
    o.max_pages = 37;
    explored e = run(&o, site);
    assert_int_equal(e.n_pages, 37);
    assert_true(e.is_cut);
    explored_free(&e);
    site->budget = 20;
    o.max_pages = 0;
    e = run(&o, site);
    assert_in_range(site->n_fetched, 20, 29);
    assert_true(e.is_cut);
    explored_free(&e);
    site->budget = 0;
    o.max_depth = 1;
    e = run(&o, site);
    assert_int_equal(e.n_pages, 1 + 3 + N_LISTS);
    explored_free(&e);
    husk_stop stop = { false };
    o.stop = site->stop = &stop;
    site->budget = 1; /* set during the first fetch, which then reads nothing more */
    memset(site, 0, offsetof(made_site, budget));
    assert_int_equal(explore(0, &o, &e, NULL), HUSK_STOPPED);
    assert_int_equal(e.n_pages, 1);
    explored_free(&e);
    assert_int_equal(explore(0, &o, &e, NULL), HUSK_STOPPED);
    explored_free(&e);
    o.per_collection = 0;
    assert_int_equal(explore(0, &o, &e, NULL), HUSK_BAD_ARGUMENT);
    free(site);
}

static void test_same_again_and_other_seed(void **state)
{
    (void)state;
    made_site *site = calloc(1, sizeof *site);
    uint32_t *first = calloc(1000, sizeof *first);
    explore_options o;
    options_of(HUSK_CRAWL_DENSEST, &o);
    o.per_collection = 3;
    o.collections = 5;
    explored e = run(&o, site);
    uint32_t n = site->n_fetched;
    memcpy(first, site->order, sizeof site->order);
    explored_free(&e);
    e = run(&o, site);
    assert_int_equal(site->n_fetched, n);
    assert_memory_equal(first, site->order, sizeof site->order);
    explored_free(&e);
    o.seed = 2;
    e = run(&o, site);
    assert_memory_not_equal(first, site->order, sizeof site->order);
    check_classes(&e);
    explored_free(&e);
    free(first);
    free(site);
}

/* Section 2: links on a path of one class that lead to pages of another make a class link. */
static void test_class_links(void **state)
{
    (void)state;
    made_site *site = calloc(1, sizeof *site);
    explore_options o;
    options_of(HUSK_CRAWL_DENSEST, &o);
    o.once = false;
    explored e = run(&o, site);
    uint32_t *class_of = malloc(e.n_pages * sizeof *class_of), n, found = 0;
    for (uint32_t i = 0; i < e.n_pages; i++)
        class_of[i] = e.pages[i].class_number;
    class_link *links;
    assert_int_equal(explored_class_links(&e, class_of, &links, &n), HUSK_OK);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t path = e.path_hash[links[i].path];
        if (path == 20) { /* every list page has ten players */
            assert_int_equal(links[i].from, class_at(&e, LISTS));
            assert_int_equal(links[i].to, class_at(&e, PLAYERS));
            assert_int_equal(links[i].n, N_EACH);
            found++;
        }
        assert_int_not_equal(path, 1); /* the menu's pages are in no class */
    }
    assert_int_equal(found, 1);
    free(links);
    free(class_of);
    explored_free(&e);
    free(site);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_candidates),
        cmocka_unit_test(test_collapse_grows_the_schema),
        cmocka_unit_test(test_menus),
        cmocka_unit_test(test_orders_find_the_classes),
        cmocka_unit_test(test_breadth_first),
        cmocka_unit_test(test_stands_for),
        cmocka_unit_test(test_trap),
        cmocka_unit_test(test_what_is_left_comes_again),
        cmocka_unit_test(test_budgets_and_depth),
        cmocka_unit_test(test_same_again_and_other_seed),
        cmocka_unit_test(test_class_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
