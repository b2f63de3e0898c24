/* inflate.c - incremental decompression.
 * Deflate uses ISA-L: on the gzip members of a WARC it takes a third of zlib's time (bench/run sources shows both).
 * There is no ISA-L for 32-bit machines: zlib is used there.
 * zstd and brotli use their own libraries. Limits: HUSK_MAX_ZSTD_WINDOW_LOG; brotli's format limits its window to 16
 * MB. */
#include "source/inflate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <brotli/decode.h>
#ifdef HUSK_ISAL
#include <isa-l/igzip_lib.h>
#else
#include <zlib.h>
#endif
#include <zstd.h>
#include <zstd_errors.h>

#include "base/limits.h"

#define PIECE ((size_t)64 << 10) /* room for a step */
/* ISA-L and zlib count in 32 bits. */
#define STEP_MAX ((size_t)1 << 30)

static bool is_zstd(const unsigned char *d)
{
    if (d[0] == 0x28 && d[1] == 0xB5 && d[2] == 0x2F && d[3] == 0xFD)
        return true;
    return d[0] >= 0x50 && d[0] <= 0x5F && d[1] == 0x2A && d[2] == 0x4D && d[3] == 0x18; /* a skippable frame */
}

codec codec_detect(const char *data, size_t len)
{
    const unsigned char *d = (const unsigned char *)data;
    if (len >= 3 && d[0] == 0x1F && d[1] == 0x8B && d[2] == 8)
        return CODEC_GZIP;
    if (len >= 4 && is_zstd(d))
        return CODEC_ZSTD;
    return CODEC_NONE;
}

const char *codec_name(codec c)
{
    static const char *const names[] = { "plain", "gzip", "deflate", "deflate", "zstd", "brotli" };
    return names[c];
}

#ifdef HUSK_ISAL
static bool deflate_start(inflater *f, codec c)
{
    struct inflate_state *s = f->deflate;
    if (s == NULL && (f->deflate = s = malloc(sizeof *s)) == NULL)
        return false;
    isal_inflate_init(s);
    s->crc_flag = c == CODEC_GZIP ? ISAL_GZIP : c == CODEC_ZLIB ? ISAL_ZLIB : ISAL_DEFLATE;
    return true;
}

static inflate_result deflate_step(inflater *f, const char *in, size_t in_len, size_t *used, char *out, size_t room,
                                   size_t *made)
{
    struct inflate_state *s = f->deflate;
    s->next_in = (uint8_t *)in;
    s->avail_in = (uint32_t)in_len;
    s->next_out = (uint8_t *)out;
    s->avail_out = (uint32_t)room;
    int result = isal_inflate(s);
    /* At the end of a stream without a trailer, ISA-L holds bytes after it, or returns some of an earlier step. */
    size_t held = f->codec == CODEC_DEFLATE && s->block_state == ISAL_BLOCK_FINISH ? (size_t)s->read_in_length / 8 : 0;
    *used = s->avail_in + held > in_len ? 0 : in_len - s->avail_in - held;
    *made = room - s->avail_out;
    if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT)
        return INFLATE_BAD;
    return s->block_state == ISAL_BLOCK_FINISH ? INFLATE_END : INFLATE_MORE;
}

static void deflate_free(inflater *f)
{
    free(f->deflate);
}
#else
static bool deflate_start(inflater *f, codec c)
{
    z_stream *z = f->deflate;
    int bits = c == CODEC_GZIP ? 16 + MAX_WBITS : c == CODEC_ZLIB ? MAX_WBITS : -MAX_WBITS;
    if (z)
        return inflateReset2(z, bits) == Z_OK;
    f->deflate = z = calloc(1, sizeof *z);
    return z && inflateInit2(z, bits) == Z_OK;
}

static inflate_result deflate_step(inflater *f, const char *in, size_t in_len, size_t *used, char *out, size_t room,
                                   size_t *made)
{
    z_stream *z = f->deflate;
    z->next_in = (Bytef *)in;
    z->avail_in = (uInt)in_len;
    z->next_out = (Bytef *)out;
    z->avail_out = (uInt)room;
    int result = inflate(z, Z_NO_FLUSH);
    *used = in_len - z->avail_in;
    *made = room - z->avail_out;
    if (result == Z_MEM_ERROR)
        return INFLATE_NO_MEMORY;
    return result == Z_STREAM_END ? INFLATE_END : result == Z_OK || result == Z_BUF_ERROR ? INFLATE_MORE : INFLATE_BAD;
}

static void deflate_free(inflater *f)
{
    if (f->deflate)
        inflateEnd(f->deflate);
    free(f->deflate);
}
#endif

static bool zstd_make(inflater *f)
{
    if (f->zstd)
        return true;
    f->zstd = ZSTD_createDCtx();
    return f->zstd && !ZSTD_isError(ZSTD_DCtx_setParameter(f->zstd, ZSTD_d_windowLogMax, HUSK_MAX_ZSTD_WINDOW_LOG));
}

bool inflater_start(inflater *f, codec c)
{
    f->codec = c;
    switch (c) {
    case CODEC_ZSTD:
        return zstd_make(f) && !ZSTD_isError(ZSTD_DCtx_reset(f->zstd, ZSTD_reset_session_only));
    case CODEC_BROTLI:
        BrotliDecoderDestroyInstance(f->brotli);
        f->brotli = BrotliDecoderCreateInstance(NULL, NULL, NULL);
        return f->brotli != NULL;
    default:
        return deflate_start(f, c);
    }
}

static inflate_result zstd_step(inflater *f, const char *in, size_t in_len, size_t *used, char *out, size_t room,
                                size_t *made)
{
    ZSTD_inBuffer from = { in, in_len, 0 };
    ZSTD_outBuffer to = { out, room, 0 };
    size_t result = ZSTD_decompressStream(f->zstd, &to, &from);
    *used = from.pos;
    *made = to.pos;
    if (!ZSTD_isError(result))
        return result == 0 ? INFLATE_END : INFLATE_MORE;
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
        return INFLATE_NO_MEMORY;
    case ZSTD_error_frameParameter_windowTooLarge:
        return INFLATE_WINDOW;
    default:
        return INFLATE_BAD;
    }
}

static inflate_result brotli_step(inflater *f, const char *in, size_t in_len, size_t *used, char *out, size_t room,
                                  size_t *made)
{
    const uint8_t *next_in = (const uint8_t *)in;
    uint8_t *next_out = (uint8_t *)out;
    size_t left = in_len, free_room = room;
    BrotliDecoderResult result = BrotliDecoderDecompressStream(f->brotli, &left, &next_in, &free_room, &next_out, NULL);
    *used = in_len - left;
    *made = room - free_room;
    if (result == BROTLI_DECODER_RESULT_ERROR)
        return INFLATE_BAD;
    return result == BROTLI_DECODER_RESULT_SUCCESS ? INFLATE_END : INFLATE_MORE;
}

inflate_result inflater_step(inflater *f, const char *in, size_t in_len, size_t *used, char *out, size_t room,
                             size_t *made)
{
    in_len = in_len < STEP_MAX ? in_len : STEP_MAX;
    room = room < STEP_MAX ? room : STEP_MAX;
    switch (f->codec) {
    case CODEC_ZSTD:
        return zstd_step(f, in, in_len, used, out, room, made);
    case CODEC_BROTLI:
        return brotli_step(f, in, in_len, used, out, room, made);
    default:
        return deflate_step(f, in, in_len, used, out, room, made);
    }
}

/* One byte beyond the cap shows whether there is more. */
static inflate_result stream_step(inflater *f, slice *in, size_t room, buffer *out)
{
    size_t used = 0, made = 0;
    if (!buffer_reserve(out, room < PIECE ? room : PIECE))
        return out->status == HUSK_LIMIT ? INFLATE_CUT : INFLATE_NO_MEMORY;
    size_t ready = out->size - out->len;
    inflate_result result =
        inflater_step(f, in->data, in->len, &used, out->data + out->len, room < ready ? room : ready, &made);
    out->len += made;
    *in = (slice){ in->data + used, in->len - used };
    if (made == room) {
        out->len--;
        return INFLATE_CUT;
    }
    return result == INFLATE_MORE && used == 0 && made == 0 ? INFLATE_DRY : result;
}

inflate_result inflater_all(inflater *f, codec c, slice in, size_t max, buffer *out)
{
    size_t end = out->len + max + 1;
    inflate_result result;
    do {
        result = inflater_start(f, c) ? INFLATE_MORE : INFLATE_NO_MEMORY;
        while (result == INFLATE_MORE)
            result = stream_step(f, &in, end - out->len, out);
    } while (result == INFLATE_END && c == CODEC_GZIP && codec_detect(in.data, in.len) == CODEC_GZIP);
    return result;
}

inflate_result inflater_dictionary(inflater *f, const char *data, size_t len)
{
    if (f->zstd == NULL && data == NULL)
        return INFLATE_END;
    if (!zstd_make(f))
        return INFLATE_NO_MEMORY;
    ZSTD_DCtx_reset(f->zstd, ZSTD_reset_session_only);
    size_t result = ZSTD_DCtx_loadDictionary(f->zstd, data, len);
    if (!ZSTD_isError(result))
        return INFLATE_END;
    return ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation ? INFLATE_NO_MEMORY : INFLATE_BAD;
}

void inflater_free(inflater *f)
{
    deflate_free(f);
    ZSTD_freeDCtx(f->zstd);
    BrotliDecoderDestroyInstance(f->brotli);
    *f = (inflater){ 0 };
}
