/* text.h - small questions about C strings, asked in several files of the program. */
#ifndef HUSK_CLI_TEXT_H
#define HUSK_CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text), n = strlen(end);
    return len > n && memcmp(text + len - n, end, n) == 0;
}

/* FNV-1a; never 0. */
static inline uint64_t hash_of(const char *bytes, size_t len)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return hash ? hash : 1;
}

#endif
