/* item_fields.c - which of a region's texts are authors, dates, titles and prices.
 * A text is known by its place: its element and the two around it, by look. The places of a region are judged by all
 * of its items: dates that rise from post to post are the posts', those on which their authors joined don't. So are
 * its main texts: a post whose text was taken for template is kept if the others' are. Cost: two passes over the
 * region's nodes. */
#include "records/item_fields.h"

#include <string.h>

#include "base/date.h"
#include "base/hash.h"
#include "base/table.h"
#include "page/meta/metadata.h"
#include "page/views.h"

/* Elements around a text that may name it. */
#define UP_TO_NAME 3
/* Places that are tried for a field, best first: the first post is often marked up in another way. */
#define MOST_PLACES 3
#define MOST_NAME_WORDS 5u
#define MOST_NAME_BYTES 48u
#define MOST_PRICE_BYTES 40u
#define MOST_PRICE_LETTERS 3u
#define MOST_PROFILE_BYTES 1024u
/* Of the posts of a thread. */
#define LEAST_SCORE 0.1f
#define MOST_AFTER 7
#define MOST_TITLE_WORDS 40u
/* Words of a line that has a field and little else. */
#define MOST_LINE_WORDS 12u
/* Of ten items, how many have the same text as the item before where it is a button's. */
#define REPEATED_OF_TEN 7u

/* What all items have at one place. */
typedef struct place_facts {
    uint64_t place;
    uint32_t items, last_item;           /* that have it, and the last of them */
    uint32_t whole;                      /* first texts that are most of their block */
    uint32_t dates, times, rises, falls; /* of the first text of each item; times of day; compared with the last */
    uint32_t names, prices;
    uint32_t words;     /* of the first texts */
    uint32_t repeated;  /* first texts that are those of the item before */
    uint64_t last_text; /* hash */
    unsigned says;      /* SAYS_… */
    bool heading, link, profile, rank, time_element;
    date last_date;
    float kept_words, all_words; /* of blocks that start here */
} place_facts;

typedef struct reader {
    husk_verdict *v;
    husk_page *page;
    const page_items *found;
    const item_region *region;
    arena *memory;
    hash_map numbers;
    place_facts *places;
    uint32_t n_places;
    uint32_t *item_of; /* by node of the region, from its first: the item, or ITEM_NONE */
    uint8_t *after;    /* by node of the region: how many elements are before a text in its parent */
    uint32_t from;
    size_t url_bytes; /* of the links copied so far */
    bool is_thread, no_room;
    date_order order;
    uint64_t chosen[N_ITEM_FIELDS][MOST_PLACES];
    uint32_t n_chosen[N_ITEM_FIELDS];
} reader;

static place_facts *place_at(reader *r, uint64_t place)
{
    uint32_t n = map_number(&r->numbers, place);
    if (n != MAP_NONE)
        return &r->places[n];
    if (!map_put_number(&r->numbers, place, r->n_places))
        return NULL;
    r->places[r->n_places] = (place_facts){ .place = place, .last_item = ITEM_NONE };
    return &r->places[r->n_places++];
}

/* A text by its element, and by the elements before it there: "by <a>…</a> on 3 May" has two. */
static uint64_t text_place(const reader *r, uint32_t node)
{
    return hash_pair(r->found->place[r->page->parent[node]], r->after[node - r->from]);
}

/* --- facts -------------------------------------------------------------------------------------------------------- */

static unsigned names_say(const reader *r, uint32_t node, bool *heading, bool *time_element)
{
    const husk_page *page = r->page;
    unsigned says = 0;
    for (int up = 0; up < UP_TO_NAME && node && node != NODE_NONE; up++, node = page->parent[node]) {
        *heading |= tag_is_heading(page->tag[node]);
        *time_element |= page->tag[node] == TAG_TIME;
        for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
            const page_attribute *at = &page->attributes[a];
            if (at->id == ATTR_CLASS || at->id == ATTR_ITEMPROP || at->id == ATTR_REL)
                says |= says_of(page->meta_cache, (slice){ at->value, at->value_len }, page_value_hash(page, a));
        }
        if (up && page->end[node] - node > 24) /* the names of a large element are not of this text */
            break;
    }
    return says;
}

/* The link around a node, inside its item, or NODE_NONE: one around all items says nothing of each. */
static uint32_t link_around(const husk_page *page, uint32_t node, const page_item *item)
{
    for (; node != NODE_NONE && node >= item->first && page->flags[node] & NODE_LINK; node = page->parent[node])
        if (page->tag[node] == TAG_A)
            return node;
    return NODE_NONE;
}

/* Does the link lead to a person's page? */
static bool is_profile(const husk_page *page, uint32_t link)
{
    static const char *const words[] = { "user", "member", "profile", "author", "people", "/u/" };
    slice href = link == NODE_NONE ? (slice){ NULL, 0 } : page_attribute_value(page, link, ATTR_HREF);
    bool is = false;
    href.len = href.len < MOST_PROFILE_BYTES ? href.len : MOST_PROFILE_BYTES; /* many texts may be in one link */
    for (size_t i = 0; i < sizeof words / sizeof *words && !is; i++)
        is = memmem(href.data ? href.data : "", href.len, words[i], strlen(words[i])) != NULL;
    return is;
}

/* Is it a member's rank or group rather than the name? */
static bool is_rank(const husk_page *page, uint32_t element)
{
    static const char *const words[] = { "rank", "group", "badge", "level", "usertitle", "user-title", "user_title" };
    slice class = page_attribute_value(page, element, ATTR_CLASS);
    bool is = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && !is; i++)
        is = class.len <= MOST_PROFILE_BYTES && slice_has_nocase(class, words[i]);
    return is;
}

static bool is_name(slice text)
{
    bool letter = false;
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text.data, text.len, &at);
        letter |= is_word(c) && c > '9';
    }
    return letter && text.len <= MOST_NAME_BYTES && text.data[text.len - 1] != ':' &&
           count_words(text.data, text.len) <= MOST_NAME_WORDS;
}

/* A number with a sign of a currency or few letters, where there is a sign at all. */
static bool is_price(const husk_page *page, uint32_t node, slice text)
{
    uint32_t b = page->block_of[node], letters = 0;
    bool digit = false, sign = false;
    for (size_t at = 0; at < text.len && text.len <= MOST_PRICE_BYTES;) {
        uint32_t c = utf8_next(text.data, text.len, &at);
        digit |= c < 128 && is_digit((char)c);
        letters += is_word(c) && c > '9';
        sign |= c == '$' || (c > 127 && !is_word(c));
    }
    return digit && (sign || letters <= MOST_PRICE_LETTERS) && b != NODE_NONE && page->blocks[b].marks[MARK_CURRENCY];
}

static bool is_address(slice text)
{
    return text.len && memmem(text.data, text.len, "://", 3) != NULL;
}

/* The date of a text, or of the <time> around it. */
static bool date_at(const reader *r, uint32_t node, date *out)
{
    const husk_page *page = r->page;
    uint32_t e = page->parent[node];
    slice text = slice_trim(page->text[node]);
    if (page->tag[e] == TAG_TIME || page->tag[e] == TAG_ABBR) {
        slice given = page_attribute_value(page, e, page->tag[e] == TAG_TIME ? ATTR_DATETIME : ATTR_TITLE);
        if (given.len && given.len <= DATE_MAX_TEXT && date_parse(given, r->order, DATE_EXPLICIT, out))
            return true;
    }
    return text.len <= DATE_MAX_TEXT && count_words(text.data, text.len) <= 14 && !is_address(text) &&
           date_parse(text, r->order, DATE_TEXT, out);
}

static int compare_dates(const date *a, const date *b)
{
    int days = date_compare_days(a, b);
    return days ? days : (a->hour - b->hour) * 60 + a->minute - b->minute;
}

static void add_first(reader *r, place_facts *p, uint32_t node, uint32_t item, slice text)
{
    const husk_page *page = r->page;
    uint32_t link = link_around(page, page->parent[node], &r->found->items[item]);
    uint64_t hash = hash_bytes(text.data, text.len);
    date when;
    if (p->items++ == 0)
        p->says = names_say(r, page->parent[node], &p->heading, &p->time_element);
    p->repeated += p->items > 1 && hash == p->last_text;
    p->last_text = hash;
    p->link |= link != NODE_NONE;
    p->profile |= is_profile(page, link);
    p->rank |= is_rank(page, page->parent[node]);
    p->names += is_name(text);
    p->prices += is_price(page, node, text);
    p->words += count_words(text.data, text.len);
    p->whole += text.len * 2 >= page->blocks[page->block_of[node]].text_len && !is_address(text);
    if (!date_at(r, node, &when))
        return;
    int order = p->dates ? compare_dates(&when, &p->last_date) : 0;
    p->rises += order >= 0 && p->dates;
    p->falls += order <= 0 && p->dates;
    p->times += when.has_time;
    p->last_date = when;
    p->dates++;
}

static bool add_text(reader *r, uint32_t node, uint32_t item)
{
    husk_page *page = r->page;
    slice text = slice_trim(page->text[node]);
    uint32_t b = page->block_of[node];
    if (b == NODE_NONE || !has_word(text))
        return true;
    place_facts *p = place_at(r, text_place(r, node));
    if (p == NULL)
        return false;
    if (p->last_item != item)
        add_first(r, p, node, item, text);
    p->last_item = item;
    if (page->blocks[b].first_node != node)
        return true;
    p = place_at(r, ~r->found->place[page->blocks[b].container]);
    if (p == NULL)
        return false;
    p->all_words += (float)page->blocks[b].n_words;
    p->kept_words += r->v->keep[b] ? (float)page->blocks[b].n_words : 0;
    return true;
}

/* --- choice ------------------------------------------------------------------------------------------------------- */

static float date_worth(const reader *r, const place_facts *p)
{
    uint32_t steps = p->dates > 1 ? p->dates - 1 : 1, order = p->rises > p->falls ? p->rises : p->falls;
    (void)r;
    if (p->dates * 2 < p->items)
        return 0;
    return (float)p->dates * (1 + (float)order / (float)steps + 0.5f * (float)p->times / (float)p->dates +
                              (p->time_element ? 1.0f : 0) + (p->says & SAYS_DATE ? 0.5f : 0));
}

static float author_worth(const reader *r, const place_facts *p)
{
    float sign = (p->says & (SAYS_AUTHOR | SAYS_USER) ? 2.0f : 0) + (p->profile ? 2.0f : 0) +
                 (p->says & SAYS_NAME && (p->says & SAYS_ACCOUNT || r->is_thread) ? 1.0f : 0) -
                 (p->says & SAYS_NOT_NAME ? 1.0f : 0);
    bool constant = p->items > 2 && p->repeated + 1 == p->items;
    if (p->names * 10 < p->items * 7 || p->dates * 2 > p->items || sign <= 0 || p->rank || p->says & SAYS_TITLE)
        return 0;
    return (float)p->items * sign * (constant ? 0.1f : 1.0f);
}

static float title_worth(const reader *r, const place_facts *p)
{
    bool lone_link = !r->is_thread && p->link && p->whole * 2 >= p->items && p->items * 2 >= r->region->n;
    float sign = (p->heading ? 3.0f : 0) + (p->says & SAYS_TITLE ? 2.0f : 0) + (lone_link ? 1.0f : 0);
    float mean = (float)p->words / (float)p->items;
    bool other = p->dates * 2 > p->items || p->prices * 2 > p->items || p->profile ||
                 p->says & (SAYS_AUTHOR | SAYS_USER | SAYS_DATE);
    if (other || sign <= 0 || mean > MOST_TITLE_WORDS || p->repeated * 2 >= p->items)
        return 0;
    return (float)p->items * sign * (mean < 1.5f ? 0.3f : mean < 3 ? 0.8f : 1.0f);
}

static float price_worth(const reader *r, const place_facts *p)
{
    (void)r;
    return p->prices * 10 >= p->items * 6 ? (float)p->prices : 0;
}

/* The best places of a field, and those that are nearly as good. */
static void choose(reader *r, unsigned field, float (*worth)(const reader *, const place_facts *))
{
    float best[MOST_PLACES] = { 0 };
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n_places; i++) {
        const place_facts *p = &r->places[i];
        float w = p->items ? worth(r, p) : 0;
        uint32_t at = n;
        while (at && best[at - 1] < w)
            at--;
        if (w <= 0 || at == MOST_PLACES)
            continue;
        uint32_t last = n < MOST_PLACES ? n++ : n - 1;
        memmove(best + at + 1, best + at, (last - at) * sizeof *best);
        memmove(&r->chosen[field][at + 1], &r->chosen[field][at], (last - at) * sizeof **r->chosen);
        best[at] = w;
        r->chosen[field][at] = p->place;
    }
    /* a field of few items is rather something else, unless it is one of several places */
    uint32_t least = r->region->n > 2 ? 2 : 1;
    r->n_chosen[field] = best[0] >= (float)least ? n : 0;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* The texts of an item that its fields have: nodes, or NODE_NONE. */
typedef struct item_nodes {
    uint32_t node[N_ITEM_FIELDS];
    uint32_t rank[N_ITEM_FIELDS]; /* of its place */
    uint32_t image, link, rating;
} item_nodes;

static void take_node(const reader *r, uint32_t node, item_nodes *out)
{
    uint64_t place = text_place(r, node);
    for (unsigned field = 0; field < N_ITEM_FIELDS; field++)
        for (uint32_t i = 0; i < r->n_chosen[field] && i < out->rank[field]; i++)
            if (r->chosen[field][i] == place) {
                out->node[field] = node;
                out->rank[field] = i;
            }
}

/* Not a face, an icon or a spacer. */
static bool is_picture(const husk_page *page, uint32_t node)
{
    static const char *const small[] = {
        "avatar", "icon", "smil", "emoji", "spacer", "rating", "star", "blank", "clear"
    };
    bool is = true;
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1] && is; a++) {
        slice value = { page->attributes[a].value, page->attributes[a].value_len };
        for (size_t i = 0; i < sizeof small / sizeof *small && is; i++)
            is = value.len > 512 || !slice_has_nocase(value, small[i]);
        if ((page->attributes[a].id == ATTR_WIDTH || page->attributes[a].id == ATTR_HEIGHT) && value.len < 3 &&
            value.len && is_digit(value.data[0]))
            is = is && value.len == 2 && value.data[0] >= '5';
    }
    return is;
}

static slice copy_slice(reader *r, slice text)
{
    const char *copy = arena_copy(r->memory, text.data ? text.data : "", text.len);
    r->no_room |= copy == NULL;
    return (slice){ copy, text.len };
}

static slice copy_text(reader *r, uint32_t node, buffer *scratch)
{
    buffer_clear(scratch);
    if (r->page->flags[node] & NODE_TEXT) {
        slice text = slice_trim(r->page->text[node]);
        buffer_append(scratch, text.data, text.len);
    } else {
        page_text(r->page, node, scratch);
    }
    return copy_slice(r, (slice){ scratch->data, scratch->len });
}

static slice copy_url(reader *r, slice href, buffer *scratch)
{
    buffer_clear(scratch);
    href = slice_trim(href);
    bool room = r->url_bytes < page_output_cap(r->page) / 2; /* a long base may be before every one */
    if (href.len == 0 || !room || !page_resolve(r->page, href, scratch))
        return copy_slice(r, href);
    r->url_bytes += scratch->len;
    return copy_slice(r, (slice){ scratch->data, scratch->len });
}

static slice copy_date(reader *r, uint32_t node, buffer *scratch)
{
    char iso[DATE_MAX_ISO];
    date when;
    if (!date_at(r, node, &when))
        return copy_text(r, node, scratch);
    return copy_slice(r, (slice){ iso, date_iso(&when, true, iso) });
}

/* The whole title: the heading or link around its first text, unless it has the price, too. */
static uint32_t title_element(const husk_page *page, const item_nodes *nodes, uint32_t first)
{
    uint32_t node = nodes->node[ITEM_TITLE], best = node, price = nodes->node[ITEM_PRICE];
    for (uint32_t e = page->parent[node]; e != NODE_NONE && e >= first && page->end[e] - e < 64; e = page->parent[e])
        if (price != NODE_NONE && e <= price && price < page->end[e])
            break;
        else if (tag_is_heading(page->tag[e]) || (page->tag[e] == TAG_A && best == node))
            best = e;
    return best;
}

static slice image_url(const husk_page *page, uint32_t node)
{
    slice lazy = page_attribute_value(page, node, ATTR_DATA_SRC), src = page_attribute_value(page, node, ATTR_SRC);
    return lazy.len ? lazy : slice_starts_nocase(src, "data:") ? (slice){ NULL, 0 } : src;
}

/* Is a block's text only a field's? */
static bool is_field(const reader *r, const item_nodes *nodes, uint32_t b)
{
    const page_block *block = &r->page->blocks[b];
    bool is = false;
    for (unsigned field = 0; field < N_ITEM_FIELDS && !is; field++) {
        uint32_t node = nodes->node[field];
        if (node == NODE_NONE || r->page->block_of[node] != b)
            continue;
        slice text = slice_trim(r->page->text[node]);
        bool starts = field == ITEM_DATE && block->first_node == node && block->n_words <= 2 * MOST_LINE_WORDS;
        is = text.len * 2 >= block->text_len || block->n_words <= MOST_LINE_WORDS || starts;
    }
    return is;
}

/* Main content by the verdict and by what the other items have at its place. */
static bool is_main(const reader *r, uint32_t b)
{
    uint32_t n = map_number(&r->numbers, ~r->found->place[r->page->blocks[b].container]);
    const place_facts *p = n == MAP_NONE ? NULL : &r->places[n];
    float share = p && p->all_words > 0 ? p->kept_words / p->all_words : 0;
    return share >= 0.5f || (share >= 0.1f && r->v->keep[b]);
}

/* Do most items have the same text where this block starts: a button? */
static bool is_repeated(const reader *r, uint32_t b)
{
    uint32_t n = map_number(&r->numbers, text_place(r, r->page->blocks[b].first_node));
    const place_facts *p = n == MAP_NONE ? NULL : &r->places[n];
    return p && p->items > 2 && p->repeated * 10 >= (p->items - 1) * REPEATED_OF_TEN;
}

typedef struct item_text {
    buffer main, rest;
} item_text;

static void put_block(const husk_page *page, uint32_t b, buffer *out)
{
    slice text = page_block_text(page, b);
    if (out->len)
        buffer_byte(out, '\n');
    buffer_append(out, text.data, text.len);
}

/* What an element says of a rating: "4.5", "Rated 4 out of 5". */
static slice rating_of(const husk_page *page, uint32_t node)
{
    slice prop = page_attribute_value(page, node, ATTR_ITEMPROP), class = page_attribute_value(page, node, ATTR_CLASS);
    slice given = page_attribute_value(page, node, ATTR_CONTENT);
    bool value = slice_is_nocase(prop, "ratingvalue");
    if (!value && !slice_has_nocase(class, "rating") && !slice_has_nocase(class, "stars"))
        return (slice){ NULL, 0 };
    if (given.len == 0)
        given = page_attribute_value(page, node, ATTR_ARIA_LABEL);
    if (given.len == 0)
        given = page_attribute_value(page, node, ATTR_TITLE);
    if (given.len == 0 && page->end[node] > node + 1 && page->flags[node + 1] & NODE_TEXT)
        given = slice_trim(page->text[node + 1]);
    bool digit = false;
    for (size_t i = 0; i < given.len && !digit; i++)
        digit = is_digit(given.data[i]);
    return digit && given.len <= MOST_NAME_BYTES ? given : (slice){ NULL, 0 };
}

static void read_nodes(reader *r, uint32_t number, item_nodes *nodes)
{
    const husk_page *page = r->page;
    const page_item *item = &r->found->items[number];
    *nodes = (item_nodes){ .image = NODE_NONE, .link = NODE_NONE, .rating = NODE_NONE };
    for (unsigned field = 0; field < N_ITEM_FIELDS; field++) {
        nodes->node[field] = NODE_NONE;
        nodes->rank[field] = MOST_PLACES;
    }
    for (uint32_t i = item->first; i < item->end; i++) {
        if (r->item_of[i - r->from] != number)
            continue;
        if (page->flags[i] & NODE_TEXT) {
            if (page->block_of[i] != NODE_NONE && has_word(page->text[i]))
                take_node(r, i, nodes);
        } else if (page->tag[i] == TAG_IMG && nodes->image == NODE_NONE && is_picture(page, i)) {
            nodes->image = i;
        } else if (nodes->rating == NODE_NONE && rating_of(page, i).len) {
            nodes->rating = i;
        } else if (page->tag[i] == TAG_A && nodes->link == NODE_NONE && page->flags[i] & NODE_LINK &&
                   !is_profile(page, i)) {
            nodes->link = i;
        }
    }
}

static uint32_t link_of(const husk_page *page, const item_nodes *nodes, const page_item *item)
{
    uint32_t title = nodes->node[ITEM_TITLE], when = nodes->node[ITEM_DATE], link = NODE_NONE;
    if (title != NODE_NONE)
        link = link_around(page, page->parent[title], item);
    if (link == NODE_NONE && when != NODE_NONE)
        link = link_around(page, page->parent[when], item);
    return link != NODE_NONE ? link : nodes->link;
}

static void read_item(reader *r, uint32_t number, item_text *text, item_fields *out)
{
    husk_page *page = r->page;
    const page_item *item = &r->found->items[number];
    item_nodes nodes;
    read_nodes(r, number, &nodes);
    *out = (item_fields){ 0 };
    if (nodes.node[ITEM_AUTHOR] != NODE_NONE)
        out->value[ITEM_AUTHOR] = copy_text(r, nodes.node[ITEM_AUTHOR], &text->rest);
    if (nodes.node[ITEM_DATE] != NODE_NONE)
        out->value[ITEM_DATE] = copy_date(r, nodes.node[ITEM_DATE], &text->rest);
    if (nodes.node[ITEM_TITLE] != NODE_NONE)
        out->value[ITEM_TITLE] = copy_text(r, title_element(page, &nodes, item->first), &text->rest);
    if (nodes.node[ITEM_PRICE] != NODE_NONE)
        out->value[ITEM_PRICE] = copy_text(r, nodes.node[ITEM_PRICE], &text->rest);
    uint32_t link = link_of(page, &nodes, item);
    if (link != NODE_NONE)
        out->value[ITEM_LINK] = copy_url(r, page_attribute_value(page, link, ATTR_HREF), &text->rest);
    if (nodes.rating != NODE_NONE)
        out->value[ITEM_RATING] = copy_slice(r, rating_of(page, nodes.rating));
    if (nodes.image != NODE_NONE)
        out->value[ITEM_IMAGE] = copy_url(r, image_url(page, nodes.image), &text->rest);
    buffer_clear(&text->main);
    buffer_clear(&text->rest);
    for (uint32_t i = item->first; i < item->end; i++) {
        uint32_t b = page->block_of[i];
        if (b == NODE_NONE || page->blocks[b].first_node != i || r->item_of[i - r->from] != number ||
            is_field(r, &nodes, b))
            continue;
        if (is_main(r, b))
            put_block(page, b, &text->main);
        else if (!is_repeated(r, b))
            put_block(page, b, &text->rest);
    }
    const buffer *shown = text->main.len ? &text->main : &text->rest;
    out->has_main = text->main.len > 0;
    out->value[ITEM_TEXT] = copy_slice(r, (slice){ shown->data, shown->len });
}

/* --- a region ----------------------------------------------------------------------------------------------------- */

/* Nodes of an item inside another belong to the inner one, which comes later. */
static bool number_nodes(reader *r)
{
    const page_item *items = &r->found->items[r->region->first];
    uint32_t end = 0;
    r->from = r->page->n_nodes;
    for (uint32_t i = 0; i < r->region->n; i++) {
        r->from = items[i].first < r->from ? items[i].first : r->from;
        end = items[i].end > end ? items[i].end : end;
    }
    size_t n = end > r->from ? end - r->from : 0;
    r->item_of = arena_array(&r->page->scratch, n + 1, sizeof *r->item_of);
    r->places = arena_array(&r->page->scratch, 2 * n + 2, sizeof *r->places);
    r->after = arena_zeros(&r->page->scratch, n + 1, sizeof *r->after);
    uint8_t *children = arena_zeros(&r->page->scratch, n + 1, sizeof *children);
    if (r->item_of == NULL || r->places == NULL || r->after == NULL || children == NULL)
        return false;
    memset(r->item_of, 0xff, n * sizeof *r->item_of);
    for (uint32_t i = 0; i < r->region->n; i++)
        for (uint32_t k = items[i].first; k < items[i].end; k++)
            r->item_of[k - r->from] = r->region->first + i;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t parent = r->page->parent[r->from + k];
        if (parent == NODE_NONE || parent < r->from)
            continue;
        uint8_t *before = &children[parent - r->from];
        r->after[k] = *before;
        *before += page_is_element(r->page, r->from + k) && *before < MOST_AFTER;
    }
    bool done = true;
    for (uint32_t k = 0; k < n && done; k++)
        if (r->item_of[k] != ITEM_NONE && r->page->flags[r->from + k] & NODE_TEXT)
            done = add_text(r, r->from + k, r->item_of[k]);
    return done;
}

/* The only item of a page is what the page is about. */
static bool only_fields(reader *r, item_fields *out)
{
    metadata_options options = { 0 };
    husk_metadata about;
    if (page_metadata_read(r->page, &options, r->memory, &about) != HUSK_OK)
        return false;
    out->value[ITEM_TITLE] = copy_slice(r, (slice){ about.title.data, about.title.len });
    out->value[ITEM_AUTHOR] = copy_slice(r, (slice){ about.author.data, about.author.len });
    out->value[ITEM_DATE] = copy_slice(r, (slice){ about.published.data, about.published.len });
    out->value[ITEM_LINK] = (slice){ NULL, 0 };
    return true;
}

static husk_status read_region(reader *r, item_fields **out)
{
    item_text text;
    *out = arena_array(r->memory, (size_t)r->region->n + 1, sizeof **out);
    if (*out == NULL || !number_nodes(r))
        return HUSK_NO_MEMORY;
    if (r->region->n > 1) {
        choose(r, ITEM_AUTHOR, author_worth);
        choose(r, ITEM_DATE, date_worth);
        choose(r, ITEM_TITLE, title_worth);
        choose(r, ITEM_PRICE, price_worth);
    }
    buffer_init(&text.main, HUSK_MAX_OUTPUT_BYTES);
    buffer_init(&text.rest, HUSK_MAX_OUTPUT_BYTES);
    for (uint32_t i = 0; i < r->region->n; i++)
        read_item(r, r->region->first + i, &text, &(*out)[i]);
    if ((r->region->n == 1 && !only_fields(r, *out)) || r->no_room)
        text.main.status = HUSK_NO_MEMORY;
    husk_status status = text.main.status != HUSK_OK ? text.main.status : text.rest.status;
    buffer_free(&text.main);
    buffer_free(&text.rest);
    return status;
}

static husk_status item_fields_read(husk_verdict *v, const page_items *found, const item_region *region, arena *memory,
                                    item_fields **out)
{
    husk_page *page = v->page;
    reader r = { .v = v, .page = page, .found = found, .region = region, .memory = memory };
    r.order = date_order_of(page->lang);
    r.is_thread = items_of_thread(v);
    if (page->meta_cache == NULL)
        page->meta_cache = says_cache_new();
    if (page->meta_cache == NULL)
        return HUSK_NO_MEMORY;
    arena_mark mark = arena_save(&page->scratch);
    husk_status status = read_region(&r, out);
    arena_restore(&page->scratch, mark);
    map_free(&r.numbers);
    return status;
}

static bool is_signed(const item_fields *f)
{
    return f->value[ITEM_AUTHOR].len || f->value[ITEM_DATE].len;
}

/* Do most posts have an author or a date? */
static bool are_posts(const item_fields *fields, uint32_t n)
{
    uint32_t known = 0;
    for (uint32_t i = 0; i < n; i++)
        known += is_signed(&fields[i]);
    return known * 2 > n;
}

/* What stands before the first item or after the last and looks alike, a form for a reply, has neither main content nor
 * a date, if the others do. Nor is a first post one without author and date. */
static void trim(page_items *found, uint32_t number, item_fields **fields)
{
    item_region *r = &found->regions[number];
    uint32_t main = 0, dates = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        main += (*fields)[i].has_main;
        dates += (*fields)[i].value[ITEM_DATE].len > 0;
    }
    bool usual = main * 2 > r->n && dates * 2 > r->n;
    while (usual && r->n > 1 && !(*fields)[r->n - 1].has_main && (*fields)[r->n - 1].value[ITEM_DATE].len == 0)
        r->n--;
    uint32_t n = number == 0 && found->has_first && r->n > 1 && !is_signed(*fields);
    while (usual && r->n - n > 1 && !(*fields)[n].has_main && (*fields)[n].value[ITEM_DATE].len == 0)
        n++;
    items_drop_first(found, r, n);
    *fields += n;
}

/* The regions, and the items of one of them: the rest is released. */
static husk_status keep_items(const page_items *found, uint32_t region, arena *memory, item_table *out)
{
    const item_region *r = region < found->n_regions ? &found->regions[region] : NULL;
    page_item *items = arena_array(memory, r ? r->n : 0, sizeof *items);
    item_region *regions = arena_array(memory, found->n_regions, sizeof *regions);
    if (items == NULL || regions == NULL)
        return HUSK_NO_MEMORY;
    if (r && out->fields) {
        memcpy(items, &found->items[r->first], r->n * sizeof *items);
        out->n = r->n;
    }
    if (found->n_regions)
        memcpy(regions, found->regions, found->n_regions * sizeof *regions);
    out->items = items;
    out->regions = regions;
    out->n_regions = found->n_regions;
    out->region = region;
    return HUSK_OK;
}

static husk_status read_items(husk_verdict *v, uint32_t wanted, arena *memory, item_table *out)
{
    page_items found;
    uint32_t region = wanted ? wanted - 1 : 0;
    husk_status status = items_find(v, memory, &found);
    if (status == HUSK_OK && region < found.n_regions)
        status = item_fields_read(v, &found, &found.regions[region], memory, &out->fields);
    if (status == HUSK_OK && out->fields)
        trim(&found, region, &out->fields);
    bool posts =
        wanted || (out->fields && found.regions[0].score >= LEAST_SCORE && are_posts(out->fields, found.regions[0].n));
    if (status == HUSK_OK && !posts && items_of_thread(v)) {
        items_only(v, &found);
        out->fields = NULL;
        if (found.n_regions)
            status = item_fields_read(v, &found, found.regions, memory, &out->fields);
    }
    return status == HUSK_OK ? keep_items(&found, region, memory, out) : status;
}

husk_status items_read(husk_verdict *v, uint32_t wanted, arena *memory, item_table *out)
{
    *out = (item_table){ .n = 0 };
    arena_mark mark = arena_save(&v->page->scratch);
    husk_status status = read_items(v, wanted, memory, out);
    arena_restore(&v->page->scratch, mark);
    return status;
}
