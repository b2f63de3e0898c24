/* output.c - bytes that the library writes and the caller reads. */
#include "api/output.h"

#include <stdlib.h>

#include "base/status.h"

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
    husk_status status = output->bytes.status;
    return status == HUSK_OK ? HUSK_OK : error_set(error, status, "%s: %s", what, husk_status_text(status));
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
    buffer_trim(&output->bytes, SIZE_MAX);
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
