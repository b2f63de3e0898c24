/* crawl_visit.c - one round of pages: read, parse on workers, and number their links in round order.
 * Workers resolve URLs and read what the learner needs; what depends on order (URL numbers, path names) is done when
 * the page's turn comes, so that the same site gives the same numbers with any number of jobs. Cost: the parse, one
 * hash per link. Limits: max_addresses distinct links, HUSK_CRAWL_LINKS, HUSK_MAX_LINK_BYTES per
 * page. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arrays.h"
#include "base/stop.h"
#include "crawl/crawl.h"
#include "base/hash.h"
#include "base/pool.h"
#include "base/status.h"
#include "source/http_message.h"
#include "source/source.h"

/* Few addresses still need whole blocks of an arena. */
#define LEAST_STRINGS ((size_t)1 << 20)

#define KEEP_BYTES ((size_t)4 << 20) /* memory that a worker keeps between pages */

typedef struct crawl_worker {
    husk_page *page;
    url_resolver *urls;
    arena scratch;
} crawl_worker;

/* A link as a worker leaves it: this header, then the absolute URL. */
typedef struct packed_link {
    uint64_t path;
    uint32_t len;    /* 0: not to be followed */
    uint32_t is_new; /* the first of its collection: a name of name_len bytes follows the URL */
    uint32_t name_len;
} packed_link;

typedef struct visit_slot {
    uint32_t place; /* index in the round */
    buffer bytes, strings, links, url;
    buffer notes; /* the learner's record of a page */
    husk_raw raw;
    bool ready;
    bool is_page;
    bool is_over; /* a budget is used up */
    bool has_canonical;
} visit_slot;

typedef struct visit_round {
    crawl_site *site;
    const uint32_t *addresses;
    uint32_t n, next;
    explore_visit *visits;
    size_t *first; /* by visit: index of its links in site->links, which may move until the end of the round */
    bool is_over;
} visit_round;

/* --- setup -------------------------------------------------------------------------------------------------------- */

husk_status crawl_site_init(crawl_site *site, const husk_crawl_options *options, const crawl_way *way,
                            crawl_place *place, husk_error *error)
{
    *site = (crawl_site){ .o = options, .way = way, .place = place };
    bool is_by_links = way && way->write;
    site->step = is_by_links ? way->step : STEP_CLASS;
    size_t addresses = options->max_addresses ? options->max_addresses : HUSK_MAX_CRAWL_ADDRESSES;
    size_t most = HUSK_MAX_CRAWL_BYTES / 4 * 3; /* the rest is for ids */
    site->string_bytes = addresses < most / HUSK_CRAWL_ADDRESS_BYTES ? addresses * HUSK_CRAWL_ADDRESS_BYTES : most;
    if (site->string_bytes < LEAST_STRINGS)
        site->string_bytes = LEAST_STRINGS;
    uint64_t of_pages = (uint64_t)options->max_pages * HUSK_CRAWL_PAGE_LINKS;
    site->most_links = options->max_pages == 0       ? HUSK_MAX_EXPLORED
                       : of_pages > HUSK_CRAWL_LINKS ? of_pages
                                                     : HUSK_CRAWL_LINKS;
    arena_init(&site->strings, HUSK_MAX_CRAWL_BYTES);
    intern_init(&site->keys, &site->strings, UINT32_MAX - 1);
    intern_init(&site->urls, &site->strings, (uint32_t)addresses);
    site->started_ns = now_ns();
    site->n_workers = pool_jobs(options->jobs);
    site->workers = calloc(site->n_workers, sizeof *site->workers);
    husk_status status = site->workers ? HUSK_OK : HUSK_NO_MEMORY;
    if (status == HUSK_OK && !is_by_links)
        status = crawl_learner_new(options, place, site->n_workers, &site->learner, error);
    for (unsigned i = 0; i < site->n_workers && status == HUSK_OK; i++) {
        crawl_worker *w = &site->workers[i];
        arena_init(&w->scratch, HUSK_MAX_PAGE_ARENA);
        w->urls = url_resolver_new();
        status = w->urls ? husk_page_new(options->page, &w->page, error) : HUSK_NO_MEMORY;
    }
    return status == HUSK_NO_MEMORY ? error_set(error, status, "out of memory") : status;
}

void crawl_site_free(crawl_site *site)
{
    for (unsigned i = 0; site->workers && i < site->n_workers; i++) {
        husk_page_free(site->workers[i].page);
        url_resolver_free(site->workers[i].urls);
        arena_free(&site->workers[i].scratch);
    }
    free(site->workers);
    husk_learner_free(site->learner);
    intern_free(&site->keys);
    intern_free(&site->urls);
    arena_free(&site->strings);
    free(site->url_address);
    free(site->paths);
    free(site->pages);
    free(site->links);
}

uint32_t crawl_address(crawl_site *site, slice key)
{
    uint32_t address = intern_add(&site->keys, key.data, key.len);
    if (address == INTERN_NONE)
        return ADDRESS_NONE;
    size_t before = site->pages_room;
    if (!array_grow(&site->pages, &site->pages_room, address + (size_t)1, sizeof *site->pages))
        return ADDRESS_NONE;
    for (size_t i = before; i < site->pages_room; i++)
        site->pages[i] = (crawl_page){ .address = ADDRESS_NONE };
    return address;
}

TABLE_OF(path, crawl_path, hash, name.data)

slice crawl_path_name(const crawl_site *site, uint64_t hash)
{
    slice name = site->paths_size ? path_place(site->paths, site->paths_size, hash)->name : (slice){ NULL, 0 };
    return name.data ? name : (slice){ "", 0 };
}

static bool path_name_keep(crawl_site *site, uint64_t hash, slice name)
{
    if (!path_reserve(&site->paths, &site->paths_size, site->n_paths, 1024))
        return false;
    crawl_path *path = path_place(site->paths, site->paths_size, hash);
    if (path->name.data)
        return true;
    const char *copy = arena_copy(&site->strings, name.data, name.len);
    if (copy == NULL)
        return false;
    *path = (crawl_path){ hash, { copy, name.len } };
    site->n_paths++;
    return true;
}

/* --- read --------------------------------------------------------------------------------------------------------- */

static void slot_init(visit_slot *slot)
{
    buffer_init(&slot->bytes, HUSK_MAX_PAGE_BYTES_ASKED + KEEP_BYTES);
    buffer_init(&slot->strings, HUSK_MAX_PAGE_BYTES);
    buffer_init(&slot->links, HUSK_MAX_PAGE_ARENA);
    buffer_init(&slot->notes, HUSK_MAX_PAGE_ARENA);
    buffer_init(&slot->url, HUSK_MAX_URL_BYTES * 4);
    slot->ready = true;
}

static void slot_free(void *data)
{
    visit_slot *slot = data;
    buffer *all[] = { &slot->bytes, &slot->strings, &slot->links, &slot->notes, &slot->url };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        buffer_free(all[i]);
}

static slice address_key(const crawl_site *site, uint32_t address)
{
    return (slice){ site->keys.entries[address].data, site->keys.entries[address].len };
}

static husk_status visit_read(void *context, void *data, size_t *bytes, husk_error *error)
{
    visit_round *round = context;
    visit_slot *slot = data;
    if (round->next == round->n)
        return HUSK_END;
    if (!slot->ready)
        slot_init(slot);
    buffer_trim(&slot->bytes, KEEP_BYTES);
    buffer_trim(&slot->strings, SIZE_MAX);
    slot->place = round->next++;
    slot->raw = (husk_raw){ 0 };
    crawl_place *place = round->site->place;
    slot->is_over = round->is_over = round->is_over || crawl_place_is_over(place);
    if (slot->is_over)
        return HUSK_OK;
    husk_status status = place->kind->read(place, slot->place, address_key(round->site, round->addresses[slot->place]),
                                           &slot->bytes, &slot->raw, error);
    slot->is_over = round->is_over = status == HUSK_LIMIT;
    if (status != HUSK_OK)
        return status == HUSK_LIMIT ? HUSK_OK : status;
    place->bytes += slot->raw.len;
    if (!raw_keep(&slot->raw, &slot->strings))
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    *bytes = slot->bytes.size;
    return HUSK_OK;
}

/* --- work --------------------------------------------------------------------------------------------------------- */

static bool has_word_of(slice words, const char *word)
{
    for (slice some, one; slice_word(&words, &some);)
        while (part_next(&some, ',', &one))
            if (slice_is_nocase(one, word))
                return true;
    return false;
}

/* What the head says: <meta name=robots content=nofollow>, and the canonical URL, which becomes the page's URL. */
static bool head_look(crawl_worker *w, visit_slot *slot)
{
    const husk_page *page = w->page;
    bool nofollow = false;
    uint32_t head = page->head == NODE_NONE ? 0 : page->head, end = head ? page->end[head] : 0;
    for (uint32_t i = head; i < end; i++) {
        if (page->tag[i] == TAG_META && slice_is_nocase(page_attribute_value(page, i, ATTR_NAME), "robots")) {
            slice content = page_attribute_value(page, i, ATTR_CONTENT);
            nofollow |= has_word_of(content, "nofollow") || has_word_of(content, "none");
        }
        if (page->tag[i] == TAG_LINK && !slot->has_canonical &&
            has_word_of(page_attribute_value(page, i, ATTR_REL), "canonical")) {
            size_t before = slot->url.len;
            slot->has_canonical = url_resolve(w->urls, page_attribute_value(page, i, ATTR_HREF), &slot->url);
            if (!slot->has_canonical)
                slot->url.len = before;
        }
    }
    return nofollow;
}

static husk_status links_write(crawl_site *site, crawl_worker *w, visit_slot *slot, bool nofollow)
{
    page_link *links;
    uint32_t n, n_collections, seen = 0;
    const husk_page *page = w->page;
    husk_status status = page_links(page, site->step, &w->scratch, &links, &n, &n_collections);
    for (uint32_t i = 0; i < n && status == HUSK_OK && slot->links.len < HUSK_MAX_LINK_BYTES; i++) {
        packed_link link = { .path = links[i].path };
        size_t at = slot->links.len;
        buffer_append(&slot->links, (const char *)&link, sizeof link);
        slice rel = page_attribute_value(page, links[i].node, ATTR_REL);
        bool follow =
            !nofollow && !(site->place->kind->is_web && !site->o->ignore_robots && has_word_of(rel, "nofollow"));
        if (follow)
            url_resolve(w->urls, page_attribute_value(page, links[i].node, ATTR_HREF), &slot->links);
        link.len = (uint32_t)(slot->links.len - at - sizeof link);
        if (links[i].collection == seen) { /* collections are numbered by their first links */
            seen++;
            link.is_new = 1;
            page_place_write(page, links[i].node, site->step, &slot->links);
            link.name_len = (uint32_t)(slot->links.len - at - sizeof link) - link.len;
        }
        if (slot->links.status != HUSK_OK)
            return HUSK_NO_MEMORY;
        memcpy(slot->links.data + at, &link, sizeof link);
    }
    return status;
}

static husk_status page_work(crawl_site *site, crawl_worker *w, visit_slot *slot, slice key, husk_error *error)
{
    husk_page *page = w->page;
    buffer_clear(&slot->url);
    if (slot->raw.url)
        buffer_text(&slot->url, slot->raw.url);
    else if (site->place->kind->base)
        site->place->kind->base(site->place, key, &slot->url);
    else
        buffer_append(&slot->url, key.data, key.len);
    url_base_set(w->urls, (slice){ slot->url.data, slot->url.len });
    if (page->base_href.len) {
        buffer base;
        buffer_init(&base, HUSK_MAX_URL_BYTES);
        if (url_resolve(w->urls, page->base_href, &base))
            url_base_set(w->urls, (slice){ base.data, base.len });
        else if (base.status == HUSK_NO_MEMORY)
            slot->url.status = HUSK_NO_MEMORY;
        buffer_free(&base);
    }
    size_t own = slot->url.len;
    bool nofollow = site->place->kind->is_web && head_look(w, slot) && !site->o->ignore_robots;
    if (slot->has_canonical) {
        memmove(slot->url.data, slot->url.data + own, slot->url.len - own);
        slot->url.len -= own;
    }
    if (slot->url.status == HUSK_NO_MEMORY)
        return HUSK_NO_MEMORY;
    husk_status status = links_write(site, w, slot, nofollow);
    if (status == HUSK_OK && site->learner) {
        husk_raw raw = slot->raw;
        raw.id = raw.id ? raw.id : "";
        status = learner_read(page, &raw, &slot->notes, error);
    }
    return status;
}

static husk_status visit_work(void *context, void *state, void *data, size_t *bytes, husk_error *error)
{
    visit_round *round = context;
    visit_slot *slot = data;
    crawl_worker *w = state;
    buffer *made[] = { &slot->links, &slot->notes, &slot->url };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        buffer_trim(made[i], KEEP_BYTES);
    slot->has_canonical = false;
    slot->is_page = !slot->is_over && (slot->raw.status == HUSK_OK || slot->raw.status == HUSK_LIMIT);
    if (!slot->is_page)
        return HUSK_OK;
    arena_reset(&w->scratch, KEEP_BYTES);
    husk_status status = page_parse_raw(w->page, &slot->raw, error);
    if (status == HUSK_OK || status == HUSK_LIMIT)
        status = page_work(round->site, w, slot, address_key(round->site, round->addresses[slot->place]), error);
    *bytes += slot->links.size + slot->notes.size;
    return status == HUSK_NO_MEMORY
               ? error_set(error, status, "out of memory at %s", slot->raw.id ? slot->raw.id : "a page")
               : status;
}

/* --- results, in round order -------------------------------------------------------------------------------------- */

/* No more distinct URLs are added: links to unknown ones are ignored. */
static bool is_full(const crawl_site *site)
{
    return site->urls.n >= site->urls.max || site->strings.total > site->string_bytes;
}

/* The number of a URL; the place is asked once per distinct URL. */
static uint32_t url_number(crawl_site *site, slice url, husk_status *status)
{
    size_t end = 0;
    while (end < url.len && url.data[end] != '#')
        end++;
    uint32_t before = site->urls.n,
             number = is_full(site) ? intern_find(&site->urls, url.data, end) : intern_add(&site->urls, url.data, end);
    if (number == INTERN_NONE && is_full(site))
        return ADDRESS_NONE;
    if (number == INTERN_NONE ||
        !array_grow(&site->url_address, &site->urls_room, number + (size_t)1, sizeof *site->url_address)) {
        *status = HUSK_NO_MEMORY;
        return ADDRESS_NONE;
    }
    if (site->urls.n == before)
        return site->url_address[number];
    buffer key;
    buffer_init(&key, HUSK_MAX_URL_BYTES);
    uint32_t address = ADDRESS_NONE;
    if (site->place->kind->key(site->place, (slice){ url.data, end }, &key) && key.status == HUSK_OK)
        address = crawl_address(site, (slice){ key.data, key.len });
    if (key.status == HUSK_NO_MEMORY)
        *status = HUSK_NO_MEMORY;
    buffer_free(&key);
    return site->url_address[number] = address;
}

static bool link_add(crawl_site *site, uint64_t path, uint32_t address)
{
    if (!array_grow(&site->links, &site->links_room, site->n_links + 1, sizeof *site->links))
        return false;
    site->links[site->n_links++] = (explore_link){ path, address };
    return true;
}

static husk_status links_take(crawl_site *site, const buffer *packed, uint32_t *n)
{
    husk_status status = HUSK_OK;
    *n = 0;
    for (size_t at = 0; at < packed->len && status == HUSK_OK; (*n)++) {
        packed_link link;
        memcpy(&link, packed->data + at, sizeof link);
        at += sizeof link;
        site->links_cost += link.is_new ? HUSK_CRAWL_PLACE_LINKS : 1;
        if (site->links_cost > site->most_links)
            break;
        uint32_t address = link.len ? url_number(site, (slice){ packed->data + at, link.len }, &status) : ADDRESS_NONE;
        if (!link_add(site, link.path, address))
            return HUSK_NO_MEMORY;
        if (link.is_new && !is_full(site) &&
            !path_name_keep(site, link.path, (slice){ packed->data + at + link.len, link.name_len }))
            status = HUSK_NO_MEMORY;
        at += link.len + link.name_len;
    }
    return status;
}

static husk_status page_take(crawl_site *site, const visit_slot *slot, uint32_t address, husk_error *error)
{
    crawl_page *page = &site->pages[address];
    if (page->address != ADDRESS_NONE) /* already visited by another way */
        return HUSK_OK;
    const char *id = slot->raw.id ? slot->raw.id : "";
    *page = (crawl_page){ .address = address };
    page->id = (slice){ arena_copy(&site->strings, id, strlen(id)), strlen(id) };
    if (page->id.data == NULL)
        return HUSK_NO_MEMORY;
    site->n_seen++;
    page->bytes_hash = hash_bytes(slot->raw.bytes, slot->raw.len);
    return site->learner ? learner_add(site->learner, slot->notes.data, slot->notes.len, error) : HUSK_OK;
}

/* After redirects and by its canonical URL a page may differ from the one requested. */
static uint32_t real_address(crawl_site *site, const visit_slot *slot, uint32_t asked, husk_status *status)
{
    if (!site->place->kind->is_web || slot->url.len == 0)
        return asked;
    uint32_t address = url_number(site, (slice){ slot->url.data, slot->url.len }, status);
    if (address == ADDRESS_NONE && slot->has_canonical &&
        slot->raw.url) /* a canonical URL elsewhere does not concern this site */
        address = url_number(site, (slice){ slot->raw.url, strlen(slot->raw.url) }, status);
    if (address == ADDRESS_NONE && site->n_seen == 0) /* the start need not match --include */
        address = asked;
    return address;
}

/* On the web pages are often gone; in a directory or an archive they should be there. */
static void site_warn(crawl_site *site, const char *id, const char *reason)
{
    site->place->n_failed++;
    if (site->o->warn)
        site->o->warn(site->o->warn_context, id ? id : "a page",
                      reason ? message_without(reason, id ? id : "") : "can't be read");
}

static husk_status visit_write(void *context, void *data, husk_error *error)
{
    visit_round *round = context;
    visit_slot *slot = data;
    crawl_site *site = round->site;
    explore_visit *v = &round->visits[slot->place];
    husk_status status = HUSK_OK;
    *v = (explore_visit){ .address = ADDRESS_NONE };
    round->first[slot->place] = site->n_links;
    if (!slot->is_page && site->n_seen == 0)
        snprintf(site->reason, sizeof site->reason, "%s", slot->raw.reason ? slot->raw.reason : "");
    if (!slot->is_page && !slot->is_over && !site->place->kind->is_web && site->n_seen > 0)
        site_warn(site, slot->raw.id, slot->raw.reason);
    if (slot->is_page) {
        v->address = real_address(site, slot, round->addresses[slot->place], &status);
        if (status == HUSK_OK && v->address != ADDRESS_NONE)
            status = page_take(site, slot, v->address, error);
        if (status == HUSK_OK && v->address != ADDRESS_NONE)
            status = links_take(site, &slot->links, &v->n_links);
    }
    return status == HUSK_OK
               ? status
               : error_set(error, status, "%s after %u pages", husk_status_text(status), (unsigned)site->n_seen);
}

husk_status crawl_fetch(void *context, const uint32_t *addresses, uint32_t n, explore_visit *visits, husk_error *error)
{
    crawl_site *site = context;
    visit_round round = {
        .site = site, .addresses = addresses, .n = n, .visits = visits, .first = calloc(n + 1u, sizeof *round.first)
    };
    slice *keys = calloc(n + 1u, sizeof *keys);
    void **states = calloc(site->n_workers, sizeof *states);
    husk_status status = HUSK_NO_MEMORY;
    site->n_links = 0;
    if (round.first && keys && states) {
        for (uint32_t i = 0; i < n; i++)
            keys[i] = address_key(site, addresses[i]);
        for (unsigned i = 0; i < site->n_workers; i++)
            states[i] = &site->workers[i];
        status = site->place->kind->begin ? site->place->kind->begin(site->place, keys, n, error) : HUSK_OK;
        pool_options pool = { .jobs = site->n_workers < n ? site->n_workers : n,
                              .max_bytes = HUSK_MAX_PENDING_BYTES,
                              .slot_size = sizeof(visit_slot),
                              .states = states,
                              .slot_free = slot_free };
        pool_ops ops = { visit_read, visit_work, visit_write };
        status = status ?: pool_run(&pool, &ops, &round, error);
        for (uint32_t i = 0; i < n; i++)
            visits[i].links = site->links ? site->links + round.first[i] : NULL;
    }
    free(round.first);
    free(keys);
    free(states);
    return status == HUSK_OK && round.is_over ? HUSK_LIMIT : status;
}

static husk_status listed_take(void *context, slice list, slice key)
{
    crawl_site *site = context;
    if (is_full(site) || site->keys.n >= site->urls.max)
        return HUSK_OK;
    uint32_t address = crawl_address(site, key);
    bool ok = address != ADDRESS_NONE && link_add(site, hash_bytes(list.data, list.len), address);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}

husk_status crawl_listing(void *context, explore_visit *listing, husk_error *error)
{
    crawl_site *site = context;
    site->n_links = 0;
    husk_status status =
        site->place->kind->list ? site->place->kind->list(site->place, listed_take, site, error) : HUSK_OK;
    listing->links = site->links;
    listing->n_links = (uint32_t)site->n_links;
    return status == HUSK_NO_MEMORY ? error_set(error, status, "out of memory") : status;
}
