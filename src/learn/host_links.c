/* host_links.c - which class links to which, by the pages that a host is learned from: its map, without a crawl.
 * A link counts if it leads to a page of the host, or to an address of a form that only pages of one class have:
 * archives rarely have the pages that their pages link to. Arrows are by root-to-link path, as a crawl makes them. URLs
 * are compared without fragment, scheme, final slash and index.html. Cost: two hashes per link and per page of the
 * host. Limits: only sampled pages are counted, so the numbers of links show proportions. */
#include "learn/host_job.h"

#include <stdlib.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/limits.h"
#include "judge/site/evidence.h"
#include "store/tally.h"

static bool cut_end(slice *text, const char *end)
{
    size_t len = strlen(end);
    bool has = text->len >= len && memcmp(text->data + text->len - len, end, len) == 0;
    text->len -= has ? len : 0;
    return has;
}

/* The form of an address: folders that are one word, and names of the query; 0 if it has no folder and no query. */
static uint64_t form_hash(slice path)
{
    uint64_t hash = 0;
    bool is_telling = false, in_query = false, in_value = false;
    for (size_t at = 0, end; at < path.len; at = end) {
        size_t digits = 0, hyphens = 0;
        in_value = in_value && path.data[at] != '&' && path.data[at] != ';';
        in_value |= in_query && path.data[at] == '=';
        in_query |= path.data[at] == '?';
        for (end = at + 1; end < path.len && !strchr("/?=&;", path.data[end]); end++)
            digits += is_digit(path.data[end]), hyphens += path.data[end] == '-';
        bool is_name = in_query ? !in_value : digits + hyphens == 0 && end < path.len && path.data[end] == '/';
        is_telling |= in_query || (end < path.len && path.data[end] == '/' && end > at + 1);
        if (is_name)
            hash = hash_pair(hash, hash_bytes(path.data + at, end - at));
        else if (!in_value)
            hash = hash_pair(hash, digits + 1 == end - at ? '#' : '*');
    }
    return is_telling ? hash : 0;
}

/* Of the address; `form` gets that of its form, or 0. */
static uint64_t url_hash(slice url, uint64_t *form)
{
    slice path, origin = url_origin(url, &path);
    const char *query = path.len ? memchr(path.data, '?', path.len) : NULL;
    if (query == NULL)
        cut_end(&path, "index.html");
    while (query == NULL && cut_end(&path, "/"))
        ;
    const char *host = memchr(origin.data, ':', origin.len);
    size_t scheme = host ? (size_t)(host - origin.data) : 0;
    uint64_t hash = hash_bytes(origin.data + scheme, origin.len - scheme);
    *form = form_hash(path);
    *form = *form ? hash_pair(hash, *form) : 0;
    return hash_pair(hash, hash_bytes(path.data, path.len));
}

/* What is known of a form: its class, twice, plus 1 if several pages have it; or that its pages are of several classes.
 */
#define FORM_MIXED (MAP_NONE - 1)

static bool note_form(hash_map *forms, uint64_t form, uint32_t class_number)
{
    uint32_t known = form ? map_number(forms, form) : MAP_NONE;
    if (form == 0)
        return true;
    if (known == MAP_NONE)
        return map_put_number(forms, form, class_number * 2);
    return map_put_number(forms, form, known != FORM_MIXED && known / 2 == class_number ? known | 1 : FORM_MIXED);
}

/* The class of the page at an address, or MAP_NONE. */
static uint32_t linked_class(const host_links *l, slice url)
{
    uint64_t form, hash = url_hash(url, &form);
    uint32_t known = map_number(&l->class_of, hash);
    if (known != MAP_NONE || form == 0)
        return known;
    known = map_number(&l->class_of_form, form);
    return known < FORM_MIXED && known % 2 ? known / 2 : MAP_NONE;
}

/* An id is a URL, or a file's path. */
static bool id_url(host_links *l, slice id, url_resolver *urls)
{
    husk_page named = { .id = id, .url = memmem(id.data, id.len, "://", 3) ? id : (slice){ NULL, 0 } };
    buffer_clear(&l->url);
    if (!evidence_set_base(&named, urls, &l->url))
        return false;
    buffer_clear(&l->url);
    return url_resolve(urls, SLICE(""), &l->url);
}

bool host_links_init(host_links *l, const model_page *pages, uint32_t n, url_resolver *urls, arena *memory)
{
    bool ok = true;
    *l = (host_links){ .memory = memory };
    buffer_init(&l->url, HUSK_MAX_URL_BYTES * 4);
    for (uint32_t i = 0; ok && i < n; i++) {
        uint64_t form;
        if (pages[i].class_number == MODEL_NO_CLASS || !id_url(l, pages[i].id, urls))
            continue;
        ok = map_put_number(&l->class_of, url_hash((slice){ l->url.data, l->url.len }, &form), pages[i].class_number) &&
             note_form(&l->class_of_form, form, pages[i].class_number);
    }
    return ok && l->url.status != HUSK_NO_MEMORY;
}

void host_links_free(host_links *l)
{
    map_free(&l->class_of);
    map_free(&l->class_of_form);
    map_free(&l->place_of);
    buffer_free(&l->url);
    free(l->arrows);
}

static slice place_text(host_links *l, const husk_page *page, uint32_t node)
{
    buffer_clear(&l->url);
    page_place_write(page, node, STEP_CLASS, &l->url);
    size_t skip = l->url.len > MODEL_TEXT_BYTES ? l->url.len - MODEL_TEXT_BYTES : 0;
    while (skip < l->url.len && ((unsigned char)l->url.data[skip] & 0xc0) == 0x80)
        skip++;
    const char *copy = l->url.status ? NULL : arena_copy(l->memory, l->url.data + skip, l->url.len - skip);
    return (slice){ copy, copy ? l->url.len - skip : 0 };
}

static bool count(host_links *l, const husk_page *page, const page_link *link, uint32_t from, uint32_t to)
{
    uint64_t key = hash_pair(hash_pair(link->path, from), to);
    uint32_t at = map_number(&l->place_of, key);
    if (at != MAP_NONE) {
        l->arrows[at].n_links++;
        return true;
    }
    slice text = place_text(l, page, link->node);
    if (text.data == NULL || !array_grow(&l->arrows, &l->room, l->n + (size_t)1, sizeof *l->arrows) ||
        !map_put_number(&l->place_of, key, l->n))
        return false;
    l->arrows[l->n++] = (model_arrow){ from, to, link->path, 1, text };
    return true;
}

husk_status host_links_add(host_links *l, const husk_page *page, uint32_t from, url_resolver *urls, arena *scratch)
{
    page_link *links;
    uint32_t n = 0;
    buffer_clear(&l->url);
    if (!evidence_set_base(page, urls, &l->url))
        return HUSK_OK;
    husk_status status = page_links(page, STEP_CLASS, scratch, &links, &n, NULL);
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++) {
        slice href = page_attribute_value(page, links[i].node, ATTR_HREF);
        buffer_clear(&l->url);
        if (href.len == 0 || href.len > HUSK_MAX_URL_BYTES || href.data[0] == '#' || !url_resolve(urls, href, &l->url))
            continue;
        uint32_t to = linked_class(l, (slice){ l->url.data, l->url.len });
        if (to != MAP_NONE && !count(l, page, &links[i], from, to))
            status = HUSK_NO_MEMORY;
    }
    return status;
}
