/* trait_store.c - traits records of a collection's pages, in memory while few, on disk when many.
 * Cost: one copy per record, or one write and one or two reads. Limits: 2^32 - 1 bytes per record; disk space. */
#include "cluster/collection.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/system/temp_file.h"

void trait_store_init(trait_store *s, uint32_t limit)
{
    *s = (trait_store){ .limit = limit, .file = -1 };
}

static husk_status file_append(trait_store *s, const void *bytes, size_t len)
{
    return temp_file_append(s->file, &s->file_len, bytes, len) ? HUSK_OK : HUSK_IO;
}

static husk_status move_to_disk(trait_store *s)
{
    husk_status status = (s->file = temp_file_open()) >= 0 ? HUSK_OK : HUSK_IO;
    for (uint32_t p = 0; p < s->n && status == HUSK_OK; p++) {
        s->page[p].at = s->file_len;
        status = file_append(s, s->page[p].bytes, s->page[p].len);
        free(s->page[p].bytes);
        s->page[p].bytes = NULL;
    }
    return status;
}

husk_status trait_store_add(trait_store *s, const void *bytes, size_t len)
{
    husk_status status = HUSK_OK;
    if (len >= UINT32_MAX || s->n == UINT32_MAX - 1)
        return HUSK_LIMIT;
    if (!array_grow(&s->page, &s->room, (size_t)s->n + 1, sizeof *s->page))
        return HUSK_NO_MEMORY;
    if (s->n == s->limit && s->file < 0)
        status = move_to_disk(s);
    stored_traits *page = &s->page[s->n];
    *page = (stored_traits){ hash_bytes(bytes, len), NULL, s->file_len, (uint32_t)len };
    if (status == HUSK_OK && s->file >= 0) {
        status = file_append(s, bytes, len);
    } else if (status == HUSK_OK) {
        page->bytes = malloc(len ? len : 1);
        if (page->bytes)
            memcpy(page->bytes, bytes, len);
        else
            status = HUSK_NO_MEMORY;
    }
    s->n += status == HUSK_OK;
    return status;
}

husk_status trait_store_read(const trait_store *s, uint32_t number, buffer *out)
{
    const stored_traits *page = &s->page[number];
    buffer_clear(out);
    if (!buffer_reserve(out, (size_t)page->len + 1))
        return out->status;
    if (page->bytes)
        memcpy(out->data, page->bytes, page->len);
    else if (!temp_file_read(s->file, page->at, out->data, page->len))
        return HUSK_IO;
    out->len = page->len;
    return HUSK_OK;
}

void trait_store_free(trait_store *s)
{
    for (uint32_t p = 0; p < s->n; p++)
        free(s->page[p].bytes);
    free(s->page);
    if (s->file >= 0)
        close(s->file);
    *s = (trait_store){ .file = -1 };
}
