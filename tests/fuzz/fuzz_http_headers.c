/* fuzz_http_headers.c - any bytes as an HTTP response: a leniently parsed header, and a body decoded up to its cap.
 * The first byte is not used. */
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

static void body_check(const http_head *head, const char *body, size_t len)
{
    static inflater f;
    buffer raw, out;
    buffer_init(&raw, len + 1);
    buffer_init(&out, MAX_BODY + 1);
    buffer_append(&raw, body, len);
    body_result result = http_body_decode(head, &f, &raw, MAX_BODY, &out);
    if (result == BODY_NO_MEMORY || out.len > MAX_BODY)
        abort();
    buffer_free(&raw);
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
    body_check(&head, text + n, len - n);
    sniff_bytes(text, len);
    sniff_has_key(text, len, "html", "text");
    sniff_is_whole_object(text, len);
    return 0;
}
