/* text_size.c - count letters, words and widths of a page's texts once.
 * East Asian characters are words of their own, and as wide as two narrow letters. Cost: O(text). */
#include "chakrabarti-2007/text_size.h"

/* Measure a text node once: code points, words, and width. */
text_size text_measure(slice text)
{
    text_size m = { 0 };
    bool in_word = false, in_space = false;
    for (size_t i = 0; i < text.len;) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= 0x80) {
            uint32_t code = utf8_next(text.data, text.len, &i);
            bool wide = is_wide_word(code), word = wide || is_word(code);
            m.words += wide || (word && !in_word);
            m.chars++;
            m.units += wide ? 2 : 1;
            in_word = word && !wide;
            in_space = false;
            continue;
        }
        i++;
        if (is_space((char)c)) {
            m.units += !in_space;
            if (c == '\n') {
                m.lines++;
                m.last_units = m.units;
            }
            in_word = false;
            in_space = true;
            continue;
        }
        bool word = (unsigned char)((c | 32) - 'a') < 26 || (unsigned char)(c - '0') < 10 || c == '_';
        m.words += word && !in_word;
        m.chars++;
        m.units++;
        in_word = word;
        in_space = false;
    }
    m.last_units = m.units - m.last_units;
    return m;
}

bool text_measure_page(husk_page *page, layout *out, uint32_t **units_before)
{
    uint32_t n = page->n_nodes;
    out->chars_before = arena_array(&page->scratch, (size_t)n + 1, sizeof *out->chars_before);
    out->words_before = arena_array(&page->scratch, (size_t)n + 1, sizeof *out->words_before);
    *units_before = arena_array(&page->scratch, (size_t)n + 1, sizeof **units_before);
    if (!out->chars_before || !out->words_before || !*units_before)
        return false;
    uint32_t chars = 0, words = 0, units = 0;
    for (uint32_t i = 0; i < n; i++) {
        out->chars_before[i] = chars;
        out->words_before[i] = words;
        (*units_before)[i] = units;
        if ((page->flags[i] & (NODE_TEXT | NODE_SILENT | NODE_HIDDEN)) == NODE_TEXT) {
            text_size m = text_measure(page->text[i]);
            chars += m.chars;
            words += m.words;
            units += m.units;
        }
    }
    out->chars_before[n] = chars;
    out->words_before[n] = words;
    (*units_before)[n] = units;
    return true;
}
