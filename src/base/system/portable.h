/* portable.h - what Linux has, under its names, on macOS. There the build includes it before every file; files that
 * need the order of bytes include it themselves. */
#ifndef HUSK_BASE_SYSTEM_PORTABLE_H
#define HUSK_BASE_SYSTEM_PORTABLE_H

#ifndef __APPLE__
#include <endian.h>
#else
#include <stdint.h>
#include <stdlib.h>

#define htole32(x) ((uint32_t)(x))
#define htole64(x) ((uint64_t)(x))
#define le32toh(x) ((uint32_t)(x))
#define le64toh(x) ((uint64_t)(x))

#define SOCK_CLOEXEC 0
#define O_TMPFILE 0 /* then a directory can't be opened, and the file gets a name */
#define st_mtim st_mtimespec
#define pthread_condattr_setclock(attributes, clock) ((void)(attributes), (void)(clock))

static inline void *memrchr(const void *bytes, int c, size_t len)
{
    const unsigned char *at = (const unsigned char *)bytes;
    while (len > 0 && at[len - 1] != (unsigned char)c)
        len--;
    return len > 0 ? (void *)(uintptr_t)(at + len - 1) : NULL;
}

static inline int any_is_same(const void *a, const void *b)
{
    (void)a, (void)b;
    return 0;
}

/* Not by <search.h>, whose names are those of others. */
void *tdelete(const void *restrict key, void **restrict root, int (*compare)(const void *a, const void *b));

static inline void tdestroy(void *root, void (*release)(void *item))
{
    while (root) {
        void *item = *(void **)root;
        tdelete(item, &root, any_is_same); /* the root */
        release(item);
    }
}

/* The same function with its arguments in another order. */
typedef struct sort_order {
    int (*compare)(const void *a, const void *b, void *context);
    void *context;
} sort_order;

static inline int sort_compare(void *order, const void *a, const void *b)
{
    const sort_order *o = (const sort_order *)order;
    return o->compare(a, b, o->context);
}

static inline void sort_with(void *items, size_t n, size_t size,
                             int (*compare)(const void *a, const void *b, void *context), void *context)
{
    sort_order order = { compare, context };
    qsort_r(items, n, size, &order, sort_compare);
}
#define qsort_r sort_with
#endif

#endif
