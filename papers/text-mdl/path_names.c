/* path_names.c - a table from path hashes to names, filled from pages on any worker.
 * Cost: one entry per distinct path. Limits: HUSK_MAX_PATH_NAMES bytes of names; further paths are shown as hashes. */
#include "text-mdl/path_names.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/table.h"
#include "page/views.h"

/* A longer step is cut: it is a page's own text. */
#define PATH_STEP_BYTES 120u

void path_names_init(path_names *names)
{
    *names = (path_names){ 0 };
    arena_init(&names->strings, HUSK_MAX_PATH_NAMES);
}

void path_names_free(path_names *names)
{
    arena_free(&names->strings);
    free(names->entry);
    *names = (path_names){ 0 };
}

husk_status path_names_write(const husk_page *page, buffer *out)
{
    arena memory;
    arena_init(&memory, HUSK_MAX_PAGE_ARENA);
    uint64_t *by_node;
    husk_status status = page_path_hashes(page, STEP_TAG, &memory, &by_node);
    buffer step;
    buffer_init(&step, HUSK_MAX_PAGE_BYTES);
    for (uint32_t i = 1; status == HUSK_OK && i < page->n_nodes; i++) {
        if (by_node[i] == 0)
            continue;
        buffer_clear(&step);
        page_step_write(page, i, STEP_TAG, &step);
        uint64_t head[3] = { by_node[i], by_node[page->parent[i]],
                             slice_cut((slice){ step.data, step.len }, PATH_STEP_BYTES) };
        buffer_append(out, (const char *)head, sizeof head);
        buffer_append(out, step.data, head[2]);
        status = out->status;
    }
    buffer_free(&step);
    arena_free(&memory);
    return status;
}

TABLE_OF(entry, path_name, hash, step)

husk_status path_names_add(path_names *names, const void *bytes, size_t len)
{
    const char *at = bytes, *end = at + len;
    while (at < end) {
        uint64_t head[3];
        if ((size_t)(end - at) < sizeof head)
            return HUSK_BAD_ARGUMENT;
        memcpy(head, at, sizeof head);
        at += sizeof head;
        if (head[2] > (size_t)(end - at))
            return HUSK_BAD_ARGUMENT;
        if (!entry_reserve(&names->entry, &names->n_slots, names->n, 4096))
            return HUSK_NO_MEMORY;
        path_name *entry = entry_place(names->entry, names->n_slots, head[0]);
        if (entry->step == NULL) {
            char *step = arena_copy(&names->strings, at, head[2]);
            if (step == NULL)
                return HUSK_OK; /* full: the rest are shown as hashes */
            *entry = (path_name){ head[0], head[1], step, (uint32_t)head[2] };
            names->n++;
        }
        at += head[2];
    }
    return HUSK_OK;
}

void path_names_spell(const path_names *names, uint64_t hash, buffer *out)
{
    const path_name *chain[HUSK_MAX_DEPTH * 2];
    size_t n = 0;
    for (uint64_t h = hash; names->n_slots && n < sizeof chain / sizeof *chain;) {
        const path_name *entry = entry_place(names->entry, names->n_slots, h);
        if (entry->step == NULL)
            break;
        chain[n++] = entry;
        h = entry->parent;
    }
    if (n == 0) {
        buffer_format(out, "%016llx", (unsigned long long)hash);
        return;
    }
    buffer_text(out, "Document");
    while (n--) {
        buffer_byte(out, '\\');
        buffer_append(out, chain[n]->step, chain[n]->len);
    }
}
