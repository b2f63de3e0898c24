/* explored.c - accessors for the result of exploring: a page's schema, and the links between classes.
 * Cost: a sort of the links. */
#include "crawl/explore.h"

#include <stdlib.h>

void explored_free(explored *e)
{
    site_model_free(e->model);
    free(e->pages);
    free(e->collections);
    free(e->paths);
    free(e->links);
    free(e->path_hash);
    free(e->page_of);
    *e = (explored){ 0 };
}

page_schema explored_schema(const explored *e, uint32_t page)
{
    const explored_page *p = &e->pages[page];
    return (page_schema){ e->paths ? e->paths + p->first_path : NULL, p->n_collections, p->n_links };
}

static int by_ends(const void *a, const void *b)
{
    const class_link *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->path != y->path)
        return x->path < y->path ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

husk_status explored_class_links(const explored *e, const uint32_t *class_of, class_link **links, uint32_t *n)
{
    class_link *all = malloc((e->n_links + 1) * sizeof *all);
    size_t count = 0;
    uint32_t kept = 0;
    if (all == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t p = 0; p < e->n_pages; p++)
        for (uint32_t i = 0; class_of[p] != CLASS_NONE && i < e->pages[p].n_collections; i++) {
            const explore_collection *c = &e->collections[e->pages[p].first_collection + i];
            for (uint32_t j = 0; j < c->n; j++) {
                uint32_t address = e->links[c->first + j],
                         to = address == ADDRESS_NONE ? CLASS_NONE : e->page_of[address];
                if (to == CLASS_NONE || class_of[to] == CLASS_NONE)
                    continue;
                class_link link = { class_of[p], c->path, class_of[to], 1 };
                if (count && by_ends(&all[count - 1], &link) == 0) /* most links of a collection */
                    all[count - 1].n++;
                else
                    all[count++] = link;
            }
        }
    qsort(all, count, sizeof *all, by_ends);
    for (size_t i = 0; i < count; i++) {
        if (kept && by_ends(&all[kept - 1], &all[i]) == 0)
            all[kept - 1].n += all[i].n;
        else
            all[kept++] = all[i];
    }
    *links = all;
    *n = kept;
    return HUSK_OK;
}
