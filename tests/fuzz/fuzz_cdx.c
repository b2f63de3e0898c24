/* fuzz_cdx.c - indexes of WARC files, of which one is there: the first byte chooses, the rest is the index. Fails on a
 * page beyond its cap, an id that is not a C string, or a page from outside the folder. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <sys/stat.h>

#include "source/formats.h"
#include "reader_memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char outside[] = "/tmp/husk-cdx-XXXXXX", inside[64], files[2][80];

static void folder_remove(void)
{
    unlink(files[0]);
    unlink(files[1]);
    rmdir(inside);
    rmdir(outside);
}

/* A folder with a.warc, and one beside the folder that no page may come from. */
static const char *folder_make(void)
{
    if (inside[0])
        return inside;
    if (mkdtemp(outside) == NULL || atexit(folder_remove) != 0)
        abort();
    snprintf(inside, sizeof inside, "%s/in", outside);
    if (mkdir(inside, 0700) != 0)
        abort();
    for (int i = 0; i < 2; i++) {
        snprintf(files[i], sizeof files[i], "%s/a.warc", i ? inside : outside);
        FILE *f = fopen(files[i], "w");
        if (f == NULL ||
            fprintf(f,
                    "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
                    "Content-Type: application/http\r\nContent-Length: 48\r\n\r\n"
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>%c\r\n\r\n",
                    i ? 'x' : 'y') < 0 ||
            fclose(f) != 0)
            abort();
    }
    return inside;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static reader r; /* kept, as a source keeps them from file to file */
    static cdx c;
    if (size == 0)
        return 0;
    buffer bytes;
    draft d = { .bytes = &bytes, .max_bytes = data[0] & 4 ? 3 : 100000, .is_traced = data[0] & 8 };
    buffer *texts[] = { &d.id, &d.url, &d.charset, &d.reason, &d.provenance };
    buffer_init(&bytes, d.max_bytes + DRAFT_SLACK);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        buffer_init(texts[i], 1 << 20);
    if (!reader_open_memory(&r, (const char *)data + 1, size - 1, CODEC_NONE))
        abort();
    cdx_open(&c, &r, "fuzz", data[0] & 1 ? NULL : folder_make());
    husk_status status;
    size_t n = 0;
    while ((status = cdx_next(&c, &d)) == HUSK_OK && n++ < 1000) {
        if (d.len > d.max_bytes || d.start + d.len > bytes.len || d.id.len == 0 || d.id.data[d.id.len - 1] != 0)
            abort();
        if (d.status == HUSK_OK && (d.len != 4 || memcmp(bytes.data + d.start, "<p>x", 4) != 0))
            abort();
    }
    if (status != HUSK_OK && status != HUSK_END)
        abort();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        buffer_free(texts[i]);
    buffer_free(&bytes);
    return 0;
}
