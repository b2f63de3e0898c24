/* fuzz_sitemap.c - any bytes are a sitemap: XML, gzip or lines. Every address ends with a zero byte, and none is empty.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "source/addresses.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_INFLATED ((size_t)1 << 16)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    buffer out;
    bool is_index;
    buffer_init(&out, (size_t)1 << 24);
    if (!sitemap_read((slice){ (const char *)data, size }, MAX_INFLATED, &out, &is_index))
        abort();
    if (out.len && out.data[out.len - 1] != 0)
        abort();
    for (size_t at = 0; at < out.len; at += strlen(out.data + at) + 1)
        if (out.data[at] == 0)
            abort();
    buffer_free(&out);
    return 0;
}
