/* pack.h - compression of what is written, by the name of the file. */
#ifndef HUSK_CLI_PACK_H
#define HUSK_CLI_PACK_H

#include <stdbool.h>
#include <stddef.h>

/* The compression that ends a name, ".gz" or ".zst", or "". */
const char *pack_ending(const char *path);

typedef struct pack pack;

/* For a name with such an ending. NULL: out of memory. */
pack *pack_new(const char *path);
void pack_free(pack *p);

/* Compress, and pass what is ready to `put`. `end`: end the frame; the next begins a new one, and all of them together
 * are read as one file. False: out of memory, or `put` failed. */
bool pack_write(pack *p, const void *bytes, size_t len, bool end, bool (*put)(void *to, const void *bytes, size_t len),
                void *to);

#endif
