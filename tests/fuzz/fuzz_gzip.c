/* fuzz_gzip.c - any bytes as a file: gzip and zstd layers are removed, damage is reported, recovery ends.
 * The reader only moves forward. The first two bytes say which of its functions are called in turn. */
#include <stdint.h>
#include <stdlib.h>

#include "source/reader.h"
#include "reader_memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES ((uint64_t)8 << 20) /* examined per run: the inputs may be bombs */

static void words_check(const reader *r)
{
    buffer words;
    buffer_init(&words, 10000);
    reader_explain(r, "", &words);
    if (words.status != HUSK_OK || (r->fault != READER_FINE && words.len == 0))
        abort();
    buffer_free(&words);
}

/* One call; false when nothing came of it. */
static bool turn(reader *r, unsigned what)
{
    static char into[40000];
    const char *seen;
    size_t n;
    switch (what & 3) {
    case 0:
        n = reader_peek(r, what * 7 + 1, &seen);
        if (n == 0)
            return false;
        reader_take(r, n < 100 ? n : 100);
        return true;
    case 1:
        return reader_read(r, into, what * 600) > 0;
    case 2:
        return reader_skip(r, what * 1000) > 0;
    default:
        n = reader_peek(r, 10, &seen);
        reader_take(r, n);
        return n > 0;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static reader r;
    if (size < 2)
        return 0;
    unsigned plan = data[0] | data[1] << 8;
    if (!reader_open_memory(&r, (const char *)data + 2, size - 2, plan & 1 ? CODEC_GZIP : CODEC_NONE))
        abort();
    for (unsigned i = 0, resyncs = 0; i < 3000 && r.layers[r.n_layers - 1].made < MAX_BYTES; i++) {
        uint64_t before = reader_offset(&r);
        r.by_member = plan >> (i % 16) & 1;
        if (!turn(&r, i % 4 ? plan >> i % 13 & 63 : 3) && !reader_at_member_end(&r)) {
            words_check(&r);
            if (r.fault == READER_FINE || resyncs++ == 50 || !reader_resync(&r, "WARC/", 5))
                break;
        } else if (reader_offset(&r) < before) {
            abort();
        }
        r.by_member = false;
    }
    return 0;
}
