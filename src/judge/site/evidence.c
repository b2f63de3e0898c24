/* evidence.c - what identifies a page's texts across pages.
 * An element's step is its tag with those of its class and id names that the site uses repeatedly, digits folded
 * ("item-17" is "item-0"), so that a path is the same on every page of the site. URLs are made absolute; a page from
 * a file is resolved against its own path. Cost: one pass over nodes and links. */
#include "judge/site/evidence.h"

#include "store/tally.h"

#define SEED_CLASS 0x636c617373000000u
#define SEED_ID 0x6964000000000000u
#define SEED_TEXT 0x7465787400000000u
#define ROOT_PATH 0x726f6f7400000000u
/* Shorter texts are in a title by chance. */
#define SHORTEST_TITLE 4

/* --- names -------------------------------------------------------------------------------------------------------- */

/* Lower case, every run of digits one 0; long names by their start. */
static uint64_t name_hash(const char *data, size_t len, uint64_t seed)
{
    char name[128];
    size_t n = 0;
    for (size_t i = 0; i < len && n < sizeof name; i++) {
        bool digit = is_digit(data[i]);
        if (digit && n && name[n - 1] == '0')
            continue;
        name[n++] = digit ? '0' : lower(data[i]);
    }
    return seed ^ hash_bytes(name, n);
}

typedef void (*name_each)(void *context, uint64_t name);

static void attribute_names(const page_attribute *at, name_each each, void *context)
{
    if (at->id == ATTR_ID)
        each(context, name_hash(at->value, at->value_len, SEED_ID));
    for (slice rest = { at->value, at->value_len }, name; at->id == ATTR_CLASS && slice_word(&rest, &name);)
        each(context, name_hash(name.data, name.len, SEED_CLASS));
}

static void element_names(const husk_page *page, uint32_t node, name_each each, void *context)
{
    if (page->tag[node] == TAG_BODY || page->tag[node] == TAG_HTML)
        return; /* their classes often identify the page, not the place in it */
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++)
        attribute_names(&page->attributes[a], each, context);
}

void evidence_names(const husk_page *page, name_each each, void *context)
{
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if (!(page->flags[i] & NODE_TEXT))
            element_names(page, i, each, context);
}

/* Also removes no-break spaces. */
static slice trim_all(slice text)
{
    static const char space[] = "\xc2\xa0";
    for (size_t before = 0; before != text.len;) {
        text = slice_trim(text);
        before = text.len;
        if (text.len >= 2 && memcmp(text.data, space, 2) == 0)
            text = (slice){ text.data + 2, text.len - 2 };
        if (text.len >= 2 && memcmp(text.data + text.len - 2, space, 2) == 0)
            text.len -= 2;
    }
    return text;
}

static uint64_t text_hash(slice text)
{
    text = trim_all(text);
    return SEED_TEXT ^ hash_bytes(text.data, text.len);
}

uint64_t evidence_text(const husk_page *page, uint32_t node)
{
    return text_hash(page->text[node]);
}

/* --- paths -------------------------------------------------------------------------------------------------------- */

typedef struct step_sum {
    const known_names *names;
    uint64_t sum;
} step_sum;

/* Names are added, so that their order does not matter. */
static void step_add(void *context, uint64_t name)
{
    step_sum *s = context;
    if (s->names->table ? map_get(s->names->table, name) : counts_find(s->names->names, s->names->n, name))
        s->sum += hash_pair(name, name);
}

/* The sum of an attribute's names. Class and id attributes are repeated, on the page and on others of its site. */
static uint64_t attribute_sum(const husk_page *page, uint32_t a, const known_names *names, memo *sums)
{
    const page_attribute *at = &page->attributes[a];
    uint64_t key = page_value_hash(page, a) + at->id, sum;
    if (memo_find(sums, key, &sum))
        return sum;
    step_sum step = { names, 0 };
    attribute_names(at, step_add, &step);
    memo_keep(sums, key, step.sum);
    return step.sum;
}

static uint64_t element_sum(const husk_page *page, uint32_t node, const known_names *names, memo *sums)
{
    uint64_t sum = 0;
    if (page->tag[node] == TAG_BODY || page->tag[node] == TAG_HTML)
        return 0;
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++)
        if (page->attributes[a].id == ATTR_ID || page->attributes[a].id == ATTR_CLASS)
            sum += attribute_sum(page, a, names, sums);
    return sum;
}

/* The site's sums, or new ones for this page. */
static memo *sums_of(const known_names *names, arena *memory)
{
    return names->sums ? names->sums : arena_zeros(memory, 1, sizeof(memo));
}

husk_status evidence_paths(const husk_page *page, const known_names *names, arena *memory, uint64_t **by_node)
{
    uint64_t *paths = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *paths);
    /* By tag: its hash, and its step without names, as most have none. */
    uint64_t tags[TAG_OWN] = { 0 }, bare[TAG_OWN] = { 0 };
    memo *sums = sums_of(names, memory);
    if (paths == NULL || sums == NULL)
        return HUSK_NO_MEMORY;
    paths[0] = ROOT_PATH;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        paths[i] = paths[page->parent[i]];
        if (page->flags[i] & NODE_TEXT)
            continue;
        uint16_t tag = page->tag[i];
        uint64_t hash = tag < TAG_OWN ? tags[tag] : 0;
        if (hash == 0) {
            slice name = page_tag_name(page, tag);
            hash = hash_bytes(name.data, name.len);
            if (tag < TAG_OWN) {
                tags[tag] = hash;
                bare[tag] = hash_pair(hash, 0);
            }
        }
        uint64_t sum = page->attribute[i] < page->attribute[i + 1] ? element_sum(page, i, names, sums) : 0;
        paths[i] = hash_pair(paths[i], sum == 0 && tag < TAG_OWN ? bare[tag] : hash_pair(hash, sum));
    }
    *by_node = paths;
    return HUSK_OK;
}

husk_status evidence_pieces(const husk_page *page, arena *memory, uint64_t **by_node)
{
    uint64_t *pieces = arena_zeros(memory, (size_t)page->n_nodes + 1, sizeof *pieces);
    if (pieces == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t i = page->n_nodes; i-- > 1;) { /* reverse order: contents first */
        if (page->flags[i] & NODE_BLANK || page->flags[i] & NODE_SILENT)
            continue;
        slice tag = page_tag_name(page, page->tag[i]);
        uint64_t own = page->flags[i] & NODE_TEXT ? evidence_text(page, i) : hash_bytes(tag.data, tag.len);
        pieces[i] = hash_pair(pieces[i], own);
        pieces[page->parent[i]] = hash_pair(pieces[page->parent[i]], pieces[i]);
    }
    *by_node = pieces;
    return HUSK_OK;
}

uint64_t evidence_place(uint64_t text, uint64_t path)
{
    return hash_pair(text, path);
}

bool element_speaks(uint16_t tag)
{
    static const bool of[TAG_OWN] = {
        [TAG_IMG] = true,   [TAG_IFRAME] = true,   [TAG_EMBED] = true, [TAG_OBJECT] = true, [TAG_VIDEO] = true,
        [TAG_AUDIO] = true, [TAG_CANVAS] = true,   [TAG_INPUT] = true, [TAG_SCRIPT] = true, [TAG_STYLE] = true,
        [TAG_LINK] = true,  [TAG_META] = true,     [TAG_BASE] = true,  [TAG_SOURCE] = true, [TAG_TRACK] = true,
        [TAG_AREA] = true,  [TAG_TEXTAREA] = true, [TAG_PARAM] = true
    };
    return tag < TAG_OWN ? of[tag] : false;
}

uint64_t evidence_element(const husk_page *page, uint32_t node)
{
    uint64_t hash = page_element_hash(page, node);
    bool holds = node + 1 < page->end[node] && page->flags[node + 1] & NODE_TEXT;
    return holds ? hash_pair(hash, evidence_text(page, node + 1)) : hash;
}

/* --- links -------------------------------------------------------------------------------------------------------- */

bool evidence_set_base(const husk_page *page, url_resolver *urls, buffer *scratch)
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

/* The link's URL without its fragment; 0 if it stays within the page or is not a URL. */
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

/* Does a rel say that it leads to an adjacent page, or to one that all pages share? */
static bool is_neighbour_rel(slice rel)
{
    static const char *const words[] = { "next",     "prev",   "previous", "up",       "home",     "top",
                                         "start",    "first",  "last",     "contents", "toc",      "index",
                                         "glossary", "search", "chapter",  "section",  "copyright" };
    for (slice word; slice_word(&rel, &word);)
        if (SLICE_IS_ANY(word, words))
            return true;
    return false;
}

/* Targets and titles of the page's <link rel=next> and similar: where its navigation leads, and what it may say. */
enum { MAX_RELATED = 32 };

typedef struct related {
    uint64_t targets[MAX_RELATED];
    uint64_t titles[MAX_RELATED]; /* as in evidence_text */
    unsigned n, n_titles;
} related;

static void find_related(const husk_page *page, url_resolver *urls, bool has_base, buffer *scratch, related *out)
{
    out->n = out->n_titles = 0;
    if (page->head == NODE_NONE)
        return;
    for (uint32_t i = page->head; i < page->end[page->head] && out->n < MAX_RELATED; i++) {
        if (page->tag[i] != TAG_LINK || !is_neighbour_rel(page_attribute_value(page, i, ATTR_REL)))
            continue;
        uint64_t target = link_target(page, i, urls, has_base, scratch);
        if (target)
            out->targets[out->n++] = target;
        slice title = slice_trim(page_attribute_value(page, i, ATTR_TITLE));
        if (title.len && out->n_titles < MAX_RELATED)
            out->titles[out->n_titles++] = text_hash(title);
    }
}

static bool is_among(const uint64_t *values, unsigned n, uint64_t value)
{
    for (unsigned i = 0; i < n; i++)
        if (values[i] == value)
            return true;
    return false;
}

/* A link to an adjacent page: its rel says so, it has an access key, or the page's head names its target. */
static bool is_neighbour(const husk_page *page, uint32_t link, uint64_t target, const related *head)
{
    if (is_neighbour_rel(page_attribute_value(page, link, ATTR_REL)))
        return true;
    for (uint32_t a = page->attribute[link]; a < page->attribute[link + 1]; a++)
        if (page->attributes[a].name_len == 9 && memcmp(page->attributes[a].name, "accesskey", 9) == 0)
            return true;
    return target && is_among(head->targets, head->n, target);
}

/* The <a href> around a text; 0: none. */
static uint32_t link_of(const husk_page *page, uint32_t node)
{
    uint32_t link = page->parent[node];
    while (link && !(page->tag[link] == TAG_A && page_attribute_find(page, link, ATTR_HREF)))
        link = page->parent[link];
    return link;
}

/* --- texts -------------------------------------------------------------------------------------------------------- */

static bool in_heading(const husk_page *page, uint32_t node)
{
    for (uint32_t up = page->parent[node], level = 0; up && level < 3; up = page->parent[up], level++)
        if (tag_is_heading(page->tag[up]))
            return true;
    return false;
}

slice evidence_title(const husk_page *page)
{
    uint32_t end = page->head == NODE_NONE ? 0 : page->end[page->head];
    slice title = { "", 0 };
    for (uint32_t i = page->head; i + 1 < end && title.len == 0; i++)
        if (page->tag[i] == TAG_TITLE && page->flags[i + 1] & NODE_TEXT)
            title = page->text[i + 1];
    return (slice){ title.data, title.len < HUSK_MAX_TITLE_BYTES ? title.len : HUSK_MAX_TITLE_BYTES };
}

bool evidence_is_title(const husk_page *page, uint32_t node, slice title)
{
    if (!in_heading(page, node))
        return false;
    slice text = trim_all(page->text[node]);
    return text.len >= SHORTEST_TITLE && memmem(title.data, title.len, text.data, text.len);
}

static bool ends_sentence(slice text)
{
    text = slice_trim(text);
    if (text.len < 2)
        return false;
    char last = text.data[text.len - 1];
    if ((last == '"' || last == ')' || last == '\'') && text.len > 2)
        last = text.data[text.len - 2];
    static const char full[] = "\xe3\x80\x82"; /* the ideographic full stop */
    return last == '.' || last == '!' || last == '?' || last == ':' ||
           (text.len >= 3 && memcmp(text.data + text.len - 3, full, 3) == 0);
}

/* Classify words by their look; non-ASCII bytes are letters. */
static void count_looks(slice text, text_evidence *e)
{
    for (size_t i = 0; i < text.len;) {
        size_t from = i;
        bool small = true;
        for (; i < text.len &&
               ((unsigned char)text.data[i] >= 0x80 || (lower(text.data[i]) >= 'a' && lower(text.data[i]) <= 'z'));
             i++)
            small &= lower(text.data[i]) == text.data[i];
        if (i == from) {
            i++;
            continue;
        }
        e->short_words += small && i - from <= 3;
        e->capitals += lower(text.data[from]) != text.data[from];
    }
}

static text_evidence describe_text(const husk_page *page, uint32_t node)
{
    text_evidence e = { .text = evidence_text(page, node), .node = node };
    e.words = count_words(page->text[node].data, page->text[node].len);
    count_looks(page->text[node], &e);
    if (page->flags[node] & NODE_LINK)
        e.flags |= EVIDENCE_LINK;
    if (ends_sentence(page->text[node]))
        e.flags |= EVIDENCE_SENTENCE;
    if (in_heading(page, node))
        e.flags |= EVIDENCE_HEADING;
    return e;
}

husk_status evidence_of_page(husk_page *page, url_resolver *urls, arena *memory, text_evidence **texts, uint32_t *n)
{
    text_evidence *list = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *list);
    if (list == NULL)
        return HUSK_NO_MEMORY;
    buffer scratch;
    buffer_init(&scratch, HUSK_MAX_URL_BYTES * 4);
    bool has_base = evidence_set_base(page, urls, &scratch), neighbour = false;
    uint32_t count = 0, last_link = 0;
    uint64_t target = 0;
    related head;
    find_related(page, urls, has_base, &scratch, &head);
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (!(page->flags[i] & NODE_TEXT) || page->flags[i] & (NODE_SILENT | NODE_BLANK))
            continue;
        text_evidence *e = &list[count++];
        *e = describe_text(page, i);
        uint32_t link = e->flags & EVIDENCE_LINK ? link_of(page, i) : 0;
        if (link && link != last_link) {
            last_link = link;
            target = link_target(page, link, urls, has_base, &scratch);
            neighbour = is_neighbour(page, link, target, &head);
        }
        if (link)
            e->flags |= (target ? 0 : EVIDENCE_INSIDE) | (neighbour ? EVIDENCE_NEIGHBOUR : 0);
        if (!(e->flags & EVIDENCE_HEADING) && is_among(head.titles, head.n_titles, e->text))
            e->flags |= EVIDENCE_NEIGHBOUR;
        e->target = link ? target : 0;
    }
    husk_status status =
        scratch.status == HUSK_NO_MEMORY ? HUSK_NO_MEMORY : HUSK_OK; /* a URL that is too long is none */
    buffer_free(&scratch);
    *texts = list;
    *n = count;
    return status;
}
