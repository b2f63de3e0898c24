/* arena.h - a bump allocator: allocate piece by piece, release everything at once.
 * Every arena has a cap. Released memory is poisoned under AddressSanitizer. Cost: a pointer bump; a reset keeps the
 * blocks. */
#ifndef HUSK_BASE_ARENA_H
#define HUSK_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Addition and multiplication of sizes that come from input. False on overflow; *out must then not be used. */
static inline bool size_add(size_t a, size_t b, size_t *out)
{
    return !__builtin_add_overflow(a, b, out);
}

static inline bool size_mul(size_t a, size_t b, size_t *out)
{
    return !__builtin_mul_overflow(a, b, out);
}

typedef struct arena_block arena_block;

typedef struct arena {
    arena_block *first;
    arena_block *current;
    size_t total; /* bytes in all blocks, never above cap */
    size_t cap;
    bool no_memory; /* an allocation failed because the system is out of memory, not because of the cap */
} arena;

typedef struct arena_mark {
    arena_block *block;
    size_t used;
} arena_mark;

void arena_init(arena *a, size_t cap);

/* `size` bytes aligned to 16, uninitialised. NULL at the cap or when the system is out of memory. Size 0 gives a
 * valid pointer. */
void *arena_alloc(arena *a, size_t size);

/* The same for `n` items of `size` bytes; also NULL if the product overflows. */
void *arena_array(arena *a, size_t n, size_t size);

/* The same, all zero. */
static inline void *arena_zeros(arena *a, size_t n, size_t size)
{
    void *zeros = arena_array(a, n, size);
    return zeros ? memset(zeros, 0, n * size) : NULL;
}

/* A NUL-terminated copy. */
char *arena_copy(arena *a, const char *data, size_t len);

/* Scratch memory: take a mark, allocate, and restore the mark on every return path. */
arena_mark arena_save(const arena *a);
void arena_restore(arena *a, arena_mark mark);

/* Release everything; keep up to `keep` bytes of blocks for the next page. */
void arena_reset(arena *a, size_t keep);

void arena_free(arena *a);

#endif
