/* options.c - option structs from callers compiled against other versions. */
#include "base/options.h"

#include <string.h>

#include "base/status.h"

void options_fill(void *options, size_t size, const void *defaults, size_t defaults_size)
{
    if (size < sizeof(size_t))
        return;
    size_t known = size < defaults_size ? size : defaults_size;
    memcpy(options, defaults, known);
    memset((char *)options + known, 0, size - known);
    memcpy(options, &size, sizeof size);
}

husk_status options_take(void *out, size_t out_size, const void *given, size_t first_size, const char *name,
                         husk_error *error)
{
    size_t size;
    if (given == NULL)
        return HUSK_OK;
    memcpy(&size, given, sizeof size);
    if (size == 0)
        return error_set(error, HUSK_BAD_ARGUMENT, "%s has a size of 0: fill it with %s_init first", name, name);
    if (size < first_size)
        return error_set(error, HUSK_BAD_ARGUMENT, "%s has a size of %zu, but never had fewer than %zu bytes", name,
                         size, first_size);
    memcpy(out, given, size < out_size ? size : out_size);
    memcpy(out, &out_size, sizeof out_size);
    return HUSK_OK;
}
