/* block_nodes.c - what elements say about the blocks inside: tags, roles, class words, structured data, head and URL;
 * and sums over subtrees. One pass over the elements, top-down, where repeated class names are looked up once, and
 * three over those with text. */

#include "base/table.h"
#include "judge/block_maker.h"
#include "page/views.h"

uint16_t maker_tag_in(uint16_t tag)
{
    static const uint16_t of[TAG_OWN] = {
        [TAG_NAV] = 1 << IN_NAV,        [TAG_HEADER] = 1 << IN_HEADER,   [TAG_FOOTER] = 1 << IN_FOOTER,
        [TAG_ASIDE] = 1 << IN_ASIDE,    [TAG_FORM] = 1 << IN_FORM,       [TAG_ARTICLE] = 1 << IN_ARTICLE,
        [TAG_MAIN] = 1 << IN_MAIN,      [TAG_SECTION] = 1 << IN_SECTION, [TAG_TABLE] = 1 << IN_TABLE,
        [TAG_UL] = 1 << IN_LIST,        [TAG_OL] = 1 << IN_LIST,         [TAG_DL] = 1 << IN_LIST,
        [TAG_MENU] = 1 << IN_LIST,      [TAG_FIGURE] = 1 << IN_FIGURE,   [TAG_BLOCKQUOTE] = 1 << IN_QUOTE,
        [TAG_BUTTON] = 1 << IN_CONTROL, [TAG_SELECT] = 1 << IN_CONTROL,  [TAG_DIALOG] = 1 << IN_CONTROL,
        [TAG_LABEL] = 1 << IN_CONTROL
    };
    return tag < TAG_OWN ? of[tag] : 0;
}

uint16_t maker_role_in(slice role)
{
    static const struct {
        const char *role;
        uint16_t in;
    } roles[] = { { "navigation", IN_NAV },      { "banner", IN_HEADER },  { "contentinfo", IN_FOOTER },
                  { "complementary", IN_ASIDE }, { "search", IN_FORM },    { "article", IN_ARTICLE },
                  { "main", IN_MAIN },           { "menu", IN_NAV },       { "menubar", IN_NAV },
                  { "dialog", IN_CONTROL },      { "button", IN_CONTROL }, { "tablist", IN_NAV } };
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (slice_is_nocase(role, roles[i].role))
            return (uint16_t)(1 << roles[i].in);
    return 0;
}

/* JSON-LD and og:type declare what a page is meant to be. */
static uint8_t type_of(slice text)
{
    static const struct {
        const char *word;
        uint8_t type;
    } types[] = { { "product", 5 },        { "discussionforumposting", 4 },
                  { "qapage", 4 },         { "newsarticle", 2 },
                  { "blogposting", 2 },    { "article", 2 },
                  { "recipe", 3 },         { "itemlist", 6 },
                  { "collectionpage", 6 }, { "website", 1 } };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (slice_has_nocase(text, types[i].word))
            return types[i].type;
    return 0;
}

/* Attribute values are where the parser wrote them, and what is known of them is in a large table: both are out of
 * the fast caches when needed. So values are prefetched VALUES_AHEAD attributes before they are hashed, and their
 * entries WAITING before they are read. */
#define VALUES_AHEAD 12
#define WAITING 8

typedef struct waiting_value {
    slice value;
    uint64_t hash, prefix;
    uint32_t node;
    uint16_t id;
} waiting_value;

typedef struct value_queue {
    waiting_value values[WAITING];
    uint32_t first, end; /* running counters; the index is modulo WAITING */
} value_queue;

/* Of the table, too: a page's next model may be another. */
static uint64_t question_of(const feature_maker *m, uint64_t hash)
{
    return hash ^ (uintptr_t)m->table->slots;
}

static class_score score_of(feature_maker *m, const waiting_value *w)
{
    union {
        uint64_t bits;
        class_score score;
    } answer;
    if (!memo_find(m->cache, question_of(m, w->hash), &answer.bits)) {
        answer.score = class_words_score(m->table, w->prefix, w->value);
        memo_keep(m->cache, question_of(m, w->hash), answer.bits);
    }
    return answer.score;
}

/* Apply the oldest value to its element. The same class names recur on a page and from page to page. */
static void take_value(feature_maker *m, value_queue *q)
{
    const waiting_value *w = &q->values[q->first++ % WAITING];
    class_score score = score_of(m, w);
    node_info *n = &m->nodes[w->node];
    n->weight += score.weight;
    n->groups |= (uint16_t)score.groups;
    if (w->id == ATTR_CLASS)
        n->look ^= (uint32_t)w->hash * 31;
    if (w->id == ATTR_ROLE)
        n->in |= maker_role_in(w->value);
}

static void queue_attributes(feature_maker *m, uint32_t i, value_queue *q)
{
    const husk_page *page = m->page;
    for (uint32_t k = page->attribute[i]; k < page->attribute[i + 1]; k++) {
        const page_attribute *a = &page->attributes[k];
        if (k + VALUES_AHEAD < page->n_attributes)
            __builtin_prefetch(a[VALUES_AHEAD].value);
        if (a->id == ATTR_ITEMTYPE)
            m->info.structured |= (uint8_t)(1 << type_of((slice){ a->value, a->value_len }));
        if (a->id != ATTR_CLASS && a->id != ATTR_ID && a->id != ATTR_ROLE && a->id != ATTR_ITEMPROP)
            continue;
        if (q->end - q->first == WAITING)
            take_value(m, q);
        uint64_t prefix = a->id == ATTR_ROLE       ? CLASS_PREFIX_ROLE
                          : a->id == ATTR_ITEMPROP ? CLASS_PREFIX_ITEMPROP
                                                   : CLASS_PREFIX_NAME;
        uint64_t hash = page_value_hash(page, k) + prefix;
        memo_fetch(m->cache, question_of(m, hash));
        q->values[q->end++ % WAITING] = (waiting_value){ { a->value, a->value_len }, hash, prefix, i, a->id };
    }
}

/* The types named in a page's JSON-LD. */
static uint8_t structured_types(slice json)
{
    uint8_t bits = 0;
    const char *end = json.data + json.len;
    for (const char *at = json.data; (at = memchr(at, '@', (size_t)(end - at))); at++) {
        if (end - at < 6 || memcmp(at, "@type\"", 6) != 0 || at == json.data || at[-1] != '"')
            continue;
        slice value = { at + 6, end - at - 6 < 60 ? (size_t)(end - at - 6) : 60 };
        const char *comma = memchr(value.data, ',', value.len);
        if (comma)
            value.len = (size_t)(comma - value.data);
        bits |= (uint8_t)(1 << type_of(value));
    }
    return bits;
}

static void look_at_script(feature_maker *m, uint32_t i)
{
    const husk_page *page = m->page;
    if (page_is_json_ld(page, i))
        m->info.structured |= structured_types(page->text[i + 1]);
}

/* The page's URL after its host: its depth, words and digits, and what its words mean. */
static void look_at_url(feature_maker *m, slice url)
{
    const char *host = memmem(url.data ? url.data : "", url.len, "//", 2);
    const char *path = host ? memchr(host + 2, '/', url.len - (size_t)(host + 2 - url.data)) : NULL;
    if (path == NULL)
        return;
    slice rest = { path, url.len - (size_t)(path - url.data) };
    if (rest.len > 300)
        rest.len = 300;
    m->info.url_groups = page_groups_of(rest);
    for (size_t i = 0; i + 1 < rest.len; i++) {
        if (rest.data[i] == '/') {
            m->info.url_depth++;
            m->info.url_slug = 0;
        }
        m->info.url_slug += rest.data[i] == '-' || rest.data[i] == '_';
        m->info.url_digits += rest.data[i] >= '0' && rest.data[i] <= '9';
    }
}

static slice title_of(slice text)
{
    text = slice_trim(text);
    return (slice){ text.data, text.len < HUSK_MAX_TITLE_BYTES ? text.len : HUSK_MAX_TITLE_BYTES };
}

static void look_at_meta(head_info *head, slice name, slice content)
{
    if (slice_is_nocase(name, "og:title"))
        head->og_title = title_of(content);
    else if (slice_is_nocase(name, "description") ||
             (slice_is_nocase(name, "og:description") && !head->description.len))
        head->description = slice_trim(content);
    else if (slice_is_nocase(name, "article:published_time") || slice_is_nocase(name, "date") ||
             slice_is_nocase(name, "datepublished") || slice_is_nocase(name, "parsely-pub-date"))
        head->published = true;
}

void maker_look_at_head(feature_maker *m)
{
    const husk_page *page = m->page;
    uint32_t end = page->head == NODE_NONE ? 0 : page->end[page->head];
    slice url = page->url_is_assumed ? (slice){ NULL, 0 } : page->url;
    for (uint32_t i = page->head == NODE_NONE ? 1 : page->head + 1; i < end; i++) {
        if (page->tag[i] == TAG_LINK) {
            slice rel = page_attribute_value(page, i, ATTR_REL);
            if (url.len == 0 && slice_is_nocase(rel, "canonical"))
                url = page_attribute_value(page, i, ATTR_HREF);
            m->info.head.pager |= slice_is_nocase(rel, "next") || slice_is_nocase(rel, "prev");
        }
        if (page->tag[i] != TAG_META)
            continue;
        slice name = page_attribute_value(page, i, ATTR_PROPERTY);
        if (name.len == 0)
            name = page_attribute_value(page, i, ATTR_NAME);
        slice content = page_attribute_value(page, i, ATTR_CONTENT);
        if (slice_is_nocase(name, "og:type"))
            m->info.type = type_of(content);
        else if (slice_is_nocase(name, "generator"))
            m->info.groups |= page_groups_of(content);
        else if (slice_is_nocase(name, "og:url") && url.len == 0)
            url = content;
        else
            look_at_meta(&m->info.head, name, content);
    }
    if (page->title != NODE_NONE && page->end[page->title] > page->title + 1)
        m->info.head.title = title_of(page->text[page->title + 1]);
    look_at_url(m, url);
    if (page->body != NODE_NONE)
        m->info.groups |= page_groups_of(page_attribute_value(page, page->body, ATTR_CLASS)) |
                          page_groups_of(page_attribute_value(page, page->body, ATTR_ID));
}

/* Class names matter only above text: half of a page's elements are icons and scripts. Marks elements with text in
 * `with_text`, and lists them. */
static void mark_elements_with_text(feature_maker *m)
{
    const husk_page *page = m->page;
    uint8_t *with_text = m->with_text; /* a store could change `m` and `page`, for all that the compiler knows */
    const uint32_t *parent = page->parent;
    uint32_t *elements = m->elements, n_elements = 0, n_nodes = page->n_nodes;
    for (uint32_t b = 0; b < page->n_blocks; b++)
        for (uint32_t at = page->blocks[b].container; at != NODE_NONE && !with_text[at]; at = parent[at])
            with_text[at] = 1;
    for (uint32_t i = 1; i < n_nodes; i++) {
        elements[n_elements] = i;
        n_elements += with_text[i];
    }
    m->n_elements = n_elements;
}

/* An element without text that counts for the page, or for the nearest element with text. */
static void look_at_empty(feature_maker *m, uint32_t i, uint16_t tag)
{
    const husk_page *page = m->page;
    if (tag == TAG_SCRIPT) {
        look_at_script(m, i);
    } else if (tag == TAG_INPUT || tag == TAG_SELECT) {
        m->info.forms++;
    } else if (tag == TAG_IMG && !(page->flags[i] & NODE_SILENT)) {
        uint32_t up = page->parent[i];
        while (up && !m->with_text[up])
            up = page->parent[up];
        m->nodes[up].images++;
        m->info.images++;
    }
}

/* In two passes for rare tags, since their order does not matter. */
static void look_at_empty_ones(feature_maker *m)
{
    const husk_page *page = m->page;
    for (uint32_t i = 0; (i = page_find_tags(page, i + 1, TAG_SCRIPT, TAG_INPUT, TAG_SELECT)) < page->n_nodes;)
        if (!m->with_text[i])
            look_at_empty(m, i, page->tag[i]);
    for (uint32_t i = 0; (i = page_find_tag(page, i + 1, TAG_IMG)) < page->n_nodes;)
        if (!m->with_text[i])
            look_at_empty(m, i, TAG_IMG);
}

/* What an element inherits, once its own values are known. */
static void hand_down(feature_maker *m, uint32_t i)
{
    const husk_page *page = m->page;
    uint16_t tag = page->tag[i];
    node_info *n = &m->nodes[i];
    const node_info *up = &m->nodes[page->parent[i]];
    n->depth = (uint16_t)(up->depth + 1);
    n->in |= up->in;
    n->article = tag == TAG_ARTICLE ? i : up->article;
    n->weight_sum = up->weight_sum + n->weight;
    n->weight_min = n->weight < up->weight_min ? n->weight : up->weight_min;
    n->weight_max = n->weight > up->weight_max ? n->weight : up->weight_max;
    n->groups_above = up->groups_above | n->groups;
    m->info.comments += n->groups >> CLASS_COMMENT & 1;
    m->info.authors += n->groups >> CLASS_AUTHOR & 1;
    m->info.forms += tag == TAG_SELECT;
    m->info.main |= tag == TAG_MAIN;
    if (tag == TAG_ARTICLE)
        m->nth[i] = m->info.articles++;
}

/* Elements with text in them, top-down. `done` follows `e` to where no value is waiting. */
void maker_look_at_nodes(feature_maker *m)
{
    const husk_page *page = m->page;
    value_queue q = { .first = 0 };
    uint32_t done = 0;
    mark_elements_with_text(m);
    m->nodes[0] = (node_info){ .item = NODE_NONE };
    for (uint32_t e = 0; e < m->n_elements; e++) {
        uint32_t i = m->elements[e];
        m->nodes[i] = (node_info){ .in = maker_tag_in(page->tag[i]), .look = page->tag[i] };
        queue_attributes(m, i, &q);
        uint32_t ready = q.first == q.end ? i + 1 : q.values[q.first % WAITING].node;
        for (; done <= e && m->elements[done] < ready; done++)
            hand_down(m, m->elements[done]);
    }
    while (q.first < q.end)
        take_value(m, &q);
    for (; done < m->n_elements; done++)
        hand_down(m, m->elements[done]);
    look_at_empty_ones(m);
}

/* --- sums over subtrees, and what they show: the densest part, the main branch, similar siblings ------------------ */

void maker_sum_up(feature_maker *m)
{
    const husk_page *page = m->page;
    for (uint32_t e = m->n_elements; e-- > 0;) {
        const node_info *n = &m->nodes[m->elements[e]];
        node_info *up = &m->nodes[page->parent[m->elements[e]]];
        up->words += n->words;
        up->link_words += n->link_words;
        up->blocks += n->blocks;
        up->long_words += n->long_words;
        up->sentences += n->sentences;
        up->images += n->images;
    }
    const node_info *root = &m->nodes[0];
    m->info.words = root->words;
    m->info.link_words = root->link_words;
    m->info.long_words = root->long_words;
    m->info.sentences = root->sentences;
    float best = 0;
    m->info.best = 0;
    for (uint32_t e = 0; e < m->n_elements; e++) {
        node_info *n = &m->nodes[m->elements[e]];
        if (n->score <= 0)
            continue;
        n->score *= 1 - share(n->link_words, n->words);
        if (n->score > best) {
            best = n->score;
            m->info.best = m->elements[e];
        }
    }
}

/* The slots that these elements need, cleared: a fifth of a page's nodes take a fifth of the room for all. */
static uint32_t clear_item_slots(feature_maker *m)
{
    uint32_t n = 256;
    while (n < m->n_item_slots && n < m->n_elements * 2)
        n *= 2;
    memset(m->item_slots, 0, (size_t)n * sizeof *m->item_slots);
    return n;
}

/* Count the siblings that look alike and contain text. */
void maker_count_items(feature_maker *m)
{
    const husk_page *page = m->page;
    uint32_t n_slots = clear_item_slots(m);
    for (uint32_t e = 0; e < m->n_elements; e++) {
        uint32_t i = m->elements[e];
        node_info *n = &m->nodes[i];
        n->item = NODE_NONE;
        if (m->n_items * 2 >= m->n_item_slots)
            continue;
        uint64_t hash = hash_pair(page->parent[i], n->look);
        uint32_t at;
        TABLE_PLACE(at, (uint32_t)hash, n_slots, m->item_slots[at] == 0, m->items[m->item_slots[at] - 1].hash == hash);
        if (m->item_slots[at] == 0) {
            m->items[m->n_items] = (item_info){ .hash = hash };
            m->item_slots[at] = ++m->n_items;
        }
        n->item = m->item_slots[at] - 1;
        item_info *item = &m->items[n->item];
        if (page->tag[i] != TAG_ARTICLE)
            m->nth[i] = item->n;
        item->n++;
        item->words += n->words;
        item->link_words += n->link_words;
    }
    for (uint32_t i = 0; i < m->n_items; i++)
        if (m->items[i].n > m->info.most_items) {
            m->info.most_items = m->items[i].n;
            m->info.most_item_words = m->items[i].words / m->items[i].n;
        }
}

/* From the root down to the child with most words outside links, while it has most of its parent's. */
void maker_find_chain(feature_maker *m)
{
    const husk_page *page = m->page;
    uint32_t at = 0;
    while (at != NODE_NONE) {
        m->on_chain[at] = 1;
        uint32_t best = NODE_NONE, most = 0;
        for (uint32_t c = at + 1; c < page->end[at]; c = page->end[c]) {
            if (!m->with_text[c])
                continue;
            uint32_t plain = m->nodes[c].words - m->nodes[c].link_words;
            if (plain > most) {
                most = plain;
                best = c;
            }
        }
        uint32_t here = m->nodes[at].words - m->nodes[at].link_words;
        at = best != NODE_NONE && most * 2 >= here ? best : NODE_NONE;
    }
}
