/* words.c - iterate over the words of a text, lower-cased. Cost: one pass over the code points. */
#include "base/words.h"

static void put_point(word *w, uint32_t c)
{
    char bytes[4];
    size_t n = utf8_put(lower_point(c), bytes);
    if (w->len + n <= WORD_BYTES) {
        memcpy(w->data + w->len, bytes, n);
        w->len += n;
    }
}

bool word_next(slice text, size_t *at, word *out)
{
    out->len = 0;
    while (*at < text.len) {
        size_t next = *at;
        uint32_t c = utf8_next(text.data, text.len, &next);
        bool wide = is_wide_word(c);
        if (out->len && (wide || !is_word(c)))
            return true;
        *at = next;
        if (is_word(c))
            put_point(out, c);
        if (wide)
            return true;
    }
    return out->len > 0;
}
