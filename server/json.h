/* json.h - write JSON member by member to an output. */
#ifndef HUSK_SERVER_JSON_H
#define HUSK_SERVER_JSON_H

#include "husk/husk.h"

typedef struct json {
    husk_output *out;
    husk_status status;
    bool needs_comma;
} json;

static inline json json_to(husk_output *out)
{
    return (json){ .out = out };
}

void json_raw(json *j, const char *bytes, size_t len);
/* A string, escaped. */
void json_string(json *j, const char *text, size_t len);
void json_number(json *j, double value, int decimals);

/* A member's name; its value follows. NULL: none, for array elements. */
void json_key(json *j, const char *key);
void json_open(json *j, const char *key, char bracket);
void json_close(json *j, char bracket);

/* Whole members. */
void json_word(json *j, const char *key, const char *text);
void json_integer(json *j, const char *key, uint64_t value);
void json_truth(json *j, const char *key, bool value);

#endif
