/* evidence.c - what a page's texts are told by.
 * An element's step is its tag with those of its class and id names that the site uses again, digits folded ("item-17" is "item-0"): so that
 * an area is the same on every page of the site. Addresses are made absolute; a page from a file lies under its own path.
 * Cost: one pass over nodes and links. */
#include "site/evidence.h"

#include "base/hash.h"
#include "base/limits.h"
#include "site/tally.h"

#define SEED_CLASS 0x636c617373000000u
#define SEED_ID 0x6964000000000000u
#define ROOT_AREA 0x726f6f7400000000u

/* --- names ------------------------------------------------------------------------------------------------------ */

/* Lower case, every run of digits one 0; long names by their beginning. */
static uint64_t name_hash(const char *data, size_t len, uint64_t seed)
{
    char name[128];
    size_t n = 0;
    for (size_t i = 0; i < len && n < sizeof name; i++) {
        bool digit = data[i] >= '0' && data[i] <= '9';
        if (digit && n && name[n - 1] == '0')
            continue;
        name[n++] = digit ? '0' : lower(data[i]);
    }
    return seed ^ hash_bytes(name, n);
}

typedef void (*name_each)(void *context, uint64_t name);

static void element_names(const husk_page *page, uint32_t node, name_each each, void *context)
{
    if (page->tag[node] == TAG_BODY || page->tag[node] == TAG_HTML)
        return; /* their classes often tell the page, not the place in it */
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *at = &page->attributes[a];
        if (at->id == ATTR_ID)
            each(context, name_hash(at->value, at->value_len, SEED_ID));
        for (size_t i = 0, from; at->id == ATTR_CLASS && i < at->value_len; i++) {
            for (from = i; i < at->value_len && !is_space(at->value[i]); i++)
                ;
            if (i > from)
                each(context, name_hash(at->value + from, i - from, SEED_CLASS));
        }
    }
}

void evidence_names(const husk_page *page, name_each each, void *context)
{
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if (!(page->flags[i] & NODE_TEXT))
            element_names(page, i, each, context);
}

/* --- areas ------------------------------------------------------------------------------------------------------ */

typedef struct step_sum {
    const area_names *names;
    uint64_t sum;
} step_sum;

/* Names add up, so that their order does not count. */
static void step_add(void *context, uint64_t name)
{
    step_sum *s = context;
    if (counts_find(s->names->names, s->names->n, name))
        s->sum += hash_pair(name, name);
}

static void areas_of_page(const husk_page *page, const area_names *names, uint64_t *areas)
{
    areas[0] = ROOT_AREA;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        areas[i] = areas[page->parent[i]];
        if (page->flags[i] & NODE_TEXT)
            continue;
        step_sum step = { names, 0 };
        element_names(page, i, step_add, &step);
        slice tag = page_tag_name(page, page->tag[i]);
        areas[i] = hash_pair(areas[i], hash_pair(hash_bytes(tag.data, tag.len), step.sum));
    }
}

/* --- links ------------------------------------------------------------------------------------------------------ */

/* What the page's links are under: <base href> on its URL; for a file, on its path. */
static bool set_base(const husk_page *page, url_resolver *urls, buffer *scratch)
{
    buffer_clear(scratch);
    if (page->url.len == 0) {
        buffer_text(scratch, page->id.len && page->id.data[0] == '/' ? "file://" : "file:///");
        buffer_append(scratch, page->id.data, page->id.len);
    } else {
        buffer_append(scratch, page->url.data, page->url.len);
    }
    if (scratch->status != HUSK_OK || !url_base_set(urls, (slice){ scratch->data, scratch->len }))
        return false;
    if (page->base_href.len == 0)
        return true;
    buffer_clear(scratch);
    return !url_resolve(urls, page->base_href, scratch) || url_base_set(urls, (slice){ scratch->data, scratch->len });
}

/* The link's address without its fragment; 0 when it stays within the page or is none. */
static uint64_t link_target(const husk_page *page, uint32_t node, url_resolver *urls, bool has_base, buffer *scratch)
{
    slice href = slice_trim(page_attribute_value(page, node, ATTR_HREF));
    size_t len = 0;
    while (len < href.len && href.data[len] != '#')
        len++;
    if (len == 0 || len > HUSK_MAX_URL_BYTES)
        return 0;
    href.len = len;
    buffer_clear(scratch);
    if (!has_base || !url_resolve(urls, href, scratch))
        return hash_bytes(href.data, href.len);
    return hash_bytes(scratch->data, scratch->len);
}

/* For the texts inside it, `target` of every <a href>'s node. */
static uint64_t target_of_text(const husk_page *page, uint32_t node, uint32_t *last_link, uint64_t *last_target, url_resolver *urls, bool has_base,
                               buffer *scratch)
{
    uint32_t link = page->parent[node];
    while (link && !(page->tag[link] == TAG_A && page_attribute_find(page, link, ATTR_HREF)))
        link = page->parent[link];
    if (link == 0)
        return 0;
    if (link != *last_link) {
        *last_link = link;
        *last_target = link_target(page, link, urls, has_base, scratch);
    }
    return *last_target;
}

husk_status evidence_of_page(husk_page *page, url_resolver *urls, const page_token *tokens, uint32_t n_tokens, const area_names *names,
                             arena *memory, text_evidence **texts, uint32_t *n, uint64_t **areas)
{
    text_evidence *list = arena_array(memory, (size_t)n_tokens + 1, sizeof *list);
    uint64_t *by_node = names ? arena_array(memory, (size_t)page->n_nodes + 1, sizeof *by_node) : NULL;
    if (list == NULL || (names && by_node == NULL))
        return HUSK_NO_MEMORY;
    if (names)
        areas_of_page(page, names, by_node);
    buffer scratch;
    buffer_init(&scratch, HUSK_MAX_URL_BYTES * 4);
    bool has_base = set_base(page, urls, &scratch);
    uint32_t count = 0, last_link = 0;
    uint64_t last_target = 0;
    for (uint32_t i = 0; i < n_tokens; i++) {
        uint32_t node = tokens[i].node;
        if (tokens[i].kind != TOKEN_TEXT || page->flags[node] & NODE_SILENT)
            continue;
        text_evidence e = { .text = tokens[i].hash, .token = i, .node = node, .area = names ? by_node[node] : 0 };
        e.words = count_words(page->text[node].data, page->text[node].len);
        e.link = page->flags[node] & NODE_LINK;
        if (e.link)
            e.target = target_of_text(page, node, &last_link, &last_target, urls, has_base, &scratch);
        list[count++] = e;
    }
    buffer_free(&scratch);
    *texts = list;
    *n = count;
    if (areas)
        *areas = by_node;
    return HUSK_OK;
}
