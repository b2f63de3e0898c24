/* pack.h - what is written in another form than given: compressed, by the name of the file, or packed rows as Parquet.
 */
#ifndef HUSK_CLI_PACK_H
#define HUSK_CLI_PACK_H

#include <stdbool.h>
#include <stddef.h>

/* The compression that ends a name, ".gz" or ".zst", or "". */
const char *pack_ending(const char *path);

typedef struct pack pack;

/* For a name with such an ending; or for packed rows. NULL: out of memory. */
pack *pack_new(const char *path);
pack *pack_new_rows(void);
void pack_free(pack *p);

/* Can the output end here and be continued, as another frame? Rows can't. */
bool pack_has_frames(const pack *p);

/* Pass what is ready to `put`. `end`: end the frame; all frames together are read as one file. Rows have one. False:
 * out of memory, or `put` failed. */
bool pack_write(pack *p, const void *bytes, size_t len, bool end, bool (*put)(void *to, const void *bytes, size_t len),
                void *to);

#endif
