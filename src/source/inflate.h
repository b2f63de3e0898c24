/* inflate.h - decompression, one step at a time, whatever the codec.
 * A step takes some input and gives some output, so that the caller's caps hold while it inflates.
 * The codecs' memory is kept from one use to the next: about 100 KB for deflate, a frame's window for zstd and brotli.
 */
#ifndef HUSK_SOURCE_INFLATE_H
#define HUSK_SOURCE_INFLATE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum codec {
    CODEC_NONE,
    CODEC_GZIP,
    CODEC_ZLIB,
    CODEC_DEFLATE, /* without a wrapper */
    CODEC_ZSTD,
    CODEC_BROTLI
} codec;

typedef enum inflate_result {
    INFLATE_MORE,   /* wants more input or more room */
    INFLATE_END,    /* the end of a gzip member, a zstd frame, a stream */
    INFLATE_BAD,    /* damaged */
    INFLATE_WINDOW, /* a zstd frame wants a window beyond HUSK_MAX_ZSTD_WINDOW_LOG */
    INFLATE_NO_MEMORY
} inflate_result;

typedef struct inflater {
    codec codec;
    struct inflate_state *deflate; /* ISA-L's */
    struct ZSTD_DCtx_s *zstd;
    struct BrotliDecoderStateStruct *brotli;
} inflater;

/* The bytes from which a codec is known: gzip, or zstd with its skippable frames. NONE for anything else, also for too
 * few. */
codec codec_detect(const char *data, size_t len);
/* "gzip", "zstd", … static. */
const char *codec_name(codec c);

/* Zeroed memory is a valid inflater that holds nothing. */
/* Begin a member, frame or stream. A zstd dictionary stays until inflater_dictionary or inflater_free. False: no
 * memory. */
bool inflater_start(inflater *f, codec c);

/* One step: `*used` of the input is taken, `*made` bytes are written to `out`. Input and room together must not be
 * empty forever: MORE with neither used nor made means that input is missing. */
inflate_result inflater_step(inflater *f, const char *in, size_t in_len, size_t *used, char *out, size_t room,
                             size_t *made);

/* The dictionary of all later zstd frames; NULL, 0 for none. */
inflate_result inflater_dictionary(inflater *f, const char *data, size_t len);

void inflater_free(inflater *f);

#endif
