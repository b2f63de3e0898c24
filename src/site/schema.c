/* schema.c - pages by their tag paths: of one template when they share most of them.
 * Cost: a look-up an element, a sort of the different paths, one merge a comparison. Evidence: leader clustering by this at .6 tells forty sites apart (F .99), the kinds of page
 * of one site only roughly, which is what site/cluster is for. */
#include "site/schema.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "page/views.h"
#include "site/tally.h"

static int by_hash(const void *a, const void *b)
{
    return hash_order(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* Keep `hash` if it is not there yet; `slots` has `size` of them, a power of two. 0 is no path. */
static bool set_add(uint64_t *slots, size_t size, uint64_t hash)
{
    size_t at = hash & (size - 1);
    while (slots[at] && slots[at] != hash)
        at = (at + 1) & (size - 1);
    bool is_new = slots[at] == 0;
    slots[at] = hash;
    return is_new;
}

/* The standard adds an empty <head> to every page: it tells nothing. */
static bool is_empty_head(const husk_page *page, uint32_t node)
{
    return page->tag[node] == TAG_HEAD && page->end[node] == node + 1 && page->attribute[node] == page->attribute[node + 1];
}

husk_status schema_of_page(const husk_page *page, arena *memory, uint64_t **paths, uint32_t *n)
{
    size_t size = 64;
    while (size < (size_t)page->n_nodes * 2)
        size *= 2;
    uint64_t *by_node = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *by_node), *set = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *set);
    uint64_t *slots = arena_array(memory, size, sizeof *slots);
    if (by_node == NULL || set == NULL || slots == NULL)
        return HUSK_NO_MEMORY;
    memset(slots, 0, size * sizeof *slots);
    uint32_t kept = 0;
    by_node[0] = hash_bytes("Document", 8);
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (page->flags[i] & NODE_TEXT || is_empty_head(page, i))
            continue;
        by_node[i] = hash_pair(by_node[page->parent[i]], page_step_hash(page, i, STEP_TAG));
        if (by_node[i] && set_add(slots, size, by_node[i]))
            set[kept++] = by_node[i];
    }
    qsort(set, kept, sizeof *set, by_hash);
    *paths = set;
    *n = kept;
    return HUSK_OK;
}

static double share(size_t both, size_t n, size_t m)
{
    return n + m ? (double)both / (double)(n + m - both) : 0;
}

double schema_alike(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m)
{
    size_t both = 0;
    for (uint32_t i = 0, j = 0; i < n && j < m;) {
        int order = hash_order(a[i], b[j]);
        both += order == 0;
        i += order <= 0;
        j += order >= 0;
    }
    return share(both, n, m);
}

double schema_like_class(const uint64_t *paths, uint32_t n, const model_class *c)
{
    size_t both = 0, core = 0;
    for (uint32_t i = 0, j = 0; j < c->n_paths; j++) {
        if (c->paths[j].pages * 2 < c->n_sampled)
            continue;
        core++;
        while (i < n && hash_order(paths[i], c->paths[j].hash) < 0)
            i++;
        both += i < n && paths[i] == c->paths[j].hash;
    }
    return share(both, n, core);
}
