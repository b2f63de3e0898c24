/* output.h - what is in an output and in a digest: buffers; the writers take the buffer. */
#ifndef HUSK_API_OUTPUT_H
#define HUSK_API_OUTPUT_H

#include "base/buffer.h"
#include "husk/husk.h"

struct husk_output {
    buffer bytes;
    buffer body; /* of the current record; kept for the next */
};

void output_init(husk_output *output, size_t max_bytes);
void output_free_bytes(husk_output *output);

/* HUSK_OK, or what kept the bytes of `what` from being appended, with `error` set. */
husk_status output_status(const husk_output *output, const char *what, husk_error *error);

/* The data of a page that later steps need, as opaque bytes. */
typedef enum digest_kind { DIGEST_LEARNER, DIGEST_CLUSTERING, DIGEST_TOPICS, DIGEST_DEDUP } digest_kind;

struct husk_digest {
    digest_kind kind;
    buffer bytes;
};

husk_status digest_new(digest_kind kind, husk_digest **out, husk_error *error);
/* Returns `status`; on failure *out is freed and set to NULL. */
husk_status digest_end(husk_status status, husk_digest **out);
/* BAD_ARGUMENT: it was made for another purpose. */
husk_status digest_check(const husk_digest *digest, digest_kind kind, husk_error *error);

#endif
