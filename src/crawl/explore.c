/* explore.c - ComputeModel (Fig. 5): explore a site from its most promising link collections.
 * Take a link collection, fetch a few of its pages, form candidate classes, and merge each into the model or add it,
 * whichever gives the shorter description. A round is decided before it is fetched and processed in its own order, so
 * the model does not depend on which response comes first. Cost: one pass over a page's links, and
 * site_model_update's overlap count; under a tenth of parsing the page (papers/crescenzi-2005/experiments). Paper:
 * Crescenzi, Merialdo and Missier 2005, section 3. */
#include "crawl/explore.h"

#include <stdlib.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/status.h"
#include "base/stop.h"
#include "base/table.h"

/* In place of a page: for collections that are listed, not linked. */
#define LISTING UINT32_C(0x7fffffff)

/* Collections that a growing round may have beyond its first. */
#define MOST_MORE 256

/* A collection of this round, and the index of its pages among those fetched. */
typedef struct round_part {
    uint32_t entry;
    frontier_item item;
    uint32_t first, n;
} round_part;

typedef struct address_state {
    uint32_t depth;    /* of the page it was requested from, plus one */
    uint32_t found_in; /* the first collection that leads there, plus one */
    bool asked;
} address_state;

typedef struct explorer {
    const explore_options *o;
    explored *e;
    frontier *queue;
    address_state *of_address;
    uint32_t n_paths;
    size_t pages_of_room, addresses_room, pages_room, collections_room, paths_room, hashes_room, links_room;
    table_index paths; /* index of e->path_hash */
    bool is_listed;
    uint32_t peak, peak_pages; /* the longest queue, and the pages seen by then */
    uint32_t most;             /* collections that fit in a round */
    /* of a round */
    arena memory;
    round_part *parts;
    uint32_t n_parts;
    uint32_t *ask;  /* addresses */
    uint32_t *page; /* the page each became, or CLASS_NONE */
    explore_visit *visits;
    uint32_t n_ask;
    page_schema *schemas;
    uint32_t *group;
    uint32_t *members;
} explorer;

void explore_options_init(explore_options *options)
{
    *options = (explore_options){ .order = &explore_spread,
                                  .per_collection = 3,
                                  .collections = 4,
                                  .threshold = .2,
                                  .costs = published_costs,
                                  .seed = 1 };
}

static bool addresses_reserve(explorer *x, uint32_t address)
{
    size_t before = x->addresses_room, n = address + (size_t)1;
    if (n <= before)
        return true;
    if (n > HUSK_MAX_EXPLORED || !array_grow(&x->e->page_of, &x->pages_of_room, n, sizeof *x->e->page_of) ||
        !array_grow(&x->of_address, &x->addresses_room, n, sizeof *x->of_address))
        return false;
    memset(x->of_address + before, 0, (x->addresses_room - before) * sizeof *x->of_address);
    memset(x->e->page_of + before, 0xff, (x->addresses_room - before) * sizeof *x->e->page_of);
    return true;
}

static uint32_t path_number(explorer *x, uint64_t hash)
{
    explored *e = x->e;
    if (!table_index_reserve(&x->paths, e->n_path_hashes, 1024, e->path_hash, sizeof *e->path_hash))
        return CLASS_NONE;
    uint32_t *slot = table_index_slot(&x->paths, hash, e->path_hash, sizeof *e->path_hash);
    if (*slot == 0) {
        if (e->n_path_hashes == HUSK_MAX_EXPLORED ||
            !array_grow(&e->path_hash, &x->hashes_room, e->n_path_hashes + 1u, sizeof *e->path_hash))
            return CLASS_NONE;
        e->path_hash[e->n_path_hashes] = hash;
        *slot = ++e->n_path_hashes;
    }
    return *slot - 1;
}

/* --- adding a page ------------------------------------------------------------------------------------------------ */

typedef struct numbered_link {
    uint32_t path, place, address;
} numbered_link;

static int by_path_and_place(const void *a, const void *b)
{
    const numbered_link *x = a, *y = b;
    return ORDER_OF(x->path, y->path) ?: ORDER_OF(x->place, y->place);
}

static numbered_link *links_number(explorer *x, const explore_visit *v)
{
    numbered_link *links = malloc((v->n_links + 1u) * sizeof *links);
    for (uint32_t i = 0; links && i < v->n_links; i++) {
        links[i] = (numbered_link){ path_number(x, v->links[i].path), i, v->links[i].address };
        if (links[i].path == CLASS_NONE) {
            free(links);
            return NULL;
        }
    }
    bool is_sorted =
        true; /* as on most pages: paths are numbered as they are met, and pages of a class have them in one order */
    for (uint32_t i = 1; links && i < v->n_links; i++)
        is_sorted = is_sorted && links[i - 1].path <= links[i].path;
    if (links && !is_sorted)
        qsort(links, v->n_links, sizeof *links, by_path_and_place);
    return links;
}

static bool page_reserve(explorer *x, const explore_visit *v)
{
    explored *e = x->e;
    for (uint32_t i = 0; i < v->n_links; i++)
        if (v->links[i].address != ADDRESS_NONE && !addresses_reserve(x, v->links[i].address))
            return false;
    size_t n_collections = (size_t)e->n_collections + v->n_links, n_links = e->n_links + v->n_links;
    return e->n_pages < HUSK_MAX_EXPLORED && n_collections < HUSK_MAX_EXPLORED && n_links < UINT32_MAX &&
           array_grow(&e->pages, &x->pages_room, e->n_pages + 1u, sizeof *e->pages) &&
           array_grow(&e->links, &x->links_room, n_links, sizeof *e->links) &&
           array_grow(&e->collections, &x->collections_room, n_collections, sizeof *e->collections) &&
           array_grow(&e->paths, &x->paths_room, (size_t)x->n_paths + v->n_links, sizeof *e->paths);
}

/* The links by path, as collections; the page's own if there is one. False if out of memory. */
static bool collections_take(explorer *x, const explore_visit *v, explored_page *p)
{
    explored *e = x->e;
    numbered_link *links = page_reserve(x, v) ? links_number(x, v) : NULL;
    for (uint32_t i = 0; links && i < v->n_links; i++) {
        if (i == 0 || links[i].path != links[i - 1].path) {
            e->collections[e->n_collections++] = (explore_collection){ links[i].path, (uint32_t)e->n_links, 0 };
            if (p) {
                e->paths[x->n_paths++] = links[i].path;
                p->n_collections++;
            }
        }
        e->collections[e->n_collections - 1].n++;
        e->links[e->n_links++] = links[i].address;
    }
    free(links);
    return links != NULL;
}

/* Add the page with its collections and schema; returns its number, or CLASS_NONE if out of memory. */
static uint32_t page_take(explorer *x, const explore_visit *v, uint32_t depth)
{
    explored *e = x->e;
    explored_page p = { v->address, CLASS_NONE, depth, e->n_collections, 0, x->n_paths, v->n_links, .stands_for = 1 };
    if (!addresses_reserve(x, v->address) || !collections_take(x, v, &p))
        return CLASS_NONE;
    e->pages[e->n_pages] = p;
    e->page_of[v->address] = e->n_pages;
    return e->n_pages++;
}

/* --- a round: what to fetch --------------------------------------------------------------------------------------- */

/* May this link be followed from this collection? If the order spreads, only from the first collection that leads
 * there, so that a menu on every page counts once. */
static bool is_open(const explorer *x, uint32_t address, uint32_t collection)
{
    if (address == ADDRESS_NONE || x->of_address[address].asked)
        return false;
    return !x->o->order->is_spread || x->of_address[address].found_in == collection + 1;
}

static uint32_t room_left(const explorer *x)
{
    uint32_t taken = x->e->n_pages + x->n_ask;
    return x->o->max_pages == 0 ? UINT32_MAX : x->o->max_pages > taken ? x->o->max_pages - taken : 0;
}

/* The collection's open addresses, distinct, in random order; malloc'd. */
static uint32_t *open_links(explorer *x, uint32_t collection, uint32_t *n)
{
    const explore_collection *c = &x->e->collections[collection];
    uint32_t *open = malloc((c->n + 1u) * sizeof *open);
    *n = 0;
    if (open == NULL)
        return NULL;
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t address = x->e->links[c->first + i];
        if (is_open(x, address, collection)) {
            x->of_address[address].asked = 1; /* once in the list; undone below for those not requested now */
            open[(*n)++] = address;
        }
    }
    for (uint32_t i = 0; i < *n; i++)
        x->of_address[open[i]].asked = 0;
    if (!x->o->order->is_breadth) {
        random_state random = { hash_pair(x->o->seed, hash_pair(x->e->path_hash[c->path], c->first)) };
        random_shuffle(&random, open, *n);
    }
    return open;
}

static husk_status part_add(explorer *x, uint32_t entry, frontier_item item)
{
    uint32_t depth = item.page == LISTING ? 0 : x->e->pages[item.page].depth + 1;
    if (x->o->max_depth && depth > x->o->max_depth)
        return HUSK_OK;
    uint32_t n_open, room = room_left(x);
    uint32_t *open = open_links(x, item.collection, &n_open);
    if (open == NULL)
        return HUSK_NO_MEMORY;
    uint32_t n = n_open < x->o->per_collection ? n_open : x->o->per_collection;
    if (n > room)
        n = room;
    if (n) {
        x->parts[x->n_parts++] = (round_part){ entry, item, x->n_ask, n };
        frontier_took(x->queue, entry, n);
        for (uint32_t i = 0; i < n; i++) {
            x->of_address[open[i]].asked = 1;
            x->of_address[open[i]].depth = depth;
            x->ask[x->n_ask++] = open[i];
        }
    }
    bool again = n < n_open && (!x->o->once || x->o->order->is_breadth);
    free(open);
    return again ? frontier_return(x->queue, entry, item) : HUSK_OK;
}

static husk_status round_choose(explorer *x)
{
    frontier_item item;
    uint32_t entry;
    uint32_t wanted = x->o->collections + (x->o->growth ? x->e->n_pages / x->o->growth : 0);
    x->n_parts = x->n_ask = 0;
    if (wanted > x->most)
        wanted = x->most;
    while (x->n_parts < wanted && room_left(x) && frontier_next(x->queue, x->e->model, &item, &entry)) {
        husk_status status = part_add(x, entry, item);
        if (status != HUSK_OK)
            return status;
    }
    return HUSK_OK;
}

/* --- a round: the results ----------------------------------------------------------------------------------------- */

static husk_status visits_take(explorer *x)
{
    for (uint32_t i = 0; i < x->n_ask; i++) {
        const explore_visit *v = &x->visits[i];
        x->page[i] = CLASS_NONE;
        x->e->n_fetched++;
        if (v->address == ADDRESS_NONE)
            continue;
        if (!addresses_reserve(x, v->address))
            return HUSK_NO_MEMORY;
        x->of_address[v->address].asked = 1;
        if (x->e->page_of[v->address] != CLASS_NONE) /* a redirect to a known page */
            continue;
        x->page[i] = page_take(x, v, x->of_address[x->ask[i]].depth);
        if (x->page[i] == CLASS_NONE)
            return HUSK_NO_MEMORY;
    }
    return HUSK_OK;
}

static husk_status collections_queue(explorer *x, uint32_t page, uint32_t owner, uint32_t first, uint32_t n)
{
    husk_status status = HUSK_OK;
    uint32_t n_links = 0;
    for (uint32_t number = first; number < first + n; number++)
        n_links += x->e->collections[number].n;
    for (uint32_t number = first; number < first + n && status == HUSK_OK; number++) {
        uint32_t n_open = 0;
        const explore_collection *c = &x->e->collections[number];
        for (uint32_t j = 0; j < c->n; j++) {
            uint32_t address = x->e->links[c->first + j];
            bool is_first = address != ADDRESS_NONE && x->of_address[address].found_in == 0;
            if (is_first)
                x->of_address[address].found_in = number + 1;
            n_open += x->o->order->is_spread ? is_first && !x->of_address[address].asked : is_open(x, address, number);
        }
        status = frontier_add(x->queue, owner, c->path, (frontier_item){ page, number }, n_links, c->n, n_open);
    }
    return status;
}

static husk_status page_queue(explorer *x, uint32_t page)
{
    const explored_page *p = &x->e->pages[page];
    return collections_queue(x, page, p->class_number == CLASS_NONE ? OWNER_PAGE(page) : p->class_number,
                             p->first_collection, p->n_collections);
}

/* Pages that are listed although nothing links to them; requested once. */
static husk_status listing_queue(explorer *x, husk_error *error)
{
    explore_visit listing = { .address = ADDRESS_NONE };
    uint32_t first = x->e->n_collections;
    if (x->is_listed || x->o->listing == NULL)
        return HUSK_OK;
    x->is_listed = true;
    husk_status status = x->o->listing(x->o->context, &listing, error);
    if (status == HUSK_OK && !collections_take(x, &listing, NULL))
        status = HUSK_NO_MEMORY;
    return status == HUSK_OK ? collections_queue(x, LISTING, OWNER_PAGE(LISTING), first, x->e->n_collections - first)
                             : status;
}

static husk_status candidate_take(explorer *x, const uint32_t *pages, uint32_t n)
{
    uint32_t number;
    page_schema *schemas = x->schemas; /* no longer needed once the candidates are selected */
    for (uint32_t i = 0; i < n; i++)
        schemas[i] = explored_schema(x->e, pages[i]);
    husk_status status = site_model_update(x->e->model, schemas, n, &number);
    if (status == HUSK_OK)
        frontier_class_changed(x->queue, number);
    for (uint32_t i = 0; i < n && status == HUSK_OK; i++)
        x->e->pages[pages[i]].class_number = number;
    return status;
}

/* The pages that a collection led to: those fetched now, then those reached only from a menu before. */
static uint32_t part_members(explorer *x, const round_part *part)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < part->n; i++)
        if (x->page[part->first + i] != CLASS_NONE)
            x->members[n++] = x->page[part->first + i];
    const explore_collection *c = part->entry != UINT32_MAX ? &x->e->collections[part->item.collection] : NULL;
    for (uint32_t i = 0; c && i < c->n && n < x->o->per_collection; i++) {
        uint32_t address = x->e->links[c->first + i],
                 page = address == ADDRESS_NONE ? CLASS_NONE : x->e->page_of[address], j = 0;
        if (page == CLASS_NONE || x->e->pages[page].class_number != CLASS_NONE)
            continue;
        while (j < n && x->members[j] != page)
            j++;
        if (j == n)
            x->members[n++] = page;
    }
    for (uint32_t i = 0; i < n; i++)
        x->schemas[i] = explored_schema(x->e, x->members[i]);
    return n;
}

/* Process the pages of one collection: candidates, then the model (lines 8-22 of Fig. 5). */
static husk_status part_take(explorer *x, const round_part *part)
{
    uint32_t n = part_members(x, part), n_groups = 0;
    husk_status status = candidates_select(x->schemas, n, x->o->threshold, x->group, &n_groups);
    if (status == HUSK_OK && x->o->menus && candidates_are_menu(n, n_groups))
        return HUSK_OK;
    uint32_t *candidate = x->ask; /* no longer needed in this round */
    for (uint32_t g = 0; g < n_groups && status == HUSK_OK; g++) {
        uint32_t m = 0;
        for (uint32_t i = 0; i < n; i++)
            if (x->group[i] == g)
                candidate[m++] = x->members[i];
        status = candidate_take(x, candidate, m);
    }
    for (uint32_t i = 0; i < part->n && part->entry != UINT32_MAX && status == HUSK_OK; i++)
        if (x->page[part->first + i] != CLASS_NONE)
            frontier_landed(x->queue, part->entry, x->e->pages[x->page[part->first + i]].class_number);
    return status;
}

static husk_status round_take(explorer *x)
{
    husk_status status = visits_take(x);
    for (uint32_t i = 0; i < x->n_parts && status == HUSK_OK; i++) {
        const round_part *part = &x->parts[i];
        for (uint32_t k = part->first; k < part->first + part->n; k++)
            if (x->page[k] != CLASS_NONE) {
                x->e->pages[x->page[k]].from_entry = part->entry;
                x->e->pages[x->page[k]].from = part->item.page;
            }
        status = part_take(x, part); /* NOLINT(clang-analyzer-unix.Malloc): the explorer owns its parts */
    }
    for (uint32_t i = 0; i < x->n_ask && status == HUSK_OK; i++)
        if (x->page[i] != CLASS_NONE)
            status = page_queue(x, x->page[i]);
    return status;
}

/* The number of addresses in the collections that led to a page, per address followed; 1 for the start. */
static double per_followed(const explorer *x, const explored_page *page)
{
    return page->from_entry == UINT32_MAX ? 1 : frontier_per_taken(x->queue, page->from_entry);
}

/* A page represents those addresses and, if a page of another class led to it, those that the pages represented by
 * that one would show. No further back: addresses shown repeatedly would be counted repeatedly (600,000 for a site of
 * 10,000). */
static void pages_weigh(explorer *x)
{
    for (uint32_t p = 0; p < x->e->n_pages; p++) {
        explored_page *page = &x->e->pages[p];
        bool is_linked = page->from_entry != UINT32_MAX && page->from != LISTING;
        const explored_page *from = is_linked ? &x->e->pages[page->from] : page;
        bool is_other = from->class_number != page->class_number;
        page->stands_for = (float)(per_followed(x, page) * (is_other ? per_followed(x, from) : 1));
    }
}

/* The paper's section 4.4: beyond the longest queue nothing new is discovered. */
static bool is_past_peak(explorer *x)
{
    if (frontier_n(x->queue) >= x->peak) {
        x->peak = frontier_n(x->queue);
        x->peak_pages = x->e->n_pages;
    }
    return x->o->after_peak && x->e->n_pages >= x->peak_pages + x->o->after_peak;
}

static husk_status rounds_run(explorer *x, husk_error *error)
{
    husk_status status = HUSK_OK;
    bool more = true;
    while (more && status == HUSK_OK) {
        if (stop_is_set(x->o->stop))
            return HUSK_STOPPED;
        if (x->e->n_pages && (x->o->list_first || frontier_n(x->queue) == 0))
            status = listing_queue(x, error);
        if (x->e->n_pages && status == HUSK_OK)
            status = round_choose(x);
        if (status == HUSK_OK && x->e->n_pages && x->n_ask == 0 && frontier_n(x->queue) == 0 && !x->is_listed &&
            x->o->listing)
            continue; /* what waited led nowhere */
        if (status != HUSK_OK || x->n_ask == 0)
            break;
        status = x->o->fetch(x->o->context, x->ask, x->n_ask, x->visits, error);
        more = status != HUSK_LIMIT;
        if (status == HUSK_OK || status == HUSK_LIMIT)
            status = round_take(x);
        x->n_ask = 0;
        if (status == HUSK_OK && x->o->progress)
            x->o->progress(x->o->context, x->e->n_pages, site_model_n_classes(x->e->model), frontier_n(x->queue));
        more = more && !is_past_peak(x);
    }
    x->e->is_cut = frontier_n(x->queue) > 0;
    if (status == HUSK_OK)
        pages_weigh(x);
    /* Set while pages were fetched: the fetches ended early, which is no end of the site. */
    return status == HUSK_OK && stop_is_set(x->o->stop) ? HUSK_STOPPED : status;
}

static bool explorer_set_up(explorer *x, uint32_t start)
{
    x->most = x->o->growth ? x->o->collections + MOST_MORE : x->o->collections;
    size_t most = (size_t)x->o->per_collection * x->most;
    x->e->model = site_model_new(&x->o->costs);
    x->queue = frontier_new(x->o->order);
    x->parts = arena_zeros(&x->memory, x->most, sizeof *x->parts);
    x->ask = arena_zeros(&x->memory, most, sizeof *x->ask);
    x->page = arena_zeros(&x->memory, most, sizeof *x->page);
    x->visits = arena_zeros(&x->memory, most, sizeof *x->visits);
    x->schemas = arena_zeros(&x->memory, most, sizeof *x->schemas);
    x->group = arena_zeros(&x->memory, most, sizeof *x->group);
    x->members = arena_zeros(&x->memory, most, sizeof *x->members);
    if (!x->e->model || !x->queue || !x->parts || !x->ask || !x->page || !x->visits || !x->schemas || !x->group ||
        !x->members || !addresses_reserve(x, start))
        return false;
    /* The first round: the seed page is the first member of the first class. */
    x->parts[0] = (round_part){ UINT32_MAX, { 0, 0 }, 0, 1 };
    x->ask[0] = start;
    x->of_address[start].asked = 1;
    x->n_parts = x->n_ask = 1;
    return true;
}

husk_status explore(uint32_t start, const explore_options *options, explored *out, husk_error *error)
{
    *out = (explored){ 0 };
    if (options->per_collection == 0 || options->collections == 0 || options->per_collection > 100000 ||
        options->collections > 100000)
        return error_set(error, HUSK_BAD_ARGUMENT,
                         "exploring needs 1 to 100,000 pages from 1 to 100,000 collections at a time");
    explorer x = { .o = options, .e = out };
    arena_init(&x.memory, SIZE_MAX);
    husk_status status = explorer_set_up(&x, start) ? rounds_run(&x, error) : HUSK_NO_MEMORY;
    frontier_free(x.queue);
    free(x.of_address);
    free(x.paths.slots);
    arena_free(&x.memory);
    if (status == HUSK_NO_MEMORY)
        error_set(error, HUSK_NO_MEMORY, "out of memory after %u pages", (unsigned)out->n_pages);
    return status;
}

void explored_free(explored *e)
{
    site_model_free(e->model);
    free(e->pages);
    free(e->collections);
    free(e->paths);
    free(e->links);
    free(e->path_hash);
    free(e->page_of);
    *e = (explored){ 0 };
}

page_schema explored_schema(const explored *e, uint32_t page)
{
    const explored_page *p = &e->pages[page];
    return (page_schema){ e->paths ? e->paths + p->first_path : NULL, p->n_collections, p->n_links };
}

static int by_ends(const void *a, const void *b)
{
    const class_link *x = a, *y = b;
    return ORDER_OF(x->from, y->from) ?: ORDER_OF(x->path, y->path) ?: ORDER_OF(x->to, y->to);
}

husk_status explored_class_links(const explored *e, const uint32_t *class_of, class_link **links, uint32_t *n)
{
    class_link *all = malloc((e->n_links + 1) * sizeof *all);
    size_t count = 0;
    uint32_t kept = 0;
    if (all == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t p = 0; p < e->n_pages; p++)
        for (uint32_t i = 0; class_of[p] != CLASS_NONE && i < e->pages[p].n_collections; i++) {
            const explore_collection *c = &e->collections[e->pages[p].first_collection + i];
            for (uint32_t j = 0; j < c->n; j++) {
                uint32_t address = e->links[c->first + j],
                         to = address == ADDRESS_NONE ? CLASS_NONE : e->page_of[address];
                if (to == CLASS_NONE || class_of[to] == CLASS_NONE)
                    continue;
                class_link link = { class_of[p], c->path, class_of[to], 1 };
                if (count && by_ends(&all[count - 1], &link) == 0) /* most links of a collection */
                    all[count - 1].n++;
                else
                    all[count++] = link;
            }
        }
    qsort(all, count, sizeof *all, by_ends);
    for (size_t i = 0; i < count; i++) {
        if (kept && by_ends(&all[kept - 1], &all[i]) == 0)
            all[kept - 1].n += all[i].n;
        else
            all[kept++] = all[i];
    }
    *links = all;
    *n = kept;
    return HUSK_OK;
}
