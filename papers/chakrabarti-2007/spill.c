/* spill.c - keyed records in 64 buckets, which move to temporary files when memory is full.
 * A record is a header, its key and its bytes; a bucket is indexed by reading its headers. The files have no name, so
 * nothing is left behind however the process ends. Limits: 4 GB per record. */
#include "chakrabarti-2007/spill.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/system/files.h"

typedef struct head {
    uint64_t order;
    uint32_t key_len, len;
} head;

void spill_init(spill *s, size_t cap)
{
    memset(s, 0, sizeof *s);
    s->cap = cap;
    for (uint32_t b = 0; b < SPILL_BUCKETS; b++) {
        buffer_init(&s->bucket[b], SIZE_MAX / 2);
        s->file[b] = -1;
    }
    buffer_init(&s->keys, SIZE_MAX / 2);
}

static husk_status flush(spill *s)
{
    for (uint32_t b = 0; b < SPILL_BUCKETS; b++) {
        buffer *bytes = &s->bucket[b];
        if (!bytes->len)
            continue;
        if (s->file[b] < 0)
            s->file[b] = temp_file_open();
        if (s->file[b] < 0 || !temp_file_append(s->file[b], &s->file_len[b], bytes->data, bytes->len))
            return HUSK_IO;
        buffer_free(bytes);
        buffer_init(bytes, SIZE_MAX / 2);
    }
    s->held = 0;
    return HUSK_OK;
}

husk_status spill_add(spill *s, slice key, uint64_t order, slice bytes)
{
    if (bytes.len > UINT32_MAX || key.len > UINT32_MAX)
        return HUSK_LIMIT;
    head h = { order, (uint32_t)key.len, (uint32_t)bytes.len };
    buffer *to = &s->bucket[hash_bytes(key.data, key.len) % SPILL_BUCKETS];
    buffer_append(to, (const char *)&h, sizeof h);
    buffer_append(to, key.data, key.len);
    buffer_append(to, bytes.data, bytes.len);
    s->held += sizeof h + key.len + bytes.len;
    if (to->status)
        return to->status;
    return s->held > s->cap ? flush(s) : HUSK_OK;
}

/* Read `len` bytes at `offset` of a bucket: the file comes first, then the part in memory. A record lies entirely in
 * one of them. */
static husk_status read_at(const spill *s, uint32_t b, uint64_t offset, char *to, size_t len)
{
    if (len && offset >= s->file_len[b]) {
        memcpy(to, s->bucket[b].data + (offset - s->file_len[b]), len);
        return HUSK_OK;
    }
    return temp_file_read(s->file[b], offset, to, len) ? HUSK_OK : HUSK_IO;
}

static int by_key(const void *a, const void *b, void *context)
{
    const spill *s = context;
    const spill_record *x = a, *y = b;
    uint32_t len = x->key_len < y->key_len ? x->key_len : y->key_len;
    int c = memcmp(s->keys.data + x->key_at, s->keys.data + y->key_at, len);
    if (c == 0)
        c = (x->key_len > y->key_len) - (x->key_len < y->key_len);
    if (c == 0)
        c = (x->order > y->order) - (x->order < y->order);
    return c ? c : (x->offset > y->offset) - (x->offset < y->offset);
}

husk_status spill_bucket(spill *s, uint32_t bucket, const spill_record **records, uint32_t *n)
{
    uint64_t end = s->file_len[bucket] + s->bucket[bucket].len;
    s->n_records = 0;
    s->current = bucket;
    buffer_clear(&s->keys);
    for (uint64_t at = 0; at < end;) {
        head h;
        husk_status status = read_at(s, bucket, at, (char *)&h, sizeof h);
        if (status)
            return status;
        uint32_t key_at = (uint32_t)s->keys.len;
        if (s->keys.len + h.key_len > UINT32_MAX || !buffer_reserve(&s->keys, h.key_len) ||
            !array_grow(&s->records, &s->room, (size_t)s->n_records + 1, sizeof *s->records))
            return HUSK_NO_MEMORY;
        status = read_at(s, bucket, at + sizeof h, s->keys.data + s->keys.len, h.key_len);
        if (status)
            return status;
        s->keys.len += h.key_len;
        s->records[s->n_records++] = (spill_record){ h.order, at + sizeof h + h.key_len, key_at, h.key_len, h.len };
        at += sizeof h + h.key_len + h.len;
    }
    if (s->n_records)
        qsort_r(s->records, s->n_records, sizeof *s->records, by_key, s);
    *records = s->records;
    *n = s->n_records;
    return HUSK_OK;
}

husk_status spill_load(const spill *s, const spill_record *r, buffer *out)
{
    buffer_clear(out);
    if (!buffer_reserve(out, r->len))
        return out->status;
    out->len = r->len;
    return r->len ? read_at(s, s->current, r->offset, out->data, r->len) : HUSK_OK;
}

void spill_free(spill *s)
{
    for (uint32_t b = 0; b < SPILL_BUCKETS; b++) {
        buffer_free(&s->bucket[b]);
        if (s->file[b] >= 0)
            close(s->file[b]);
    }
    free(s->records);
    buffer_free(&s->keys);
}
