/* fuzz_members.c - ZIP and tar archives: the first byte chooses, the rest is the file. Fails on a page beyond its cap,
 * or an id that is not a C string. */
#include <stdint.h>
#include <stdlib.h>

#include "source/formats.h"
#include "reader_memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static reader r; /* kept, as a source keeps them from file to file */
    static members m;
    if (size == 0)
        return 0;
    buffer bytes;
    draft d = { .bytes = &bytes, .max_bytes = data[0] & 4 ? 50 : 100000, .is_traced = data[0] & 8 };
    buffer *texts[] = { &d.id, &d.url, &d.charset, &d.reason, &d.provenance };
    buffer_init(&bytes, d.max_bytes + DRAFT_SLACK);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        buffer_init(texts[i], 1 << 20);
    if (!reader_open_memory(&r, (const char *)data + 1, size - 1, CODEC_NONE))
        abort();
    members_open(&m, &r, "fuzz", data[0] & 1);
    husk_status status;
    size_t n = 0;
    while ((status = members_next(&m, &d)) == HUSK_OK && n++ < 1000) {
        if (d.len > d.max_bytes || d.start + d.len > bytes.len || d.id.len == 0 || d.id.data[d.id.len - 1] != 0)
            abort();
        if (d.len)
            mhtml_decode(&d);
        if (d.start + d.len > bytes.len)
            abort();
    }
    if (status != HUSK_OK && status != HUSK_END)
        abort();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        buffer_free(texts[i]);
    buffer_free(&bytes);
    return 0;
}
