/* raw_text.c - the text of <script>, <style> and their like, a third of the web's bytes, in one stride instead of byte
 * by byte. Lexbor's tokenizer is a machine of states that are functions; where its tree asks for one of the two raw
 * ones, ours is put in: it looks for the end tag with memchr, hands the whole text over as one token straight from the
 * input, and goes on at the end tag. Whatever is not plain (a carriage return, a NUL, a script inside a comment inside
 * a script, no end tag) is left to lexbor's own state, so the tree is the same. Cost: a pass of memchr; it spares a
 * tenth of a parse. */
#include <lexbor/html/tokenizer/state.h>
#include <lexbor/html/tokenizer/state_rawtext.h>
#include <lexbor/html/tokenizer/state_script.h>

#include "page/parser.h"

/* Does `name`, in small letters, stand at `at`, and end there as a tag's name does? */
static bool is_name(const char *at, const char *end, slice name)
{
    if ((size_t)(end - at) <= name.len)
        return false;
    for (size_t i = 0; i < name.len; i++)
        if (lower(at[i]) != name.data[i])
            return false;
    char after = at[name.len];
    return is_space(after) || after == '/' || after == '>';
}

/* The "</name" that ends a raw text; NULL when there is none, or when it may not be the one: in a script "<!--" begins
 * a comment, and in that
 * "<script" a script whose end tag does not count. */
static const char *end_tag(const char *data, const char *end, slice name, bool script)
{
    bool comment = false;
    for (const char *at = data; (at = memchr(at, '<', (size_t)(end - at))) && end - at > 3; at++) {
        if (at[1] == '/') {
            if (is_name(at + 2, end, name))
                return at;
        } else if (script && at[1] == '!') {
            comment |= at[2] == '-' && at[3] == '-';
        } else if (comment && lower(at[1]) == 's') {
            return NULL;
        }
    }
    return NULL;
}

/* One token of text; false when the parse is over. */
static bool emit(lxb_html_tokenizer_t *tkz, slice text)
{
    lxb_html_token_t *token = tkz->token;
    token->tag_id = LXB_TAG__TEXT;
    token->begin = token->text_start = (const lxb_char_t *)text.data;
    token->end = token->text_end = token->text_start + text.len;
    tkz->token = tkz->callback_token_done(tkz, token, tkz->callback_token_ctx);
    if (tkz->token == NULL) {
        tkz->status = tkz->status == LXB_STATUS_OK ? LXB_STATUS_ERROR : tkz->status;
        return false;
    }
    lxb_html_token_clean(tkz->token);
    return true;
}

/* The state: from behind the start tag to the end tag, which may lie beyond the piece of input that lexbor knows of. */
static const lxb_char_t *take(lxb_html_tokenizer_t *tkz, const lxb_char_t *data, const lxb_char_t *end)
{
    page_parser *p = tkz->callback_token_ctx;
    slice text = { (const char *)data, 0 }, name;
    name.data = (const char *)lxb_tag_name_by_id(tkz->tmp_tag_id, &name.len);
    const char *stop = tkz->is_eof || name.data == NULL
                           ? NULL
                           : end_tag(text.data, p->input_end, name, tkz->tmp_tag_id == LXB_TAG_SCRIPT);
    text.len = stop ? (size_t)(stop - text.data) : 0;
    if (stop == NULL || memchr(text.data, '\r', text.len) || memchr(text.data, 0, text.len)) {
        tkz->state = p->raw_state;
        return data;
    }
    tkz->pos = tkz->start;
    tkz->state = lxb_html_tokenizer_state_data_before;
    if (text.len && !emit(tkz, text))
        return end;
    p->resume = stop;
    return stop < (const char *)end ? (const lxb_char_t *)stop : end;
}

void raw_text_hook(page_parser *p, lxb_html_tokenizer_t *tokenizer)
{
    if (tokenizer->state == lxb_html_tokenizer_state_script_data_before ||
        tokenizer->state == lxb_html_tokenizer_state_rawtext_before) {
        p->raw_state = tokenizer->state;
        tokenizer->state = take;
    }
}
