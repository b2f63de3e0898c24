/* json.c - write JSON member by member to an output. The first failure stays in `status`. */
#include "json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void json_raw(json *j, const char *bytes, size_t len)
{
    if (j->status == HUSK_OK)
        j->status = husk_output_append(j->out, bytes, len);
    j->needs_comma = true;
}

/* The escape of a byte, or NULL for itself. */
static const char *escape_of(unsigned char c, char room[8])
{
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\t':
        return "\\t";
    case '\r':
        return "\\r";
    default:
        if (c >= 0x20)
            return NULL;
        snprintf(room, 8, "\\u%04x", c);
        return room;
    }
}

void json_string(json *j, const char *text, size_t len)
{
    size_t from = 0;
    char room[8];
    json_raw(j, "\"", 1);
    for (size_t i = 0; i < len; i++) {
        const char *as = escape_of((unsigned char)text[i], room);
        if (as == NULL)
            continue;
        json_raw(j, text + from, i - from);
        json_raw(j, as, strlen(as));
        from = i + 1;
    }
    json_raw(j, text + from, len - from);
    json_raw(j, "\"", 1);
}

void json_number(json *j, double value, int decimals)
{
    char text[64];
    int n = snprintf(text, sizeof text, "%.*f", decimals, value);
    json_raw(j, text, (size_t)n);
}

void json_key(json *j, const char *key)
{
    if (j->needs_comma)
        json_raw(j, ",", 1);
    if (key == NULL)
        return;
    json_string(j, key, strlen(key));
    json_raw(j, ":", 1);
}

void json_open(json *j, const char *key, char bracket)
{
    json_key(j, key);
    json_raw(j, &bracket, 1);
    j->needs_comma = false;
}

void json_close(json *j, char bracket)
{
    json_raw(j, &bracket, 1);
}

void json_word(json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text, strlen(text));
}

void json_integer(json *j, const char *key, uint64_t value)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%" PRIu64, value);
    json_key(j, key);
    json_raw(j, text, (size_t)n);
}

void json_truth(json *j, const char *key, bool value)
{
    json_key(j, key);
    json_raw(j, value ? "true" : "false", value ? 4 : 5);
}
