/* status.c - errors and option structs. */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *husk_status_text(husk_status status)
{
    switch (status) {
#define STATUS_TEXT(name, value, text) \
    case HUSK_##name:                  \
        return text;
        HUSK_STATUS(STATUS_TEXT)
#undef STATUS_TEXT
    }
    return "unknown status";
}

const char *husk_version(void)
{
    return HUSK_VERSION;
}

int husk_version_number(void)
{
    return HUSK_VERSION_NUMBER;
}

static void message_set(husk_error *error, husk_status status, const char *format, va_list args)
{
    error->status = status;
    error->offset = 0;
    vsnprintf(error->message, sizeof error->message, format, args);
}

husk_status error_set(husk_error *error, husk_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (error)
        message_set(error, status, format, args);
    va_end(args);
    return status;
}

husk_status status_told(husk_error *error, husk_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (error && status != HUSK_OK) {
        message_set(error, status, format, args);
        size_t len = strlen(error->message);
        snprintf(error->message + len, sizeof error->message - len, ": %s", husk_status_text(status));
    }
    va_end(args);
    return status;
}

const char *message_without(const char *message, const char *name)
{
    size_t len = strlen(name), same = 0;
    while (same < len && message[same] == name[same])
        same++;
    if (same == len && strncmp(message + len, ": ", 2) == 0)
        return message + len + 2;
    return same && message[same] == 0 ? "can't be read" : message;
}

/* --- option structs ----------------------------------------------------------------------------------------------- */

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
