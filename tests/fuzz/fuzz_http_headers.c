/* fuzz_http_headers.c - any bytes as an HTTP response: a leniently parsed header, and a body decoded up to its cap.
 * The first byte says in which pieces the body comes. */
#include <stdint.h>
#include <stdlib.h>

#include "source/http_message.h"
#include "source/sniff.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BODY 5000

static void fields_check(slice head)
{
    slice rest = head, name, value;
    while (head_field(&rest, &name, &value)) {
        uint64_t number;
        if (name.data < head.data || value.data + value.len > head.data + head.len)
            abort();
        head_number(value, &number);
        sniff_media_type(value);
        sniff_is_unknown_type(value);
        slice charset = media_type_charset(value);
        if (charset.len && (charset.data < value.data || charset.data + charset.len > value.data + value.len))
            abort();
    }
}

static void body_check(const http_head *head, const char *body, size_t len, size_t step)
{
    static http_body b;
    buffer out;
    body_result result = BODY_MORE;
    buffer_init(&out, MAX_BODY + 100000);
    http_body_start(&b, head, &out, MAX_BODY);
    for (size_t at = 0; at < len && result == BODY_MORE; at += step)
        result = http_body_feed(&b, body + at, len - at < step ? len - at : step);
    if (result == BODY_MORE)
        result = http_body_finish(&b);
    if (result == BODY_MORE || result == BODY_NO_MEMORY || out.len > MAX_BODY)
        abort();
    buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const char *text = (const char *)data + 1;
    size_t len = size - 1;
    const char *end = memmem(text, len, "\n\r\n", 3);
    size_t n = end ? (size_t)(end + 3 - text) : len;
    http_head head;
    http_head_parse((slice){ text, n }, &head);
    if (head.status > 999 || head.n_encodings > HTTP_MAX_ENCODINGS)
        abort();
    fields_check((slice){ text, n });
    body_check(&head, text + n, len - n, data[0] ? data[0] : 4096);
    sniff_bytes(text, len);
    sniff_has_page_key(text, len);
    sniff_is_whole_object(text, len);
    return 0;
}
