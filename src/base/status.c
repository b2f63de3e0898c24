/* status.c - error reporting. */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

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

husk_status error_set(husk_error *error, husk_status status, const char *format, ...)
{
    if (error == NULL)
        return status;
    error->status = status;
    error->offset = 0;
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    return status;
}
