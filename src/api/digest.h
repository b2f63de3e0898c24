/* digest.h - what later work needs of a page, as bytes that only their maker understands. */
#ifndef HUSK_API_DIGEST_H
#define HUSK_API_DIGEST_H

#include "base/buffer.h"

typedef enum digest_kind { DIGEST_LEARNER, DIGEST_CLUSTERING, DIGEST_TOPICS, DIGEST_DEDUP } digest_kind;

struct husk_digest {
    digest_kind kind;
    buffer bytes;
};

husk_status digest_new(digest_kind kind, husk_digest **out, husk_error *error);
/* Returns `status`; when it is a failure, *out is freed and NULL. */
husk_status digest_end(husk_status status, husk_digest **out);
/* BAD_ARGUMENT: it was made for something else. */
husk_status digest_check(const husk_digest *digest, digest_kind kind, husk_error *error);

#endif
