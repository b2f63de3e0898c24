/* inflate.h - incremental decompression for all codecs.
 * A step consumes some input and produces some output, so the caller's caps hold during decompression. The codecs'
 * memory is kept between uses: about 100 KB for deflate, a frame's window for zstd and brotli. */
#ifndef HUSK_SOURCE_INFLATE_H
#define HUSK_SOURCE_INFLATE_H

#include "base/buffer.h"
#include "base/text.h"

typedef enum codec {
    CODEC_NONE,
    CODEC_GZIP,
    CODEC_ZLIB,
    CODEC_DEFLATE, /* raw, without a wrapper */
    CODEC_ZSTD,
    CODEC_BROTLI
} codec;

typedef enum inflate_result {
    INFLATE_MORE,   /* needs more input or more room */
    INFLATE_END,    /* end of a gzip member, a zstd frame or a stream */
    INFLATE_BAD,    /* damaged */
    INFLATE_WINDOW, /* a zstd frame needs a window beyond HUSK_MAX_ZSTD_WINDOW_LOG */
    INFLATE_DRY,    /* the input ends early; only from inflater_all */
    INFLATE_CUT,    /* the output is longer than its cap; likewise */
    INFLATE_NO_MEMORY
} inflate_result;

typedef struct inflater {
    codec codec;
    void *deflate; /* the state of ISA-L or zlib */
    struct ZSTD_DCtx_s *zstd;
    struct BrotliDecoderStateStruct *brotli;
} inflater;

/* Detect a codec by its magic number: gzip, or zstd with its skippable frames. NONE for anything else, or too few
 * bytes. */
codec codec_detect(const char *data, size_t len);
/* "gzip", "zstd", …; static. */
const char *codec_name(codec c);

/* Zeroed memory is a valid, empty inflater. */
/* Start a member, frame or stream. A zstd dictionary stays until inflater_dictionary or inflater_free. False: out of
 * memory. */
bool inflater_start(inflater *f, codec c);

/* One step: consumes `*used` bytes of the input and writes `*made` bytes to `out`. MORE with neither used nor made
 * means that more input is needed. */
inflate_result inflater_step(inflater *f, const char *in, size_t in_len, size_t *used, char *out, size_t room,
                             size_t *made);

/* Append all that `in` decompresses to, up to `max` bytes; several gzip members are one stream. What follows the end is
 * ignored, as in browsers. The output holds what came before a failure. */
inflate_result inflater_all(inflater *f, codec c, slice in, size_t max, buffer *out);

/* The dictionary for all later zstd frames; NULL, 0 for none. */
inflate_result inflater_dictionary(inflater *f, const char *data, size_t len);

void inflater_free(inflater *f);

#endif
