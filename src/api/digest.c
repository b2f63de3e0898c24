/* digest.c - the data of a page that later steps need. */
#include "api/digest.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/status.h"

husk_status digest_new(digest_kind kind, husk_digest **out, husk_error *error)
{
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    (*out)->kind = kind;
    buffer_init(&(*out)->bytes, HUSK_MAX_OUTPUT_BYTES * 4);
    return HUSK_OK;
}

husk_status digest_end(husk_status status, husk_digest **out)
{
    if (status != HUSK_OK) {
        husk_digest_free(*out);
        *out = NULL;
    }
    return status;
}

husk_status digest_check(const husk_digest *digest, digest_kind kind, husk_error *error)
{
    if (digest && digest->kind == kind)
        return HUSK_OK;
    return error_set(error, HUSK_BAD_ARGUMENT, "this digest was made for another purpose");
}

void husk_digest_free(husk_digest *digest)
{
    if (digest)
        buffer_free(&digest->bytes);
    free(digest);
}
