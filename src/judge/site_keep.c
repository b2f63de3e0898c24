/* site_keep.c - which blocks a reader keeps, from the verdicts on a page's texts.
 * A block is what most of its words' places say. What they call template is kept all the same where it stands inside
 * content: a heading that all pages have ("Parameters", "See also") is the site's, but what it heads is not whole
 * without it. Where that is, the cheapest labelling of the tree in few regions tells (judge/regions.h). Cost: a pass
 * over the texts, one over the blocks, two over the elements that have blocks inside. */
#include <math.h>
#include <string.h>

#include "judge/regions.h"
#include "judge/site_judge.h"
#include "judge/trust.h"

/* By block: what its texts' places say, by bytes. */
typedef struct block_place {
    float vote; /* no text outvotes others by being sure: so keeping is decided */
    float odds; /* as they are: so it is told how sure that is */
    float bytes;
} block_place;

static block_place *block_places(const husk_page *page, const site_verdict *v, arena *memory)
{
    block_place *places = arena_array(memory, (size_t)page->n_blocks + 1, sizeof *places);
    if (places == NULL)
        return NULL;
    memset(places, 0, ((size_t)page->n_blocks + 1) * sizeof *places);
    for (uint32_t i = 0; i < v->n_texts; i++) {
        const text_verdict *t = &v->texts[i];
        uint32_t block = page->block_of[t->node];
        if (block == NODE_NONE)
            continue;
        float bytes = (float)page->text[t->node].len;
        places[block].vote += bytes * odds_within(t->place, MOST_VOTE);
        places[block].odds += bytes * t->place;
        places[block].bytes += bytes;
    }
    return places;
}

/* By block: is it in a region of content? NULL: no memory. */
static bool *block_regions(const husk_page *page, const block_place *places, float trust, arena *memory)
{
    uint32_t n = page->n_blocks, *node = arena_array(memory, (size_t)n + 1, sizeof *node);
    float *pull = arena_array(memory, (size_t)n + 1, sizeof *pull);
    bool *content = arena_array(memory, (size_t)n + 1, sizeof *content);
    if (node == NULL || pull == NULL || content == NULL)
        return NULL;
    for (uint32_t b = 0; b < n; b++) {
        node[b] = page->blocks[b].container;
        pull[b] = places[b].bytes > 0 ? (float)page->blocks[b].n_words * places[b].vote / places[b].bytes : 0;
    }
    region_tree tree = { .n_nodes = page->n_nodes, .n_leaves = n, .parent = page->parent, .node = node, .pull = pull };
    region_borders borders = { .template_inside = trust * TEMPLATE_INSIDE, .content_inside = trust * CONTENT_INSIDE };
    return regions_label(&tree, borders, memory, content) == HUSK_OK ? content : NULL;
}

float site_keep_blocks(const husk_page *page, const site_verdict *v, bool *keep, arena *memory)
{
    float kept = 0, right = 0, content = 0;
    block_place *places = v->host && v->fits ? block_places(page, v, memory) : NULL;
    bool *region = places ? block_regions(page, places, site_pages_trust(v->host), memory) : NULL;
    if (region == NULL)
        return -1;
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        const block_place *p = &places[b];
        float words = (float)page->blocks[b].n_words, probable = p->bytes > 0 ? 1 / (1 + expf(-p->odds / p->bytes)) : 0;
        bool follows =
            region[b] && page->blocks[b].n_link_words < page->blocks[b].n_words; /* a site's own links head nothing */
        keep[b] = p->vote >= 0 || follows;
        probable = follows && probable < .5f ? .5f : probable; /* what is around it outweighs it */
        kept += keep[b] ? words : 0;
        right += keep[b] ? words * probable : 0;
        content += words * probable;
    }
    return kept + content > 0 ? 2 * right / (kept + content) : 0;
}
