/* raw_text.c - read the text of <script>, <style>, <title> and similar elements, a third of the web's bytes, at once.
 * Only its end tag ends it, so memchr searches for '<'. In a script "<!--" starts a comment, and inside that
 * "<script" a script whose end tag does not count. Cost: one memchr pass. */
#include "html/references.h"
#include "html/tokens.h"

/* Is `name`, lower case, at `p`, and does it end there like a tag name? */
static bool is_name(const char *p, const char *end, slice name)
{
    if (name.len == 0 || (size_t)(end - p) <= name.len)
        return false;
    for (size_t i = 0; i < name.len; i++)
        if (lower(p[i]) != name.data[i])
            return false;
    char after = p[name.len];
    return is_space(after) || after == '/' || after == '>';
}

/* Is there a "-->" in [from, to)? */
static bool comment_ends(const char *from, const char *to)
{
    for (const char *p = from; (p = memchr(p, '>', (size_t)(to - p))); p++)
        if (p - from >= 2 && p[-1] == '-' && p[-2] == '-')
            return true;
    return false;
}

static const char *raw_end(const char *p, const char *end, slice name)
{
    for (; (p = memchr(p, '<', (size_t)(end - p))) && end - p > 2; p++)
        if (p[1] == '/' && is_name(p + 2, end, name))
            return p;
    return end;
}

static const char *script_end(const char *p, const char *end, slice name)
{
    enum { PLAIN, COMMENT, SCRIPT } in = PLAIN; /* in a comment; in a script inside it */
    const char *dashes = NULL;                  /* where "-->" may start */
    for (; (p = memchr(p, '<', (size_t)(end - p))) && end - p > 2; p++) {
        if (in != PLAIN) {
            in = comment_ends(dashes, p) ? PLAIN : in;
            dashes = p - dashes > 2 ? p - 2 : dashes;
        }
        if (p[1] == '/' && is_name(p + 2, end, name)) {
            if (in != SCRIPT)
                return p;
            in = COMMENT;
        } else if (in == PLAIN && end - p > 3 && memcmp(p, "<!--", 4) == 0) {
            in = COMMENT;
            dashes = p + 2;
        } else if (in == COMMENT && is_name(p + 1, end, name)) {
            in = SCRIPT;
        }
    }
    return end;
}

void raw_text_read(tokenizer *t)
{
    const char *start = t->at, *stop = t->end;
    raw_kind kind = t->raw;
    if (kind == RAW_SCRIPT)
        stop = script_end(start, t->end, t->raw_name);
    else if (kind != RAW_PLAIN)
        stop = raw_end(start, t->end, t->raw_name);
    slice text = { start, (size_t)(stop - start) };
    unsigned how = DECODE_NUL | (kind == RAW_RCDATA ? DECODE_REFERENCES : 0u);
    if (memchr(text.data, 0, text.len) || (kind == RAW_RCDATA && memchr(text.data, '&', text.len)))
        text = references_decode(t->side, text, how);
    t->raw = RAW_NONE;
    t->closed = false;
    t->at = stop;
    if (stop < t->end) {
        const char *next = tag_read(t, stop + 2, true);
        t->closed = next != NULL;
        t->at = next ? next : t->end;
    }
    t->tag = t->raw_tag;
    t->text = text;
}
