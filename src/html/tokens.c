/* tokens.c - HTML bytes to tokens: texts, comments and everything else that starts with '<'.
 * Each call returns one whole token: a text up to the next markup, a tag with all its attributes, a raw text with its
 * end tag. Cost: each byte is examined once, with vector instructions; nothing is copied unless it needs decoding. */
#include "html/tokens.h"

#include <strings.h>

void tokenizer_init(tokenizer *t, slice text, const name_table *names, scan_function longer, html_side *side,
                    intern *own)
{
    t->at = text.data;
    t->end = text.data + text.len;
    t->names = names;
    t->scan = longer;
    t->side = side;
    t->own_tags = own;
    t->has_own_tags = own != NULL;
    t->too_many_names = false;
    t->raw = RAW_NONE;
    t->cdata = false;
    t->n_attributes = 0;
}

static bool is_letter(char c)
{
    return (unsigned char)((c | 32) - 'a') < 26;
}

/* Does markup start at this '<'? "</>" is not markup, nor text: it is skipped, and noted. Start and end tags are told
 * apart later: which of them comes cannot be foreseen, that one of them does can. */
static bool begins_markup(const char *p, const char *end, unsigned *notes)
{
    size_t closing = p[1] == '/';
    if (is_letter(p[1 + closing]))
        return p + 1 + closing < end;
    if (p[1] == '!' || p[1] == '?')
        return p + 1 < end;
    if (p[1] != '/' || p + 2 >= end) /* "</" at the very end is text */
        return false;
    if (p[2] != '>')
        return true;
    *notes |= NOTE_EMPTY_END;
    return false;
}

/* The '<' that ends the text at t->at, or the end; notes what was passed. */
static inline const char *text_end(tokenizer *t)
{
    const char *p = t->at;
    t->notes = 0;
    while ((p = scan(t->scan, p, t->end, '<', &t->notes)) < t->end && !begins_markup(p, t->end, &t->notes))
        p++;
    return p;
}

static token_kind comment(tokenizer *t, const char *from, const char *to, const char *next)
{
    t->text = (slice){ from, (size_t)(to - from) };
    t->at = next;
    return TOKEN_COMMENT;
}

/* What the standard calls a bogus comment: up to the next '>'. */
static token_kind bogus_comment(tokenizer *t, const char *p)
{
    const char *stop = memchr(p, '>', (size_t)(t->end - p));
    return stop ? comment(t, p, stop, stop + 1) : comment(t, p, t->end, t->end);
}

/* A comment cut off by the end of the page: dashes that could have ended it are not part of it. */
static token_kind comment_at_end(tokenizer *t, const char *p)
{
    const char *to = t->end;
    if (to - p >= 3 && memcmp(to - 3, "--!", 3) == 0)
        to -= 3;
    else
        for (int n = 0; n < 2 && to > p && to[-1] == '-'; n++)
            to--;
    return comment(t, p, to, t->end);
}

/* From after "<!--". */
static token_kind comment_read(tokenizer *t, const char *p)
{
    if (p < t->end && *p == '>')
        return comment(t, p, p, p + 1);
    if (t->end - p >= 2 && p[0] == '-' && p[1] == '>')
        return comment(t, p, p, p + 2);
    for (const char *stop = p; (stop = memchr(stop, '>', (size_t)(t->end - stop))); stop++) {
        if (stop - p >= 2 && stop[-1] == '-' && stop[-2] == '-')
            return comment(t, p, stop - 2, stop + 1);
        if (stop - p >= 3 && memcmp(stop - 3, "--!", 3) == 0)
            return comment(t, p, stop - 3, stop + 1);
    }
    return comment_at_end(t, p);
}

/* From after "<![CDATA["; the text may be empty. */
static token_kind cdata_read(tokenizer *t, const char *p)
{
    const char *stop = p;
    while ((stop = memchr(stop, ']', (size_t)(t->end - stop))) && (t->end - stop < 3 || memcmp(stop, "]]>", 3) != 0))
        stop++;
    const char *to = stop ? stop : t->end;
    t->text = (slice){ p, (size_t)(to - p) };
    t->notes = memchr(p, 0, t->text.len) ? NOTE_NUL : 0;
    t->at = stop ? stop + 3 : t->end;
    return TOKEN_TEXT;
}

static token_kind doctype_read(tokenizer *t, const char *p)
{
    const char *stop = memchr(p, '>', (size_t)(t->end - p));
    t->closed = stop != NULL;
    t->text = (slice){ p, (size_t)((stop ? stop : t->end) - p) };
    t->at = stop ? stop + 1 : t->end;
    return TOKEN_DOCTYPE;
}

/* From after "<!". */
static token_kind declaration_read(tokenizer *t, const char *p)
{
    size_t len = (size_t)(t->end - p);
    if (len >= 2 && p[0] == '-' && p[1] == '-')
        return comment_read(t, p + 2);
    if (len >= 7 && strncasecmp(p, "doctype", 7) == 0)
        return doctype_read(t, p + 7);
    if (t->cdata && len >= 7 && memcmp(p, "[CDATA[", 7) == 0)
        return cdata_read(t, p + 7);
    return bogus_comment(t, p);
}

/* From the '<' where markup starts. Not inline: a text needs none of its registers. */
__attribute__((noinline)) static token_kind markup_read(tokenizer *t, const char *p)
{
    bool closing = p[1] == '/';
    p += 1 + (size_t)closing;
    if (!is_letter(*p))
        return *p == '!' && !closing ? declaration_read(t, p + 1) : bogus_comment(t, p);
    p = tag_read(t, p, closing);
    t->at = p ? p : t->end; /* a tag cut off by the end of the page is dropped */
    return p == NULL ? TOKEN_EOF : closing ? TOKEN_END : TOKEN_START;
}

token_kind token_next(tokenizer *t)
{
    if (t->raw) {
        raw_text_read(t);
        return TOKEN_RAW;
    }
    if (t->at >= t->end)
        return TOKEN_EOF;
    const char *stop = text_end(t);
    if (stop > t->at) {
        t->text = (slice){ t->at, (size_t)(stop - t->at) };
        t->at = stop;
        return TOKEN_TEXT;
    }
    return markup_read(t, stop);
}
