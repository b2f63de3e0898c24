/* sqlite_memory.h - lets SQLite allocate through glibc in fuzz targets, past the sanitizer, which would take most of
 * the time: SQLite is not what is tested. Each block begins with its size. */
#ifndef HUSK_FUZZ_SQLITE_MEMORY_H
#define HUSK_FUZZ_SQLITE_MEMORY_H

#include <sqlite3.h>
#include <stdint.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

static void *block_new(int size)
{
    int64_t *block = __libc_malloc((size_t)size + 16);
    if (block == NULL)
        return NULL;
    block[0] = size;
    return block + 2;
}

static void block_free(void *block)
{
    __libc_free((int64_t *)block - 2);
}

static void *block_resize(void *block, int size)
{
    int64_t *resized = __libc_realloc((int64_t *)block - 2, (size_t)size + 16);
    if (resized == NULL)
        return NULL;
    resized[0] = size;
    return resized + 2;
}

static int block_size(void *block)
{
    return (int)((int64_t *)block)[-2];
}

static int round_up(int size)
{
    return (size + 7) & ~7;
}

static int memory_start(void *unused)
{
    (void)unused;
    return SQLITE_OK;
}

static void memory_end(void *unused)
{
    (void)unused;
}

/* Before anything else of SQLite. */
static void sqlite_memory_use(void)
{
    static const sqlite3_mem_methods methods = { block_new, block_free,   block_resize, block_size,
                                                 round_up,  memory_start, memory_end,   NULL };
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK ||
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) != SQLITE_OK)
        abort();
}

#endif
