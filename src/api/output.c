/* output.c - the small handles: outputs, digests, and the flag that stops. */
#include "api/api.h"

#include <stdlib.h>

#include "base/stop.h"

/* What an output that grew for a giant page keeps of it. */
#define KEEP_BYTES ((size_t)8 << 20)

void output_init(husk_output *output, size_t max_bytes)
{
    buffer_init(&output->bytes, max_bytes);
    buffer_init(&output->body, max_bytes);
}

void output_free_bytes(husk_output *output)
{
    buffer_free(&output->bytes);
    buffer_free(&output->body);
}

husk_status output_status(const husk_output *output, const char *what, husk_error *error)
{
    return status_told(error, output->bytes.status, "%s", what);
}

husk_status husk_output_new(size_t max_bytes, husk_output **out)
{
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return HUSK_NO_MEMORY;
    output_init(*out, max_bytes);
    return HUSK_OK;
}

const char *husk_output_data(const husk_output *output, size_t *len)
{
    *len = output->bytes.len;
    return output->bytes.data ? output->bytes.data : "";
}

void husk_output_clear(husk_output *output)
{
    buffer_trim(&output->bytes, KEEP_BYTES);
}

husk_status husk_output_append(husk_output *output, const void *bytes, size_t len)
{
    buffer_append(&output->bytes, bytes, len);
    return output->bytes.status;
}

void husk_output_free(husk_output *output)
{
    if (output)
        output_free_bytes(output);
    free(output);
}

/* --- digests ------------------------------------------------------------------------------------------------------ */

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

/* --- stopping ----------------------------------------------------------------------------------------------------- */

husk_status husk_stop_new(husk_stop **out)
{
    *out = calloc(1, sizeof **out);
    return *out ? HUSK_OK : HUSK_NO_MEMORY;
}

void husk_stop_set(husk_stop *stop)
{
    atomic_store(&stop->set, true);
}

bool husk_stop_is_set(const husk_stop *stop)
{
    return stop_is_set(stop);
}

void husk_stop_free(husk_stop *stop)
{
    free(stop);
}
