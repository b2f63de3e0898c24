/* fuzz_mhtml.c - MIME messages. Fails on a part outside the message, or one that grew. */
#include <stdint.h>
#include <stdlib.h>

#include "source/formats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    buffer bytes;
    draft d = { .bytes = &bytes, .max_bytes = size, .len = size };
    buffer *texts[] = { &d.id, &d.url, &d.charset, &d.reason };
    buffer_init(&bytes, size + DRAFT_SLACK);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        buffer_init(texts[i], 1 << 20);
    draft_text(&d.id, SLICE("fuzz"));
    buffer_append(&bytes, (const char *)data, size);
    if (size)
        mhtml_decode(&d);
    if (d.start + d.len > size)
        abort();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        buffer_free(texts[i]);
    buffer_free(&bytes);
    return 0;
}
