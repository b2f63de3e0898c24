/* explain_facts.c - what a reader could check of a block: its words, links, names, elements and surroundings.
 * A group of columns weighs for or against main content; a fact is given only if it speaks in that direction: a menu
 * may weigh against its text by its links, and a paragraph for it by having none. Cost: a pass over the nodes, and a
 * few steps per reason. */

#include "judge/block_maker.h"
#include "judge/explain.h"

#define SHORT_WORDS 11 /* a text of so many words or fewer is called short, as columns of long texts see it */
#define NEAR_BLOCKS 3  /* on each side, as columns of near texts see it */
#define WIDE_BLOCKS 6
#define LEAST_WEIGHT .3f /* of a name or a word that is worth naming: a factor of 1.35 */
#define MOST_UP 6        /* elements around a block whose names are read */

/* Before a node, the page has so many links, items of lists and rows of tables. */
typedef struct node_counts {
    uint32_t links, items, rows;
} node_counts;

/* Before a block, the page has so many words, words in links, and words of main content. */
typedef struct block_counts {
    uint32_t words, links, main;
} block_counts;

struct explain_facts {
    const page_judgement *judgement;
    const feature_maker *m;
    const husk_page *page;
    node_counts *nodes;       /* n_nodes + 1 */
    block_counts *blocks;     /* n_blocks + 1 */
    uint32_t *heading;        /* by block: the last heading before it, or NODE_NONE */
    uint32_t main_first, end; /* the first long block of main content, and the last */
};

/* --- counts ------------------------------------------------------------------------------------------------------- */

static void count_nodes(explain_facts *f)
{
    const husk_page *page = f->page;
    node_counts c = { 0, 0, 0 };
    for (uint32_t i = 0; i < page->n_nodes; i++) {
        uint16_t tag = page->tag[i];
        f->nodes[i] = c;
        c.links += tag == TAG_A && page->flags[i] & NODE_LINK;
        c.items += tag == TAG_LI || tag == TAG_DT;
        c.rows += tag == TAG_TR;
    }
    f->nodes[page->n_nodes] = c;
}

static void count_blocks(explain_facts *f)
{
    block_counts c = { 0, 0, 0 };
    uint32_t heading = NODE_NONE, n = f->page->n_blocks;
    f->main_first = f->end = NODE_NONE;
    for (uint32_t b = 0; b < n; b++) {
        const page_block *block = &f->page->blocks[b];
        bool main = f->judgement->keep[b];
        f->blocks[b] = c;
        f->heading[b] = heading;
        c.words += block->n_words;
        c.links += block->n_link_words;
        c.main += main ? block->n_words : 0;
        heading = f->m->blocks[b].heading ? b : heading;
        if (main && block->n_words > SHORT_WORDS) {
            f->main_first = f->main_first == NODE_NONE ? b : f->main_first;
            f->end = b;
        }
    }
    f->blocks[n] = c;
}

explain_facts *explain_facts_new(const page_judgement *judgement, arena *memory)
{
    explain_facts *f = arena_alloc(memory, sizeof *f);
    if (f == NULL)
        return NULL;
    const feature_maker *m = judgement->features.maker;
    *f = (explain_facts){ .judgement = judgement, .m = m, .page = m->page };
    f->nodes = arena_array(memory, (size_t)f->page->n_nodes + 1, sizeof *f->nodes);
    f->blocks = arena_array(memory, (size_t)f->page->n_blocks + 1, sizeof *f->blocks);
    f->heading = arena_array(memory, (size_t)f->page->n_blocks + 1, sizeof *f->heading);
    if (f->nodes == NULL || f->blocks == NULL || f->heading == NULL)
        return NULL;
    count_nodes(f);
    count_blocks(f);
    return f;
}

/* What the blocks on each side have, without the block itself. */
static block_counts beside(const explain_facts *f, uint32_t b, uint32_t half)
{
    uint32_t n = f->page->n_blocks, from = b > half ? b - half : 0, to = b + half + 1 < n ? b + half + 1 : n;
    const block_counts *c = f->blocks;
    return (block_counts){ c[to].words - c[from].words - (c[b + 1].words - c[b].words),
                           c[to].links - c[from].links - (c[b + 1].links - c[b].links),
                           c[to].main - c[from].main - (c[b + 1].main - c[b].main) };
}

static uint32_t percent(uint32_t part, uint32_t whole)
{
    return whole ? (uint32_t)(((uint64_t)part * 100 + whole / 2) / whole) : 0;
}

static bool give(block_reason *r, husk_why why, uint32_t value, uint32_t of)
{
    r->why = (uint8_t)why;
    r->value = value;
    r->of = of;
    return true;
}

static bool quote(block_reason *r, husk_why why, slice text)
{
    r->text = text;
    return give(r, why, 0, 0) && text.len > 0;
}

/* --- the text itself ---------------------------------------------------------------------------------------------- */

/* Marks of a sentence's end before a space or the end of the text: those in numbers and names do not count. */
static uint32_t sentences_of(slice text)
{
    uint32_t n = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        bool wide = (unsigned char)c == 0xe3 && text.len - i >= 3 && memcmp(text.data + i, "\xe3\x80\x82", 3) == 0;
        bool ends = i + 1 == text.len || text.data[i + 1] == ' ' || text.data[i + 1] == '"' || text.data[i + 1] == ')';
        n += wide || ((c == '.' || c == '!' || c == '?') && ends);
    }
    return n;
}

static bool prose(const explain_facts *f, uint32_t b, block_reason *r)
{
    uint32_t words = f->page->blocks[b].n_words, sentences = sentences_of(page_block_text(f->page, b));
    if (r->weight < 0)
        return words <= SHORT_WORDS ? give(r, HUSK_WHY_LENGTH, words, 0)
                                    : sentences == 0 && give(r, HUSK_WHY_NO_SENTENCE, words, 0);
    if (words <= SHORT_WORDS)
        return false;
    return sentences ? give(r, HUSK_WHY_SENTENCES, sentences, words) : give(r, HUSK_WHY_LENGTH, words, 0);
}

static uint32_t nearest(const husk_page *page, uint32_t node, uint16_t a, uint16_t b, uint16_t c)
{
    while (node && page->tag[node] != a && page->tag[node] != b && page->tag[node] != c)
        node = page->parent[node];
    return node;
}

static bool links(const explain_facts *f, uint32_t b, block_reason *r)
{
    const husk_page *page = f->page;
    const page_block *block = &page->blocks[b];
    if (r->weight > 0)
        return block->n_link_words == 0 && block->n_words > SHORT_WORDS && give(r, HUSK_WHY_LINKS, 0, 0);
    uint32_t list = nearest(page, block->container, TAG_UL, TAG_OL, TAG_NAV),
             share = percent(block->n_link_words, block->n_words);
    uint32_t n = f->nodes[page->end[list]].links - f->nodes[list].links;
    if (share < 50)
        return false;
    return list && n > 1 && block->n_links < 2 ? give(r, HUSK_WHY_LINK_LIST, n, 0) : give(r, HUSK_WHY_LINKS, share, 0);
}

static bool marks(const explain_facts *f, uint32_t b, block_reason *r)
{
    const page_block *block = &f->page->blocks[b];
    slice text = page_block_text(f->page, b);
    if (block->marks[MARK_CURRENCY])
        return quote(r, HUSK_WHY_MARK, SLICE("a currency sign"));
    if (block->marks[MARK_COPYRIGHT])
        return quote(r, HUSK_WHY_MARK, SLICE("a copyright sign"));
    if (block->n_words <= SHORT_WORDS && text.len && text.data[text.len - 1] == ':')
        return quote(r, HUSK_WHY_MARK, SLICE("a colon at its end"));
    return block->n_words <= SHORT_WORDS && block->marks[MARK_BAR] &&
           quote(r, HUSK_WHY_MARK, SLICE("separators such as | or /"));
}

static bool is_mark(char c)
{
    return (unsigned char)c < 0x80 && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9');
}

/* The word of a short text, or of the first words of a longer one, that speaks most in the direction of the weight. */
static bool wording(const explain_facts *f, uint32_t b, block_reason *r)
{
    slice text = page_block_text(f->page, b), best = { NULL, 0 };
    float most = LEAST_WEIGHT, sign = r->weight > 0 ? 1 : -1;
    size_t end, least = f->page->blocks[b].n_words <= CLASS_TEXT_WORDS ? text.len : 24;
    for (size_t start = 0; start < text.len && start < least; start = end + 1) {
        const char *space = memchr(text.data + start, ' ', text.len - start);
        end = space ? (size_t)(space - text.data) : text.len;
        slice word = { text.data + start, end - start };
        while (word.len && is_mark(word.data[word.len - 1]))
            word.len--;
        while (word.len && is_mark(word.data[0])) {
            word.data++;
            word.len--;
        }
        float weight = sign * class_words_score(f->m->table, CLASS_PREFIX_TEXT, word).weight;
        if (weight > most) {
            most = weight;
            best = word;
        }
    }
    return quote(r, HUSK_WHY_WORD, best);
}

static bool repeated(const explain_facts *f, uint32_t b, block_reason *r)
{
    uint32_t n = f->m->text_counts[f->m->text_slot[b]];
    return r->weight < 0 && n > 1 && give(r, HUSK_WHY_REPEATED, n, 0);
}

static bool capitals(const explain_facts *f, uint32_t b, block_reason *r)
{
    const page_block *block = &f->page->blocks[b];
    return r->weight < 0 && block->n_words > 1 && percent(block->n_capitals, block->n_words) >= 60 &&
           give(r, HUSK_WHY_CAPITALS, block->n_capitals, block->n_words);
}

static bool digits(const explain_facts *f, uint32_t b, block_reason *r)
{
    uint32_t share = percent(f->page->blocks[b].n_digits, f->page->blocks[b].n_chars);
    return r->weight < 0 && share >= 25 && give(r, HUSK_WHY_DIGITS, share, 0);
}

static bool title(const explain_facts *f, uint32_t b, block_reason *r)
{
    const block_matrix *m = &f->judgement->features;
    if (m->wanted[FEATURE_in_title] && block_value(m, FEATURE_in_title, b) > 0)
        return give(r, HUSK_WHY_TITLE, 0, 0);
    return m->wanted[FEATURE_is_description] && block_value(m, FEATURE_is_description, b) > 0 &&
           give(r, HUSK_WHY_DESCRIPTION, 0, 0);
}

static bool hidden(const explain_facts *f, uint32_t b, block_reason *r)
{
    return r->weight < 0 && f->page->blocks[b].flags & BLOCK_HIDDEN && give(r, HUSK_WHY_HIDDEN, 0, 0);
}

static bool code(const explain_facts *f, uint32_t b, block_reason *r)
{
    return f->page->blocks[b].flags & BLOCK_PRE && give(r, HUSK_WHY_CODE, 0, 0);
}

static bool heading(const explain_facts *f, uint32_t b, block_reason *r)
{
    return f->m->blocks[b].heading && give(r, HUSK_WHY_HEADING, f->m->blocks[b].heading, 0);
}

static bool image(const explain_facts *f, uint32_t b, block_reason *r)
{
    const page_block *block = &f->page->blocks[b];
    uint32_t before = b ? block[-1].last_node : 0, after = b + 1 < f->page->n_blocks ? block[1].first_node : 0;
    return (page_find_tag(f->page, before, TAG_IMG) < block->first_node ||
            page_find_tag(f->page, block->last_node, TAG_IMG) < after) &&
           give(r, HUSK_WHY_IMAGE, 0, 0);
}

/* --- the elements around it --------------------------------------------------------------------------------------- */

/* Does what these bits (1 << IN_…) say usually hold main content (1), or not (-1)? */
static int side_of(uint16_t in)
{
    const uint16_t content = 1 << IN_ARTICLE | 1 << IN_MAIN | 1 << IN_QUOTE;
    const uint16_t other =
        1 << IN_NAV | 1 << IN_HEADER | 1 << IN_FOOTER | 1 << IN_ASIDE | 1 << IN_FORM | 1 << IN_CONTROL;
    return in & content ? 1 : in & other ? -1 : 0;
}

static bool tag(const explain_facts *f, uint32_t b, block_reason *r)
{
    uint16_t own = f->page->tag[f->page->blocks[b].container];
    bool is_prose = own == TAG_P || own == TAG_PRE || own == TAG_BLOCKQUOTE;
    /* These have reasons of their own. */
    bool is_plain = own == TAG_BODY || own == TAG_TD || own == TAG_LI || own == TAG_OPTION || tag_is_heading(own);
    return is_prose == (r->weight > 0) && !is_plain &&
           quote(r, side_of(maker_tag_in(own)) ? HUSK_WHY_INSIDE : HUSK_WHY_ELEMENT, page_tag_name(f->page, own));
}

static bool inside(const explain_facts *f, uint32_t b, block_reason *r)
{
    const husk_page *page = f->page;
    int side = r->weight > 0 ? 1 : -1;
    for (uint32_t at = page->blocks[b].container; at; at = page->parent[at]) {
        slice role = page_attribute_value(page, at, ATTR_ROLE);
        if (side_of(maker_tag_in(page->tag[at])) == side)
            return quote(r, HUSK_WHY_INSIDE, page_tag_name(page, page->tag[at]));
        if (side_of(maker_role_in(role)) == side)
            return quote(r, HUSK_WHY_ROLE, role);
        if (side < 0 && page->tag[at] == TAG_FIGURE)
            return quote(r, HUSK_WHY_INSIDE, SLICE("figure"));
    }
    return false;
}

/* Can a reader make something of a name? Not of `d2`, `l` or `m-0`. */
static bool is_telling(slice name)
{
    size_t run = 0;
    for (size_t i = 0; i < name.len && run < 3; i++) {
        char c = lower(name.data[i]);
        run = (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80 ? run + 1 : 0;
    }
    return run >= 3 && name.len <= 40;
}

/* The name in an attribute that speaks most in one direction, if more than `most`. */
static void heaviest_name(const explain_facts *f, slice value, uint64_t prefix, float sign, float *most, slice *best)
{
    for (slice name; slice_word(&value, &name);) {
        float weight = sign * class_words_score(f->m->table, prefix, name).weight;
        if (weight > *most && is_telling(name)) {
            *most = weight;
            *best = name;
        }
    }
}

/* The nearest element with a name that speaks in the direction of the weight. */
static bool name(const explain_facts *f, uint32_t b, block_reason *r)
{
    static const struct {
        uint16_t attribute, why;
        uint64_t prefix;
    } kinds[] = { { ATTR_CLASS, HUSK_WHY_CLASS, CLASS_PREFIX_NAME },
                  { ATTR_ID, HUSK_WHY_ID, CLASS_PREFIX_NAME },
                  { ATTR_ITEMPROP, HUSK_WHY_ITEMPROP, CLASS_PREFIX_ITEMPROP } };
    const husk_page *page = f->page;
    uint32_t at = page->blocks[b].container;
    for (unsigned level = 0; level < MOST_UP && at && page->tag[at] != TAG_BODY; level++, at = page->parent[at]) {
        float most = LEAST_WEIGHT;
        slice best = { NULL, 0 };
        husk_why why = HUSK_WHY_CLASS;
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            float before = most;
            heaviest_name(f, page_attribute_value(page, at, kinds[k].attribute), kinds[k].prefix,
                          r->weight > 0 ? 1.f : -1.f, &most, &best);
            why = most > before ? (husk_why)kinds[k].why : why;
        }
        if (best.len)
            return quote(r, why, best);
    }
    return false;
}

static bool list(const explain_facts *f, uint32_t b, block_reason *r)
{
    uint32_t at = nearest(f->page, f->page->blocks[b].container, TAG_UL, TAG_OL, TAG_DL);
    uint32_t n = f->nodes[f->page->end[at]].items - f->nodes[at].items;
    return at && n && give(r, HUSK_WHY_LIST, n, 0);
}

static bool table(const explain_facts *f, uint32_t b, block_reason *r)
{
    uint32_t at = nearest(f->page, f->page->blocks[b].container, TAG_TABLE, TAG_TABLE, TAG_TABLE);
    uint32_t n = f->nodes[f->page->end[at]].rows - f->nodes[at].rows;
    return at && n && give(r, HUSK_WHY_TABLE, n, 0);
}

static bool similar(const explain_facts *f, uint32_t b, block_reason *r)
{
    const block_info *info = &f->m->blocks[b];
    if (r->weight > 0 && info->words <= SHORT_WORDS)
        return false;
    uint32_t n = f->m->looks[info->alike].n;
    if (info->item != NODE_NONE && info->item != f->page->blocks[b].container)
        return give(r, HUSK_WHY_BOXES, f->m->items[f->m->nodes[info->item].item].n, 0);
    return n > 2 && give(r, HUSK_WHY_SIMILAR, n, 0);
}

/* --- where it is, and what is around it --------------------------------------------------------------------------- */

static bool position(const explain_facts *f, uint32_t b, block_reason *r)
{
    uint32_t n = f->page->n_blocks, at = percent(b, n);
    bool at_edge = at < 15 || at >= 75;
    return n > 4 && at_edge && r->weight < 0 && give(r, HUSK_WHY_POSITION, b + 1, n);
}

static bool headline(const explain_facts *f, uint32_t b, block_reason *r)
{
    uint32_t h1 = f->m->info.h1;
    if (h1 == NODE_NONE || (b != h1 && (b > h1) != (r->weight > 0)))
        return false;
    return give(r, b == h1 ? HUSK_WHY_HEADLINE : b < h1 ? HUSK_WHY_ABOVE_HEADLINE : HUSK_WHY_BELOW_HEADLINE, 0, 0);
}

static bool course(const explain_facts *f, uint32_t b, block_reason *r)
{
    if (f->main_first == NODE_NONE)
        return false;
    bool within = b >= f->main_first && b <= f->end;
    return within == (r->weight > 0) && f->main_first < f->end &&
           give(r,
                within              ? HUSK_WHY_WITHIN_MAIN
                : b < f->main_first ? HUSK_WHY_BEFORE_MAIN
                                    : HUSK_WHY_AFTER_MAIN,
                0, 0);
}

static bool most_text(const explain_facts *f, uint32_t b, block_reason *r)
{
    uint32_t best = f->m->info.best, at = f->page->blocks[b].container, all = f->m->info.words;
    bool is_in = best <= at && at < f->page->end[best];
    uint32_t there = f->m->nodes[best].words;
    return is_in == (r->weight > 0) && there < all &&
           give(r, is_in ? HUSK_WHY_MOST_TEXT : HUSK_WHY_OUTSIDE_MOST, there, all);
}

static bool around(const explain_facts *f, uint32_t b, block_reason *r)
{
    block_counts c = beside(f, b, WIDE_BLOCKS);
    uint32_t main = percent(c.main, c.words);
    return c.words && (r->weight > 0 ? main >= 60 : main < 50) && give(r, HUSK_WHY_AROUND, main, 0);
}

static bool words_around(const explain_facts *f, uint32_t b, block_reason *r)
{
    uint32_t words = beside(f, b, NEAR_BLOCKS).words;
    return (r->weight > 0 ? words >= 80 : words <= 40) && give(r, HUSK_WHY_WORDS_AROUND, words, 0);
}

static bool links_around(const explain_facts *f, uint32_t b, block_reason *r)
{
    block_counts c = beside(f, b, NEAR_BLOCKS);
    uint32_t share = percent(c.links, c.words);
    return (r->weight > 0 ? share <= 10 && c.words >= 40 : share >= 50) && give(r, HUSK_WHY_LINKS_AROUND, share, 0);
}

static bool beside_label(const explain_facts *f, uint32_t b, block_reason *r)
{
    const block_info *info = &f->m->blocks[b];
    float sign = r->weight > 0 ? 1 : -1, previous = b ? sign * info[-1].text : 0,
          next = b + 1 < f->page->n_blocks ? sign * info[1].text : 0;
    if (previous < LEAST_WEIGHT && next < LEAST_WEIGHT)
        return false;
    return quote(r, HUSK_WHY_BESIDE, page_block_text(f->page, previous > next ? b - 1 : b + 1));
}

static bool under(const explain_facts *f, uint32_t b, block_reason *r)
{
    return f->heading[b] != NODE_NONE && quote(r, HUSK_WHY_UNDER, page_block_text(f->page, f->heading[b]));
}

bool explain_fact(const explain_facts *f, uint32_t b, unsigned about, block_reason *r)
{
    static bool (*const facts[N_ABOUT])(const explain_facts *, uint32_t, block_reason *) = {
#define ABOUT_FACT(name, fact) [ABOUT_##name] = fact,
        EXPLAIN_GROUPS(ABOUT_FACT)
#undef ABOUT_FACT
    };
    return facts[about](f, b, r);
}

block_reason explain_length(const explain_facts *f, uint32_t b)
{
    return (block_reason){ .weight = f->judgement->keep[b] ? 1 : -1,
                           .why = HUSK_WHY_LENGTH,
                           .value = f->page->blocks[b].n_words };
}
