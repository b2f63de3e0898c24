/* digest.h - the data of a page that later steps need, as opaque bytes. */
#ifndef HUSK_API_DIGEST_H
#define HUSK_API_DIGEST_H

#include "base/buffer.h"

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
