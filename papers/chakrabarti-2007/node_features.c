/* node_features.c - features of a page's nodes, by prefix sums over preorder.
 * Each text node is read once; every count is a running sum over preorder, so a subtree's count is a difference of
 * two. Cost: O(nodes + text). Limits: the first 64 words of the title; stop words of seven European languages, none
 * for other texts. Depth and number of elements were tried and left out: they cost .02 of F on sites not trained on. */
#include "chakrabarti-2007/node_features.h"

#include <math.h>
#include "base/table.h"

const node_feature_name node_feature_names[N_NODE_FEATURES] = {
#define NODE_FEATURE_NAME(c_name, name, high, low) [NODE_##c_name] = { name, high, low },
    NODE_FEATURES(NODE_FEATURE_NAME)
#undef NODE_FEATURE_NAME
};

/* --- words -------------------------------------------------------------------------------------------------------- */

/* Words that say nothing about a page's subject; a word shared by two languages is listed once. */
static const char stop_words[] =
    "a about after all also an and any are as at be because been but by can could did do does each for from had has "
    "have he her his how i if in into is it its just like more most my no not now of on only or other our out over she "
    "should so some such than that the their them then there these they this to up use used was we were what when "
    "which who will with would you your "
    "aber als am auch auf aus bei bin bis das dass dem den der des die durch ein eine einem einen einer er es für ich "
    "ihr im ist kann mit nach nicht noch nur oder sich sie sind über um und uns vom von vor war wenn wie wir wird zu "
    "zum zur "
    "au aux avec ce ces cette dans de du elle en est et il ils je la le les leur lui mais même ne nous ont ou par pas "
    "pour que qui sa sans se ses son sont sur tu un une vous "
    "al como con cuando del donde el entre era esta este esto fue hay las lo los más muy nos o para pero por porque se "
    "si sin sobre su sus también y ya "
    "alla anche che chi ci come cui da dal dalla degli dei della delle di e gli ha ho i ma nel nella non per più sono "
    "sul sulla "
    "ao aos com da das dos ele ela em foi isso mas na nas nem no nos os pela pelo quando são ser seu sua tem um uma "
    "aan dat de deze die dit door een en het hij ik in is je maar met naar niet nog of ook om onder op te tot uit van "
    "voor wat wordt zijn";

#define STOP_SLOTS 2048u /* a power of two, sparsely filled */

typedef struct word_table {
    uint32_t stop[STOP_SLOTS]; /* hashes, 0: free */
    uint32_t title[64];        /* hashes of the title's words, without stop words */
    uint64_t title_bloom;      /* one bit per title word: most words are not in the title */
    uint32_t n_title;
    bool without_stop; /* stop words are not counted as words */
} word_table;

/* FNV-1a over the lower-case bytes: words are short. */
#define WORD_SEED 2166136261u

static inline uint32_t word_add(uint32_t hash, unsigned char c)
{
    return (hash ^ c) * 16777619u;
}

static inline uint32_t word_end(uint32_t hash)
{
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    hash ^= hash >> 13;
    return hash ? hash : 1;
}

static bool is_stop(const word_table *t, uint32_t hash)
{
    uint32_t at;
    TABLE_PLACE(at, hash, STOP_SLOTS, t->stop[at] == 0, t->stop[at] == hash);
    return t->stop[at] != 0;
}

static void stop_words_fill(word_table *t)
{
    uint32_t hash = WORD_SEED;
    for (const char *c = stop_words;; c++) {
        if (*c && *c != ' ') {
            hash = word_add(hash, (unsigned char)*c);
            continue;
        }
        hash = word_end(hash);
        uint32_t at;
        TABLE_PLACE(at, hash, STOP_SLOTS, t->stop[at] == 0, t->stop[at] == hash);
        t->stop[at] = hash;
        if (!*c)
            return;
        hash = WORD_SEED;
    }
}

/* The bit of a title word, or 0. */
static uint64_t title_bit(const word_table *t, uint32_t hash)
{
    if (!(t->title_bloom >> (hash & 63) & 1))
        return 0;
    for (uint32_t i = 0; i < t->n_title; i++)
        if (t->title[i] == hash)
            return (uint64_t)1 << i;
    return 0;
}

static void title_add(word_table *t, uint32_t hash)
{
    if (t->n_title == 64 || is_stop(t, hash) || title_bit(t, hash))
        return;
    t->title[t->n_title++] = hash;
    t->title_bloom |= (uint64_t)1 << (hash & 63);
}

/* --- counts ------------------------------------------------------------------------------------------------------- */

/* Prefix sums: entry i counts everything before node i. */
typedef struct counts {
    uint32_t words, stop, title, marks, texts;
    uint32_t link_chars, link_words, links, inside; /* inside: links within the site */
    uint32_t stop_chars;                            /* of removed stop words; link_chars has none of theirs */
    uint32_t images, controls, html;
} counts;

static const uint8_t byte_class[128] = {
    /* 1: part of a word, 2: punctuation of running text */
    ['0'] = 1, 1,         1, 1, 1, 1, 1, 1, 1, 1,         ['A'] = 1, 1,         1,         1,         1, 1, 1, 1,
    1,         1,         1, 1, 1, 1, 1, 1, 1, 1,         1,         1,         1,         1,         1, 1, 1, 1,
    ['_'] = 1, ['a'] = 1, 1, 1, 1, 1, 1, 1, 1, 1,         1,         1,         1,         1,         1, 1, 1, 1,
    1,         1,         1, 1, 1, 1, 1, 1, 1, ['.'] = 2, [','] = 2, [';'] = 2, ['!'] = 2, ['?'] = 2,
};

static void word_done(const word_table *t, uint32_t hash, uint32_t chars, counts *c, uint64_t *title)
{
    hash = word_end(hash);
    uint64_t bit = title_bit(t, hash);
    bool stop = is_stop(t, hash);
    if (stop && t->without_stop) {
        c->stop_chars += chars;
        return;
    }
    *title |= bit;
    c->words++;
    c->title += bit != 0;
    c->stop += stop;
}

/* Add the counts of one text to `c`; `title` gets the bits of the title words in it. With `add`, its words become the
 * title's. */
static void count_text(word_table *t, slice text, bool add, counts *c, uint64_t *title)
{
    uint32_t hash = WORD_SEED, chars = 0;
    bool in_word = false;
    for (size_t i = 0; i <= text.len;) {
        size_t from = i;
        unsigned char byte = i < text.len ? (unsigned char)text.data[i] : ' ';
        bool word = byte < 0x80 && byte_class[byte] == 1, wide = false;
        if (byte < 0x80) {
            c->marks += byte_class[byte] == 2;
            i++;
        } else {
            uint32_t code = utf8_next(text.data, text.len, &i);
            wide = is_wide_word(code);
            word = wide || is_word(code);
            c->marks +=
                code == 0x3001 || code == 0x3002 || code == 0xff0c; /* ideographic comma, full stop, wide comma */
        }
        if (in_word && (!word || wide)) {
            if (add)
                title_add(t, word_end(hash));
            else
                word_done(t, hash, chars, c, title);
            in_word = false;
        }
        if (!word)
            continue;
        hash = in_word ? hash : WORD_SEED;
        chars = in_word ? chars + 1 : 1;
        for (size_t k = from; k < i; k++)
            hash = word_add(hash, (unsigned char)lower(text.data[k]));
        in_word = true;
        if (wide) { /* each letter is a word */
            if (add)
                title_add(t, word_end(hash));
            else
                word_done(t, hash, chars, c, title);
            in_word = false;
        }
    }
}

/* --- links -------------------------------------------------------------------------------------------------------- */

static slice without_www(slice host)
{
    return host.len > 4 && memcmp(host.data, "www.", 4) == 0 ? (slice){ host.data + 4, host.len - 4 } : host;
}

/* The host of "http://host/…" or "//host/…" as written; empty for anything else. */
static slice host_as_written(slice href)
{
    size_t at = 0;
    if (href.len > 8 &&
        (slice_is_nocase((slice){ href.data, 7 }, "http://") || slice_is_nocase((slice){ href.data, 8 }, "https://")))
        at = href.data[4] == ':' ? 7 : 8;
    else if (href.len > 2 && href.data[0] == '/' && href.data[1] == '/')
        at = 2;
    else
        return (slice){ NULL, 0 };
    size_t end = at;
    while (end < href.len && !strchr("/?#:", href.data[end]))
        end++;
    return (slice){ href.data + at, end - at };
}

/* Does the link stay on the page's site? A relative one does; one with a host if that is the page's or a subdomain of
 * it. */
static bool is_inside(slice href, slice own)
{
    slice host = without_www(host_as_written(href));
    if (!host.len)
        return !(href.len > 7 && slice_is_nocase((slice){ href.data, 7 }, "mailto:"));
    if (!own.len || host.len < own.len)
        return false;
    for (size_t i = 0; i < own.len; i++)
        if (lower(host.data[host.len - own.len + i]) != lower(own.data[i]))
            return false;
    return host.len == own.len || host.data[host.len - own.len - 1] == '.';
}

/* --- one pass over the page --------------------------------------------------------------------------------------- */

static uint32_t html_len(const husk_page *page, uint32_t i)
{
    uint32_t len = 5 + 2 * (uint32_t)page_tag_name(page, page->tag[i]).len;
    for (uint32_t a = page->attribute[i]; a < page->attribute[i + 1]; a++)
        if (page->attributes[a].id != ATTR_DATA_HUSK_BOX)
            len += 4u + page->attributes[a].name_len + page->attributes[a].value_len;
    return len;
}

static void count_element(const husk_page *page, uint32_t i, slice own, counts *c)
{
    uint16_t tag = page->tag[i];
    c->html += html_len(page, i);
    if (page->flags[i] & (NODE_HIDDEN | NODE_SILENT))
        return;
    c->images += tag == TAG_IMG;
    c->controls += tag == TAG_INPUT || tag == TAG_SELECT || tag == TAG_BUTTON;
    const page_attribute *href = tag == TAG_A ? page_attribute_find(page, i, ATTR_HREF) : NULL;
    if (href) {
        c->links++;
        c->inside += is_inside(slice_trim((slice){ href->value, href->value_len }), own);
    }
}

static void count_page(const husk_page *page, const layout *boxes, word_table *t, counts *sums, uint64_t *title)
{
    counts c = { 0 };
    slice own = without_www(host_as_written(page->url.len ? page->url : page->base_href));
    for (uint32_t i = 0; i < page->n_nodes; i++) {
        sums[i] = c;
        title[i] = 0;
        if (!(page->flags[i] & NODE_TEXT)) {
            count_element(page, i, own, &c);
            continue;
        }
        c.html += (uint32_t)page->text[i].len;
        if (page->flags[i] & (NODE_BLANK | NODE_HIDDEN | NODE_SILENT))
            continue;
        counts before = c;
        count_text(t, page->text[i], false, &c, &title[i]);
        c.texts++;
        if (page->flags[i] & NODE_LINK) {
            c.link_words += c.words - before.words;
            c.link_chars += boxes->chars_before[i + 1] - boxes->chars_before[i] - (c.stop_chars - before.stop_chars);
        }
    }
    sums[page->n_nodes] = c;
    for (uint32_t i = page->n_nodes; i-- > 1;)
        title[page->parent[i]] |= title[i];
}

/* --- the tree of scored nodes ------------------------------------------------------------------------------------- */

husk_status node_tree_make(husk_page *page, const layout *boxes, float least_area, node_tree *out)
{
    arena *memory = &page->scratch;
    uint32_t size = page->body == NODE_NONE ? 0 : page->end[page->body] - page->body;
    *out = (node_tree){ .node = arena_array(memory, size, sizeof *out->node),
                        .parent = arena_array(memory, size, sizeof *out->parent),
                        .weight = arena_array(memory, size, sizeof *out->weight),
                        .area = arena_array(memory, size, sizeof *out->area),
                        .keeper = arena_array(memory, page->n_nodes, sizeof *out->keeper) };
    if (!out->node || !out->parent || !out->weight || !out->area || !out->keeper)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < page->n_nodes; i++)
        out->keeper[i] = NODE_NONE;
    for (uint32_t i = page->body; size && i < page->end[page->body]; i++) {
        uint32_t around = i == page->body ? 0 : out->keeper[page->parent[i]];
        bool inner = !(page->flags[i] & (NODE_TEXT | NODE_HIDDEN | NODE_SILENT)) && page->end[i] > i + 1;
        if (i != page->body && (!inner || layout_area(boxes, i) < least_area)) {
            out->keeper[i] = around;
            out->weight[around] += inner;
            continue;
        }
        uint32_t k = out->n++;
        out->node[k] = i;
        out->parent[k] = around;
        out->weight[k] = 1;
        out->area[k] = layout_area(boxes, i);
        out->keeper[i] = k;
    }
    return HUSK_OK;
}

/* --- the features ------------------------------------------------------------------------------------------------- */

static float share(float part, float whole)
{
    return whole > 0 ? part / whole : 0;
}

static float clamp(float value, float least, float most)
{
    return value < least ? least : value > most ? most : value;
}

static void place_features(const layout *boxes, layout_box b, float *f)
{
    float w = boxes->width > 1 ? boxes->width : 1, h = boxes->height > 1 ? boxes->height : 1;
    f[NODE_LEFT] = clamp(b.x / w, 0, 1);
    f[NODE_RIGHT] = clamp((w - b.x - b.width) / w, 0, 1);
    f[NODE_TOP] = clamp(b.y / h, 0, 1);
    f[NODE_BOTTOM] = clamp((h - b.y - b.height) / h, 0, 1);
    f[NODE_NEAREST] = fminf(fminf(f[NODE_LEFT], f[NODE_RIGHT]), fminf(f[NODE_TOP], f[NODE_BOTTOM]));
    float dx = clamp((b.x + b.width / 2) / w, 0, 1) - .5f, dy = clamp((b.y + b.height / 2) / h, 0, 1) - .5f;
    f[NODE_CENTRE] = sqrtf(dx * dx + dy * dy);
    f[NODE_AREA] = clamp(b.width * b.height / (w * h), 0, 1);
    f[NODE_LOG_AREA] = log2f(1 + b.width * b.height) / 16;
    f[NODE_WIDTH] = clamp(b.width / w, 0, 1);
    f[NODE_HEIGHT] = clamp(b.height / h, 0, 1);
    f[NODE_ASPECT] = clamp(log2f((b.width + 1) / (b.height + 1)) / 8, -1, 1);
}

static void text_features(const counts *from, const counts *to, const counts *page, uint32_t chars, float *f)
{
    float words = (float)(to->words - from->words), links = (float)(to->links - from->links);
    float link_words = (float)(to->link_words - from->link_words), texts = (float)(to->texts - from->texts);
    f[NODE_LINKS_PER_WORD] = clamp(share(links, words + 1), 0, 1);
    f[NODE_ANCHOR_TEXT] =
        share((float)(to->link_chars - from->link_chars), (float)(chars - (to->stop_chars - from->stop_chars)));
    f[NODE_ANCHOR_SIZE] = log2f(1 + share(link_words, links)) / 4;
    f[NODE_INTRA_SITE] = links > 0 ? (float)(to->inside - from->inside) / links : .5f;
    f[NODE_HAS_LINKS] = links > 0;
    f[NODE_VISIBLE] = clamp(share((float)chars, (float)(to->html - from->html)), 0, 1);
    f[NODE_TITLE_WORDS] = share((float)(to->title - from->title), words);
    f[NODE_STOP_WORDS] = share((float)(to->stop - from->stop), words);
    f[NODE_LOG_WORDS] = log2f(1 + words) / 12;
    f[NODE_TEXT_SIZE] = log2f(1 + share(words, texts)) / 8;
    f[NODE_MARKS] = clamp(share((float)(to->marks - from->marks), words), 0, 1);
    f[NODE_IMAGES] = clamp(share((float)(to->images - from->images), words + 1), 0, 1);
    f[NODE_CONTROLS] = clamp((float)(to->controls - from->controls) / 8, 0, 1);
    f[NODE_WORD_SHARE] = share(words, (float)page->words);
    f[NODE_LINK_SHARE] = share(links, (float)page->links);
}

husk_status node_features_make(husk_page *page, const layout *boxes, const node_tree *tree, bool without_stop_words,
                               float **out)
{
    arena *memory = &page->scratch;
    float *rows = arena_array(memory, tree->n, N_NODE_FEATURES * sizeof *rows);
    counts *sums = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *sums);
    uint64_t *title = arena_array(memory, page->n_nodes, sizeof *title);
    word_table *words = arena_alloc(memory, sizeof *words);
    *out = rows;
    if (!rows || !sums || !title || !words)
        return HUSK_NO_MEMORY;
    memset(words, 0, sizeof *words);
    stop_words_fill(words);
    words->without_stop = without_stop_words;
    if (page->title != NODE_NONE)
        for (uint32_t i = page->title + 1; i < page->end[page->title]; i++)
            if (page->flags[i] & NODE_TEXT)
                count_text(words, page->text[i], true, &(counts){ 0 }, &(uint64_t){ 0 });
    count_page(page, boxes, words, sums, title);
    const counts *all = &sums[page->n_nodes];
    for (uint32_t k = 0; k < tree->n; k++) {
        uint32_t i = tree->node[k];
        float *f = rows + (size_t)k * N_NODE_FEATURES;
        place_features(boxes, boxes->box[i], f);
        text_features(&sums[i], &sums[page->end[i]], all, layout_chars(boxes, page, i), f);
        f[NODE_TITLE_COVER] = share((float)__builtin_popcountll(title[i]), (float)words->n_title);
    }
    return HUSK_OK;
}
