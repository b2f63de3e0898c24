/* fragment.c - strings that hold HTML or entities, to plain text.
 * The tokenizer alone does it: no tree is built, so that no input is worse than linear and nothing has depth.
 * Cost: about half a parse of the same bytes. Limits: the buffers' caps. */
#include "page/fragment.h"

#include <lexbor/html/html.h>

#include "base/limits.h"
#include "page/names.h"

typedef struct text_sink {
    buffer *out;
    size_t start;
    lxb_tag_id_t inside; /* a script, style or the like whose text is not taken */
    bool keep_space;
    bool space, line;
} text_sink;

static void put_text(text_sink *s, slice text)
{
    if (s->keep_space) {
        buffer_append(s->out, text.data, text.len);
        return;
    }
    for (size_t i = 0; i < text.len;) {
        size_t from = i;
        while (i < text.len && !is_space(text.data[i]))
            i++;
        if (i > from) {
            if (s->out->len > s->start && (s->line || s->space))
                buffer_byte(s->out, s->line ? '\n' : ' ');
            buffer_append(s->out, text.data + from, i - from);
            s->line = s->space = false;
        }
        for (; i < text.len && is_space(text.data[i]); i++)
            s->space = true;
    }
}

static bool breaks_line(lxb_tag_id_t tag)
{
    static const bool breaks[LXB_TAG__LAST_ENTRY] = {
#define BREAKS(c_name, name, kind) [LXB_TAG_##c_name] = ((kind)&KIND_BLOCK) != 0,
        PAGE_TAGS(BREAKS)
#undef BREAKS
    };
    return tag == LXB_TAG_BR || (tag < LXB_TAG__LAST_ENTRY && breaks[tag]);
}

static bool is_mute(lxb_tag_id_t tag)
{
    return tag == LXB_TAG_SCRIPT || tag == LXB_TAG_STYLE || tag == LXB_TAG_TITLE || tag == LXB_TAG_TEXTAREA ||
           tag == LXB_TAG_IFRAME || tag == LXB_TAG_TEMPLATE || tag == LXB_TAG_SVG;
}

static lxb_html_token_t *on_token(lxb_html_tokenizer_t *tokenizer, lxb_html_token_t *token, void *context)
{
    text_sink *s = context;
    bool close = token->type & LXB_HTML_TOKEN_TYPE_CLOSE;
    (void)tokenizer;
    if (token->tag_id == LXB_TAG__TEXT) {
        if (!s->inside)
            put_text(s, (slice){ (const char *)token->text_start, (size_t)(token->text_end - token->text_start) });
    } else if (s->inside) {
        if (close && token->tag_id == s->inside)
            s->inside = 0;
    } else if (!close && is_mute(token->tag_id)) {
        s->inside = token->tag_id;
    } else {
        s->line |= breaks_line(token->tag_id);
    }
    return token;
}

static lxb_html_tokenizer_t *tokenizer_of(fragment_reader *reader)
{
    if (reader->tokenizer)
        return reader->tokenizer;
    lxb_html_tokenizer_t *t = lxb_html_tokenizer_create();
    if (t == NULL)
        return NULL;
    if (lxb_html_tokenizer_init(t) != LXB_STATUS_OK || lxb_html_tokenizer_tags_make(t, 128) != LXB_STATUS_OK ||
        lxb_html_tokenizer_attrs_make(t, 128) != LXB_STATUS_OK) {
        lxb_html_tokenizer_destroy(t);
        return NULL;
    }
    buffer_init(&reader->scratch, HUSK_MAX_PAGE_BYTES);
    return reader->tokenizer = t;
}

void fragment_free(fragment_reader *reader)
{
    lxb_html_tokenizer_t *t = reader->tokenizer;
    if (t) {
        lxb_html_tokenizer_tags_destroy(t);
        lxb_html_tokenizer_attrs_destroy(t);
        lxb_html_tokenizer_destroy(t);
    }
    buffer_free(&reader->scratch);
    reader->tokenizer = NULL;
}

static bool run(fragment_reader *reader, slice text, text_sink *sink)
{
    lxb_html_tokenizer_t *t = tokenizer_of(reader);
    if (t == NULL)
        return false;
    lxb_html_tokenizer_clean(t);
    lxb_html_tokenizer_callback_token_done_set(t, on_token, sink);
    return lxb_html_tokenizer_begin(t) == LXB_STATUS_OK &&
           lxb_html_tokenizer_chunk(t, (const lxb_char_t *)text.data, text.len) == LXB_STATUS_OK &&
           lxb_html_tokenizer_end(t) == LXB_STATUS_OK && sink->out->status != HUSK_NO_MEMORY;
}

/* A tag's '<' is hidden from the tokenizer behind a byte that no page's text has, and put back. */
#define HIDDEN_LESS '\x01'

bool fragment_decode(fragment_reader *reader, slice text, buffer *out)
{
    if (memchr(text.data, '&', text.len) == NULL) {
        buffer_append(out, text.data, text.len);
        return out->status != HUSK_NO_MEMORY;
    }
    if (tokenizer_of(reader) == NULL)
        return false;
    size_t start = out->len;
    buffer *copy = &reader->scratch;
    buffer_clear(copy);
    buffer_append(copy, text.data, text.len);
    for (size_t i = 0; i < copy->len; i++)
        if (copy->data[i] == '<' || copy->data[i] == 0)
            copy->data[i] = HIDDEN_LESS;
    text_sink sink = { .out = out, .start = start, .keep_space = true };
    bool ok = run(reader, (slice){ copy->data, copy->len }, &sink);
    for (size_t i = start; i < out->len; i++)
        if (out->data[i] == HIDDEN_LESS)
            out->data[i] = '<';
    return ok;
}

bool fragment_text(fragment_reader *reader, slice html, buffer *out)
{
    text_sink sink = { .out = out, .start = out->len };
    return run(reader, html, &sink);
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
