/* fragment.c - convert strings with HTML or entities to plain text.
 * Uses only the tokenizer: no tree is built, so every input takes linear time and depth does not matter. Cost: about
 * a third of parsing the same bytes. Limits: the buffers' caps. */
#include "page/fragment.h"

#include "base/escape.h"
#include "html/tokens.h"

typedef struct fragment_tokenizer {
    html_side side;
    tokenizer t;
} fragment_tokenizer;

typedef struct text_sink {
    buffer *out;
    size_t start;
    uint16_t inside; /* a script, style or similar element whose text is skipped */
    bool space, line;
} text_sink;

/* A line break takes the place of the space at the start of the text. */
static void put_text(text_sink *s, slice text)
{
    size_t space = leading_space(text);
    if (s->line && space < text.len) {
        if (s->out->len > s->start)
            buffer_byte(s->out, '\n');
        text = slice_from(text, space);
        s->line = s->space = false;
    }
    append_folded(s->out, s->start, text, &s->space);
}

static bool is_mute(uint16_t tag)
{
    return tag == TAG_SCRIPT || tag == TAG_STYLE || tag == TAG_TITLE || tag == TAG_TEXTAREA || tag == TAG_IFRAME ||
           tag == TAG_TEMPLATE || tag == TAG_SVG;
}

static void on_tag(text_sink *s, uint16_t tag, bool end)
{
    if (s->inside) {
        if (end && tag == s->inside)
            s->inside = 0;
    } else if (!end && is_mute(tag)) {
        s->inside = tag;
    } else {
        s->line |= tag == TAG_BR || (tag_kind(tag) & KIND_BLOCK);
    }
}

static bool tokenizer_of(fragment_reader *reader)
{
    if (reader->tokenizer)
        return true;
    fragment_tokenizer *f = malloc(sizeof *f);
    if (f == NULL)
        return false;
    side_init(&f->side, HUSK_MAX_PAGE_ARENA);
    buffer_init(&reader->scratch, HUSK_MAX_PAGE_BYTES + HTML_PADDING);
    reader->tokenizer = f;
    return true;
}

void fragment_free(fragment_reader *reader)
{
    if (reader->tokenizer)
        side_free(&reader->tokenizer->side);
    free(reader->tokenizer);
    buffer_free(&reader->scratch);
    reader->tokenizer = NULL;
}

/* A copy of `text` with line ends normalised, NUL replaced by U+FFFD, and padding. */
static bool prepare(fragment_reader *reader, slice text)
{
    buffer *copy = &reader->scratch;
    if (!tokenizer_of(reader))
        return false;
    side_reset(&reader->tokenizer->side, SIZE_MAX);
    if (copy->status == HUSK_NO_MEMORY) /* for an earlier string: this one tries again */
        buffer_free(copy);
    buffer_clear(copy);
    if (!buffer_reserve(copy, text.len + HTML_PADDING))
        return copy->status == HUSK_LIMIT;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        if (c == '\r' && i + 1 < text.len && text.data[i + 1] == '\n')
            continue;
        if (c == 0)
            buffer_append(copy, "\xef\xbf\xbd", 3);
        else
            buffer_byte(copy, c == '\r' ? '\n' : c);
    }
    if (!buffer_reserve(copy, HTML_PADDING))
        return copy->status == HUSK_LIMIT;
    memset(copy->data + copy->len, 0, HTML_PADDING);
    return true;
}

bool fragment_decode(fragment_reader *reader, slice text, buffer *out)
{
    if (memchr(text.data, '&', text.len) == NULL) {
        buffer_append(out, text.data, text.len);
        return out->status != HUSK_NO_MEMORY;
    }
    if (!prepare(reader, text))
        return false;
    if (reader->scratch.status == HUSK_LIMIT)
        return true;
    slice copy = { reader->scratch.data, reader->scratch.len };
    html_side *side = &reader->tokenizer->side;
    slice decoded = references_decode(side, copy, DECODE_REFERENCES);
    buffer_append(out, decoded.data, decoded.len);
    return !side->failed && out->status != HUSK_NO_MEMORY;
}

static void take_tokens(fragment_tokenizer *f, text_sink *sink)
{
    for (;;)
        switch (token_next(&f->t)) {
        case TOKEN_TEXT:
            if (sink->inside)
                break;
            if (f->t.notes)
                f->t.text = references_decode(&f->side, f->t.text, DECODE_REFERENCES | DECODE_EMPTY_END);
            put_text(sink, f->t.text);
            break;
        case TOKEN_START:
            on_tag(sink, f->t.tag, false);
            break;
        case TOKEN_END:
            on_tag(sink, f->t.tag, true);
            break;
        case TOKEN_EOF:
            return;
        default:
            break;
        }
}

bool fragment_text(fragment_reader *reader, slice html, buffer *out)
{
    if (!prepare(reader, html))
        return false;
    if (reader->scratch.status == HUSK_LIMIT)
        return true;
    fragment_tokenizer *f = reader->tokenizer;
    text_sink sink = { .out = out, .start = out->len };
    slice text = { reader->scratch.data, reader->scratch.len };
    tokenizer_init(&f->t, text, &f->side, NULL);
    take_tokens(f, &sink);
    return !f->side.failed && out->status != HUSK_NO_MEMORY;
}

bool fragment_is_html(slice text)
{
    for (size_t i = 0; i + 3 < text.len; i++) {
        if (text.data[i] != '<')
            continue;
        char c = text.data[i + 1];
        if (c == '/' && lower(text.data[i + 2]) >= 'a' && lower(text.data[i + 2]) <= 'z')
            return true;
        if (lower(c) == 'p' && (text.data[i + 2] == '>' || text.data[i + 2] == ' '))
            return true;
    }
    return false;
}
