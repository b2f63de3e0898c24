/* status.c - error reporting. */
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
