/* reader.h - the bytes of one file or pipe, with whatever gzip or zstd is around them taken off.
 * Bytes are looked at in a window and taken from it, or read past it straight into the caller's memory.
 * A reader is used again for the next file and keeps its memory: a window of READER_WINDOW bytes a layer. */
#ifndef HUSK_SOURCE_READER_H
#define HUSK_SOURCE_READER_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/limits.h"
#include "source/inflate.h"

/* Holds a zstd block of the largest size and a head of the largest size. */
#define READER_WINDOW ((size_t)256 << 10)

typedef enum reader_fault {
    READER_FINE,
    READER_IO,         /* the system says so: `code` is its errno */
    READER_DAMAGED,    /* what is inflated is not what was deflated */
    READER_WIDE,       /* a zstd frame wants more memory than HUSK_MAX_ZSTD_WINDOW_LOG */
    READER_ENDS_EARLY, /* the file ends inside a gzip member or zstd frame */
    READER_TRAILING,   /* something that is neither gzip nor zstd follows a whole member or frame */
    READER_BOMB,       /* skipped bytes that inflate beyond HUSK_MAX_SKIP_BYTES and HUSK_MAX_SKIP_RATIO */
    READER_NO_MEMORY
} reader_fault;

typedef struct reader_layer {
    char *window; /* bytes [start, end) are ready; [0, start) were taken and are kept for a search back */
    size_t size;  /* READER_WINDOW, or that of the memory that is read */
    size_t start, end;
    uint64_t made; /* bytes that came into this layer so far; window[end] would be at this offset of its stream */
    codec codec;   /* how it is made from the layer below; NONE for the lowest */
    inflater inflate;
    bool in_member;
    uint64_t n_members;
    uint64_t member_at;    /* offset below at which the current or last member begins */
    uint64_t member_first; /* offset in this layer of its first byte */
} reader_layer;

typedef struct reader {
    reader_layer layers[HUSK_MAX_LAYERS + 1];
    unsigned n_layers;
    int fd; /* -1 over memory */
    bool owns_fd;
    uint64_t file_size; /* of a regular file that can be sought in, else 0 */
    bool by_member;     /* give no byte beyond the current member's end until this is cleared */
    reader_fault fault;
    unsigned fault_layer;
    int code;
    uint64_t reread;      /* bytes of the file that were sought back over */
    uint64_t trials_left; /* input that may still be spent on trying where a member begins */
    bool skipping;
    uint64_t skip_made, skip_used;
    _Atomic uint64_t *progress; /* the file's bytes as they are read, or NULL */
    const husk_stop *stop;      /* the caller's: set: waiting for a pipe ends, as an IO fault; or NULL */
} reader;

/* Over a file descriptor, which the reader closes if `owns_fd`, or over memory that outlives it. `forced` is the codec
 * of the outermost layer where the name tells one and the first bytes do not; NONE to go by the bytes alone. False: no
 * memory. */
bool reader_open(reader *r, int fd, bool owns_fd, codec forced, _Atomic uint64_t *progress);
bool reader_open_memory(reader *r, const char *data, size_t len, codec forced);
void reader_close(reader *r); /* the memory stays */
void reader_free(reader *r);  /* zeroed memory is a closed reader */

/* The bytes ready at *data: at least `want` (<= READER_WINDOW) unless the stream, the member or its health ends before.
 */
size_t reader_peek(reader *r, size_t want, const char **data);
/* Take `n` bytes of those. */
void reader_take(reader *r, size_t n);
/* Up to `n` bytes into `into`; fewer at the end, see `fault`. */
size_t reader_read(reader *r, char *into, size_t n);
/* Up to `n` bytes away; fewer at the end. */
uint64_t reader_skip(reader *r, uint64_t n);

/* Between these two, bytes are taken only to be skipped: the BOMB rule holds. */
void reader_skip_begin(reader *r);
void reader_skip_end(reader *r);

/* How far the reader is in the inflated stream, and where in the file the current member, or the plain byte, lies. */
uint64_t reader_offset(const reader *r);
uint64_t reader_file_offset(const reader *r);
bool reader_is_inflating(const reader *r);
/* At the first byte of a member. */
bool reader_at_member(const reader *r);
/* Stopped at a member's end, because of by_member. */
bool reader_at_member_end(const reader *r);

/* Back to `offset` of a plain file that can be sought in. False, with nothing changed, when that can't be done or was
 * done too often. */
bool reader_seek(reader *r, uint64_t offset);

/* After a fault: on to the next member, after the start of the current one, that inflates to bytes beginning with
 * `prefix`. */
bool reader_resync(reader *r, const char *prefix, size_t prefix_len);

/* What is wrong, in words: "gzip data is damaged at byte 12"; appended. */
void reader_explain(const reader *r, buffer *out);

#endif
