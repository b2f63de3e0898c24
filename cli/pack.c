/* pack.c - gzip, zstd and Parquet. The bytes depend on what is written and on where frames end, never on time or
 * threads. Levels are the defaults of gzip and zstd. */
#include "pack.h"

#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#include "husk/husk.h"
#include "text.h"

#define ROOM ((size_t)64 << 10)
#define GZIP_WINDOW 31 /* of 32 KB, with gzip's header */
#define GZIP_MEMORY 8
#define ZSTD_LEVEL 3

struct pack {
    z_stream gzip;
    ZSTD_CCtx *zstd; /* NULL: gzip, or */
    husk_parquet *parquet;
    husk_output *made; /* of it, and not yet written */
    unsigned char room[ROOM];
};

const char *pack_ending(const char *path)
{
    return ends_with(path, ".gz") ? ".gz" : ends_with(path, ".zst") ? ".zst" : "";
}

pack *pack_new(const char *path)
{
    pack *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    bool made;
    if (strcmp(pack_ending(path), ".zst") == 0) {
        p->zstd = ZSTD_createCCtx();
        made = p->zstd != NULL && !ZSTD_isError(ZSTD_CCtx_setParameter(p->zstd, ZSTD_c_checksumFlag, 1)) &&
               !ZSTD_isError(ZSTD_CCtx_setParameter(p->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL));
    } else {
        made = deflateInit2(&p->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                            Z_DEFAULT_STRATEGY) == Z_OK;
    }
    if (made)
        return p;
    pack_free(p);
    return NULL;
}

pack *pack_new_rows(void)
{
    pack *p = calloc(1, sizeof *p);
    if (p != NULL && husk_output_new(SIZE_MAX, &p->made) == HUSK_OK && husk_parquet_new(&p->parquet) == HUSK_OK)
        return p;
    pack_free(p);
    return NULL;
}

void pack_free(pack *p)
{
    if (p == NULL)
        return;
    husk_parquet_free(p->parquet);
    husk_output_free(p->made);
    ZSTD_freeCCtx(p->zstd);
    deflateEnd(&p->gzip); /* refuses a zeroed one */
    free(p);
}

bool pack_has_frames(const pack *p)
{
    return p->parquet == NULL;
}

/* One step: bytes made in `room`, or SIZE_MAX for failure; *done: all input is taken and, at the end, written. */
static size_t step_zstd(pack *p, ZSTD_inBuffer *in, bool end, bool *done)
{
    ZSTD_outBuffer out = { p->room, ROOM, 0 };
    size_t left = ZSTD_compressStream2(p->zstd, &out, in, end ? ZSTD_e_end : ZSTD_e_continue);
    *done = end ? left == 0 : in->pos == in->size;
    return ZSTD_isError(left) ? SIZE_MAX : out.pos;
}

static size_t step_gzip(pack *p, ZSTD_inBuffer *in, bool end, bool *done)
{
    size_t left = in->size - in->pos, most = UINT32_MAX;
    p->gzip.next_in = (unsigned char *)(uintptr_t)in->src + in->pos; /* zlib only reads it */
    p->gzip.avail_in = (uInt)(left < most ? left : most);
    p->gzip.next_out = p->room;
    p->gzip.avail_out = ROOM;
    size_t given = p->gzip.avail_in;
    int code = deflate(&p->gzip, end && given == left ? Z_FINISH : Z_NO_FLUSH);
    in->pos += given - p->gzip.avail_in;
    *done = end ? code == Z_STREAM_END : in->pos == in->size && p->gzip.avail_out > 0;
    if (code == Z_STREAM_END && deflateReset(&p->gzip) != Z_OK)
        return SIZE_MAX;
    return code == Z_STREAM_ERROR ? SIZE_MAX : ROOM - p->gzip.avail_out;
}

static bool write_rows(pack *p, const void *bytes, size_t len, bool end,
                       bool (*put)(void *to, const void *bytes, size_t len), void *to)
{
    size_t n_made;
    husk_status status = husk_parquet_add(p->parquet, bytes, len, p->made, NULL);
    if (status == HUSK_OK && end)
        status = husk_parquet_end(p->parquet, p->made, NULL);
    const char *made = husk_output_data(p->made, &n_made);
    bool is_put = n_made == 0 || put(to, made, n_made);
    husk_output_clear(p->made);
    return status == HUSK_OK && is_put;
}

bool pack_write(pack *p, const void *bytes, size_t len, bool end, bool (*put)(void *to, const void *bytes, size_t len),
                void *to)
{
    if (p->parquet != NULL)
        return write_rows(p, bytes, len, end, put, to);
    ZSTD_inBuffer in = { len > 0 ? bytes : "", len, 0 };
    for (bool done = len == 0 && !end; !done;) {
        size_t made = p->zstd != NULL ? step_zstd(p, &in, end, &done) : step_gzip(p, &in, end, &done);
        if (made == SIZE_MAX || (made > 0 && !put(to, p->room, made)))
            return false;
    }
    return true;
}
