/* tag_paths.c - the tag paths of a page: pages of one template share most of them.
 * Cost: one look-up per element, a sort of the distinct paths. Limits: those of the page. */
#include "cluster/tag_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/table.h"
#include "page/views.h"
#include "store/tally.h"

/* Add `hash` if it is new; `slots` has `size` of them, a power of two. 0 is not a path. */
static bool set_add(uint64_t *slots, size_t size, uint64_t hash)
{
    size_t at;
    TABLE_PLACE(at, hash, size, slots[at] == 0, slots[at] == hash);
    bool is_new = slots[at] == 0;
    slots[at] = hash;
    return is_new;
}

/* The standard adds an empty <head> to every page: it carries no information. */
static bool is_empty_head(const husk_page *page, uint32_t node)
{
    return page->tag[node] == TAG_HEAD && page->end[node] == node + 1 &&
           page->attribute[node] == page->attribute[node + 1];
}

husk_status page_tag_paths(const husk_page *page, arena *memory, uint64_t **paths, uint32_t *n)
{
    size_t size = table_size(page->n_nodes, 64);
    uint64_t *by_node = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *by_node),
             *set = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *set);
    uint64_t *slots = arena_zeros(memory, size, sizeof *slots);
    if (by_node == NULL || set == NULL || slots == NULL)
        return HUSK_NO_MEMORY;
    uint32_t kept = 0;
    by_node[0] = hash_bytes("Document", 8);
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (page->flags[i] & NODE_TEXT || is_empty_head(page, i))
            continue;
        by_node[i] = hash_pair(by_node[page->parent[i]], page_step_hash(page, i, STEP_TAG));
        if (by_node[i] && set_add(slots, size, by_node[i]))
            set[kept++] = by_node[i];
    }
    qsort(set, kept, sizeof *set, by_hash_order);
    *paths = set;
    *n = kept;
    return HUSK_OK;
}
