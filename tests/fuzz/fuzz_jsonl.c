/* fuzz_jsonl.c - any bytes as lines: each is a page or a failure with its number. */
#include <stdint.h>
#include <stdlib.h>

#include "source/formats.h"
#include "reader_memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static reader r;
    jsonl j;
    buffer bytes;
    draft d = { .bytes = &bytes, .max_bytes = 1000, .is_traced = size & 1 };
    buffer *texts[] = { &d.id, &d.url, &d.charset, &d.reason, &d.provenance };
    buffer_init(&bytes, HUSK_MAX_LINE_BYTES + DRAFT_SLACK);
    for (size_t i = 0; i < 5; i++)
        buffer_init(texts[i], 1 << 20);
    if (!reader_open_memory(&r, (const char *)data, size, CODEC_NONE))
        abort();
    jsonl_open(&j, &r, "fuzz", &(jsonl_keys){ "html", "text", "url", "id" });
    husk_status status;
    size_t n = 0;
    while ((status = jsonl_next(&j, &d)) == HUSK_OK && n++ < 1000) {
        if (d.len > d.max_bytes || (d.len && d.start + d.len > bytes.size))
            abort();
        if (d.id.len == 0 || d.id.data[d.id.len - 1] != 0)
            abort();
    }
    if (status != HUSK_OK && status != HUSK_END)
        abort();
    for (size_t i = 0; i < 5; i++)
        buffer_free(texts[i]);
    buffer_free(&bytes);
    return 0;
}
