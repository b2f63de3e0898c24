/* spill.h - group records by key, in memory while they are few and in temporary files when they are many.
 * Records are returned one bucket of keys at a time, those of one key together, so that memory holds at most the
 * records of one key. Cost: each byte is written and read once. */
#ifndef HUSK_PAPERS_SPILL_H
#define HUSK_PAPERS_SPILL_H

#include "base/buffer.h"
#include "base/text.h"

#define SPILL_BUCKETS 64u /* temporary files open at once */

/* Where a record is; sorted by key, then by order. */
typedef struct spill_record {
    uint64_t order;           /* the caller's */
    uint64_t offset;          /* of its bytes in the bucket */
    uint32_t key_at, key_len; /* in the spill's `keys` */
    uint32_t len;
} spill_record;

typedef struct spill {
    buffer bucket[SPILL_BUCKETS];
    int file[SPILL_BUCKETS]; /* -1: none yet */
    uint64_t file_len[SPILL_BUCKETS];
    size_t held, cap;
    /* of the bucket that is read */
    uint32_t current;
    spill_record *records;
    size_t room;
    uint32_t n_records;
    buffer keys;
} spill;

/* Hold at most about `cap` bytes in memory. */
void spill_init(spill *s, size_t cap);

/* IO: a temporary file could not be written. NO_MEMORY. */
husk_status spill_add(spill *s, slice key, uint64_t order, slice bytes);

/* Load the index of a bucket. Nothing may be added afterwards. IO, NO_MEMORY. */
husk_status spill_bucket(spill *s, uint32_t bucket, const spill_record **records, uint32_t *n);

static inline slice spill_key(const spill *s, const spill_record *r)
{
    return (slice){ s->keys.data + r->key_at, r->key_len };
}

/* Read a record of the current bucket into `out`, which is cleared first. IO, NO_MEMORY. */
husk_status spill_load(const spill *s, const spill_record *r, buffer *out);

void spill_free(spill *s);

#endif
