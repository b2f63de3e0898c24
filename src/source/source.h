/* source.h - what the folder's parts share: the page that is being made, and the stream's inner door for the worker
 * pool. */
#ifndef HUSK_SOURCE_SOURCE_H
#define HUSK_SOURCE_SOURCE_H

#include "base/buffer.h"
#include "base/text.h"
#include "husk/husk.h"

/* The next page as husk_source_next gives it, with its bytes in the caller's own buffer: `raw->bytes` points into
 * `into`, not always to its start, so that a worker can take the buffer along without a copy. The source clears it and
 * sets its cap. The strings of `raw` are the source's until the next call. One call at a time, from any thread. */
husk_status source_next_into(husk_source *source, buffer *into, husk_raw *raw, husk_error *error);

/* --- inside the folder ------------------------------------------------------------------------------------------- */

/* Room beyond a page's cap: one byte to see that there is more, and what a parser wants to find behind it. */
#define DRAFT_SLACK ((size_t)64 << 10)

/* A page in the making. */
typedef struct draft {
    buffer *bytes; /* the caller's */
    size_t start;  /* the page is bytes[start, start + len) */
    size_t len;
    size_t max_bytes;
    buffer id, url, charset, reason; /* C strings; an empty url or charset is none */
    bool url_is_assumed; /* it was made of a base that was given */
    bool is_text;
    int64_t date;    /* as husk_raw has it */
    bool any_status; /* of HTTP, not only 200 */
    husk_status status;
} draft;

/* Empty, for the next page. */
void draft_reset(draft *d);
/* A C string into one of the draft's buffers: what comes before the first zero byte, up to HUSK_MAX_URL_BYTES. */
void draft_text(buffer *into, slice text);
/* The page failed, or was cut: its status, and why, which the caller appends to d->reason. Where the page is not named
 * for its file, as those of archives are not, the file's `name` stands before it. The id must be known. */
void draft_fail(draft *d, husk_status status, const char *name);
/* Zero bytes behind the page, over whatever its buffer holds there, so that it can be parsed where it is; how many: none
 * where there is no room. */
size_t draft_pad(draft *d);
/* NO_MEMORY if any of its buffers says so, else OK. */
husk_status draft_memory(const draft *d);

#endif
