/* trait_store.c - traits records of a collection's pages, in memory while few, on disk when many.
 * Cost: one copy per record, or one write and one or two reads. Limits: 2^32 - 1 bytes per record; disk space. */
#include "cluster/trait_store.h"

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

static bool store_grow(trait_store *s)
{
    size_t n = (size_t)s->n + 1;
    return array_grow(&s->key, &s->rooms[0], n, sizeof *s->key) &&
           array_grow(&s->bytes, &s->rooms[1], n, sizeof *s->bytes) &&
           array_grow(&s->at, &s->rooms[2], n, sizeof *s->at) && array_grow(&s->len, &s->rooms[3], n, sizeof *s->len);
}

static husk_status file_append(trait_store *s, const void *bytes, size_t len)
{
    return temp_file_append(s->file, &s->file_len, bytes, len) ? HUSK_OK : HUSK_IO;
}

static husk_status move_to_disk(trait_store *s)
{
    husk_status status = (s->file = temp_file_open()) >= 0 ? HUSK_OK : HUSK_IO;
    for (uint32_t p = 0; p < s->n && status == HUSK_OK; p++) {
        s->at[p] = s->file_len;
        status = file_append(s, s->bytes[p], s->len[p]);
        trait_store_drop(s, p);
    }
    return status;
}

husk_status trait_store_add(trait_store *s, const void *bytes, size_t len)
{
    husk_status status = HUSK_OK;
    if (len >= UINT32_MAX || s->n == UINT32_MAX - 1)
        return HUSK_LIMIT;
    if (!store_grow(s))
        return HUSK_NO_MEMORY;
    if (s->n == s->limit && s->file < 0)
        status = move_to_disk(s);
    s->key[s->n] = hash_bytes(bytes, len);
    s->len[s->n] = (uint32_t)len;
    s->at[s->n] = s->file_len;
    s->bytes[s->n] = NULL;
    if (status == HUSK_OK && s->file >= 0) {
        status = file_append(s, bytes, len);
    } else if (status == HUSK_OK) {
        s->bytes[s->n] = malloc(len ? len : 1);
        if (s->bytes[s->n])
            memcpy(s->bytes[s->n], bytes, len);
        else
            status = HUSK_NO_MEMORY;
    }
    s->n += status == HUSK_OK;
    return status;
}

husk_status trait_store_read(const trait_store *s, uint32_t page, buffer *out)
{
    buffer_clear(out);
    if (!buffer_reserve(out, (size_t)s->len[page] + 1))
        return out->status;
    if (s->bytes[page]) {
        buffer_append(out, s->bytes[page], s->len[page]);
        return out->status;
    }
    if (!temp_file_read(s->file, s->at[page], out->data, s->len[page]))
        return HUSK_IO;
    out->len = s->len[page];
    return HUSK_OK;
}

void trait_store_drop(trait_store *s, uint32_t page)
{
    free(s->bytes[page]);
    s->bytes[page] = NULL;
}

void trait_store_free(trait_store *s)
{
    for (uint32_t p = 0; p < s->n; p++)
        free(s->bytes[p]);
    free(s->key);
    free(s->bytes);
    free(s->at);
    free(s->len);
    if (s->file >= 0)
        close(s->file);
    *s = (trait_store){ .file = -1 };
}
