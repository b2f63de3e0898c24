/* fuzz_tables.c - the files of `husk eval`: the input up to its first zero byte is the answer, the rest the ground
 * truth. A file that is refused is named with the reason. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "husk/lab.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    const char *end = size ? memchr(bytes, 0, size) : NULL;
    size_t len = end ? (size_t)(end - bytes) : size, skip = end ? len + 1 : size;
    husk_output *out;
    if (husk_output_new((size_t)1 << 20, &out))
        abort();
    for (int kind = HUSK_MEASURE_CLUSTERS; kind <= HUSK_MEASURE_DUPLICATES; kind++)
        for (int partial = 0; partial < 2; partial++) {
            husk_error error = { .status = HUSK_OK };
            husk_measure_options options;
            husk_measure_options_init(&options, sizeof options);
            options.partial = partial;
            options.format = partial ? HUSK_FORMAT_JSON : HUSK_FORMAT_TEXT;
            husk_output_clear(out);
            husk_status status =
                husk_measure((husk_measure_kind)kind, bytes, len, bytes + skip, size - skip, &options, out, &error);
            if (status != HUSK_OK && error.message[0] == 0)
                abort();
        }
    husk_output_free(out);
    return 0;
}
