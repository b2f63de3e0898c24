/* site_pages.c - the pages of a site that the server has. Of two versions of a page the first counts. */
#include "sites.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

#define MAX_READ 20000 /* pages per request */
#define MAX_INPUTS 1024

static size_t given_pages(const server *s, const char **out)
{
    size_t n = 0;
    for (size_t i = 0; i < s->settings->n_inputs && n < MAX_INPUTS; i++)
        if (!ends_with(s->settings->inputs[i], ".husk"))
            out[n++] = s->settings->inputs[i];
    return n;
}

husk_status opened_source(const server *s, husk_source **out, husk_error *error)
{
    const char *inputs[MAX_INPUTS];
    size_t n = given_pages(s, inputs);
    return n ? husk_source_open(inputs, n, s->settings->source, out, error) : HUSK_END;
}

husk_status site_pages_source(const server *s, const site_ref *ref, husk_source **out, husk_error *error)
{
    const char *folder = ref->pages;
    if (ref->pages[0] == 0)
        return opened_source(s, out, error);
    return access(ref->pages, R_OK) == 0 ? husk_source_open(&folder, 1, s->settings->source, out, error) : HUSK_END;
}

bool site_pages_any(const server *s, const site_ref *ref)
{
    const char *inputs[MAX_INPUTS];
    return ref->pages[0] ? access(ref->pages, R_OK) == 0 : given_pages(s, inputs) > 0;
}

/* --- pages seen already, by their ids' hashes --- */

typedef struct id_set {
    uint64_t slots[1 << 16]; /* more than three times MAX_READ */
} id_set;

static bool is_new(id_set *set, const char *id)
{
    uint64_t hash = hash_of(id, strlen(id));
    size_t i = hash >> 48;
    while (set->slots[i] != 0 && set->slots[i] != hash)
        i = (i + 1) & 0xffff;
    bool was_new = set->slots[i] == 0;
    set->slots[i] = hash;
    return was_new;
}

husk_status site_pages_each(worker *w, const site_ref *ref, page_visit visit, void *context, husk_error *error)
{
    husk_source *source = NULL;
    husk_raw raw;
    husk_raw_init(&raw, sizeof raw);
    id_set *seen = calloc(1, sizeof *seen);
    husk_status status = seen ? site_pages_source(w->server, ref, &source, error) : HUSK_NO_MEMORY;
    for (unsigned n = 0; n < MAX_READ && status == HUSK_OK && !w->server->is_ending; n++) {
        status = husk_source_next(source, &raw, error);
        if (status != HUSK_OK || !is_new(seen, raw.id ? raw.id : ""))
            continue;
        husk_status parsed = husk_page_parse(w->page, &raw, error);
        if (parsed == HUSK_OK || parsed == HUSK_LIMIT)
            status = visit(context, w->page, error);
        else if (parsed == HUSK_NO_MEMORY) /* the page is there: an answer without it would be wrong */
            status = parsed;
    }
    husk_source_free(source);
    free(seen);
    return status == HUSK_END ? HUSK_OK : status;
}
