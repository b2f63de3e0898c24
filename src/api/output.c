/* output.c - bytes that the library writes and the caller reads. */
#include "api/output.h"

#include <stdlib.h>

husk_status husk_output_new(size_t max_bytes, husk_output **out)
{
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return HUSK_NO_MEMORY;
    buffer_init(&(*out)->bytes, max_bytes);
    buffer_init(&(*out)->body, max_bytes);
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
    if (output) {
        buffer_free(&output->bytes);
        buffer_free(&output->body);
    }
    free(output);
}
