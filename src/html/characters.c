/* characters.c - text in each insertion mode, raw texts, and comments.
 * A text is processed whole and divided only where white space and words are treated differently. NUL is dropped in
 * HTML and becomes U+FFFD in SVG and MathML; before the body it counts as a word. */
#include "html/builder.h"

/* A copy without NULs, on the side. */
static slice without_nul(builder *b, slice s)
{
    char *start = side_room(b->t.side, s.len), *out = start;
    if (start == NULL)
        return s;
    for (size_t i = 0; i < s.len; i++)
        if (s.data[i])
            *out++ = s.data[i];
    side_used(b->t.side, out);
    return (slice){ start, (size_t)(out - start) };
}

bool step_to_body(builder *b)
{
    static const struct {
        uint8_t next; /* INITIAL: in body */
        bool pops;
        uint16_t inserts;
    } steps[MODE_AFTER_AFTER_FRAMESET + 1] = {
        [MODE_INITIAL] = { MODE_BEFORE_HTML, false, 0 },
        [MODE_BEFORE_HTML] = { MODE_BEFORE_HEAD, false, TAG_HTML },
        [MODE_BEFORE_HEAD] = { MODE_IN_HEAD, false, TAG_HEAD },
        [MODE_IN_HEAD] = { MODE_AFTER_HEAD, true, 0 },
        [MODE_IN_HEAD_NOSCRIPT] = { MODE_IN_HEAD, true, 0 },
        [MODE_AFTER_HEAD] = { MODE_IN_BODY, false, TAG_BODY },
        [MODE_IN_COLUMN_GROUP] = { MODE_IN_TABLE, true, 0 },
    };
    insertion_mode mode = b->mode;
    if (mode == MODE_IN_COLUMN_GROUP && current(b)->tag != TAG_COLGROUP)
        return false;
    b->quirks = b->quirks || mode == MODE_INITIAL;
    if (steps[mode].pops)
        pop(b);
    uint32_t node = steps[mode].inserts ? insert_bare(b, steps[mode].inserts) : HTML_NONE;
    if (mode == MODE_BEFORE_HEAD)
        b->head = node;
    b->mode = steps[mode].next ? (insertion_mode)steps[mode].next : MODE_IN_BODY;
    return true;
}

/* Does this mode accept only white space? */
static bool takes_only_space(insertion_mode mode)
{
    return mode < MODE_IN_BODY || mode == MODE_IN_COLUMN_GROUP || mode == MODE_AFTER_BODY ||
           mode == MODE_AFTER_AFTER_BODY;
}

static bool is_frameset_mode(insertion_mode mode)
{
    return mode == MODE_IN_FRAMESET || mode == MODE_AFTER_FRAMESET || mode == MODE_AFTER_AFTER_FRAMESET;
}

static void frameset_text(builder *b, slice s)
{
    for (size_t i = 0; i < s.len; i++)
        if (is_space(s.data[i]))
            insert_text(b, (slice){ s.data + i, 1 });
}

/* White space before the first word, where only that is accepted. */
static void leading_text(builder *b, slice space)
{
    if (b->mode == MODE_AFTER_BODY || b->mode == MODE_AFTER_AFTER_BODY)
        formatting_reopen(b);
    if (space.len && b->mode > MODE_BEFORE_HEAD)
        insert_text(b, space);
}

static void table_text(builder *b, slice s)
{
    bool in_place = current(b)->category & IS_TABLE_PART || current(b)->tag == TAG_TEMPLATE;
    if (in_place && leading_space(s) == s.len) {
        insert_text(b, s);
        return;
    }
    b->foster = true;
    formatting_reopen(b);
    insert_text(b, s);
    b->foster = false;
    b->frameset_ok = false;
}

static void body_text(builder *b, slice s)
{
    formatting_reopen(b);
    if (b->frameset_ok && leading_space(s) < s.len)
        b->frameset_ok = false;
    insert_text(b, s);
}

/* Decoded text in HTML. */
static void html_text(builder *b, slice s, bool has_nul)
{
    while (s.len && takes_only_space(b->mode)) {
        size_t space = leading_space(s);
        bool after = b->mode == MODE_AFTER_BODY || b->mode == MODE_AFTER_AFTER_BODY;
        if (!after || space == s.len) { /* after the body, words take the space before them along */
            leading_text(b, (slice){ s.data, space });
            s = slice_from(s, space);
        }
        if (s.len && !step_to_body(b))
            return;
    }
    if (has_nul && s.len)
        s = without_nul(b, s);
    if (s.len == 0)
        return;
    if (is_frameset_mode(b->mode))
        frameset_text(b, s);
    else if (b->mode == MODE_IN_TABLE || b->mode == MODE_IN_TABLE_BODY || b->mode == MODE_IN_ROW)
        table_text(b, s);
    else
        body_text(b, s);
}

static void foreign_text(builder *b, slice s, bool has_nul)
{
    if (leading_space(s) < s.len) {
        size_t words = 0;
        for (size_t i = 0; i < s.len && !words; i++)
            words += s.data[i] != 0 && !is_space(s.data[i]);
        b->frameset_ok = b->frameset_ok && !words;
    }
    insert_text(b, has_nul ? references_decode(b->t.side, s, DECODE_NUL) : s);
}

void rules_text(builder *b)
{
    slice s = b->t.text;
    bool has_nul = b->t.notes & NOTE_NUL;
    unsigned how =
        (b->t.notes & NOTE_AMPERSAND ? DECODE_REFERENCES : 0u) | (b->t.notes & NOTE_EMPTY_END ? DECODE_EMPTY_END : 0u);
    if (how)
        s = references_decode(b->t.side, s, how);
    if (b->skip_newline && s.len && *s.data == '\n')
        s = slice_from(s, 1);
    b->skip_newline = false;
    const open_element *e = foreign_current(b);
    if (e && !e->points)
        foreign_text(b, s, has_nul);
    else
        html_text(b, s, has_nul);
}

void rules_raw(builder *b)
{
    slice s = b->t.text;
    if (b->skip_newline && s.len && *s.data == '\n')
        s = slice_from(s, 1);
    b->skip_newline = false;
    if (b->t.raw_tag == TAG_PLAINTEXT) { /* it is never closed */
        html_text(b, s, false);
        return;
    }
    insert_text(b, s);
    pop(b);
}

void rules_comment(builder *b)
{
    b->skip_newline = false;
    bool outside = b->depth == 0 || b->mode == MODE_INITIAL || b->mode == MODE_AFTER_BODY ||
                   b->mode == MODE_AFTER_AFTER_BODY || b->mode == MODE_AFTER_AFTER_FRAMESET;
    if (!outside || foreign_current(b))
        insert_comment(b);
}
