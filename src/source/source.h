/* source.h - shared inside the folder: the page being built, and the stream's internal entry for the worker pool. */
#ifndef HUSK_SOURCE_SOURCE_H
#define HUSK_SOURCE_SOURCE_H

#include "base/buffer.h"
#include "base/text.h"
#include "husk/husk.h"

/* Like husk_source_next, with the page in the caller's buffer: `raw->bytes` points into `into`, not always at its
 * start, so that a worker can keep the buffer without a copy. The source clears it and sets its cap. The strings of
 * `raw` belong to the source until the next call. One call at a time, from any thread. */
husk_status source_next_into(husk_source *source, buffer *into, husk_raw *raw, husk_error *error);

/* Copy the strings of `raw` to `strings`, so that they outlive the next call. False: out of memory. */
bool raw_keep(husk_raw *raw, buffer *strings);

/* Lines of a request's header that ask whether the last page has changed since it was fetched; empty if its archive
 * does not say. Only after source_keep_validators. */
void source_keep_validators(husk_source *source);
const char *source_validators(const husk_source *source);

/* --- inside the folder -------------------------------------------------------------------------------------------- */

/* Room beyond a page's cap: one byte to detect that there is more, and the padding a parser needs. */
#define DRAFT_SLACK ((size_t)64 << 10)

/* The page being built. */
typedef struct draft {
    buffer *bytes; /* the caller's */
    size_t start;  /* the page is bytes[start, start + len) */
    size_t len;
    size_t max_bytes;
    buffer id, url, charset, reason; /* C strings; empty means none */
    bool url_is_assumed;             /* derived from a given base URL */
    bool is_text;
    int64_t date;      /* as in husk_raw */
    bool any_status;   /* accept any HTTP status, not only 200 */
    bool is_traced;    /* provenance is wanted */
    buffer provenance; /* members of a JSON object */
    husk_status status;
    uint64_t skipped[HUSK_SKIPS];
    buffer validators;   /* "If-None-Match: ..." and such, a line each: when the page has changed; a C string */
    bool has_validators; /* they are wanted */
} draft;

/* Clear it for the next page. */
void draft_reset(draft *d);
/* Store a C string in one of the draft's buffers: up to the first NUL byte and HUSK_MAX_URL_BYTES. */
void draft_text(buffer *into, slice text);
/* Mark the page as failed or cut: set its status and its reason, to which the caller may append. If the page is not
 * named after its file, as in archives, the file's `name` is put before it. The id must be set. */
void draft_fail(draft *d, husk_status status, const char *name, const char *why);
/* Add a member to the page's provenance, if that is wanted: a string, a number, or nothing but its key. */
void draft_trace(draft *d, const char *name, slice value);
void draft_trace_number(draft *d, const char *name, uint64_t value);
void draft_trace_key(draft *d, const char *name);
/* Write zero bytes after the page, over whatever its buffer holds there, so that it can be parsed in place. Returns
 * how many; 0 if there is no room. */
size_t draft_pad(draft *d);
/* NO_MEMORY if any of its buffers failed, else OK. */
husk_status draft_memory(const draft *d);

#endif
