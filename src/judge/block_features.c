/* block_features.c - the numbers behind a block's score.
 * Passes, each linear: elements top-down (class words, what they stand in), blocks' own text, sums bottom-up, then one row a block from
 * sums, neighbours, blocks marked up alike, the densest part and the heaviest line of the page. Cost: about a tenth of a parse.
 * Nothing here knows a language: punctuation of many scripts is counted, words are never looked up. */
#include "judge/block_features.h"

#include <math.h>
#include <stdlib.h>

#include "base/hash.h"

/* A text this long is seldom a label or a menu entry. */
#define LONG_WORDS 12
#define TITLE_SLOTS 256
#define CLASS_CACHE 256

/* What an element stands in: one bit for each FEATURE_in_…, in that order. */
enum { IN_NAV, IN_HEADER, IN_FOOTER, IN_ASIDE, IN_FORM, IN_ARTICLE, IN_MAIN, IN_SECTION, IN_TABLE, IN_LIST, IN_FIGURE, IN_QUOTE, IN_CONTROL, N_IN };

typedef struct node_info {
    /* of the subtree */
    uint32_t words, link_words, blocks, long_words, sentences, images;
    float score; /* density in Readability's sense */
    /* of the way down */
    float weight, weight_sum, weight_min, weight_max;
    uint32_t groups, groups_above;
    uint32_t look; /* hash of tag and class */
    uint16_t depth;
    uint16_t in;
} node_info;

typedef struct block_info {
    uint32_t words, link_words, sentences;
    float links;
    uint32_t alike; /* index into `looks` */
    uint8_t heading;
} block_info;

/* Blocks marked up alike: container and its parent have the same tags and classes. */
typedef struct look_info {
    uint64_t hash;
    uint32_t n, words, link_words, first, seen;
} look_info;

typedef struct page_info {
    uint32_t words, link_words, long_words, sentences, headings, list_words, table_words, articles, images, currency, forms, comments, best_look;
    uint32_t h1;      /* block index of the first h1, or NODE_NONE */
    uint32_t best;    /* node */
    uint8_t type;
    uint8_t structured; /* bits by type_of: 2 article, 4 forum, 5 product, 6 list */
    bool main;
} page_info;

typedef struct class_cache_entry {
    uint64_t hash;
    class_score score;
} class_cache_entry;

typedef struct feature_maker {
    husk_page *page;
    const class_words *table;
    node_info *nodes;
    block_info *blocks;
    look_info *looks;
    uint32_t *look_slots; /* index + 1 */
    uint32_t n_looks, n_slots;
    uint64_t *texts; /* hashes of texts, open addressed, with counts */
    uint32_t *text_counts;
    uint8_t *on_chain; /* by node */
    uint32_t title_hash[TITLE_SLOTS];
    uint8_t title_bits[TITLE_SLOTS]; /* 1 title, 2 description, 4 counted for the block at hand */
    unsigned n_title;
    class_cache_entry cache[CLASS_CACHE];
    page_info info;
    float *v;
    uint32_t stride;
} feature_maker;

#define F(feature, block) m->v[(size_t)(feature) * m->stride + (block)]
#define SET(name, value) F(FEATURE_##name, b) = (float)(value)

static float share(uint32_t part, uint32_t whole)
{
    return whole ? (float)part / (float)whole : 0;
}

/* A number for an element's kind, rising from control to prose, so that one cut can part them. */
static float tag_rank(uint16_t tag)
{
    switch (tag) {
    case TAG_OPTION: case TAG_OPTGROUP: case TAG_SELECT: return 1;
    case TAG_BUTTON: return 2;
    case TAG_LABEL: case TAG_LEGEND: case TAG_FIELDSET: case TAG_FORM: return 3;
    case TAG_NAV: case TAG_FOOTER: return 4;
    case TAG_HEADER: case TAG_ASIDE: return 5;
    case TAG_A: return 6;
    case TAG_LI: case TAG_UL: case TAG_OL: case TAG_MENU: return 7;
    case TAG_TH: return 8;
    case TAG_TD: case TAG_TR: case TAG_TABLE: case TAG_TBODY: return 9;
    case TAG_DT: case TAG_DL: return 10;
    case TAG_DD: return 11;
    case TAG_TIME: case TAG_SMALL: return 12;
    case TAG_SPAN: return 13;
    case TAG_DIV: case TAG_CENTER: return 14;
    case TAG_SECTION: case TAG_BODY: return 15;
    case TAG_ARTICLE: case TAG_MAIN: return 16;
    case TAG_FIGCAPTION: case TAG_CAPTION: case TAG_FIGURE: return 17;
    case TAG_SUMMARY: case TAG_DETAILS: return 18;
    case TAG_H6: case TAG_H5: case TAG_H4: return 19;
    case TAG_H3: return 20;
    case TAG_H2: return 21;
    case TAG_H1: return 22;
    case TAG_B: case TAG_STRONG: return 23;
    case TAG_EM: case TAG_I: return 24;
    case TAG_PRE: case TAG_CODE: return 25;
    case TAG_BLOCKQUOTE: return 26;
    case TAG_P: return 27;
    default: return 0;
    }
}

static uint8_t heading_level(uint16_t tag)
{
    return tag >= TAG_H1 && tag <= TAG_H6 ? (uint8_t)(tag - TAG_H1 + 1) : 0;
}

static uint16_t tag_in(uint16_t tag)
{
    switch (tag) {
    case TAG_NAV: return 1 << IN_NAV;
    case TAG_HEADER: return 1 << IN_HEADER;
    case TAG_FOOTER: return 1 << IN_FOOTER;
    case TAG_ASIDE: return 1 << IN_ASIDE;
    case TAG_FORM: return 1 << IN_FORM;
    case TAG_ARTICLE: return 1 << IN_ARTICLE;
    case TAG_MAIN: return 1 << IN_MAIN;
    case TAG_SECTION: return 1 << IN_SECTION;
    case TAG_TABLE: return 1 << IN_TABLE;
    case TAG_UL: case TAG_OL: case TAG_DL: case TAG_MENU: return 1 << IN_LIST;
    case TAG_FIGURE: return 1 << IN_FIGURE;
    case TAG_BLOCKQUOTE: return 1 << IN_QUOTE;
    case TAG_BUTTON: case TAG_SELECT: case TAG_DIALOG: case TAG_LABEL: return 1 << IN_CONTROL;
    default: return 0;
    }
}

static uint16_t role_in(slice role)
{
    static const struct {
        const char *role;
        uint16_t in;
    } roles[] = { { "navigation", IN_NAV }, { "banner", IN_HEADER }, { "contentinfo", IN_FOOTER }, { "complementary", IN_ASIDE },
                  { "search", IN_FORM },    { "article", IN_ARTICLE }, { "main", IN_MAIN },        { "menu", IN_NAV },
                  { "menubar", IN_NAV },    { "dialog", IN_CONTROL }, { "button", IN_CONTROL },    { "tablist", IN_NAV } };
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (slice_is_nocase(role, roles[i].role))
            return (uint16_t)(1 << roles[i].in);
    return 0;
}

/* The same class names come again and again on a page. */
static class_score cached_score(feature_maker *m, uint64_t prefix, slice value, uint64_t *hash)
{
    *hash = hash_bytes(value.data, value.len) + prefix;
    class_cache_entry *e = &m->cache[*hash % CLASS_CACHE];
    if (e->hash != *hash)
        *e = (class_cache_entry){ *hash, class_words_score(m->table, prefix, value) };
    return e->score;
}

static void look_at_attributes(feature_maker *m, uint32_t i, node_info *n)
{
    const husk_page *page = m->page;
    uint64_t hash;
    for (uint32_t k = page->attribute[i]; k < page->attribute[i + 1]; k++) {
        const page_attribute *a = &page->attributes[k];
        slice value = { a->value, a->value_len };
        if (a->id != ATTR_CLASS && a->id != ATTR_ID && a->id != ATTR_ROLE && a->id != ATTR_ITEMPROP)
            continue;
        uint64_t prefix = a->id == ATTR_ROLE ? CLASS_PREFIX_ROLE : a->id == ATTR_ITEMPROP ? CLASS_PREFIX_ITEMPROP : CLASS_PREFIX_NAME;
        class_score score = cached_score(m, prefix, value, &hash);
        n->weight += score.weight;
        n->groups |= score.groups;
        if (a->id == ATTR_CLASS)
            n->look ^= (uint32_t)hash * 31;
        if (a->id == ATTR_ROLE)
            n->in |= role_in(value);
    }
}

/* --- the title's and the description's words -------------------------------------------------------------------------- */

static uint32_t word_next(slice text, size_t *at)
{
    while (*at < text.len) {
        uint32_t hash = 2166136261u, n = 0;
        while (*at < text.len) {
            size_t from = *at;
            unsigned char c = (unsigned char)text.data[*at];
            uint32_t point = c;
            if (c < 0x80)
                (*at)++;
            else
                point = utf8_next(text.data, text.len, at);
            bool wide = point >= 0xe00 && is_wide_word(point);
            if (wide && n) {
                *at = from;
                break;
            }
            if (!is_word(point))
                break;
            hash = (hash ^ (point < 0x80 ? (uint32_t)lower((char)point) : point)) * 16777619u;
            n++;
            if (wide)
                break;
        }
        if (n)
            return hash ? hash : 1;
    }
    return 0;
}

static uint8_t *title_slot(feature_maker *m, uint32_t hash, bool add)
{
    for (uint32_t i = (hash ^ hash >> 15) % TITLE_SLOTS, n = 0; n < TITLE_SLOTS; i = (i + 1) % TITLE_SLOTS, n++) {
        if (m->title_hash[i] == hash)
            return &m->title_bits[i];
        if (m->title_hash[i] == 0) {
            if (!add)
                return NULL;
            m->title_hash[i] = hash;
            return &m->title_bits[i];
        }
    }
    return NULL;
}

static void title_add(feature_maker *m, slice text, uint8_t bit, unsigned max)
{
    uint32_t hash;
    for (size_t at = 0; max && (hash = word_next(text, &at)); max--) {
        uint8_t *bits = title_slot(m, hash, true);
        if (bits && !(*bits & bit)) {
            *bits |= bit;
            m->n_title += bit == 1;
        }
    }
}

/* JSON-LD and og:type say what a page is meant to be. */
static uint8_t type_of(slice text)
{
    static const struct {
        const char *word;
        uint8_t type;
    } types[] = { { "product", 5 }, { "discussionforumposting", 4 }, { "qapage", 4 }, { "newsarticle", 2 }, { "blogposting", 2 },
                  { "article", 2 }, { "recipe", 3 }, { "itemlist", 6 }, { "collectionpage", 6 }, { "website", 1 } };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (slice_has_nocase(text, types[i].word))
            return types[i].type;
    return 0;
}

/* The types that a page's JSON-LD names. */
static uint8_t structured_types(slice json)
{
    uint8_t bits = 0;
    while (json.len > 8) {
        const char *at = memmem(json.data, json.len, "\"@type\"", 7);
        if (at == NULL)
            break;
        size_t left = json.len - (size_t)(at + 7 - json.data);
        slice value = { at + 7, left < 60 ? left : 60 };
        const char *end = memchr(value.data, ',', value.len);
        if (end)
            value.len = (size_t)(end - value.data);
        bits |= (uint8_t)(1 << type_of(value));
        json = (slice){ at + 7, left };
    }
    return bits;
}

static void look_at_script(feature_maker *m, uint32_t i)
{
    const husk_page *page = m->page;
    if (page->end[i] > i + 1 && slice_is_nocase(page_attribute_value(page, i, ATTR_TYPE), "application/ld+json"))
        m->info.structured |= structured_types(page->text[i + 1]);
}

static void look_at_head(feature_maker *m)
{
    const husk_page *page = m->page;
    if (page->title != NODE_NONE && page->title + 1 < page->end[page->title])
        title_add(m, page->text[page->title + 1], 1, 60);
    uint32_t end = page->head == NODE_NONE ? 0 : page->end[page->head];
    for (uint32_t i = page->head == NODE_NONE ? 1 : page->head + 1; i < end; i++) {
        if (page->tag[i] != TAG_META)
            continue;
        slice name = page_attribute_value(page, i, ATTR_PROPERTY);
        if (name.len == 0)
            name = page_attribute_value(page, i, ATTR_NAME);
        slice content = page_attribute_value(page, i, ATTR_CONTENT);
        if (slice_is_nocase(name, "og:title"))
            title_add(m, content, 1, 60);
        else if (slice_is_nocase(name, "description") || slice_is_nocase(name, "og:description"))
            title_add(m, content, 2, 80);
        else if (slice_is_nocase(name, "og:type"))
            m->info.type = type_of(content);
    }
}

/* Elements top-down. */
static void look_at_nodes(feature_maker *m)
{
    const husk_page *page = m->page;
    m->nodes[0] = (node_info){ .weight_min = 0 };
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (page->flags[i] & NODE_TEXT)
            continue;
        node_info *n = &m->nodes[i];
        const node_info *up = &m->nodes[page->parent[i]];
        uint16_t tag = page->tag[i];
        *n = (node_info){ .depth = (uint16_t)(up->depth + 1), .in = tag_in(tag), .look = tag };
        if (page->flags[i] & NODE_SILENT) {
            if (tag == TAG_SCRIPT)
                look_at_script(m, i);
            continue;
        }
        if (page->attribute[i] < page->attribute[i + 1])
            look_at_attributes(m, i, n);
        n->in |= up->in;
        n->weight_sum = up->weight_sum + n->weight;
        n->weight_min = n->weight < up->weight_min ? n->weight : up->weight_min;
        n->weight_max = n->weight > up->weight_max ? n->weight : up->weight_max;
        n->groups_above = up->groups_above | n->groups;
        switch (tag) {
        case TAG_IMG: case TAG_PICTURE: n->images = tag == TAG_IMG; m->info.images += tag == TAG_IMG; break;
        case TAG_ARTICLE: m->info.articles++; break;
        case TAG_MAIN: m->info.main = true; break;
        case TAG_INPUT: case TAG_SELECT: m->info.forms++; break;
        default: m->info.comments += n->groups >> CLASS_COMMENT & 1;
        }
    }
}

/* --- a block's own text ------------------------------------------------------------------------------------------------- */

typedef struct text_counts {
    uint32_t words, digits, letters, capitals, sentences, commas, bars, currency, questions, title, description, title_new;
    bool copyright;
    uint32_t last; /* the last character that is no quote or bracket */
} text_counts;

static void count_mark(text_counts *c, uint32_t p)
{
    switch (p) {
    case '.': case '!': case 0x3002: case 0xff01: case 0xff0e: case 0x964: case 0x6d4: c->sentences++; break;
    case '?': case 0xff1f: case 0x61f: c->sentences++; c->questions++; break;
    case ',': case 0x3001: case 0xff0c: case 0x60c: case ';': case 0xff1b: case 0x61b: c->commas++; break;
    case '|': case 0x2022: case 0xb7: case 0xbb: case 0xab: case 0x203a: case 0x2039: case '/': case '>': case 0x2192: c->bars++; break;
    case '$': case 0x20ac: case 0xa3: case 0xa5: case 0x20b9: case 0x20bd: case 0xffe5: c->currency++; break;
    case 0xa9: c->copyright = true; break;
    default: break;
    }
    if (p > ' ' && p != '"' && p != '\'' && p != ')' && p != ']' && p != 0x201d && p != 0x2019 && p != 0xbb && p != 0x300d && p != 0xa0)
        c->last = p;
}

/* One pass: words by their hash (for the title), marks by their kind. */
static void count_text(feature_maker *m, slice text, text_counts *c)
{
    uint32_t hash = 0, n = 0;
    for (size_t at = 0; at <= text.len;) {
        uint32_t p = ' ';
        if (at < text.len && (unsigned char)text.data[at] < 0x80)
            p = (unsigned char)text.data[at++];
        else if (at < text.len)
            p = utf8_next(text.data, text.len, &at);
        else
            at++;
        bool wide = p >= 0xe00 && is_wide_word(p), word = p < 0x80 ? (p | 32) - 'a' < 26 || p - '0' < 10 || p == '_' : is_word(p);
        if (n && (!word || wide)) {
            const uint8_t *bits = m->n_title ? title_slot(m, hash ? hash : 1, false) : NULL;
            c->title += bits && *bits & 1;
            c->description += bits && *bits & 2;
            if (bits && (*bits & 5) == 1) {
                *(uint8_t *)bits |= 4;
                c->title_new++;
            }
            n = 0;
        }
        if (!word) {
            count_mark(c, p);
            continue;
        }
        if (n == 0) {
            hash = 2166136261u;
            c->words++;
            c->capitals += p - 'A' < 26 || (p >= 0xc0 && p <= 0xde) || (p >= 0x410 && p <= 0x42f);
        }
        hash = (hash ^ (p < 0x80 ? (uint32_t)lower((char)p) : p)) * 16777619u;
        c->digits += p - '0' < 10;
        c->last = p;
        n++;
    }
}

static uint32_t count_repeats(feature_maker *m, slice text)
{
    uint64_t hash = hash_bytes(text.data, text.len) | 1;
    uint32_t mask = m->n_slots - 1, i = (uint32_t)(hash >> 32) & mask;
    while (m->texts[i] && m->texts[i] != hash)
        i = (i + 1) & mask;
    m->texts[i] = hash;
    return ++m->text_counts[i];
}

static bool is_sentence_end(uint32_t p)
{
    return p == '.' || p == '!' || p == '?' || p == 0x3002 || p == 0xff01 || p == 0xff1f || p == 0x2026 || p == 0x61f || p == 0x964 || p == 0x6d4;
}

static uint32_t look_of(feature_maker *m, uint32_t b, uint32_t container)
{
    const husk_page *page = m->page;
    uint32_t up = page->parent[container] == NODE_NONE ? 0 : page->parent[container];
    uint64_t hash = hash_pair(m->nodes[container].look, (uint64_t)m->nodes[up].look << 16 | m->nodes[container].depth);
    uint32_t mask = m->n_slots - 1, i = (uint32_t)hash & mask;
    while (m->look_slots[i] && m->looks[m->look_slots[i] - 1].hash != hash)
        i = (i + 1) & mask;
    if (m->look_slots[i] == 0) {
        m->looks[m->n_looks] = (look_info){ .hash = hash, .first = b };
        m->look_slots[i] = ++m->n_looks;
    }
    return m->look_slots[i] - 1;
}

/* Readability's way: a paragraph's worth goes to its parent, half of it to the grandparent. */
static void add_score(feature_maker *m, uint32_t container, float worth)
{
    const uint32_t *parent = m->page->parent;
    uint32_t up = parent[container];
    if (up == NODE_NONE)
        return;
    m->nodes[up].score += worth;
    if (parent[up] != NODE_NONE)
        m->nodes[parent[up]].score += worth / 2;
}

static void own_features(feature_maker *m, uint32_t b)
{
    husk_page *page = m->page;
    const page_block *block = &page->blocks[b];
    slice text = { page->block_text.data + block->text_start, block->text_len };
    text_counts c = { 0 };
    count_text(m, text, &c);
    if (c.title_new) /* each title word counts once a block */
        for (unsigned i = 0; i < TITLE_SLOTS; i++)
            m->title_bits[i] &= 3;
    float links = share(block->n_link_words, block->n_words);
    uint16_t tag = page->tag[block->container], up = block->container ? page->tag[page->parent[block->container]] : 0;
    SET(words, block->n_words);
    SET(word_length, block->n_words ? (float)block->n_chars / (float)block->n_words : (float)block->n_chars);
    SET(link_density, links);
    SET(links, block->n_links);
    SET(sentences, c.sentences);
    SET(ends_sentence, is_sentence_end(c.last));
    SET(commas, c.commas);
    SET(digit_share, share(c.digits, block->n_chars));
    SET(capital_share, share(c.capitals, c.words));
    SET(bars, c.bars);
    SET(currency, c.currency);
    SET(copyright, c.copyright);
    SET(colon, c.last == ':' || c.last == 0xff1a);
    SET(ellipsis, c.last == 0x2026 || (text.len > 3 && memcmp(text.data + text.len - 3, "...", 3) == 0));
    SET(questions, c.questions);
    SET(title_share, share(c.title, c.words));
    SET(title_cover, share(c.title_new, m->n_title));
    SET(description_share, share(c.description, c.words));
    SET(pieces, block->last_node - block->first_node + 1);
    SET(hidden, (block->flags & BLOCK_HIDDEN) != 0);
    SET(repeats, count_repeats(m, text));
    SET(tag, tag_rank(tag));
    SET(parent_tag, tag_rank(up));
    SET(inline_tag, tag_rank(page->tag[page->parent[block->first_node]]));
    SET(heading, heading_level(tag));
    SET(in_link, (page->flags[block->container] & NODE_LINK) != 0);
    block_info *info = &m->blocks[b];
    *info = (block_info){ .words = block->n_words, .link_words = block->n_link_words, .links = links, .sentences = c.sentences,
                          .heading = heading_level(tag), .alike = look_of(m, b, block->container) };
    look_info *look = &m->looks[info->alike];
    look->n++;
    look->words += info->words;
    look->link_words += info->link_words;
    node_info *n = &m->nodes[block->container];
    n->words += info->words;
    n->link_words += info->link_words;
    n->blocks++;
    n->long_words += info->words >= LONG_WORDS ? info->words : 0;
    n->sentences += c.sentences;
    if (info->words >= 8 && !(block->flags & BLOCK_HIDDEN))
        add_score(m, block->container, (1 + (float)c.commas + fminf((float)info->words / 15, 4)) * (1 - links));
    m->info.currency += c.currency;
    m->info.headings += info->heading > 0;
    m->info.list_words += n->in >> IN_LIST & 1 ? info->words : 0;
    m->info.table_words += n->in >> IN_TABLE & 1 ? info->words : 0;
    if (info->heading == 1 && m->info.h1 == NODE_NONE)
        m->info.h1 = b;
}

/* --- sums over subtrees, the densest part, the heaviest line ------------------------------------------------------------- */

static void sum_up(feature_maker *m)
{
    const husk_page *page = m->page;
    for (uint32_t i = page->n_nodes; i-- > 1;) {
        if (page->flags[i] & (NODE_TEXT | NODE_SILENT))
            continue;
        const node_info *n = &m->nodes[i];
        node_info *up = &m->nodes[page->parent[i]];
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
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (page->flags[i] & (NODE_TEXT | NODE_SILENT) || m->nodes[i].score <= 0)
            continue;
        float score = m->nodes[i].score * (1 - share(m->nodes[i].link_words, m->nodes[i].words));
        m->nodes[i].score = score;
        if (score > best) {
            best = score;
            m->info.best = i;
        }
    }
}

/* From the root down to the child with most words outside links, while it holds most of its parent's. */
static void find_chain(feature_maker *m)
{
    const husk_page *page = m->page;
    memset(m->on_chain, 0, page->n_nodes);
    uint32_t at = 0;
    while (at != NODE_NONE) {
        m->on_chain[at] = 1;
        uint32_t best = NODE_NONE, most = 0;
        for (uint32_t c = at + 1; c < page->end[at]; c = page->end[c]) {
            if (page->flags[c] & (NODE_TEXT | NODE_SILENT))
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

/* --- rows ------------------------------------------------------------------------------------------------------------------ */

static void level_features(feature_maker *m, uint32_t b, uint32_t container)
{
    static const uint16_t words[] = { FEATURE_level0_words, FEATURE_level1_words, FEATURE_level2_words, FEATURE_level3_words, FEATURE_level4_words };
    static const uint16_t links[] = { FEATURE_level0_links, FEATURE_level1_links, FEATURE_level2_links, FEATURE_level3_links, FEATURE_level4_links };
    static const uint16_t blocks[] = { FEATURE_level0_blocks, FEATURE_level1_blocks, FEATURE_level2_blocks, FEATURE_level3_blocks, 0 };
    static const uint16_t mean[] = { 0, FEATURE_level1_mean, FEATURE_level2_mean, FEATURE_level3_mean, FEATURE_level4_mean };
    uint32_t at = container, total = m->info.words;
    for (unsigned level = 0; level < BLOCK_LEVELS; level++) {
        const node_info *n = &m->nodes[at];
        F(words[level], b) = (float)n->words;
        F(links[level], b) = share(n->link_words, n->words);
        if (blocks[level])
            F(blocks[level], b) = (float)n->blocks;
        if (mean[level])
            F(mean[level], b) = share(n->words, n->blocks);
        if (level == 1) {
            SET(level1_share, share(n->words, total));
            SET(level1_long, share(n->long_words, n->words));
            SET(class_parent, n->weight);
        } else if (level == 2) {
            SET(level2_long, share(n->long_words, n->words));
            SET(level2_sentences, n->sentences);
            SET(level2_images, n->images);
            SET(class_grandparent, n->weight);
        } else if (level == 3) {
            SET(level3_share, share(n->words, total));
            SET(level3_long, share(n->long_words, n->words));
        }
        if (at)
            at = m->page->parent[at];
    }
}

static void place_features(feature_maker *m, uint32_t b, uint32_t container)
{
    const node_info *n = &m->nodes[container];
    for (unsigned i = 0; i < N_IN; i++)
        F(FEATURE_in_nav + i, b) = n->in >> i & 1;
    uint32_t up = container ? m->page->parent[container] : 0, up2 = up ? m->page->parent[up] : 0;
    uint32_t near = n->groups | m->nodes[up].groups | m->nodes[up2].groups;
    for (unsigned g = 0; g < N_CLASS_GROUPS; g++) {
        F(FEATURE_near_groups + g, b) = near >> g & 1;
        F(FEATURE_far_groups + g, b) = n->groups_above >> g & 1;
    }
    SET(class_own, n->weight);
    SET(class_sum, n->weight_sum);
    SET(class_min, n->weight_min);
    SET(class_max, n->weight_max);
    SET(depth, n->depth);
}

/* Going up once: the nearest quarter of the page, the densest part, the heaviest line and the branch off it. */
static void climb_features(feature_maker *m, uint32_t b, uint32_t container)
{
    const husk_page *page = m->page;
    uint32_t levels = 0, branch = container, best = m->info.best, total = m->info.words;
    int quarter = -1, to_best = -1, chain = -1;
    float most = 0;
    for (uint32_t at = container;; at = page->parent[at], levels++) {
        const node_info *n = &m->nodes[at];
        if (n->score > most)
            most = n->score;
        if (quarter < 0 && (n->words * 4 >= total || at == 0)) {
            quarter = (int)levels;
            SET(quarter_links, share(n->link_words, n->words));
            SET(quarter_long, share(n->long_words, n->words));
        }
        if (to_best < 0 && at <= best && best < page->end[at])
            to_best = (int)levels;
        if (chain < 0 && m->on_chain[at]) {
            chain = (int)levels;
            SET(chain_depth, n->depth);
        }
        if (chain < 0)
            branch = at;
        if (at == 0 || (chain >= 0 && to_best >= 0 && quarter >= 0))
            break;
    }
    const node_info *n = &m->nodes[branch];
    SET(quarter_levels, quarter);
    SET(best_levels, to_best);
    SET(best_score, m->nodes[best].score > 0 ? most / m->nodes[best].score : 0);
    SET(chain_levels, chain);
    SET(branch_words, n->words);
    SET(branch_links, share(n->link_words, n->words));
    SET(branch_share, share(n->words, total));
    SET(branch_sentences, n->sentences);
}

/* Levels from the one block's container up to the element that holds both. */
static uint32_t levels_to(const husk_page *page, uint32_t from, uint32_t other)
{
    uint32_t levels = 0;
    for (uint32_t at = from; at && !(at <= other && other < page->end[at]) && levels < 20; at = page->parent[at])
        levels++;
    return levels;
}

static void neighbour_features(feature_maker *m, uint32_t b)
{
    const husk_page *page = m->page;
    uint32_t n = page->n_blocks, here = page->blocks[b].container;
    const block_info *i = &m->blocks[b];
    if (b > 0) {
        SET(previous_words, i[-1].words);
        SET(previous_links, i[-1].links);
        SET(previous_heading, i[-1].heading);
        SET(previous_levels, levels_to(page, here, page->blocks[b - 1].container));
    } else {
        SET(previous_words, -1);
        SET(previous_levels, 20);
    }
    if (b + 1 < n) {
        SET(next_words, i[1].words);
        SET(next_links, i[1].links);
        SET(next_heading, i[1].heading);
        SET(next_levels, levels_to(page, here, page->blocks[b + 1].container));
    } else {
        SET(next_words, -1);
        SET(next_levels, 20);
    }
    SET(previous2_words, b > 1 ? (float)i[-2].words : -1);
    SET(next2_words, b + 2 < n ? (float)i[2].words : -1);
}

/* Sums over the blocks around, by running totals. */
static void window_features(feature_maker *m)
{
    uint32_t n = m->page->n_blocks;
    static const struct {
        uint32_t half;
        uint16_t words, links, sentences;
    } windows[] = { { 3, FEATURE_near_words, FEATURE_near_links, 0 }, { 10, FEATURE_wide_words, FEATURE_wide_links, FEATURE_wide_sentences } };
    for (size_t w = 0; w < 2; w++) {
        uint32_t half = windows[w].half, words = 0, links = 0, sentences = 0;
        for (uint32_t k = 0; k < n + half; k++) {
            if (k < n) {
                words += m->blocks[k].words;
                links += m->blocks[k].link_words;
                sentences += m->blocks[k].sentences;
            }
            if (k >= 2 * half + 1) {
                const block_info *out = &m->blocks[k - 2 * half - 1];
                words -= out->words;
                links -= out->link_words;
                sentences -= out->sentences;
            }
            if (k < half)
                continue;
            uint32_t b = k - half;
            F(windows[w].words, b) = (float)words;
            F(windows[w].links, b) = share(links, words);
            if (windows[w].sentences)
                F(windows[w].sentences, b) = (float)sentences;
        }
    }
}

static void alike_features(feature_maker *m, uint32_t b)
{
    look_info *look = &m->looks[m->blocks[b].alike];
    SET(alike, look->n);
    SET(alike_words, look->words);
    SET(alike_mean, share(look->words, look->n));
    SET(alike_links, share(look->link_words, look->words));
    SET(alike_share, share(look->words, m->info.words));
    SET(alike_first, share(look->first, m->page->n_blocks));
    SET(alike_nth, look->seen++);
}

static void fill_column(feature_maker *m, unsigned feature, float value)
{
    for (uint32_t b = 0; b < m->page->n_blocks; b++)
        F(feature, b) = value;
}

static void page_features(feature_maker *m)
{
    const page_info *p = &m->info;
    uint32_t most = 0;
    for (uint32_t i = 0; i < m->n_looks; i++)
        most = m->looks[i].words > most ? m->looks[i].words : most;
    fill_column(m, FEATURE_page_blocks, (float)m->page->n_blocks);
    fill_column(m, FEATURE_page_words, (float)p->words);
    fill_column(m, FEATURE_page_links, share(p->link_words, p->words));
    fill_column(m, FEATURE_page_long, share(p->long_words, p->words));
    fill_column(m, FEATURE_page_sentences, (float)p->sentences);
    fill_column(m, FEATURE_page_headings, (float)p->headings);
    fill_column(m, FEATURE_page_lists, share(p->list_words, p->words));
    fill_column(m, FEATURE_page_tables, share(p->table_words, p->words));
    fill_column(m, FEATURE_page_articles, (float)p->articles);
    fill_column(m, FEATURE_page_main, (float)p->main);
    fill_column(m, FEATURE_page_images, (float)p->images);
    fill_column(m, FEATURE_page_currency, (float)p->currency);
    fill_column(m, FEATURE_page_alike, share(most, p->words));
    fill_column(m, FEATURE_page_best, share(m->nodes[p->best].words, p->words));
    fill_column(m, FEATURE_page_forms, (float)p->forms);
    fill_column(m, FEATURE_page_type, (float)p->type);
    fill_column(m, FEATURE_page_ld_article, (float)(p->structured >> 2 & 1));
    fill_column(m, FEATURE_page_ld_product, (float)(p->structured >> 5 & 1));
    fill_column(m, FEATURE_page_ld_forum, (float)(p->structured >> 4 & 1));
    fill_column(m, FEATURE_page_ld_list, (float)(p->structured >> 6 & 1));
    fill_column(m, FEATURE_page_comments, (float)p->comments);
}

static void rows(feature_maker *m)
{
    const husk_page *page = m->page;
    uint32_t before = 0, n = page->n_blocks, last = NODE_NONE;
    for (uint32_t b = 0; b < n; b++) {
        uint32_t container = page->blocks[b].container;
        place_features(m, b, container);
        level_features(m, b, container);
        climb_features(m, b, container);
        neighbour_features(m, b);
        alike_features(m, b);
        SET(position, share(b, n));
        SET(index, b);
        SET(index_end, n - 1 - b);
        SET(words_before, share(before, m->info.words));
        SET(after_heading, last == NODE_NONE ? -1 : (float)(b - last));
        SET(heading_level, last == NODE_NONE ? 0 : m->blocks[last].heading);
        SET(after_h1, m->info.h1 == NODE_NONE ? -1000 : (float)b - (float)m->info.h1);
        if (m->blocks[b].heading)
            last = b;
        before += m->blocks[b].words;
    }
}

static bool make_room(feature_maker *m, arena *memory, block_matrix *out)
{
    const husk_page *page = m->page;
    uint32_t n = page->n_blocks;
    m->n_slots = 64;
    while (m->n_slots < n * 2)
        m->n_slots *= 2;
    m->stride = (n + 31) / 32 * 32;
    m->nodes = arena_array(memory, page->n_nodes, sizeof *m->nodes);
    m->on_chain = arena_array(memory, page->n_nodes, 1);
    m->blocks = arena_array(memory, n, sizeof *m->blocks);
    m->looks = arena_array(memory, n, sizeof *m->looks);
    m->look_slots = arena_array(memory, m->n_slots, sizeof *m->look_slots);
    m->texts = arena_array(memory, m->n_slots, sizeof *m->texts);
    m->text_counts = arena_array(memory, m->n_slots, sizeof *m->text_counts);
    m->v = arena_array(memory, (size_t)m->stride * N_BLOCK_FEATURES, sizeof *m->v);
    if (!m->nodes || !m->on_chain || !m->blocks || !m->looks || !m->look_slots || !m->texts || !m->text_counts || !m->v)
        return false;
    memset(m->look_slots, 0, (size_t)m->n_slots * sizeof *m->look_slots);
    memset(m->texts, 0, (size_t)m->n_slots * sizeof *m->texts);
    memset(m->text_counts, 0, (size_t)m->n_slots * sizeof *m->text_counts);
    memset(m->v, 0, (size_t)m->stride * N_BLOCK_FEATURES * sizeof *m->v);
    *out = (block_matrix){ m->v, n, m->stride };
    return true;
}

husk_status block_features(husk_page *page, const class_words *words, arena *memory, block_matrix *out)
{
    feature_maker *m = arena_alloc(memory, sizeof *m);
    if (m == NULL)
        return HUSK_NO_MEMORY;
    memset(m, 0, sizeof *m);
    m->page = page;
    m->table = words;
    m->info.h1 = NODE_NONE;
    if (!make_room(m, memory, out))
        return HUSK_NO_MEMORY;
    look_at_head(m);
    look_at_nodes(m);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        own_features(m, b);
    sum_up(m);
    find_chain(m);
    window_features(m);
    rows(m);
    page_features(m);
    return HUSK_OK;
}

static const char *const group_names[] = {
#define GROUP_NAME(name, words) #name,
    CLASS_GROUPS(GROUP_NAME)
#undef GROUP_NAME
};

static const struct {
    const char *name, *text;
} features[] = {
#define FEATURE_TEXT(name, text) { #name, text },
    BLOCK_FEATURES(FEATURE_TEXT)
#undef FEATURE_TEXT
};

const char *block_feature_name(unsigned feature)
{
    if (feature < FEATURE_near_groups)
        return features[feature].name;
    return group_names[(feature - FEATURE_near_groups) % N_CLASS_GROUPS];
}

const char *block_feature_text(unsigned feature)
{
    if (feature < FEATURE_near_groups)
        return features[feature].text;
    return feature < FEATURE_far_groups ? "class names near" : "class names above";
}
