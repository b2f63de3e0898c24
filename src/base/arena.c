/* arena.c - a list of blocks, each twice the size of the one before, filled front to back. */
#include "base/arena.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_ASAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ARENA_ASAN 1
#endif
#ifdef ARENA_ASAN
#include <sanitizer/asan_interface.h>
#define POISON(p, n) ASAN_POISON_MEMORY_REGION((p), (n))
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION((p), (n))
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* gcc 14 mistakes poisoning new memory for reading it */
#endif
/* A gap after every allocation, so that ASan sees an overrun. */
#define REDZONE 16
#else
#define POISON(p, n) ((void)(p), (void)(n))
#define UNPOISON(p, n) ((void)(p), (void)(n))
#define REDZONE 0
#endif

#define ALIGN 16                       /* same alignment as malloc */
#define FIRST_BLOCK ((size_t)16 << 10) /* enough for a small page; blocks double from here */

struct arena_block {
    arena_block *next;
    size_t size;
    size_t used;
    _Alignas(ALIGN) char data[];
};

void arena_init(arena *a, size_t cap)
{
    *a = (arena){ .cap = cap };
}

static arena_block *block_new(arena *a, size_t need)
{
    size_t size = a->current ? a->current->size * 2 : FIRST_BLOCK;
    if (size > (size_t)8 << 20)
        size = (size_t)8 << 20;
    if (size < need)
        size = need;
    if (size > a->cap - a->total) {
        size = a->cap - a->total;
        if (size < need)
            return NULL;
    }
    arena_block *block = malloc(sizeof *block + size);
    if (block == NULL) {
        a->no_memory = true;
        return NULL;
    }
    block->next = NULL;
    block->size = size;
    block->used = 0;
    POISON(block->data, size);
    a->total += size;
    return block;
}

/* The next block with room for `need`, linked in after the current one: a block kept by a reset, or a new one. Each
 * new block is twice the last, so kept blocks are few and scanning all of them is cheap. Without the scan, pages of
 * varying size would keep asking for more. */
static arena_block *block_next(arena *a, size_t need)
{
    arena_block **after = a->current ? &a->current->next : &a->first, **link = after;
    while (*link && (*link)->size < need)
        link = &(*link)->next;
    arena_block *block = *link;
    if (block)
        *link = block->next;
    else if ((block = block_new(a, need)) == NULL)
        return NULL;
    block->used = 0;
    block->next = *after;
    *after = block;
    return block;
}

void *arena_alloc(arena *a, size_t size)
{
    size_t need;
    if (!size_add(size, REDZONE + ALIGN - 1, &need))
        return NULL;
    need &= ~(size_t)(ALIGN - 1);
    if (need == 0)
        need = ALIGN;
    if (a->current == NULL || need > a->current->size - a->current->used) {
        arena_block *block = block_next(a, need);
        if (block == NULL)
            return NULL;
        a->current = block;
    }
    char *p = a->current->data + a->current->used;
    a->current->used += need;
    UNPOISON(p, size);
    return p;
}

void *arena_array(arena *a, size_t n, size_t size)
{
    size_t bytes;
    return size_mul(n, size, &bytes) ? arena_alloc(a, bytes) : NULL;
}

char *arena_copy(arena *a, const char *data, size_t len)
{
    size_t size;
    if (!size_add(len, 1, &size))
        return NULL;
    char *copy = arena_alloc(a, size);
    if (copy == NULL)
        return NULL;
    if (len)
        memcpy(copy, data, len);
    copy[len] = 0;
    return copy;
}

arena_mark arena_save(const arena *a)
{
    return (arena_mark){ a->current, a->current ? a->current->used : 0 };
}

void arena_restore(arena *a, arena_mark mark)
{
    for (arena_block *b = mark.block ? mark.block->next : a->first; b; b = b->next) {
        POISON(b->data, b->used);
        b->used = 0;
        if (b == a->current)
            break;
    }
    if (mark.block) {
        POISON(mark.block->data + mark.used, mark.block->used - mark.used);
        mark.block->used = mark.used;
    }
    a->current = mark.block;
}

void arena_reset(arena *a, size_t keep)
{
    arena_restore(a, (arena_mark){ NULL, 0 });
    if (a->total <= keep)
        return;
    arena_block **link = &a->first;
    for (size_t kept = 0; *link;) {
        arena_block *b = *link;
        if (b->size <= keep - kept) {
            kept += b->size;
            link = &b->next;
            continue;
        }
        *link = b->next;
        a->total -= b->size;
        UNPOISON(b->data, b->size);
        free(b);
    }
}

void arena_free(arena *a)
{
    for (arena_block *b = a->first; b;) {
        arena_block *next = b->next;
        UNPOISON(b->data, b->size);
        free(b);
        b = next;
    }
    *a = (arena){ .cap = a->cap };
}
