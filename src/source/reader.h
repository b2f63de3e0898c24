/* reader.h - read one file or pipe, with any gzip or zstd layers removed.
 * Bytes are peeked at in a window and taken from it, or read past it straight into the caller's memory. A reader is
 * reused for the next file and keeps its memory: a window of READER_WINDOW bytes per layer. */
#ifndef HUSK_SOURCE_READER_H
#define HUSK_SOURCE_READER_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/limits.h"
#include "source/inflate.h"

/* Holds the largest zstd block and the largest header. */
#define READER_WINDOW ((size_t)256 << 10)

typedef enum reader_fault {
    READER_FINE,
    READER_IO,         /* system error: `code` is errno */
    READER_DAMAGED,    /* the compressed data is damaged */
    READER_WIDE,       /* a zstd frame needs more memory than HUSK_MAX_ZSTD_WINDOW_LOG allows */
    READER_ENDS_EARLY, /* the file ends inside a gzip member or zstd frame */
    READER_TRAILING,   /* data that is neither gzip nor zstd follows a complete member or frame */
    READER_BOMB,       /* skipped bytes expand beyond HUSK_MAX_SKIP_BYTES and HUSK_MAX_SKIP_RATIO */
    READER_NO_MEMORY
} reader_fault;

typedef struct reader_layer {
    char *window; /* bytes [start, end) are ready; [0, start) were taken and are kept for searching back */
    size_t start, end;
    uint64_t made; /* bytes produced by this layer so far; window[end] is at this offset of its stream */
    codec codec;   /* how it is decoded from the layer below; NONE for the lowest */
    inflater inflate;
    bool in_member;
    uint64_t n_members;
    uint64_t member_at;    /* offset below where the current or last member starts */
    uint64_t member_first; /* offset in this layer of its first byte */
} reader_layer;

/* What a reader reads in place of a file: up to `room` bytes of what comes next; 0 at the end, or with a reason that
 * stays until the reader is closed. */
typedef size_t (*reader_more)(void *context, char *out, size_t room, const char **why);

typedef struct reader {
    reader_layer layers[HUSK_MAX_LAYERS + 1];
    unsigned n_layers;
    int fd; /* -1: closed, or `more` is read */
    bool owns_fd;
    reader_more more;
    void *context;
    const char *why;    /* of an IO fault of `more` */
    uint64_t file_size; /* of a seekable regular file, else 0 */
    uint64_t limit;     /* the bytes that the next reader_open may read of its file; 0: all */
    uint64_t may_read;  /* how many are left */
    bool by_member;     /* return no byte beyond the current member's end until this is cleared */
    reader_fault fault;
    unsigned fault_layer;
    int code;
    uint64_t reread;      /* bytes of the file read again after seeking back */
    uint64_t trials_left; /* input that may still be spent searching for the start of a member */
    bool skipping;
    uint64_t skip_made, skip_used;
    _Atomic uint64_t *progress; /* bytes of the file read so far, or NULL */
    const husk_stop *stop;      /* the caller's; if set, waiting for a pipe ends as an IO fault; may be NULL */
} reader;

/* Read a file descriptor, which the reader closes if `owns_fd`. `forced` is the codec of
 * the outermost layer if the name implies one and the first bytes do not; NONE to decide by the bytes alone. False:
 * out of memory. */
bool reader_open(reader *r, int fd, bool owns_fd, codec forced, _Atomic uint64_t *progress);
/* The same for what is no file, and starts at the offset `at` of one. */
bool reader_open_more(reader *r, reader_more more, void *context, uint64_t at, codec forced,
                      _Atomic uint64_t *progress);
void reader_close(reader *r); /* keeps its memory */
void reader_free(reader *r);  /* zeroed memory is a closed reader */

/* The bytes ready at *data: at least `want` (<= READER_WINDOW) unless the stream or member ends before, or a fault
 * occurs. */
size_t reader_peek(reader *r, size_t want, const char **data);
/* Consume `n` of those bytes. */
void reader_take(reader *r, size_t n);
/* Read up to `n` bytes into `into`; fewer at the end, see `fault`. */
size_t reader_read(reader *r, char *into, size_t n);
/* Append up to `n` bytes to `out`, whose memory grows with what is read; returns how many. Fewer at the end, or when
 * `out` failed. */
uint64_t reader_append(reader *r, uint64_t n, buffer *out);
typedef enum line_end { LINE_NEWLINE, LINE_END_OF_FILE, LINE_NONE } line_end;
/* Append the next line without its newline to `line`; of one longer than `max` only a part, and the rest is skipped. */
line_end reader_line(reader *r, size_t max, buffer *line, bool *too_long);
/* Skip up to `n` bytes; fewer at the end. */
uint64_t reader_skip(reader *r, uint64_t n);

/* Between these two calls bytes are only skipped: the BOMB rule applies. */
void reader_skip_begin(reader *r);
void reader_skip_end(reader *r);

/* The offset in the decompressed stream, and the file offset of the current member or plain byte. */
uint64_t reader_offset(const reader *r);
uint64_t reader_file_offset(const reader *r);
/* The bytes of the file that were used up to here. */
uint64_t reader_file_used(const reader *r);
bool reader_is_inflating(const reader *r);
/* At the first byte of a member? */
bool reader_at_member(const reader *r);
/* Stopped at a member's end because of by_member? */
bool reader_at_member_end(const reader *r);

/* Go back to `offset` of a seekable plain file. False, with nothing changed, if that is impossible or was done too
 * often. */
bool reader_seek(reader *r, uint64_t offset);

/* After a fault: advance to the next member, after the start of the current one, that decompresses to bytes starting
 * with `prefix`. */
bool reader_resync(reader *r, const char *prefix, size_t prefix_len);

/* What a fault means for the page that is read: LIMIT for a BOMB, IO, or BAD_FILE. */
husk_status reader_status(const reader *r);

/* Append a description of the fault, if there is one, after `before`: "gzip data is damaged at byte 12". */
void reader_explain(const reader *r, const char *before, buffer *out);

#endif
