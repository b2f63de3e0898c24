/* markdown_inline.c - the inline part of Markdown: escaped text, emphasis, links, images, code, formulas.
 * A character is escaped only where it could start markup, so that text stays readable. What CommonMark marks can't
 * express (bold that ends in a colon before a letter, sub- and superscripts, keys) uses inline tags, which it allows.
 * GFM's autolinks are left alone: they change no text. Cost: linear; an emphasis that becomes a tag moves its own
 * text once. */
#include "write/markdown.h"

/* --- escapes ------------------------------------------------------------------------------------------------------ */

enum { PLAIN, ALWAYS, SPACE, BEFORE_TAG, BEFORE_NAME, IN_WORD, IN_CELL, IN_HEADING };

static const uint8_t escape_rule[256] = {
    ['\\'] = ALWAYS,     ['`'] = ALWAYS,  ['*'] = ALWAYS,  ['['] = ALWAYS,     [']'] = ALWAYS, ['~'] = ALWAYS,
    [' '] = SPACE,       ['\n'] = SPACE,  ['\t'] = SPACE,  ['\r'] = SPACE,     ['\f'] = SPACE, ['<'] = BEFORE_TAG,
    ['&'] = BEFORE_NAME, ['_'] = IN_WORD, ['|'] = IN_CELL, ['#'] = IN_HEADING,
};

static bool is_alnum(char c)
{
    return is_alpha(c) || is_digit(c);
}

/* Would the character at `i` start or end markup, by its rule? At the end of a piece the next character is unknown:
 * yes. */
static bool must_escape(const markdown_writer *w, slice text, size_t i)
{
    char next = i + 1 < text.len ? text.data[i + 1] : 0;
    bool last = i + 1 == text.len;
    switch (escape_rule[(unsigned char)text.data[i]]) {
    case ALWAYS:
        return true;
    case BEFORE_TAG:
        return last || is_alnum(next) || next == '/' || next == '!' || next == '?';
    case BEFORE_NAME:
        return last || is_alnum(next) || next == '#';
    case IN_WORD:
        return last || i == 0 || !is_alnum(next) || !is_alnum(text.data[i - 1]);
    case IN_CELL:
        return w->lines.in_cell;
    case IN_HEADING: /* at its end it would be taken for a closing mark */
        return w->heading && (i == 0 || is_space(text.data[i - 1]) || text.data[i - 1] == '#');
    default:
        return false;
    }
}

/* Escape what would start a heading, item, quote, rule, table … at the start of a line. Returns the bytes written. */
static size_t escape_line_start(buffer *out, slice text)
{
    size_t n = 0;
    char c = text.data[0], next = text.len > 1 ? text.data[1] : ' ';
    if (strchr("#>=|", c) || ((c == '-' || c == '+') && (is_space(next) || next == c)) ||
        (c == ':' && (next == '-' || text.len == 1))) {
        buffer_byte(out, '\\');
        buffer_byte(out, c);
        return 1;
    }
    while (n < text.len && n < 9 && text.data[n] >= '0' && text.data[n] <= '9')
        n++;
    if (n && n < text.len && (text.data[n] == '.' || text.data[n] == ')') &&
        (n + 1 == text.len || is_space(text.data[n + 1]))) {
        buffer_append(out, text.data, n);
        buffer_byte(out, '\\');
        buffer_byte(out, text.data[n]);
        return n + 1;
    }
    return 0;
}

/* Is the line so far a number, which "." or ")" would turn into an item? */
static bool line_is_number(const markdown_writer *w)
{
    const buffer *out = w->lines.out;
    size_t i = w->line_start;
    while (i < out->len && i - w->line_start < 10 && out->data[i] >= '0' && out->data[i] <= '9')
        i++;
    return i == out->len && i > w->line_start;
}

static void escape(markdown_writer *w, slice text)
{
    buffer *out = w->lines.out;
    size_t i = 0;
    if (text.len && !w->lines.in_cell) {
        if (out->len == w->line_start)
            i = escape_line_start(out, text);
        else if ((text.data[0] == '.' || text.data[0] == ')') && line_is_number(w))
            buffer_byte(out, '\\');
    }
    while (i < text.len) {
        size_t from = i;
        /* a blank between words is part of what is copied whole */
        while (i < text.len && (escape_rule[(unsigned char)text.data[i]] == PLAIN ||
                                (text.data[i] == ' ' && i + 1 < text.len && !is_space(text.data[i + 1]))))
            i++;
        buffer_append(out, text.data + from, i - from);
        if (i == text.len)
            return;
        if (escape_rule[(unsigned char)text.data[i]] == SPACE) {
            buffer_byte(out, ' ');
            while (i < text.len && is_space(text.data[i]))
                i++;
            continue;
        }
        if (must_escape(w, text, i))
            buffer_byte(out, '\\');
        buffer_byte(out, text.data[i++]);
    }
}

/* --- emphasis ----------------------------------------------------------------------------------------------------- */

static const struct {
    const char *mark, *on, *off;
} marks[N_LAYERS] = {
    [LAYER_STRONG] = { "**", "<strong>", "</strong>" },
    [LAYER_EMPHASIS] = { "*", "<em>", "</em>" },
    [LAYER_DELETED] = { "~~", "<del>", "</del>" },
    [LAYER_MARK] = { NULL, "<mark>", "</mark>" },
    [LAYER_SUB] = { NULL, "<sub>", "</sub>" },
    [LAYER_SUP] = { NULL, "<sup>", "</sup>" },
    [LAYER_KEY] = { NULL, "<kbd>", "</kbd>" },
    [LAYER_QUOTE] = { NULL, "“", "”" },
    [LAYER_QUOTE_INNER] = { NULL, "‘", "’" },
    [LAYER_READING] = { NULL, "(", ")" },
    [LAYER_NOTE] = { NULL, "(", ")" },
};

enum { EDGE_SPACE, EDGE_WORD, EDGE_MARK, EDGE_SYMBOL, EDGE_UNSURE };

static bool is_wide_space(uint32_t c)
{
    return c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f || c == 0x3000;
}

/* A character's class for CommonMark's flanking rule. Versions differ on symbols beyond ASCII: for some they are
 * marks, for others letters. */
static int edge_kind(uint32_t c)
{
    if (c < 0x80)
        return c <= ' ' ? EDGE_SPACE : is_alnum((char)c) ? EDGE_WORD : EDGE_MARK;
    return is_word(c) ? EDGE_WORD : is_wide_space(c) ? EDGE_UNSURE : EDGE_SYMBOL;
}

/* The class of what comes before `at`; a run starts after white space. Marks of the same kind are skipped, and so are
 * tildes: cmark-gfm, with strike-through, ignores them. */
static int edge_before(const buffer *out, size_t from, size_t at, char mark)
{
    while (at > from && (out->data[at - 1] == mark || out->data[at - 1] == '~'))
        at--;
    if (at <= from)
        return EDGE_SPACE;
    size_t start = at - 1;
    while (start > from && ((unsigned char)out->data[start] & 0xc0) == 0x80)
        start--;
    return edge_kind(utf8_next(out->data, at, &start));
}

static int edge_after(const buffer *out, size_t at, size_t end, char mark)
{
    while (at < end && (out->data[at] == mark || out->data[at] == '~'))
        at++;
    return at < end ? edge_kind(utf8_next(out->data, end, &at)) : EDGE_SPACE;
}

/* May a mark be between these two classes? Between two punctuation marks it could both open and close: inside other
 * emphasis, parsers disagree about what it does. */
static bool flanks(int outside, int inside, bool is_inner)
{
    return inside == EDGE_WORD || ((inside == EDGE_MARK || inside == EDGE_SYMBOL) &&
                                   (outside == EDGE_SPACE || (outside == EDGE_MARK && !is_inner)));
}

/* Is there emphasis with marks around the one that closed as number `i`? */
static bool has_marks_around(const markdown_writer *w, const flow *f, unsigned i)
{
    bool found = i + 1 < w->n_closed;
    for (unsigned k = 0; k < f->open.n && !found; k++)
        found = marks[f->open.layer[k]].mark != NULL && !w->open[k].tag;
    return found;
}

/* Turn an emphasis' marks into tags; returns the added length. The output after it moves. */
static size_t marks_to_tags(markdown_writer *w, const markdown_emphasis *e)
{
    buffer *out = w->lines.out;
    const char *on = marks[e->layer].on, *off = marks[e->layer].off;
    size_t mark = strlen(marks[e->layer].mark), n_on = strlen(on), n_off = strlen(off), more = n_on + n_off - 2 * mark;
    if (!buffer_reserve(out, more))
        return 0;
    char *start = out->data + e->start, *end = out->data + e->end;
    size_t inner = (size_t)(end - start) - 2 * mark;
    memmove(end + more, end, out->len - e->end);
    memmove(start + n_on, start + mark, inner);
    memcpy(start, on, n_on);
    memcpy(start + n_on + inner, off, n_off);
    out->len += more;
    return more;
}

/* The character after the emphases that just ended is known: will their marks be understood? */
static void check_closed(markdown_writer *w, const flow *f, int after)
{
    const buffer *out = w->lines.out;
    size_t moved = 0;
    for (unsigned i = 0; i < w->n_closed; i++) {
        markdown_emphasis *e = &w->closed[i];
        char mark = marks[e->layer].mark[0];
        size_t n = strlen(marks[e->layer].mark);
        e->end += moved;
        /* Where "***" opens two, what is left after the inner one ends would be closed by the next mark, whatever its
         * meaning. */
        bool alone = e->joined && i + 1 == w->n_closed, is_inner = has_marks_around(w, f, i);
        if (alone ||
            !flanks(edge_before(out, w->run_start, e->start, mark), edge_after(out, e->start + n, e->end - n, mark),
                    is_inner) ||
            !flanks(after, edge_before(out, e->start + n, e->end - n, mark), is_inner))
            moved += marks_to_tags(w, e);
    }
    w->n_closed = 0;
}

/* Right after the end of another, marks would run together: then use a tag from the start. */
static void open_emphasis(markdown_writer *w, const flow *f, unsigned layer)
{
    buffer *out = w->lines.out;
    const char *mark = marks[layer].mark;
    bool tag = mark == NULL || (w->after_closed && out->len > w->run_start && out->data[out->len - 1] == mark[0]);
    unsigned own = f->open.n - 1;
    const markdown_emphasis *around = own ? &w->open[own - 1] : NULL;
    bool joined = !tag && around && !around->tag && marks[f->open.layer[own - 1]].mark && layer != LAYER_DELETED &&
                  around->layer != LAYER_DELETED && around->start + strlen(marks[around->layer].mark) == out->len;
    w->open[own] = (markdown_emphasis){ .start = out->len, .layer = (uint8_t)layer, .tag = tag, .joined = joined };
    const char *text = tag ? marks[layer].on : mark;
    if (text)
        buffer_text(out, text);
}

static void close_emphasis(markdown_writer *w, const flow *f, markdown_emphasis *e)
{
    buffer *out = w->lines.out;
    if (e->tag) {
        check_closed(w, f, EDGE_MARK);
        if (marks[e->layer].off)
            buffer_text(out, marks[e->layer].off);
        return;
    }
    buffer_text(out, marks[e->layer].mark);
    e->end = out->len;
    w->closed[w->n_closed++] = *e;
}

/* --- links and code ----------------------------------------------------------------------------------------------- */

/* Is "&name;" at `i` of a URL? */
static bool is_reference(slice url, size_t i)
{
    size_t k = i + 1;
    while (k < url.len && (is_alnum(url.data[k]) || url.data[k] == '#'))
        k++;
    return k > i + 1 && k < url.len && url.data[k] == ';';
}

/* One character of a URL that a link's destination can't hold as it is. */
static void write_special(buffer *out, slice url, size_t i)
{
    char c = url.data[i];
    if (c == '(' || c == ')' || c == '\\') {
        buffer_byte(out, '\\');
        buffer_byte(out, c);
    } else if (c == '&') {
        buffer_text(out, is_reference(url, i) ? "&amp;" : "&"); /* references are read before escapes */
    } else {
        buffer_format(out, "%%%02X", (unsigned char)c);
    }
}

static void write_address(buffer *out, slice url)
{
    static const bool special[256] = {
        [0 ... ' '] = true, [0x7f] = true, ['<'] = true, ['>'] = true,  ['`'] = true, ['|'] = true,
        ['"'] = true,       ['('] = true,  [')'] = true, ['\\'] = true, ['&'] = true
    };
    for (size_t i = 0, from = 0; from < url.len; from = ++i) {
        while (i < url.len && !special[(unsigned char)url.data[i]])
            i++;
        buffer_append(out, url.data + from, i - from);
        if (i < url.len)
            write_special(out, url, i);
    }
}

/* "!" before a link would make it an image. */
static void escape_exclamation(markdown_writer *w)
{
    buffer *out = w->lines.out;
    if (out->len > w->run_start && out->data[out->len - 1] == '!') {
        out->len--;
        buffer_text(out, "\\!");
    }
}

size_t markdown_longest_run(slice text, char c)
{
    size_t longest = 0, n = 0;
    for (size_t i = 0; i < text.len; i++) {
        n = text.data[i] == c ? n + 1 : 0;
        if (n > longest)
            longest = n;
    }
    return longest;
}

void markdown_code(markdown_writer *w, slice text)
{
    buffer *out = w->lines.out;
    if (text.len == 0) /* there was no memory for it */
        return;
    /* No escape works in a code span, and a cell ends at "|"; two adjacent fences would be one. */
    if ((w->lines.in_cell && memchr(text.data, '|', text.len)) ||
        (out->len > w->run_start && out->data[out->len - 1] == '`')) {
        buffer_text(out, "<code>");
        escape(w, text);
        buffer_text(out, "</code>");
        return;
    }
    size_t fence = markdown_longest_run(text, '`') + 1;
    bool pad = text.data[0] == '`' || text.data[text.len - 1] == '`' ||
               (text.data[0] == ' ' && text.data[text.len - 1] == ' ');
    for (size_t i = 0; i < fence; i++)
        buffer_byte(out, '`');
    if (pad)
        buffer_byte(out, ' ');
    buffer_append(out, text.data, text.len);
    if (pad)
        buffer_byte(out, ' ');
    for (size_t i = 0; i < fence; i++)
        buffer_byte(out, '`');
}

/* --- styles ------------------------------------------------------------------------------------------------------- */

void markdown_close_layer(flow *f, unsigned layer)
{
    markdown_writer *w = f->writer;
    if (layer == LAYER_CODE) {
        f->spaces = f->out;
        markdown_code(w, (slice){ w->code.data, w->code.len });
    } else if (layer == LAYER_LINK) {
        check_closed(w, f, EDGE_MARK);
        buffer_text(f->out, "](");
        write_address(f->out, (slice){ f->open_link.data, f->open_link.len });
        buffer_byte(f->out, ')');
    } else {
        close_emphasis(w, f, &w->open[f->open.n]);
    }
}

void markdown_open_layer(flow *f, unsigned layer)
{
    markdown_writer *w = f->writer;
    if (layer == LAYER_CODE) {
        buffer_clear(&w->code);
        f->spaces = &w->code;
    } else if (layer == LAYER_LINK) {
        escape_exclamation(w);
        buffer_byte(f->out, '[');
    } else {
        open_emphasis(w, f, layer);
    }
}

/* The character after the emphases that just ended is known. */
void markdown_between(flow *f, slice text, unsigned opens)
{
    markdown_writer *w = f->writer;
    size_t at = 0;
    w->after_closed = w->n_closed > 0 && !f->space;
    if (w->n_closed == 0)
        return;
    bool is_mark = opens < N_LAYERS || text.len == 0 || escape_rule[(unsigned char)text.data[0]];
    check_closed(w, f,
                 f->space                 ? EDGE_SPACE
                 : opens == LAYER_DELETED ? EDGE_UNSURE
                 : is_mark                ? EDGE_MARK
                                          : edge_kind(utf8_next(text.data, text.len, &at)));
}

/* --- pieces ------------------------------------------------------------------------------------------------------- */

void markdown_run(markdown_writer *w)
{
    w->run_start = w->line_start = w->lines.out->len;
    w->n_closed = 0;
}

void markdown_title(markdown_writer *w, slice title)
{
    lines_begin(&w->lines, 2);
    buffer_text(w->lines.out, "# ");
    w->heading = 1;
    markdown_run(w);
    escape(w, title);
    w->heading = 0;
}

void markdown_run_end(flow *f)
{
    markdown_writer *w = f->writer;
    check_closed(w, f, EDGE_SPACE);
    w->after_run = w->heading == 0;
}

void markdown_text(flow *f, slice text)
{
    markdown_writer *w = f->writer;
    if (w->note_end == f->out->len && (text.data[0] == '(' || text.data[0] == ':'))
        buffer_byte(f->out, '\\'); /* "[^1](" would be a link, "[^1]:" a note */
    if (f->spaces == &w->code)
        lines_fold(&w->code, text);
    else
        escape(w, text);
}

void markdown_image(flow *f, slice alt, slice address)
{
    markdown_writer *w = f->writer;
    buffer *out = f->out;
    buffer_text(out, "![");
    escape(w, alt);
    buffer_text(out, "](");
    write_address(out, address);
    buffer_byte(out, ')');
}

/* TeX unchanged, except for a space, which TeX ignores, where CommonMark would see markup. */
static void write_tex(markdown_writer *w, slice tex)
{
    buffer *out = w->lines.out;
    for (size_t i = 0; i < tex.len; i++) {
        char c = tex.data[i], next = i + 1 < tex.len ? tex.data[i + 1] : 0, before = i ? tex.data[i - 1] : 0;
        if (is_space(c)) {
            if (!is_space(next) && next)
                buffer_byte(out, ' ');
            continue;
        }
        if (c == '`')
            continue;
        if (c == '*' && !is_space(before))
            buffer_byte(out, ' ');
        if (c == '|' && w->lines.in_cell)
            buffer_byte(out, '\\');
        buffer_byte(out, c);
        if (c == '*' || c == '~' || (c == '_' && !is_alnum(before)) || (c == ']' && (next == '(' || next == '[')) ||
            (c == '<' && (is_alnum(next) || next == '/' || next == '!' || next == '?')) ||
            (c == '&' && (is_alnum(next) || next == '#')) || (c == '!' && next == '['))
            buffer_byte(out, ' ');
    }
}

void markdown_math(flow *f, slice tex, bool display)
{
    markdown_writer *w = f->writer;
    buffer_text(f->out, display ? "$$" : "$");
    write_tex(w, tex);
    buffer_text(f->out, display ? "$$" : "$");
}

void markdown_note(flow *f, const note *to)
{
    markdown_writer *w = f->writer;
    escape_exclamation(w);
    buffer_format(f->out, "[^%s]", to->label);
    w->note_end = f->out->len;
}

void markdown_break(flow *f)
{
    markdown_writer *w = f->writer;
    check_closed(w, f, EDGE_MARK);
    if (w->lines.in_cell) {
        buffer_text(w->lines.out, "<br>");
        return;
    }
    buffer_byte(w->lines.out, '\\');
    lines_next(&w->lines);
    w->line_start = w->lines.out->len;
}
