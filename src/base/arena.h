/* arena.h - memory that is given out piece by piece and taken back all at once.
 * Born with a cap; what is taken back is poisoned under AddressSanitizer. Cost: a pointer bump; a reset keeps the
 * blocks. */
#ifndef HUSK_BASE_ARENA_H
#define HUSK_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct arena_block arena_block;

typedef struct arena {
    arena_block *first;
    arena_block *current;
    size_t total; /* bytes in all blocks, never above cap */
    size_t cap;
    bool no_memory; /* an allocation failed for the system's lack of memory, not for the cap */
} arena;

typedef struct arena_mark {
    arena_block *block;
    size_t used;
} arena_mark;

void arena_init(arena *a, size_t cap);

/* `size` bytes aligned to 16, not cleared; NULL when the cap or the system's memory is reached. Size 0 gives a valid
 * pointer. */
void *arena_alloc(arena *a, size_t size);

/* The same for `n` things of `size` bytes; NULL too when the product does not fit. */
void *arena_array(arena *a, size_t n, size_t size);

/* A copy with a zero byte after it. */
char *arena_copy(arena *a, const char *data, size_t len);

/* Scratch: take a mark, allocate, and give everything since back on every way out. */
arena_mark arena_save(const arena *a);
void arena_restore(arena *a, arena_mark mark);

/* Everything back; the blocks stay for the next page, up to `keep` bytes. */
void arena_reset(arena *a, size_t keep);

void arena_free(arena *a);

#endif
