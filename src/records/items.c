/* items.c - find the repeated parts of a page.
 * Elements on the same path of looks (tag and most common class name) form a group; what repeats is where a group has
 * more elements than the group around it. A group is a region if its elements share several fields (paths with text
 * inside) and hold main content; the one that holds most of it is first. An item may be a run of siblings: a row with
 * the post's head and one with its body. Cost: a few passes over the nodes and a climb of CLIMB groups per path.
 * Limits: MAX_REGIONS regions. */
#include "records/items.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/table.h"
#include "judge/class_words.h"
#include "page/views.h"

#define NO_GROUP UINT32_MAX
/* Levels between an item and a field of it. */
#define CLIMB 24
#define MAX_REGIONS 16u
/* The share of a group's main words that a part must have to stand for its items. */
#define PART_WEIGHT 0.6f
/* Two words of the page's own, or a sentence of template: an element with less is empty. */
#define LEAST_WEIGHT 0.4f
/* Words of a first post that is marked up in another way than the others. */
#define LEAST_FIRST 8u
/* Answers to answers; main words of an answer. */
#define MAX_NESTING 32
#define LEAST_ANSWER 2.0
/* Words of a line with a price, and of ten elements how many have an image and such a line if they are offers. */
#define MOST_PRICE_WORDS 12u
#define OFFERS_OF_TEN 5u
/* Bytes of a region's path. */
#define MAX_PATH 200u

/* The elements on one path of looks. */
typedef struct path_group {
    uint64_t path;
    uint32_t up;          /* the group of the parents */
    uint32_t n;           /* elements */
    uint32_t n_parents;   /* elements of `up` that have one */
    uint32_t last_parent; /* the parent counted last */
    uint32_t first, last; /* elements */
    uint32_t fields;      /* paths with text inside, on most of the elements */
    float shared, all;    /* fields by the elements that have them: weighted by that share, and not */
    float weight;         /* main words, and a little for the others */
    uint32_t n_heavy;     /* elements with main words */
    uint32_t n_offers;    /* elements with an image and a price */
    float extra;          /* weight for being offers */
    float words;          /* all */
    uint32_t part;        /* the group inside with most of the main words that fewest elements have, or NO_GROUP */
    uint32_t part_n;      /* elements that have it */
    uint32_t gap_of, gap, gaps; /* with the elements of that region: the last gap between them, and how many */
    bool leads;                 /* it is before the first of them */
    bool speaks;                /* text or an image directly inside */
} path_group;

typedef struct node_counts {
    uint32_t words, texts, images, prices; /* words at the start of their block */
} node_counts;

/* The role of each child of an element around items: an item starts there, goes on, or it is something else. */
enum { CHILD_OTHER, CHILD_START, CHILD_MORE };

typedef struct finder {
    husk_verdict *v;
    husk_page *page;
    arena *memory; /* scratch */
    arena *kept;   /* for what the caller keeps */
    page_items *out;
    hash_map words;   /* class names by tag: how many elements have them */
    hash_map numbers; /* of groups, by path */
    path_group *groups;
    uint32_t n_groups;
    uint32_t *group_of;  /* by node */
    uint32_t *next;      /* by node: the next of its group, or NODE_NONE */
    double *before;      /* by node: the weight of what starts before it */
    node_counts *counts; /* likewise: what there is before it */
    uint8_t *role;       /* by node: CHILD_… of the region being made */
    uint32_t *rows;
    uint32_t gap;
} finder;

/* --- looks -------------------------------------------------------------------------------------------------------- */

/* State and order say nothing of what an element is. */
static const char states[] = "odd even alt alternate first last new unread read hot sticky pinned locked closed active "
                             "current selected featured clearfix hidden visible ";

/* A class name with its numbers taken out; 0: it says nothing. */
static uint64_t word_hash(uint16_t tag, slice word)
{
    char plain[64];
    size_t n = 0;
    for (size_t i = 0; i < word.len && n < sizeof plain; i++)
        if (!is_digit(word.data[i]))
            plain[n++] = lower(word.data[i]);
        else if (n == 0 || plain[n - 1] != '#')
            plain[n++] = '#';
    while (n && (plain[n - 1] == '#' || plain[n - 1] == '-' || plain[n - 1] == '_'))
        n--;
    return n == 0 || slice_is_in((slice){ plain, n }, states) ? 0 : hash_pair(hash_bytes(plain, n), tag);
}

static bool count_class_names(finder *f)
{
    const husk_page *page = f->page;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        slice rest = page_attribute_value(page, i, ATTR_CLASS), word;
        while (slice_word(&rest, &word)) {
            uint64_t hash = word_hash(page->tag[i], word);
            if (hash && !map_count(&f->words, hash, i))
                return false;
        }
    }
    return true;
}

/* The position of a cell in its row: its column. */
static uint32_t column_of(const husk_page *page, uint32_t cell)
{
    uint32_t n = 0;
    for (uint32_t i = page->parent[cell] + 1; i < cell && n < 64; i = page->end[i])
        n += page_is_element(page, i);
    return n;
}

/* The names of rows say which are odd, new or somebody's, not what they are; one of headers is something else. */
static uint64_t row_look(const husk_page *page, uint32_t row)
{
    bool header = true;
    for (uint32_t i = row + 1; i < page->end[row] && header; i = page->end[i])
        header = page->flags[i] & NODE_TEXT || page->tag[i] == TAG_TH;
    return hash_pair(header, hash_bytes("tr", 2));
}

static bool is_offer(const finder *f, uint32_t node)
{
    const node_counts *from = &f->counts[node], *to = &f->counts[f->page->end[node]];
    return to->images > from->images && to->prices > from->prices;
}

/* Cells of a row that are offers, one beside the other, are no columns. The first cells tell. */
static bool is_row_of_offers(const finder *f, uint32_t row)
{
    const husk_page *page = f->page;
    bool found = false;
    for (uint32_t i = row + 1, n = 0; i < page->end[row] && n < 8 && !found; i = page->end[i], n++)
        found = page_is_element(page, i) && is_offer(f, i);
    return found;
}

static uint64_t look_of(const finder *f, uint32_t node)
{
    const husk_page *page = f->page;
    if (page->tag[node] == TAG_TR)
        return row_look(page, node);
    slice rest = page_attribute_value(page, node, ATTR_CLASS), word;
    uint64_t best = 0;
    uint32_t most = 0;
    while (slice_word(&rest, &word)) {
        uint64_t hash = word_hash(page->tag[node], word);
        uint32_t n = hash ? map_get(&f->words, hash) : 0;
        if (n > most || (n == most && hash > best)) {
            most = n;
            best = hash;
        }
    }
    if (best == 0)
        best = word_hash(page->tag[node], slice_trim(page_attribute_value(page, node, ATTR_ID)));
    bool is_cell = page->tag[node] == TAG_TD || page->tag[node] == TAG_TH;
    return hash_pair(best + (is_cell && !is_row_of_offers(f, page->parent[node]) ? column_of(page, node) : 0),
                     page->tag[node]);
}

/* --- groups ------------------------------------------------------------------------------------------------------- */

static bool is_seen(const husk_page *page, uint32_t node)
{
    return !(page->flags[node] & (NODE_SILENT | NODE_HIDDEN)) || page->tag[node] == TAG_IMG;
}

static uint32_t group_for(finder *f, uint32_t node, uint64_t path, uint32_t up)
{
    uint32_t number = map_number(&f->numbers, path);
    if (number != MAP_NONE)
        return number;
    if (!map_put_number(&f->numbers, path, f->n_groups))
        return NO_GROUP;
    f->groups[f->n_groups] = (path_group){ .path = path,
                                           .up = up,
                                           .first = node,
                                           .last = node,
                                           .last_parent = NODE_NONE,
                                           .part = NO_GROUP,
                                           .gap_of = NO_GROUP };
    return f->n_groups++;
}

static bool make_groups(finder *f)
{
    const husk_page *page = f->page;
    page_items *out = f->out;
    f->group_of[0] = group_for(f, 0, 1, NO_GROUP);
    out->look[0] = out->place[0] = 1;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        uint32_t parent = page->parent[i], up = f->group_of[parent];
        f->group_of[i] = up;
        out->look[i] = out->look[parent];
        out->place[i] = out->place[parent];
        if (page->flags[i] & NODE_TEXT) {
            if (page->block_of[i] != NODE_NONE && up != NO_GROUP)
                f->groups[up].speaks = true;
            continue;
        }
        const node_counts *from = &f->counts[i], *to = &f->counts[page->end[i]];
        bool is_empty = to->texts == from->texts && to->images == from->images; /* it fills a row of cards */
        if (up == NO_GROUP || is_empty || !is_seen(page, i)) {
            f->group_of[i] = NO_GROUP;
            continue;
        }
        out->look[i] = look_of(f, i);
        out->place[i] = hash_pair(hash_pair(out->look[i], out->look[parent]),
                                  out->look[page->parent[parent] == NODE_NONE ? 0 : page->parent[parent]]);
        uint32_t g = group_for(f, i, hash_pair(f->groups[up].path, out->look[i]), up);
        if (g == NO_GROUP)
            return false;
        path_group *group = &f->groups[g];
        f->group_of[i] = g;
        f->next[i] = NODE_NONE;
        if (group->n++)
            f->next[group->last] = i;
        group->last = i;
        group->n_parents += group->last_parent != parent;
        group->last_parent = parent;
        group->speaks |= page->tag[i] == TAG_IMG;
        float weight = (float)(f->before[page->end[i]] - f->before[i]);
        group->weight += weight;
        group->n_heavy += weight >= LEAST_WEIGHT;
        group->words += (float)(to->words - from->words);
        group->n_offers += is_offer(f, i);
    }
    return true;
}

/* What a shop offers is what its page is about, whatever the page model says of names and prices. */
static void weigh_offers(finder *f)
{
    for (uint32_t i = 0; i < f->n_groups; i++) {
        path_group *g = &f->groups[i];
        if (g->n < 2 || g->n_offers * 10 < g->n * OFFERS_OF_TEN || g->words <= g->weight)
            continue;
        g->extra = g->words - g->weight;
        g->weight = g->words;
        g->n_heavy = g->n;
    }
}

/* Give each field to the groups around it. */
static void add_fields(finder *f)
{
    for (uint32_t i = 0; i < f->n_groups; i++) {
        const path_group *g = &f->groups[i];
        uint32_t least = g->n;
        for (int level = 0; level < CLIMB && g->up != NO_GROUP; level++) {
            least = g->n_parents < least ? g->n_parents : least;
            path_group *up = &f->groups[g->up];
            if (least >= 2 && least * 10 <= up->n * 7 && f->groups[i].weight >= PART_WEIGHT * up->weight &&
                (up->part == NO_GROUP || least < up->part_n)) {
                up->part = i;
                up->part_n = least;
            }
            g = up;
            if (!f->groups[i].speaks)
                continue;
            up->fields += least * 2 > up->n;
            up->shared += (float)least * (float)least / (float)(up->n ? up->n : 1);
            up->all += (float)least;
        }
    }
}

/* --- weights ------------------------------------------------------------------------------------------------------ */

/* Main content counts fully, the page's own facts less, template hardly: but on a page without main content what
 * varies is better than nothing. */
static float block_weight(const husk_verdict *v, uint32_t b)
{
    const page_block *block = &v->page->blocks[b];
    bool template = v->marks && v->marks[block->first_node] & VERDICT_TEMPLATE;
    return (float)block->n_words * (v->keep[b] ? 1.0f : template ? 0.02f : 0.2f);
}

static bool weigh(finder *f)
{
    const husk_page *page = f->page;
    f->before = arena_zeros(f->memory, (size_t)page->n_nodes + 2, sizeof *f->before);
    bool sells = !items_of_thread(f->v); /* posts may have images and prices, too */
    f->counts = arena_zeros(f->memory, (size_t)page->n_nodes + 2, sizeof *f->counts);
    if (f->before == NULL || f->counts == NULL)
        return false;
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        const page_block *block = &page->blocks[b];
        node_counts *count = &f->counts[block->first_node + 1];
        f->before[block->first_node + 1] += block_weight(f->v, b);
        count->words += block->n_words;
        count->prices += sells && block->marks[MARK_CURRENCY] && block->n_words <= MOST_PRICE_WORDS;
    }
    for (uint32_t i = 1; i <= page->n_nodes; i++) {
        f->before[i] += f->before[i - 1];
        f->counts[i].words += f->counts[i - 1].words;
        f->counts[i].texts += f->counts[i - 1].texts + (page->block_of[i - 1] != NODE_NONE);
        f->counts[i].prices += f->counts[i - 1].prices;
        f->counts[i].images += f->counts[i - 1].images + (page->tag[i - 1] == TAG_IMG);
    }
    return true;
}

/* --- regions ------------------------------------------------------------------------------------------------------ */

/* Does repetition start here? */
static bool repeats(const path_group *g)
{
    return g->n >= 2 && g->up != NO_GROUP && g->n * 2 >= g->n_parents * 3 && g->weight > 0;
}

/* Elements with less in common than this are parts of items rather than items. */
#define LEAST_ALIKE 0.65f

static float alikeness(const path_group *g)
{
    return g->all > 0 ? g->shared / g->all : 1;
}

/* Is there enough in most elements for a record? A paragraph must have more than its text and a link. */
static bool is_rich(const finder *f, const path_group *g)
{
    uint32_t least = f->page->tag[g->first] == TAG_P ? 3 : 2;
    return g->fields + g->speaks >= least && g->n_heavy * 2 > g->n;
}

/* --- rows: items of several elements of one group, one of which has the item's text ------------------------------- */

/* The element of group `outer` around a node. */
static uint32_t element_around(const finder *f, uint32_t node, uint32_t outer)
{
    while (node != NODE_NONE && f->group_of[node] != outer)
        node = f->page->parent[node];
    return node;
}

/* Every how many elements does one contain the part? 0: there is no such rule. Marks those that do. */
static uint32_t row_period(finder *f, uint32_t group)
{
    const path_group *g = &f->groups[group];
    uint32_t period = 0, since = 0, n_gaps = 0, n_same = 0, parent = NODE_NONE;
    if (g->part == NO_GROUP || alikeness(g) > LEAST_ALIKE)
        return 0;
    for (uint32_t i = f->groups[g->part].first; i != NODE_NONE; i = f->next[i]) {
        uint32_t row = element_around(f, i, group);
        if (row != NODE_NONE)
            f->role[row] = CHILD_START;
    }
    for (uint32_t i = g->first; i != NODE_NONE; i = f->next[i], since++) {
        if (f->page->parent[i] != parent) {
            parent = f->page->parent[i];
            since = UINT32_MAX / 2;
        }
        if (f->role[i] != CHILD_START)
            continue;
        period = period == 0 && since < UINT32_MAX / 2 ? since : period;
        n_gaps += since < UINT32_MAX / 2;
        n_same += since == period;
        since = 0;
    }
    bool regular = period >= 2 && n_same * 5 >= n_gaps * 4;
    for (uint32_t i = g->first; i != NODE_NONE && !regular; i = f->next[i])
        f->role[i] = CHILD_OTHER;
    return regular ? period : 0;
}

/* How many kinds of part two elements of one group have in common, of those of the first. */
static bool is_alike(const finder *f, uint32_t a, uint32_t b)
{
    enum { MOST = 48 };
    const husk_page *page = f->page;
    uint32_t common = 0, n = 0;
    for (uint32_t i = a + 1; i < page->end[a] && i <= a + MOST; i++) {
        if (!page_is_element(page, i))
            continue;
        bool found = false;
        for (uint32_t k = b + 1; k < page->end[b] && k <= b + MOST && !found; k++)
            found = page_is_element(page, k) && f->group_of[k] == f->group_of[i];
        common += found;
        n++;
    }
    return n == 0 || common * 2 > n;
}

/* The rows before the one with the text, in the first two items, that are alike. */
static uint32_t rows_before(const finder *f, uint32_t group, uint32_t period)
{
    enum { MOST = 8 };
    const path_group *g = &f->groups[group];
    uint32_t rows[2 * MOST], n = 0, first = UINT32_MAX, lead = 0;
    for (uint32_t i = g->first; i != NODE_NONE && n < 2 * MOST; i = f->next[i]) {
        if (f->role[i] == CHILD_START && first == UINT32_MAX)
            first = n;
        rows[n++] = i;
    }
    while (first != UINT32_MAX && lead < first && lead + 1 < period && first + period < n &&
           is_alike(f, rows[first - lead - 1], rows[first + period - lead - 1]))
        lead++;
    return lead;
}

/* Mark the rows by role: from those before the text to those before the next. */
static void mark_rows(finder *f, uint32_t group, uint32_t period)
{
    const path_group *g = &f->groups[group];
    uint32_t lead = rows_before(f, group, period), since = period, parent = NODE_NONE;
    uint32_t *queue = f->rows; /* the last rows, to go back */
    uint32_t n = 0;
    for (uint32_t i = g->first; i != NODE_NONE; i = f->next[i]) {
        if (f->page->parent[i] != parent) {
            parent = f->page->parent[i];
            n = 0;
            since = period;
        }
        bool text = f->role[i] == CHILD_START;
        queue[n++] = i;
        f->role[i] = ++since < period - lead ? CHILD_MORE : CHILD_OTHER;
        if (!text)
            continue;
        uint32_t back = lead < n ? lead : n - 1;
        since = 0;
        for (uint32_t k = 0; k <= back; k++)
            f->role[queue[n - 1 - k]] = CHILD_MORE;
        f->role[queue[n - 1 - back]] = CHILD_START;
    }
}

static float region_score(const path_group *g, uint32_t period, float total)
{
    float n = (float)(period ? g->n / period : g->n);
    float even = period ? 1 : alikeness(g) * (float)g->n_heavy / (float)g->n;
    return g->weight / (total + g->extra) * even * (1 - 1 / (n + 1));
}

typedef struct ranked_group {
    float score;
    uint32_t group;
    uint32_t period; /* of rows: elements of the group per item; 0: each is one */
} ranked_group;

static int by_score(const void *a, const void *b)
{
    const ranked_group *x = a, *y = b;
    return ORDER_OF(y->score, x->score) ?: ORDER_OF(x->group, y->group);
}

/* Is one group inside the other? */
static bool is_within(const finder *f, uint32_t inner, uint32_t outer)
{
    while (inner != NO_GROUP && inner > outer)
        inner = f->groups[inner].up;
    return inner == outer;
}

static bool is_taken(const finder *f, const ranked_group *ranked, uint32_t n, uint32_t group)
{
    bool taken = false;
    for (uint32_t i = 0; i < n && !taken; i++)
        taken = is_within(f, group, ranked[i].group) || is_within(f, ranked[i].group, group);
    return taken;
}

/* The best groups first, none inside another. */
static uint32_t choose_groups(finder *f, ranked_group *ranked)
{
    uint32_t n = 0, kept = 0;
    float total = (float)f->before[f->page->n_nodes];
    for (uint32_t g = 1; g < f->n_groups && total > 0; g++)
        if (repeats(&f->groups[g])) {
            uint32_t period = row_period(f, g);
            if (period || is_rich(f, &f->groups[g]))
                ranked[n++] = (ranked_group){ region_score(&f->groups[g], period, total), g, period };
        }
    qsort(ranked, n, sizeof *ranked, by_score);
    for (uint32_t i = 0; i < n && kept < MAX_REGIONS; i++)
        if (!is_taken(f, ranked, kept, ranked[i].group))
            ranked[kept++] = ranked[i];
    return kept;
}

/* --- items -------------------------------------------------------------------------------------------------------- */

static page_item *add_item(finder *f, item_region *r, uint32_t first, uint32_t end)
{
    page_item *item = &f->out->items[f->out->n_items++];
    *item = (page_item){ .first = first, .end = end, .parent = ITEM_NONE };
    r->n++;
    return item;
}

/* The items among the children of one element. */
static void items_of_parent(finder *f, item_region *r, uint32_t parent)
{
    const husk_page *page = f->page;
    page_item *open = NULL;
    for (uint32_t c = parent + 1; c < page->end[parent]; c = page->end[c]) {
        if (f->role[c] == CHILD_START)
            open = add_item(f, r, c, page->end[c]);
        else if (f->role[c] == CHILD_MORE && open)
            open->end = page->end[c];
    }
}

/* Groups beside the region's whose elements belong to its items, because they come before or after most of them: a row
 * with the head of each post. One that is before the first and after the last, or neither, separates them. */
static void count_gaps(finder *f, uint32_t region, uint32_t parent)
{
    const husk_page *page = f->page;
    for (uint32_t c = parent + 1; c < page->end[parent]; c = page->end[c]) {
        uint32_t group = page_is_element(page, c) ? f->group_of[c] : NO_GROUP;
        if (group == NO_GROUP)
            continue;
        path_group *g = &f->groups[group];
        if (group == region)
            f->gap++;
        if (g->gap_of != region) {
            g->gap_of = region;
            g->gaps = g->gap = 0;
            g->leads = f->gap == 0;
        }
        g->gaps += g->gap != f->gap + 1;
        g->gap = f->gap + 1;
    }
}

static bool is_companion(const finder *f, uint32_t group, uint32_t region)
{
    const path_group *h = &f->groups[group], *g = &f->groups[region];
    bool trails = h->gap == f->gap + 1;
    return group != region && h->gap_of == region && h->up == g->up && h->leads != trails &&
           h->gaps * (h->leads ? 5 : 2) >= g->n * (h->leads ? 4 : 1) && h->n * 2 <= g->n * 3 && h->weight > 0;
}

/* Mark the children by role. Companions start items if they come before the first element of the region. */
static void mark_children(finder *f, uint32_t region)
{
    const husk_page *page = f->page;
    const path_group *g = &f->groups[region];
    uint32_t parent = NODE_NONE, start = region;
    f->gap = 0;
    for (uint32_t i = g->first; i != NODE_NONE; i = f->next[i])
        if (page->parent[i] != parent)
            count_gaps(f, region, parent = page->parent[i]);
    parent = page->parent[g->first];
    for (uint32_t c = parent + 1; c < g->first && start == region; c = page->end[c]) {
        uint32_t group = page_is_element(page, c) ? f->group_of[c] : NO_GROUP;
        if (group != NO_GROUP && is_companion(f, group, region))
            start = group;
    }
    parent = NODE_NONE;
    for (uint32_t i = g->first; i != NODE_NONE; i = f->next[i]) {
        if (page->parent[i] == parent)
            continue;
        parent = page->parent[i];
        for (uint32_t c = parent + 1; c < page->end[parent]; c = page->end[c]) {
            uint32_t group = page_is_element(page, c) ? f->group_of[c] : NO_GROUP;
            if (group == start)
                f->role[c] = CHILD_START;
            else if (group != NO_GROUP && (group == region || is_companion(f, group, region)))
                f->role[c] = CHILD_MORE;
        }
    }
}

/* Count a region's words, and write where it is: the item's element and the one around it. */
static bool describe(finder *f, item_region *r, uint32_t element)
{
    const husk_page *page = f->page;
    buffer path;
    buffer_init(&path, HUSK_MAX_URL_BYTES);
    if (page->parent[element]) {
        page_step_write(page, page->parent[element], STEP_CLASS, &path);
        buffer_text(&path, " > ");
    }
    page_step_write(page, element, STEP_CLASS, &path);
    size_t len = slice_cut((slice){ path.data, path.len }, MAX_PATH);
    r->path = (slice){ arena_copy(f->kept, path.data ? path.data : "", len), len };
    buffer_free(&path);
    for (uint32_t i = r->first; i < r->first + r->n; i++)
        for (uint32_t k = f->out->items[i].first; k < f->out->items[i].end && f->out->items[i].depth == 0; k++) {
            uint32_t b = page->block_of[k];
            if (b == NODE_NONE || page->blocks[b].first_node != k)
                continue;
            r->words += page->blocks[b].n_words;
            r->main_words += f->v->keep[b] ? page->blocks[b].n_words : 0;
        }
    return r->path.data != NULL;
}

/* --- items inside items, and what they are marked as -------------------------------------------------------------- */

static void take_mark(void *context, uint64_t hash, slice word)
{
    uint32_t *mark = context;
    (void)hash;
    if (slice_is_in(word, "sticky pinned pin announcement announce "))
        *mark = ITEM_PINNED;
    else if (slice_is_in(word, "ad ads advert advertisement sponsor sponsored promoted promo werbung reklama "))
        *mark = ITEM_ADVERT;
}

/* Marked by the names of its element, or of one in it that has all of its text. */
static uint32_t mark_of(const finder *f, uint32_t node)
{
    uint32_t mark = ITEM_PLAIN;
    for (int level = 0; level < 2 && node < f->page->n_nodes && page_is_element(f->page, node); level++, node++)
        class_words_split(CLASS_PREFIX_NAME, page_attribute_value(f->page, node, ATTR_CLASS), take_mark, &mark);
    return mark;
}

/* Add an item with the elements inside it that look like it: answers to it. One that is all of its item is only a
 * wrapper, and so may be any without a name. */
static void add_with_answers(finder *f, item_region *r, page_item top)
{
    const husk_page *page = f->page;
    const page_item *items = &f->out->items[r->first];
    uint64_t look = f->out->look[top.first];
    uint32_t open[MAX_NESTING], depth = 1;
    bool named = page->tag[top.first] != TAG_TR && look != hash_pair(0, page->tag[top.first]);
    add_item(f, r, top.first, top.end)->mark = mark_of(f, top.first);
    open[0] = r->n - 1;
    for (uint32_t k = top.first + 1; k < top.end && named; k++) {
        while (depth > 1 && k >= items[open[depth - 1]].end)
            depth--;
        bool answers = page_is_element(page, k) && f->out->look[k] == look && f->group_of[k] != NO_GROUP &&
                       page->parent[k] != page->parent[top.first];
        answers = answers && f->before[page->end[k]] - f->before[k] >= LEAST_ANSWER;
        if (!answers || depth == MAX_NESTING || f->before[k] <= f->before[items[open[depth - 1]].first])
            continue;
        page_item *item = add_item(f, r, k, page->end[k]);
        item->parent = open[depth - 1];
        item->depth = depth;
        open[depth++] = r->n - 1;
    }
}

static bool add_answers(finder *f, item_region *r)
{
    uint32_t n = r->n;
    page_item *top = arena_array(f->memory, (size_t)n + 1, sizeof *top);
    if (top == NULL)
        return false;
    memcpy(top, &f->out->items[r->first], n * sizeof *top);
    f->out->n_items = r->first;
    r->n = 0;
    for (uint32_t i = 0; i < n; i++)
        add_with_answers(f, r, top[i]);
    return true;
}

static bool make_items(finder *f, ranked_group chosen)
{
    const husk_page *page = f->page;
    item_region *r = &f->out->regions[f->out->n_regions++];
    const path_group *g = &f->groups[chosen.group];
    uint32_t parent = NODE_NONE;
    *r = (item_region){ .first = f->out->n_items, .score = chosen.score };
    if (chosen.period)
        mark_rows(f, chosen.group, chosen.period);
    else
        mark_children(f, chosen.group);
    for (uint32_t i = g->first; i != NODE_NONE; i = f->next[i])
        if (page->parent[i] != parent)
            items_of_parent(f, r, parent = page->parent[i]);
    return add_answers(f, r) && describe(f, r, g->first);
}

/* --- threads: the first post may be marked up in another way, and the only one repeats nothing -------------------- */

bool items_of_thread(const husk_verdict *v)
{
    return v->judgement.kind && strcmp(v->judgement.kind, "forum") == 0;
}

static bool is_post_text(const husk_verdict *v, uint32_t b)
{
    return v->keep[b] && !tag_is_heading(v->page->tag[v->page->blocks[b].container]);
}

/* The main words of the blocks from `*b` on that start before `end`; *b becomes the first block behind. */
static uint32_t words_before(const finder *f, uint32_t *b, uint32_t end)
{
    uint32_t words = 0;
    for (; *b < f->page->n_blocks && f->page->blocks[*b].first_node < end; ++*b)
        words += is_post_text(f->v, *b) ? f->page->blocks[*b].n_words : 0;
    return words;
}

/* The largest element around the first post's text that does not contain `other`. */
static uint32_t post_start(const husk_verdict *v, uint32_t other)
{
    const husk_page *page = v->page;
    uint32_t b = 0;
    while (b < page->n_blocks && !is_post_text(v, b))
        b++;
    uint32_t node = b < page->n_blocks ? page->blocks[b].first_node : other;
    while (node && page->parent[node] != NODE_NONE &&
           !(page->parent[node] <= other && other < page->end[page->parent[node]]))
        node = page->parent[node];
    return node;
}

/* Put an item before the others. */
static void add_first_post(finder *f)
{
    page_items *out = f->out;
    uint32_t end = out->items[0].first;
    memmove(out->items + 1, out->items, out->n_items * sizeof *out->items);
    out->items[0] = (page_item){ .first = post_start(f->v, end), .end = end, .parent = ITEM_NONE };
    out->n_items++;
    out->has_first = true;
    out->regions[0].n++;
    for (uint32_t i = 1; i < out->regions[0].n; i++)
        out->items[i].parent += out->items[i].parent != ITEM_NONE;
    for (uint32_t i = 1; i < out->n_regions; i++)
        out->regions[i].first++;
}

static void complete_thread(finder *f)
{
    page_items *out = f->out;
    uint32_t at = 0;
    if (items_of_thread(f->v) && out->n_regions && words_before(f, &at, out->items[0].first) >= LEAST_FIRST)
        add_first_post(f);
}

static husk_status find(finder *f)
{
    const husk_page *page = f->page;
    size_t n = (size_t)page->n_nodes + 1;
    page_items *out = f->out;
    out->look = arena_array(f->memory, n, sizeof *out->look);
    out->place = arena_array(f->memory, n, sizeof *out->place);
    out->regions = arena_array(f->memory, MAX_REGIONS, sizeof *out->regions);
    out->items = arena_array(f->memory, n + 2, sizeof *out->items);
    f->groups = arena_array(f->memory, n, sizeof *f->groups);
    f->group_of = arena_array(f->memory, n, sizeof *f->group_of);
    f->next = arena_array(f->memory, n, sizeof *f->next);
    f->role = arena_zeros(f->memory, n, sizeof *f->role);
    f->rows = arena_array(f->memory, n, sizeof *f->rows);
    ranked_group *ranked = arena_array(f->memory, n, sizeof *ranked);
    if (!out->look || !out->place || !out->regions || !out->items || !f->groups || !f->group_of || !f->next ||
        !f->role || !f->rows || !ranked || !weigh(f) || !count_class_names(f) || !make_groups(f))
        return HUSK_NO_MEMORY;
    weigh_offers(f);
    add_fields(f);
    uint32_t n_chosen = choose_groups(f, ranked);
    bool done = true;
    for (uint32_t i = 0; i < n_chosen && done; i++)
        done = make_items(f, ranked[i]);
    complete_thread(f);
    return done ? HUSK_OK : HUSK_NO_MEMORY;
}

husk_status items_find(husk_verdict *v, arena *memory, page_items *out)
{
    finder f = { .v = v, .page = v->page, .memory = &v->page->scratch, .kept = memory, .out = out };
    *out = (page_items){ .items = NULL };
    husk_status status = page_blocks(v->page);
    if (status == HUSK_OK)
        status = find(&f);
    map_free(&f.words);
    map_free(&f.numbers);
    return status;
}

void items_drop_first(page_items *out, item_region *r, uint32_t n)
{
    r->first += n;
    r->n -= n;
    for (uint32_t i = r->first; i < r->first + r->n; i++) {
        page_item *item = &out->items[i];
        item->parent = item->parent == ITEM_NONE || item->parent < n ? ITEM_NONE : item->parent - n;
    }
}

void items_only(husk_verdict *v, page_items *out)
{
    const husk_page *page = v->page;
    uint32_t last = page->n_blocks;
    while (last && !v->keep[last - 1])
        last--;
    out->n_regions = last > 0;
    if (last == 0)
        return;
    uint32_t end = page->blocks[last - 1].last_node + 1;
    uint32_t first = post_start(v, end < page->n_nodes ? end : page->n_nodes - 1);
    out->n_items = 1;
    out->items[0] =
        (page_item){ .first = first < end ? first : page->blocks[0].first_node, .end = end, .parent = ITEM_NONE };
    out->regions[0] = (item_region){ .n = 1, .score = 1, .path = SLICE("") };
}
