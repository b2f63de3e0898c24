/* frontier.c - the queue of link collections: one entry for each class and path, each a list of the collections that wait.
 * An entry's rank changes whenever its class gets a page, so ranks are not kept sorted: the best is looked for at every turn. A site has some
 * thousand entries and a turn fetches pages, so looking is cheap beside it.
 * Cost: O(entries that wait) a turn. Paper: Crescenzi, Merialdo and Missier 2005, section 3.3. */
#include "site/frontier.h"

#include <math.h>
#include <stdlib.h>

#include "base/hash.h"

#define NO_ITEM UINT32_MAX
#define SELF_VOTES 16.0

typedef struct waiting_item {
    frontier_item item;
    uint32_t next;
} waiting_item;

typedef struct frontier_entry {
    uint32_t owner, path;
    uint64_t n_links;
    uint32_t first, last; /* of the items */
    uint32_t taken;       /* the item that was taken last */
    uint64_t page_links;  /* of the page that owns it, if it is a page */
    uint64_t n_open;  /* links of all its items that were open when they came, less those taken */
    uint32_t n_taken;
    uint32_t n_self;      /* of those, pages of the owner's own class */
} frontier_entry;

struct frontier {
    explore_order order;
    frontier_entry *entries;
    uint32_t n_entries, entries_room;
    uint32_t *slots; /* entry + 1, by hash of owner and path */
    uint32_t n_slots;
    waiting_item *items;
    uint32_t n_items, items_room;
    uint64_t *owner_links; /* by class */
    uint32_t owner_room;
    uint32_t *waiting; /* entries that have items, in no order */
    uint32_t n_waiting;
    uint32_t n_open;   /* items that wait */
};

frontier *frontier_new(explore_order order)
{
    frontier *f = calloc(1, sizeof *f);
    if (f)
        f->order = order;
    return f;
}

void frontier_free(frontier *f)
{
    if (f == NULL)
        return;
    free(f->entries);
    free(f->slots);
    free(f->items);
    free(f->owner_links);
    free(f->waiting);
    free(f);
}

uint32_t frontier_n(const frontier *f)
{
    return f->n_open;
}

static uint32_t *slot_of(const frontier *f, uint32_t owner, uint32_t path)
{
    uint32_t at = (uint32_t)hash_pair(owner, path) & (f->n_slots - 1);
    while (f->slots[at] && (f->entries[f->slots[at] - 1].owner != owner || f->entries[f->slots[at] - 1].path != path))
        at = (at + 1) & (f->n_slots - 1);
    return &f->slots[at];
}

static bool slots_grow(frontier *f)
{
    uint32_t *old = f->slots, n = f->n_slots ? f->n_slots * 2 : 256;
    f->slots = calloc(n, sizeof *f->slots);
    if (f->slots == NULL) {
        f->slots = old;
        return false;
    }
    f->n_slots = n;
    for (uint32_t i = 0; i < f->n_entries; i++)
        *slot_of(f, f->entries[i].owner, f->entries[i].path) = i + 1;
    free(old);
    return true;
}

/* Room for one more of everything. */
static bool entries_reserve(frontier *f)
{
    if (2 * (f->n_entries + 1) > f->n_slots && !slots_grow(f))
        return false;
    if (f->n_entries < f->entries_room)
        return true;
    uint32_t room = f->entries_room ? f->entries_room * 2 : 128;
    frontier_entry *entries = realloc(f->entries, room * sizeof *entries);
    if (entries)
        f->entries = entries;
    uint32_t *waiting = realloc(f->waiting, room * sizeof *waiting);
    if (waiting)
        f->waiting = waiting;
    if (entries == NULL || waiting == NULL)
        return false;
    f->entries_room = room;
    return true;
}

static bool owner_reserve(frontier *f, uint32_t owner)
{
    if (owner < f->owner_room)
        return true;
    uint32_t room = owner * 2 + 64;
    uint64_t *links = realloc(f->owner_links, room * sizeof *links);
    if (links == NULL)
        return false;
    for (uint32_t i = f->owner_room; i < room; i++)
        links[i] = 0;
    f->owner_links = links;
    f->owner_room = room;
    return true;
}

/* Item `at` behind the others of the entry, or before them. */
static void item_link(frontier *f, uint32_t entry, uint32_t at, bool is_first)
{
    frontier_entry *e = &f->entries[entry];
    bool is_alone = e->first == NO_ITEM;
    f->items[at].next = is_first ? e->first : NO_ITEM;
    if (is_alone)
        f->waiting[f->n_waiting++] = entry;
    else if (!is_first)
        f->items[e->last].next = at;
    e->first = is_alone || is_first ? at : e->first;
    e->last = is_alone || !is_first ? at : e->last;
    f->n_open++;
}

static husk_status item_add(frontier *f, uint32_t entry, frontier_item item)
{
    if (f->n_items == f->items_room) {
        uint32_t room = f->items_room ? f->items_room * 2 : 256;
        waiting_item *items = realloc(f->items, room * sizeof *items);
        if (items == NULL)
            return HUSK_NO_MEMORY;
        f->items = items;
        f->items_room = room;
    }
    f->items[f->n_items] = (waiting_item){ item, NO_ITEM };
    item_link(f, entry, f->n_items++, false);
    return HUSK_OK;
}

husk_status frontier_add(frontier *f, uint32_t owner, uint32_t path, frontier_item item, uint32_t page_links, uint32_t n_links, uint32_t n_open)
{
    bool is_class = !(owner & OWNER_PAGE(0));
    if (!entries_reserve(f) || (is_class && !owner_reserve(f, owner)))
        return HUSK_NO_MEMORY;
    uint32_t *slot = slot_of(f, owner, path);
    if (*slot == 0) {
        f->entries[f->n_entries] = (frontier_entry){ .owner = owner, .path = path, .first = NO_ITEM, .last = NO_ITEM, .page_links = page_links };
        *slot = ++f->n_entries;
    }
    f->entries[*slot - 1].n_links += n_links;
    f->entries[*slot - 1].n_open += n_open;
    if (is_class)
        f->owner_links[owner] += n_links;
    return n_open ? item_add(f, *slot - 1, item) : HUSK_OK;
}

husk_status frontier_return(frontier *f, uint32_t entry, frontier_item item)
{
    if (f->order != EXPLORE_BREADTH)
        return item_add(f, entry, item);
    item_link(f, entry, f->entries[entry].taken, true);
    return HUSK_OK;
}

typedef struct entry_rank {
    double first, second;
    uint64_t order; /* smaller first */
} entry_rank;

/* Like seats for votes, by the square root of what is there: a large class is seen more often than a small one, but not as many times as it is
 * larger. Links that lead to pages of their own class count up to SELF_VOTES only: calendars and facets go on that way for ever, and a site
 * whose lists lead to its pages needs them little. With 16, of 160 pages of the site of tests/crawl_traps 60 are of its real part instead of 32,
 * and F over 24 documentation sites is the same to .001. */
static double votes_of(const frontier_entry *e)
{
    double links = (double)(e->n_open + e->n_taken), self = e->n_taken ? (double)e->n_self / e->n_taken : 0;
    return links > SELF_VOTES ? links - (links - SELF_VOTES) * self : links;
}

static entry_rank rank_of(const frontier *f, const sitemodel *model, const frontier_entry *e)
{
    bool is_class = !(e->owner & OWNER_PAGE(0));
    bool is_single = !is_class || sitemodel_class(model, e->owner)->n_pages == 1;
    uint64_t all = is_class ? f->owner_links[e->owner] : e->page_links;
    double density = all ? (double)e->n_links / (double)all : 0;
    switch (f->order) {
    case EXPLORE_DENSEST:
        return (entry_rank){ is_single, density, e->first };
    case EXPLORE_SPARSEST:
        return (entry_rank){ is_single, -density, e->first };
    case EXPLORE_BREADTH:
        return (entry_rank){ 0, 0, e->first };
    case EXPLORE_SPREAD:
        break;
    }
    return (entry_rank){ sqrt(votes_of(e)) / (e->n_taken + 1), density, e->first };
}

static bool rank_before(entry_rank a, entry_rank b)
{
    if (a.first != b.first)
        return a.first > b.first;
    if (a.second != b.second)
        return a.second > b.second;
    return a.order < b.order;
}

bool frontier_next(frontier *f, const sitemodel *model, frontier_item *item, uint32_t *entry)
{
    if (f->n_waiting == 0)
        return false;
    uint32_t best = 0;
    entry_rank best_rank = rank_of(f, model, &f->entries[f->waiting[0]]);
    for (uint32_t i = 1; i < f->n_waiting; i++) {
        entry_rank rank = rank_of(f, model, &f->entries[f->waiting[i]]);
        if (rank_before(rank, best_rank)) {
            best = i;
            best_rank = rank;
        }
    }
    *entry = f->waiting[best];
    frontier_entry *e = &f->entries[*entry];
    *item = f->items[e->first].item;
    e->taken = e->first;
    e->first = f->items[e->first].next;
    if (e->first == NO_ITEM)
        f->waiting[best] = f->waiting[--f->n_waiting];
    f->n_open--;
    return true;
}

void frontier_took(frontier *f, uint32_t entry, uint32_t n)
{
    frontier_entry *e = &f->entries[entry];
    e->n_taken += n;
    e->n_open -= e->n_open < n ? e->n_open : n;
}

double frontier_per_taken(const frontier *f, uint32_t entry)
{
    const frontier_entry *e = &f->entries[entry];
    return e->n_taken ? (double)(e->n_open + e->n_taken) / e->n_taken : 1;
}

void frontier_landed(frontier *f, uint32_t entry, uint32_t class_number)
{
    if (f->entries[entry].owner == class_number)
        f->entries[entry].n_self++;
}
