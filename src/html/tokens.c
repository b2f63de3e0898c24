/* tokens.c - HTML bytes to tokens: tags, raw texts, texts, comments.
 * Each call returns one whole token: a text up to the next markup, a tag with all its attributes, a raw text with its
 * end tag. Cost: each byte is examined once, with vector instructions; nothing is copied unless it needs decoding. A
 * tag keeps HUSK_MAX_ATTRIBUTES_PER_NODE attributes. */
#include "html/tokens.h"

#include <strings.h>

void tokenizer_init(tokenizer *t, slice text, html_side *side, intern *own)
{
    t->at = text.data;
    t->end = text.data + text.len;
    t->names = name_table_get();
    t->side = side;
    t->own_tags = own;
    t->has_own_tags = own != NULL;
    t->too_many_names = false;
    t->raw = RAW_NONE;
    t->cdata = false;
    t->n_attributes = 0;
}

/* --- tags --------------------------------------------------------------------------------------------------------- */

/* Names end at a space, '/', '>' or '=', sixteen bytes at a time; values at their quote. What needs no change stays in
 * the input. Of two attributes with one name the first counts: known names have a bit each, and of the others a word of
 * hashed bits nearly always shows that a name is new. */

/* The bytes at which a name stops, as bits. */
#define ENDS_NAME                                                                                                 \
    ((uint64_t)1 << ' ' | (uint64_t)1 << '\n' | (uint64_t)1 << '\t' | (uint64_t)1 << '\r' | (uint64_t)1 << '\f' | \
     (uint64_t)1 << '/' | (uint64_t)1 << '>' | (uint64_t)1 << '=')

/* The length of the name at `p`, up to one of: space / > and, for attributes, =; beyond `end` if the page ends first.
 */
static inline uint32_t name_length(const char *p, const char *end, uint32_t from, bool attribute)
{
    for (uint32_t len = from; p + len < end; len++) {
        vec v = vec_load(p + len);
        vec stops = vec_at_most(v, ' ') | vec_is(v, '/') | vec_is(v, '>');
        if (attribute)
            stops |= vec_is(v, '=');
        uint64_t mask = vec_mask(stops);
        if (mask == 0) {
            len += 15;
            continue;
        }
        len += mask_first(mask);
        if (ENDS_NAME >> p[len] & 1) /* another control character continues the search */
            return len;
    }
    return (uint32_t)(end - p);
}

/* A copy of a name with capitals or NUL, lower-cased, on the side. Its sixteen bytes may be loaded there too. */
static slice name_lower(html_side *s, slice name)
{
    char *start = side_room(s, name.len * 3 + NAME_BYTES), *out = start;
    if (start == NULL)
        return name;
    for (size_t i = 0; i < name.len; i++) {
        if (name.data[i]) {
            *out++ = lower(name.data[i]);
        } else {
            memcpy(out, "\xef\xbf\xbd", 3);
            out += 3;
        }
    }
    side_used(s, out + NAME_BYTES);
    return (slice){ start, (size_t)(out - start) };
}

static bool has_capitals(slice name)
{
    for (size_t i = 0; i < name.len; i++)
        if (name.data[i] != lower(name.data[i]))
            return true;
    return false;
}

/* `key` is the name's, if it is that short. */
static bool has_nul(slice name, name_key key)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    if (name.len > 8)
        return memchr(name.data, 0, name.len) != NULL;
    uint64_t word = key.first | (name.len < 8 ? ~(uint64_t)0 << 8 * name.len : 0);
    return ((word - ones) & ~word & tops) != 0;
}

/* Has the tag an attribute of this name already? Only asked for names without a number. */
static bool is_twice(tokenizer *t, slice name, name_key key)
{
    uint64_t bit = (uint64_t)1 << (name_hash(key) & 63);
    bool maybe = t->seen & bit;
    t->seen |= bit;
    for (uint32_t i = 0; maybe && i < t->n_attributes; i++)
        if (t->attributes[i].name_len == name.len && memcmp(t->attributes[i].name, name.data, name.len) == 0)
            return true;
    return false;
}

/* Add an attribute to the tag. */
static void attribute_add(tokenizer *t, slice name, slice value)
{
    name_key key = { 0, 0 };
    uint16_t id = ATTR_OTHER;
    bool capitals;
    if (t->n_attributes == HUSK_MAX_ATTRIBUTES_PER_NODE)
        return;
    if (name.len <= NAME_BYTES) {
        key = name_key_of(name.data, (uint32_t)name.len, &capitals);
        id = name_find(t->names->attributes, ATTRIBUTE_SLOTS, key, (uint32_t)name.len);
    } else {
        capitals = has_capitals(name);
    }
    bool nul = id == ATTR_OTHER && has_nul(name, key);
    if (nul)
        t->seen = UINT64_MAX; /* the name changes, and its bit with it: compare with all */
    if (capitals || nul)
        name = name_lower(t->side, name);
    if (name.len > UINT16_MAX)
        return;
    if (id != ATTR_OTHER ? t->ids >> id & 1 : is_twice(t, name, key))
        return;
    t->ids |= (uint64_t)1 << id;
    if (t->notes)
        value = references_decode(t->side, value, DECODE_REFERENCES | DECODE_ATTRIBUTE | DECODE_NUL);
    t->attributes[t->n_attributes++] =
        (html_attribute){ name.data, value.data, (uint32_t)value.len, (uint16_t)name.len, id };
}

static const char *skip_space(const char *p)
{
    while ((unsigned char)*p <= ' ' && is_space(*p)) /* the padding is not space */
        p++;
    return p;
}

static const char *unquoted_end(const char *p, const char *end, unsigned *notes)
{
    for (; p < end && !is_space(*p) && *p != '>'; p++)
        *notes |= *p == '&' ? NOTE_AMPERSAND : *p == 0 ? NOTE_NUL : 0u;
    return p;
}

/* The value after a '=', and its notes; returns the position after it, or NULL at the end of the page. */
static inline const char *value_read(tokenizer *t, const char *p, slice *value)
{
    p = skip_space(p);
    if (p >= t->end)
        return NULL;
    char quote = *p;
    if (quote != '"' && quote != '\'') {
        const char *stop = unquoted_end(p, t->end, &t->notes);
        *value = (slice){ p, (size_t)(stop - p) };
        return stop < t->end ? stop : NULL;
    }
    const char *stop = scan(p + 1, t->end, quote, &t->notes);
    *value = (slice){ p + 1, (size_t)(stop - p - 1) };
    return stop < t->end ? stop + 1 : NULL;
}

/* Attributes from `p` on; returns the position after the tag's '>', or NULL at the end of the page. Not inline: half of
 * the tags have none, and need not save its registers. */
__attribute__((noinline)) static const char *attributes_read(tokenizer *t, const char *p, bool keep)
{
    for (;;) {
        p = *p == '>' ? p : skip_space(p); /* one decision for both: a space or the end */
        if (p >= t->end)
            return NULL;
        if (*p == '>')
            return p + 1;
        if (*p == '/') {
            t->self_closing = p[1] == '>' && p + 1 < t->end;
            p += t->self_closing ? 2 : 1;
            if (t->self_closing)
                return p;
            continue;
        }
        slice name = { p, name_length(p, t->end, *p == '=', true) }, value = { "", 0 };
        p += name.len;
        t->notes = 0;
        const char *equals = skip_space(p);
        if (equals >= t->end)
            return NULL;
        if (*equals == '=' && (p = value_read(t, equals + 1, &value)) == NULL)
            return NULL;
        if (keep)
            attribute_add(t, name, value);
    }
}

/* The number of an unlisted name. */
static uint16_t own_tag(tokenizer *t, slice name)
{
    if (!t->has_own_tags)
        return TAG_SPAN;
    if (has_capitals(name) || memchr(name.data, 0, name.len))
        name = name_lower(t->side, name);
    uint32_t id = intern_add(t->own_tags, name.data, name.len);
    if (id == INTERN_NONE) {
        t->too_many_names = true;
        return TAG_SPAN;
    }
    return (uint16_t)(TAG_FREE + id);
}

/* A tag from after its '<' or '</'; returns the position after its '>', or NULL if the page ends before that. */
static const char *tag_read(tokenizer *t, const char *p, bool closing)
{
    uint32_t len = name_length(p, t->end, 0, false);
    bool capitals;
    t->name = (slice){ p, len };
    t->self_closing = false;
    t->n_attributes = 0;
    t->seen = t->ids = 0;
    t->tag = 0;
    if (p + len >= t->end)
        return NULL;
    if (len <= NAME_BYTES)
        t->tag = name_find(t->names->tags, TAG_SLOTS, name_key_of(p, len, &capitals), len);
    p += len;
    if (*p == '>')
        p++;
    else if ((p = attributes_read(t, p, !closing)) == NULL)
        return NULL;
    if (t->tag == 0)
        t->tag = own_tag(t, t->name);
    return p;
}

/* --- the text of <script>, <style>, <title> and similar elements -------------------------------------------------- */

/* A third of the web's bytes. Only its end tag ends it, so memchr searches for '<'. In a script "<!--" starts a
 * comment, and inside that "<script" a script whose end tag does not count. */

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

/* The raw text that t->raw asks for. Not inline: other tokens need none of its registers. */
__attribute__((noinline)) static void raw_text_read(tokenizer *t)
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

/* --- texts, comments, and the next token -------------------------------------------------------------------------- */

/* Does markup start at this '<'? "</>" is not markup, nor text: it is skipped, and noted. Start and end tags are told
 * apart later: which of them comes cannot be foreseen, that one of them does can. */
static bool begins_markup(const char *p, const char *end, unsigned *notes)
{
    size_t closing = p[1] == '/';
    if (is_alpha(p[1 + closing]))
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
    while ((p = scan(p, t->end, '<', &t->notes)) < t->end && !begins_markup(p, t->end, &t->notes))
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
    if (!is_alpha(*p))
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
