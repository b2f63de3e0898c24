/* fuzz_warc.c - any bytes as an archive: every record is a page, a reported failure, or skipped, and reading ends.
 * The first byte says how: the codec implied by the name, the page's cap, and whether any HTTP status is accepted. */
#include <stdint.h>
#include <stdlib.h>

#include "source/formats.h"
#include "reader_memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const draft *d)
{
    if (d->len > d->max_bytes || d->start + d->len > d->bytes->len)
        abort();
    if (d->id.len == 0 || d->id.data[d->id.len - 1] != 0)
        abort();
    if (d->status != HUSK_OK && d->status != HUSK_LIMIT && d->status != HUSK_BAD_FILE)
        abort();
    if ((d->status == HUSK_OK) != (d->reason.len == 0))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static reader r; /* kept, as a source keeps it from file to file */
    static warc w;
    static const codec forced[] = { CODEC_NONE, CODEC_GZIP, CODEC_ZSTD, CODEC_NONE };
    if (size == 0)
        return 0;
    buffer bytes;
    draft d = {
        .bytes = &bytes, .max_bytes = data[0] & 4 ? 50 : 100000, .any_status = data[0] & 8, .is_traced = data[0] & 16
    };
    buffer *texts[] = { &d.id, &d.url, &d.charset, &d.reason, &d.provenance };
    buffer_init(&bytes, d.max_bytes + DRAFT_SLACK);
    for (size_t i = 0; i < 5; i++)
        buffer_init(texts[i], 1 << 20);
    if (!reader_open_memory(&r, (const char *)data + 1, size - 1, forced[data[0] & 3]))
        abort();
    warc_open(&w, &r, "fuzz");
    husk_status status;
    size_t n = 0;
    while ((status = warc_next(&w, &d)) == HUSK_OK && n++ < 1000)
        check(&d);
    if (status != HUSK_OK && status != HUSK_END)
        abort();
    for (size_t i = 0; i < 5; i++)
        buffer_free(texts[i]);
    buffer_free(&bytes);
    return 0;
}
